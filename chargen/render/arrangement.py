"""Which block stands where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from chargen.core.sheet import SHARES, Block, Cell, Chance, Chart, Column, Facts, Label, Prose, Sheet, Table, Track
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


LETTERS_OF_A_COLUMN = 42
LINES_OF_A_COLUMN = 45
UNEVEN_MM = 24
"""So much longer than its neighbour a column may be before the end of a list is moved out of it."""
ROUGHLY_MM = 6
"""Heights are known no better than this before a page is set."""
FEWEST_ITEMS = 3
"""Fewer items than this are not worth a place of their own."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """How wide the columns of a page are."""

    main: Room
    side: Room
    across: Room


@dataclass(frozen=True, slots=True)
class Band:
    """A strip of the page: a block across it, a main and a side column, blocks of equal width, or charts in a row."""

    across: Block | None = None
    main: tuple[Block, ...] = ()
    side: tuple[Block, ...] = ()
    row: tuple[Block, ...] = ()
    """Blocks that take one and the same share of the width each, for as many rows as they need."""
    charts: tuple[Chart, ...] = ()
    wide: tuple["Band", ...] = ()
    """Strips in the place of the main column."""


@dataclass(frozen=True, slots=True)
class Row:
    """Blocks beside each other, in the first of so many columns."""

    columns: int
    blocks: tuple[Block, ...]


def rows(blocks: tuple[Block, ...], columns: int) -> Iterator[Row]:
    """Yield blocks of one place in rows of so many columns at most; what stood below each other still does.

    Three fifths beside each other, of ten blocks, are the first three, the three below them, and the others likewise.
    """
    usual = SHARES[blocks[0].place]
    for start in range(0, usual, columns):
        for first in range(0, len(blocks), usual):
            row = blocks[first : first + usual][start : start + columns]
            if row:
                yield Row(columns, row)


def bands(
    sheet: Sheet, *, one_column: bool = False, wide: bool = False, rooms: Rooms | None = None
) -> tuple[Band, ...]:
    """The strips of the sheet proper, from top to bottom; what fills the rest of the page comes last.

    ``one_column``: the paper has no room for two beside each other. ``wide``: it is wider than high, and what stands
    across an upright page has a column beside it. With ``rooms``, columns are about as long as each other: a list that
    is much longer than what stands beside it goes on across the page, and the shorter column has more lines.
    """
    front = [
        block for block in sheet.blocks if not is_reference(block) and block.place != "foot" and not is_within(block)
    ]
    ordered = sorted(front, key=is_filler)
    if wide and rooms and any(block.place in ("main", "side") for block in ordered):
        return (_wide(ordered, rooms),)
    return tuple(_one_below_another(ordered)) if one_column else tuple(_bands(ordered, rooms))


def _wide(blocks: Iterable[Block], rooms: Rooms) -> Band:
    """What stands across, and so much of the main columns below it that the column beside it is not longer."""
    left: tuple[Block, ...] = ()
    right: tuple[Block, ...] = ()
    for block in blocks:
        if block.place in ("main", "side") or is_filler(block):
            right = (*right, replace(block, place="side"))
        else:
            left = (*left, block if _share(block) else replace(block, place="main"))
    left_mm, right_mm = sum(map(rooms.main.height, left)), sum(map(rooms.side.height, right))
    while right and not is_filler(right[0]):
        block = replace(right[0], place="main")
        left_mm, right_mm = left_mm + rooms.main.height(block), right_mm - rooms.side.height(right[0])
        if left_mm > right_mm:
            break
        left, right = (*left, block), right[1:]
    return Band(wide=tuple(_one_below_another(left)), side=right)


def foot(sheet: Sheet) -> tuple[Block, ...]:
    """What stands small at the foot of the first page."""
    return tuple(block for block in sheet.blocks if block.place == "foot" and not is_reference(block))


def is_on_leaf(sheet: Sheet) -> bool:
    """Whether all that is looked up stands on the game's leaf too."""
    return all(block.on_leaf for block in sheet.blocks if is_reference(block))


def proper(sheet: Sheet) -> Sheet:
    """The sheet without what is looked up."""
    return replace(sheet, blocks=tuple(block for block in sheet.blocks if not is_reference(block)))


def reference(sheet: Sheet, *, one_column: bool = False) -> tuple[Band, ...]:
    """What is looked up now and then, on pages of its own; columns start anew with each block of the main one."""
    blocks = [block for block in sheet.blocks if is_reference(block)]
    return tuple(_one_below_another(blocks)) if one_column else tuple(_pairs(blocks))


def is_reference(block: Block) -> bool:
    """Whether it stands behind the sheet proper."""
    return isinstance(block, Table | Prose | Chart) and block.reference


def is_within(block: Block) -> bool:
    """Whether it stands in the lines of another one."""
    return isinstance(block, Track) and bool(block.within)


