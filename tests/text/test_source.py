"""YAML text with a place for every key and value; what is wrong with it is a diagnostic, never a crash."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.text.diagnostic import KeyPath, Place, Severity, error
from chargen.text.limits import CONCEPT_BYTES
from chargen.text.reader import resolve
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


SPOTS: Mapping[str, tuple[str, KeyPath, str, tuple[int, int], tuple[int, int]]] = {
    "a plain value": ("a: 1\nb: two\n", ("b",), "two", (2, 1), (2, 4)),
    "a key with blanks": ("Hit Points : 4\n", ("Hit Points",), "4", (1, 1), (1, 14)),
    "a flow mapping": ("a: {b: 1, c: 22}\n", ("a", "c"), "22", (1, 11), (1, 14)),
    "a flow list": ("a: [x, yy]\n", ("a", 1), "yy", (0, 0), (1, 8)),
    "a block list": ("a:\n  - x\n  - yy\n", ("a", 1), "yy", (0, 0), (3, 5)),
    "a list in the column of its key": ("a:\n- x\n- yy\n", ("a", 1), "yy", (0, 0), (3, 3)),
    "a mapping in a list": ("a:\n  - b: 1\n    c: 2\n", ("a", 0, "c"), "2", (3, 5), (3, 8)),
    "double quotes": ('"a b": "c d"\n', ("a b",), '"c d"', (1, 1), (1, 8)),
    "single quotes": ("a: 'it''s'\n", ("a",), "'it''s'", (1, 1), (1, 4)),
    "letters of other alphabets": ("Ключ: {ñ: 龍}\n", ("Ключ", "ñ"), "龍", (1, 8), (1, 11)),
    "letters outside the plane": ("😀: 😀😀\n", ("😀",), "😀😀", (1, 1), (1, 4)),
    "Windows line ends": ("a: 1\r\nb: 2\r\n", ("b",), "2", (2, 1), (2, 4)),
    "old line ends": ("a: 1\rb: 2\r", ("b",), "2", (2, 1), (2, 4)),
    "a byte order mark": ("\ufeffa: 1\n", ("a",), "1", (1, 1), (1, 4)),
    "a tab before a value": ("a:\t1\n", ("a",), "1", (1, 1), (1, 4)),
    "a comment in between": ("a: # one\n  1\n", ("a",), "1", (1, 1), (2, 3)),
    "a line separator, which ends no line": ("# one\u2028two: 1\na: 1\n", ("a",), "1", (2, 1), (2, 4)),
    "a next line, which ends no line": ('a: "x\x85y"\nb: 2\n', ("b",), "2", (2, 1), (2, 4)),
}


@pytest.mark.parametrize("spot", SPOTS)
def test_everything_has_its_place(spot: str) -> None:
    text, path, shown, key, value = SPOTS[spot]
    source = read(text)
    assert source.diagnostics == ()
    span = source.spans[path]
    assert (span.value.line, span.value.column) == value
    assert source.place(path) == span.value
    assert source.place(path, key=True) == (span.key or span.value)
    assert cut(source, span.value) == shown
    if key == (0, 0):
        assert span.key is None
    else:
        assert span.key is not None
        assert (span.key.line, span.key.column) == key


def test_what_is_longer_than_a_line_has_its_place_too() -> None:
    """A text in quotes or below its sign, and a mapping from its first key or brace to its last line or brace."""
    source = read('notes: |\n  one\n  two\nmore: "three\n  four"\na:\n  b: 1\nc: {d: 2}\n')
    assert source.data == {"notes": "one\ntwo\n", "more": "three four", "a": {"b": 1}, "c": {"d": 2}}
    places = [source.spans[key,].value for key in ("notes", "more", "a", "c")]
    assert places == [Place(1, 8, 4, 1), Place(4, 7, 5, 8), Place(7, 3, 8, 1), Place(8, 4, 8, 10)]


def test_an_alias_has_the_place_where_it_is_written() -> None:
    """What is within keeps the places of the anchor."""
    source = read("a: &x {b: 1}\nc: *x\nd: &y 7\ne: *y\n")
    assert source.data == {"a": {"b": 1}, "c": {"b": 1}, "d": 7, "e": 7}
    assert source.spans["c",].value == Place(2, 4, 2, 6)
    assert source.spans["c", "b"].value == source.spans["a", "b"].value
    assert source.spans["e",].value == Place(4, 4, 4, 6)
    assert source.place(("c", "b")) == source.spans["a", "b"].value


def test_a_place_is_found_in_another_spelling() -> None:
    """`hit_points` finds the key that the file calls Hit Points; a key that is missing, the mapping that lacks it."""
    source = read("Descriptors:\n  Cook: {Value: 6}\nHit Points: 4\n")
    assert source.place(("hit_points",)) == Place(3, 13, 3, 14)
    assert source.place(("hit_points",), key=True) == Place(3, 1, 3, 11)
    assert source.place(("descriptors", "cook", "value")) == Place(2, 17, 2, 18)
    assert source.place(("descriptors", "Cook", "exclusive")) == source.spans["Descriptors", "Cook"].value
    assert source.place(("weapons",)) == source.spans[()].value
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


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("true", True),
        ("TRUE", True),
        ("False", False),
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("tRUE", "tRUE"),
        ("12:30", "12:30"),
        ("1:2", "1:2"),
        ("2026-11-20", "2026-11-20"),
        ("7", 7),
        ("-5", -5),
        ("+5", 5),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("−5", "−5"),
        ("٣", "٣"),
        ("2.5", 2.5),
        (".5", 0.5),
        ("-1.", -1.0),
        ("1e3", 1000.0),
        ("1.5E-2", 0.015),
        (".", "."),
        ("e3", "e3"),
        ("2d6", "2d6"),
        ("3:1+2", "3:1+2"),
        ("<<", "<<"),
        ("=", "="),
    ],
)
def test_plain_scalars_mean_what_yaml_1_2_says(text: str, value: object) -> None:
    """By the core schema of YAML 1.2: `yes`, `on`, times and dates are texts, as are 1.1's other surprises."""
    found = resolve(text)
    assert found == value
    assert type(found) is type(value)
    assert read(f"a: {text}\n").data == {"a": value}


