"""Find typing slips that YAML reads as something else: each is reported where it was made, with what to write."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from chargen.core.diagnostic import Diagnostic, Place, error, warning

_NO_BLANK_AFTER_DASH = re.compile(r"\s*(-)(?![\s-])[^\W\d]")
_NO_BLANK_AFTER_COLON = re.compile(r"\s*(?:- +)?[^\s\"'#&*!|>{\[-][^:#{\[]*(:)(?!//)[^\s:]")
_COLON_IN_TEXT = re.compile(r"\s*(?:- +)?[\w-][^:#]*: +(?P<text>[^\W\d][^:#]*: [^#]*[^#\s])\s*(?: #.*)?")
_HAS_TEXT = re.compile(r"\s*[^\s#]")
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


def find_cause(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for the slip that made YAML fail at a line, counted from 1; None where none is found."""
    written = lines[line - 1]
    above = next((number for number in range(line - 1, 0, -1) if _HAS_TEXT.match(lines[number - 1])), 0)
    # The order matters: the first ones are certain, and each of the others is likelier than those after it.
    return (
        _typographic_quotes(written, line)
        or _tab(written, line)
        or _reserved_sign(written, line)
        or _missing_space(lines, line)
        or _colon_in_text(written, line)
        or _open_quotes(lines, line)
        or (_indentation(lines, above, line) if above else None)
        or _equals_sign(written, line)
    )


def _syntax(message: str, hint: str, line: int, start: int, end: int, fix: str | None = None) -> Diagnostic:
    """Return an error about some columns of a line, which count from 0."""
    place = Place(line, start + 1, line, end + 1)
    return error(message, code="yaml/syntax", hint=hint, place=place, fix=fix)


def _in_quotes(message: str, text: str, line: int, start: int) -> Diagnostic:
    """Return an error about a text at a column of a line that is fixed by quotes around it."""
    written = json.dumps(text, ensure_ascii=False)
    return _syntax(message, f"put it in quotes: {written}", line, start, start + len(text), written)


def _typographic_quotes(written: str, line: int) -> Diagnostic | None:
    for column, sign in enumerate(written):
        if sign in _QUOTES and any(mark in written[column:] for mark in _QUOTES[sign]):
            hint = 'write the quotation marks of the keyboard: "…"'
            return _syntax(f"{sign} is a letter to YAML, and quotes nothing", hint, line, column, column + 1)
    return None


def _tab(written: str, line: int) -> Diagnostic | None:
    indent = written[: len(written) - len(written.lstrip(" \t"))]
    if "\t" not in indent:
        return None
    hint = "tabs cannot indent YAML; use spaces"
    return _syntax("a tab indents this line", hint, line, 0, len(indent), indent.expandtabs(2))


def _reserved_sign(written: str, line: int) -> Diagnostic | None:
    if (found := _SIGN.search(written)) is None:
        return None
    text = found["text"].partition(" #")[0].rstrip()
    return _in_quotes(f"a text that starts with {text[0]} must be in quotes", text, line, found.start("text"))


def _missing_space(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a dash or a colon without a space, at a line or at one of the three before."""
    for number in range(line, max(0, line - 4), -1):
        written = lines[number - 1]
        if dash := _NO_BLANK_AFTER_DASH.match(written):
            return _no_blank(number, dash.start(1) + 1, "-", "dash", "- Brass lantern", "yaml/syntax")
        if (colon := _NO_BLANK_AFTER_COLON.match(written)) and ": " not in written[: colon.start(1) + 1]:
            return _no_blank(number, colon.start(1) + 1, ":", "colon", "name: Kai", "yaml/syntax")
    return None


def _colon_in_text(written: str, line: int) -> Diagnostic | None:
    if (found := _COLON_IN_TEXT.fullmatch(written)) is None:
        return None
    return _in_quotes('a text with ": " in it must be in quotes', found["text"], line, found.start("text"))


def _open_quotes(lines: Sequence[str], line: int) -> Diagnostic | None:
    """Return the diagnostic for a quotation mark that is not closed, at a line or before."""
    for number, written in enumerate(lines[:line], 1):
        opened = _OPENED.match(written)
        if opened and len(re.findall(r'(?<!\\)"', written.partition(" #")[0])) % 2:
            end = opened.end()
            return _syntax("a quotation mark is opened and not closed", _CLOSE, number, end - 1, end)
    return None


def _indentation(lines: Sequence[str], above: int, line: int) -> Diagnostic | None:
    """Return the diagnostic for a line that is indented under a value, or a list whose lines are not in one column."""
    upper, lower = lines[above - 1], lines[line - 1]
    indent, indent_above = _indent(lower), _indent(upper)
    if _HAS_VALUE.match(upper) and indent > indent_above:
        message = f"this line is indented under line {above}, which has its value already"
        return _syntax(message, "give both lines the same indentation, or indent one of them less", line, 0, indent)
    if upper.lstrip()[:2] == lower.lstrip()[:2] == "- " and indent != indent_above:
        message = f"the lines of a list start in the same column, and line {above} in another"
        return _syntax(message, "give both lines the same indentation", line, 0, indent)
    return None


def _equals_sign(written: str, line: int) -> Diagnostic | None:
    if (found := _EQUALS.match(written)) is None:
        return None
    message = "a key needs a colon and a space after it"
    return _syntax(message, "as in `name: Kai`", line, found.start(1), found.end(1), ": ")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _no_blank(line: int, column: int, sign: str, name: str, example: str, code: str = "yaml/blank") -> Diagnostic:
    message = f"a space is missing after the {name}"
    place = Place(line, column, line, column + 1)
    return error(message, code=code, hint=f"as in `{example}`", place=place, fix=f"{sign} ")
