"""`chargen party`: characters of a game side by side, the best marked, weak spots named, tracks to tick."""

from pathlib import Path

import pytest

from chargen import ready_made
from chargen.advance import party
from chargen.checking import check_input
from chargen.core.sheet import Table, Track
from chargen.fileio import Input
from tests.cli.running import run


def presets(game: str, number: int) -> list[Path]:
    """Return the files of some ready-made characters of a game."""
    return sorted(preset.path for preset in ready_made.presets(game))[:number]


def test_the_party_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rolls stand in rows and characters in columns, as many as fit on so narrow a terminal; games stand apart."""
    for columns in (80, 60):
        monkeypatch.setenv("COLUMNS", str(columns))
        ended = run("party", *presets("five-by-five", 4), *presets("facade", 2), "--to", "text")
        assert ended.code == 0
        assert max(map(len, ended.out.splitlines())) <= columns
        assert "*83 %" in ended.out
        assert "no one above 40 % at:\n  Untrained (31 %)" in ended.out
        assert "Façade, chances at difficulty 11" in ended.out


def test_the_party_on_a_page(tmp_path: Path) -> None:
    """One file in each format, of the name that is asked for; a file with an error is left out, and exits with 1."""
    assert run("party", *presets("gamocles", 3), "-o", tmp_path).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["party.html", "party.pdf"]
    faulty = tmp_path / "faulty.yaml"
    faulty.write_text("system: gamocles\nname: Nobody\n", encoding="utf-8")
    ended = run("party", faulty, *presets("gamocles", 1), "-o", tmp_path / "tonight.html")
    assert (ended.code, (tmp_path / "tonight.html").exists()) == (1, True)
    assert run("party", faulty, "-o", tmp_path).code == 1
    assert run("party", *presets("gamocles", 1), "--to", "pdf", "-o", tmp_path / "page.html").code == 2


@pytest.mark.parametrize("game", ["five-by-five", "facade", "gamocles", "five-plus", "roll-when-you-need"])
def test_the_page_of_every_game(game: str) -> None:
    """A row for each character, the best marked where they differ, and weak spots no better than the limit."""
    checks = [check_input(Input(str(path), path)) for path in presets(game, 3)]
    (group,) = party.groups(checks)
    assert len(group.members) == 3
    assert len(group.rolls) <= party.MOST_ROLLS
    for roll in group.rolls:
        best = [member for member in group.members if group.is_best(member, roll)]
        assert all(member.chances[roll] == group.best(roll) for member in best)
        assert len(best) < 3
    assert all(0 < best <= party.WEAK for _, best, _ in group.weaknesses)
    blocks = party.make_party_page([group]).blocks
    assert len(next(block for block in blocks if isinstance(block, Table)).rows) == 3
    assert all(len(block.boxes) <= party.MOST_BOXES * party.MOST_TRACKS for block in blocks if isinstance(block, Track))


TRACKS = {
    "facade": ["Strain", "Fatigue", "Stress", "Passion"],
    "five-by-five": ["Hit points"],
    "five-plus": ["Physical damage", "Physical wounds", "Grief damage", "Grief wounds"],
    "gamocles": [],
    "roll-when-you-need": ["Physical stress", "Social stress", "Reputation left"],
}
"""What the page has boxes for; single boxes, yes or no, and counts without an end are on the character's own sheet."""


@pytest.mark.parametrize("game", TRACKS)
def test_a_page_has_boxes_for_what_runs_out(game: str) -> None:
    """The first few counts of two to thirty boxes, as many boxes as each counts."""
    (path,) = presets(game, 1)
    checked = check_input(Input(str(path), path))
    assert checked.view is not None
    counts = {tracker.title: tracker.high for tracker in checked.view.trackers()}
    (group,) = party.groups([checked])
    boxes = [box for block in party.make_party_page([group]).blocks if isinstance(block, Track) for box in block.boxes]
    assert [box.zone for box in boxes] == [title for title in TRACKS[game] for _ in range(counts[title])]
