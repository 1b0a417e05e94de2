"""The place of each block on a page, and about how high it is there.

Widths of texts are those of the typeface. Heights are an estimate, as no printer has laid anything out yet: columns are
evened by it, which saves pages on wide paper. Whether a sheet fits is decided later, by looking at its pages (`fit`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse, groupby, takewhile
from typing import TypeAlias

from chargen.page.sheet import SHARES, Block, Cell, Chance, Chart, Facts, Label, Prose, Sheet, Table, Track
from chargen.render import drawing
from chargen.render.chart import HEIGHT, MARK, MOST_WITH_NUMBERS
from chargen.render.fonts import BOLD, REGULAR, Face, count_lines, text_width
from chargen.render.typography import is_word, percentage

TEXT_MM = 3.53  # Ten points, the size of text that all measures here are for
NAME, TITLE_TEXT, EFFECT, SMALL = 1.1, 1.15, 0.8, 0.75
"""The sizes of names, titles, words behind or below a name, and headings, in parts of the sheet's text."""
ABOVE_TITLE_MM, TITLE_MM = 3.4, 5
"""White space above a title, and the title. White space is the same at every size of text."""
ITEM_PADDING_MM, FACT_PADDING_MM, ROW_PADDING_MM = 1.3, 1.2, 1.5
"""White space above and below the lines of a list's item, a fact, and a table's row."""
HEADINGS_BESIDE_MM, HEADINGS_MM = 0.6, 4
"""The height that headings of one line add to a title in their line, and to one above it."""
FIRST_PADDING_MM, CELL_PADDING_MM = 0.8, 2.6  # White space beside the words of a row's name, and of a cell at most
BIG, GRID = 1.9, 0.85  # The sizes of large numbers, and of the text of reference tables
SMALL_LINE_MM = 3.2
PENCIL_LINE_MM = 7
BOX_MM, ZONE_NAME_MM, BELOW_BOX_MM = 6.2, 3.9, 3  # A row of boxes, the names above it, and the words below it
ABOVE_BOXES_MM = 1.2
FACT_MM = 4.7


def has_headings(table: Table) -> bool:
    """Return whether any column of a table has a heading."""
    return any(column.heading for column in table.columns)


def _unbroken(text: str) -> list[str]:
    """Return the parts of a text between which a line may end.

    >>> _unbroken("a Lever-action rifle")
    ['a', 'Lever-', 'action', 'rifle']
    """
    return re.split(r"[ \n]+|(?<=-)", text)


def _total_width(table: Table) -> float:
    """Return the width of a table, in the unit of its columns."""
    return sum(column.width + column.apart for column in table.columns)


