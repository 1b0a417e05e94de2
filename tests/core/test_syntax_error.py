"""A text that YAML refuses is explained at the slip, in words that need no knowledge of YAML."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import registry
from chargen.core.diagnostic import Diagnostic
from chargen.core.limits import CONCEPT_BYTES
from chargen.core.source import load
from chargen.core.writing import splice

STARTERS = [registry.system(key).new_concept("Kai") for key in registry.list_games()]
TAIL = "name: Kai\n"


def only(text: str) -> Diagnostic:
    """The one diagnostic about a text."""
    (diagnostic,) = load("kai.yaml", text.encode()).diagnostics
    assert diagnostic.place is not None
    return diagnostic


def place(text: str) -> tuple[int, int]:
    """Line and column of the one diagnostic about a text."""
    found = only(text).place
    assert found is not None
    return found.line, found.column


def fixed(text: str) -> str:
    """A text with the fix of its one diagnostic."""
    diagnostic = only(text)
    assert diagnostic.place is not None
    assert diagnostic.fix is not None
    return splice(text, [(diagnostic.place, diagnostic.fix)])


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: 'Other people's mail'\n", 'a: "Other people\'s mail"\n'),
        ("a: {b: 'Other people's mail', c: 2}\n", 'a: {b: "Other people\'s mail", c: 2}\n'),
        ("a: ['It's me', 'you']\n", "a: [\"It's me\", 'you']\n"),
        ("- 'It's me'  # me\n", '- "It\'s me"  # me\n'),
        ("'Kai's bag': 2\n", '"Kai\'s bag": 2\n'),
        ('a: "He said "hi" to me"\n', "a: 'He said \"hi\" to me'\n"),
        ('a: "Kai" the porter\n', "a: '\"Kai\" the porter'\n"),
        ('a: {b: "Kai" the porter, c: 2}\n', "a: {b: '\"Kai\" the porter', c: 2}\n"),
        ("a: 'Kai' the \"porter\"\n", "a: '''Kai'' the \"porter\"'\n"),
    ],
)
def test_a_text_that_goes_on_after_its_quotation_mark_is_quoted_completely(text: str, after: str) -> None:
    """Most often the mark is an apostrophe."""
    assert fixed(text) == after
    assert not load("kai.yaml", after.encode()).diagnostics


@pytest.mark.parametrize("sign", ["*", "&", "!", "|", ">", "?", "-", ",", "]", "}", "@", "`", "%"])
@pytest.mark.parametrize("before", ["a: ", "- ", "- a: "])
def test_a_text_that_starts_with_a_sign_of_yaml_is_quoted(sign: str, before: str) -> None:
    """The hint puts quotes around all of it; there is a fix only for signs that mean nothing else at that place."""
    text = f"{before}{sign} bold  # sign\n"
    if sign == "!" or (before == "- " and sign in "-?,]}"):
        return  # these are read, or mean something else there
    assert only(text).message == f"a text that starts with {sign} must be in quotes"
    assert only(text).hint == f'put it in quotes: "{sign} bold"'
    if sign in "*&@`%":
        assert fixed(text) == f'{before}"{sign} bold"  # sign\n'
    else:
        assert only(text).fix is None


@pytest.mark.parametrize(
    "text",
    [
        "a: {b: 2,` c: 3}\n",
        "a: @4\n",
        "a: {%b: 2, c: 3}\n",
        'a: ""   @ # b\n',
        "a: {b}c: 3, d: 4}\n",
        "a: 1\nb:[\n  c: 2\n",
        "a: {b: {c{d: 1}}\n",
        "a:\n  \tb:\n  c: 2\n",
        "a: |  once upon a time\nb: 2\n",
    ],
)
def test_a_stray_sign_is_not_fixed(text: str) -> None:
    """What it was meant for is not certain, and quotes around it would hide the values beside it."""
    assert only(text).fix is None


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("- name: Kai, b: 2, c: 3}\n- d\n", "- {name: Kai, b: 2, c: 3}\n- d\n"),
        ("z:\n  a: b: 2, c: 3}\n", "z:\n  a: {b: 2, c: 3}\n"),
        ("a: {b {c: 2}}\n", "a: {b: {c: 2}}\n"),
        ("a: 1\nnotes |\n  Kai\n", "a: 1\nnotes: |\n  Kai\n"),
    ],
)
def test_a_brace_or_a_colon_that_is_missing_is_inserted(text: str, after: str) -> None:
    """Where the rest of the line leaves no choice."""
    assert fixed(text) == after
    assert not load("kai.yaml", after.encode()).diagnostics


def test_an_alias_of_nothing_is_a_text_without_quotes() -> None:
    """`*bold` alone is YAML's way to repeat a value."""
    diagnostic = only("a: *bold\n")
    assert (diagnostic.code, diagnostic.hint) == (
        "yaml/anchors",
        'a text that starts with * must be in quotes: "*bold"',
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "hint"),
    [
        ("a:\n  b: {c: 2, d: x\n  e: 2\n", 2, 6, "close it: {c: 2, d: x}"),
        ("a: [b, {c: 2}   # c\nd: 2\n", 1, 4, "close it: [b, {c: 2}]"),
        ("a: [b, {c: 2]\nd: 2\n", 1, 8, "write } before the ]"),
        ("a: {\n  b: 2,\n  c: 3\nd: 2\n", 1, 4, "write } where it ends"),
        ("a: {b: 1\n", 1, 4, "close it: {b: 1}"),
        ("a: [b, c", 1, 4, "close it: [b, c]"),
    ],
)
def test_an_open_bracket_is_reported_where_it_opens(text: str, line: int, column: int, hint: str) -> None:
    """Not at the line below, where YAML stops."""
    diagnostic = only(text)
    assert diagnostic.message in ("this { is never closed", "this [ is never closed")
    assert (*place(text), diagnostic.hint) == (line, column, hint)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: {b: 2 c: 3}\n", "a: {b: 2, c: 3}\n"),
        ("a: {b: 2; c: 3}\n", "a: {b: 2, c: 3}\n"),
        ("a: [b, {c: 2} {d: 2}]\n", "a: [b, {c: 2}, {d: 2}]\n"),
        ('a: ["b" "c"]\n', 'a: ["b", "c"]\n'),
        ("a: [b {c: 2}]\n", "a: [b, {c: 2}]\n"),
        ('{\n  "a": "b"\n  "c": 2\n}\n', '{\n  "a": "b",\n  "c": 2\n}\n'),
        ("a: {b: 2]\n", "a: {b: 2}\n"),
        ("a: {b: Night: the porter, c: 2}\n", 'a: {b: "Night: the porter", c: 2}\n'),
        ("z: 1\na {b: 2, c: 3}\n", "z: 1\na: {b: 2, c: 3}\n"),
    ],
)
def test_a_sign_that_is_missing_or_wrong_in_brackets_is_written(text: str, after: str) -> None:
    """Commas, semicolons, the wrong bracket, and the colon before it."""
    assert fixed(text) == after
    assert not load("kai.yaml", after.encode()).diagnostics


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: {b: 2}}\n", "this } closes nothing"),
        ("a: [b], {c: 2}\n", "the list ends at this ], and more follows"),
        ("a: [b,, c]\n", "there is nothing before this comma"),
        ("a: b: 2, c: 3\n", "keys on the line of another key must be in braces"),
        ("a: (b: 2, c: 3)\n", "keys on the line of another key must be in braces"),
        ("a:\n  b: 2  c: 3\n", "a key starts on a line of its own"),
        ("system: facade name: Kai\n", "a key starts on a line of its own"),
    ],
)
def test_other_slips_with_brackets_have_no_fix(text: str, message: str) -> None:
    """What was meant is not certain."""
    assert (only(text).message, only(text).fix) == (message, None)


