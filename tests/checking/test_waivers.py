"""A waived value counts as if it were legal: it stays as written, and numbers are computed from it."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen import checking, registry
from chargen.checking.campaign import read_campaign
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.testing import check_text
from tests.scale import some

FBF = """\
system: five-by-five
name: Kai
weapons: [knife]
descriptors: {Swordplay: 6, Cook: 4, Singer: 4, Swimmer: 2, Liar: -5}
hit_points: 2
"""
UNARMED = FBF.replace("weapons: [knife]", "equipment: [rope]")
FACADE = """\
system: facade
name: Kai
attributes:
  body: {strength: 3, stamina: 3, health: 3}
  action: {finesse: 3, grace: 3, agility: 3}
  mind: {reason: 3, insight: 3, perception: 3}
  persona: {poise: 3, charisma: 3, wits: 3}
  soul: {creativity: 3, luck: 3, will: 3}
"""
GAMOCLES = "system: gamocles\nname: Kai\ntraits: {grit: 3, instinct: 2, movement: 3, reason: 1, will: 3}\n"
PLUS = "system: five-plus\nname: Kai\nskills: {Sword: 3}\nresistances: {Physical: 3}\n"
RWN = "system: roll-when-you-need\nname: Kai\nabilities: {poise: 3, guns: 2}\ntalents: [Quick fix]\n"


def values(checked: Checked) -> dict[str, int]:
    return {roll.id: roll.value or 0 for roll in checked.rolls()}


def skill(checked: Checked, name: str) -> tuple[int, int]:
    (found,) = (skill for skill in checked.character.skills if skill.path[-1] == name)
    return found.points, found.level


def cascade(rapier: str) -> str:
    return f"{FACADE}rules: {{skills: cascade}}\nskills: {{Martial: {{attribute: agility, Swords: {rapier}}}}}\n"


LADDER = FBF.replace("Singer: 4", "Singer: 3") + "rules: {starting_values: [6, 4, 3, 2, 2, -5]}\n"
WAIVED: list[tuple[str, str, Callable[[Checked], Any], Any]] = [
    (
        FBF.replace("Swordplay: 6", "Swordplay: {value: 6, exclusive: [attack, dodge]}"),
        "five-by-five/exclusive-actions",
        lambda kai: (values(kai)["attack"], values(kai)["dodge"]),
        (6, 6),
    ),
    (
        LADDER,
        "five-by-five/ladder",
        lambda kai: [roll.odds["success"] for roll in kai.rolls() if roll.id == "singer"],
        [Fraction(16, 36)],
    ),
    (
        GAMOCLES.replace("grit: 3", "grit: -1") + "skills: {defence: 1}\n",
        "gamocles/negative-traits",
        lambda kai: (kai.stats()["defensive_rating"], {roll.roll for roll in kai.rolls() if "grit-" in roll.id}),
        (-1 + 2 + 1, {"fumble"}),
    ),
    (
        RWN.replace("poise: 3", "poise: 7"),
        "roll-when-you-need/ratings",
        lambda kai: (values(kai)["poise"], kai.stats()["social_stress"], kai.points()["abilities"].spent),
        (7, 7, 6 + 1),
    ),
    (
        RWN + "consequences: [{minor: Bruised ribs}, {minor: Sprain}]\n",
        "roll-when-you-need/consequences",
        lambda kai: kai.character.consequences,
        {"minor": "Bruised ribs; Sprain"},
    ),
    (
        cascade("{Rapier: 9}"),
        "facade/skill-points",
        lambda kai: (skill(kai, "Swords")[0], skill(kai, "Rapier")[1]),
        (9, 4),
    ),
    (cascade("{points: 15, Rapier: 0}"), "facade/specialties-only", lambda kai: skill(kai, "Swords"), (15, 4)),
    (cascade("{Rapier: {points: 1, level: 3}}"), "facade/switched-off", lambda kai: skill(kai, "Rapier")[1], 3),
]


@pytest.mark.parametrize(("text", "code", "computed", "expected"), WAIVED, ids=[code for _, code, _, _ in WAIVED])
def test_a_waived_value_is_computed_with(
    text: str, code: str, computed: Callable[[Checked], Any], expected: Any
) -> None:
    """Its error becomes a note, and its waiver is on the sheet."""
    assert not check_text(text).ok
    checked = check_text(f"{text}waive: {{code: {code}, why: a gift}}\n")
    assert checked.ok, checked.diagnostics
    assert f"Waived: {code}: a gift" in checking.make_sheet(checked).foot
    notes = [diagnostic for diagnostic in checked.diagnostics if diagnostic.code == code]
    assert all(note.severity == "note" and "(waived: a gift)" in note.message for note in notes)
    assert computed(checked) == expected


TESTS = Path(__file__).parents[1]
BAD_FILES = [
    (key, path)
    for key in registry.list_games()
    for path in sorted((TESTS / "games" / key.replace("-", "_") / "bad").glob("*.yaml"))
]
"""Every rule of every game, as the file that breaks it."""


@pytest.mark.parametrize(("key", "path"), some(BAD_FILES, 40))
def test_a_file_whose_errors_are_waived_has_a_sheet(key: str, path: Path) -> None:
    """With all errors of its game waived: no other is left."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    codes: set[str] = set()
    while True:  # a line that is done, or a sum that counts what is written, may break the next rule
        made = {**data, "waive": [{"code": code} for code in sorted(codes)]}
        checked = checking.check_data(registry.system(key), made, path.parent)
        left = {diagnostic.code for diagnostic in checked.diagnostics if diagnostic.severity != "note"} - {
            "waive/unused"
        }
        new = {code for code in left if code.startswith(f"{key}/")} - codes
        if not new:
            break
        codes |= new
    assert all(code.startswith(("concept/", "yaml/", "campaign/")) for code in left), left
    if not checked.ok:
        return
    sheet = checking.make_sheet(checked)
    assert {f"Waived: {code}" for code in codes if code not in left} >= {
        line for line in sheet.foot if "Waived" in line
    }
    assert checked.stats() is not None
    assert checked.view is not None
    checked.view.card()
    # None, where the waived rule asks for something to roll.
    assert all(roll.odds for roll in checked.rolls())


