"""Numbers that stand in a row, set as one line of text.

A printer takes as long for a cell of a table as for a line of text, and tables of odds have hundreds of cells. All
digits of the typeface are equally wide, so a row of numbers can be one text whose blanks bring each under its heading.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from chargen.core.roll import THIN_SPACE
from chargen.core.sheet import Cell, Chance, Table
from chargen.render.figures import percentage

DIGIT = 497
WIDTHS = dict.fromkeys("0123456789<>+−", DIGIT) | {".": 249, "%": 824, THIN_SPACE: 125}
"""How wide the signs of numbers are in the regular face, in thousandths of the text's size."""
BLANK = 200
FIGURE_SPACE = "\u2007"
"""As wide as a digit."""
SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Line:
    """Numbers as one text; ``spacing_mm`` is how much wider its blanks are than the typeface has them."""

    text: str
    spacing_mm: float


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring columns as one: where they start, how many they are, and a line for each row."""

    start: int
    length: int
    rows: tuple[Line, ...]
    heading: Line | None
    """None where the headings are more than numbers."""


def runs(table: Table, width_mm: float, text_mm: float, heading_mm: float) -> tuple[Run, ...]:
    """The runs of a table that is so wide, in text of those sizes, from left to right."""
    found = (
        _run(table, candidate, width_mm, text_mm, heading_mm)
        for candidate in _candidates(table)
        if len(candidate) >= SHORTEST
    )
    return tuple(run for run in found if run is not None)


def _run(table: Table, columns: list[int], width_mm: float, text_mm: float, heading_mm: float) -> Run | None:
    """Neighbours as a run; None where they cannot be made to line up."""
    start, length = columns[0], len(columns)
    column_mm = width_mm * table.columns[start].width / sum(column.width + column.apart for column in table.columns)
    cells = [[_text(cell, table) or "" for cell in row[start : start + length]] for row in table.rows]
    widest = max((_width(text) for row in cells for text in row), default=0)
    rows = [_line(row, widest, column_mm, text_mm) for row in cells]
    lines = tuple(line for line in rows if line is not None)
    if len(lines) < len(rows):
        return None
    headings = [column.heading for column in table.columns[start : start + length]]
    heading = None
    if all(_is_number(text) for text in headings):
        heading = _line(headings, max(map(_width, headings)), column_mm, heading_mm)
    return Run(start, length, lines, heading)


def _candidates(table: Table) -> Iterator[list[int]]:
    """Neighbours that are equally wide and hold nothing but numbers; one that stands apart starts anew."""
    parted = 0

    def kind(index: int) -> tuple[bool, int, int]:
        nonlocal parted
        column = table.columns[index]
        parted += bool(column.apart)
        is_plain = column.align == "right" and not column.big
        return is_plain and all(_text(row[index], table) is not None for row in table.rows), column.width, parted

    for (is_plain, _, _), neighbours in groupby(range(1, len(table.columns)), key=kind):
        if is_plain:
            yield list(neighbours)


def _line(texts: Iterable[str], widest: int, column_mm: float, text_mm: float) -> Line | None:
    """The texts in columns so wide; None where they cannot be made to line up."""
    spacing = column_mm - (widest + BLANK) * text_mm / 1000
    padded = []
    for text in texts:
        figures, rest = divmod(widest - _width(text), DIGIT)
        if rest:
            return None
        padded.append(FIGURE_SPACE * figures + text)
    return Line(" ".join(padded), spacing) if spacing > 0 else None


def _width(text: str) -> int:
    return sum(WIDTHS[sign] for sign in text)


def _is_number(text: str) -> bool:
    return all(sign in WIDTHS for sign in text)


def _text(cell: Cell, table: Table) -> str | None:
    """What stands in a cell if it is nothing but a number."""
    if cell is None:
        return ""
    if isinstance(cell, Chance):
        return None if cell.bar else percentage(cell, sign="") if table.reference else percentage(cell)
    return cell if isinstance(cell, str) and _is_number(cell) else None
