"""Find the slip that makes YAML unreadable: where it was made, and what to write instead.

PyYAML reports where its parser stopped, which is often lines after the slip, and in the parser's own words. `explain`
looks at the tokens and lines before that position and reports the first cause that fits.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import yaml

from chargen.core import flow_slips
from chargen.core.diagnostic import Diagnostic, Place, error
from chargen.core.names import counted, short
from chargen.core.reader import LINE_END, LOADER
from chargen.core.slips import BULLETS, INVISIBLE, NO_SPACE_AFTER_DASH, QUOTES, missing_space

_CLOSING = {"{": "}", "[": "]"}
_FENCE = re.compile(r"\s*```")
_KEY = r"[^\W_][\w'’/-]*(?: [\w'’/-]+){0,3}"
"""A key of at most four words."""
_KEY_AT_START = re.compile(rf"\s*(?:- +)*(?:{_KEY}|\"[^\"]+\"|'[^']+')\s*:(?:\s|$)")
_STARTS_DATA = re.compile(r"\s*(?:- |[{\[\"'%]|---)")
_HAS_STRUCTURE = re.compile(r"[{}\[\]\"]|, *\w+: |^[@`%*&](?:[^\w]*\d+$|.*: )|^[|>?,!-]")
"""A sign that the text may be more than a text, so that quotes around it would hide what was meant."""
_SYSTEM = re.compile(r"\W*system\b", re.IGNORECASE)
_NO_SPACE_AFTER_COLON = re.compile(
    r"\s*(?:- +)?[^\s\"'#&*!|>{\[-][^:#{\[=]*(:)(?!//)(?=\w|[-+]\d|[\"'][^\s\"']|\{[^{}]*\}|\[[^\[\]]*\])"
)
_COLON_IN_TEXT = re.compile(r"\s*(?:- +)?[\w-][^:#{\[\"']*: +(?P<text>[^\W\d][^:#]*: [^#]*[^#\s])\s*(?: #.*)?")
_PAIRS = re.compile(r".*?: +(?P<text>\(?\w+: [^,:#]+(?:, *\w+: [^,:#]+)*)(?: #.*)?")
_HAS_VALUE = re.compile(r"\s*(?:- +)?[^\s#:\"'{\[][^:#]*: +[^\s#|>&!]")
_HEADS_BLOCK = re.compile(r"\s*(?:- +)?[^\s#][^#]*:\s*(?:#.*)?")
_KEY_AND_BRACKET = re.compile(rf"\s*(?:- +)*({_KEY}) +([\[{{])")
_TWO_ON_A_LINE = re.compile(
    rf"\s*(?:- +)*(?:{_KEY}: +(?:[-+]?\d+ +|[^#]*? {{3,}})(?={_KEY}: )"
    r"|system: +\S+ +(?=\w+: )|(?<=- )[^#{]* +(?=- ))"
)
"""A line up to its second key, or its second dash. A text may have a colon too, so numbers or wide gaps are needed."""
_FIRST_OF_SEVERAL = re.compile(rf"\s*(?:- +(?=\w+: )|{_KEY}: +(?=\w+: ))(\w+)")
_COMMENTED_KEY = re.compile(r"\s*(#)\s*(\w+:)\s*(?:#.*)?$")
_BLOCK_TEXT = re.compile(r"\s*(?:- +)?([^\s#][^#]*: *[|>][-+]?)\s*(?:#.*)?$")
_BEFORE_VALUE = re.compile(r"\s*(?:- +)*|.*(?:: +|[\[{,] *)")
_COMMENT = re.compile(r"(?<!\s)\s+#.*")
_NOT_A_COLON = re.compile(rf"\s*{_KEY}(?P<sign> *[=;：] *| +[-–] +)(?=\S)")
_OTHER_COMMENT = re.compile(r"\s*(//|/\*)")
_LONGEST = 2_000
"""The letters of a line that are searched for slips, so that no search takes long."""
_SIGNS = "@`%*&!|>?-,]}[{"
"""The characters that a text without quotes cannot start with."""
_NO_COLON = "could not find expected ':'"
"""The parser's message where a line has no colon."""
_STARTED_BEFORE = ("alias", "anchor", "block scalar", "directive", "tag")
"""The parts that the parser has begun to read where it stops, so that the slip is where they begin."""