def test_warnings_can_be_waived_too() -> None:
    """They become notes on the sheet, so that `--strict` passes."""
    text = UNARMED.replace("Singer", "Omniscient")
    assert [diagnostic.code for diagnostic in check_text(text).diagnostics] == ["five-by-five/too-general"]
    checked = check_text(text + "waive: {code: five-by-five/too-general, why: the fey}\n")
    assert [str(diagnostic.severity) for diagnostic in checked.diagnostics] == ["note"]
    assert checked.waived == ("Waived: five-by-five/too-general: the fey",)


def campaign_codes(folder: Path, waive: str, concept: str) -> list[tuple[str, str]]:
    """File and code of the diagnostics of a concept in a campaign with a waiver."""
    (folder / "house.yaml").write_text(f"rules: {{}}\nwaive: {waive}\n", encoding="utf-8")
    (folder / "kai.yaml").write_text(f"{concept}campaign: house.yaml\n", encoding="utf-8")
    checked = checking.check_input(Input("kai.yaml", folder / "kai.yaml"))
    return [(Path(diagnostic.file).name, diagnostic.code) for diagnostic in checked.diagnostics]


def test_a_campaign_waives_warnings_and_only_a_misspelt_code_warns(tmp_path: Path) -> None:
    """One that is not used may be for other characters; a code that no rule has never is."""
    general = UNARMED.replace("Singer", "Omniscient")
    code = "five-by-five/too-general"
    assert campaign_codes(tmp_path, f"{{code: {code}}}", general) == [("kai.yaml", code)]
    assert campaign_codes(tmp_path, f"{{code: {code}}}", UNARMED) == []
    for of_another_game in ("facade/names", "facade/naems"):
        assert campaign_codes(tmp_path, f"{{code: {of_another_game}}}", UNARMED) == []
    for wrong in ("five-by-five/to-general", "five-by-fife/too-general", "too-general"):
        assert campaign_codes(tmp_path, f"{{code: {wrong}}}", UNARMED) == [("house.yaml", "waive/unused")]


def test_a_campaign_file_alone_names_every_unknown_code_in_the_order_of_its_lines(tmp_path: Path) -> None:
    """Of any game, each with what was probably meant."""
    path = tmp_path / "house.yaml"
    path.write_text(
        "waive: [{code: facade/nmes}, {code: five-by-five/to-general}]\n"
        "rules: {five-by-five: {rank_caps: lax}}\ntheme: x\n",
        encoding="utf-8",
    )
    found = read_campaign(path, "house.yaml").diagnostics
    assert [diagnostic.code for diagnostic in found] == [
        "waive/unused",
        "waive/unused",
        "concept/unknown-choice",
        "campaign/unknown-theme",
    ]
    assert [diagnostic.hint for diagnostic in found[:2]] == [
        "did you mean `facade/names`?",
        "did you mean `five-by-five/too-general`?",
    ]


def test_ids_of_actions_are_not_those_of_descriptors() -> None:
    checked = check_text(FBF.replace("Swordplay", "Attack").replace("Cook", "Untrained"))
    found = values(checked)
    assert (found["attack"], found["untrained"]) == (0, 0)
    assert (found["attack-2"], found["untrained-2"]) == (6, 4)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (FACADE + "rules: {creation: pool-buy, negatives: extra-points}\n", 9),
        (FACADE + "age: 30\nrules: {background_points_from: age-double, background_points: 40}\n", 10),
        (PLUS + "rules: {tiers: false, tier: 1}\n", 5),
    ],
)
def test_a_setting_of_a_rule_that_is_switched_off_is_an_error(text: str, line: int) -> None:
    found = [diagnostic for diagnostic in check_text(text).diagnostics if diagnostic.code.endswith("/switched-off")]
    assert [(diagnostic.place.line if diagnostic.place else 0) for diagnostic in found] == [line]
    assert found[0].severity == "error"