@dataclass(frozen=True, slots=True)
class Room:
    """A column of some width, for text that is larger than usual by some factor."""

    width_mm: float
    scale: float = 1

    def height(self, block: Block) -> float:
        """Return about how high a block is, in millimetres."""
        return sum(self.parts(block))

    def parts(self, block: Block) -> list[float]:
        """Return the heights of a block's parts: its title first, then each item or row, write-in lines last."""
        # Numbers here and below are millimetres per line in the style sheet, in text of the usual size.
        title = TITLE_MM * self.scale + ABOVE_TITLE_MM
        if isinstance(block, Prose):
            text = [self.lines((part, 1)) * 4.6 * self.scale + 1 for part in block.text.splitlines()]
            items = [self.lines((name, 1), (effect, EFFECT)) * 4.2 * self.scale for name, effect in block.items]
            return [title + sum(text), *(item + ITEM_PADDING_MM for item in items), block.lines * PENCIL_LINE_MM]
        if isinstance(block, Facts):
            return [title, *[FACT_MM * self.scale + FACT_PADDING_MM] * len(block.facts)]
        if isinstance(block, Table):
            headings = 0.0
            if has_headings(block):
                complete = _total_width(block)
                lines = max(
                    self.lines((column.heading, SMALL), width_mm=self.width_mm * column.width / complete - 1.2)
                    for column in block.columns
                )
                headings = HEADINGS_BESIDE_MM if self.title_fits(block) else HEADINGS_MM
                headings += (lines - 1) * SMALL_LINE_MM
            caption = 1 + self.lines((block.caption, SMALL)) * 3.4 * self.scale if block.caption else 0
            return [title + headings * self.scale, *(self._row(block, row) for row in block.rows), caption]
        if isinstance(block, Chart):
            lines = 3 if len(block.series) <= MOST_WITH_NUMBERS else 2
            return [title, (HEIGHT + MARK) / 10, lines * SMALL_LINE_MM * self.scale]
        if isinstance(block, Track):
            # Boxes with words beside them: one to a line, or as many as fit.
            if drawing.has_words_beside(block) and block.per_row == 1:
                return [title, len(block.boxes) * PENCIL_LINE_MM]
            if drawing.has_words_beside(block):
                row, rows = 0.0, 1
                for box in block.boxes:
                    wide = 10 + text_width(box.label) * TEXT_MM * self.scale
                    row, rows = (wide, rows + 1) if row + wide > self.width_mm else (row + wide, rows)
                return [title, rows * 6.5]

            # Boxes in rows of a length that the game asks for, below the names of their zones.
            zones = drawing.zones(block)
            if block.per_row:
                named = sum(bool(zone.name) for zone in zones)
                rows = sum(len(zone.groups) for zone in zones)
                return [title, ABOVE_BOXES_MM + (named * ZONE_NAME_MM + rows * BOX_MM) * self.scale]
            rows = min(drawing.rows(zones, self.width_mm, self.scale, share) for share in (1, 0.5))
            below = BELOW_BOX_MM * any(box.below for box in block.boxes)
            words = ZONE_NAME_MM * any(zone.name for zone in zones) + below
            return [title, ABOVE_BOXES_MM + rows * (BOX_MM + words) * self.scale]
        return [title]

    def title_fits(self, table: Table, aside: str = "") -> bool:
        """Return whether a table's title fits in the line of its headings, whose first ones are empty."""
        if not has_headings(table):
            return False
        empty = takewhile(lambda column: not column.heading, table.columns)
        room = sum(column.width + column.apart for column in empty)
        complete = _total_width(table)
        words = text_width(aside) * SMALL + (1 if aside else 0)
        title = text_width(table.title, BOLD) * TITLE_TEXT
        return bool(room) and (title + words) * TEXT_MM * self.scale <= self.width_mm * room / complete

    def shares(self, table: Table) -> list[float]:
        """Return the parts of the width that the columns of a table take, with the space before them.

        They are the game's, unless a word is wider than its column: then the others give it what they can spare.
        """
        complete = _total_width(table)
        own = [(column.width + column.apart) / complete for column in table.columns]
        short, spare = list[float](), list[float]()
        for place, (column, share) in enumerate(zip(table.columns, own, strict=True)):
            # The least width of the column, in millimetres: its widest word; drawings and what is empty take all.
            cells = [row[place] for row in table.rows if place < len(row)]
            size, face = (NAME, BOLD) if not place else (1, REGULAR)
            words = [(word, SMALL, REGULAR) for word in _unbroken(column.heading)]
            takes_all, worded = not any(cells), False
            for cell in cells:
                if isinstance(cell, Chance):
                    takes_all = takes_all or cell.bar
                    words.append((percentage(cell), 1, REGULAR))
                    continue
                text, below = (cell.text, cell.below) if isinstance(cell, Label) else (cell or "", "")
                is_big = column.big
                if isinstance(cell, Label):
                    is_big = is_big or cell.big
                    takes_all = takes_all or cell.figure is not None
                    words += [(word, EFFECT, REGULAR) for word in _unbroken(below)]
                words += [(word, BIG if is_big else size, face) for word in _unbroken(text)]
                worded = worded or is_word(text)
            if takes_all:
                least = self.width_mm * (column.width + column.apart) / complete
            else:
                widest = max(text_width(word, kind) * part for word, part, kind in words) * TEXT_MM * self.scale
                padding = CELL_PADDING_MM if place else FIRST_PADDING_MM
                apart = self.width_mm * column.apart / complete
                least = widest * (GRID if table.reference else 1) + padding + apart
                if not place and not column.heading and self.title_fits(table):
                    least = max(least, text_width(table.title, BOLD) * TITLE_TEXT * TEXT_MM * self.scale)
            # Numbers are never broken, and may stand over into the white space beside them: only words need more.
            needed = least / self.width_mm
            short.append(max(0, needed - share) * worded)
            spare.append(max(0, share - needed))
        moved = min(sum(short), sum(spare))
        if not moved:
            return own
        return [
            share + moved * (less / sum(short) - more / sum(spare))
            for share, less, more in zip(own, short, spare, strict=True)
        ]

    def lines(self, *texts: tuple[str, float], width_mm: float = 0, face: Face = REGULAR) -> int:
        """Return how many lines texts take that follow each other, each with its size in parts of the sheet's.

        ``width_mm``: the width of the lines, where it is not that of the column.
        """
        return count_lines(texts, max((width_mm or self.width_mm) / (TEXT_MM * self.scale), 1), face)

    def _row(self, table: Table, row: tuple[Cell, ...]) -> float:
        if nothing_yet(row):
            return PENCIL_LINE_MM
        complete = _total_width(table)

        # The highest cell decides: bars, large numbers and heat maps are one line, and words may be wrapped.
        heights = [0.0]
        for number, (cell, column) in enumerate(zip(row, table.columns, strict=False)):
            if isinstance(cell, Chance):
                heights.append(6.8 if cell.bar else 4.1)
            elif isinstance(cell, Label) and (cell.big or cell.heat is not None):  # small words are beside these
                heights.append(6.7 if cell.big else 5)
            elif cell is not None:
                text, below = (cell.text, cell.below) if isinstance(cell, Label) else (cell, "")
                width_mm = self.width_mm * column.width / complete
                size, face, line = (1, REGULAR, 4.1) if number else (NAME, BOLD, 4.5)
                height = self.lines((text, size), width_mm=width_mm, face=face) * (6.7 if column.big else line)
                heights.append(height + (self.lines((below, EFFECT), width_mm=width_mm) * 3.3 if below else 0))
        return max(heights) * (0.8 if table.reference else 1) * self.scale + ROW_PADDING_MM


