"""What does not fit is said once, at its own place, with what to write instead."""

import pytest

from chargen.testing import check_text

HERO = """\
system: five-by-five
name: Kai
weapons: [knife]
descriptors: {Swordplay: 6, Cook: 4, Singer: 4, Swimmer: 2, Liar: -5}
hit_points: 2
"""


def findings(text: str) -> list[tuple[int, int, str, str]]:
    """Line, column, code and hint of each error and warning."""
    return [
        (diagnostic.place.line, diagnostic.place.column, diagnostic.code, diagnostic.hint)
        for diagnostic in check_text(text).diagnostics
        if diagnostic.place is not None and diagnostic.severity != "note"
    ]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("4.0", "write a whole number: 4"),
        ("4,0", "write a whole number: 4"),
        ("2.5", "write a whole number: 2 or 3"),
        ("2,5", "write a whole number: 2 or 3"),
        ("[4]", "write it without its brackets: 4"),
        ("[4, 2]", "keep one of them"),
        ("{value: 4.5}", "write a whole number: 4 or 5"),
        ("{value: 4,5}", "write a whole number: 4 or 5"),
        ("none", "write one number"),
    ],
)
def test_a_number_that_is_none_says_how_to_write_it(written: str, hint: str) -> None:
    """One diagnostic at the value, with what was most likely meant."""
    ((line, _, code, found),) = findings(HERO.replace("Singer: 4", f"Singer: {written}"))
    assert (line, code, found) == (4, "concept/wrong-type", hint)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ('"4"', "take the quotation marks away: 4"),
        ("‘4’", "take the quotation marks away: 4"),
        ("–5", "its minus is the sign – (en dash); write the hyphen of the keyboard: -5"),
        ("−5", "its minus is the sign − (minus sign); write the hyphen of the keyboard: -5"),
        ("four", "write it in digits: 4"),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        HERO.replace("Singer: 4", "Singer: VALUE"),
        "system: facade\nname: Kai\nskills: {Martial: {level: 1, Swords: VALUE}}\n",
        "system: gamocles\nname: Kai\ntraits: {grit: 3, instinct: 2, movement: 3, reason: 1, will: VALUE}\n",
        "system: five-plus\nname: Kai\nskills: {Sword: {level: VALUE}}\nresistances: {Physical: 3}\n",
        "system: roll-when-you-need\nname: Kai\nabilities: {guns: VALUE}\ntalents: T\n",
    ],
)
def test_quotation_marks_and_typeset_minus_signs_are_recognised_in_every_game(
    text: str, written: str, hint: str
) -> None:
    """The hint says which sign it is, and what to write."""
    assert hint in [found for *_, found in findings(text.replace("VALUE", written))]


def test_an_entry_that_does_not_fit_is_there() -> None:
    """It is neither missing nor out of the count."""
    for written in ("[4]", "four", "{value: four}", "{valu: 4, value: x}"):
        found = findings(HERO.replace("Singer: 4", f"Singer: {written}"))
        assert all(code.startswith("concept/") and code != "concept/missing-key" for _, _, code, _ in found), found


def test_a_key_that_is_none_of_the_names_is_blamed_itself() -> None:
    """Not its value, which may be right."""
    text = HERO + "rules: {aspects: true}\naspects: {luck: superior}\n"
    assert findings(text) == [(7, 11, "concept/unknown-choice", "choose agility, brawn, cognition or determination")]


def test_two_spellings_of_an_aspect_are_one_diagnostic() -> None:
    """What stands twice is not counted as well."""
    text = HERO + "rules: {aspects: true}\naspects: {agility: superior, Agility: inferior}\n"
    assert [code for _, _, code, _ in findings(text)] == ["yaml/doubled-key"]


def test_a_blank_name_is_empty() -> None:
    """Blanks are no text, in names and in the ledger."""
    assert [code for _, _, code, _ in findings(HERO.replace("Kai", '"  "'))] == ["concept/empty"]
    ledger = 'advancement: [{award: 9}, {add: " ", value: 2}]\n'
    assert [code for _, _, code, _ in findings(HERO + ledger)] == ["concept/empty"]


