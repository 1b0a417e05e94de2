"""A sheet on a terminal: the blocks of the paper sheet, laid out for the width of the terminal.

On a narrow terminal, bars are left out first, then tables are split into parts below each other. No word is broken and
no number is left out. Reference tables and lines to write on appear on paper only.
"""

import io
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import click
from rich import box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.console import Group as Rows
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from chargen.cli.base import TEAL
from chargen.cli.report import bar, printable, wrapped
from chargen.core.roll import percent
from chargen.core.sheet import (
    SHARES,
    Block,
    Box,
    Cell,
    Chance,
    Chart,
    Entries,
    Facts,
    Figure,
    NumberLine,
    Prose,
    Sheet,
    Table,
    Track,
)

BAR = 10  # The width of a full bar, in letters
ROOM = 22  # The least width of a block that is set beside another
GAP = 2  # The spaces between columns
FIVES = 5  # The number of boxes in a group
TITLE = f"bold color({TEAL})"


def format_sheet(sheet: Sheet, columns: int) -> str:
    """Return a sheet as text no wider than ``columns``, with the colours of a terminal."""
    return _text(_sheet(sheet, columns), columns)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], columns: int, left: Sequence[int] = (0,)) -> str:
    """Return a table of texts no wider than ``columns``: long names are wrapped, and nothing is cut.

    All columns are aligned to the right, except those in ``left``. Without ``heads`` there is no header line.

    >>> print(table(["", "now"], [["Patching People Up", "53 %"], ["Dodge", "39 %"]], 18))
                   now
    Patching      53 %
    People Up
    Dodge         39 %
    """
    grid = Grid(box=None, show_header=any(heads), padding=(0, GAP, 0, 0), pad_edge=False, header_style="")
    for place, head in enumerate(heads):
        grid.add_column(_styled(head), justify="left" if place in left else "right", overflow="fold")
    for row in rows:
        grid.add_row(*map(_styled, row))
    return _text(grid, columns)


def _text(what: RenderableType, columns: int) -> str:
    # A fixed width and a forced terminal: the text is the same wherever it goes; Click removes colours later.
    console = Console(
        file=io.StringIO(), width=columns, force_terminal=True, color_system="256", highlight=False, emoji=False
    )
    with console.capture() as capture:
        console.print(what)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def _styled(words: str, style: str = "") -> Text:
    return Text(printable(words), style=style)


