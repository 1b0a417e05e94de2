"""What is written as YAML reads back as the same data, and splicing keeps all other characters."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.text.parts import with_value_at
from chargen.text.source import load
from chargen.text.writing import WIDTH, document, quoted, splice

TEXTS = st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\ufffe\uffff"))
FILE = """\
# House of Kai
name: "Kai"   # the name
descriptors:
  Cook: {value: 6, exclusive: 'attack'}\r
  Ladle:   4    # two blanks
notes: |
  First line.
  Second.
equipment: [rope, 'a "hook"']
"""


AWKWARD = (
    *("", " ", "7", "-5", "2.5", "true", "null", "~", "yes: no", "# no", "a #b", "- a", "[a]", "{a}", "*a", "&a"),
    *(
        "'",
        '"',
        "\\",
        "a\nb",
        "a\tb",
        "\u2028",
        "\x85",
        "\ufeff",
        "a:",
        ":a",
        "@a",
        "`a`",
        "%a",
        "|",
        ">",
        "...",
        "---",
    ),
    *("---", "!a"),
)


@given(TEXTS)
def test_any_text_reads_back(text: str) -> None:
    """As a value, a key and an entry of a list."""
    for written, data in (("key: {}", {"key": text}), ("{}: 1", {text: 1}), ("- {}\n- 2", [text, 2])):
        assert load("x", (written.format(quoted(text)) + "\n").encode()).data == data


def test_texts_that_yaml_takes_for_something_else_read_back() -> None:
    for text in AWKWARD:
        assert load("x", f"key: {quoted(text)}\n".encode()).data == {"key": text}


@pytest.mark.parametrize("text", ["Kai Brenner", "Ænys O'Dell", "Łukasz", "龍 王", "Zoë the 2nd", "yes", "No"])
def test_ordinary_names_need_no_quotes(text: str) -> None:
    assert quoted(text) == text


def test_splicing_keeps_comments_order_quotes_and_line_ends() -> None:
    """Two values on a line and a text of several lines change, and nothing else; without a change, nothing does."""
    source = load("x", FILE.encode())
    texts = {("name",): quoted("Łukasz: Ö"), ("descriptors", "Ladle"): "2", ("notes",): '"Short."\n'}
    changed = splice(FILE, [(source.place(path), text) for path, text in texts.items()])
    notes = "|\n  First line.\n  Second.\n"
    assert changed == FILE.replace('"Kai"', '"Łukasz: Ö"').replace("   4 ", "   2 ").replace(notes, '"Short."\n')
    assert splice(FILE, []) == FILE


PATHS = (("name",), ("descriptors", "Cook", "value"), ("descriptors", "Cook", "exclusive"), ("equipment", 0))


@given(
    st.dictionaries(st.sampled_from(PATHS), TEXTS, min_size=1),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "# a\u2028b\x85c\n", "\ufeff"]),
)
def test_spliced_values_read_back_and_others_stay(
    changes: dict[tuple[str | int, ...], str], end: str, start: str
) -> None:
    """At any places of a file with any line ends, and the rest of the data is as it was."""
    text = (start + FILE).replace("\r", "").replace("\n", end)
    source = load("x", text.encode())
    text = source.text
    quotes = {
        path: '"' + quoted(new).strip('"') + '"' if quoted(new)[0] != '"' else quoted(new)
        for path, new in changes.items()
    }
    changed = load("x", splice(text, [(source.place(path), new) for path, new in quotes.items()]).encode())
    assert changed.diagnostics == ()
    expected = load("x", text.encode()).data
    for path, new in changes.items():
        expected = with_value_at(expected, path, new)
    assert changed.data == expected


DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(-1e9, 1e9).map(lambda n: round(n, 3))
    | TEXTS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXTS, inner, max_size=6),
    max_leaves=40,
)


@given(st.dictionaries(TEXTS, DATA, min_size=1, max_size=6))
def test_a_document_reads_back(data: dict[str, Any]) -> None:
    source = load("x", document(data).encode())
    assert source.diagnostics == ()
    assert source.data == data


def test_a_document_is_as_a_person_would_write_it() -> None:
    """Sections have lines of their own, small values share one, and long lists have a line for each entry."""
    long = [f"A thing of some length, number {number}" for number in range(4)]
    written = document(
        {
            "name": "Kai: the second",
            "skills": {"Sword": {"level": 3, "marked": True}, "Bow": 2},
            "armor": {"name": "coat", "value": 3},
            "bag": ["rope", "Dice, loaded"],
            "long": [*long, {"name": long[0], "effect": long[1] * 3, "uses": [1, 2]}],
            "nothing": [],
        }
    )
    assert written == (
        """\
name: "Kai: the second"
skills:
  Sword: {level: 3, marked: true}
  Bow: 2
armor: {name: coat, value: 3}
bag: [rope, "Dice, loaded"]
long:
  - A thing of some length, number 0
  - A thing of some length, number 1
  - A thing of some length, number 2
  - A thing of some length, number 3
  - name: A thing of some length, number 0
    effect: """
        + long[1] * 3
        + """
    uses: [1, 2]
nothing: []
"""
    )
    assert all(len(line) <= WIDTH for line in written.splitlines() if "effect" not in line)