@pytest.mark.parametrize(
    ("text", "line", "beside"),
    [
        ("a:\n  b: 1\n c: 2\n  d: 3\n", 3, 2),
        ("a:\n  b: 1\n   c: 2\n  d: 3\n", 3, 2),
        ("a:\n b: 1\n  c: 2\n  d: 3\n", 2, 3),
        ("a:\n  b: 1\nc: 2\n  d: 3\n", 3, 4),
        ("a:\nb: 1\n  c: 2\n", 2, 3),
        ("a: 1\n b: 2\n", 2, 1),
        (" a: 1\nb: 2\n", 2, 1),
        ("a:\n  - b\n - c\n", 3, 2),
        ("a:\n  - b: 1\n   c: 2\n", 3, 2),
        ("a:\n  - b: 1\n  c: 2\n", 3, 2),
        ("a:\n  b: {c: 1}\n   d: 2\n", 3, 2),
    ],
)
def test_a_line_with_another_indentation_is_reported_with_its_neighbour(text: str, line: int, beside: int) -> None:
    """The odd one of the two is named first."""
    message = only(text).message
    assert message.startswith(f"line {line} is indented by ")
    assert f"; its neighbour, line {beside}, by " in message
    assert place(text)[0] == line


@pytest.mark.parametrize("fence", ["```yaml", "```"])
def test_the_fence_of_a_code_block_is_removed(fence: str) -> None:
    """Before the text, and after it."""
    assert only(f"{fence}\na: 1\n").hint == f'remove the line "{fence}"'
    assert fixed(f"a: 1\n{fence}\n") == "a: 1\n\n"