_WORDS = (
    ("mapping values are not allowed", 'this ": " belongs to no key', "a text with a colon and a space is in quotes"),
    ("<document start>", "this line belongs to nothing above", "a file starts with `system: …` or another key"),
    ("did not find expected key", "this line does not go on from the lines above", "compare its indentation"),
    ("could not find expected ':'", "a key needs a colon and a space after it", "as in `name: Kai`"),
    ("block sequence entries", "an entry of a list starts on a line of its own", "move it to the next line"),
    ("expected node content", "a value is missing before this sign", "write the value, or remove the sign"),
    ("did not find expected ',' or", "a comma or a closing bracket is missing", ""),
    ("expected '-' indicator", "this line is no entry of the list above", "each entry starts with a dash: `- Rope`"),
    ("cannot start any token", "this character cannot start a text", "put the text in quotes"),
    ("invalid Unicode character escape", "this escape is no character", "write the letter itself"),
    ("unknown escape character", "a backslash in double quotes starts an escape", "write two of them: \\\\"),
    ("did not find expected hexdecimal", "a backslash in double quotes starts an escape", "write two of them: \\\\"),
    ("tag handle", "a text that starts with ! must be in quotes", 'as in "!text"'),
)
"""By a part of the parser's message, what is wrong and what to do where no slip is found."""


@dataclass(frozen=True)
class _Failure:
    """Describe where the parser stopped, and what it had read by then."""

    text: str
    lines: Sequence[str]
    line: int
    """The line where the parser stopped, counted from 1."""
    column: int
    """The column where it stopped, counted from 0."""
    problem: str
    context: str
    begun: tuple[int, int] | None
    """The line, from 1, and the column, from 0, of the part that it was reading."""
    offset: int
    tokens: Sequence[Any]
    """The tokens that it had read."""

    @property
    def written(self) -> str:
        """Return the line where the parser stopped."""
        return self.lines[self.line - 1]

    @property
    def rest(self) -> str:
        """Return what follows on that line."""
        return self.written[self.column :]

    @cached_property
    def brackets(self) -> list[tuple[str, int, int]]:
        """Return the brackets that are open, outermost first: sign, line from 1, column from 0."""
        opened: list[tuple[str, int, int]] = []
        for token in self.tokens:
            if isinstance(token, (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)):
                sign = "{" if isinstance(token, yaml.FlowMappingStartToken) else "["
                opened.append((sign, token.start_mark.line + 1, token.start_mark.column))
            elif isinstance(token, (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)) and opened:
                opened.pop()
        return opened

    @cached_property
    def last(self) -> Any:
        """Return the last token with text before the position where the parser stopped; None where there is none."""
        visible = (t for t in reversed(self.tokens) if t.end_mark.index > t.start_mark.index)
        return next((token for token in visible if token.end_mark.index <= self.offset), None)

    @cached_property
    def content(self) -> list[int]:
        """Return the numbers of the lines with more than a comment."""
        return [number for number, line in enumerate(self.lines, 1) if line and line.strip()[:1] not in ("", "#")]

    def above(self, line: int) -> int:
        """Return the number of the nearest line above with more than a comment; 0 where there is none."""
        place = bisect_left(self.content, line)
        return self.content[place - 1] if place else 0

    def below(self, line: int) -> int:
        """Return the number of the nearest line below with more than a comment; 0 where there is none."""
        place = bisect_right(self.content, line)
        return self.content[place] if place < len(self.content) else 0

    def starts_entry(self, line: int) -> bool:
        """Return whether a line starts with the dash of a list."""
        return self.lines[line - 1].lstrip().startswith("- ")

    def indent(self, line: int) -> int:
        """Return by how many spaces a line is indented; -1 for line 0, which is none."""
        return len(self.lines[line - 1]) - len(self.lines[line - 1].lstrip(" ")) if line else -1


def explain(exc: yaml.YAMLError, text: str) -> Diagnostic:
    """Return the diagnostic for a text that YAML refused."""
    failure = _failure(exc, text)
    # The order matters: the first ones are certain, and each of the others is likelier than those after it.
    causes: tuple[Callable[[_Failure], Diagnostic | None], ...] = (
        _in_braces,
        _fence,
        _prose,
        _typographic_quotes,
        _tab,
        _invisible,
        _open_quotes,
        _after_quotes,
        _bullet,
        _reserved_sign,
        _other_comment,
        _missing_space,
        _brackets,
        _after_brackets,
        _closed_twice,
        _colon_before_bracket,
        _not_a_colon,
        _line_without_colon,
        _open_brace_missing,
        _two_on_a_line,
        _missing_braces,
        _colon_in_text,
        _commented_key,
        _missing_dash,
        _list_beside_value,
        _indentation,
        _missing_colon,
    )
    found = next((found for cause in causes if (found := cause(failure)) is not None), None) or _in_general(failure)
    is_cut = found.place is not None and len(failure.lines[found.place.line - 1]) == _LONGEST
    return replace(found, fix=None) if is_cut else found


