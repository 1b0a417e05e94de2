"""Output on a terminal keeps to its width: no word is broken, and no number dropped."""

import re
from pathlib import Path

import click
import pytest
from rich.cells import cell_len

from chargen.cli import base, report
from tests.cli.running import DOUBLED, run
from tests.cli.terminal import shown
from tests.npc.archetypes import GAMES
from tests.scale import first, pairs, some

WIDTHS = (60, 80, 120)
ASKED = {
    "five-by-five": ("--value", "6"),
    "facade": ("--trait", "10", "--against", "12"),
    "gamocles": ("--pool", "5k2"),
    "five-plus": ("--level", "4"),
    "roll-when-you-need": ("--ability", "3", "--difficulty", "5"),
}
GAME_TESTS = Path(__file__).parents[1] / "games"
DRAWN = re.compile(r"[█·┊─]+")


def words(text: str) -> list[str]:
    """The words of a text, sorted: a table may be in another order, and without bars."""
    return sorted(DRAWN.sub(" ", click.unstyle(text)).replace("|", " ").split())


def wide(text: str) -> int:
    """Return the width of the widest line with several words: one long word may be wider."""
    lines = (line.rstrip() for line in click.unstyle(text).splitlines())
    return max(cell_len(line) for line in lines if len(line.split()) > 1)


def at(columns: int, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    ended = run(*arguments)
    assert ended.code in (0, 1), ended.err
    return ended.out


@pytest.mark.parametrize(
    "arguments",
    [
        *(("odds", game, *ASKED[game]) for game in GAMES),
        *(("encounter", f"{game}/guard*2", f"{game}/guard*2") for game in first([*GAMES][::-1])),
        *(("explain", name) for name in (*GAMES, "weapons", "armor", "concept/wrong-type")),
    ],
    ids=" ".join,
)
def test_lines_are_no_longer_than_the_terminal(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """At 60, 80 and 120 columns, and the words and numbers are the same at each."""
    texts = {columns: at(columns, monkeypatch, *arguments) for columns in WIDTHS}
    for columns, text in texts.items():
        assert wide(text) <= columns
    assert words(texts[60]) == words(texts[80]) == words(texts[120])


@pytest.mark.parametrize(("command", "columns"), pairs(["systems", "presets", "themes"], WIDTHS))
def test_lists_are_no_wider_than_the_terminal(command: str, columns: int) -> None:
    """What goes on does so below itself; where there is no terminal, each has a line."""
    text = shown(command, columns=columns).seen
    assert wide(text) <= columns
    assert words(text) == words(run(command).out)


@pytest.mark.parametrize(("game", "columns"), some(pairs(GAMES, WIDTHS), 6))
def test_diagnostics_are_no_longer_than_the_terminal(game: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor are the lines of a file that they show; all words of their messages are there."""
    monkeypatch.chdir(GAME_TESTS / game.replace("-", "_") / "bad")
    excerpts = re.compile(r"(?m)^ *\d* \| .*\n")
    unbounded = words(excerpts.sub("", run("check", ".").out))
    text = shown("check", ".", columns=columns).seen
    assert wide(text) <= columns
    assert not set(words(excerpts.sub("", text))) - set(unbounded)


def test_where_there_is_no_terminal_diagnostics_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that scripts can look for them, whatever COLUMNS is."""
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, run("check", "-", stdin=DOUBLED.encode()).out.splitlines())) > 100
    text = "a line of many words, " * 30
    assert report.wrapped(text, report.UNBOUNDED) == [text]


def luminance(colour: int) -> float:
    """How light one of the 256 colours of terminals is, from 0 to 1, as WCAG computes it."""
    red, remainder = divmod(colour - 16, 36)
    levels = [0 if step == 0 else 55 + 40 * step for step in (red, *divmod(remainder, 6))]
    linear = [level / 255 / 12.92 if level <= 10 else ((level / 255 + 0.055) / 1.055) ** 2.4 for level in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", ["RED", "AMBER", "GREEN", "TEAL"])
def test_colours_can_be_read_on_dark_and_light_terminals(name: str) -> None:
    """Bold words need a contrast of 3 to 1 on a coloured ground; these have more on black, on white, and near them."""
    light = luminance(getattr(base, name))
    for ground, least in ((0.0, 3.8), (1.0, 3.8), (0.013, 3.0), (0.92, 3.5)):
        one, other = sorted((light, ground))
        assert (other + 0.05) / (one + 0.05) >= least
