"""Which block stands where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from chargen.core.sheet import Block, Chart, Prose, Sheet, Table
from chargen.render.measure import Room

LETTERS_OF_A_COLUMN = 42
LINES_OF_A_COLUMN = 45
UNEVEN_MM = 24
"""So much longer than its neighbour a column may be before the end of a list is moved out of it."""
FEWEST_ITEMS = 3
"""Fewer items than this are not worth a place of their own."""
SHARES = {"half": 2, "third": 3, "quarter": 4, "fifth": 5}
"""How many blocks of such a place stand beside each other."""


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


def bands(sheet: Sheet, *, one_column: bool = False, rooms: Rooms | None = None) -> tuple[Band, ...]:
    """The strips of the sheet proper, from top to bottom; what fills the rest of the page comes last.

    ``one_column``: the paper has no room for two beside each other. With ``rooms``, a list that is much longer than
    what stands beside it goes on across the page.
    """
    front = [block for block in sheet.blocks if not is_reference(block) and block.place != "foot"]
    ordered = sorted(front, key=lambda block: isinstance(block, Prose) and block.fill)
    return tuple(_one_below_another(ordered)) if one_column else tuple(_bands(ordered, rooms))


def foot(sheet: Sheet) -> tuple[Block, ...]:
    """What stands small at the foot of the first page."""
    return tuple(block for block in sheet.blocks if block.place == "foot" and not is_reference(block))


def reference(sheet: Sheet, *, one_column: bool = False) -> tuple[Band, ...]:
    """What is looked up now and then, on pages of its own; columns start anew with each block of the main one."""
    blocks = [block for block in sheet.blocks if is_reference(block)]
    return tuple(_one_below_another(blocks)) if one_column else tuple(_pairs(blocks))


def is_reference(block: Block) -> bool:
    """Whether it stands behind the sheet proper."""
    return isinstance(block, Table | Prose | Chart) and block.reference


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
    return Band(main=main, side=side), rest


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