def _failure(exc: yaml.YAMLError, text: str) -> _Failure:
    lines = [line[:_LONGEST] for line in LINE_END.split(text)]
    problem = str(getattr(exc, "problem", None) or getattr(exc, "reason", None) or exc)
    mark, context_mark = getattr(exc, "problem_mark", None), getattr(exc, "context_mark", None)
    line, column, offset = (mark.line + 1, mark.column, mark.index) if mark is not None else (1, 0, 0)
    line = min(line, len(lines))
    column = min(column, len(lines[line - 1]))
    begun = (context_mark.line + 1, context_mark.column) if context_mark is not None else None
    context = str(getattr(exc, "context", None) or "")
    if begun is not None and begun[0] == line and context.endswith(_STARTED_BEFORE):
        (line, column), offset = begun, context_mark.index  # type: ignore[union-attr]
    elif begun is not None and _NO_COLON in problem:  # the parser looked for a colon up to the next line
        line, column = begun
    tokens = list(_tokens(text, offset))
    return _Failure(text, lines, line, column, problem, context, begun, offset, tokens)


def _tokens(text: str, offset: int) -> Iterator[Any]:
    """Yield the tokens of a text that start before an offset."""
    try:
        for token in yaml.scan(text, Loader=LOADER):
            if token.start_mark.index >= offset:
                return
            yield token
    except yaml.YAMLError:
        return


def _error(message: str, hint: str, line: int, start: int, end: int, fix: str | None = None) -> Diagnostic:
    """Return an error about some columns of a line, which count from 0."""
    place = Place(line, start + 1, line, end + 1)
    return error(message, code="yaml/syntax", hint=hint, place=place, fix=fix)


def _quoted(text: str) -> str:
    """Return a text in quotes: in single ones where it has double ones or backslashes."""
    if ('"' in text or "\\" in text) and "\n" not in text:
        return "'" + text.replace("'", "''") + "'"
    return json.dumps(text, ensure_ascii=False)


def _in_quotes(message: str, text: str, line: int, start: int) -> Diagnostic:
    """Return an error about a text at a column of a line that must be in quotes."""
    written = _quoted(text)
    fix = None if _HAS_STRUCTURE.search(text) else written
    return _error(message, f"put it in quotes: {written}", line, start, start + len(text), fix)


def _without_comment(text: str) -> str:
    return _COMMENT.sub("", text).rstrip()


def _value_at(failure: _Failure, line: int, start: int) -> str:
    """Return the text that starts at a column, up to its comment, or to the comma or bracket that ends it."""
    text = _without_comment(failure.lines[line - 1][start:])
    before = failure.lines[line - 1][:start]
    opened = sum(map(before.count, "[{")) > sum(map(before.count, "]}"))
    return re.split(r"[,\]}]", text)[0].rstrip() or text if opened or failure.brackets else text


def _in_braces(failure: _Failure) -> Diagnostic | None:
    """Report a forgotten value, a missing space or a comment within braces and brackets."""
    if "unexpected ':'" in failure.problem:
        return flow_slips.unexpected_colon(failure.lines, failure.line, failure.column + 1)
    if "expected ',' or" in failure.problem and failure.brackets:
        _, line, column = failure.brackets[-1]
        opened = Place(line, column + 1, line, column + 2)
        return flow_slips.comment_in_brackets(failure.lines, opened, failure.line)
    return None


def _fence(failure: _Failure) -> Diagnostic | None:
    """Report the line that starts or ends a block of code where text was copied from a web page or a chat."""
    if not _FENCE.match(failure.written):
        return None
    fence = failure.written.strip()
    message = f"the line {short(fence, 20)} is not part of the file"
    return _error(message, f'remove the line "{short(fence, 20)}"', failure.line, 0, len(failure.written), "")


def _prose(failure: _Failure) -> Diagnostic | None:
    """Report a text that is no YAML: it starts like none, and names no game."""
    first = failure.below(0)
    if not first or any(_KEY_AT_START.match(line) or _SYSTEM.match(line) for line in failure.lines):
        return None
    if _STARTS_DATA.match(failure.lines[first - 1]):
        return None
    message, hint = NO_CONCEPT
    return error(message, code="concept/not-a-mapping", hint=hint, place=Place(first, 1, first, 2))


NO_CONCEPT = (
    "this is not a character file",
    "it should start with `system: …`; `chargen new SYSTEM` writes a starter concept",
)
"""The message and the hint for a text that is not even a mapping."""


