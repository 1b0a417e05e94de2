"""How much room a block takes, roughly: what is decided before a printer has set anything is decided by this."""

from dataclasses import dataclass

from chargen.core.sheet import Block, Cell, Chance, Chart, Column, Facts, Label, Prose, Table, Track
from chargen.render import drawing
from chargen.render.chart import HEIGHT, MARK, MOST_WITH_NUMBERS

TEXT_MM = 3.53
"""Ten points, the size of text that all measures here are for."""
LETTER = 0.52
"""How wide most letters are, in parts of their size; those that are narrower or wider are listed."""
LETTERS = {
    letter: width
    for width, letters in {
        0.2: " ",
        0.26: "ijlI.,:;'’·|",
        0.31: "f()[]!-",
        0.35: "rt/",
        0.43: 's?*z"“”',
        0.57: "ABCDKPR&",
        0.65: "GHNOQU",
        0.76: "wM",
        0.83: "mW%@…",
    }.items()
    for letter in letters
}
BOLD = 1.04
"""So much wider letters of names are, which are bold."""
NAME, TITLE_TEXT, EFFECT, SMALL = 1.1, 1.15, 0.8, 0.75
"""The sizes of names, titles, what stands behind or below a name, and headings, in parts of the sheet's text."""
ABOVE_TITLE_MM, TITLE_MM = 3.4, 5
"""White space above a title, and the title; as all white space, the former is the same at every size of text."""
ITEM_PADDING_MM, FACT_PADDING_MM, ROW_PADDING_MM = 1.3, 1.2, 1.5
"""White space within an item of a list, a fact, and a row of a table: what stands above and below its lines."""
HEADINGS_BESIDE_MM, HEADINGS_MM = 0.6, 4
"""What headings of one line add to a title in their line, and to one above it."""
SMALL_LINE_MM = 3.2
PENCIL_LINE_MM = 7
BOX_MM, ZONE_NAME_MM, BELOW_BOX_MM = 6.2, 3.9, 3
"""A row of boxes, the names above it, and the words below it."""
ABOVE_BOXES_MM = 1.2
FACT_MM = 4.7


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
        title = TITLE_MM * self.scale + ABOVE_TITLE_MM
        if isinstance(block, Prose):
            text = [self.lines((part, 1)) * 4.6 * self.scale + 1 for part in block.text.splitlines()]
            items = [self.lines((name, 1), (effect, EFFECT)) * 4.2 * self.scale for name, effect in block.items]
            return [title + sum(text), *(item + ITEM_PADDING_MM for item in items), block.lines * PENCIL_LINE_MM]
        if isinstance(block, Facts):
            return [title, *[FACT_MM * self.scale + FACT_PADDING_MM] * len(block.facts)]
        if isinstance(block, Table):
            head = title + self._headings(block) * self.scale
            caption = 1 + self.lines((block.caption, SMALL)) * 3.4 * self.scale if block.caption else 0
            return [head, *(self._row(block, row) for row in block.rows), caption]
        if isinstance(block, Chart):
            lines = 3 if len(block.series) <= MOST_WITH_NUMBERS else 2
            return [title, (HEIGHT + MARK) / 10, lines * SMALL_LINE_MM * self.scale]
        if isinstance(block, Track):
            return [title, self._track(block)]
        return [title]

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
        words = width(aside) * SMALL + (1 if aside else 0)
        title = width(table.title) * BOLD * TITLE_TEXT
        return bool(room) and (title + words) * TEXT_MM * self.scale <= self.width_mm * room / whole

    def lines(self, *texts: tuple[str, float], width_mm: float = 0) -> int:
        """How many lines texts take that follow each other, each with its size in parts of the sheet's.

        ``width_mm``: how wide the lines are, where they are not as wide as the column.
        """
        room = max((width_mm or self.width_mm) / (TEXT_MM * self.scale), 1)
        lines, x = 1, 0.0
        for text, size in texts:
            for word in text.split():
                wide = width(word) * size
                if x and x + wide > room:
                    lines, x = lines + 1, 0.0
                lines += int(wide / room)
                x += wide % room + LETTERS[" "] * size
        return lines

    def _headings(self, table: Table) -> float:
        """What the headings of a table add to its title."""
        if not has_headings(table):
            return 0
        whole = sum(column.width + column.apart for column in table.columns)
        lines = max(
            self.lines((column.heading, SMALL * BOLD), width_mm=self.width_mm * column.width / whole - 1.2)
            for column in table.columns
        )
        return (HEADINGS_BESIDE_MM if self.title_fits(table) else HEADINGS_MM) + (lines - 1) * SMALL_LINE_MM

    def _row(self, table: Table, row: tuple[Cell, ...]) -> float:
        if not any(row):
            return PENCIL_LINE_MM
        whole = sum(column.width + column.apart for column in table.columns)
        heights = [
            self._cell(cell, column, self.width_mm * column.width / whole, bold=not number)
            for number, (cell, column) in enumerate(zip(row, table.columns, strict=False))
        ]
        return max(heights) * (0.8 if table.reference else 1) * self.scale + ROW_PADDING_MM

    def _cell(self, cell: Cell, column: Column, width_mm: float, *, bold: bool) -> float:
        if isinstance(cell, Chance):
            return 6.8 if cell.bar else 4.1
        if cell is None:
            return 0
        if isinstance(cell, Label) and (cell.big or cell.heat is not None):  # what stands below others is beside these
            return 6.7 if cell.big else 5
        text, below = (cell.text, cell.below) if isinstance(cell, Label) else (cell, "")
        line = 6.7 if column.big else 4.5 if bold else 4.1
        height = self.lines((text, NAME * BOLD if bold else 1), width_mm=width_mm) * line
        return height + (self.lines((below, EFFECT), width_mm=width_mm) * 3.3 if below else 0)

    def _track(self, track: Track) -> float:
        if drawing.has_words_beside(track) and track.per_row == 1:
            return len(track.boxes) * PENCIL_LINE_MM
        if drawing.has_words_beside(track):
            row, rows = 0.0, 1
            for box in track.boxes:
                wide = 10 + width(box.label) * TEXT_MM * self.scale
                row, rows = (wide, rows + 1) if row + wide > self.width_mm else (row + wide, rows)
            return rows * 6.5
        zones = drawing.zones(track)
        if track.per_row:
            named = sum(bool(zone.name) for zone in zones)
            rows = sum(len(zone.groups) for zone in zones)
            return ABOVE_BOXES_MM + (named * ZONE_NAME_MM + rows * BOX_MM) * self.scale
        rows = min(drawing.rows(zones, self.width_mm, self.scale, share) for share in (1, 0.5))
        words = ZONE_NAME_MM * any(zone.name for zone in zones) + BELOW_BOX_MM * any(box.below for box in track.boxes)
        return ABOVE_BOXES_MM + rows * (BOX_MM + words) * self.scale


def width(text: str) -> float:
    """How wide a text is on a line, in parts of its size."""
    return sum(LETTERS.get(letter, LETTER) for letter in text)
