"""Find the slip in an indentation, or in the dashes of a list, that makes YAML unreadable."""

import re

from chargen.text.diagnostic import Diagnostic
from chargen.text.names import counted, short
from chargen.text.slips import BULLETS, INVISIBLE
from chargen.text.syntax_failure import KEY_AT_START, NO_COLON, Failure, error_at, without_comment

_HAS_VALUE = re.compile(r"\s*(?:- +)?[^\s#:\"'{\[][^:#]*: +[^\s#|>&!]")
_HEADS_BLOCK = re.compile(r"\s*(?:- +)?[^\s#][^#]*:\s*(?:#.*)?")


def find_tab(failure: Failure) -> Diagnostic | None:
    """Report a tab that indents a line."""
    indent = failure.written[: len(failure.written) - len(failure.written.lstrip(" \t"))]
    if "\t" not in indent:
        return None
    hint = "tabs cannot indent YAML; use spaces"
    # Beside spaces, the width of a tab is a guess.
    fix = None if " " in indent else indent.expandtabs(2)
    return error_at("a tab indents this line", hint, failure.line, 0, len(indent), fix)


def find_invisible(failure: Failure) -> Diagnostic | None:
    """Report a character that looks like a space, or like nothing, where YAML needs a space."""
    for line in range(failure.line, max(0, failure.line - 4), -1):
        if found := re.search(rf"(?:^ *|[:\-,])([{INVISIBLE}]+)", failure.lines[line - 1]):
            message = f"the character U+{ord(found[1][0]):04X} looks like a space, and is a letter to YAML"
            spaces = " " * len(found[1])
            return error_at(message, "write it again with the space bar", line, found.start(1), found.end(1), spaces)
    return None


def find_bullet(failure: Failure) -> Diagnostic | None:
    """Report a list whose entries start with another sign than a dash: the first of them."""
    line = failure.line
    while (above := failure.above(line)) and failure.indent(above) == failure.indent(line):
        line = above
    for number in range(line, failure.line + 1):
        if found := re.match(rf"\s*([{BULLETS}]) +(?!-)", failure.lines[number - 1]):
            message = f"an entry of a list starts with a dash, not with {found[1]}"
            rest = without_comment(failure.lines[number - 1][found.end() :])
            return error_at(message, f"write `- {short(rest, 40)}`", number, found.start(1), found.end(1), "-")
    return None


def find_missing_dash(failure: Failure) -> Diagnostic | None:
    """Report an entry of a list without its dash, at the line or at the one above."""
    line, above = failure.line, failure.above(failure.line)
    if not above or failure.starts_entry(line) == failure.starts_entry(above):
        return None
    if failure.starts_entry(line):
        is_entry, line = failure.indent(above) == failure.indent(line), above
    elif failure.written.lstrip().startswith("{"):
        is_entry = failure.indent(line) >= failure.indent(above)
    else:
        # A key below an entry of keys may as well belong to that entry, and not be indented far enough.
        may_belong = KEY_AT_START.match(failure.lines[above - 1]) and KEY_AT_START.match(failure.written)
        is_entry = failure.indent(line) == failure.indent(above) and not may_belong
    if not is_entry:
        return None
    indent = failure.indent(line)
    hint = f"write `- {short(without_comment(failure.lines[line - 1].strip()), 40)}`"
    return error_at("a dash is missing before this entry of the list", hint, line, indent, indent + 1)


def find_list_beside_value(failure: Failure) -> Diagnostic | None:
    """Report a list below a key that has a value already."""
    if not failure.starts_entry(failure.line):
        return None
    line = failure.line
    while line and failure.starts_entry(line):
        line = failure.above(line)
    if not line or not (found := re.match(r"\s*([^\s#-][^:#]*): +([^\s#|>&].*)", failure.lines[line - 1])):
        return None
    value = without_comment(found[2])
    start = found.start(2)
    message = f"`{short(found[1], 40)}` has a value on its line and a list below"
    return error_at(
        message, f"write the value as an entry too: `- {short(value, 40)}`", line, start, start + len(value)
    )


def find_indentation(failure: Failure) -> Diagnostic | None:
    """Report a line that is indented by other than its neighbours."""
    line, above = failure.line, failure.above(failure.line)
    if not above or (failure.written[: failure.column].strip(" -") and "mapping values" not in failure.problem):
        return None
    if NO_COLON in failure.problem and not KEY_AT_START.match(failure.written):
        return None
    indent, indent_above = failure.indent(line), failure.indent(above)
    entry = re.match(r"\s*- +(?=\S)", failure.lines[above - 1])
    if entry and indent >= indent_above and KEY_AT_START.match(failure.written) and not failure.rest.startswith("- "):
        return _uneven(failure, line, indent, above, entry.end())
    if indent == indent_above or (indent > indent_above and not _HAS_VALUE.match(failure.lines[above - 1])):
        return None
    before, below = failure.above(above), failure.below(line)
    # The line above is the odd one where the block goes on around it, or starts with it and goes on here.
    is_above = indent > indent_above and bool(before) and failure.indent(before) == indent
    if indent > indent_above and before and _HEADS_BLOCK.fullmatch(failure.lines[before - 1]):
        is_above = failure.indent(above) <= failure.indent(before) or failure.indent(below) == indent
    if is_above:
        return _uneven(failure, above, indent_above, line, indent)
    return _uneven(failure, line, indent, above, indent_above)


def _uneven(failure: Failure, line: int, indent: int, other: int, its: int) -> Diagnostic:
    """Return the error about the indentation of a line, with that of its neighbour."""
    message = f"line {line} is indented by {counted(indent, 'space')}; its neighbour, line {other}, by {its}"
    return error_at(message, "give both the same indentation", line, 0, max(indent, 1))