def _typographic_quotes(failure: _Failure) -> Diagnostic | None:
    for column, sign in enumerate(failure.written):
        if sign in QUOTES and any(mark in failure.written[column:] for mark in QUOTES[sign]):
            hint = 'write the quotation marks of the keyboard: "…"'
            return _error(f"{sign} is a letter to YAML, and quotes nothing", hint, failure.line, column, column + 1)
    return None


def _tab(failure: _Failure) -> Diagnostic | None:
    indent = failure.written[: len(failure.written) - len(failure.written.lstrip(" \t"))]
    if "\t" not in indent:
        return None
    hint = "tabs cannot indent YAML; use spaces"
    fix = None if " " in indent else indent.expandtabs(2)
    return _error("a tab indents this line", hint, failure.line, 0, len(indent), fix)


def _invisible(failure: _Failure) -> Diagnostic | None:
    """Report a character that looks like a space, or like nothing, where YAML needs a space."""
    for line in range(failure.line, max(0, failure.line - 4), -1):
        if found := re.search(rf"(?:^ *|[:\-,])([{INVISIBLE}]+)", failure.lines[line - 1]):
            message = f"the character U+{ord(found[1][0]):04X} looks like a space, and is a letter to YAML"
            spaces = " " * len(found[1])
            return _error(message, "write it again with the space bar", line, found.start(1), found.end(1), spaces)
    return None


def _open_quotes(failure: _Failure) -> Diagnostic | None:
    """Report a quotation mark that is not closed: its text runs over lines that look like keys or entries."""
    for token in failure.tokens:
        if getattr(token, "style", None) not in ("'", '"') or token.start_mark.line == token.end_mark.line:
            continue
        line = token.start_mark.line + 1
        inner = range(line + 1, token.end_mark.line + 2)
        if any(
            (_KEY_AT_START.match(failure.lines[number - 1]) or failure.starts_entry(number))
            and failure.indent(number) <= failure.indent(line)
            for number in inner
        ):
            return _unclosed(failure, line, token.start_mark.column)
    if "quoted scalar" in failure.context and "end of stream" in failure.problem and failure.begun:
        return _unclosed(failure, *failure.begun)
    return None


def _unclosed(failure: _Failure, line: int, column: int) -> Diagnostic:
    text = _value_at(failure, line, column)
    hint = f"put one at the end of the text too: {short(text, 60)}{text[0]}"
    return _error("a quotation mark is opened and not closed", hint, line, column, column + 1)


def _after_quotes(failure: _Failure) -> Diagnostic | None:
    """Report a text that goes on after its closing quotation mark, most often an apostrophe."""
    token = failure.last
    if getattr(token, "style", None) not in ("'", '"') or token.end_mark.line + 1 != failure.line:
        return None
    start, end, written = token.start_mark.column, token.end_mark.column, failure.written
    if token.start_mark.line != token.end_mark.line or failure.rest[:1] in (",", "]", "}", ":", "#", ""):
        return None
    # In braces, a text with ", key: " in it runs on to the quotation mark that opens the next value.
    value = str(token.value)
    swallowed = re.search(rf"\s*,\s*{_KEY}\s*:\s", f"{value} ") if failure.brackets else None
    if swallowed and value.rstrip().endswith(":") and written.startswith(value, start + 1):
        right = written[start : start + 1 + swallowed.start()] + written[start]
        message = "a quotation mark is opened and not closed"
        return _error(
            message,
            f"close it before the comma: {short(right, 60)}",
            failure.line,
            start,
            start + len(right) - 1,
            right,
        )
    gap = written[end : failure.column]
    if gap.strip() or (gap and failure.brackets and failure.rest[0] in "\"'[{"):
        return None  # a comma is missing
    mark = written[start]
    # The text ends at its last quotation mark, before what follows in braces or brackets or after a key.
    last = [
        found.start()
        for found in re.finditer(rf"{mark}(?=\s*(?:[,\]}}]|:(?: |$)| #|$))", written)
        if found.start() >= end
    ]
    if last and (not failure.brackets or "," not in written[end : last[0]] or mark in written[end : last[0]]):
        text = written[start : last[0] + 1]
        right = _quoted(text[1:-1])
        kind = "double" if right[0] == '"' else "single"
        name = "an apostrophe" if mark == "'" else "a quotation mark"
        message = f"{name} inside the text ends it after `{short(str(token.value).strip(), 40)}`"
        fix = right if token.value else None
        return _error(message, f"put the text in {kind} quotes: {right}", failure.line, start, last[0] + 1, fix)
    text = _value_at(failure, failure.line, start)
    text = re.split(r":(?: |$)", text)[0].rstrip()
    right = _quoted(text)
    message = "a text cannot go on after its closing quotation mark"
    is_text = failure.rest[:1].isalnum() and not written[start + len(text) :].startswith(":")
    fix = right if token.value and is_text else None
    return _error(message, f"put all of it in quotes: {right}", failure.line, start, start + len(text), fix)


