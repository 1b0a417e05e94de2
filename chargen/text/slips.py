"""Find typing slips that YAML reads as something else: each is reported where it was made, with what to write.

Nearly every game file writes short mappings as ``{strength: 3, stamina: 3}``. YAML reads ``{strength:3}`` without
complaint as a key ``strength:3`` that has no value, so these slips are looked for where the text is read.
"""

import re
from collections.abc import Iterator, Sequence

from chargen.text.diagnostic import Diagnostic, Place, error, warning
from chargen.text.names import short

QUOTES = {"“": "”", "„": "“”", "«": "»", "‘": "’", "‚": "‘’"}
"""The opening and closing quotation marks of typesetting, which are letters to YAML."""
BULLETS = "*•·‣◦▪–—"  # The signs that start the entries of a list in other programs
INVISIBLE = "\u00a0\u00ad\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff"
"""The spaces and signs without a width that are letters to YAML, as a part of a regular expression."""
_DASH_WITHOUT_SPACE = r"\s*(-)(?=[^\W\d]|[{\[])"
# Three patterns that start with a letter are searched for in a quarter of the time of one with three choices.
SIGNS = (r"\n[^\S\n]*-(?=[^\W\d]|[{\[])", r"#(?<=\s#)\d", f"[{''.join(QUOTES)}{INVISIBLE}]")
"""What a slip in a text of one line has. Most files have none of them: to know that saves a fifth of reading."""
KEY_AND_VALUE = r"([^\W\d](?:[^:=]*[^:=\d])?|[^\W\d][^:=]*\d(?=:\D)):(?!//|\\)([^\s:].*)"
"""A key, a colon and a value. Text such as ``http://a.b``, ``C:\\a`` and ``at 12:30`` is none."""
KEY_AND_NUMBER = r"([^\W\d](?:[^:]*\S)?) +([-+]?\d+)"


def of_text(text: str, place: Place, lines: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield the probable slips in a text without quotes."""
    if text[:1] in QUOTES and text[-1:] in QUOTES[text[0]]:
        inner = in_double_quotes(text[1:-1])
        message = f"{text[0]} and {text[-1]} are letters to YAML, and are printed with the text"
        yield warning(message, code="yaml/quotes", hint=f"write {inner}", place=place, fix=inner)
    if found := re.match(f"[{INVISIBLE}]+", text):
        message, visible = f"the text starts with the invisible character U+{ord(text[0]):04X}", text[found.end() :]
        hint, fix = f"remove it: {visible}", visible or None
        yield error(message, code="yaml/control-character", hint=hint, place=place, fix=fix)

    # A text of several lines may have been meant as a list.
    rows = range(place.line, min(place.end_line, len(lines)) + 1) if text else range(0)
    for number in rows:
        # Only a dash that begins a line is meant as an entry; within a line it is part of a text.
        starts = number > place.line or not lines[number - 1][: place.column - 1].strip()
        if starts and (dash := re.match(_DASH_WITHOUT_SPACE, lines[number - 1])):
            yield missing_space(number, dash.start(1) + 1, "-", "- Brass lantern")
    entries = ((number, re.match(rf"\s*([-{BULLETS}]) +\S", lines[number - 1])) for number in rows[1:])
    for number, sign in entries:
        if sign:
            count = place.end_line - place.line + 1
            message = f"this text is {count} lines long, and line {number} starts with {sign[1]}"
            hint = "did you mean a list? Each entry is on a line of its own: `- Brass lantern`"
            yield warning(message, code="yaml/blank", hint=hint, place=place)
            break

    # `Room #12` is more likely a text than a comment, which mostly starts with a space or a letter.
    end = lines[place.end_line - 1][place.end_column - 1 :] if place.end_line <= len(lines) else ""
    if text and (sign := re.match(r"\s+#(?=\d)", end)):
        lost = end[sign.end() - 1 :].strip()
        column = place.end_column + sign.end() - 1
        message = f"`{lost}` is a comment to YAML, and not part of the text"
        hint = f"put the text in quotes if it is: {in_double_quotes(f'{text} {lost}')}"
        where = Place(place.end_line, column, place.end_line, column + len(lost))
        yield warning(message, code="yaml/comment", hint=hint, place=where)


def in_double_quotes(text: object) -> str:
    """Return a text in double quotes: a string of JSON is one of YAML, with the same escapes."""
    import json  # imported here: only a slip needs it

    return json.dumps(text, ensure_ascii=False)


def missing_space(line: int, column: int, sign: str, example: str) -> Diagnostic:
    """Return the error about a dash or a colon at a column, from 1, that needs a space after it."""
    message = f"a space is missing after the {'dash' if sign == '-' else 'colon'}"
    place = Place(line, column, line, column + 1)
    return error(message, code="yaml/blank", hint=f"as in `{example}`", place=place, fix=f"{sign} ")


def in_value(text: str, place: Place, lines: Sequence[str]) -> Diagnostic | None:
    """Return the error for a text without quotes that was meant as a key and a value, or as a list; else None."""
    if ":" in text:
        line = lines[place.line - 1]
        # Only where the text begins its line: behind a key, `12:30` may be a time.
        is_alone = not line[: place.column - 1].strip()
        key_and_number = r"\s*[^\W\d](?:[^:#\"']*[^:#\"'\d])?(:)[-+]?\d+(?:\.\d+)?\s*(?:\s#.*)?"
        if is_alone and (found := re.fullmatch(key_and_number, line)):
            return missing_space(place.line, found.start(1) + 1, ":", "name: Kai")
        if found := re.match(r"name(:)[^\s:]", text):
            return missing_space(place.line, place.column + found.start(1), ":", "name: Kai")
    if text.endswith("]") and place.line == place.end_line and text.count("]") > text.count("["):
        message, written = "a bracket is closed here and was not opened", f"[{text}"
        return error(message, code="yaml/syntax", hint=f"write `{short(written, 40)}`", place=place, fix=written)
    return None


def in_key(key: str, place: Place) -> Diagnostic | None:
    """Return the error for a key of block style that holds a bracket, as in ``body:{strength: 3}``; else None.

    YAML reads such a line as a key up to a later colon.
    """
    if not ("{" in key or "[" in key) or not (
        found := re.match(r"[^\W\d][^:={}\[\]]*?(?P<sign>:| *= *)(?=[{\[])", key)
    ):
        return None
    start, end = place.column + found.start("sign"), place.column + found.end("sign")
    if found["sign"] == ":":
        return missing_space(place.line, start, ":", "name: Kai")
    where, message = Place(place.line, start, place.line, end), "a key needs a colon and a space after it"
    return error(message, code="yaml/syntax", hint="as in `name: Kai`", place=where, fix=": ")
