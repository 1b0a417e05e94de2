"""Find the slip in braces and brackets that makes YAML unreadable."""

import re
from collections.abc import Sequence
from typing import Any

import yaml

from chargen.text import flow_slips
from chargen.text.diagnostic import Diagnostic, Place
from chargen.text.names import short
from chargen.text.syntax_failure import KEY, Failure, error_at, error_without_quotes, without_comment, write_quoted

_CLOSING = {"{": "}", "[": "]"}
_PAIRS = re.compile(r".*?: +(?P<text>\(?\w+: [^,:#]+(?:, *\w+: [^,:#]+)*)(?: #.*)?")
_KEY_AND_BRACKET = re.compile(rf"\s*(?:- +)*({KEY}) +([\[{{])")
_FIRST_OF_SEVERAL = re.compile(rf"\s*(?:- +(?=\w+: )|{KEY}: +(?=\w+: ))(\w+)")


def find_slip_in_braces(failure: Failure) -> Diagnostic | None:
    """Report a forgotten value, a missing space or a comment within braces and brackets."""
    if "unexpected ':'" in failure.problem:
        return flow_slips.unexpected_colon(failure.lines, failure.line, failure.column + 1)
    if "expected ',' or" in failure.problem and failure.brackets:
        _, line, column = failure.brackets[-1]
        opened = Place(line, column + 1, line, column + 2)
        return flow_slips.comment_in_brackets(failure.lines, opened, failure.line)
    return None


def find_brackets(failure: Failure) -> Diagnostic | None:
    """Report a bracket that is not closed, or closed by another one, and a missing comma."""
    if not failure.brackets:
        return None
    sign, line, column = failure.brackets[-1]
    closing = _CLOSING[sign]
    found = failure.rest[:1]
    if found and found in "]}" and found != closing:
        if failure.rest[1:].lstrip().startswith(closing):
            return error_at(
                f"this {found} closes nothing", "remove it", failure.line, failure.column, failure.column + 1
            )
        # An outer bracket is of that kind, so the inner one was forgotten.
        if any(_CLOSING[other] == found for other, _, _ in failure.brackets):
            return _never_closed(failure, f"write {closing} before the {found}")
        message = f"the {sign} of this list is closed by {found}" if sign == "[" else f"the {sign} is closed by {found}"
        fix = closing if failure.rest[1:2] in ("", ",", "}", "]", " ") and sign == "{" else None
        return error_at(message, f"write {closing}", failure.line, failure.column, failure.column + 1, fix)
    if not _is_closed(failure, line, column):
        rest = without_comment(failure.lines[line - 1][column:])
        hint = f"close it: {short(rest, 70)}{closing}" if rest != sign else f"write {closing} where it ends"
        return _never_closed(failure, hint)
    if found == ",":
        message = "there is nothing before this comma"
        return error_at(message, "remove it", failure.line, failure.column, failure.column + 1)
    return _missing_comma(failure)


def _never_closed(failure: Failure, hint: str) -> Diagnostic:
    sign, line, column = failure.brackets[-1]
    return error_at(f"this {sign} is never closed", hint, line, column, column + 1)


def _is_closed(failure: Failure, line: int, column: int) -> bool:
    """Return whether a bracket is closed before the next line that is not indented more than its own."""
    depth = 0
    for number in range(line, len(failure.lines) + 1):
        written = without_comment(failure.lines[number - 1][column if number == line else 0 :])
        is_below = number > line and written.strip()[:1] not in ("", "#", "]", "}")
        if is_below and failure.indent(number) <= failure.indent(line):
            return False
        for letter in written:
            depth += (letter in "[{") - (letter in "]}")
            if depth == 0:
                return True
    return False


def _missing_comma(failure: Failure) -> Diagnostic | None:
    token = failure.last
    if token is None:
        return None
    line, start, end = token.end_mark.line + 1, token.start_mark.column, token.end_mark.column
    if failure.rest[:1] == ":" and isinstance(token, yaml.ScalarToken) and token.plain:
        # The parser took the end of one value and the key of the next for one text.
        written = failure.lines[line - 1][start:end]
        # Where the comma may be missing: behind a number, in place of a semicolon, or else before the last word.
        gap = re.search(r"(?<=\d)\s+(?=\D)|\s*;\s*|\s+(?=\S+$)", written)
        if gap is None or not _is_key(failure, written[: gap.start()], written[gap.end() :]):
            return _colon_in_brackets(failure, start, written[gap.end() :] if gap else "")
        if ";" in gap[0]:
            place = start + gap.start() + gap[0].index(";")
            return error_at(
                "values are separated by commas, not by semicolons", "write a comma", line, place, place + 1, ","
            )
        message = f"a comma is missing before `{short(written[gap.end() :], 40)}`"
        hint = f"write `{short(written[: gap.start()], 40)}, {short(written[gap.end() :], 40)}: …`"
        return error_at(message, hint, line, start + gap.start(), start + gap.end(), ", ")
    written = failure.lines[line - 1]
    after = short(written[start if token.start_mark.line + 1 == line else 0 : end], 40)
    width = len(written[end:]) - len(written[end:].lstrip(" "))
    if line != failure.line:
        message, hint = f"a comma is missing after `{after}`", "write a comma between two values"
        return error_at(message, hint, line, end, end, ",")
    if failure.brackets[-1][0] == "{" and failure.rest[:1] in ("{", "[") and re.fullmatch(KEY, after):
        return error_at(
            f"a colon is missing after `{after}`",
            f"write `{after}: …`",
            line,
            end,
            end + width,
            ": " if width else None,
        )
    message, hint = f"a comma is missing after `{after}`", "write a comma between two values"
    return error_at(message, hint, line, end, end + width, ", " if width else None)