def _sheet(sheet: Sheet, columns: int) -> Rows:
    parts: list[RenderableType] = [_styled(sheet.name, "bold") + _styled(f"  {sheet.system_title}", "dim")]
    if sheet.concept:
        parts.append(_styled(sheet.concept, "italic"))
    if sheet.player:
        parts.append(_styled(f"played by {sheet.player}", "dim"))
    if sheet.highlights:
        highlights = [
            Text.assemble(_styled(f"{label} "), _styled(number, "bold"), _styled(f" ({below})" if below else "", "dim"))
            for label, number, below in sheet.highlights
        ]
        parts += ["", Text("   ").join(highlights)]
    shown = [block for block in sheet.blocks if _is_for_play(block)]
    for place, run in groupby(shown, key=lambda block: block.place):
        parts += _side_by_side(list(run), min(SHARES.get(place, 1), columns // ROOM), columns)
    parts += [Padding(_styled(line, "dim"), (1 if line is sheet.foot[0] else 0, 0, 0, 0)) for line in sheet.foot]
    return Rows(*parts)


def _is_for_play(block: Block) -> bool:
    """Return whether a block is for play and is not empty."""
    if isinstance(block, (Chart, Entries)) or block.place == "foot" or getattr(block, "reference", False):
        return False
    # Lines to write on are of no use on a screen.
    return bool(block.text or block.items) if isinstance(block, Prose) else True


def _side_by_side(blocks: Sequence[Block], beside: int, columns: int) -> Iterator[RenderableType]:
    """Yield blocks in rows of ``beside``, or one below another if they do not fit."""
    room = (columns - GAP * (beside - 1)) // max(1, beside)
    if beside > 1 and all(_fits(block, room) for block in blocks):
        for start in range(0, len(blocks), beside):
            row = Grid.grid(padding=(0, GAP, 0, 0))
            for _ in range(beside):
                row.add_column(width=room)
            row.add_row(*(_block(block, room) for block in blocks[start : start + beside]))
            yield row
        return
    yield from (_block(block, columns) for block in blocks)


def _fits(block: Block, columns: int) -> bool:
    return not isinstance(block, Table) or len(list(_tables(block, columns))) == 1


def _block(block: Block, columns: int) -> Rows:
    title = _styled(block.title, TITLE)
    if isinstance(block, Table):
        body: list[RenderableType] = list(_tables(block, columns))
        if block.caption:
            body.append(_styled(block.caption, "dim"))
    elif isinstance(block, Track):
        title, body = _track(block)
    elif isinstance(block, Facts):
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        for name, value in block.facts:
            grid.add_row(_styled(name), _styled(value, "bold"))
        body = [grid]
    else:
        assert isinstance(block, Prose)
        items = [
            Text.assemble(_styled(name), _styled(f"  {effect}" if effect else "", "dim"))
            for name, effect in block.items
        ]
        body = [*([_styled(block.text)] if block.text else []), *items]
    return Rows("", title, *body)


# ---------------------------------------------------------------- tables


class Group(NamedTuple):
    """Rows with a heading: its name, and the words after it. Rows without a heading are not indented."""

    name: str
    words: str
    rows: Sequence[Sequence[Cell]]
    below: str = ""  # The text below the rows


def listed(groups: Sequence[Group], columns: int, right: Sequence[int] = ()) -> str:
    """Return groups of rows as text no wider than ``columns``, with the same column widths in all groups.

    On a narrow terminal, bars are left out, then the first column is wrapped. ``right`` lists the columns (from 0)
    that are aligned to the right.
    """
    number = max(len(row) for group in groups for row in group.rows)
    # Take the widest bars with which all columns fit; without any, the last round leaves the narrowest widths.
    for letters in (2 * BAR, BAR, 0):
        cells = [[[_cell(cell, letters) for cell in row] for row in group.rows] for group in groups]
        every = [[*row, *[Text()] * (number - len(row))] for rows in cells for row in rows]
        widths = [max(cell_len(row[place].plain) for row in every) for place in range(number)]
        others = GAP + sum(widths[1:]) + GAP * (number - 1)
        if others + widths[0] <= columns:
            break
    # What is still missing is taken from the first column, down to its longest word.
    longest = max(cell_len(word) for row in every for word in row[0].plain.split() or [""])
    widths[0] = min(widths[0], max(columns - others, longest))
    # Each group is a grid of its own, as its heading spans the columns; fixed widths align the grids.
    lines = []
    for group, rows in zip(groups, cells, strict=True):
        indent = GAP if group.name else 0
        if group.name:
            lines += wrapped(f"{click.style(printable(group.name), bold=True)}{printable(group.words)}", columns, "  ")
        table = Grid.grid(padding=(0, GAP, 0, 0))
        for place, wide in enumerate(widths):
            wide += GAP - indent if place == 0 else 0
            table.add_column(width=wide, no_wrap=place > 0, justify="right" if place in right else "left")
        for row in rows:
            table.add_row(*row)
        lines.append(_text(Padding(table, (0, 0, 0, indent)), max(columns, others + widths[0])))
        lines += wrapped(f"    {printable(group.below)}", columns, " " * 4) if group.below else []
    return "\n".join(lines).replace("\u00a0", " ")


def _tables(block: Table, columns: int) -> Iterator[Grid]:
    """Yield a table in as many parts as its width needs; bars are left out before it is split."""
    rows = [row for row in block.rows if any(map(_has_text, row))]
    if not rows:
        return
    used = [number for number in range(len(block.columns)) if any(_has_text(row[number]) for row in rows)]
    # Bars are the first thing to go: they repeat what the figure beside them says.
    for letters in (BAR, 0):
        cells = [[_cell(row[number], letters) for number in used] for row in rows]
        narrowest = [_narrowest(block, number, cells, place) for place, number in enumerate(used)]
        if sum(narrowest) + GAP * (len(used) - 1) <= columns:
            break
    # Fill each part greedily with as many columns as fit beside the first, which every part repeats.
    place = 1
    while place < len(used) or place == 1:
        end = place + 1
        while end < len(used) and sum((narrowest[0], *narrowest[place : end + 1])) + GAP * (end + 1 - place) <= columns:
            end += 1
        yield _part(block, used, cells, narrowest, (0, *range(place, min(end, len(used)))), columns)
        place = end


def _part(
    block: Table,
    used: Sequence[int],
    cells: Sequence[Sequence[Text]],
    narrowest: Sequence[int],
    places: Sequence[int],
    columns: int,
) -> Grid:
    """Build a grid of some columns of a table, the first of which names its rows."""
    headings = [block.columns[used[place]].heading for place in places]
    ruled = any(headings)
    table = Grid(box=box.SIMPLE_HEAD if ruled else None, show_header=ruled, padding=(0, 1 if ruled else GAP, 0, 0))
    table.show_edge, table.pad_edge, table.header_style = False, False, "dim"
    wrapped_places = [place for place in places if place == 0 or _is_text(block, used[place])]
    widths = _widths(cells, narrowest, places, wrapped_places, columns)
    for place, heading in zip(places, headings, strict=True):
        wraps = place in wrapped_places
        lines = [heading] if wraps else textwrap.wrap(heading, max(1, narrowest[place]), break_long_words=False)
        table.add_column(
            _styled("\n".join(lines)),
            justify=block.columns[used[place]].align,
            width=widths[place],
            no_wrap=not wraps,
        )
    for line in cells:
        table.add_row(*(line[place] for place in places))
    return table


def _widths(
    cells: Sequence[Sequence[Text]],
    narrowest: Sequence[int],
    places: Sequence[int],
    wrapped_places: Sequence[int],
    columns: int,
) -> dict[int, int]:
    """Return the width of each column: what its text takes, the widest wrapped one made narrower until all fit.

    rich narrows columns in the same way, but then exceeds the width where one of them is as narrow as it can be.
    """
    widths = {place: max(narrowest[place], *(cell_len(line[place].plain) for line in cells)) for place in places}
    for place in places:
        if place not in wrapped_places:
            widths[place] = narrowest[place]
    while sum(widths.values()) + GAP * (len(places) - 1) > columns:
        narrower = [place for place in wrapped_places if widths[place] > narrowest[place]]
        if not narrower:
            break
        widths[max(narrower, key=widths.__getitem__)] -= 1
    return widths


def _narrowest(block: Table, number: int, cells: Sequence[Sequence[Text]], place: int) -> int:
    """Return the least width of a column: its longest word, or its longest number."""
    column = block.columns[number]
    words = max((cell_len(word) for word in column.heading.split()), default=0)
    wraps = place == 0 or _is_text(block, number)
    for line in cells:
        parts = line[place].plain.split() if wraps else line[place].plain.splitlines()
        words = max([words, *map(cell_len, parts)])
    return words


def _has_text(cell: Cell) -> bool:
    return bool(_cell(cell, BAR).plain.strip())


def _is_text(block: Table, number: int) -> bool:
    """Return whether a column holds words, which may be wrapped."""
    return block.columns[number].align == "left" and not any(isinstance(row[number], Chance) for row in block.rows)


def _cell(cell: Cell, letters: int) -> Text:
    """Return a cell as text, with bars of ``letters`` letters; with 0, pips and number lines are left out too."""
    if cell is None:
        return Text()
    if isinstance(cell, str):
        return _styled(cell)
    if isinstance(cell, Chance):
        figures = f"{percent(cell.value, 1)}\u00a0%"
        if cell.bar and letters:
            return Text.assemble(bar(cell.value, letters), _styled(f" {figures:>7}", "bold"))
        return _styled(figures, "bold" if cell.bar else "")
    figure = f"{drawn(cell.figure)} " if cell.figure is not None and letters else ""
    below = f" {cell.below}" if cell.below else ""
    return Text.assemble(_styled(figure), _styled(cell.text, "bold"), _styled(below, "dim"))


def drawn(figure: Figure) -> str:
    """Return a figure of a cell as letters.

    >>> from chargen.core.sheet import Pips
    >>> drawn(Pips(2, 1)), drawn(NumberLine(5, 8))
    ('●●○', '···████····')
    """
    if not isinstance(figure, NumberLine):
        return "●" * figure.filled + "○" * figure.hollow
    numbers = range(figure.start, figure.stop + 1)
    return "".join("█" if figure.low <= number <= figure.high else "·" for number in numbers)


# ---------------------------------------------------------------- tracks


def _track(block: Track) -> tuple[Text, list[RenderableType]]:
    """Return a track's title with its count, and its boxes: in zones, or with their labels."""
    if any(len(box.label) > FIVES for box in block.boxes):
        return _styled(block.title, TITLE), [
            Text("   ").join(Text(f"{_mark(box)} ") + _styled(box.label) for box in block.boxes)
        ]
    title = _styled(block.title, TITLE)
    if any(box.filled for box in _counted(block)) and not block.within:
        title = Text.assemble(title, _styled(f"  {_count(block)}", "bold"))
    zones = [(zone, list(boxes)) for zone, boxes in groupby(block.boxes, key=lambda box: box.zone)]
    shown = Text("   ").join(
        Text.assemble(_styled(f"{zone} " if zone and (len(zones) > 1 or block.within) else "", "dim"), _boxes(boxes))
        for zone, boxes in zones
    )
    return title, [shown]


def _count(block: Track) -> str:
    """Return the count of a track with ticks: by its tracker, such as 9 of 14 hit points, else by its boxes."""
    boxes = _counted(block)
    # The last box that is filled shows the value; a track of what is left is filled from its other end.
    last = [box for box in (boxes[::-1] if block.backwards else boxes) if box.filled][-1]
    for tracker, value in last.shows.items():
        highest = max(int(box.shows.get(tracker, 0)) for box in boxes)
        return f"{value} of {max(highest, block.unticked.get(tracker, 0))}"
    return f"{sum(box.filled for box in boxes)} of {len(boxes)}"


def _counted(block: Track) -> list[Box]:
    """Return the boxes of a track, without the one beside its title, which counts something else."""
    return [box for box in block.boxes if not block.beside_title or box.zone != block.beside_title]


def _boxes(boxes: Sequence[Box]) -> str:
    """Return boxes in groups of five."""
    marks = "".join(map(_mark, boxes))
    return " ".join(marks[start : start + FIVES] for start in range(0, len(marks), FIVES))


def _mark(box: Box) -> str:
    return "■" if box.filled else "□"
