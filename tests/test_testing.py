"""`conforms` finds every promise that a game breaks; that our own break none, each says in its folder."""

import functools
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from chargen import registry, testing
from chargen.dice import ChanceRule
from chargen.game.contract import Game
from chargen.game.fight import Harm
from chargen.game.question import Question
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.advancement import LEDGER
from chargen.kit.checks import reads
from chargen.npc import validation
from chargen.page.roll import Mean
from chargen.page.sheet import Chance, Chart, Prose, Table, Track
from chargen.testing import conforms, marked
from chargen.testing.trial import Trial
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.source import load
from tests.npc import TRIES
from tests.scale import some

FOLDER = Path(__file__).parent / "games" / "five_by_five"
AnyGame = Game[Any, Any, Any]


def undocumented(concept: Any, rules: Any) -> Iterable[Diagnostic]:
    return ()


def raising(*_: object) -> Any:
    """Fail as a plug-in may."""
    raise ZeroDivisionError("in the plug-in")


def lines_about(promise: str, game: AnyGame, folder: Path) -> list[str]:
    # Which value is wrong where is what some promises are about: of those, all cases.
    most = None if promise in ("nothing_raises", "an_unreadable_value_is_reported_once") else 5
    with registry.standing_in(game), patch.object(validation, "TRIES", TRIES):
        trial = Trial(game, folder, most)
        return list(testing.complaints({one.__name__: one for one in testing.PROMISES}[promise], trial))


def altered(function: str, change: Callable[..., Any]) -> Callable[[], AnyGame]:
    """Five by Five with a function whose result is changed: ``change`` takes the result and the arguments."""

    def make() -> AnyGame:
        original = getattr(GAME, function)
        changed: Any = {function: lambda *values: change(original(*values), *values)}
        return replace(GAME, **changed)

    return make


def on_sheet(change: Callable[[Any], Any]) -> Callable[[], AnyGame]:
    """Five by Five with the blocks of its sheet changed, one by one; None takes a block away."""

    def changed(sheet: Any, *_: object) -> Any:
        blocks = (change(block) for block in sheet.blocks)
        return replace(sheet, blocks=tuple(block for block in blocks if block is not None))

    return altered("sheet", changed)


def with_odds(odds: Callable[[Any], Any]) -> Callable[[], AnyGame]:
    return altered("rolls", lambda rolls, *_: [replace(roll, odds=odds(roll.odds)) for roll in rolls])


def with_actions(change: Callable[[Any], Any]) -> Callable[[], AnyGame]:
    return altered("actions", lambda actions, *_: [change(action) for action in actions])


def with_rule(rule: Callable[..., Any]) -> Callable[[], AnyGame]:
    return lambda: replace(GAME, creation=(*GAME.creation, rule))


def with_npcs(change: Callable[..., Any]) -> Callable[[], AnyGame]:
    """Five by Five with other NPCs: ``change`` takes what the game proposes, and what is wanted."""

    def make() -> AnyGame:
        assert GAME.npc is not None
        propose = GAME.npc.propose
        return replace(GAME, npc=replace(GAME.npc, propose=lambda *values: change(propose(*values), values[-1])))

    return make


def with_fight(**changes: Callable[..., Any]) -> Callable[[], AnyGame]:
    """Five by Five whose fighters or blows are changed."""
    fight: Any = GAME.fight

    def changed(function: str) -> Callable[..., Any]:
        original = getattr(fight, function)
        return lambda *values: changes[function](original(*values))

    return lambda: replace(GAME, fight=replace(fight, **{name: changed(name) for name in changes}))


def with_answer(row: Any) -> Callable[[], AnyGame]:
    """Five by Five with an answer of `chargen odds` that has one row."""
    answer = replace(GAME.answer(GAME.ask.options.model_validate({"value": 6})), rows=(row,))
    return lambda: replace(GAME, ask=replace(GAME.ask, reply=lambda *_: answer))