def _is_key(failure: Failure, before: str, word: str) -> bool:
    """Return whether a word before a colon is a key, and no part of the text before it."""
    # A word that is a key elsewhere in the file is probably one here, too.
    is_beside_a_number = before.lstrip("+-").isdecimal() or re.match(r"\s*:\s+[-+]?\d", failure.rest)
    return bool(is_beside_a_number) or failure.text.count(f"{word}:") > 1


def _colon_in_brackets(failure: Failure, start: int, word: str) -> Diagnostic:
    """Return the error for a value within braces or brackets that has a colon and a space in it.

    ``word`` is the last of several before the colon, which may be a key.
    """
    text = re.split(r"[,\]}]", failure.written[start:])[0].rstrip()
    if re.fullmatch(r"[\w ]+: [-+]?\d+", text):
        message = "keys on the line of another key must be in braces"
        return error_at(message, f"write {{{text}}}", failure.line, start, start + len(text))
    if word.islower():
        hint = f"put it in quotes: {write_quoted(text)}; or write a comma before `{word}`"
        return error_at('a text with ": " in it must be in quotes', hint, failure.line, start, start + len(text))
    return error_without_quotes('a text with ": " in it must be in quotes', text, failure.line, start)


def find_text_after_brackets(failure: Failure) -> Diagnostic | None:
    """Report what follows a list or a mapping that has been closed already."""
    token = failure.last
    ends = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)
    if not isinstance(token, ends) or token.end_mark.line + 1 != failure.line or failure.brackets:
        return None
    if failure.rest[:1] in ("]", "}"):
        return None
    start = _opened_at(failure.tokens)
    text = without_comment(failure.written[start:]) if start is not None else ""
    sign = failure.written[token.start_mark.column]
    if text and failure.rest[:1].isalpha() and ":" not in text and "," not in text:
        return error_without_quotes(
            f"a text that starts with {text[0]} must be in quotes", text, failure.line, start or 0
        )
    end = token.start_mark.column
    before, after = failure.written[start or 0 : end], without_comment(failure.written[end + 1 :])
    # Two lists become one; a bracket that is closed again later is closed too early here.
    joined = before + re.sub(r"^, *\[", ", ", after)
    right = joined if joined.endswith(sign) else joined + sign
    message = f"the {'list' if sign == ']' else 'value'} ends at this {sign}, and more follows"
    return error_at(message, f"write {short(right)}", failure.line, end, end + 1)


def _opened_at(tokens: Sequence[Any]) -> int | None:
    """Return the column of the outermost bracket that was closed last."""
    opened: list[int] = []
    found = None
    for token in tokens:
        if isinstance(token, (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)):
            opened.append(token.start_mark.column)
        elif isinstance(token, (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)) and opened:
            found = opened.pop()
    return found


def find_closed_twice(failure: Failure) -> Diagnostic | None:
    """Report a bracket that closes nothing."""
    sign = failure.rest[:1]
    if not sign or sign not in "]}" or failure.brackets:
        return None
    return error_at(f"this {sign} closes nothing", "remove it", failure.line, failure.column, failure.column + 1)


def find_colon_before_bracket(failure: Failure) -> Diagnostic | None:
    """Report a key without a colon before its braces or brackets."""
    if "mapping values" not in failure.problem or not (found := _KEY_AND_BRACKET.match(failure.written)):
        return None
    message = f"a colon is missing after `{found[1]}`"
    return error_at(message, f"write `{found[1]}: {found[2]}`", failure.line, found.end(1), found.start(2), ": ")


def find_open_brace_missing(failure: Failure) -> Diagnostic | None:
    """Report keys that are closed by a brace that nothing opened."""
    written = without_comment(failure.written)
    if "mapping values" not in failure.problem or written.count("}") != written.count("{") + 1:
        return None
    if not written.endswith("}") or not (found := _FIRST_OF_SEVERAL.match(written)):
        return None
    start = found.end() - len(found[1])
    right = written[start:]
    return error_at(
        f"a {{ is missing before `{found[1]}`",
        f"write {{{short(right)}",
        failure.line,
        start,
        found.end(),
        f"{{{found[1]}",
    )


def find_missing_braces(failure: Failure) -> Diagnostic | None:
    """Report several keys, or a key and a number, that follow another key on its line."""
    if "mapping values" not in failure.problem or (found := _PAIRS.fullmatch(failure.written)) is None:
        return None
    text = found["text"].rstrip()
    if text.count(": ") == 1 and not re.fullmatch(r"\(?\w+: [-+]?\d+\W?", text):
        return None
    right = "{" + text.strip("(){}[] ") + "}"
    message = "keys on the line of another key must be in braces"
    return error_at(
        message, f"write {short(right)}", failure.line, found.start("text"), found.start("text") + len(text)
    )