@pytest.mark.parametrize("bullet", ["*", "•", "–", "·"])
def test_a_list_starts_its_lines_with_dashes(bullet: str) -> None:
    """Other signs of lists are replaced by one, the first line first."""
    text = f"a:\n  {bullet} Rope\n  {bullet} Oil: lamp\n"
    assert only(text).message == f"an entry of a list starts with a dash, not with {bullet}"
    assert place(text) == (2, 3)


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("a:\n  - Rope\n  Oil\n", 3, "write `- Oil`"),
        ("a:\n  - Rope\n  Oil\n  - Tar\n", 3, "write `- Oil`"),
        ("a:\n  Rope\n  - {b: 2, c: 3}\n", 2, "write `- Rope`"),
        ("a:\n  - {b: 2}\n  {b: 3}\n", 3, "write `- {b: 3}`"),
        ("a: Rope\n  - {b: 2, c: 3}\n", 1, "write the value as an entry too: `- Rope`"),
        ("notes: |\nOwes a favour.\n", 2, "write two spaces before each of its lines"),
        ("a: 1\n# b:    # list\n  - {c: 2}\n", 2, "remove the # before `b:`"),
        ("a:\n  b\n  c: 2\n", 2, "write `b: …`"),
        ("a:\n  b\n    c: 2\n", 2, "write `b: …`"),
        ("name Kai\na: 2\n", 1, "write `name: Kai`"),
        ("a: 2\nname Kai\nb: 2\n", 2, "write `name: Kai`; if it belongs to the text above, indent it"),
        (
            "a:\n  b: 2\n  Night Porter 4\n  c: 2\n",
            3,
            "write `Night Porter: 4`; if it belongs to the text above, indent it",
        ),
        ("a: 2\n[section]\nb: 2\n", 2, "remove it, or write # before it"),
        ("a: 2\n// b\nc: 2\n", 2, "write `# b`"),
        ("a: 2\n> b: 2\n", 2, "write `b: 2`"),
    ],
)
def test_a_line_that_is_no_key_is_explained(text: str, line: int, hint: str) -> None:
    """By what is around it."""
    assert (place(text)[0], only(text).hint) == (line, hint)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("name = Kai\na: 2\n", "name: Kai\na: 2\n"),
        ("name; Kai\na: 2\n", "name: Kai\na: 2\n"),
        ("name - Kai\na: 2\n", "name: Kai\na: 2\n"),
        ("name：Kai\na: 2\n", "name: Kai\na: 2\n"),
        ("a: 1\nname\n  b: 2\n", "a: 1\nname:\n  b: 2\n"),
        ("\u00a0a: 1\nb\u00a0c: 1\nd: 1\n", "a: 1\nb\u00a0c: 1\nd: 1\n"),
        ("a:\u00a0b\nc: 1\n", "a: b\nc: 1\n"),
        ("a:\n\u00a0\u00a0b: 1\n  c: 2\n", "a:\n  b: 1\n  c: 2\n"),
        ("\u200bname: Kai\n", "name: Kai\n"),
    ],
)
def test_a_sign_that_looks_like_another_is_replaced(text: str, after: str) -> None:
    """Colons and spaces that YAML takes for letters."""
    assert fixed(text) == after


@pytest.mark.parametrize(
    "text",
    [
        'a: "Kai\nb: ""\nc: 2\n',
        'a: "Kai\nb: "Jo"\n',
        "a: 'Kai\nb: it's\n",
        'a: "Kai',
        'a:\n  - "Rope\n  - Oil\n',
    ],
)
def test_an_open_quotation_mark_is_reported_where_it_opens(text: str) -> None:
    """Not where the next mark closes it by accident."""
    assert only(text).message == "a quotation mark is opened and not closed"
    line, column = place(text)
    assert text.split("\n")[line - 1][column - 1 :] in ('"Kai', "'Kai", '"Rope')


