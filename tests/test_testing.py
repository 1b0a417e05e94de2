"""`conforms` finds every promise that a game breaks."""

import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chargen import testing
from chargen.core.diagnostic import Diagnostic
from chargen.core.game import Question
from chargen.core.roll import Mean, Roll
from chargen.core.source import load
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.advancement import LEDGER
from chargen.kit.checks import reads
from chargen.testing import check_text, conforms, found, marked

FOLDER = Path(__file__).parent / "games" / "five_by_five"


def undocumented(concept: Any, rules: Any) -> Iterable[Diagnostic]:
    return ()


def with_ledger_rules(*rules: Any) -> Any:
    """The game with other rules for the lines of its ledger."""
    return replace(GAME, ledger=replace(LEDGER, line_rules=rules))


def complaints(system: Any, folder: Path) -> str:
    """What `conforms` says of a game that does not."""
    with pytest.raises(AssertionError, match="does not keep its promises") as broken:
        conforms(system, folder)
    return str(broken.value)


def test_a_game_in_order_conforms() -> None:
    """No promise is broken, and nothing is raised."""
    assert conforms(GAME, FOLDER) is None  # type: ignore[func-returns-value]


def raising(*_: object) -> Any:
    """Fail as a plug-in may."""
    raise ZeroDivisionError("in the plug-in")


BREAKING: dict[str, tuple[Callable[[], Any], str]] = {
    "a key that is no slug": (lambda: replace(GAME, key="Five by Five"), "is no slug"),
    "a rule twice": (lambda: with_ledger_rules(*GAME.creation[:1]), "five_descriptors is the name of 2 rules"),
    "a rule without words": (lambda: replace(GAME, creation=(undocumented,)), "undocumented needs a docstring"),
    "a rule without a bad file": (
        lambda: replace(GAME, creation=(undocumented,)),
        "bad/undocumented.yaml is missing",
    ),
    "an illegal starter": (
        lambda: replace(GAME, starter=lambda name: f"system: five-by-five\nname: {name}\n"),
        "concept/missing-key",
    ),
    "a starter that forgets the name": (
        lambda: replace(GAME, starter=lambda name: GAME.new_concept("Kai")),
        "is named 'Kai'",
    ),
    "a starter with a line that is no YAML once it is opened": (
        lambda: replace(GAME, starter=lambda name: GAME.new_concept(name) + "# waive: []      none so far: ask\n"),
        "no longer a comment: yaml/syntax",
    ),
    "what follows from something is no derived number": (
        lambda: replace(GAME, derived_from={"hit_pionts": ("hit_points",)}),
        "derived_from: nothing is called 'hit_pionts'",
    ),
    "a derived number that follows from nothing there is": (
        lambda: replace(GAME, derived_from={"hit_points": ("hit_piont",)}),
        "hit_points waits for 'hit_piont', which no concept has",
    ),
    "a rule that waits for nothing there is": (
        lambda: replace(GAME, creation=(reads("descriptors.*.vlaue")(lambda concept, rules: ()),)),
        "waits for 'descriptors.*.vlaue', which no concept has",
    ),
    "a rule of the ledger that takes no line": (
        lambda: with_ledger_rules(lambda line, rules: ()),
        "is called with 3 arguments: too many positional arguments",
    ),
    "a starter that raises": (
        lambda: replace(GAME, starter=raising),
        "the_starter_is_legal: raised ZeroDivisionError",
    ),
    "a question without examples": (
        lambda: replace(GAME, ask=Question(options=GAME.ask.options, reply=GAME.ask.reply)),
        "shows no example",
    ),
    "an example that does not fit": (
        lambda: replace(GAME, ask=Question(options=GAME.ask.options, reply=GAME.ask.reply, examples=("--valu 6",))),
        "unknown key `valu`",
    ),
}