def _bullet(failure: _Failure) -> Diagnostic | None:
    """Report a list whose entries start with another sign than a dash: the first of them."""
    line = failure.line
    while (above := failure.above(line)) and failure.indent(above) == failure.indent(line):
        line = above
    for number in range(line, failure.line + 1):
        if found := re.match(rf"\s*([{BULLETS}]) +(?!-)", failure.lines[number - 1]):
            message = f"an entry of a list starts with a dash, not with {found[1]}"
            rest = _without_comment(failure.lines[number - 1][found.end() :])
            return _error(message, f"write `- {short(rest, 40)}`", number, found.start(1), found.end(1), "-")
    return None


def _reserved_sign(failure: _Failure) -> Diagnostic | None:
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
        return _error(f"a line cannot start with {sign}", f"write `{short(rest, 60)}`", line, start, start + 1)
    text = _value_at(failure, line, start)
    return _in_quotes(f"a text that starts with {sign} must be in quotes", text, line, start)


def _other_comment(failure: _Failure) -> Diagnostic | None:
    """Report a comment as other languages write it, at the line or above."""
    for line in (failure.line, failure.above(failure.line)):
        if line and (found := _OTHER_COMMENT.match(failure.lines[line - 1])):
            text = failure.lines[line - 1].strip().strip("/* ")
            return _error(
                "a comment starts with #", f"write `# {short(text, 40)}`", line, found.start(1), found.end(1), "#"
            )
    return None


def _missing_space(failure: _Failure) -> Diagnostic | None:
    """Report a dash or a colon without a space, at the line or at one of the three before."""
    for number in range(failure.line, max(0, failure.line - 4), -1):
        written = failure.lines[number - 1]
        if dash := NO_SPACE_AFTER_DASH.match(written):
            return missing_space(number, dash.start(1) + 1, "-", "dash", "- Brass lantern", "yaml/syntax")
        if (colon := _NO_SPACE_AFTER_COLON.match(written)) and ": " not in written[: colon.start(1) + 1]:
            return missing_space(number, colon.start(1) + 1, ":", "colon", "name: Kai", "yaml/syntax")
    return None


def _brackets(failure: _Failure) -> Diagnostic | None:
    """Report a bracket that is not closed, or closed by another one, and a missing comma."""
    if not failure.brackets:
        return None
    sign, line, column = failure.brackets[-1]
    closing = _CLOSING[sign]
    found = failure.rest[:1]
    if found and found in "]}" and found != closing:
        if failure.rest[1:].lstrip().startswith(closing):
            return _error(f"this {found} closes nothing", "remove it", failure.line, failure.column, failure.column + 1)
        if any(_CLOSING[other] == found for other, _, _ in failure.brackets):
            return _never_closed(failure, f"write {closing} before the {found}")
        message = f"the {sign} of this list is closed by {found}" if sign == "[" else f"the {sign} is closed by {found}"
        fix = closing if failure.rest[1:2] in ("", ",", "}", "]", " ") and sign == "{" else None
        return _error(message, f"write {closing}", failure.line, failure.column, failure.column + 1, fix)
    if not _is_closed(failure, line, column):
        rest = _without_comment(failure.lines[line - 1][column:])
        hint = f"close it: {short(rest, 70)}{closing}" if rest != sign else f"write {closing} where it ends"
        return _never_closed(failure, hint)
    if found == ",":
        message = "there is nothing before this comma"
        return _error(message, "remove it", failure.line, failure.column, failure.column + 1)
    return _missing_comma(failure)


def _never_closed(failure: _Failure, hint: str) -> Diagnostic:
    sign, line, column = failure.brackets[-1]
    return _error(f"this {sign} is never closed", hint, line, column, column + 1)


def _is_closed(failure: _Failure, line: int, column: int) -> bool:
    """Return whether a bracket is closed before the next line that is not indented more than its own."""
    depth = 0
    for number in range(line, len(failure.lines) + 1):
        written = _without_comment(failure.lines[number - 1][column if number == line else 0 :])
        is_below = number > line and written.strip()[:1] not in ("", "#", "]", "}")
        if is_below and failure.indent(number) <= failure.indent(line):
            return False
        for letter in written:
            depth += (letter in "[{") - (letter in "]}")
            if depth == 0:
                return True
    return False


