"""A sheet on a terminal: the blocks of the paper sheet, laid out for the width of the terminal.

On a narrow terminal, bars are left out first, then tables are split into parts below each other. No word is broken and
no number is left out. Reference tables and lines to write on appear on paper only.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

import click

from chargen.cli.report import bar, count_columns, printable, wrapped
from chargen.cli.styled_text import DIM, ITALIC, STRONG, TITLE, Text, join
from chargen.game.isolation import isolate
from chargen.page.roll import percent
from chargen.page.sheet import (
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
    paragraphs,
)

BAR = 10  # The width of a full bar, in letters
ROOM = 22  # The least width of a block that is set beside another
GAP = 2  # The spaces between columns
FIVES = 5  # The number of boxes in a group


def format_sheet(sheet: Sheet, columns: int) -> str:
    """Return a sheet as text no wider than ``columns``, with the colours of a terminal."""
    return _print(_sheet(sheet, columns), sheet.texts)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], columns: int, left: Sequence[int] = (0,)) -> str:
    """Return a table of texts no wider than ``columns``: long names are wrapped, and nothing is cut.

    All columns are aligned to the right, except those in ``left``. Without ``heads`` there is no header line.

    >>> print(table(["", "now"], [["Patching People Up", "53 %"], ["Dodge", "39 %"]], 18))
                   now
    Patching      53 %
    People Up
    Dodge         39 %
    """
    cells = [list(map(_styled, row)) for row in ([heads] if any(heads) else []) + list(rows)]
    aligned = ["left" if place in left else "right" for place in range(len(heads))]
    return _print(_grid(cells, _fitted(cells, columns), aligned))


def _print(lines: Iterable[Text], own: tuple[str, ...] = ()) -> str:
    """Return lines with their colours, which Click removes where the output is no terminal."""
    return "\n".join(line.print(own) for line in lines)


def _styled(words: str, style: str = "") -> Text:
    return Text(printable(words), style)


def _fitted(rows: Sequence[Sequence[Text]], columns: int) -> list[int]:
    """Return the width of each column: that of its widest cell, or less where all of them would not fit."""
    widths = [max(cell.width for cell in cells) for cells in zip(*rows, strict=True)]
    while sum(widths) + GAP * (len(widths) - 1) > columns and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _grid(rows: Iterable[Sequence[Text]], widths: Sequence[int], aligned: Sequence[str]) -> Iterator[Text]:
    """Yield rows of cells as lines, with each cell wrapped in the width of its column."""
    for row in rows:
        wrapped_cells = [cell.wrap(width) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*wrapped_cells, fillvalue=Text()):
            yield join(" " * GAP, map(Text.align, parts, widths, aligned))


def _sheet(sheet: Sheet, columns: int) -> Iterator[Text]:
    yield from (_styled(sheet.name, STRONG) + _styled(f"  {sheet.system_title}", DIM)).wrap(columns)
    if sheet.concept:
        yield from _styled(sheet.concept, ITALIC).wrap(columns)
    if sheet.player:
        yield from _styled(f"played by {sheet.player}", DIM).wrap(columns)
    if sheet.highlights:
        highlights = (
            _styled(f"{label} ") + _styled(number, STRONG) + _styled(f" ({below})" if below else "", DIM)
            for label, number, below in sheet.highlights
        )
        yield from (Text(), *join("   ", highlights).wrap(columns))
    shown = [block for block in sheet.blocks if _is_for_play(block)]
    for place, run in groupby(shown, key=lambda block: block.place):
        yield from _side_by_side(list(run), min(SHARES.get(place, 1), columns // ROOM), columns)
    if sheet.foot:
        yield Text()
    for line in sheet.foot:
        yield from _styled(line, DIM).wrap(columns)


def _is_for_play(block: Block) -> bool:
    if isinstance(block, (Chart, Entries)) or block.place == "foot" or getattr(block, "reference", False):
        return False
    # Lines to write on are of no use on a screen.
    return bool(block.text or block.items) if isinstance(block, Prose) else True


def _side_by_side(blocks: Sequence[Block], beside: int, columns: int) -> Iterator[Text]:
    """Yield blocks in rows of ``beside``, or one below another if they do not fit."""
    room = (columns - GAP * (beside - 1)) // max(1, beside)
    if beside > 1 and all(_fits(block, room) for block in blocks):
        for start in range(0, len(blocks), beside):
            row = [list(_block(block, room)) for block in blocks[start : start + beside]]
            for lines in zip_longest(*row, fillvalue=Text()):
                yield join(" " * GAP, (line.align(room) for line in lines))
        return
    for block in blocks:
        yield from _block(block, columns)


def _fits(block: Block, columns: int) -> bool:
    return not isinstance(block, Table) or len(list(_tables(block, columns))) == 1


def _block(block: Block, columns: int) -> Iterator[Text]:
    title, texts = _styled(block.title, TITLE), list[Text]()
    if isinstance(block, Track):
        title, text = _track(block)
        texts = [text]
    elif isinstance(block, Prose):
        texts = [_styled(paragraph) for paragraph in paragraphs(block.text)]
        texts += [_styled(name) + _styled(f"  {effect}" if effect else "", DIM) for name, effect in block.items]
    yield from (Text(), *title.wrap(columns))
    if isinstance(block, Table):
        for part in _tables(block, columns):
            yield from part
        texts = [_styled(block.caption, DIM)] if block.caption else []
    elif isinstance(block, Facts) and block.facts:
        facts = [(_styled(name), _styled(value, STRONG)) for name, value in block.facts]
        yield from _grid(facts, _fitted(facts, columns), ["left", "left"])
    for text in texts:
        yield from text.wrap(columns)


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
        widths = [max(row[place].width for row in every) for place in range(number)]
        others = GAP + sum(widths[1:]) + GAP * (number - 1)
        if others + widths[0] <= columns:
            break
    # What is still missing is taken from the first column, down to its longest word.
    longest = max(count_columns(word) for row in every for word in row[0].plain.split() or [""])
    widths[0] = min(widths[0], max(columns - others, longest))
    # Each group is a grid of its own, as its heading spans the columns; fixed widths align the grids.
    lines = []
    aligned = ["right" if place in right else "left" for place in range(number)]
    for group, rows in zip(groups, cells, strict=True):
        indent = GAP if group.name else 0
        if group.name:
            lines += wrapped(
                f"{click.style(isolate(printable(group.name)), bold=True)}{isolate(printable(group.words))}",
                columns,
                "  ",
            )
        full = [[*row, *[Text()] * (number - len(row))] for row in rows]
        grid = _grid(full, [widths[0] + GAP - indent, *widths[1:]], aligned)
        lines += [f"{' ' * indent}{line.print()}".rstrip() for line in grid]
        lines += wrapped(f"    {isolate(printable(group.below))}", columns, " " * 4) if group.below else []
    return "\n".join(lines).replace("\u00a0", " ")


def _tables(block: Table, columns: int) -> Iterator[list[Text]]:
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
        yield list(_part(block, used, cells, narrowest, (0, *range(place, min(end, len(used)))), columns))
        place = end


def _part(
    block: Table,
    used: Sequence[int],
    cells: Sequence[Sequence[Text]],
    narrowest: Sequence[int],
    places: Sequence[int],
    columns: int,
) -> Iterator[Text]:
    """Yield some columns of a table as lines, the first of which names its rows."""
    headings = [block.columns[used[place]].heading for place in places]
    wrapped_places = [place for place in places if place == 0 or _is_text(block, used[place])]
    by_place = _widths(cells, narrowest, places, wrapped_places, columns)
    widths, aligned = [by_place[place] for place in places], [block.columns[used[place]].align for place in places]
    if any(headings):
        columns_of_lines = [_styled(heading, DIM).wrap(width) for heading, width in zip(headings, widths, strict=True)]
        height = max(map(len, columns_of_lines))
        # A heading of fewer lines is beside the last lines of the others.
        rows = zip(*([Text()] * (height - len(lines)) + lines for lines in columns_of_lines), strict=True)
        yield from _grid(rows, widths, aligned)
        yield Text("─" * (sum(widths) + GAP * (len(widths) - 1)))
    yield from _grid(([line[place] for place in places] for line in cells), widths, aligned)


def _widths(
    cells: Sequence[Sequence[Text]],
    narrowest: Sequence[int],
    places: Sequence[int],
    wrapped_places: Sequence[int],
    columns: int,
) -> dict[int, int]:
    """Return the width of each column: what its text takes, the widest wrapped one made narrower until all fit."""
    widths = {place: max(narrowest[place], *(line[place].width for line in cells)) for place in places}
    for place in places:
        if place not in wrapped_places:
            widths[place] = narrowest[place]
    while sum(widths.values()) + GAP * (len(places) - 1) > columns:
        narrower = [place for place in wrapped_places if widths[place] > narrowest[place]]
        # Where names and words are as narrow as they can be, the widest column is wrapped, too.
        widths[max(narrower or places, key=widths.__getitem__)] -= 1
    return widths


def _narrowest(block: Table, number: int, cells: Sequence[Sequence[Text]], place: int) -> int:
    """Return the least width of a column: its longest word, or its longest number."""
    column = block.columns[number]
    words = max((count_columns(word) for word in column.heading.split()), default=0)
    wraps = place == 0 or _is_text(block, number)
    for line in cells:
        parts = line[place].plain.split() if wraps else line[place].plain.splitlines()
        words = max([words, *map(count_columns, parts)])
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
            return Text(bar(cell.value, letters)) + _styled(f" {figures:>7}", STRONG)
        return _styled(figures, STRONG if cell.bar else "")
    figure = f"{drawn(cell.figure)} " if cell.figure is not None and letters else ""
    below = f" {cell.below}" if cell.below else ""
    return _styled(figure) + _styled(cell.text, STRONG) + _styled(below, DIM)


def drawn(figure: Figure) -> str:
    """Return a figure of a cell as letters.

    >>> from chargen.page.sheet import Pips
    >>> drawn(Pips(2, 1)), drawn(NumberLine(5, 8))
    ('●●○', '···████····')
    """
    if not isinstance(figure, NumberLine):
        return "●" * figure.filled + "○" * figure.hollow
    numbers = range(figure.start, figure.stop + 1)
    return "".join("█" if figure.low <= number <= figure.high else "·" for number in numbers)


# ---------------------------------------------------------------- tracks


def _track(block: Track) -> tuple[Text, Text]:
    """Return a track's title with its count, and its boxes: in zones, or with their labels."""
    if any(len(box.label) > FIVES for box in block.boxes):
        labelled = (Text(f"{_mark(box)} ") + _styled(box.label) for box in block.boxes)
        return _styled(block.title, TITLE), join("   ", labelled)
    title = _styled(block.title, TITLE)
    if any(box.filled for box in _counted(block)) and not block.within:
        title += _styled(f"  {_count(block)}", STRONG)
    zones = [(zone, list(boxes)) for zone, boxes in groupby(block.boxes, key=lambda box: box.zone)]
    shown = (
        _styled(f"{zone} " if zone and (len(zones) > 1 or block.within) else "", DIM) + Text(_boxes(boxes))
        for zone, boxes in zones
    )
    return title, join("   ", shown)


def _count(block: Track) -> str:
    """Return the count of a track with ticks: by its tracker, such as 9 of 14 hit points, else by its boxes."""
    boxes = _counted(block)
    # The last box that is filled shows the value; a track of what is left is filled from its other end.
    last = [box for box in (boxes[::-1] if block.backwards else boxes) if box.filled][-1]
    for tracker, value in last.shows.items():
        # A box may show two trackers: damage counts to the end of its own wound.
        others = {**last.shows, tracker: None}
        alike = [box for box in boxes if tracker in box.shows and {**box.shows, tracker: None} == others]
        highest = max(int(box.shows[tracker]) for box in alike)
        return f"{value} of {max(highest, block.unticked.get(tracker, 0))}"
    return f"{sum(box.filled for box in boxes)} of {len(boxes)}"


def _counted(block: Track) -> list[Box]:
    """Return the boxes of a track, without the one beside its title, which counts something else."""
    return [box for box in block.boxes if not block.beside_title or box.zone != block.beside_title]


def _boxes(boxes: Sequence[Box]) -> str:
    marks = "".join(map(_mark, boxes))
    return " ".join(marks[start : start + FIVES] for start in range(0, len(marks), FIVES))


def _mark(box: Box) -> str:
    return "■" if box.filled else "□"
