"""Find typing slips within braces and brackets: a colon without a space, a number without a colon, a lost bracket.

Nearly every game file writes short mappings as ``{strength: 3, stamina: 3}``. YAML reads ``{strength:3}`` without
complaint as a key ``strength:3`` that has no value, so these slips are looked for where the text is read.
"""

import re
from collections.abc import Sequence

from chargen.text.diagnostic import Diagnostic, Place, error
from chargen.text.names import short
from chargen.text.slips import missing_space

_KEY_AND_VALUE = r"(?P<key>[^\W\d](?:[^:=]*[^:=\d])?|[^\W\d][^:=]*\d(?=:\D)):(?!//|\\)(?P<value>[^\s:].*)"
"""A key, a colon and a value. Text such as ``http://a.b``, ``C:\\a`` and ``at 12:30`` is none."""
_KEY_AND_NUMBER = r"(?P<key>[^\W\d](?:[^:]*\S)?) +(?P<number>[-+]?\d+)"
_NUMBERS = r"\s*[^\W\d](?:[^:#\"']*[^:#\"'\d])?(:)[-+]?\d+(?:\.\d+)?\s*(?:\s#.*)?"
"""A line with a key, a colon and a number."""
_NAME = r"name(:)[^\s:]"  # The start of a text that is meant as an entry with a name
_BRACKET_IN_KEY = r"[^\W\d][^:={}\[\]]*?(?P<sign>:| *= *)(?=[{\[])"
"""The start of a line that is meant as a key and braces or brackets, which YAML reads as a key up to a later colon."""


def split_key(key: str) -> tuple[str, str] | None:
    """Return the key and the value that a key in braces holds without a space between them; None where it is a text.

    >>> split_key("strength:3"), split_key("at 12:30"), split_key("http://a.b"), split_key("skill 2:high")
    (('strength', '3'), None, None, ('skill 2', 'high'))
    """
    found = re.fullmatch(_KEY_AND_VALUE, key)
    return None if found is None else (found["key"], found["value"])


def split_number(key: str) -> tuple[str, str] | None:
    """Return the key and the number that a key in braces holds without a colon; None where there is no number.

    >>> split_number("Lock Picking 6"), split_number("Lock Picking")
    (('Lock Picking', '6'), None)
    """
    found = re.fullmatch(_KEY_AND_NUMBER, key)
    return None if found is None else (found["key"], found["number"])


def missing_colon(key: str, number: str, gap: Place) -> Diagnostic:
    """Return the error for a key and a number with only spaces between them, which are at ``gap``."""
    hint = f"write `{key}: {number}`"
    return error(f"a colon is missing after `{key}`", code="yaml/blank", hint=hint, place=gap, fix=": ")


def space_after_colon(line: int, column: int, entry: str = "name: Kai") -> Diagnostic:
    """Return the error for a colon at a column, from 1, without a space; ``entry`` is what to write, for the hint."""
    return missing_space(line, column, ":", "colon", entry)


def colon_in_block(text: str, place: Place, lines: Sequence[str]) -> Diagnostic | None:
    """Return the error for a text without quotes whose first line was meant as a key and a value; else None."""
    if ":" not in text:
        return None
    line = lines[place.line - 1]
    is_alone = not line[: place.column - 1].strip()
    # Only where the text begins its line: behind a key, `12:30` may be a time.
    if is_alone and (found := re.fullmatch(_NUMBERS, line)):
        return space_after_colon(place.line, found.start(1) + 1)
    if found := re.match(_NAME, text):
        return space_after_colon(place.line, place.column + found.start(1))
    return None


def bracket_in_key(key: str, place: Place) -> Diagnostic | None:
    """Return the error for a key of block style that holds a bracket, as in ``body:{strength: 3}``; else None."""
    if not ("{" in key or "[" in key) or not (found := re.match(_BRACKET_IN_KEY, key)):
        return None
    start, end = place.column + found.start("sign"), place.column + found.end("sign")
    if found["sign"] == ":":
        return space_after_colon(place.line, start)
    where = Place(place.line, start, place.line, end)
    message = "a key needs a colon and a space after it"
    return error(message, code="yaml/syntax", hint="as in `name: Kai`", place=where, fix=": ")


def closed_only(text: str, place: Place) -> Diagnostic | None:
    """Return the error for a text without quotes that ends with a bracket which it does not open; else None."""
    if not text.endswith("]") or place.line != place.end_line or text.count("]") <= text.count("["):
        return None
    written = f"[{text}"
    message = "a bracket is closed here and was not opened"
    return error(message, code="yaml/syntax", hint=f"write `{short(written, 40)}`", place=place, fix=written)
