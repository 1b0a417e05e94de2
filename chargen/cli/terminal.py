"""A sheet on a terminal: the blocks that paper has, laid out for as many columns as there are.

Where there is little room, bars give way first, then tables go on below themselves; no word is broken and no number
left out. What is looked up only, and room to write in, stays on paper.
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

BAR = 10
"""How many letters a full bar takes."""
ROOM = 22
"""Blocks stand beside each other where each has so much."""
GAP = 2
"""The blanks between columns."""
FIVES = 5
"""Boxes are grouped so."""
TITLE = f"bold color({TEAL})"


def text(sheet: Sheet, columns: int) -> str:
    """Return a sheet as so many columns of text, with the colours of a terminal."""
    return _text(_sheet(sheet, columns), columns)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], columns: int, left: Sequence[int] = (0,)) -> str:
    """Return a table of plain texts within so many columns: names go on in the next line, and nothing is cut.

    All stands to the right but the columns at ``left``. Without ``heads`` it has no line above.

    >>> print(table(["", "now"], [["Patching People Up", "53 %"], ["Dodge", "39 %"]], 18))
                   now
    Patching      53 %
    People Up
    Dodge         39 %
    """
    grid = Grid(box=None, show_header=any(heads), padding=(0, GAP, 0, 0), pad_edge=False, header_style="")
    for place, head in enumerate(heads):
        grid.add_column(_said(head), justify="left" if place in left else "right", overflow="fold")
    for row in rows:
        grid.add_row(*map(_said, row))
    return _text(grid, columns)


def _text(what: RenderableType, columns: int) -> str:
    console = Console(
        file=io.StringIO(), width=columns, force_terminal=True, color_system="256", highlight=False, emoji=False
    )
    with console.capture() as capture:
        console.print(what)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def _said(words: str, style: str = "") -> Text:
    return Text(printable(words), style=style)


def _sheet(sheet: Sheet, columns: int) -> Rows:
    parts: list[RenderableType] = [_said(sheet.name, "bold") + _said(f"  {sheet.system_title}", "dim")]
    if sheet.concept:
        parts.append(_said(sheet.concept, "italic"))
    if sheet.player:
        parts.append(_said(f"played by {sheet.player}", "dim"))
    if sheet.highlights:
        parts += ["", _highlights(sheet.highlights)]
    shown = [block for block in sheet.blocks if _is_for_play(block)]
    for place, run in groupby(shown, key=lambda block: block.place):
        parts += _side_by_side(list(run), min(SHARES.get(place, 1), columns // ROOM), columns)
    parts += [Padding(_said(line, "dim"), (1 if line is sheet.foot[0] else 0, 0, 0, 0)) for line in sheet.foot]
    return Rows(*parts)


def _is_for_play(block: Block) -> bool:
    """Whether a block belongs to this character at the table, and says something already."""
    if isinstance(block, (Chart, Entries)) or block.place == "foot" or getattr(block, "reference", False):
        return False
    return bool(block.text or block.items) if isinstance(block, Prose) else True


def _highlights(highlights: Iterable[tuple[str, str, str]]) -> Text:
    """The numbers of every turn, in a line."""
    lines = [
        Text.assemble(_said(f"{label} "), _said(number, "bold"), _said(f" ({below})" if below else "", "dim"))
        for label, number, below in highlights
    ]
    return Text("   ").join(lines)


def _side_by_side(blocks: Sequence[Block], beside: int, columns: int) -> Iterator[RenderableType]:
    """Blocks in rows of so many; those that have no room beside each other stand one below another."""
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
    title = _said(block.title, TITLE)
    if isinstance(block, Table):
        body: list[RenderableType] = list(_tables(block, columns))
        if block.caption:
            body.append(_said(block.caption, "dim"))
    elif isinstance(block, Track):
        title, body = _track(block)
    elif isinstance(block, Facts):
        body = [_grid([(_said(name), _said(value, "bold")) for name, value in block.facts])]
    else:
        assert isinstance(block, Prose)
        items = [
            Text.assemble(_said(name), _said(f"  {effect}" if effect else "", "dim")) for name, effect in block.items
        ]
        body = [*([_said(block.text)] if block.text else []), *items]
    return Rows("", title, *body)


# ---------------------------------------------------------------- tables


class Group(NamedTuple):
    """Rows below a line: its name, and what follows the name. Rows without a line stand to the left of others."""

    name: str
    words: str
    rows: Sequence[Sequence[Cell]]
    below: str = ""
    """What is said below the rows."""


def listed(groups: Sequence[Group], columns: int, right: Sequence[int] = ()) -> str:
    """Return groups of rows as text no wider than ``columns``, the cells of all groups below each other.

    Where there is little room, bars give way, then the words of the first column go on in the next line. ``right``
    are the columns (from 0) that end alike.
    """
    number = max(len(row) for group in groups for row in group.rows)
    for letters in (2 * BAR, BAR, 0):
        cells = [[[_cell(cell, letters) for cell in row] for row in group.rows] for group in groups]
        every = [[*row, *[Text()] * (number - len(row))] for rows in cells for row in rows]
        widths = [max(cell_len(row[place].plain) for row in every) for place in range(number)]
        others = GAP + sum(widths[1:]) + GAP * (number - 1)
        if others + widths[0] <= columns:
            break
    longest = max(cell_len(word) for row in every for word in row[0].plain.split() or [""])
    widths[0] = min(widths[0], max(columns - others, longest))
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
    """A table, without its bars where it is too wide, and in parts below each other where it is too wide still."""
    rows = [row for row in block.rows if any(map(_says, row))]
    if not rows:
        return
    used = [number for number in range(len(block.columns)) if any(_says(row[number]) for row in rows)]
    for letters in (BAR, 0):
        cells = [[_cell(row[number], letters) for number in used] for row in rows]
        narrowest = [_narrowest(block, number, cells, place) for place, number in enumerate(used)]
        if sum(narrowest) + GAP * (len(used) - 1) <= columns:
            break
    place = 1
    while place < len(used) or place == 1:
        end = place + 1
        while end < len(used) and sum((narrowest[0], *narrowest[place : end + 1])) + GAP * (end + 1 - place) <= columns:
            end += 1
        yield _part(block, used, cells, narrowest, (0, *range(place, min(end, len(used)))))
        place = end


def _part(
    block: Table, used: Sequence[int], cells: Sequence[Sequence[Text]], narrowest: Sequence[int], places: Sequence[int]
) -> Grid:
    """Some columns of a table, the first of which names its rows."""
    headings = [block.columns[used[place]].heading for place in places]
    ruled = any(headings)
    table = Grid(box=box.SIMPLE_HEAD if ruled else None, show_header=ruled, padding=(0, 1 if ruled else GAP, 0, 0))
    table.show_edge, table.pad_edge, table.header_style = False, False, "dim"
    for place, heading in zip(places, headings, strict=True):
        wraps = place == 0 or _is_text(block, used[place])
        lines = [heading] if wraps else textwrap.wrap(heading, max(1, narrowest[place]), break_long_words=False)
        table.add_column(
            _said("\n".join(lines)),
            justify=block.columns[used[place]].align,
            min_width=narrowest[place],
            no_wrap=not wraps,
        )
    for line in cells:
        table.add_row(*(line[place] for place in places))
    return table


def _narrowest(block: Table, number: int, cells: Sequence[Sequence[Text]], place: int) -> int:
    """How many columns of text a column needs at least: its longest word, or its longest number."""
    column = block.columns[number]
    words = max((cell_len(word) for word in column.heading.split()), default=0)
    wraps = place == 0 or _is_text(block, number)
    for line in cells:
        parts = line[place].plain.split() if wraps else line[place].plain.splitlines()
        words = max([words, *map(cell_len, parts)])
    return words


def _says(cell: Cell) -> bool:
    return bool(_cell(cell, BAR).plain.strip())


def _is_text(block: Table, number: int) -> bool:
    """Whether a column holds words, which may go on in the next line."""
    return block.columns[number].align == "left" and not any(isinstance(row[number], Chance) for row in block.rows)


def _cell(cell: Cell, letters: int) -> Text:
    """A cell, with bars of so many letters; with none, other figures are left out too."""
    if cell is None:
        return Text()
    if isinstance(cell, str):
        return _said(cell)
    if isinstance(cell, Chance):
        figures = f"{percent(cell.value, 1)}\u00a0%"
        if cell.bar and letters:
            return Text.assemble(bar(cell.value, letters), _said(f" {figures:>7}", "bold"))
        return _said(figures, "bold" if cell.bar else "")
    figure = f"{drawn(cell.figure)} " if cell.figure is not None and letters else ""
    below = f" {cell.below}" if cell.below else ""
    return Text.assemble(_said(figure), _said(cell.text, "bold"), _said(below, "dim"))


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


def _grid(rows: Iterable[Sequence[Text]]) -> Grid:
    grid = Grid.grid(padding=(0, GAP, 0, 0))
    for row in rows:
        grid.add_row(*row)
    return grid


# ---------------------------------------------------------------- tracks


def _track(block: Track) -> tuple[Text, list[RenderableType]]:
    """A track's title with its count, and its boxes: in zones, or with their words."""
    if any(len(box.label) > FIVES for box in block.boxes):
        return _said(block.title, TITLE), [
            Text("   ").join(Text(f"{_mark(box)} ") + _said(box.label) for box in block.boxes)
        ]
    title = _said(block.title, TITLE)
    if any(box.filled for box in _counted(block)) and not block.within:
        title = Text.assemble(title, _said(f"  {_count(block)}", "bold"))
    zones = [(zone, list(boxes)) for zone, boxes in groupby(block.boxes, key=lambda box: box.zone)]
    shown = Text("   ").join(
        Text.assemble(_said(f"{zone} " if zone and (len(zones) > 1 or block.within) else "", "dim"), _boxes(boxes))
        for zone, boxes in zones
    )
    return title, [shown]


def _count(block: Track) -> str:
    """How a track stands that has ticks: by its tracker, such as 9 of 14 hit points, or else by its boxes."""
    boxes = _counted(block)
    last = [box for box in (boxes[::-1] if block.backwards else boxes) if box.filled][-1]
    for tracker, value in last.shows.items():
        highest = max(int(box.shows.get(tracker, 0)) for box in boxes)
        return f"{value} of {max(highest, block.unticked.get(tracker, 0))}"
    return f"{sum(box.filled for box in boxes)} of {len(boxes)}"


def _counted(block: Track) -> list[Box]:
    """The boxes of a track but for the single one beside its title, which is another matter."""
    return [box for box in block.boxes if not block.beside_title or box.zone != block.beside_title]


def _boxes(boxes: Sequence[Box]) -> str:
    """Boxes in fives."""
    marks = "".join(map(_mark, boxes))
    return " ".join(marks[start : start + FIVES] for start in range(0, len(marks), FIVES))


def _mark(box: Box) -> str:
    return "■" if box.filled else "□"
