"""Slips within braces and brackets are read as what was meant, and reported where they were made."""

import pytest

from chargen.core.source import Source, load
from chargen.core.writing import splice

SPACE = "a space is missing after the colon"


def read(text: str) -> Source:
    """Read a text."""
    return load("kai.yaml", text.encode())


def messages(text: str) -> list[str]:
    """The messages about a text."""
    return [diagnostic.message for diagnostic in read(text).diagnostics]


def fixed(text: str) -> str:
    """A text with every fix of its diagnostics."""
    found = read(text).diagnostics
    return splice(text, ((one.place, one.fix) for one in found if one.place is not None and one.fix is not None))


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: {strength:3, stamina: 3}", "a: {strength: 3, stamina: 3}"),
        ("a: {hit_points:15}", "a: {hit_points: 15}"),
        ("a: {name: Rope, effect:long}", "a: {name: Rope, effect: long}"),
        ("a: {cost: simple, level:-2}", "a: {cost: simple, level: -2}"),
        ("a: {level:4, Swords: {Rapier:4}}", "a: {level: 4, Swords: {Rapier: 4}}"),
        ("- {Lock Picking:6, O'Dell:3, é:1}", "- {Lock Picking: 6, O'Dell: 3, é: 1}"),
        ("a: {\n  strength:3,\n  stamina:3\n}", "a: {\n  strength: 3,\n  stamina: 3\n}"),
        ("{system:facade, name:Kai}", "{system: facade, name: Kai}"),
    ],
)
def test_a_space_that_is_missing_in_braces_is_inserted(text: str, after: str) -> None:
    """Each key is read with its value, so nothing else is reported."""
    assert set(messages(text)) == {SPACE}
    assert read(text).data == read(after).data
    assert fixed(text) == after
    assert messages(after) == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: {effect:'x, y', b: 2}", "a: {effect: 'x, y', b: 2}"),
        ("a: {Martial:{level: 4}}", "a: {Martial: {level: 4}}"),
        ("a: {b: 1, c:[1, 2]}", "a: {b: 1, c: [1, 2]}"),
        ("skills:\n  craft:2\n", "skills:\n  craft: 2\n"),
        ("skills:\n  arcane:-1  # little\nname: Kai\n", "skills:\n  arcane: -1  # little\nname: Kai\n"),
        ("bag:\n  - name:Rope\n  - Oil\n", "bag:\n  - name: Rope\n  - Oil\n"),
        ("bag: [name:Rope]", "bag: [name: Rope]"),
        ("body:{strength: 3}", "body: {strength: 3}"),
    ],
)
def test_a_space_that_is_missing_before_other_values_ends_the_reading(text: str, after: str) -> None:
    """What follows from it is not reported."""
    assert messages(text) == [SPACE]
    assert fixed(text) == after
    assert messages(after) == []


@pytest.mark.parametrize(
    "text",
    [
        "a: [x:y, 12:30, http://a.b]",
        'a: {"strength":3}',
        'a: {"b:3": 3}',
        "a: {b: http://x.y, c: 12:30, d: Mark 3:16, e: C:\\kai}",
        "a: at 12:30",
        "a:\n  Meet me at\n  12:30",
        "a:\n  See http://a.b",
        "a: {12:30, b: 2}",
        "a: {http://a.b, b: 2}",
    ],
)
def test_other_colons_are_left_alone(text: str) -> None:
    """Times, verses, addresses, quoted texts and lists."""
    assert messages(text) == []


def test_a_text_that_a_comma_cuts_may_have_a_colon() -> None:
    """A time or an address after a comma belongs to the text."""
    assert fixed("a: {b: Comes late, at 12:30, c: 1}") == 'a: {b: "Comes late, at 12:30", c: 1}'
    assert fixed("a: {b: Comes late, see http://a.b}") == 'a: {b: "Comes late, see http://a.b"}'


@pytest.mark.parametrize("text", ["a: {craft:, b: 2}", "a: {b: 2, craft:}", "a: {b: {craft:}}"])
def test_a_forgotten_value_in_braces_is_an_error(text: str) -> None:
    """It is reported at its key, which has no fix."""
    assert messages(text) == ["`craft` has no value"]
    (diagnostic,) = read(text).diagnostics
    assert diagnostic.place is not None
    assert text[diagnostic.place.column - 1 : diagnostic.place.end_column - 1] == "craft"
    assert diagnostic.fix is None


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: {grit 2, will 3}", "a: {grit: 2, will: 3}"),
        ("a: {b: 1, Lock Picking -5}", "a: {b: 1, Lock Picking: -5}"),
        ("a: {b: {c 2}, d: 1}", "a: {b: {c: 2}, d: 1}"),
    ],
)
def test_a_colon_that_is_missing_before_a_number_is_inserted(text: str, after: str) -> None:
    """Each key is read with its number, so nothing else is reported."""
    assert all(message.startswith("a colon is missing after ") for message in messages(text))
    assert read(text).data == read(after).data
    assert fixed(text) == after
    assert messages(after) == []


def test_a_decimal_comma_in_braces_stays_with_its_number() -> None:
    """The schema says what to write; YAML would make a key of the decimals."""
    assert read("a: {poise: 3,5, b: 2}").data == {"a": {"poise": "3,5", "b": 2}}
    assert read("a: {poise: 3, 5: 2}").data == {"a": {"poise": 3, "5": 2}}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: [Lantern #2]\nb: 1", 'a: ["Lantern #2"]\nb: 1'),
        ("a: [Rope, Lantern #2, Oil]\nb: 1", 'a: [Rope, "Lantern #2", Oil]\nb: 1'),
        ("a:\n  - {name: Key #3, effect: opens}\n  - Oil", 'a:\n  - {name: "Key #3", effect: opens}\n  - Oil'),
        ("a: [Rope,\n  Key #3,\n  Oil]", 'a: [Rope,\n  "Key #3",\n  Oil]'),
    ],
)
def test_a_comment_that_hides_the_end_of_a_list_is_put_in_quotes(text: str, after: str) -> None:
    """YAML would go on to look for the bracket on the lines below."""
    assert [diagnostic.code for diagnostic in read(text).diagnostics] == ["yaml/comment"]
    assert fixed(text) == after
    assert messages(after) == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("body={strength: 3}", "body: {strength: 3}"),
        ("bag: knife, mace]", "bag: [knife, mace]"),
    ],
)
def test_a_bracket_without_what_comes_before_it_is_completed(text: str, after: str) -> None:
    """A colon before it, or the other bracket."""
    assert fixed(text) == after
    assert messages(after) == []
    assert messages("bag: the second [of two]") == []


def test_a_comment_beside_an_open_bracket_is_left_alone() -> None:
    """It hides no end."""
    assert messages("a: [Rope, # long\n  Oil]") == []
    assert [diagnostic.code for diagnostic in read("a: [Rope, #long\nb: 2").diagnostics] == ["yaml/syntax"]
