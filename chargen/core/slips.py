"""Find typing slips that YAML reads as something else: each is reported where it was made, with what to write."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from chargen.core.diagnostic import Diagnostic, Place, error, warning

_NO_BLANK_AFTER_DASH = re.compile(r"\s*(-)(?![\s-])[^\W\d]")
_NO_BLANK_AFTER_COLON = re.compile(r"\s*(?:- +)?[^\s\"'#&*!|>{\[-][^:#{\[]*(:)(?!//)[^\s:]")
_COLON_IN_TEXT = re.compile(r"\s*(?:- +)?[\w-][^:#]*: +(?P<text>[^\W\d][^:#]*: [^#]*[^#\s])\s*(?: #.*)?")
_SAYS = re.compile(r"\s*[^\s#]")
_HAS_VALUE = re.compile(r"\s*[^\s#:\"'{\[][^:#]*: +[^\s#|>{\[&!]")
_OPENED = re.compile(r'\s*(?:- +)?[\w][^:#"]*: +"')
_CLOSE = 'put one at the end of the text too: "…"'
_SIGN = re.compile(r"(?:: |- |[\[{,] ?)(?P<text>[@`%][^,\]}]*)")
_EQUALS = re.compile(r"\s*[\w][\w -]*?( *= *)(?=[^=])")
_QUOTES = {"“": "”", "„": "“”", "«": "»", "‘": "’", "‚": "‘’"}
"""The opening and closing quotation marks of typesetting, which are letters to YAML."""
_NUMBER_SIGN = re.compile(r"\s+#(?=\d)")


class _Text(Protocol):
    """Describe a text and its place."""

    plain: object
    place: Place


def of_text(text: str, place: Place, lines: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield the probable slips in a text without quotes."""
    if text[:1] in _QUOTES and text[-1:] in _QUOTES[text[0]]:
        hint = f"write {json.dumps(text[1:-1], ensure_ascii=False)}"
        message = f"{text[0]} and {text[-1]} are letters to YAML, and are printed with the text"
        yield warning(
            message, code="yaml/quotes", hint=hint, place=place, fix=json.dumps(text[1:-1], ensure_ascii=False)
        )
    for number in range(place.line, place.end_line + 1) if text else ():
        line = lines[number - 1] if number <= len(lines) else ""
        starts = number > place.line or not line[: place.column - 1].strip()
        if starts and (dash := _NO_BLANK_AFTER_DASH.match(line)):
            yield _no_blank(number, dash.start(1) + 1, "-", "dash", "- Brass lantern")
    end = lines[place.end_line - 1][place.end_column - 1 :] if place.end_line <= len(lines) else ""
    if text and (sign := _NUMBER_SIGN.match(end)):
        lost = end[sign.end() - 1 :].strip()
        message = f"`{lost}` is a comment to YAML, and not part of the text"
        column = place.end_column + sign.end() - 1
        comment_place = Place(place.end_line, column, place.end_line, column + len(lost))
        hint = f"put the text in quotes if it is: {json.dumps(f'{text} {lost}', ensure_ascii=False)}"
        yield warning(message, code="yaml/comment", hint=hint, place=comment_place)


def comment(place: Place, lines: Sequence[str]) -> tuple[str, Diagnostic] | None:
    """Return the text that a list lost because it starts with the sign of comments, and its diagnostic."""
    after = lines[place.line - 1][place.column - 1 :]
    if not (sign := _NUMBER_SIGN.match(after)):
        return None
    text = after[sign.end() - 1 :].rstrip()
    column = place.column + sign.end() - 1
    comment_place = Place(place.line, column, place.line, column + len(text))
    written = json.dumps(text, ensure_ascii=False)
    message = "what follows # is a comment to YAML: nothing is here"
    return text, error(
        message, code="yaml/comment", hint=f"put it in quotes: {written}", place=comment_place, fix=written
    )


def comma(text: _Text) -> Diagnostic:
    """Return the diagnostic for a text in braces that has a comma."""
    written = json.dumps(text.plain, ensure_ascii=False)
    message = "a comma ends a text inside { }"
    return error(message, code="yaml/comma", hint=f"put the text in quotes: {written}", place=text.place, fix=written)