GAMOCLES = "system: gamocles\nname: N\ntraits: {grit: 3, instinct: 2, movement: 3, reason: 1, will: 3}\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (GAMOCLES + "weapon:\n  name: Boarding axe\n  rating: big\n", (6, 11)),
        (GAMOCLES + "weapon: {name: Boarding axe, rating: big}\n", (4, 38)),
        (GAMOCLES + "armour:\n  name: Coat\n  rating: thick\n", (6, 11)),
        (GAMOCLES + "variations:\n  name: Red Mist\n  requires: {cmb: 3}\n", (6, 19)),
        (GAMOCLES + "variations:\n  name: Red Mist\n  modifies:\n    luck: 3\n", (7, 5)),
        (GAMOCLES + "pools:\n  name: Parry\n  pool: six\n", (6, 9)),
        (GAMOCLES + "advancement:\n  change: combat\n  to: four\n", (6, 7)),
        (GAMOCLES + "advancement:\n  change: grit\n  to: -4\n", (6, 7)),
        (GAMOCLES + "waive:\n  why: 3\n  code: gamocles/pools\n", (5, 8)),
        (GAMOCLES + "waive: {code: gamocles/pools, why: 3}\n", (4, 36)),
        (HERO + "weapons:\n".replace("weapons", "armor") + "  name: coat\n  armor_value: x\n", (8, 16)),
        (HERO.replace("weapons: [knife]", "weapons: {name: knife, damage_bonus: x}"), (3, 38)),
        (HERO + "advancement:\n  raise: Liar\n  to: 0\n", (7, 10)),
        (
            "system: roll-when-you-need\nname: N\ntalents:\n  name: T\n  effect: 3\n",
            (5, 11),
        ),
        (
            "system: roll-when-you-need\nname: N\nmoves:\n  name: Swing\n  difficulty: 0\n",
            (5, 15),
        ),
        (
            "system: roll-when-you-need\nname: N\ntalents: T\nqualities:\n  name: Fast\n  benefit: b\n  drawback: 3\n",
            (7, 13),
        ),
        ("system: five-plus\nname: N\nskills: {A: 1}\nresistances: {B: 1}\ntraits:\n  name: T\n  effect: 3\n", (7, 11)),
        ("system: facade\nname: N\nweapons:\n  name: Stick\n  damage: huge\n", (5, 11)),
        ("system: facade\nname: N\narmor: {name: Coat, protects: huge}\n", (3, 31)),
    ],
)
def test_an_entry_without_its_list_has_its_own_places(text: str, place: tuple[int, int]) -> None:
    """In block and in flow style, in every game, for every key that takes a list."""
    assert place in [(line, column) for line, column, _, _ in findings(text)]


@pytest.mark.parametrize(
    "text",
    [
        "system: facade\nname: N\nbackgrounds:\n  - {name: K, class: status, kind: standard, cost: mega, level: 1}\n",
        "system: facade\nname: N\nbackgrounds: {name: K, class: status, kind: standard, cost: minor, level: 1.5}\n",
        "system: facade\nname: N\nrules: {background_points_from: age-root}\nage: old\n",
        "system: facade\nname: N\nbackgrounds:\n  - {name: K, class: status, kind: individual, points: -4}\n",
        'system: five-plus\nname: N\nskills: {Sword: "3:-1"}\nresistances: {B: 1}\n',
        'system: five-plus\nname: N\nskills: {Sword: 3}\nresistances: {B: "-1/3"}\n',
    ],
)
def test_what_stands_there_and_does_not_fit_is_not_called_missing(text: str) -> None:
    """One diagnostic about it is enough; everything else that is wrong is said beside it."""
    found = check_text(text).diagnostics
    sections = ("backgrounds", "age", "skills", "resistances")
    about = [
        diagnostic
        for diagnostic in found
        if diagnostic.path[:1] and diagnostic.path[0] in sections and diagnostic.severity == "error"
    ]
    assert [diagnostic.code for diagnostic in about] in (
        ["concept/unknown-choice"],
        ["concept/wrong-type"],
        ["concept/out-of-range"],
    )
    assert "individual-price" not in [diagnostic.code.partition("/")[2] for diagnostic in found]