def _missing_comma(failure: _Failure) -> Diagnostic | None:
    token = failure.last
    if token is None:
        return None
    line, start, end = token.end_mark.line + 1, token.start_mark.column, token.end_mark.column
    if failure.rest[:1] == ":" and isinstance(token, yaml.ScalarToken) and token.plain:
        # The parser took the end of one value and the key of the next for one text.
        written = failure.lines[line - 1][start:end]
        gap = re.search(r"(?<=\d)\s+(?=\D)|\s*;\s*|\s+(?=\S+$)", written)
        if gap is None or not _is_key(failure, written[: gap.start()], written[gap.end() :]):
            return _colon_in_brackets(failure, start, written[gap.end() :] if gap else "")
        if ";" in gap[0]:
            place = start + gap.start() + gap[0].index(";")
            return _error(
                "values are separated by commas, not by semicolons", "write a comma", line, place, place + 1, ","
            )
        message = f"a comma is missing before `{short(written[gap.end() :], 40)}`"
        hint = f"write `{short(written[: gap.start()], 40)}, {short(written[gap.end() :], 40)}: …`"
        return _error(message, hint, line, start + gap.start(), start + gap.end(), ", ")
    written = failure.lines[line - 1]
    after = short(written[start if token.start_mark.line + 1 == line else 0 : end], 40)
    width = len(written[end:]) - len(written[end:].lstrip(" "))
    if line != failure.line:
        message, hint = f"a comma is missing after `{after}`", "write a comma between two values"
        return _error(message, hint, line, end, end, ",")
    if failure.brackets[-1][0] == "{" and failure.rest[:1] in ("{", "[") and re.fullmatch(_KEY, after):
        return _error(
            f"a colon is missing after `{after}`",
            f"write `{after}: …`",
            line,
            end,
            end + width,
            ": " if width else None,
        )
    message, hint = f"a comma is missing after `{after}`", "write a comma between two values"
    return _error(message, hint, line, end, end + width, ", " if width else None)


def _is_key(failure: _Failure, before: str, word: str) -> bool:
    """Return whether a word before a colon is a key, and no part of the text before it."""
    is_beside_a_number = before.lstrip("+-").isdecimal() or re.match(r"\s*:\s+[-+]?\d", failure.rest)
    return bool(is_beside_a_number) or failure.text.count(f"{word}:") > 1


def _colon_in_brackets(failure: _Failure, start: int, word: str) -> Diagnostic:
    """Return the error for a value within braces or brackets that has a colon and a space in it.

    ``word`` is the last of several before the colon, which may be a key.
    """
    text = re.split(r"[,\]}]", failure.written[start:])[0].rstrip()
    if re.fullmatch(r"[\w ]+: [-+]?\d+", text):
        message = "keys on the line of another key must be in braces"
        return _error(message, f"write {{{text}}}", failure.line, start, start + len(text))
    if word.islower():
        hint = f"put it in quotes: {_quoted(text)}; or write a comma before `{word}`"
        return _error('a text with ": " in it must be in quotes', hint, failure.line, start, start + len(text))
    return _in_quotes('a text with ": " in it must be in quotes', text, failure.line, start)


def _after_brackets(failure: _Failure) -> Diagnostic | None:
    """Report what follows a list or a mapping that has been closed already."""
    token = failure.last
    ends = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)
    if not isinstance(token, ends) or token.end_mark.line + 1 != failure.line or failure.brackets:
        return None
    if failure.rest[:1] in ("]", "}"):
        return None
    start = _opened_at(failure.tokens)
    text = _without_comment(failure.written[start:]) if start is not None else ""
    sign = failure.written[token.start_mark.column]
    if text and failure.rest[:1].isalpha() and ":" not in text and "," not in text:
        return _in_quotes(f"a text that starts with {text[0]} must be in quotes", text, failure.line, start or 0)
    end = token.start_mark.column
    before, after = failure.written[start or 0 : end], _without_comment(failure.written[end + 1 :])
    # Two lists become one; a bracket that is closed again later is closed too early here.
    joined = before + re.sub(r"^, *\[", ", ", after)
    right = joined if joined.endswith(sign) else joined + sign
    message = f"the {'list' if sign == ']' else 'value'} ends at this {sign}, and more follows"
    return _error(message, f"write {short(right)}", failure.line, end, end + 1)


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


