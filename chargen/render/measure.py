"""How much room a block takes, roughly: what is decided before a printer has set anything is decided by this."""

from dataclasses import dataclass
from math import ceil

from chargen.core.sheet import Block, Cell, Chance, Chart, Column, Facts, Label, Prose, Table, Track
from chargen.render import drawing
from chargen.render.chart import HEIGHT, MARK, MOST_WITH_NUMBERS

TEXT_MM = 3.53
"""Ten points, the size of text that all measures here are for."""
LETTER = 0.47
"""How wide a letter of running text is, in parts of its size; capitals and bold names are wider."""
BOLD_LETTER = 0.51
TITLE_TEXT, SMALL = 1.15, 0.75
"""The sizes of titles and of what is said beside them, in parts of the sheet's text."""
TITLE_MM = 8.2
"""A title and the white space above it."""
SMALL_LINE_MM = 3.4
PENCIL_LINE_MM = 7
BOX_ROW_MM = 7
FACT_MM = 5.7


def has_headings(table: Table) -> bool:
    """Whether any column of a table has a heading."""
    return any(column.heading for column in table.columns)


@dataclass(frozen=True, slots=True)
class Room:
    """A column so wide, for text so many times as large as usual."""

    width_mm: float
    scale: float = 1

    def height(self, block: Block) -> float:
        """About how high a block is, in millimetres."""
        return sum(self.parts(block))

    def parts(self, block: Block) -> list[float]:
        """The heights of a block's parts: its head first, then each item or row; lines to write on last."""
        if isinstance(block, Prose):
            text = [self._lines(part) * 4.6 + 1 for part in block.text.splitlines()]
            items = [self._lines(f"{name} {effect}") * 4.3 + 1.3 for name, effect in block.items]
            head = TITLE_MM * self.scale + sum(text) * self.scale
            return [head, *(item * self.scale for item in items), block.lines * PENCIL_LINE_MM]
        if isinstance(block, Facts):
            return [TITLE_MM * self.scale, *[FACT_MM * self.scale] * len(block.facts)]
        if isinstance(block, Table):
            head = (TITLE_MM + (0 if self.title_fits(block) else SMALL_LINE_MM)) * self.scale
            caption = ceil(len(block.caption) * 0.35 / max(self.width_mm / TEXT_MM, 1)) * SMALL_LINE_MM * self.scale
            return [head, *(self._row(block, row) for row in block.rows), caption]
        if isinstance(block, Chart):
            lines = 3 if len(block.series) <= MOST_WITH_NUMBERS else 2
            return [TITLE_MM * self.scale, (HEIGHT + MARK) / 10, lines * SMALL_LINE_MM * self.scale]
        if isinstance(block, Track):
            return [TITLE_MM * self.scale, self._track(block)]
        return [TITLE_MM * self.scale]

    def title_fits(self, table: Table, aside: str = "") -> bool:
        """Whether a table's title has room in the line of its headings: the first one is empty, and wide enough."""
        if not has_headings(table):
            return False
        room = 0
        for column in table.columns:
            if column.heading:
                break
            room += column.width + column.apart
        whole = sum(column.width + column.apart for column in table.columns)
        words = len(aside) * LETTER * SMALL + (1 if aside else 0)
        title = len(table.title) * BOLD_LETTER * TITLE_TEXT
        return bool(room) and (title + words) * TEXT_MM * self.scale <= self.width_mm * room / whole

    def _lines(self, text: str, width_mm: float = 0, letter: float = LETTER, size: float = 1) -> int:
        letters = (width_mm or self.width_mm) / (letter * TEXT_MM * size * self.scale)
        return max(1, ceil(len(text) / max(letters, 1)))

    def _row(self, table: Table, row: tuple[Cell, ...]) -> float:
        if not any(row):
            return PENCIL_LINE_MM
        whole = sum(column.width + column.apart for column in table.columns)
        heights = [
            self._cell(cell, column, self.width_mm * column.width / whole, bold=not number)
            for number, (cell, column) in enumerate(zip(row, table.columns, strict=False))
        ]
        return (max(heights) * (0.8 if table.reference else 1) + 1.5) * self.scale

    def _cell(self, cell: Cell, column: Column, width_mm: float, *, bold: bool) -> float:
        if isinstance(cell, Chance):
            return 6.8 if cell.bar else 4.1
        if cell is None:
            return 0
        text, below = (cell.text, cell.below) if isinstance(cell, Label) else (cell, "")
        line = 6.7 if column.big or (isinstance(cell, Label) and cell.big) else 4.5 if bold else 4.1
        height = self._lines(text, width_mm, BOLD_LETTER, 1.1 if bold else 1) * line
        return height + (self._lines(below, width_mm, LETTER, 0.8) * 3.3 if below else 0)

    def _track(self, track: Track) -> float:
        if drawing.has_words_beside(track) and track.per_row == 1:
            return len(track.boxes) * PENCIL_LINE_MM
        if drawing.has_words_beside(track):
            row, rows = 0.0, 1
            for box in track.boxes:
                width = 10 + len(box.label) * LETTER * TEXT_MM * self.scale
                row, rows = (width, rows + 1) if row + width > self.width_mm else (row + width, rows)
            return rows * 6.5
        zones = drawing.zones(track)
        rows = min(drawing.rows(zones, self.width_mm, self.scale, share) for share in (1, 0.5))
        words = (3.6 if any(zone.name for zone in zones) else 0) + (3 if any(box.below for box in track.boxes) else 0)
        return rows * (BOX_ROW_MM + words) * self.scale