def test_what_is_in_quotes_and_each_key_is_text() -> None:
    """So is a block of text, and a value behind a lone !."""
    assert read("a: '5'\nb: \"true\"\nc: |\n  5\nd: ! 5\n").data == {"a": "5", "b": "true", "c": "5\n", "d": "5"}
    assert list(read("7: a\ntrue: b\n~: c\n2.5: d\n'<<': e\n").data) == ["7", "true", "~", "2.5", "<<"]


def test_absurd_numbers_are_numbers_or_text() -> None:
    source = read(f"a: {'9' * 1000}\nb: {'9' * 30}\nc: 1e999\nd: 1e9999\n")
    assert source.diagnostics == ()
    assert source.data["a"] == "9" * 1000
    assert source.data["b"] == 1e30
    assert source.data["c"] == "1e999"
    assert source.data["d"] == "1e9999"


def test_a_doubled_key_is_an_error_at_each_place_but_the_first() -> None:
    """The message names both lines; the first value is kept."""
    source = read("a: 1\nb: {c: 1, c: 2}\na: 3\na: 4\n")
    found = sorted((one.place.line, one.place.column, one.code) for one in source.diagnostics if one.place)
    assert found == [(2, 11, "yaml/doubled-key"), (3, 1, "yaml/doubled-key"), (4, 1, "yaml/doubled-key")]
    assert source.data == {"a": 1, "b": {"c": 1}}
    (third,) = (one for one in source.diagnostics if one.place and one.place.line == 3)
    assert third.related[0].place == Place(1, 1, 1, 2)
    assert "(lines 1 and 3)" in third.message


