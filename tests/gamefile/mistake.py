"""A game file with one mistake, and what `chargen check` reports of it."""

from pathlib import Path

from tests.cli.running import run


def report_of_mistake(path: Path, game: str, old: str, new: str, place: str, message: str) -> str:
    """Write a game with ``new`` in place of ``old``; return the report, whose first line has the place and message."""
    assert old in game
    path.write_text(game.replace(old, new), encoding="utf-8")
    ended = run("check", path)
    assert ended.code == 1, ended.out
    first = ended.out.splitlines()[0]
    assert first.startswith(f"{path}:{place}"), ended.out
    assert message in first, ended.out
    return ended.out