def _closed_twice(failure: _Failure) -> Diagnostic | None:
    sign = failure.rest[:1]
    if not sign or sign not in "]}" or failure.brackets:
        return None
    return _error(f"this {sign} closes nothing", "remove it", failure.line, failure.column, failure.column + 1)


def _colon_before_bracket(failure: _Failure) -> Diagnostic | None:
    """Report a key without a colon before its braces or brackets."""
    if "mapping values" not in failure.problem or not (found := _KEY_AND_BRACKET.match(failure.written)):
        return None
    message = f"a colon is missing after `{found[1]}`"
    return _error(message, f"write `{found[1]}: {found[2]}`", failure.line, found.end(1), found.start(2), ": ")


def _line_without_colon(failure: _Failure) -> Diagnostic | None:
    """Report a line above without a colon, which takes the line where the parser stopped for its text."""
    above = failure.above(failure.line)
    if "mapping values" not in failure.problem or not above or failure.indent(above) > failure.indent(failure.line):
        return None
    text = _without_comment(failure.lines[above - 1].strip())
    if failure.starts_entry(above) or failure.starts_entry(failure.line) or not re.fullmatch(_KEY, text):
        return None
    indent = failure.indent(above)
    hint = f"write `{_with_colon(text, indent)}`"
    return _error("this line has no colon", hint, above, indent, indent + len(text))


def _with_colon(text: str, indent: int) -> str:
    """Return a line as it probably was meant: the keys of a game are one word, names in a mapping have several.

    >>> _with_colon("concept Night porter", 0), _with_colon("Lock Picking 6", 2), _with_colon("Lock Picking", 2)
    ('concept: Night porter', 'Lock Picking: 6', 'Lock Picking: …')
    """
    if number := re.fullmatch(r"(.*\S)\s+([-+]?\d+)", text):
        return f"{number[1]}: {number[2]}"
    key, _, value = text.partition(" ") if not indent else (text, "", "")
    return f"{short(key, 40)}: {short(value, 40) or '…'}"


def _open_brace_missing(failure: _Failure) -> Diagnostic | None:
    """Report keys that are closed by a brace that nothing opened."""
    written = _without_comment(failure.written)
    if "mapping values" not in failure.problem or written.count("}") != written.count("{") + 1:
        return None
    if not written.endswith("}") or not (found := _FIRST_OF_SEVERAL.match(written)):
        return None
    start = found.end() - len(found[1])
    right = written[start:]
    return _error(
        f"a {{ is missing before `{found[1]}`",
        f"write {{{short(right)}",
        failure.line,
        start,
        found.end(),
        f"{{{found[1]}",
    )


def _two_on_a_line(failure: _Failure) -> Diagnostic | None:
    """Report a second key, or a second entry of a list, on the line of the first."""
    if "mapping values" not in failure.problem or not (found := _TWO_ON_A_LINE.match(failure.written)):
        return None
    second = _without_comment(failure.written[found.end() :])
    what = "an entry of a list" if second.startswith("- ") else "a key"
    hint = f"move `{short(second, 40)}` to the next line"
    start = found.end()
    return _error(f"{what} starts on a line of its own", hint, failure.line, start, start + len(second))


def _missing_braces(failure: _Failure) -> Diagnostic | None:
    """Report several keys, or a key and a number, that follow another key on its line."""
    if "mapping values" not in failure.problem or (found := _PAIRS.fullmatch(failure.written)) is None:
        return None
    text = found["text"].rstrip()
    if text.count(": ") == 1 and not re.fullmatch(r"\(?\w+: [-+]?\d+\W?", text):
        return None
    right = "{" + text.strip("(){}[] ") + "}"
    message = "keys on the line of another key must be in braces"
    return _error(message, f"write {short(right)}", failure.line, found.start("text"), found.start("text") + len(text))


def _colon_in_text(failure: _Failure) -> Diagnostic | None:
    found = _COLON_IN_TEXT.fullmatch(failure.written)
    if found is None or _SYSTEM.match(failure.written):  # the name of a game has no colon
        return None
    message = 'a text with ": " in it must be in quotes'
    return _in_quotes(message, found["text"], failure.line, found.start("text"))


def _commented_key(failure: _Failure) -> Diagnostic | None:
    """Report lines that are no comments any more, while their key above still is one."""
    for line in range(failure.line - 1, failure.above(failure.line), -1):
        if found := _COMMENTED_KEY.match(failure.lines[line - 1]):
            message = f"`{found[2]}` is still a comment, and the lines below belong to it"
            return _error(message, f"remove the # before `{found[2]}`", line, found.start(1), found.end(2))
    return None


