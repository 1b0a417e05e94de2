"""Read the cells of a CSV file with their places, as any spreadsheet program writes it."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, Place, error, note

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
DELIMITERS = ",;\t"
_DELIMITER_LINE = re.compile(r"sep=(.)(\r\n|\r|\n|$)", re.IGNORECASE)
"""The line that declares the delimiter to spreadsheet programs; it does not count as a row."""
_QUOTED = re.compile(r' *"((?:[^"]|"")*)"[ \t]*')
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text without surrounding spaces, and its place in the file."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Record:
    """A row that is not blank."""

    number: int
    """The number of the row as a spreadsheet program counts, from 1."""
    cells: tuple[Cell, ...]


class UnclosedQuote(ValueError):
    """A quote that opens a cell and is never closed."""

    def __init__(self, place: Place, row: int) -> None:
        super().__init__("a quote is never closed")
        self.place = place
        self.row = row


class Overlarge(ValueError):
    """A cell or a row that exceeds the limit in the message."""

    def __init__(self, message: str, place: Place, row: int) -> None:
        super().__init__(message)
        self.place = place
        self.row = row


def column_letters(index: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(701), column_letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def decode(content: bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    """Decode UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which adds a note."""
    encoding = next((name for mark, name in _ENCODINGS if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding), ()
    except UnicodeDecodeError as exc:
        if encoding != "utf-8":
            return "", (error(f"the file is broken: {exc.reason}", code="spreadsheet/encoding", place=_START),)
    diagnostic = note(
        "the file is not UTF-8 and was read as Windows-1252",
        code="spreadsheet/encoding",
        hint="if letters such as é look wrong, save it again as CSV UTF-8",
        place=_START,
    )
    return content.decode("cp1252", errors="replace"), (diagnostic,)


_START = Place(1, 1, 1, 2)


def find_delimiter(text: str) -> str:
    """Return the delimiter: the comma, semicolon or tab that is most frequent in the first row, outside quotes.

    >>> find_delimiter('name;"a,b,c";hit_points')
    ';'
    """
    if (declared := _DELIMITER_LINE.match(text)) is not None:
        return declared[1]
    header = next((line for line in _LINE_END.split(re.sub(r'"[^"]*"', "", text)) if line.strip()), "")
    return max(DELIMITERS, key=header.count)


def read_records(text: str) -> Iterator[Record]:
    """Yield the rows of a CSV text, without blank rows. Raises UnclosedQuote and Overlarge."""
    separator = find_delimiter(text)
    bare = re.compile(f"[^{re.escape(separator)}\r\n]*")
    declared = _DELIMITER_LINE.match(text)
    at, line, start, row = (declared.end(), 2, declared.end(), 1) if declared is not None else (0, 1, 0, 1)
    cells: list[Cell] = []
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        complete = quoted is not None and (quoted.end() == len(text) or text[quoted.end()] in (separator, "\r", "\n"))
        if not complete and re.compile(' *"').match(text, at) and quoted is None:
            raise UnclosedQuote(Place(line, at - start + 1, line, at - start + 2), row)
        end = quoted.end() if quoted is not None and complete else _unquoted_end(bare, text, at)
        content = quoted[1].replace('""', '"') if quoted is not None and complete else text[at:end]
        first = (line, at - start + 1)
        for broken in _LINE_END.finditer(text, at, end):
            line, start = line + 1, broken.end()
        place = Place(*first, line, end - start + 1)
        if len(content) > limits.CELL_LETTERS:
            raise Overlarge(f"the cell holds {len(content):,} letters; {limits.CELL_LETTERS:,} is the most", place, row)
        if len(cells) == limits.SPREADSHEET_COLUMNS:
            raise Overlarge(f"there are more than {limits.SPREADSHEET_COLUMNS:,} cells", place, row)
        cells.append(Cell(content.strip(), place))
        at = end
        ended = _LINE_END.match(text, at)
        if ended is None and at < len(text):
            at += 1
            if at < len(text):
                continue
            cells.append(Cell("", Place(line, at - start + 1, line, at - start + 1)))
        if any(cell.text for cell in cells):
            yield Record(row, tuple(cells))
        cells, row = [], row + 1
        if ended is not None:
            at, line, start = ended.end(), line + 1, ended.end()


def _unquoted_end(bare: re.Pattern[str], text: str, at: int) -> int:
    match = bare.match(text, at)
    return match.end() if match is not None else at
