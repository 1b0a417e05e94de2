"""Find the slip in quotation marks, or in a text that needs them, that makes YAML unreadable."""

import re
from typing import Any

from chargen.text.diagnostic import Diagnostic
from chargen.text.names import short
from chargen.text.slips import QUOTES
from chargen.text.syntax_failure import (
    KEY,
    KEY_AT_START,
    SYSTEM,
    Failure,
    error_at,
    error_without_quotes,
    read_value,
    write_quoted,
)

_COLON_IN_TEXT = re.compile(r"\s*(?:- +)?[\w-][^:#{\[\"']*: +(?P<text>[^\W\d][^:#]*: [^#]*[^#\s])\s*(?: #.*)?")
_BEFORE_VALUE = re.compile(r"\s*(?:- +)*|.*(?:: +|[\[{,] *)")
_SIGNS = "@`%*&!|>?-,]}[{"  # The characters that a text without quotes cannot start with


def find_typographic_quotes(failure: Failure) -> Diagnostic | None:
    """Report quotation marks of typesetting, which quote nothing."""
    for column, sign in enumerate(failure.written):
        if sign in QUOTES and any(mark in failure.written[column:] for mark in QUOTES[sign]):
            hint = 'write the quotation marks of the keyboard: "…"'
            return error_at(f"{sign} is a letter to YAML, and quotes nothing", hint, failure.line, column, column + 1)
    return None


def find_open_quotes(failure: Failure) -> Diagnostic | None:
    """Report a quotation mark that is not closed: its text runs over lines that look like keys or entries."""
    for token in failure.tokens:
        if getattr(token, "style", None) not in ("'", '"') or token.start_mark.line == token.end_mark.line:
            continue
        line = token.start_mark.line + 1
        inner = range(line + 1, token.end_mark.line + 2)
        if any(
            (KEY_AT_START.match(failure.lines[number - 1]) or failure.starts_entry(number))
            and failure.indent(number) <= failure.indent(line)
            for number in inner
        ):
            return _unclosed(failure, line, token.start_mark.column)
    if "quoted scalar" in failure.context and "end of stream" in failure.problem and failure.begun:
        return _unclosed(failure, *failure.begun)
    return None


def _unclosed(failure: Failure, line: int, column: int) -> Diagnostic:
    text = read_value(failure, line, column)
    # A line is only searched up to `LONGEST`.
    example = f": {short(text, 60)}{text[0]}" if text else ""
    hint = f"put one at the end of the text too{example}"
    return error_at("a quotation mark is opened and not closed", hint, line, column, column + 1)


def find_text_after_quotes(failure: Failure) -> Diagnostic | None:
    """Report a text that goes on after its closing quotation mark, most often an apostrophe."""
    token = failure.last
    if getattr(token, "style", None) not in ("'", '"') or token.end_mark.line + 1 != failure.line:
        return None
    if token.start_mark.line != token.end_mark.line or failure.rest[:1] in (",", "]", "}", ":", "#", ""):
        return None
    if (unclosed := _find_swallowed_key(failure, token)) is not None:
        return unclosed
    gap = failure.written[token.end_mark.column : failure.column]
    if gap.strip() or (gap and failure.brackets and failure.rest[0] in "\"'[{"):
        return None  # a comma is missing
    return _find_inner_quote(failure, token) or _text_behind_quotes(failure, token)


def _find_swallowed_key(failure: Failure, token: Any) -> Diagnostic | None:
    """Report an open quotation mark in braces: its text runs on to the mark that opens the value of the next key."""
    start, written, value = token.start_mark.column, failure.written, str(token.value)
    # Such a text has ", key:" in it, and ends with the colon of the last key that it swallowed.
    swallowed = re.search(rf"\s*,\s*{KEY}\s*:\s", f"{value} ") if failure.brackets else None
    if not swallowed or not value.rstrip().endswith(":") or not written.startswith(value, start + 1):
        return None
    right = written[start : start + 1 + swallowed.start()] + written[start]
    message, hint = "a quotation mark is opened and not closed", f"close it before the comma: {short(right, 60)}"
    return error_at(message, hint, failure.line, start, start + len(right) - 1, right)


def _find_inner_quote(failure: Failure, token: Any) -> Diagnostic | None:
    """Report a quotation mark inside a text, which ends it; the text goes on to a later mark."""
    start, end, written = token.start_mark.column, token.end_mark.column, failure.written
    mark = written[start]
    # The text ends at its last quotation mark, before what follows in braces or brackets or after a key.
    last = [
        found.start()
        for found in re.finditer(rf"{mark}(?=\s*(?:[,\]}}]|:(?: |$)| #|$))", written)
        if found.start() >= end
    ]
    # In brackets, a comma in between ends the value, so that a mark behind it belongs to the next one.
    if not last or (failure.brackets and "," in written[end : last[0]] and mark not in written[end : last[0]]):
        return None
    right = write_quoted(written[start + 1 : last[0]])
    kind = "double" if right[0] == '"' else "single"
    name = "an apostrophe" if mark == "'" else "a quotation mark"
    message = f"{name} inside the text ends it after `{short(str(token.value).strip(), 40)}`"
    # An empty text before the mark, as in `''Kai''`, leaves open what was meant.
    fix = right if token.value else None
    return error_at(message, f"put the text in {kind} quotes: {right}", failure.line, start, last[0] + 1, fix)


def _text_behind_quotes(failure: Failure, token: Any) -> Diagnostic:
    """Return the error for words behind a text in quotes, such as `"Red" Kim`."""
    start = token.start_mark.column
    text = read_value(failure, failure.line, start)
    text = re.split(r":(?: |$)", text)[0].rstrip()
    right = write_quoted(text)
    message = "a text cannot go on after its closing quotation mark"
    is_text = failure.rest[:1].isalnum() and not failure.written[start + len(text) :].startswith(":")
    fix = right if token.value and is_text else None
    return error_at(message, f"put all of it in quotes: {right}", failure.line, start, start + len(text), fix)


def find_reserved_sign(failure: Failure) -> Diagnostic | None:
    """Report a text that starts with a character that has a meaning in YAML."""
    line, start, written = failure.line, failure.column, failure.written
    sign = written[start : start + 1]
    if not sign or sign not in _SIGNS or not _BEFORE_VALUE.fullmatch(written[:start]):
        return None
    if failure.brackets and sign in ",]}[{":
        return None
    if not written[:start].strip() and sign in "-?]}[{":  # at the start of a line it is an entry, and no text
        return None
    if not written[:start].strip():
        rest = written[start:].strip(sign + " ")
        return error_at(f"a line cannot start with {sign}", f"write `{short(rest, 60)}`", line, start, start + 1)
    text = read_value(failure, line, start)
    return error_without_quotes(f"a text that starts with {sign} must be in quotes", text, line, start)


def find_colon_in_text(failure: Failure) -> Diagnostic | None:
    """Report a text without quotes in which a colon and a space appear."""
    found = _COLON_IN_TEXT.fullmatch(failure.written)
    if found is None or SYSTEM.match(failure.written):  # the name of a game has no colon
        return None
    text, start = found["text"], found.start("text")
    if text.endswith('"') and text.count('"') == 1:
        message, hint = "a quotation mark is closed and not opened", f'put one at the start of the text too: "{text}'
        return error_at(message, hint, failure.line, start, start + len(text))
    return error_without_quotes('a text with ": " in it must be in quotes', text, failure.line, start)