def elsewhere(rule: Callable[..., Iterable[Diagnostic]]) -> Callable[..., Iterable[Diagnostic]]:
    """A rule whose diagnostics point at another place."""

    @functools.wraps(rule)
    def misplaced(*values: Any) -> Iterator[Diagnostic]:
        yield from (replace(diagnostic, path=("name",)) for diagnostic in rule(*values))

    return misplaced


def counted(concept: Any, rules: Any) -> Iterable[Diagnostic]:
    """There are six descriptors or more.

    Source: ours
    """
    if len(concept.descriptors or ()) < 3:
        yield error("there are fewer than three", "descriptors", key=True)


SEEDS: dict[str, tuple[Callable[[], AnyGame], str, str]] = {
    "a key that is not its entry point's": (
        lambda: replace(GAME, key="six-by-six"),
        "it_is_installed",
        "no installed package brings a game `six-by-six`",
    ),
    "a rule that returns None": (
        with_rule(lambda concept, rules: None),
        "nothing_raises",
        "failed in the rule `<lambda>`: TypeError: 'NoneType' object is not iterable",
    ),
    "a diagnostic at a wrong place": (
        lambda: replace(GAME, creation=tuple(map(elsewhere, GAME.creation))),
        "every_rule_is_shown",
        "values.yaml:10: error[five-by-five/values] is marked and was not found",
    ),
    "a ledger or a derived number that trips over a missing key": (
        altered(
            "derive", lambda character, advanced, *_: raising() if advanced.concept.hit_points is None else character
        ),
        "nothing_raises",
        "ZeroDivisionError: in the plug-in",
    ),
    "NPCs that do not look at what is pinned": (
        with_npcs(lambda proposal, spec: {**proposal, "descriptors": {"Rope Work": {"value": 3}}}),
        "pins_are_kept",
        "pinning ",
    ),
    "NPCs of whom something is drawn that changes what the file states": (
        with_npcs(lambda proposal, spec: {**proposal, "rules": {"starting_values": [6, 4, 4, 2, 2, 0, -5]}}),
        "pins_are_kept",
        "pinning all of shield-and-state.yaml: ",
    ),
    "NPCs that trip over experience": (
        with_npcs(lambda proposal, spec: proposal if spec.experience is None else raising()),
        "pins_are_kept",
        "ZeroDivisionError: in the plug-in",
    ),
    "a fight that raises": (with_fight(blow=raising), "fights_are_fought", "raised ZeroDivisionError: in the plug-in"),
    "harm that sums to 2": (
        with_fight(blow=lambda blow: replace(blow, dealt={Harm(0): Fraction(1), Harm(1): Fraction(1)})),
        "fights_are_fought",
        "its harm.outcomes sum to 2",
    ),
    "a hit that is more than certain": (
        with_fight(blow=lambda blow: replace(blow, hit=Fraction(3, 2))),
        "fights_are_fought",
        "the chance to hit is 3/2",
    ),
    "no stamina": (
        with_fight(fighter=lambda fighter: replace(fighter, stamina=0)),
        "fights_are_fought",
        "their stamina is 0",
    ),
    "outcomes that do not sum to 1": (
        with_odds(lambda odds: {"outcomes": {"yes": Fraction(1, 2), "no": Fraction(1, 3)}}),
        "odds_are_exact",
        "outcomes sum to 5/6, and not to 1",
    ),
    "a rule that reads what there is not": (
        with_rule(reads("descriptors.*.vlaue")(undocumented)),
        "reads_name_what_there_is",
        "undocumented waits for 'descriptors.*.vlaue', which no concept has",
    ),
    "a rule that does not say what it reads": (
        with_rule(counted),
        "an_unreadable_value_is_reported_once",
        "five-by-five/counted judges what could not be read at descriptors",
    ),
    "a sheet that ignores the state": (
        on_sheet(lambda block: replace(block, boxes=()) if isinstance(block, Track) else block),
        "trackers_show",
        "the sheet is the same with hit_points at -10 and at ",
    ),
    "boxes of a tracker that there is not": (
        altered("trackers", lambda trackers, *_: ()),
        "trackers_show",
        "a box shows the tracker 'hit_points', which there is not",
    ),
    "an option that is no rule": (
        lambda: replace(GAME, options=("advanced_descriptor",)),
        "reads_name_what_there_is",
        "there is no rule 'advanced_descriptor'; did you mean `advanced_descriptors`?",
    ),
    "a sheet of more pages than it says": (
        on_sheet(
            lambda block: Prose(name="long", title="Long", text="On and on. " * 600) if block.name == "notes" else block
        ),
        "it_prints",
        "the sheet says `pages=1`, and it takes ",
    ),
    "a reference page of what is on its sheets": (
        lambda: replace(GAME, reference_page=lambda rules: [Prose(name="notes", title="Notes")]),
        "the_reference_page_is_shared",
        "notes is on the reference page and on the sheet",
    ),
    "a reference page of more than two sides": (
        lambda: replace(
            GAME, reference_page=lambda rules: [Prose(name="long", title="Long", text="On and on. " * 1300)]
        ),
        "the_reference_page_is_shared",
        "the reference page has 2 sides, and it takes ",
    ),
    "a card without the defence": (
        altered("card", lambda card, *_: replace(card, rolls=(card.rolls[0], *card.rolls[2:]))),
        "cards_are_made",
        "the card must begin with",
    ),
    "an action whose outcomes do not sum to 1": (
        with_actions(
            lambda action: replace(
                action, rule=ChanceRule("", (*action.outcomes.items(), ("more", Fraction(1, 2))), ())
            )
        ),
        "actions_are_valid",
        "outcomes sum to 3/2, and not to 1",
    ),
    "harm whose chances do not sum to 1": (
        with_actions(
            lambda action: replace(action, harm=action.harm and replace(action.harm, chances={1: Fraction(1, 2)}))
        ),
        "actions_are_valid",
        "harm.outcomes sum to 1/2, and not to 1",
    ),
    "more numbers than a card has room for": (
        altered("card", lambda card, *_: replace(card, numbers=card.numbers[:1] * 12)),
        "cards_are_made",
        "the card has 12 numbers, and room for 5",
    ),
    "a float in a chance": (
        on_sheet(
            lambda block: (
                replace(block, rows=((Chance(0.5), *block.rows[0][1:]),))  # type: ignore[arg-type]
                if isinstance(block, Table)
                else block
            )
        ),
        "sheets_are_whole",
        "a chance is a Fraction, and 0.5 is float",
    ),
    "a key of odds that is no text": (
        with_odds(lambda odds: {**odds, 3: Fraction(1, 2)}),
        "odds_are_exact",
        "the key 3 is no text",
    ),
    "an answer with a label that is no text": (
        with_answer((True, Fraction(1, 2))),
        "questions_are_answered",
        "in the rows, the key True is no text",
    ),
    "an answer with a chance that is a float": (
        with_answer(("half", 0.5)),
        "questions_are_answered",
        "in the rows, half is neither a chance nor an average",
    ),
    "more highlights than there is room for": (
        altered("sheet", lambda sheet, *_: replace(sheet, highlights=sheet.highlights * 3)),
        "sheets_are_whole",
        "highlights; it and a card have room for 5",
    ),
    "no title": (lambda: replace(GAME, title=" "), "names_are_clear", "the title is empty"),
    "a roll without odds": (with_odds(lambda odds: {}), "odds_are_exact", "has no odds"),
    "a chart that does not sum to 1": (
        on_sheet(lambda block: Chart(name=block.name, title="x", series=(("a", Fraction(1, 2)),))),
        "sheets_are_whole",
        "sum to 1/2, and not to 1",
    ),
    "a row of too few cells": (
        on_sheet(lambda block: replace(block, rows=(block.rows[0][:1],)) if isinstance(block, Table) else block),
        "sheets_are_whole",
        "has 1 cells under ",
    ),
    "an empty sheet that cannot be drawn": (
        lambda: replace(GAME, starter=raising),
        "it_prints",
        "failed in its starter: ZeroDivisionError: in the plug-in",
    ),
    "a key that is no slug": (lambda: replace(GAME, key="Five by Five"), "names_are_clear", "is no slug"),
    "a ledger of another key": (
        lambda: replace(GAME, ledger=replace(LEDGER, key="six-by-six")),
        "names_are_clear",
        "the ledger's key is 'six-by-six', and the game's 'five-by-five'",
    ),
    "a rule twice": (with_rule(GAME.creation[0]), "names_are_clear", "five_descriptors is the name of 2 rules"),
    "a rule without words": (with_rule(undocumented), "names_are_clear", "undocumented needs a docstring"),
    "a rule without a bad file": (with_rule(undocumented), "every_rule_is_shown", "bad/undocumented.yaml is missing"),
    "an illegal starter": (
        lambda: replace(GAME, starter=lambda name: f"system: five-by-five\nname: {name}\n"),
        "the_starter_is_legal",
        "concept/missing-key",
    ),
    "a starter that forgets the name": (
        lambda: replace(GAME, starter=lambda name: GAME.new_concept("Kai")),
        "the_starter_is_legal",
        "is named 'Kai'",
    ),
    "a starter with a line that is no YAML once it is opened": (
        lambda: replace(GAME, starter=lambda name: GAME.new_concept(name) + "# waive: []      none so far: ask\n"),
        "what_the_starter_offers_is_legal",
        "no longer a comment: yaml/syntax",
    ),
    "what follows from something is no derived number": (
        lambda: replace(GAME, derived_from={"hit_pionts": ("hit_points",)}),
        "reads_name_what_there_is",
        "derived_from: nothing is called 'hit_pionts'",
    ),
    "a question without examples": (
        lambda: replace(GAME, ask=Question(options=GAME.ask.options, reply=GAME.ask.reply)),
        "questions_are_answered",
        "shows no example",
    ),
    "an example that does not fit": (
        lambda: replace(GAME, ask=Question(options=GAME.ask.options, reply=GAME.ask.reply, examples=("--valu 6",))),
        "questions_are_answered",
        "unknown key `valu`",
    ),
}
"""By what is wrong: the game with it, the promise that it breaks, and words of the complaint."""


