"""Read the cells of a CSV file with their places, as any spreadsheet program writes it."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, Place, error, note
from chargen.text.source import find_program

# Where the comma is the decimal mark, spreadsheet programs write semicolons. The first wins a tie.
DELIMITERS = ",;\t"
_DELIMITER_LINE = re.compile(r"sep=(.)(\r\n|\r|\n|$)", re.IGNORECASE)
"""The line that declares the delimiter to spreadsheet programs; it does not count as a row."""
_LINE_END = re.compile(r"\r\n|\r|\n")
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
    """A cell, a row or a quote that cannot be read, with its diagnostic."""

    def __init__(
        self, message: str, place: Place, row: int, code: str = "spreadsheet/too-large", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.diagnostic = error(f"row {row}: {message}", code=code, hint=hint, place=place)


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
    """Decode UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which adds a note.

    The text is empty where it is no text, such as a workbook of Excel, which adds an error.
    """
    if kind := find_program(content)[0]:
        hint = "save it as CSV: File → Save as → Text CSV, or Download → Comma-separated values"
        return "", (error(f"this is {kind}, not a CSV file", code="spreadsheet/foreign", hint=hint, place=_START),)
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if is_wide else "utf-8-sig"), ()
    except UnicodeDecodeError as exc:
        if is_wide or content.startswith(codecs.BOM_UTF8):
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
    separator, most = find_delimiter(text), limits.CELL_LETTERS
    mark, content = re.escape(separator), '"([^"]*+(?:""[^"]*+)*+)'
    # A cell in quotes, one whose quote is never closed, or a bare one: with text behind the closing quote, as in
    # `"Red" Kim`, the quotes are content. The delimiter may be a tab, so it is none of the blanks behind a quote.
    pattern = re.compile(rf' *{content}"[^\S{mark}\r\n]*(?={mark}|[\r\n]|\Z)|( *{content}\Z)|[^{mark}\r\n]*')
    declared = _DELIMITER_LINE.match(text)
    at, line = (declared.end(), 2) if declared is not None else (0, 1)
    # The position of the line's first letter, the number of the row, as a cell may have several lines, and all cells.
    start, row, total = at, 0, 0
    while at < len(text):
        cells: list[Cell] = []
        row += 1
        while not cells or text[at : at + 1] == separator:
            at += bool(cells)
            column = at - start + 1
            here = Place(line, column, line, column + 1)
            if len(cells) == limits.SPREADSHEET_COLUMNS:
                raise BrokenCsv(f"there are more than {len(cells):,} cells", here, row)
            # No further than a cell can be long, with each of its letters a quote, which is written twice.
            found = pattern.match(text, at, at + 2 * most + 3)
            assert found is not None, "a bare cell may be empty"
            end = found.end()
            if found[2] is not None and end < len(text):
                message = f"the quote that opens here is not closed within {most:,} letters, the most of a cell"
                raise BrokenCsv(message, here, row)
            if found[2] is not None:
                hint = "close the quote; within one, a quote is written twice"
                raise BrokenCsv("the quote that opens here is never closed", here, row, "spreadsheet/quote", hint)
            for broken in _LINE_END.finditer(text, at, end):
                line, start = line + 1, broken.end()
            place = Place(here.line, here.column, line, end - start + 1)
            held = found[0] if found[1] is None else found[1].replace('""', '"')
            if len(held) > most:
                raise BrokenCsv(f"the cell holds more than {most:,} letters", place, row)
            # A file may hold millions of empty cells.
            cells.append(Cell(held.strip(), place) if held else _EMPTY)
            at = end
        total += len(cells)
        if total > limits.SPREADSHEET_CELLS:
            message = f"there are more than {limits.SPREADSHEET_CELLS:,} cells up to here"
            raise BrokenCsv(message, Place(line, 1, line, 2), row)
        # Blank rows are skipped but counted, so that numbers match what a spreadsheet program shows.
        if any(cell.text for cell in cells):
            yield Record(row, tuple(cells))
        if (ended := _LINE_END.match(text, at)) is not None:
            at, line, start = ended.end(), line + 1, ended.end()


_EMPTY = Cell("", _START)  # Every empty cell; no diagnostic is about one
