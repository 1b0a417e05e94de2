"""Where in a file the cursor stands, found by indentation and brackets: text that is half typed is no YAML yet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from chargen.core.diagnostic import KeyPath

_KEY = re.compile(r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-#"'{\[][^#]*?|-[^\s#][^#]*?)\s*:(?=\s|$)""")
_SECTION = re.compile(r"[^\s#\]}-]")
"""How a line begins that is at the top of the file."""
_COMMENT = re.compile(r"(^|\s)#")
_LONGEST = 500
"""No key is sought further to the right (ours)."""
MOST_LINES, MOST_COLUMNS = 10_000, 5_000
"""In longer files, and further to the right, nothing is completed (ours)."""
_DASHES = re.compile(r"\s*((?:-\s+)*(?:-$)?)")


@dataclass(frozen=True, slots=True)
class Cursor:
    """The spot at which something is typed. Columns count from 0."""

    path: KeyPath
    """The place of the value that is typed, or of the mapping in which a key is."""
    behind_colon: bool
    """Whether what is typed is the value of a key on the same line, and can be no key."""
    start: int
    """The column where what is typed begins."""
    typed: str
    in_brackets: bool = False
    beside: frozenset[str] = frozenset()
    """The keys that the mapping has so far."""


@dataclass(slots=True)
class _Part:
    """A dash or a key of a line."""

    column: int
    key: str | None
    """None for a dash."""


@dataclass(slots=True)
class _Line:
    """A line in block style: its dashes and its key, and where what follows them begins."""

    parts: list[_Part]
    rest: int

    @property
    def behind_colon(self) -> bool:
        return bool(self.parts) and self.parts[-1].key is not None


@dataclass(slots=True)
class _Bracket:
    """A mapping or a list in brackets, which is not closed before the cursor."""

    is_list: bool
    index: int = 0
    key: str | None = None
    """The key whose value is being written."""
    keys: set[str] = field(default_factory=set)

    @property
    def awaits_key(self) -> bool:
        """Whether a key may be written."""
        return not self.is_list and self.key is None

    @property
    def step(self) -> str | int | None:
        """The step into what is being written; None where that is a key."""
        return self.index if self.is_list else self.key

    def take(self, key: str) -> None:
        """Note a key that was written."""
        self.key = key
        self.keys.add(key)

    def next(self) -> None:
        """Go on to what follows a comma."""
        self.index += 1
        self.key = None


def find(lines: Sequence[str], row: int, column: int) -> Cursor | None:
    """Return where a cursor stands; None where nothing can be completed, such as in a comment.

    >>> find(["weapons:", "  - knife", "  - {name: kni"], 2, 14)
    Cursor(path=('weapons', 1, 'name'), behind_colon=True, start=11, typed='kni', in_brackets=True, beside=frozenset())
    >>> find(["descriptors:", "  Chef: 2", "  Brawler: {value: 2, exc"], 2, 25).path
    ('descriptors', 'Brawler')
    """
    if not row < len(lines) <= MOST_LINES or column > MOST_COLUMNS:
        return None
    first = next((number for number in range(row, 0, -1) if _SECTION.match(lines[number])), 0)
    written = [*lines[first:row], lines[row][:column]]
    for number, text in enumerate(written):
        line = _read(text)
        if text[line.rest : line.rest + 1] in ("[", "{"):
            spot = _in_brackets(written[number:], line.rest, _path(lines, first + number, line))
            if spot is not None or number == len(written) - 1:
                return spot
    line, text = _read(written[-1]), written[-1]
    if _COMMENT.search(text):
        return None
    beside = frozenset() if line.behind_colon else frozenset(_keys_beside(lines, row, line.rest))
    return Cursor(_path(lines, row, line), line.behind_colon, line.rest, text[line.rest :], beside=beside)


def _read(text: str) -> _Line:
    """The dashes and the key that a line begins with."""
    text = text[:_LONGEST]
    dashes = _DASHES.match(text)
    assert dashes is not None
    parts = [_Part(at.start() + dashes.start(1), None) for at in re.finditer("-", dashes[1])]
    start = dashes.end()
    if (key := _KEY.match(text, start)) is not None:
        parts.append(_Part(start, _unquoted(key["key"])))
        start = key.end()
        start += len(text[start:]) - len(text[start:].lstrip())
    return _Line(parts, start)