@pytest.fixture(scope="module")
def some_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three good files, and all the bad ones."""
    folder = tmp_path_factory.mktemp("five")
    shutil.copytree(FOLDER / "bad", folder / "bad")
    (folder / "good").mkdir()
    for name in ("five-by-five-larry", "shield-and-state", "everyday-powers"):
        shutil.copy(FOLDER / "good" / f"{name}.yaml", folder / "good")
    return folder


@pytest.mark.parametrize("seed", some([*SEEDS], len(SEEDS)))
def test_each_broken_promise_is_named_in_a_line(seed: str, some_files: Path) -> None:
    """Whatever is wrong with a game is in the list of complaints, of which a sound game has none."""
    make, promise, words = SEEDS[seed]
    lines = lines_about(promise, make(), some_files)
    assert any(words in line for line in lines), lines
    assert all("\n" not in line for line in lines)


def test_the_place_in_the_plug_in_is_named(some_files: Path) -> None:
    """What is raised is reported with file and line, and one that leaves is reported as well."""
    (line,) = lines_about("cards_are_made", altered("card", raising)(), some_files)
    assert "failed in its card: ZeroDivisionError: in the plug-in" in line
    assert "test_testing.py:" in line

    def leaving(*_: object) -> Any:
        raise SystemExit(7)

    (line,) = lines_about("cards_are_made", altered("card", leaving)(), some_files)
    assert "failed in its card: SystemExit: 7" in line


def test_files_are_held_to_their_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A diagnostic that is not marked, a mark that is not found, a missing file, and a good file that is not."""
    folder = tmp_path / "five"
    (folder / "good").mkdir(parents=True)
    shutil.copytree(FOLDER / "bad", folder / "bad")
    values = (folder / "bad/values.yaml").read_text(encoding="utf-8")
    (folder / "bad/values.yaml").write_text(values.replace("# error", "# once"), encoding="utf-8")
    (folder / "bad/poor.yaml").unlink()
    (folder / "good/extra.yaml").write_text("system: five-by-five\nname: Kai  # warning: [x/y]\n", encoding="utf-8")
    about_files = (testing.concepts.good_files_are_fine, testing.concepts.every_rule_is_shown)
    monkeypatch.setattr(testing, "PROMISES", about_files)
    with pytest.raises(AssertionError, match="does not keep its promises") as broken:
        conforms(GAME, folder)
    lines = str(broken.value)
    assert "values.yaml:10: error[five-by-five/values] was found and is not marked" in lines
    assert "bad/values.yaml does not mark [five-by-five/values]" in lines
    assert "bad/poor.yaml is missing" in lines
    assert "extra.yaml:2: warning[x/y] is marked and was not found" in lines
    assert "extra.yaml:1: error[concept/missing-key] was found and is not marked" in lines


