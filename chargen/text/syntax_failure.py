"""Describe where YAML's parser stopped, and write the errors about what is found near that position."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

from chargen.text.diagnostic import Diagnostic, Place, error
from chargen.text.reader import LINE_END, LOADER
from chargen.text.slips import in_double_quotes

KEY = r"[^\W_][\w'’/-]*(?: [\w'’/-]+){0,3}"  # A key of at most four words
KEY_AT_START = re.compile(rf"\s*(?:- +)*(?:{KEY}|\"[^\"]+\"|'[^']+')\s*:(?:\s|$)")
SYSTEM = re.compile(r"\W*system\b", re.IGNORECASE)
_HAS_STRUCTURE = re.compile(r"[{}\[\]\"]|, *\w+: |^[@`%*&](?:[^\w]*\d+$|.*: )|^[|>?,!-]")
"""A sign that the text may be more than a text, so that quotes around it would hide what was meant."""
_COMMENT = re.compile(r"(?<!\s)\s+#.*")
LONGEST = 2_000  # The letters of a line that are searched for slips, so that no search takes long
NO_COLON = "could not find expected ':'"  # The parser's message where a line has no colon
_STARTED_BEFORE = ("alias", "anchor", "block scalar", "directive", "tag")
"""The parts that the parser has begun to read where it stops, so that the slip is where they begin."""


@dataclass(frozen=True)
class Failure:
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


def locate_failure(exc: yaml.YAMLError, text: str) -> Failure:
    """Return where the parser stopped, and what it had read by then."""
    lines = [line[:LONGEST] for line in LINE_END.split(text)]
    problem = str(getattr(exc, "problem", None) or getattr(exc, "reason", None) or exc)
    mark, context_mark = getattr(exc, "problem_mark", None), getattr(exc, "context_mark", None)
    line, column, offset = (mark.line + 1, mark.column, mark.index) if mark is not None else (1, 0, 0)
    # The parser may stop behind the last line.
    line = min(line, len(lines))
    column = min(column, len(lines[line - 1]))
    begun = (context_mark.line + 1, context_mark.column) if context_mark is not None else None
    context = str(getattr(exc, "context", None) or "")
    if begun is not None and begun[0] == line and context.endswith(_STARTED_BEFORE):
        (line, column), offset = begun, context_mark.index  # type: ignore[union-attr]
    elif begun is not None and NO_COLON in problem:  # the parser looked for a colon up to the next line
        line, column = begun
    tokens = list(_tokens(text, offset))
    return Failure(text, lines, line, column, problem, context, begun, offset, tokens)


def _tokens(text: str, offset: int) -> Iterator[Any]:
    try:
        for token in yaml.scan(text, Loader=LOADER):
            if token.start_mark.index >= offset:
                return
            yield token
    # The scanner fails where the parser did; only the tokens before that are wanted.
    except yaml.YAMLError:
        return


def error_at(message: str, hint: str, line: int, start: int, end: int, fix: str | None = None) -> Diagnostic:
    """Return an error about some columns of a line, which count from 0."""
    place = Place(line, start + 1, line, end + 1)
    return error(message, code="yaml/syntax", hint=hint, place=place, fix=fix)


def write_quoted(text: str) -> str:
    """Return a text in quotes: in single ones where it has double ones or backslashes."""
    if ('"' in text or "\\" in text) and "\n" not in text:
        return "'" + text.replace("'", "''") + "'"
    return in_double_quotes(text)


def error_without_quotes(message: str, text: str, line: int, start: int) -> Diagnostic:
    """Return an error about a text at a column of a line that must be in quotes."""
    written = write_quoted(text)
    fix = None if _HAS_STRUCTURE.search(text) else written
    return error_at(message, f"put it in quotes: {written}", line, start, start + len(text), fix)


def without_comment(text: str) -> str:
    """Return a line, or its rest, without the comment at its end."""
    return _COMMENT.sub("", text).rstrip()


def read_value(failure: Failure, line: int, start: int) -> str:
    """Return the text that starts at a column, up to its comment, or to the comma or bracket that ends it."""
    text = without_comment(failure.lines[line - 1][start:])
    before = failure.lines[line - 1][:start]
    opened = sum(map(before.count, "[{")) > sum(map(before.count, "]}"))
    return re.split(r"[,\]}]", text)[0].rstrip() or text if opened or failure.brackets else text
