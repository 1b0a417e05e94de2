"""Find the slip in a colon, or the line without one, that makes YAML unreadable."""

import re

from chargen.text.diagnostic import Diagnostic
from chargen.text.names import short
from chargen.text.slips import NO_SPACE_AFTER_DASH, missing_space
from chargen.text.syntax_failure import KEY, NO_COLON, Failure, error_at, without_comment

# Neither `http://a.b` nor `C:\a` may match: what follows the colon must be able to start a value.
_NO_SPACE_AFTER_COLON = re.compile(
    r"\s*(?:- +)?[^\s\"'#&*!|>{\[-][^:#{\[=]*(:)(?!//)"
    r"(?=\w|[-+]\d|[\"'][^\s\"']|\"\"|''|[|>][-+]?\s*$|\{[^{}]*\}|\[[^\[\]]*\])"
)
_NOT_A_COLON = re.compile(rf"\s*{KEY}(?P<sign> *[=;：] *| +[-–] +)(?=\S)")
_BLOCK_TEXT = re.compile(r"\s*(?:- +)?([^\s#][^#]*: *[|>][-+]?)\s*(?:#.*)?$")
_TWO_ON_A_LINE = re.compile(
    rf"\s*(?:- +)*(?:{KEY}: +(?:[-+]?\d+ +|[^#]*? {{3,}})(?={KEY}: )"
    r"|system: +\S+ +(?=\w+: )|(?<=- )[^#{]* +(?=- ))"
)
"""A line up to its second key, or its second dash. A text may have a colon too, so numbers or wide gaps are needed."""


def find_missing_space(failure: Failure) -> Diagnostic | None:
    """Report a dash or a colon without a space, at the line or at one of the three before."""
    for number in range(failure.line, max(0, failure.line - 4), -1):
        written = failure.lines[number - 1]
        if dash := NO_SPACE_AFTER_DASH.match(written):
            return missing_space(number, dash.start(1) + 1, "-", "dash", "- Brass lantern", "yaml/syntax")
        if (colon := _NO_SPACE_AFTER_COLON.match(written)) and ": " not in written[: colon.start(1) + 1]:
            return missing_space(number, colon.start(1) + 1, ":", "colon", "name: Kai", "yaml/syntax")
    return None


def find_other_sign(failure: Failure) -> Diagnostic | None:
    """Report another sign in place of a key's colon, at the line or above."""
    if NO_COLON not in failure.problem and "mapping values" not in failure.problem:
        return None
    for line in (failure.line, failure.above(failure.line)):
        if line and (found := _NOT_A_COLON.match(failure.lines[line - 1])):
            message = "a key needs a colon and a space after it"
            return error_at(message, "as in `name: Kai`", line, found.start("sign"), found.end("sign"), ": ")
    return None


def find_line_without_colon(failure: Failure) -> Diagnostic | None:
    """Report a line above without a colon, which takes the line where the parser stopped for its text."""
    above = failure.above(failure.line)
    if "mapping values" not in failure.problem or not above or failure.indent(above) > failure.indent(failure.line):
        return None
    text = without_comment(failure.lines[above - 1].strip())
    if failure.starts_entry(above) or failure.starts_entry(failure.line) or not re.fullmatch(KEY, text):
        return None
    indent = failure.indent(above)
    hint = f"write `{_with_colon(text, indent)}`"
    return error_at("this line has no colon", hint, above, indent, indent + len(text))


def _with_colon(text: str, indent: int) -> str:
    """Return a line as it probably was meant: the keys of a game are one word, names in a mapping have several.

    >>> _with_colon("concept Night porter", 0), _with_colon("Lock Picking 6", 2), _with_colon("Lock Picking", 2)
    ('concept: Night porter', 'Lock Picking: 6', 'Lock Picking: …')
    """
    if number := re.fullmatch(r"(.*\S)\s+([-+]?\d+)", text):
        return f"{number[1]}: {number[2]}"
    key, _, value = text.partition(" ") if not indent else (text, "", "")
    return f"{short(key, 40)}: {short(value, 40) or '…'}"


def find_two_on_a_line(failure: Failure) -> Diagnostic | None:
    """Report a second key, or a second entry of a list, on the line of the first."""
    if "mapping values" not in failure.problem or not (found := _TWO_ON_A_LINE.match(failure.written)):
        return None
    second = without_comment(failure.written[found.end() :])
    what = "an entry of a list" if second.startswith("- ") else "a key"
    hint = f"move `{short(second, 40)}` to the next line"
    start = found.end()
    return error_at(f"{what} starts on a line of its own", hint, failure.line, start, start + len(second))


def find_missing_colon(failure: Failure) -> Diagnostic | None:
    """Report a line without a colon among keys."""
    if NO_COLON not in failure.problem:
        return None
    line, column = failure.line, failure.column
    text = without_comment(failure.rest)
    above, below = failure.above(line), failure.below(line)
    # Below `notes: |` every line is text, if it is indented.
    if above and (block := _BLOCK_TEXT.match(failure.lines[above - 1])):
        message = f"the text below `{short(block[1], 40)}` is not indented"
        return error_at(message, "write two spaces before each of its lines", line, column, column + len(text))
    if not text[0].isalnum():
        message = "this line is neither a key nor part of a text"
        return error_at(message, "remove it, or write # before it", line, column, column + len(text))
    if block := re.fullmatch(rf"({KEY}) +([|>][-+]?)", text):
        right = f"{block[1]}: {block[2]}"
        message = f"a colon is missing after `{block[1]}`"
        return error_at(message, f"write `{right}`", line, column, column + len(text), right)
    if (
        below
        and re.fullmatch(KEY, text)
        # Keys of lists are one word in every game; several words without indentation below are rather a text.
        and (failure.indent(below) > column or (failure.starts_entry(below) and " " not in text))
    ):
        message = f"a colon is missing after `{short(text, 40)}`"
        return error_at(message, f"write `{short(text, 40)}:`", line, column, column + len(text), f"{text}:")
    hint = f"write `{_with_colon(text, column)}`; if it belongs to the text above, indent it"
    return error_at("this line has no colon", hint, line, column, column + len(text))