def test_what_a_game_brings_is_looked_at(tmp_path: Path) -> None:
    """A role and a ready-made character in error, and words that do not fit, each with its file."""
    resources = tmp_path / "files"
    for path, text in {
        "npcs/five-by-five/guard.yaml": "archetype: five-by-five\npins: {hit_point: 4}\n",
        "concepts/five-by-five/kai.yaml": "system: five-by-five\nname: Kai\n",
    }.items():
        (resources / path).parent.mkdir(parents=True)
        (resources / path).write_text(text, encoding="utf-8")
    lines = lines_about("what_it_brings_is_in_order", replace(GAME, resources=resources), tmp_path)
    assert "npcs/guard.yaml: error[concept/unknown-key]: unknown key `hit_point`" in lines[0]
    assert "concepts/kai.yaml: error[concept/missing-key]" in lines[1]
    (tmp_path / "words").mkdir()
    (tmp_path / "words/five-by-five.yaml").write_text("atack: [Spear]\n", encoding="utf-8")
    (raised,) = lines_about("what_it_brings_is_in_order", replace(GAME, resources=tmp_path), tmp_path)
    assert "failed in its words: ValueError: " in raised
    assert "words/five-by-five.yaml:1: unknown key `atack`" in raised


def test_an_empty_folder_has_no_good_files(tmp_path: Path) -> None:
    """A game without a single character in order promises nothing."""
    assert lines_about("good_files_are_fine", GAME, tmp_path) == ["good_files_are_fine: there are no good files"]