@pytest.fixture(scope="module")
def of_a_sound_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What `conforms` says of Five by Five without a single file."""
    return complaints(GAME, tmp_path_factory.mktemp("empty"))


@pytest.mark.parametrize("breach", BREAKING)
def test_each_broken_promise_is_named(breach: str, tmp_path: Path, of_a_sound_game: str) -> None:
    """Whatever a game lacks is in the list of complaints."""
    made, words = BREAKING[breach]
    assert words not in of_a_sound_game
    assert words in complaints(made(), tmp_path)


def test_files_are_held_to_their_marks(tmp_path: Path) -> None:
    """A finding that is not marked, a mark that is not found, a missing file, and a good file that is not."""
    folder = tmp_path / "five"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py"))
    values = (folder / "bad/values.yaml").read_text(encoding="utf-8")
    (folder / "bad/values.yaml").write_text(values.replace("# error", "# once"), encoding="utf-8")
    (folder / "bad/poor.yaml").unlink()
    (folder / "good/extra.yaml").write_text("system: five-by-five\nname: Kai  # warning: [x/y]\n", encoding="utf-8")
    said = complaints(GAME, folder)
    assert "values.yaml:10: error[five-by-five/values] was found and is not marked" in said
    assert "bad/values.yaml does not mark [five-by-five/values]" in said
    assert "bad/poor.yaml is missing" in said
    assert "extra.yaml:2: warning[x/y] is marked and was not found" in said
    assert "extra.yaml:1: error[concept/missing-key] was found and is not marked" in said


def test_what_a_game_brings_is_looked_at(tmp_path: Path) -> None:
    """A role and a ready-made character at fault, and words that do not fit, each with its file."""
    resources = tmp_path / "files"
    for path, text in {
        "npcs/five-by-five/guard.yaml": "archetype: five-by-five\npins: {hit_point: 4}\n",
        "concepts/five-by-five/kai.yaml": "system: five-by-five\nname: Kai\n",
    }.items():
        (resources / path).parent.mkdir(parents=True)
        (resources / path).write_text(text, encoding="utf-8")
    game = replace(GAME, resources=resources)
    said = list(testing.what_it_brings_is_in_order(game, tmp_path))
    assert "npcs/guard.yaml: error[concept/unknown-key]: unknown key `hit_point`" in said[0]
    assert "concepts/kai.yaml: error[concept/missing-key]" in said[1]
    (tmp_path / "words").mkdir()
    (tmp_path / "words/five-by-five.yaml").write_text("atack: [Spear]\n", encoding="utf-8")
    raised = complaints(replace(GAME, resources=tmp_path), tmp_path)
    assert "what_it_brings_is_in_order: raised ValueError: " in raised
    assert "words/five-by-five.yaml:1: unknown key `atack`" in raised


def test_an_empty_folder_has_no_good_files(tmp_path: Path) -> None:
    """A game without a single character in order promises nothing."""
    assert "there are no good files" in complaints(GAME, tmp_path)


def test_odds_that_are_none_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chance above 1, a bare number, and an average that is no fraction."""
    from fractions import Fraction

    odds: Any = {"success": Fraction(3, 2), "bare": 0.5, "inner": {"mean": Mean(0.5)}}  # type: ignore[arg-type]
    rolls = [Roll(id="x", label="X", value=1, roll="1d6", odds=odds)] * 2
    monkeypatch.setattr("chargen.checking.concept.Checked.rolls", lambda self: rolls)
    said = list(testing.odds_are_exact(GAME, FOLDER))
    for words in ("success is 3/2", "bare is neither", "inner.mean is no fraction", "the id x is taken twice"):
        assert any(words in each for each in said), words


def test_marks_are_read_line_by_line() -> None:
    """Several codes, and several severities, may stand on one line."""
    text = "a: 1  # error: [x/one], [x/two] # warning: [x/three]\nb: 2 # note: [x/four]\n# error here: [no]\n"
    assert marked(load("x", text.encode())) == {
        (1, "error", "x/one"): 1,
        (1, "error", "x/two"): 1,
        (1, "warning", "x/three"): 1,
        (2, "note", "x/four"): 1,
    }


def test_findings_are_counted_in_the_form_of_marks() -> None:
    """Line, severity and code of each."""
    assert found(check_text("system: five-by-five\nname: Kai\n").diagnostics) == {
        (1, "error", "concept/missing-key"): 2,
        (2, "note", "five-by-five/gear"): 1,
    }
