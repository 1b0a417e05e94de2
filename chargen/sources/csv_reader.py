"""Read the cells of a CSV file with their places, as any spreadsheet program writes it."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, Place, error, note

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Where the comma is the decimal mark, spreadsheet programs write semicolons. The first wins a tie.
DELIMITERS = ",;\t"
_DELIMITER_LINE = re.compile(r"sep=(.)(\r\n|\r|\n|$)", re.IGNORECASE)
"""The line that declares the delimiter to spreadsheet programs; it does not count as a row."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_LONGEST = 2 * limits.CELL_LETTERS + 3
"""The letters of the longest cell with its quotes; each letter may be a quote, which is written twice."""
# The search removes quoted text first, which may span lines, so it cannot stop at the first line end.
_LETTERS_OF_HEADER = 1_000_000  # The start of a file in which its delimiter is looked for (house default)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text without surrounding spaces, and its place in the file."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Record:
    """A row that is not blank."""

    number: int  # The number of the row as a spreadsheet program counts, from 1
    cells: tuple[Cell, ...]


class BrokenCsv(ValueError):
    """A cell, a row or a quote that cannot be read; it has the code of a diagnostic."""

    def __init__(
        self, message: str, place: Place, row: int, code: str = "spreadsheet/too-large", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.place, self.row, self.code, self.hint = place, row, code, hint


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
    # Older spreadsheet programs save this in Western Europe. Its few undefined bytes are replaced: this cannot fail.
    return content.decode("cp1252", errors="replace"), (diagnostic,)


_START = Place(1, 1, 1, 2)


def find_delimiter(text: str) -> str:
    """Return the delimiter: the comma, semicolon or tab that is most frequent in the first row, outside quotes.

    >>> find_delimiter('name;"a,b,c";hit_points')
    ';'
    """
    if (declared := _DELIMITER_LINE.match(text)) is not None:
        return declared[1]
    # A title in quotes may contain more commas than the row has delimiters.
    start = re.sub(r'"[^"]*"', "", text[:_LETTERS_OF_HEADER])
    header = next((line for line in _LINE_END.split(start) if line.strip()), "")
    return max(DELIMITERS, key=header.count)


def read_records(text: str) -> Iterator[Record]:
    """Yield the rows of a CSV text, without blank rows. Raises BrokenCsv."""
    separator = find_delimiter(text)
    mark = re.escape(separator)
    bare = re.compile(f"[^{mark}\r\n]*")
    # The delimiter may be a tab, so it is none of the blanks behind a quote.
    quoted = re.compile(rf' *"([^"]*+(?:""[^"]*+)*+)("?)[^\S{mark}\r\n]*')
    declared = _DELIMITER_LINE.match(text)
    # `start` is the position of the line's first letter; `row` counts records, as a cell may have several lines.
    at, line, start, row = (declared.end(), 2, declared.end(), 1) if declared is not None else (0, 1, 0, 1)
    cells: list[Cell] = []
    total = 0
    while at < len(text):
        if len(cells) == limits.SPREADSHEET_COLUMNS:
            here = Place(line, at - start + 1, line, at - start + 2)
            raise BrokenCsv(f"there are more than {limits.SPREADSHEET_COLUMNS:,} cells", here, row)
        if text[at] == separator or text[at] in "\r\n":  # this is a short cut: a file may hold millions of empty cells
            cells.append(_EMPTY)
        else:
            first = (line, at - start + 1)
            found = quoted.match(text, at, at + _LONGEST)
            if found is not None and not found[2]:
                raise _make_unclosed(Place(*first, line, first[1] + 1), row, is_too_long=found.end() < len(text))
            # With text behind the closing quote (`"Red" Kim`), the quotes are content.
            is_quoted = found is not None and text[found.end() : found.end() + 1] in ("", separator, "\r", "\n")
            found = found if is_quoted else bare.match(text, at)
            assert found is not None, "a bare cell may be empty"
            content, end = found[1].replace('""', '"') if is_quoted else found[0], found.end()
            for broken in _LINE_END.finditer(text, at, end):
                line, start = line + 1, broken.end()
            place = Place(*first, line, end - start + 1)
            if len(content) > limits.CELL_LETTERS:
                message = f"the cell holds {len(content):,} letters; {limits.CELL_LETTERS:,} is the most"
                raise BrokenCsv(message, place, row)
            cells.append(Cell(content.strip(), place))
            at = end
        ended = _LINE_END.match(text, at)
        if ended is None and at < len(text):
            at += 1
            # A delimiter that ends the file is followed by one more cell, an empty one.
            if at < len(text):
                continue
            cells.append(_EMPTY)
        total += len(cells)
        if total > limits.SPREADSHEET_CELLS:
            message = f"there are more than {limits.SPREADSHEET_CELLS:,} cells up to here"
            raise BrokenCsv(message, Place(line, 1, line, 2), row)
        # Blank rows are skipped but counted, so that numbers match what a spreadsheet program shows.
        if any(cell.text for cell in cells):
            yield Record(row, tuple(cells))
        cells, row = [], row + 1
        if ended is not None:
            at, line, start = ended.end(), line + 1, ended.end()


_EMPTY = Cell("", _START)  # Every empty cell; no diagnostic is about one


def _make_unclosed(opening: Place, row: int, *, is_too_long: bool) -> BrokenCsv:
    if is_too_long:
        message = f"the quote that opens here is not closed within {limits.CELL_LETTERS:,} letters, the most of a cell"
        return BrokenCsv(message, opening, row)
    message, hint = "the quote that opens here is never closed", "close the quote; within one, a quote is written twice"
    return BrokenCsv(message, opening, row, "spreadsheet/quote", hint)
