"""Find typing slips that YAML reads as something else: each is reported where it was made, with what to write."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from chargen.text.diagnostic import Diagnostic, Place, error, warning

NO_SPACE_AFTER_DASH = r"\s*(-)(?=[^\W\d]|[{\[])"
"""The start of a line that is meant as an entry of a list."""
QUOTES = {"“": "”", "„": "“”", "«": "»", "‘": "’", "‚": "‘’"}
"""The opening and closing quotation marks of typesetting, which are letters to YAML."""
BULLETS = "*•·‣◦▪–—"  # The signs that start the entries of a list in other programs
INVISIBLE = "\u00a0\u00ad\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff"
"""The spaces and signs without a width that are letters to YAML, as a part of a regular expression."""
_INVISIBLE_AT_START = rf"[{INVISIBLE}]+"
_ENTRY = rf"\s*([-{BULLETS}]) +\S"
# `Room #12` is more likely a text than a comment, which mostly starts with a space or a letter.
_NUMBER_SIGN = r"\s+#(?=\d)"
_NUMBER_OR_COLOUR = r"\s+#(?=\d|[0-9a-fA-F]{6}\b)"
_FLOW_SIGN = r"[,\]}]"
# Three patterns that start with a letter are searched for in a quarter of the time of one with three choices.
_SIGNS = (
    re.compile(r"\n[^\S\n]*-(?=[^\W\d]|[{\[])"),
    re.compile(r"#(?<=\s#)\d"),
    re.compile(f"[{''.join(QUOTES)}{INVISIBLE}]"),
)
"""What a slip in a text of one line has."""


class _Text(Protocol):
    """Describe a text and its place."""

    plain: object
    place: Place


def has_signs(text: str) -> bool:
    """Return whether a file has a sign of a slip in a text of one line. Most have none: that saves a fifth of reading.

    >>> has_signs("gear:\\n  - Rope"), has_signs("gear:\\n  -Rope"), has_signs("room: Cell #12")
    (False, True, True)
    """
    lines = f"\n{text}"  # so that the first line has a line end before it, too
    return any(sign.search(lines) for sign in _SIGNS)


def of_text(text: str, place: Place, lines: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield the probable slips in a text without quotes."""
    if text[:1] in QUOTES and text[-1:] in QUOTES[text[0]]:
        inner = in_double_quotes(text[1:-1])
        message = f"{text[0]} and {text[-1]} are letters to YAML, and are printed with the text"
        yield warning(message, code="yaml/quotes", hint=f"write {inner}", place=place, fix=inner)
    if found := re.match(_INVISIBLE_AT_START, text):
        message = f"the text starts with the invisible character U+{ord(text[0]):04X}"
        visible = text[found.end() :]
        yield error(
            message, code="yaml/control-character", hint=f"remove it: {visible}", place=place, fix=visible or None
        )
    for number in range(place.line, place.end_line + 1) if text else ():
        line = lines[number - 1] if number <= len(lines) else ""
        # Only a dash that begins a line is meant as an entry; within a line it is part of a text.
        starts = number > place.line or not line[: place.column - 1].strip()
        if starts and (dash := re.match(NO_SPACE_AFTER_DASH, line)):
            yield missing_space(number, dash.start(1) + 1, "-", "dash", "- Brass lantern")
    if place.end_line > place.line:
        yield from _list_in_text(place, lines)
    end = lines[place.end_line - 1][place.end_column - 1 :] if place.end_line <= len(lines) else ""
    if text and (sign := re.match(_NUMBER_SIGN, end)):
        lost = end[sign.end() - 1 :].strip()
        message = f"`{lost}` is a comment to YAML, and not part of the text"
        column = place.end_column + sign.end() - 1
        comment_place = Place(place.end_line, column, place.end_line, column + len(lost))
        hint = f"put the text in quotes if it is: {in_double_quotes(f'{text} {lost}')}"
        yield warning(message, code="yaml/comment", hint=hint, place=comment_place)


def _list_in_text(place: Place, lines: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning about a text of several lines in which a line starts like an entry of a list."""
    for number in range(place.line + 1, min(place.end_line, len(lines)) + 1):
        if entry := re.match(_ENTRY, lines[number - 1]):
            message = (
                f"this text is {place.end_line - place.line + 1} lines long, and line {number} starts with {entry[1]}"
            )
            hint = "did you mean a list? Each entry is on a line of its own: `- Brass lantern`"
            yield warning(message, code="yaml/blank", hint=hint, place=place)
            return


def comment(place: Place, lines: Sequence[str]) -> tuple[str, Diagnostic] | None:
    """Return the text that an entry or a key lost because it starts with the sign of comments, and its diagnostic."""
    after = lines[place.line - 1][place.column - 1 :]
    if not (sign := re.match(_NUMBER_OR_COLOUR, after)):
        return None
    text = after[sign.end() - 1 :].split(" #")[0].rstrip()
    column = place.column + sign.end() - 1
    comment_place = Place(place.line, column, place.line, column + len(text))
    written = in_double_quotes(text)
    message = "what follows # is a comment to YAML: nothing is here"
    return text, error(
        message, code="yaml/comment", hint=f"put it in quotes: {written}", place=comment_place, fix=written
    )


def in_double_quotes(text: object) -> str:
    """Return a text in double quotes: a string of JSON is one of YAML, with the same escapes."""
    import json  # imported here: only a slip needs it

    return json.dumps(text, ensure_ascii=False)


def quoted_rest(place: Place, lines: Sequence[str], is_flow: bool) -> str:
    """Return the rest of a line from a place on in quotes, without a comment; in flow style, up to the next sign."""
    rest = lines[place.line - 1][place.column - 1 :].split(" #")[0]
    return in_double_quotes((re.split(_FLOW_SIGN, rest, maxsplit=1)[0] if is_flow else rest).rstrip())


def anchor(name: str, written: str, place: Place) -> Diagnostic:
    """Return the warning about an anchor that nothing repeats: it was most likely meant as a part of the text."""
    message = f"`&{name}` is the name of a value to YAML, and not part of the text"
    hint = f"put the text in quotes if it is: {in_double_quotes(' '.join(written.split()))}"
    return warning(message, code="yaml/anchors", hint=hint, place=place)


def comma(text: _Text) -> Diagnostic:
    """Return the diagnostic for a text in braces that has a comma."""
    written = in_double_quotes(text.plain)
    message = "a comma ends a text inside { }"
    return error(message, code="yaml/comma", hint=f"put the text in quotes: {written}", place=text.place, fix=written)


def missing_space(line: int, column: int, sign: str, name: str, example: str) -> Diagnostic:
    """Return the error about a sign at a column, from 1, that needs a space after it."""
    message = f"a space is missing after the {name}"
    place = Place(line, column, line, column + 1)
    return error(message, code="yaml/blank", hint=f"as in `{example}`", place=place, fix=f"{sign} ")