def behind(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the slip that made YAML fail at a line, counted from 1: there, or in one of the lines before."""
    for number in range(min(line, len(lines)), max(0, line - 4), -1):
        written = lines[number - 1]
        if dash := _NO_BLANK_AFTER_DASH.match(written):
            return _no_blank(number, dash.start(1) + 1, "-", "dash", "- Brass lantern", "yaml/syntax")
        if (colon := _NO_BLANK_AFTER_COLON.match(written)) and ": " not in written[: colon.start(1) + 1]:
            return _no_blank(number, colon.start(1) + 1, ":", "colon", "name: Kai", "yaml/syntax")
    return None


def quoted(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for typographic quotation marks, where they made YAML fail at a line."""
    written = lines[line - 1] if line <= len(lines) else ""
    for at, sign in enumerate(written):
        if sign in _QUOTES and any(mark in written[at:] for mark in _QUOTES[sign]):
            message = f"{sign} is a letter to YAML, and quotes nothing"
            hint = 'write the quotation marks of the keyboard: "…"'
            return error(message, code="yaml/syntax", hint=hint, place=Place(line, at + 1, line, at + 2))
    return None


def tabbed(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a line that is indented with tabs, where YAML failed."""
    written = lines[line - 1] if line <= len(lines) else ""
    indent = written[: len(written) - len(written.lstrip(" \t"))]
    if "\t" not in indent:
        return None
    place = Place(line, 1, line, len(indent) + 1)
    hint = "tabs cannot indent YAML; use spaces"
    message = "a tab indents this line"
    return error(message, code="yaml/syntax", hint=hint, place=place, fix=indent.expandtabs(2))


def colon(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a text with a colon and a blank in it, where YAML failed because quotes are missing."""
    found = _COLON_IN_TEXT.fullmatch(lines[line - 1] if line <= len(lines) else "")
    if found is None:
        return None
    written = json.dumps(found["text"], ensure_ascii=False)
    message = 'a text with ": " in it must be in quotes'
    place = Place(line, found.start("text") + 1, line, found.end("text") + 1)
    return error(message, code="yaml/syntax", hint=f"put it in quotes: {written}", place=place, fix=written)


def unclosed(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a quotation mark that is not closed, at the line where YAML failed or before."""
    for number in range(1, min(line, len(lines)) + 1):
        written = lines[number - 1]
        opened = _OPENED.match(written)
        if opened and len(re.findall(r'(?<!\\)"', written.partition(" #")[0])) % 2:
            place = Place(number, opened.end(), number, opened.end() + 1)
            return error("a quotation mark is opened and not closed", code="yaml/syntax", hint=_CLOSE, place=place)
    return None


def deeper(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a line that is indented under one with a value, where YAML failed."""
    above = next((n for n in range(line - 1, 0, -1) if _SAYS.match(lines[n - 1])), 0) if line <= len(lines) else 0
    if not above or not _HAS_VALUE.match(lines[above - 1]) or _indent(lines[line - 1]) <= _indent(lines[above - 1]):
        return None
    message = f"this line is indented under line {above}, which has its value already"
    place = Place(line, 1, line, _indent(lines[line - 1]) + 1)
    return error(
        message,
        code="yaml/syntax",
        hint="give both lines the same indentation, or indent one of them less",
        place=place,
    )


def ragged(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a line of a list in another column than the one before, where YAML failed."""
    above = next((n for n in range(line - 1, 0, -1) if _SAYS.match(lines[n - 1])), 0) if line <= len(lines) else 0
    both = [lines[number - 1].lstrip()[:2] == "- " for number in (above, line) if number]
    if both != [True, True] or _indent(lines[line - 1]) == _indent(lines[above - 1]):
        return None
    message = f"the lines of a list start in the same column, and line {above} in another"
    place = Place(line, 1, line, _indent(lines[line - 1]) + 1)
    return error(message, code="yaml/syntax", hint="give both lines the same indentation", place=place)


def sign(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a text that starts with a sign reserved by YAML, where it failed."""
    found = _SIGN.search(lines[line - 1] if line <= len(lines) else "")
    if found is None:
        return None
    text = found["text"].partition(" #")[0].rstrip()
    written = json.dumps(text, ensure_ascii=False)
    place = Place(line, found.start("text") + 1, line, found.start("text") + 1 + len(text))
    message = f"a text that starts with {text[0]} must be in quotes"
    return error(message, code="yaml/syntax", hint=f"put it in quotes: {written}", place=place, fix=written)


def keyless(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a line without a colon, where YAML failed because it is missing."""
    written = lines[line - 1] if line <= len(lines) else ""
    if (found := _EQUALS.match(written)) is None:
        return None
    place = Place(line, found.start(1) + 1, line, found.end(1) + 1)
    return error(
        "a key needs a colon and a space after it", code="yaml/syntax", hint="as in `name: Kai`", place=place, fix=": "
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _no_blank(line: int, column: int, sign: str, name: str, example: str, code: str = "yaml/blank") -> Diagnostic:
    message = f"a space is missing after the {name}"
    place = Place(line, column, line, column + 1)
    return error(message, code=code, hint=f"as in `{example}`", place=place, fix=f"{sign} ")


EVERY = (quoted, tabbed, sign, behind, colon, unclosed, deeper, ragged, keyless)
"""The functions that look for a slip where YAML failed, in order: the first diagnostic counts."""
