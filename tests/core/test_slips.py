"""Slips of the hand that YAML takes for something else are reported where they were made."""

import pytest

from chargen.core.source import load
from chargen.core.writing import splice


def only(text: str) -> tuple[str, str, int, str | None]:
    """Severity, message, line and fix of the one finding about a text."""
    (diagnostic,) = load("kai.yaml", text.encode()).diagnostics
    assert diagnostic.place is not None
    return diagnostic.severity, diagnostic.message, diagnostic.place.line, diagnostic.fix


def mended(text: str) -> str:
    """A text with the fixes of its findings."""
    diagnostics = load("kai.yaml", text.encode()).diagnostics
    return splice(text, ((f.place, f.fix) for f in diagnostics if f.place is not None and f.fix is not None))


@pytest.mark.parametrize(
    ("text", "line", "after"),
    [
        ("skills:\n  Climbing:6\n  Riding: 4\n", 2, "skills:\n  Climbing: 6\n  Riding: 4\n"),
        ("skills:\n  Climbing: 6\n  Riding:4\nname: Kai\n", 3, "skills:\n  Climbing: 6\n  Riding: 4\nname: Kai\n"),
        ("bag:\n  -Rope\n  - {name: Key}\n", 2, "bag:\n  - Rope\n  - {name: Key}\n"),
        ("bag:\n  - Rope\n  -Key\n", 3, "bag:\n  - Rope\n  - Key\n"),
        ("bag:\n  -Rope\n", 2, "bag:\n  - Rope\n"),
    ],
)
def test_a_missing_blank_is_reported_at_its_line(text: str, line: int, after: str) -> None:
    """Where YAML stumbles over it some lines later, and where it takes the lines for one text."""
    severity, message, stands, _ = only(text)
    assert (severity, stands) == ("error", line)
    assert message.startswith("a space is missing after the ")
    assert mended(text) == after


def test_a_comma_in_braces_belongs_to_the_text_before_it() -> None:
    """What comes after is no key: the text is read as it was meant, and all else is checked."""
    source = load("kai.yaml", b"why: {what: The duke's ball, and after, late, who: Bo}\n")
    assert source.data == {"why": {"what": "The duke's ball, and after, late", "who": "Bo"}}
    assert [diagnostic.message for diagnostic in source.diagnostics] == ["a comma ends a text inside { }"]
    assert mended(source.text) == 'why: {what: "The duke\'s ball, and after, late", who: Bo}\n'


def test_a_text_in_braces_keeps_its_spaces() -> None:
    """The quotation marks are all that changes."""
    assert mended("a: {b: ten or,fifteen,  c: 1}\n") == 'a: {b: "ten or,fifteen",  c: 1}\n'


@pytest.mark.parametrize("text", ["{a: 4, b}", "{a: 'x', b}", "{a: x, b: }", "{b}", "[x, b]", "{a: [x], b}"])
def test_other_words_without_a_colon_stay_keys(text: str) -> None:
    """After a number, a quoted text, a list, or nothing, no text was cut."""
    assert "yaml/comma" not in [diagnostic.code for diagnostic in load("kai.yaml", text.encode()).diagnostics]


def test_what_a_number_sign_hides_is_reported() -> None:
    """A text that goes on after it may have been cut; an entry that starts with it surely was."""
    assert only("bag: [rope]\nkey: Lantern #2\n") == (
        "warning",
        "`#2` is a comment to YAML, and not part of the text",
        2,
        None,
    )
    assert mended("bag:\n  - #3 key\n  - rope\n") == 'bag:\n  - "#3 key"\n  - rope\n'


@pytest.mark.parametrize("text", ["key: Lantern # two of them", "key: 4 #2", "key: Lantern#2", "key: x #: a: 1"])
def test_comments_are_left_alone(text: str) -> None:
    """What says something about the line, after a number, or within a word."""
    assert not load("kai.yaml", text.encode()).diagnostics


def test_an_anchor_that_nothing_repeats_is_a_warning() -> None:
    """`&Co` at the start of a text would be lost without a word."""
    text = "a: &Co porter  # the firm\nb: &x 2\nc: *x\n"
    message = "`&Co` is the name of a value to YAML, and not part of the text"
    assert only(text) == ("warning", message, 1, None)
    (diagnostic,) = load("kai.yaml", text.encode()).diagnostics
    assert diagnostic.hint == 'put the text in quotes if it is: "&Co porter"'


@pytest.mark.parametrize(("text", "after"), [("“Kai”", '"Kai"'), ("„Kai“", '"Kai"'), ("«Kai»", '"Kai"')])
def test_quotation_marks_of_typesetting_are_reported(text: str, after: str) -> None:
    """They are printed with the text, which is most likely not what was meant."""
    assert mended(f"name: {text}\n") == f"name: {after}\n"
    assert not load("kai.yaml", f"name: Kai {text} Brenner".encode()).diagnostics


def test_quotation_marks_of_typesetting_quote_nothing() -> None:
    """Where YAML stumbles over what they should have quoted, they are reported and not the colon."""
    severity, message, line, _ = only("name: Kai\nconcept: “Night porter”: who knows\n")
    assert (severity, message, line) == ("error", "“ is a letter to YAML, and quotes nothing", 2)