def test_files_of_another_game_are_reported_once(some_files: Path) -> None:
    """Where all the good files are of a game with another key, one line says so."""
    lines = lines_about("good_files_are_fine", replace(GAME, key="six-by-six"), some_files)
    assert lines == ["good_files_are_fine: everyday-powers.yaml is no six-by-six concept (and 2 more)"]


def test_odds_that_are_none_are_named(some_files: Path) -> None:
    """A chance above 1, a bare number, an average that is no fraction, and an id that is taken twice."""
    odds: Any = {"success": Fraction(3, 2), "bare": 0.5, "inner": {"mean": Mean(0.5)}}  # type: ignore[arg-type]
    game = altered("rolls", lambda rolls, *_: [replace(next(iter(rolls)), id="x", odds=odds)] * 2)()
    lines = lines_about("odds_are_exact", game, some_files)
    for words in ("success is 3/2", "bare is neither", "inner.mean is no fraction", "the id x is taken twice"):
        assert any(words in line for line in lines), words


def test_marks_are_read_line_by_line() -> None:
    """Several codes, and several severities, may be on one line."""
    text = "a: 1  # error: [x/one], [x/two] # warning: [x/three]\nb: 2 # note: [x/four]\n# error here: [no]\n"
    assert marked(load("x", text.encode())) == {
        (1, "error", "x/one"): 1,
        (1, "error", "x/two"): 1,
        (1, "warning", "x/three"): 1,
        (2, "note", "x/four"): 1,
    }
