"""Two slips in one file are both reported: an error hides no error in another entry or in a line of the ledger."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

from chargen import checking, registry
from chargen.fileio import Input
from chargen.sources.check_file import check_any
from chargen.text.diagnostic import Severity
from chargen.text.source import load
from tests.scale import TRIES_MUTANTS, some

FOLDER = Path(__file__).parent / "pairs"
FILES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
GAMES = Path(__file__).parents[2] / "examples" / "games"


@dataclass(frozen=True)
class Slip:
    """A change within one line of a valid file, whose comments are places for further lines."""

    line: int
    old: str
    new: str
    hides: tuple[str, ...] = ()
    """The codes of errors that wait for it: those of a sum of which a number cannot be read, or of a line that names
    what the slip makes unreadable."""


Found = frozenset[tuple[int, str]]
"""The line and the code of each error."""


@cache
def read(game: str) -> tuple[list[str], list[Slip], str]:
    """Return the lines of the valid file of a game, the slips, and the file's name where it is no character."""
    written = yaml.load((FOLDER / f"{game}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    text = written["text"] if "text" in written else (GAMES / written["file"]).read_text(encoding="utf-8")
    lines = text.splitlines()
    slips = []
    for old, new, *hides in written["slips"]:
        [line] = [number for number, text in enumerate(lines) if old in text]
        slips.append(Slip(line, old, new, tuple(hides)))
    return lines, slips, written.get("file", "")


@cache
def find_errors(game: str, *slips: Slip) -> Found:
    written, _, file = read(game)
    lines = list(written)
    for slip in slips:
        lines[slip.line] = lines[slip.line].replace(slip.old, slip.new)
    content = "\n".join(lines).encode()
    # Files of other kinds than characters are read where they are, and have a name.
    with registry.beside(GAMES), TemporaryDirectory() as folder:
        if file:
            path = Path(folder, file)
            path.write_bytes(content)
            checked = check_any(Input(file, path))
        else:
            checked = checking.check_source(load("kai.yaml", content), None)
    return frozenset(
        (each.place.line, each.code)
        for each in checked.diagnostics
        if each.severity is Severity.ERROR and each.place is not None
    )


def list_pairs(game: str) -> Iterator[tuple[Slip, Slip]]:
    """Yield each two slips that can be in one file."""
    for one, other in combinations(read(game)[1], 2):
        if one.line != other.line:
            yield one, other


@pytest.mark.parametrize("game", FILES)
def test_each_slip_is_an_error_and_both_of_two_are_reported(game: str) -> None:
    assert find_errors(game) == frozenset()
    # For each value of an archetype people are drawn, which takes its time.
    number, missed = 2 if game == "archetype" else 30, []
    tried = some(list(list_pairs(game)), 200 if TRIES_MUTANTS else number)
    alone = {slip: find_errors(game, slip) for slip in {slip: None for pair in tried for slip in pair}}
    assert [slip.new for slip, found in alone.items() if not found] == []
    for one, other in tried:
        expected = {each for each in alone[one] if each[1] not in other.hides}
        expected |= {each for each in alone[other] if each[1] not in one.hides}
        if hidden := expected - find_errors(game, one, other):
            missed.append((one.new, other.new, sorted(hidden)))
    assert missed == []
