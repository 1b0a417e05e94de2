"""Test that an entry is added to a file as one hunk and removed again to the byte."""

import difflib
from pathlib import Path

import pytest

from chargen.experience.moves import appended, entries, without_last
from chargen.game.resources import PRESETS
from chargen.text.diagnostic import has_errors
from chargen.text.edits import NotEditable
from chargen.text.source import Source, load
from tests.scale import some

FIRST = {"raise": "Öl, and: fire", "to": 4}
SECOND = {"award": 3, "why": "the docks: night"}
FILES = sorted([*(PRESETS / "starters").glob("*.yaml"), *(PRESETS / "concepts").rglob("*.yaml")])


def read(text: str) -> Source:
    """Read a file that is in order."""
    source = load("kai.yaml", text.encode())
    assert not has_errors(source.diagnostics)
    return source


def hunks(before: str, after: str) -> int:
    diff = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True))
    return sum(line.startswith("@@") for line in diff)


@pytest.mark.parametrize("path", some(FILES, 12), ids=lambda path: path.stem)
@pytest.mark.parametrize("end", ["\n", "", "\r\n"])
def test_what_is_appended_comes_out_to_the_byte(path: Path, end: str) -> None:
    """Two entries go in, each as one hunk, and out again, in files with and without a final newline, and of Windows."""
    text = path.read_text("utf-8")
    source = read(text.replace("\n", end) if end else text.rstrip("\n"))
    one = read(appended(source, FIRST))
    two = read(appended(one, SECOND))
    assert entries(two) == [*entries(source), FIRST, SECOND]
    assert (hunks(source.text, one.text), hunks(one.text, two.text)) == (1, 1)
    assert without_last(two) == one.text
    assert without_last(one) == source.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("name: Kai\n", "name: Kai\nadvancement:\n  - {award: 1}\n"),
        ("name: K\nAdvancement: []  # mine\n", "name: K\nAdvancement: [{award: 1}]  # mine\n"),
        ("advancement: ~\nname: Kai\n", "advancement: [{award: 1}]\nname: Kai\n"),
        ("advancement: {award: 5}", "advancement: [{award: 5}, {award: 1}]"),
        ("advancement:\n  award: 5  # docks\n  why: x\n", "advancement: [{award: 5, why: x}, {award: 1}]  # docks\n"),
        ("advancement:\n- award: 5  # docks\n\n# end\n", "advancement:\n- award: 5  # docks\n- {award: 1}\n\n# end\n"),
        (
            "advancement: [\n  {award: 5},  # docks\n  {award: 4}  # dear\n]\n",
            "advancement: [\n  {award: 5},  # docks\n  {award: 4},  # dear\n  {award: 1}\n]\n",
        ),
        (
            '{"name": "Kai", "advancement": [{"award": 5}]}',
            '{"name": "Kai", "advancement": [{"award": 5}, {"award": 1}]}',
        ),
    ],
)
def test_an_entry_is_written_as_those_before_it(before: str, after: str) -> None:
    """In each style, with all comments; a single entry becomes a list."""
    assert appended(read(before), {"award": 1}) == after
    assert entries(read(without_last(read(after)))) == entries(read(before))


def test_a_layout_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(NotEditable):
        appended(read("{ }\n"), {"award": 1})


def test_nothing_is_taken_from_an_empty_ledger() -> None:
    with pytest.raises(NotEditable, match="no entries"):
        without_last(read("name: Kai\n"))