def is_filler(block: Block) -> bool:
    """Whether it fills what is left of a page, and comes last."""
    return isinstance(block, Prose) and block.fill


def is_long(block: Block) -> bool:
    """Whether it would leave the column beside it empty for a page, and had better stand across."""
    if not isinstance(block, Prose):
        return False
    texts = [" ".join(item) for item in block.items] + block.text.splitlines()
    return sum(1 + len(text) // LETTERS_OF_A_COLUMN for text in texts) > LINES_OF_A_COLUMN


def _one_below_another(blocks: Iterable[Block]) -> Iterator[Band]:
    """Each across the page, but for equal shares of it, and charts that follow each other in a row."""
    for (place, are_charts), run in groupby(blocks, key=lambda block: (_share(block), isinstance(block, Chart))):
        if place:
            yield Band(row=tuple(run))
        elif are_charts:
            yield Band(charts=tuple(block for block in run if isinstance(block, Chart)))
        else:
            yield from (Band(across=block) for block in run)


def _share(block: Block) -> str:
    """The place of a block that shares the width with others; empty where it does not."""
    return block.place if block.place in SHARES else ""


def _bands(blocks: Iterable[Block], rooms: Rooms | None) -> Iterator[Band]:
    for beside, run in groupby(blocks, key=lambda block: block.place in ("main", "side")):
        some = tuple(run)
        long = tuple(block for block in some if is_long(block) and not (rooms and _is_list(block)))
        main = tuple(block for block in some if block.place == "main" and block not in long)
        side = tuple(block for block in some if block.place == "side" and block not in long)
        if beside and main and side:
            band, rest = _evened(main, side, rooms) if rooms else (Band(main=main, side=side), ())
            yield band
            yield from (Band(across=block) for block in (*rest, *long))
        else:
            yield from _one_below_another(some)


def _pairs(blocks: Iterable[Block]) -> Iterator[Band]:
    """Columns as short as can be: a block of the main column after one of the side starts anew."""
    for beside, run in groupby(blocks, key=lambda block: block.place in ("main", "side")):
        if not beside:
            yield from _one_below_another(run)
            continue
        main: tuple[Block, ...] = ()
        side: tuple[Block, ...] = ()
        for block in run:
            if block.place == "main" and side:
                yield from _both(main, side)
                main, side = (), ()
            if block.place == "main":
                main = (*main, block)
            else:
                side = (*side, block)
        yield from _both(main, side)


def _both(main: tuple[Block, ...], side: tuple[Block, ...]) -> Iterator[Band]:
    if main and side:
        yield Band(main=main, side=side)
    else:
        yield from _one_below_another((*main, *side))


def _is_list(block: Block) -> bool:
    return isinstance(block, Prose) and len(block.items) >= 2 * FEWEST_ITEMS and not block.fill


def _evened(main: tuple[Block, ...], side: tuple[Block, ...], rooms: Rooms) -> tuple[Band, tuple[Block, ...]]:
    """Two columns of about one length, and what had to leave them."""
    main_mm = sum(map(rooms.main.height, main))
    side_mm = sum(map(rooms.side.height, side))
    if side_mm > main_mm + UNEVEN_MM:
        side, rest = _cut(side, rooms.side, side_mm - main_mm)
    elif main_mm > side_mm + UNEVEN_MM:
        main, rest = _cut(main, rooms.main, main_mm - side_mm)
    else:
        rest = ()
        main, side = _lined(main, side_mm - main_mm), _lined(side, main_mm - side_mm)
    return Band(main=main, side=side), rest


def _lined(column: tuple[Block, ...], missing_mm: float) -> tuple[Block, ...]:
    """A column that is so much shorter than the other, with more lines to write on where it has any."""
    lines = int((missing_mm - ROUGHLY_MM) / PENCIL_LINE_MM)
    last = next((block for block in reversed(column) if isinstance(block, Prose) and block.lines), None)
    if lines <= 0 or last is None:
        return column
    longer = replace(last, lines=last.lines + lines)
    return tuple(longer if block is last else block for block in column)


def _cut(column: tuple[Block, ...], room: Room, excess_mm: float) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """A column with its longest list cut short, and the end of that list; as it is where it has no long list."""
    lists = [block for block in column if isinstance(block, Prose) and _is_list(block)]
    if not lists or len(column) < 2:
        return column, ()
    longest = max(lists, key=lambda block: len(block.items))
    items = room.parts(longest)[1:-1]
    kept = len(items)
    while kept and excess_mm > 0:
        kept -= 1
        excess_mm -= items[kept]
    if len(items) - kept < FEWEST_ITEMS:
        return column, ()
    if kept < FEWEST_ITEMS:
        return tuple(block for block in column if block is not longest), (longest,)
    start = replace(longest, items=longest.items[:kept], lines=0)
    end = replace(longest, title=f"{longest.title}, continued", items=longest.items[kept:], text="")
    return tuple(start if block is longest else block for block in column), (end,)