def _missing_dash(failure: _Failure) -> Diagnostic | None:
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
        may_belong = _KEY_AT_START.match(failure.lines[above - 1]) and _KEY_AT_START.match(failure.written)
        is_entry = failure.indent(line) == failure.indent(above) and not may_belong
    if not is_entry:
        return None
    indent = failure.indent(line)
    hint = f"write `- {short(_without_comment(failure.lines[line - 1].strip()), 40)}`"
    return _error("a dash is missing before this entry of the list", hint, line, indent, indent + 1)


def _list_beside_value(failure: _Failure) -> Diagnostic | None:
    """Report a list below a key that has a value already."""
    if not failure.starts_entry(failure.line):
        return None
    line = failure.line
    while line and failure.starts_entry(line):
        line = failure.above(line)
    if not line or not (found := re.match(r"\s*([^\s#-][^:#]*): +([^\s#|>&].*)", failure.lines[line - 1])):
        return None
    value = _without_comment(found[2])
    start = found.start(2)
    message = f"`{short(found[1], 40)}` has a value on its line and a list below"
    return _error(message, f"write the value as an entry too: `- {short(value, 40)}`", line, start, start + len(value))


def _indentation(failure: _Failure) -> Diagnostic | None:
    """Report a line that is indented by other than its neighbours."""
    line, above = failure.line, failure.above(failure.line)
    if not above or (failure.written[: failure.column].strip(" -") and "mapping values" not in failure.problem):
        return None
    if _NO_COLON in failure.problem and not _KEY_AT_START.match(failure.written):
        return None
    indent, indent_above = failure.indent(line), failure.indent(above)
    entry = re.match(r"\s*- +(?=\S)", failure.lines[above - 1])
    if entry and indent >= indent_above and _KEY_AT_START.match(failure.written) and not failure.rest.startswith("- "):
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


def _uneven(failure: _Failure, line: int, indent: int, other: int, its: int) -> Diagnostic:
    """Return the error about the indentation of a line, with that of its neighbour."""
    message = f"line {line} is indented by {counted(indent, 'space')}; its neighbour, line {other}, by {its}"
    return _error(message, "give both the same indentation", line, 0, max(indent, 1))


def _not_a_colon(failure: _Failure) -> Diagnostic | None:
    """Report another sign in place of a key's colon, at the line or above."""
    if _NO_COLON not in failure.problem and "mapping values" not in failure.problem:
        return None
    for line in (failure.line, failure.above(failure.line)):
        if line and (found := _NOT_A_COLON.match(failure.lines[line - 1])):
            message = "a key needs a colon and a space after it"
            return _error(message, "as in `name: Kai`", line, found.start("sign"), found.end("sign"), ": ")
    return None


def _missing_colon(failure: _Failure) -> Diagnostic | None:
    """Report a line without a colon among keys."""
    if _NO_COLON not in failure.problem:
        return None
    line, column = failure.line, failure.column
    text = _without_comment(failure.rest)
    above, below = failure.above(line), failure.below(line)
    if above and (block := _BLOCK_TEXT.match(failure.lines[above - 1])):
        message = f"the text below `{short(block[1], 40)}` is not indented"
        return _error(message, "write two spaces before each of its lines", line, column, column + len(text))
    if not text[0].isalnum():
        message = "this line is neither a key nor part of a text"
        return _error(message, "remove it, or write # before it", line, column, column + len(text))
    if block := re.fullmatch(rf"({_KEY}) +([|>][-+]?)", text):
        right = f"{block[1]}: {block[2]}"
        message = f"a colon is missing after `{block[1]}`"
        return _error(message, f"write `{right}`", line, column, column + len(text), right)
    if (
        below
        and re.fullmatch(_KEY, text)
        and (failure.indent(below) > column or (failure.starts_entry(below) and " " not in text))
    ):
        message = f"a colon is missing after `{short(text, 40)}`"
        return _error(message, f"write `{short(text, 40)}:`", line, column, column + len(text), f"{text}:")
    hint = f"write `{_with_colon(text, column)}`; if it belongs to the text above, indent it"
    return _error("this line has no colon", hint, line, column, column + len(text))


def _in_general(failure: _Failure) -> Diagnostic:
    """Return the diagnostic for a failure without a known cause, in the parser's words where there are no better."""
    message, hint = next(
        ((message, hint) for sign, message, hint in _WORDS if sign in failure.problem),
        (f"this is not YAML: {failure.problem}", ""),
    )
    line, column = failure.line, failure.column
    if failure.begun and failure.offset >= len(failure.text):
        line, column = failure.begun
    return _error(message, hint, line, column, column + 1)