@pytest.mark.parametrize(
    "tagged", ["!!python/object/apply:os.system ['true']", "!foo x", "!!str 5", "!<tag:x> y", "!!map {b: 1}"]
)
def test_a_tag_is_an_error(tagged: str) -> None:
    """The value behind it is read, so that the other diagnostics are reported, too."""
    source = read(f"a: {tagged}\nb: 2\n")
    assert only(source) == ("yaml/tag", 1, 4)
    assert source.data["b"] == 2


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


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a: &x [1, *x]\n", ("yaml/anchors", 1, 11)),
        ("a: &x {b: {c: *x}}\n", ("yaml/anchors", 1, 15)),
        ("&x [*x]\n", ("yaml/anchors", 1, 5)),
        ("a: 1\nb: *nothing\n", ("yaml/anchors", 2, 4)),
        ("a: &x {b: 1}\n*x : 1\n", ("yaml/key", 2, 1)),
    ],
)
def test_an_alias_within_its_anchor_or_without_one_or_of_a_mapping_as_a_key_is_refused(
    text: str, error: tuple[str, int, int]
) -> None:
    """A number or a text may be repeated as a key."""
    assert only(read(text)) == error
    assert read("a: &x 7\n*x : 1\n").data == {"a": 7, "7": 1}


@pytest.mark.parametrize("deep", ["[", "{a: ", "- ", "? ", "[{a: "])
def test_a_hundred_thousand_brackets_are_too_deep(deep: str) -> None:
    code, line, _ = only(read(deep * 100_000))
    assert code in ("yaml/too-deep", "yaml/key")
    assert line == 1


def test_forty_levels_are_allowed() -> None:
    assert read("[" * 40 + "]" * 40).diagnostics == ()
    assert only(read("[" * 41 + "]" * 41))[0] == "yaml/too-deep"
    half = "[" * 25 + "]" * 25
    assert only(read(f"a: &x {half}\nb: {'[' * 25}*x{']' * 25}\n"))[0] == "yaml/anchors"


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


@pytest.mark.parametrize("text", ["", " ", "\n\n", "# a comment\n", "---\n", "---\n...\n", "~", "null\n", "\ufeff"])
def test_a_file_without_data_is_empty(text: str) -> None:
    source = read(text)
    assert only(source) == ("yaml/empty", 1, 1)
    assert "chargen new" in source.diagnostics[0].hint


def test_a_second_document_is_refused() -> None:
    assert only(read("a: 1\n---\nb: 2\n")) == ("yaml/documents", 2, 1)
    assert read("%YAML 1.2\n---\na: 1\n...\n").data == {"a": 1}


@pytest.mark.parametrize("key", ["[a, b]", "{a: 1}", "{name}"])
def test_a_list_or_mapping_cannot_be_a_key(key: str) -> None:
    source = read(f"? {key}\n: 1\n")
    assert only(source) == ("yaml/key", 1, 3)
    assert "quotes" in source.diagnostics[0].hint


@pytest.mark.parametrize("sign", ["\0", "\a", "\x1b", "\x0b", "\x7f", "\ufffe"])
def test_raw_control_characters_are_refused(sign: str) -> None:
    assert only(read(f"é: x\nb: y{sign}z\n")) == ("yaml/control-character", 2, 5)


@pytest.mark.parametrize("escape", [r"\0", r"\x1b", r"\a", r"\u0007", r"\x7f", r"\x9b"])
def test_escaped_control_characters_are_refused(escape: str) -> None:
    """The value holds none, so that no terminal is commanded; tabs and line ends are text."""
    source = read(f'a: "x{escape}y"\n')
    assert only(source) == ("yaml/control-character", 1, 4)
    assert source.data == {"a": "x\ufffdy"}
    assert read(r'a: "x\ty\nz"').data == {"a": "x\ty\nz"}


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
        place = source.spans[path].value
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
