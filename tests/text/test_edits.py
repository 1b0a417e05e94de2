"""An edit of a text changes one value of its data, and nothing else."""

from typing import Any

import pytest

from chargen.game.resources import PRESETS
from chargen.text.edits import NotEditable, with_key, with_value
from chargen.text.parts import ABSENT, value_at, with_value_at
from chargen.text.source import Source, load
from chargen.text.writing import WIDTH
from tests.plain_data import walk

STARTERS = sorted((PRESETS / "starters").glob("*.yaml"))
VALUES = (5, "Ünder: the, sea", {"a": 1, "b": [1, "x, y"]}, ["p", {"q": 2}], "two\nlines\n", ABSENT)


def read(path: Any) -> Source:
    return load(path.name, path.read_bytes())


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_every_value_of_a_file_can_be_changed_and_taken_away(path: Any) -> None:
    """The file then has that value and no other change; a change of a single value keeps all comments."""
    source = read(path)
    # Every seventh place, as there are some hundred: each has its neighbours' layout.
    for at in [path for path, _ in walk(source.data) if path][::7]:
        for value in VALUES:
            text = with_value(source, at, value)
            assert load("", text.encode()).data == with_value_at(source.data, at, value)
            if not isinstance(value_at(source.data, at), dict | list) and value is not ABSENT:
                assert text.count("#") == source.text.count("#"), (at, value)


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_every_mapping_and_list_of_a_file_takes_a_further_entry(path: Any) -> None:
    """One line is added, or one line becomes longer; one that would be too long then becomes several."""
    source = read(path)
    for at in [path for path, _ in walk(source.data) if path][::2]:
        there = value_at(source.data, at)
        if isinstance(there, dict | list):
            further = (*at, "New one" if isinstance(there, dict) else len(there))
            text = with_value(source, further, {"name": "Rope, 12 yards"})
            before, after = source.text.splitlines(), text.splitlines()
            changed = set(before) - set(after)
            assert len(changed) <= 1
            assert len(after) - len(before) <= 1 or len(changed.pop()) > WIDTH - len(
                ", New one: {name: Rope, 12 yards}"
            )
            assert text.count("#") == source.text.count("#")


def test_a_key_is_renamed_in_its_place() -> None:
    source = load("kai.yaml", b"skills:\n  Sword: 3  # sharp\n  Bow: 1\n")
    assert with_key(source, ("skills", "Sword"), "Axe: big") == 'skills:\n  "Axe: big": 3  # sharp\n  Bow: 1\n'


def test_a_name_that_is_taken_is_refused() -> None:
    source = load("kai.yaml", b"skills: {Sword: 3, Bow: 1}")
    with pytest.raises(NotEditable, match="there is a `Bow` already"):
        with_key(source, ("skills", "Sword"), "Bow")


def test_what_is_missing_on_the_way_is_made() -> None:
    source = load("kai.yaml", b"name: Kai\n")
    assert with_value(source, ("rules", "sheet_tn"), 20) == "name: Kai\nrules: {sheet_tn: 20}\n"
    assert with_value(source, ("weapons", 0), "knife") == "name: Kai\nweapons: [knife]\n"


def test_an_alias_is_never_changed_by_half() -> None:
    """What is written at the anchor keeps its meaning for the other place."""
    source = load("kai.yaml", b"skills: &s {Sword: 3}\nmore: *s\n")
    text = with_value(source, ("more", "Sword"), 5)
    assert load("", text.encode()).data == {"skills": {"Sword": 3}, "more": {"Sword": 5}}
    with pytest.raises(NotEditable, match=r"`skills` is repeated elsewhere as `\*s`"):
        with_value(source, ("skills", "Sword"), 5)


def test_comments_in_a_value_that_is_written_anew_stay() -> None:
    """One stays on its line, and several come above; a ``#`` in a text is none."""
    source = load("kai.yaml", b'bag:\n  - "#1 fan"\n  - - rope  # long\n    - oil  # new\n')
    assert with_value(source, ("bag", 0), ["#2"]) == source.text.replace('"#1 fan"', '["#2"]')
    text = with_value(source, ("bag", 1), {"name": "rope"})
    assert text == 'bag:\n  - "#1 fan"\n  # long\n  # new\n  - {name: rope}\n'
    assert with_value(load("", text.encode()), ("bag",), "rope") == "# long\n# new\nbag: rope\n"
    for listed in (b"bag:\n  - rope  # long\n", b"bag: |  # long\n  a #1\n  b\n"):
        assert with_value(load("", listed), ("bag",), "rope") == "bag: rope  # long\n"
