"""Test that an entry is added to a file as one hunk and removed again to the byte, in every style of file."""

import difflib
from random import Random

import pytest

from chargen.experience.editing import appended, entries, without_last
from chargen.text.diagnostic import has_errors
from chargen.text.edits import NotEditable
from chargen.text.source import Source, load
from tests.experience import styled
from tests.scale import fourth, tenth

FILES = tenth(tenth(20_000))
FIRST = {"raise": "Öl, and: fire", "to": 4}
SECOND = {"award": 3, "why": "the docks: night"}


def read(content: bytes | str) -> Source:
    """Read a file that is in order."""
    source = load("kai.yaml", content.encode() if isinstance(content, str) else content)
    assert not has_errors(source.diagnostics)
    return source


def hunks(before: str, after: str) -> int:
    diff = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True))
    return sum(line.startswith("@@") for line in diff)


@pytest.mark.parametrize("start", range(0, FILES, 500))
def test_what_is_appended_comes_out_to_the_byte(start: int) -> None:
    """Two entries go in, each as one hunk, and out again; between, the file holds what it held and the entries."""
    edited, number = 0, min(500, FILES)
    for seed in range(start, start + number):
        source = load("kai.yaml", styled(Random(seed)))
        if has_errors(source.diagnostics):
            continue
        value = entries(source)
        try:
            one = read(appended(source, FIRST))
        except NotEditable:  # a text that a final newline would make longer
            assert not source.text.endswith(("\n", "\r")), source.text
            assert "|" in source.text
            continue
        two = read(appended(one, SECOND))
        assert entries(one) == [*value, FIRST], source.text
        assert entries(two) == [*value, FIRST, SECOND], source.text
        assert without_last(two) == one.text, source.text
        assert without_last(one) == source.text, source.text
        assert (hunks(source.text, one.text), hunks(one.text, two.text)) == (1, 1), source.text
        edited += 1
    assert edited > 0.8 * number


def test_any_last_entry_is_taken_out_alone() -> None:
    """An entry that was written by hand is taken out, and nothing else of the data with it; or the file is refused."""
    taken, number = 0, fourth(500)
    for seed in range(number):
        source = load("kai.yaml", styled(Random(seed)))
        if has_errors(source.diagnostics) or not entries(source):
            continue
        try:
            rest = read(without_last(source))
        except NotEditable:
            continue
        assert entries(rest) == entries(source)[:-1]
        taken += 1
    assert taken > 0.3 * number


WRITTEN = """\
name: Kai
advancement: [
  {award: 5},  # docks
  {raise: Sword, to: 4}  # dear
]
"""


def test_a_flow_list_in_lines_gets_a_line() -> None:
    """Where the entries of a list in flow style have lines of their own, so has the new one, and comments stay."""
    assert appended(read(WRITTEN), {"award": 1}) == WRITTEN.replace("4}  # dear\n", "4},  # dear\n  {award: 1}\n")


def test_one_entry_becomes_a_list() -> None:
    """A single entry becomes the first of a list, in its own style."""
    block = "name: Kai\nadvancement:  # mine\n  award: 5  # docks\n  why: x\nplayer: Ada\n"
    text = appended(read(block), {"award": 1})
    assert text == block.replace("  award", "  - award").replace("  why: x\n", "    why: x\n  -  {award: 1}\n")
    assert without_last(read(text)) == block
    assert appended(read("name: Kai\nadvancement: {award: 5}"), {"award": 1}).endswith(": [{award: 5},{award: 1}]")


def test_entries_that_hold_nothing_stay() -> None:
    """A dash with nothing behind it is left for the check; without a key, or behind an anchor, nothing is written."""
    value = "name: Kai\nadvancement:\n  -\n  - {award: 5}\n"
    text = appended(read(value), {"award": 1})
    assert text == f"{value}  - {{award: 1}}\n"
    assert without_last(read(text)) == value
    for untouched in ("{ }\n", "name: Kai\nadvancement: &nothing\n"):
        with pytest.raises(NotEditable):
            appended(read(untouched), {"award": 1})


@pytest.mark.parametrize(
    "nothing",
    [
        "advancement: ~\n",
        "advancement: # mine\n  null # yet\n",
        "advancement:\n\n ~\n",
        "advancement:\r\n  NULL\r\n",
        "advancement : ~\n",
        "ADVANCEMENT\t:  Null\n",
        '"advancement" : null\n',
        "? advancement\n: null\n",
    ],
)
def test_a_ledger_that_is_written_out_as_nothing_comes_back(nothing: str) -> None:
    """Behind its key or on a line of its own: a comment while there are entries, and as it was when there are none."""
    value = f"name: Kai\n{nothing}player: Ada\n"
    longer = read(appended(read(value), {"award": 1}))
    assert entries(longer) == [{"award": 1}]
    assert without_last(longer) == value


def test_an_alias_of_a_list_is_refused() -> None:
    """Refuse to edit a ledger that is an alias, and to remove an entry from an empty one."""
    source = read("name: Kai\nbag: &l [{award: 1}]\nadvancement: *l\n")
    with pytest.raises(NotEditable):
        appended(source, {"award": 1})
    with pytest.raises(NotEditable):
        without_last(read("name: Kai\n"))
