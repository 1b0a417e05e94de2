"""A character from paper becomes creation and ledger: what they lead to is what was on the paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chargen import ready_made, registry
from chargen.checking.chances import chances
from chargen.checking.concept import Checked, check_data, check_source
from chargen.experience import editing
from chargen.experience.adoption import NotAdoptable, _CreationSearch, adopt
from chargen.experience.moves import ledger_of
from chargen.game.plain_data import as_plain
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.source import load
from chargen.text.writing import document
from tests.cli.running import LARRY
from tests.scale import first, some

PAPER = LARRY.replace("value: 6,", "value: 9,").replace("Amateur Chef: 4", "Amateur Chef: 6")
LEGAL = "legal at creation"
ADOPTED = Path(__file__).parent / "adopted"
"""The files that ready-made characters become, as approved; `python -m tests.outcomes` writes them again."""


def read(text: str, path: Path = Path("paper.yaml")) -> Checked:
    return check_source(load(path.name, text.encode()), path)


def with_ledger() -> list[Path]:
    """Return the ready-made characters that have a ledger."""
    return [preset.path for preset in ready_made.presets() if "\nadvancement:" in preset.path.read_text("utf-8")]


def on_paper(checked: Checked) -> str:
    """Return a character as a sheet of paper has it: today's values, and no ledger."""
    assert checked.advanced is not None
    data: dict[str, Any] = as_plain(checked.advanced.concept.model_copy(update={"advancement": ()}))
    for key in ("stated", "state"):
        data.pop(key, None)
    # What was bought off is not on the paper any more.
    data["modifiers"] = [modifier for modifier in data.get("modifiers", []) if modifier.get("level")]
    return document({key: value for key, value in data.items() if value != []})


def shown(checked: Checked) -> tuple[object, object]:
    """Return what a sheet shows of a character: its numbers, and its chances."""
    assert checked.view is not None, checked.diagnostics
    numbers = {name: value for name, value in checked.view.stats().items() if isinstance(value, int)}
    return chances(checked.view), numbers


@pytest.mark.parametrize("path", some(with_ledger(), 2), ids=lambda path: path.stem)
def test_every_veteran_is_adopted(path: Path) -> None:
    """Today's values alone become a file that is in order, with a ledger that leads to the same numbers and chances.

    Where the values are legal at creation, as in a game without budgets, the refusal says so.
    """
    veteran = read(path.read_text("utf-8"), path)
    paper = read(on_paper(veteran), path)
    if paper.ok:
        assert shown(paper) == shown(veteran)
        with pytest.raises(NotAdoptable, match=LEGAL):
            adopt(paper, path)
        return
    after = adopt(paper, path).after
    assert after.ok
    assert after.source.text == (ADOPTED / path.name).read_text("utf-8")
    assert shown(after) == shown(veteran)
    assert after.advanced is not None
    assert after.advanced.account.balance == 0


def test_every_game_has_a_veteran() -> None:
    """Adopt one in every game with a budget; in Gamocles the text sets none."""
    legal = {path.parent.name for path in with_ledger() if read(on_paper(read(path.read_text("utf-8"), path)), path).ok}
    assert {path.parent.name for path in with_ledger()} == {preset.system for preset in ready_made.presets()}
    assert legal == {"gamocles"}


def test_a_plug_in_is_adopted(lanterns: Path) -> None:
    """Traits and trades of a game from outside, which has no line for it: the award is the least that there is."""
    text = lanterns.read_text("utf-8")
    text = text.replace("Clever: 3, Kind: 1", "Clever: 5, Kind: 2").replace("[Lamplighter,", "[Lamplighter, Bargee,")
    paper = read(text)
    after = adopt(paper, Path("paper.yaml")).after
    assert after.ok
    award, *bought = editing.entries(after.source)
    assert award == {"award": 12, "why": "kept on paper"}
    assert [next(iter(entry)) for entry in sorted(bought, key=str)] == ["learn", "raise", "raise", "raise"]
    assert {"raise": "Clever"} in bought
    assert "trades: [Bargee, Fiddler]" in after.source.text