def _unquoted(key: str) -> str:
    return key[1:-1] if len(key) > 1 and key[0] == key[-1] and key[0] in "\"'" else key


def _path(lines: Sequence[str], row: int, line: _Line) -> KeyPath:
    """The path of what follows the dashes and the key of a line: through whatever stands further left above it."""
    path: list[str | int] = []
    limit, is_dash = line.rest, False
    for above in range(row, -1, -1):
        text = lines[above]
        if _is_blank(text):
            continue
        parts = line.parts if above == row else _read(text).parts
        for part in reversed(parts):
            if part.key is None:
                if part.column < limit or (above == row and part.column <= limit):
                    path.append(_place_in_list(lines, above, part.column))
                    limit, is_dash = part.column, True
            elif part.column < limit or (is_dash and part.column == limit) or above == row:
                path.append(part.key)
                limit, is_dash = part.column, False
        if limit == 0 and not is_dash:
            break
    return tuple(reversed(path))


def _place_in_list(lines: Sequence[str], row: int, column: int) -> int:
    """How many entries of the same list stand above a dash."""
    number = 0
    for above in reversed(lines[:row]):
        if _is_blank(above):
            continue
        columns = [part.column for part in _read(above).parts if part.key is None]
        indent = _indent(above)
        if column in columns:
            number += 1
        if indent < column or (indent == column and column not in columns):
            break
    return number


def _keys_beside(lines: Sequence[str], row: int, column: int) -> Iterator[str]:
    """The keys of the mapping that a key in some column of a line belongs to."""

    def of_mapping(others: Sequence[str]) -> Iterator[str]:
        for text in takewhile(lambda text: not text.strip() or _indent(text) >= column, others):
            yield from (part.key for part in _read(text).parts if part.key is not None and part.column == column)

    begins_here = "-" in lines[row][:column]
    if not begins_here:
        for text in lines[row - 1 :: -1] if row else ():
            if text.strip() and _indent(text) < column:
                first = _read(text).parts  # a first key behind a dash
                yield from (part.key for part in first if part.key is not None and part.column == column)
                break
            yield from of_mapping([text])
    yield from of_mapping(lines[row + 1 :])


def _is_blank(text: str) -> bool:
    """Whether a line holds nothing, or a comment alone."""
    return not text.strip() or text.lstrip().startswith("#")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _in_brackets(written: Sequence[str], first: int, path: KeyPath) -> Cursor | None:
    """Where the end of a text stands whose first line opens a bracket at some column; None where all are closed."""
    brackets: list[_Bracket] = []
    quote, start = "", -1
    for number, text in enumerate(written):
        column, start = 0 if number else first, -1
        while column < len(text):
            sign, following = text[column], text[column + 1 : column + 2]
            if quote:
                quote = "" if sign == quote else quote
            elif sign == "#" and text[column - 1 : column].strip() == "":
                if number == len(written) - 1:
                    return None
                break
            elif sign in "[{" and start < 0:
                brackets.append(_Bracket(sign == "["))
            elif sign in "]}":
                brackets.pop()
                if not brackets:
                    return None
                start = column
            elif sign == ",":
                brackets[-1].next()
                start = -1
            elif sign == ":" and following in ("", " ") and brackets[-1].awaits_key:
                brackets[-1].take(_unquoted(text[max(start, 0) : column].strip()))
                start = -1
            elif not sign.isspace() and start < 0:
                start, quote = column, sign if sign in "\"'" else ""
            column += 1
    steps = (bracket.step for bracket in brackets)
    start = start if start >= 0 else len(written[-1])
    return Cursor(
        (*path, *(step for step in steps if step is not None)),
        brackets[-1].key is not None,
        start,
        written[-1][start:],
        in_brackets=True,
        beside=frozenset(brackets[-1].keys if brackets[-1].awaits_key else ()),
    )
