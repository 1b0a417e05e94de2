"""`chargen new --ask` on a real terminal: every game's questions, one's own words, back, and another time."""

import re
from pathlib import Path

import pytest

from chargen import registry
from chargen.core.names import fold
from chargen.core.source import load
from tests.cli.running import CHARGEN, LARRY, run
from tests.cli.terminal import Terminal, on_a_terminal, running
from tests.scale import pairs, some

PROMPT = "]: "


def answer(terminal: Terminal, *answers: str) -> str:
    """Give some answers, one after the other; return what was shown before the last."""
    shown = ""
    for words in answers:
        shown = terminal.until("Answer [") + terminal.until(PROMPT)
        terminal.type(f"{words}\n")
    return shown


@pytest.mark.parametrize(("game", "columns"), some(pairs(registry.list_games(), [80, 60]), 2))
def test_every_game_is_asked_through(folder: Path, game: str, columns: int) -> None:
    """Suggestions are taken, then the lot; the file is legal and has comments, and no line was too long."""
    with on_a_terminal("new", game, "Kai", "--ask", columns=columns) as terminal:
        answer(terminal, "", "", "r", "", "r", "rr")
        assert terminal.end() == 0
    assert run("check", "kai.yaml", "--strict").out.startswith("kai.yaml: fine: Kai (")
    assert (folder / "kai.yaml").read_text(encoding="utf-8").count("\n# ") >= 2
    assert re.search(r"^ +\S.* {2,}\S.*\d( %)?$", terminal.seen, re.MULTILINE)  # a choice, and what comes of it
    asked = terminal.seen.partition("wrote ")[0].splitlines()
    assert [line for line in asked if len(line) > columns and not line.startswith("Answer")] == []


def test_all_questions_of_a_game_lead_to_the_file(folder: Path) -> None:
    """Whatever is answered stands in the file; at the end nothing is left to be placed."""
    with on_a_terminal("new", "five-by-five", "Kai", "--ask") as terminal:
        first = answer(terminal, "Night porter of a hotel")
        assert "Left: 6, 4, 4, 2, 2, \N{MINUS SIGN}5" in first
        assert "Left: 6, 4, 4, 2, 2" in answer(terminal, "Lock Picking: 6")
        assert "Left: 4, 4, 2, 2, \N{MINUS SIGN}5" in answer(terminal, "Boxing: {value: 4, exclusive: attack}")
        assert "Left: 4, 2, 2, \N{MINUS SIGN}5" in answer(terminal, "Rope Work: 2")
        answer(terminal, "Cooking: 2", "Horses: -5")
        last = answer(terminal, "")
        assert "Left: 4\n" in last
        answer(terminal, "knife; {name: Ring of keys, damage_bonus: 1}", "rr")
        assert terminal.end() == 0
    data = load("kai.yaml", (folder / "kai.yaml").read_bytes()).data
    assert data["concept"] == "Night porter of a hotel"
    assert data["descriptors"] == {
        "Lock Picking": 6,
        "Boxing": {"value": 4, "exclusive": "attack"},
        "Rope Work": 2,
        "Cooking": 2,
        "Horses": -5,
    }
    assert (data["hit_points"], data["weapons"]) == (4, ["knife", {"name": "Ring of keys", "damage_bonus": 1}])
    assert run("check", "kai.yaml", "--strict").code == 0


def test_what_is_not_legal_is_refused_in_the_words_of_the_rule(folder: Path) -> None:
    """The same question comes again, and help says what may be typed."""
    with on_a_terminal("new", "five-by-five", "Kai", "--ask") as terminal:
        answer(terminal, "", "Juggling: 9", "Juggling: [", "?")
        shown = answer(terminal, "Juggling")
        assert "a value is at most 6 for a new character; found 9" in terminal.seen
        assert "this [ is never closed" in terminal.seen
        assert "`Name: value` sets both" in shown
        assert "Descriptors  3 of" in answer(terminal, "rr")
        assert terminal.end() == 0
    assert load("kai.yaml", (folder / "kai.yaml").read_bytes()).data["descriptors"]["Juggling"] in (6, 4, 2, -5)


def test_back_takes_an_answer_back(folder: Path) -> None:
    """The question before comes again, and its other answer counts; before the first there is none."""
    with on_a_terminal("new", "gamocles", "Kai", "--ask") as terminal:
        answer(terminal, "b", "Lift operator", "3")
        assert "this is the first question" in terminal.seen
        assert "Traits: Instinct" in answer(terminal, "b")
        assert "Traits: Grit" in answer(terminal, "1")
        answer(terminal, "rr")
        assert terminal.end() == 0
    data = load("kai.yaml", (folder / "kai.yaml").read_bytes()).data
    assert (data["concept"], data["traits"]["grit"]) == ("Lift operator", 1)


def test_it_goes_on_another_time(folder: Path) -> None:
    """Ctrl-C keeps what was answered, and says where; the same command goes on, and clears up at the end."""
    command = ("new", "gamocles", "Kai", "--ask")
    with running(*CHARGEN, *command) as terminal:
        answer(terminal, "Lift operator", "3")
        terminal.until("Answer [")
        terminal.until(PROMPT)
        assert terminal.interrupt() == 130
    assert "saved in .chargen/kai.answers.yaml; run the same command to resume" in terminal.seen
    assert not (folder / "kai.yaml").exists()
    with on_a_terminal(*command) as terminal:
        assert "resuming after 2 answers" in terminal.until("Traits: Instinct  3 of")
        answer(terminal, "rr")
        assert terminal.end() == 0
    data = load("kai.yaml", (folder / "kai.yaml").read_bytes()).data
    assert (data["concept"], data["traits"]["grit"]) == ("Lift operator", 3)
    assert not (folder / ".chargen/kai.answers.yaml").exists()


def test_a_draft_that_cannot_be_used_is_reported(folder: Path) -> None:
    """One that somebody has spoilt is set aside."""
    (folder / ".chargen").mkdir()
    (folder / ".chargen/kai.answers.yaml").write_text("system: gamocles\nname: Kai\nanswers: [7]\n", encoding="utf-8")
    with on_a_terminal("new", "gamocles", "Kai", "--ask") as terminal:
        terminal.until("cannot be used; starting")
        answer(terminal, "rr")
        assert terminal.end() == 0


def test_the_name_is_asked_for(folder: Path) -> None:
    """Without NAME it is the first question, and the lot has one."""
    with on_a_terminal("new", "five-plus", "--ask") as terminal:
        suggested = re.search(r"Name \[(.+)\]: ", terminal.until(PROMPT))
        assert suggested
        terminal.type("\n")
        answer(terminal, "rr")
        assert terminal.end() == 0
    (path,) = folder.glob("*.yaml")
    assert fold(load("x", path.read_bytes()).data["name"]) == fold(suggested[1])


def test_a_file_that_is_there_is_reported_before_anything_is_asked(folder: Path) -> None:
    """No one answers twenty questions for nothing."""
    (folder / "kai.yaml").write_text(LARRY, encoding="utf-8")
    with on_a_terminal("new", "five-by-five", "Kai", "--ask") as terminal:
        assert terminal.end() == 1
    assert "kai.yaml already exists" in terminal.seen
    assert "Answer" not in terminal.seen


def test_off_a_terminal_nothing_is_asked(folder: Path) -> None:
    """A script is informed what would do instead."""
    ended = run("new", "five-by-five", "Kai", "--ask")
    assert (ended.code, ended.out) == (2, "")
    assert "--ask is for a terminal, and writes a file; --random asks nothing" in ended.err
    assert list(folder.iterdir()) == []