def test_what_was_learned_is_judged_beside_the_other_numbers(lanterns: Path) -> None:
    """Where only the clever learn a trade, a character who is clever today can have learned one."""

    def clever(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        if before.traits.get("Clever", 0) < 3:
            yield error("only the clever learn a trade", "learn")

    game = registry.system("lanterns")
    ledger: Any = game.ledger
    verbs = tuple(replace(v, rules=(*v.rules, clever)) if v.key == "learn" else v for v in ledger.verbs)
    text = lanterns.read_text("utf-8").replace("[Lamplighter,", "[Lamplighter, Bargee,")
    with registry.standing_in(replace(game, ledger=replace(ledger, verbs=verbs))):
        award, learned = editing.entries(adopt(read(text), Path("paper.yaml")).after.source)
    assert (award["award"], list(learned)) == (3, ["learn"])


HISTORIES = {"five-by-five": 40, "facade": 10, "five-plus": 20, "gamocles": 10, "roll-when-you-need": 20}
"""The number of characters of each game that are advanced."""
POINTS, MOST_BOUGHT = 30, 10
TRADE = "trade"
"""What it took away is not among today's values."""
NUMBERS_TWICE = "rooftop-thief"
"""By the house rules of this one, values are points or levels: plain data of a concept has both."""


def advanced(created: Checked, path: Path, random: Random) -> Checked:
    """Return a character that has spent points on random legal offers."""
    assert created.advanced is not None
    assert created.game is not None
    ledger, rules, words = ledger_of(created), created.rules, created.game.words_with()
    state, account = ledger.state(created.advanced.created, rules)
    account = replace(account, earned=account.earned - account.balance + POINTS, counted=ledger.has_prices)
    entries: list[Mapping[str, Any]] = [{"award": POINTS}] if ledger.has_prices else []
    while len(entries) < MOST_BOUGHT:
        offers = [one for one in ledger.purchases(state, account, rules, words) if TRADE not in one[0].entry]
        offered = [(offer, step) for offer, step in offers if not offer.is_new or random.random() < 0.1]
        if not offered:
            break
        offer, step = random.choice(offered)
        entries.append(offer.entry)
        state, account = step.after, step.account
    return with_entries(created, path, entries)


def with_entries(checked: Checked, path: Path, entries: Sequence[Mapping[str, Any]]) -> Checked:
    assert checked.game is not None
    data = {key: value for key, value in checked.source.data.items() if key not in ("stated", "state")}
    return check_data(checked.game, {**data, "advancement": list(entries)}, path.parent)


@pytest.mark.parametrize(("game", "number"), HISTORIES.items())
def test_who_was_advanced_at_random_is_adopted(game: str, number: int) -> None:
    """From the values after a legal ledger of thirty points, find a ledger that leads to the same character."""
    presets = [preset for preset in ready_made.presets(game) if preset.key != NUMBERS_TWICE]
    for seed in first(range(number)):
        path = presets[seed % len(presets)].path
        created = with_entries(read(path.read_text("utf-8"), path), path, ())
        veteran = advanced(created, path, Random(seed))
        assert veteran.ok, (path.stem, seed, veteran.diagnostics)
        paper = read(on_paper(veteran), path)
        if not paper.ok:
            paper = adopt(paper, path).after
        assert paper.ok
        assert shown(paper) == shown(veteran), (path.stem, seed)


def cheaper(search: _CreationSearch, limit: int) -> Iterator[tuple[int, ...]]:
    """Yield all rollbacks whose ledger costs less than the limit."""
    costs = [[stop.cost for stop in trail.all()] for trail in search.trails]

    def further(taken: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(taken) == len(costs):
            yield taken
            return
        for index, cost in enumerate(costs[len(taken)]):
            if cost < left:
                yield from further((*taken, index), left - cost)

    return further((), limit)


PAPERS = {
    "five-by-five": PAPER,
    "five-plus": (
        "system: five-plus\nname: Bo\nrules: {creation: points, points: 12}\n"
        "skills: {Sword: 3, Climb: 2, Talk: 1}\nresistances: {Physical: 2, Mental: 2}\n"
    ),
    "gamocles": (
        "system: gamocles\nname: Hob\nrules: {trait_points: 10, variation_points: 2}\n"
        "traits: {grit: 3, instinct: 2, movement: 2, reason: 2, will: 3}\n"
        "variations:\n  - {name: Counts the Steps, points: 2}\n  - {name: Last Man's Voice, points: 2}\n"
    ),
    "roll-when-you-need": (
        "system: roll-when-you-need\nname: Bo\nrules: {ability_points: 7}\n"
        "abilities: {devices: 5, science: 4, insight: 4}\n"
        "talents: [{name: Half the time, effect: Repairs a thing in half the time}]\n"
    ),
}
"""Where a book has no prices, as in the last two, each step counts as one."""


@pytest.mark.parametrize("game", PAPERS)
def test_no_creation_that_costs_less_is_legal(game: str) -> None:
    """Of all that the values may have been, none whose ledger is cheaper is allowed by the rules."""
    search = _CreationSearch(read(PAPERS[game]), Path("paper.yaml"))
    chosen = search._reduce(next(search._find_legal()))
    tried = [*cheaper(search, sum(stop.cost for stop in search._stops_of(chosen)))]
    assert len(tried) > 10
    assert not [taken for taken in tried if (judged := search._check(taken)) is not None and judged.ok]
    entries = editing.entries(search.edit().after.source)
    assert entries == [as_plain(entry) for entry in search._order_entries(chosen) or ()]


def test_in_facade_every_legal_creation_needs_the_same_award() -> None:
    """What the whole character needs beyond creation's points is paid in play, whichever of it came later."""
    paper = read(
        "system: facade\nname: Bo\n"
        "rules: {attribute_points: 90, skill_points: 4, background_points: 0, extra_points: 0}\n"
        "attributes:\n"
        "  body: {strength: 4, stamina: 3, health: 3}\n"
        "  action: {finesse: 3, grace: 3, agility: 4}\n"
        "  mind: {reason: 3, insight: 3, perception: 3}\n"
        "  persona: {poise: 3, charisma: 3, wits: 2}\n"
        "  soul: {creativity: 3, luck: 3, will: 3}\n"
        "skills: {Martial: {level: 1, attribute: agility, Swords: {level: 2, Rapier: 1}}}\n"
    )
    assert any("6 EP too few" in diagnostic.message for diagnostic in paper.diagnostics)
    award, *_ = editing.entries(adopt(paper, Path("paper.yaml")).after.source)
    assert award["award"] == 6
    search = _CreationSearch(paper, Path("paper.yaml"))
    few = ("strength", "wits", "Rapier")
    ranges = [range(3 if trail.path[-1] in few else 1) for trail in search.trails]
    legal = [taken for taken in product(*ranges) if (judged := search._check(taken)) is not None and judged.ok]
    assert len(legal) > 3
    assert {(search._order_entries(taken) or [{}])[0].get("award") for taken in legal} == {6}


def test_a_refusal_says_what_is_in_the_way() -> None:
    """The rule that the nearest creation breaks, in its own words."""
    paper = PAPER.replace("value: 9,", "value: 9, power: true,").replace("system:", "rules: {}\nsystem:", 1)
    with pytest.raises(NotAdoptable, match="even the nearest breaks a rule: `power` needs"):
        adopt(read(paper), Path("paper.yaml"))


def test_all_else_of_the_file_stays() -> None:
    """Numbers go back to what creation allows, and the ledger brings each up again; all else stays to the letter."""
    edit = adopt(read(PAPER), Path("paper.yaml"))
    assert edit.new_errors == ()
    assert edit.after.ok
    entries = editing.entries(edit.after.source)
    assert entries[0] == {"award": 15, "why": "kept on paper"}
    assert {"raise": "Street Brawler", "to": 9} in entries
    assert edit.after.source.text.startswith(LARRY.split("Amateur")[0])


def test_what_needs_no_ledger_or_has_none_is_refused() -> None:
    """Refuse a legal character, one with a ledger, and one that no ledger leads to, each with the reason."""
    for text, why in (
        (LARRY, LEGAL),
        (PAPER + "advancement: [{award: 3}]\n", "entries already"),
        (LARRY.replace("value: 6,", "value: 7,"), "is legal"),
        ("system: lanterns-of-old\nname: Kai\n", "nothing that can be read"),
        ("system: five-by-five\nname: [\n", "nothing that can be read"),
        ("system: five-by-five\nname: K\nskills: {}\n", "it cannot be read as a character"),
    ):
        with pytest.raises(ValueError, match=why):
            adopt(read(text), Path("paper.yaml"))
