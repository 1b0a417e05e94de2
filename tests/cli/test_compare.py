"""`chargen compare`, and `--at`: a character at another time, and what differs."""

import json
from pathlib import Path

import pytest

from tests.cli.running import LARRY, run

LEDGER = "advancement: [{award: 10}, {raise: First Aid, to: 4}, {raise: hit_points, to: 6}]\n"


@pytest.fixture
def larry(tmp_path: Path) -> Path:
    path = tmp_path / "larry.yaml"
    path.write_text(LARRY.rstrip("\n") + "\n" + LEDGER, encoding="utf-8")
    return path


def test_one_character_at_two_times(larry: Path) -> None:
    """Only what differs is shown; docs/after-the-session.md has it as text."""
    data = json.loads(run("compare", f"{larry}@0", f"{larry}@2", "--format", "json").out)
    assert [roll["roll"] for roll in data["rolls"]] == ["First Aid", "Healing"]
    assert run("compare", larry, f"{larry}@3").out == "nothing differs\n"


def test_what_cannot_be_compared(larry: Path, tmp_path: Path) -> None:
    """A ledger that is too short is wrong usage, a file with errors is not."""
    other = tmp_path / "other.yaml"
    other.write_text("system: five-plus\nname: Bo\nopposition: {rank: 1, successes: 6}\n", encoding="utf-8")
    short = run("compare", larry, f"{larry}@4")
    assert (short.code, "3 entries" in " ".join(short.err.split())) == (2, True)
    other.write_text("system: five-plus\n", encoding="utf-8")
    assert run("compare", larry, other).code == 1


def test_show_and_render_at_a_time(larry: Path, tmp_path: Path) -> None:
    """`--at N` is the character after N entries, on the terminal and on the sheet."""
    for entries, points in (("0", 14), ("3", 16)):
        shown = json.loads(run("show", larry, "--at", entries, "--format", "json").out)
        assert shown["stats"]["hit_points"] == points
        page = tmp_path / f"at-{entries}.html"
        assert run("render", larry, "--at", entries, "-o", page).code == 0
    early, late = ((tmp_path / f"at-{entries}.html").read_text(encoding="utf-8") for entries in "03")
    assert "First Aid 2 → 4" in late
    assert "First Aid 2 → 4" not in early