LETTERS_OF_A_COLUMN = 42
LINES_OF_A_COLUMN = 45
UNEVEN_MM = 24
"""The difference in length of two columns from which the end of a list is moved out of the longer one."""
ROUGHLY_MM = 6  # The precision of the estimated heights
FEWEST_ITEMS, FEWEST_CONTINUED = 3, 6
"""The number of items that are worth a place of their own, and a place that is below the rest of their list."""
Rooms: TypeAlias = tuple[Room, Room]
"""The main and the side column of a page."""


@dataclass(frozen=True, slots=True)
class Band:
    """A strip of the page: a block across it, a main and a side column, blocks of equal width, or charts in a row."""

    across: Block | None = None
    main: tuple[Block, ...] = ()
    side: tuple[Block, ...] = ()
    row: tuple[Block, ...] = ()  # Blocks of equal width, for as many rows as they need
    charts: tuple[Chart, ...] = ()
    wide: tuple["Band", ...] = ()  # Strips instead of the main column


def bands(
    sheet: Sheet, *, one_column: bool = False, wide: bool = False, rooms: Rooms | None = None
) -> tuple[Band, ...]:
    """Return the strips of the sheet proper, from top to bottom; the block that fills the page comes last.

    ``one_column``: the paper is too narrow for two columns. ``wide``: it is wider than high, and has a second column
    beside the blocks that go across an upright page. With ``rooms``, columns are made about equally long: a list that
    is much longer than its neighbour goes on across the page, and the shorter column gets more write-in lines.
    """
    front = (block for block in sheet.blocks if not is_reference(block) and block.place != "foot")
    # Boxes in the lines of another block are drawn there.
    apart = (block for block in front if not (isinstance(block, Track) and block.within))
    ordered = sorted(apart, key=is_filler)
    if one_column:
        first = {name: place for place, name in enumerate(sheet.narrow_first[0])}
        kept = (block for block in ordered if not block.first_page)
        ordered = sorted(kept, key=lambda block: first.get(block.name, len(first)))
    if wide and rooms and any(block.place in ("main", "side") for block in ordered):
        return (_wide_band(ordered, rooms),)
    if one_column:
        return tuple(_stack(ordered))

    found: list[Band] = []
    for beside, run in groupby(ordered, key=lambda block: block.place in ("main", "side")):
        some = tuple(run)
        # What would leave a page of the other column empty goes across.
        long = []
        for block in some:
            if isinstance(block, Prose) and not (rooms and _is_list(block)):
                texts = [" ".join(item) for item in block.items] + block.text.splitlines()
                if sum(1 + len(text) // LETTERS_OF_A_COLUMN for text in texts) > LINES_OF_A_COLUMN:
                    long.append(block)
        main = tuple(block for block in some if block.place == "main" and block not in long)
        side = tuple(block for block in some if block.place == "side" and block not in long)
        if not (beside and main and side):
            found += _stack(some)
            continue
        rest: tuple[Block, ...] = ()
        if rooms:  # then the two columns get about the same length
            main_mm, side_mm = (sum(map(room.height, column)) for room, column in zip(rooms, (main, side), strict=True))
            if side_mm > main_mm + UNEVEN_MM:
                side, rest = _cut(side, rooms[1], side_mm - main_mm)
            elif main_mm > side_mm + UNEVEN_MM:
                main, rest = _cut(main, rooms[0], main_mm - side_mm)
            else:
                main, side = _with_lines(main, side_mm - main_mm), _with_lines(side, main_mm - side_mm)
        found.append(Band(main=main, side=side))
        found += (Band(across=block) for block in (*rest, *long))
    return tuple(found)


def _wide_band(blocks: Sequence[Block], rooms: Rooms) -> Band:
    """Return the blocks across with as many others below them as fit beside the rest."""
    main, side = rooms
    fillers = tuple(filter(is_filler, blocks))
    others = tuple(filterfalse(is_filler, blocks))
    right = tuple(replace(block, place="side") for block in others if block.place in ("main", "side"))
    across = (block for block in others if block.place not in ("main", "side"))
    left = tuple(block if _share(block) else replace(block, place="main") for block in across)
    while right:
        evened = (*left, replace(right[0], place="main")), right[1:]
        if _stack_height(evened[0], main) > sum(map(side.height, evened[1])):
            break
        left, right = evened
    # A table at the end of the longer column would be alone on a page: it is in the other one, where there is room.
    if len(left) > 1 and isinstance(left[-1], Table):
        longer = (*right, replace(left[-1], place="side"))
        if sum(map(side.height, longer)) < _stack_height(left, main):
            left, right = left[:-1], longer
    # What fills the page is in the shorter column.
    if _stack_height(left, main) < sum(map(side.height, right)):
        left = (*left, *fillers)
    else:
        right = (*right, *(replace(block, place="side") for block in fillers))
    return Band(wide=tuple(_stack(left)), side=right)


def _stack_height(blocks: Iterable[Block], room: Room) -> float:
    """Return about how high blocks are of which some share the width, in millimetres."""
    height = 0.0
    for place, run in groupby(blocks, key=_share):
        some = tuple(run)
        shared = SHARES.get(place, 1)
        share = replace(room, width_mm=room.width_mm / shared)
        height += sum(max(map(share.height, some[start : start + shared])) for start in range(0, len(some), shared))
    return height


def foot(sheet: Sheet) -> tuple[Block, ...]:
    """Return the blocks in small print at the end of the first page."""
    return tuple(block for block in sheet.blocks if block.place == "foot" and not is_reference(block))


def is_on_reference_page(sheet: Sheet) -> bool:
    """Return whether all reference tables are on the game's reference page too."""
    return all(block.on_reference_page for block in sheet.blocks if is_reference(block))


def proper(sheet: Sheet) -> Sheet:
    """Return the sheet without its reference tables."""
    return replace(sheet, blocks=tuple(block for block in sheet.blocks if not is_reference(block)))


def nothing_yet(row: tuple[Cell, ...]) -> bool:
    """Return whether a row of a table is empty, to write in."""
    return all(cell is None or (isinstance(cell, str) and not cell.strip()) for cell in row)


def reference(sheet: Sheet, *, one_column: bool = False) -> tuple[Band, ...]:
    """Return the strips of the reference tables; the two columns begin again with each block of the main one."""
    blocks = [block for block in sheet.blocks if is_reference(block)]
    if one_column:
        return tuple(_stack(blocks))
    bands: list[Band] = []
    for beside, run in groupby(blocks, key=lambda block: block.place in ("main", "side")):
        if not beside:
            bands += _stack(run)
            continue
        # The columns are as short as possible: a block of the main one after one of the side begins new ones.
        pairs: list[tuple[list[Block], list[Block]]] = [([], [])]
        for block in run:
            if block.place == "main" and pairs[-1][1]:
                pairs.append(([], []))
            pairs[-1][block.place == "side"].append(block)
        for main, side in pairs:
            bands += [Band(main=tuple(main), side=tuple(side))] if main and side else _stack((*main, *side))
    return tuple(bands)


def is_reference(block: Block) -> bool:
    """Return whether a block is for reference, behind the sheet proper."""
    return isinstance(block, Table | Prose | Chart) and block.reference


def is_filler(block: Block) -> bool:
    """Return whether a block fills the rest of a page, and comes last."""
    return isinstance(block, Prose) and block.fill


def _stack(blocks: Iterable[Block]) -> Iterator[Band]:
    """Yield each block across the page; equal shares, and charts that follow each other, are beside each other."""
    for (place, are_charts), run in groupby(blocks, key=lambda block: (_share(block), isinstance(block, Chart))):
        if place:
            yield Band(row=tuple(run))
        elif are_charts:
            yield Band(charts=tuple(block for block in run if isinstance(block, Chart)))
        else:
            yield from (Band(across=block) for block in run)


def _share(block: Block) -> str:
    """Return the place of a block that shares the width with others; empty where it does not."""
    return block.place if block.place in SHARES else ""


def _is_list(block: Block) -> bool:
    return isinstance(block, Prose) and len(block.items) >= 2 * FEWEST_ITEMS and not block.fill


def _with_lines(column: tuple[Block, ...], missing_mm: float) -> tuple[Block, ...]:
    """Return a column that is too short by some millimetres with more write-in lines, if it has any."""
    lines = int((missing_mm - ROUGHLY_MM) / PENCIL_LINE_MM)
    last = next((block for block in reversed(column) if isinstance(block, Prose) and block.lines), None)
    if lines <= 0 or last is None:
        return column
    longer = replace(last, lines=last.lines + lines)
    return tuple(longer if block is last else block for block in column)


def _cut(column: tuple[Block, ...], room: Room, excess_mm: float) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Return a column with its longest list cut short, and the end of that list; a column without one as it is."""
    lists = [block for block in column if isinstance(block, Prose) and _is_list(block)]
    if not lists or len(column) < 2:
        return column, ()
    longest = max(lists, key=lambda block: len(block.items))
    items = room.parts(longest)[1:-1]
    kept = len(items)
    while kept and excess_mm > 0:
        kept -= 1
        excess_mm -= items[kept]
    moves_all = kept < FEWEST_ITEMS or longest.together
    if len(items) - kept < (FEWEST_ITEMS if moves_all else FEWEST_CONTINUED):
        return column, ()
    if moves_all:
        return tuple(block for block in column if block is not longest), (longest,)
    start = replace(longest, items=longest.items[:kept], lines=0)
    end = replace(longest, title=f"{longest.title}, continued", items=longest.items[kept:], text="")
    return tuple(start if block is longest else block for block in column), (end,)
