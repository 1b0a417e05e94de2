"""YAML text with a place for every key and value; what is wrong with it is a diagnostic, never a crash."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.text.diagnostic import Place, Severity, error
from chargen.text.limits import CONCEPT_BYTES
from chargen.text.source import Source, load
from tests.plain_data import walk


def read(text: str | bytes) -> Source:
    return load("kai.yaml", text if isinstance(text, bytes) else text.encode())


def only(source: Source) -> tuple[str, int, int]:
    (diagnostic,) = source.diagnostics
    assert (diagnostic.severity, diagnostic.file) == (Severity.ERROR, "kai.yaml")
    assert diagnostic.place is not None
    return diagnostic.code, diagnostic.place.line, diagnostic.place.column


def cut(source: Source, place: Place) -> str:
    assert place.line == place.end_line
    return source.lines[place.line - 1][place.column - 1 : place.end_column - 1]


def test_a_place_is_found_in_another_spelling() -> None:
    """`hit_points` finds the key that the file calls Hit Points; a key that is missing, the mapping that lacks it."""
    source = read("Descriptors:\n  Cook: {Value: 6}\nHit Points: 4\n")
    assert source.place(("hit_points",)) == Place(3, 13, 3, 14)
    assert source.place(("hit_points",), key=True) == Place(3, 1, 3, 11)
    assert source.place(("descriptors", "cook", "value")) == Place(2, 17, 2, 18)
    assert source.place(("descriptors", "Cook", "exclusive")) == source.place(("Descriptors", "Cook"))
    assert source.place(("weapons",)) == source.place(())
    assert source.place(("hit_points", "x", 3)) == Place(3, 13, 3, 14)


def test_diagnostics_are_located_with_their_relatives() -> None:
    """Paths become places, in hints the lines that are meant; a diagnostic with a place keeps it."""
    source = read("a: 1\nb: 2\nc: 3\n")
    placed = error("here", place=Place(9, 9, 9, 9))
    meant = error("there", "b", key=True, mentions=(("a",), ("c",)), hint="change {lines}")
    first, second = source.locate([placed, meant])
    assert first.place == Place(9, 9, 9, 9)
    assert second.place == Place(2, 1, 2, 2)
    assert second.hint == "change lines 1 and 3"
    assert second.file == "kai.yaml"


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


def test_an_anchor_bomb_does_not_go_off() -> None:
    """Nested aliases that stand for billions of values are refused at once, where they pass the limit."""
    started = time.process_time()
    code, line, _ = only(read(bomb(12)))
    assert code == "yaml/anchors"
    assert line == 5
    assert time.process_time() - started < 5
    assert read(bomb(3)).diagnostics == ()


@pytest.mark.parametrize("deep", ["[", "{a: ", "- ", "? ", "[{a: "])
def test_a_hundred_thousand_brackets_are_too_deep(deep: str) -> None:
    code, line, _ = only(read(deep * 100_000))
    assert code in ("yaml/too-deep", "yaml/key")
    assert line == 1


def test_too_many_values_are_too_many() -> None:
    assert only(read("[" + "1, " * 60_000 + "1]"))[0] == "yaml/too-large"


def test_bytes_that_are_not_utf_8_are_pointed_at() -> None:
    """By line and column, also behind letters of several bytes."""
    assert only(read("name: Zo\xeb\n".encode("latin-1"))) == ("yaml/encoding", 1, 9)
    assert only(read("é: ü\r\nb: ".encode() + b"\xff\n")) == ("yaml/encoding", 2, 4)
    assert only(read(b"a: \xc3")) == ("yaml/encoding", 1, 4)


def test_a_file_of_50_megabytes_is_not_read() -> None:
    """More than a mebibyte is refused before it is looked at."""
    started = time.process_time()
    assert only(read(b"a: " + b"x" * 50_000_000)) == ("yaml/too-large", 1, 1)
    assert time.process_time() - started < 2
    assert read(b"a: " + b"x" * (CONCEPT_BYTES - 3)).diagnostics == ()


PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(alphabet="ab :#-\"'é龍\\", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='abc :"é', max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(PLAIN, st.sampled_from([None, 1, 4]))
def test_what_is_at_a_place_is_the_value(data: Any, indent: int | None) -> None:
    """Of any JSON, each value's place, cut out and read again, is that value."""
    text = json.dumps({"top": data}, ensure_ascii=False, indent=indent)
    source = read(text)
    assert source.data == {"top": data}
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    for path, value in walk(source.data):
        place = source.place(path)
        first = starts[place.line - 1] + place.column - 1
        last = starts[place.end_line - 1] + place.end_column - 1
        assert json.loads(text[first:last]) == value


@given(st.binary(max_size=80))
def test_no_bytes_crash(content: bytes) -> None:
    source = read(content)
    assert source.data is not None or source.diagnostics
    for diagnostic in source.diagnostics:
        assert diagnostic.place is not None
        assert 1 <= diagnostic.place.line <= len(source.lines)
        assert 1 <= diagnostic.place.column <= len(source.lines[diagnostic.place.line - 1]) + 1