@pytest.mark.parametrize(
    "text",
    [
        "Kai is a night porter who knows every door in town.\n",
        "Dear all,\n\nhere's Kai - he's new.\n\n* likes cats\n* \"hates\" dogs: all\n",
        "# Kai\n\n**Concept:** porter\n\n| a | b |\n|---|---|\n",
        "name,system\nKai,five-by-five\n",
        "- Kai\n",
        "42\n",
    ],
)
def test_prose_is_no_character(text: str) -> None:
    """One error says how a character starts."""
    from chargen.testing import check_text

    (diagnostic,) = check_text(text).diagnostics
    assert diagnostic.code == "concept/not-a-mapping"
    assert diagnostic.message.startswith("this is not a character file")
    assert diagnostic.hint.startswith("it should start with `system: …`")


@pytest.mark.parametrize("line", ["- Lantern", "• Lantern", "* Lantern", "– Lantern"])
def test_a_text_that_looks_like_a_list_is_a_warning(line: str) -> None:
    """YAML joins its lines to one text."""
    diagnostic = only(f"a: Rope\n  {line}\nb: 2\n")
    assert (diagnostic.severity, diagnostic.code) == ("warning", "yaml/blank")
    assert diagnostic.message == f"this text is 2 lines long, and line 2 starts with {line[0]}"


def test_a_long_text_of_several_lines_is_no_list() -> None:
    """A dash within a line, a quoted text and a block are left alone."""
    assert not load("x", b"a: Rope -\n  long - and strong\nb: 'x\n  - y'\nc: |\n  x\n  - y\n").diagnostics


@pytest.mark.parametrize("many", [1, 3])
@given(data=st.data())
def test_every_damage_is_explained_within_the_file(many: int, data: st.DataObject) -> None:
    """Letters that are added and taken away anywhere: each diagnostic is in the file, and none is in YAML's words."""
    text = data.draw(st.sampled_from(STARTERS))
    for _ in range(many):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from([*"{}[]:,-'\"#*&!|>%@` \t\n?=;\\", ""])) + text[at + 1 :]
    source = load("kai.yaml", text.encode())
    for diagnostic in source.diagnostics:
        assert diagnostic.place is not None
        assert 1 <= diagnostic.place.line <= len(source.lines)
        assert 1 <= diagnostic.place.column <= len(source.lines[diagnostic.place.line - 1]) + 1
        assert "expected" not in diagnostic.message


@pytest.mark.parametrize(
    "text",
    [
        "a: [1, 2\n" * 200_000,
        "\n" * (CONCEPT_BYTES - 20) + "a: b: c\n",
        "a: b" + " " * (CONCEPT_BYTES - 20) + ": c: d",
        "a: [" + " " * (CONCEPT_BYTES - 20) + "\nb: c",
        "traits: " + "a: b, " * 200_000 + ": ",
        "a: {" + "a b " * 300_000 + ": c: d",
        "a: 'x'" + " y" * 600_000,
        "a" * (CONCEPT_BYTES - 20) + ": b: c",
    ],
    ids=lambda text: text[:10],
)
def test_a_large_text_is_explained_in_seconds(text: str) -> None:
    """Only the first letters of a line are searched, so a long one costs little."""
    started = time.process_time()
    assert load("kai.yaml", text.encode()[:CONCEPT_BYTES]).diagnostics
    assert time.process_time() - started < 5


def test_a_line_that_is_searched_in_part_has_no_fix() -> None:
    """A fix of its start would damage the rest."""
    diagnostic = only("a: @" + "b" * 3000 + "\n")
    assert (diagnostic.message, diagnostic.fix) == ("a text that starts with @ must be in quotes", None)


def test_a_file_of_another_kind_is_explained_too(tmp_path: Path) -> None:
    """House rules and archetypes are read by the same reader."""
    from tests.cli.running import run

    (tmp_path / "table.yaml").write_text("five-by-five: {aspects: true\nname: House\n")
    (tmp_path / "guard.yaml").write_text("archetype: five-by-five\ntitle: 'Kai's guard'\n")
    ended = run("check", str(tmp_path))
    assert "table.yaml:1:15: error[yaml/syntax]: this { is never closed" in ended.out
    assert "an apostrophe inside the text ends it after `Kai`" in ended.out


def test_a_quotation_mark_far_along_a_line_is_found() -> None:
    """What follows it is not shown: only the first letters of a line are searched."""
    diagnostic = only(f"gear: {{{'rope: 1, ' * 400}lamp: '2}}\n")
    assert diagnostic.message == "a quotation mark is opened and not closed"
    assert diagnostic.place is not None
    assert diagnostic.place.column == 3614
