"""Lay out sheets and tables for a terminal of some width, by rich.

On a narrow terminal, bars are left out first, then tables are split into parts below each other. No word is broken and
no number is left out. Reference tables and lines to write on appear on paper only.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import Literal, TypeAlias

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from chargen.cli.base import TEAL
from chargen.cli.report import printable
from chargen.game.isolation import isolate
from chargen.page import sheet as page
from chargen.page.roll import half_up, percent

Align: TypeAlias = Literal["left", "center", "right"]
BAR = 10  # The width of a full bar, in letters
ROOM = 22  # The least width of a block that is set beside another
GAP = 2  # The spaces between columns
FIVES = 5  # The number of boxes in a group
STRONG, DIM, ITALIC, TITLE = "bold", "dim", "italic", f"bold color({TEAL})"
_END_OF_LINE = re.compile(r"(?: |\x1b\[[\d;]*m)+$", re.MULTILINE)
_RESET = "\x1b[0m"


def format_sheet(sheet: page.Sheet, columns: int) -> str:
    """Return a sheet as text no wider than ``columns``, with the colours of a terminal."""
    parts: list[RenderableType] = [Text.assemble(_text(sheet.name, STRONG), _text(f"  {sheet.system_title}", DIM))]
    parts += [_text(sheet.concept, ITALIC)] if sheet.concept else []
    parts += [_text(f"played by {sheet.player}", DIM)] if sheet.player else []
    if sheet.highlights:
        highlights = (
            Text.assemble(_text(f"{label} "), _text(number, STRONG), _text(f" ({below})" if below else "", DIM))
            for label, number, below in sheet.highlights
        )
        parts += ["", Text("   ").join(highlights)]
    shown = []
    for block in sheet.blocks:
        is_for_paper = (
            isinstance(block, (page.Chart, page.Entries)) or block.place == "foot" or getattr(block, "reference", False)
        )
        # Lines to write on are of no use on a screen.
        has_lines_alone = isinstance(block, page.Prose) and not block.text and not block.items
        if not is_for_paper and not has_lines_alone:
            shown.append(block)
    # Blocks that share the width are beside each other, or one below another if they do not fit.
    for place, run in groupby(shown, key=lambda block: block.place):
        blocks, beside = list(run), min(page.SHARES.get(place, 1), columns // ROOM)
        room = (columns - GAP * (beside - 1)) // max(1, beside)
        if beside < 2 or any(isinstance(block, page.Table) and len(_tables(block, room)) != 1 for block in blocks):
            for block in blocks:
                parts += _block(block, columns)
            continue
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for _ in range(beside):
            grid.add_column(width=room)
        for start in range(0, len(blocks), beside):
            grid.add_row(*(Group(*_block(block, room)) for block in blocks[start : start + beside]))
        parts.append(grid)
    parts += ["", *(_text(line, DIM) for line in sheet.foot)] if sheet.foot else []
    return _print(parts, columns, sheet.texts)


def format_table(
    heads: Sequence[str], rows: Iterable[Sequence[page.Cell]], columns: int, left: Sequence[int] = (0,), bars: int = BAR
) -> str:
    """Return a table of cells no wider than ``columns``.

    All columns are aligned to the right, except those in ``left``. Without ``heads`` there is no header line. ``bars``
    is the width of a full bar.

    >>> import click
    >>> print(click.unstyle(format_table(["", "now"], [["Patching People Up", "53 %"], ["Dodge", "39 %"]], 18)))
                   now
    ──────────────────
    Patching      53 %
    People Up
    Dodge         39 %
    """
    shown = tuple(
        page.Column(heading=head, align="left" if place in left else "right") for place, head in enumerate(heads)
    )
    table = page.Table(name="table", title="", columns=shown, rows=tuple(map(tuple, rows)))
    return _print(_tables(table, columns, bars), columns).replace("\u00a0", " ")


def _print(parts: Iterable[RenderableType], columns: int, own: tuple[str, ...] = ()) -> str:
    """Return what rich prints, with colours, which Click removes where the output is no terminal.

    ``own`` are the user's texts in it: see `isolate`.
    """
    console = Console(
        file=StringIO(), width=columns, force_terminal=True, color_system="256", legacy_windows=False, _environ={}
    )
    for part in parts:
        console.print(part, crop=False, highlight=False, markup=False, emoji=False)
    assert isinstance(console.file, StringIO)
    printed = _END_OF_LINE.sub(lambda end: _RESET if _RESET in end[0] else "", console.file.getvalue().rstrip("\n"))
    return isolate(printed, own)


def _text(words: str, style: str = "") -> Text:
    return Text(printable(words), style)


def _block(block: page.Block, columns: int) -> Iterator[RenderableType]:
    title, parts = _text(block.title, TITLE), list[RenderableType]()
    if isinstance(block, page.Track):
        title, boxes = _track(block)
        parts.append(boxes)
    elif isinstance(block, page.Prose):
        parts += [_text(paragraph) for paragraph in page.paragraphs(block.text)]
        parts += [
            Text.assemble(_text(name), _text(f"  {effect}" if effect else "", DIM)) for name, effect in block.items
        ]
    elif isinstance(block, page.Table):
        parts += _tables(block, columns)
        parts += [_text(block.caption, DIM)] if block.caption else []
    elif isinstance(block, page.Facts) and block.facts:
        facts = [[_text(name), _text(value, STRONG)] for name, value in block.facts]
        narrowest = [_narrowest(column, wraps=True) for column in zip(*facts, strict=True)]
        parts.append(_table(facts, _fit(facts, narrowest, columns), ["left", "left"]))
    yield from ("", *([title] if title else []), *parts)


# ---------------------------------------------------------------- tables


def _table(
    rows: Sequence[Sequence[Text]], widths: Sequence[int], aligned: Sequence[Align], heads: Sequence[Text] = ()
) -> Table:
    """Return a table with columns of some widths, and a rule below its heads, if it has any."""
    made = Table(
        box=box.SIMPLE_HEAD if heads else None,
        show_edge=False,
        pad_edge=False,
        # The rule's box has a column between two others.
        padding=(0, GAP - 1 if heads else GAP, 0, 0),
        show_header=bool(heads),
        header_style="",
        border_style="",
    )
    for place, (width, to) in enumerate(zip(widths, aligned, strict=True)):
        made.add_column(heads[place] if heads else "", width=width, justify=to, overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def _narrowest(cells: Iterable[Text], wraps: bool) -> int:
    """Return the least width of a column: of its longest word if it is wrapped, else of its longest line."""
    parts = (part for cell in cells for part in (cell.plain.split() if wraps else cell.plain.splitlines()))
    return max(map(cell_len, parts), default=1)


def _fit(rows: Sequence[Sequence[Text]], narrowest: Sequence[int], columns: int) -> list[int]:
    """Return the width of each column: that of its widest cell, the widest made narrower until all fit."""
    widths = [max(max(map(cell_len, cell.plain.split("\n"))) for cell in cells) for cells in zip(*rows, strict=True)]
    widths = list(map(max, widths, narrowest))
    while sum(widths) + GAP * (len(widths) - 1) > columns and max(widths) > 1:
        narrower = [place for place, width in enumerate(widths) if width > narrowest[place]]
        # Where names and words are as narrow as they can be, the widest column is wrapped, too.
        widths[max(narrower or range(len(widths)), key=widths.__getitem__)] -= 1
    return widths


def _tables(block: page.Table, columns: int, bars: int = BAR) -> list[RenderableType]:
    """Return a table in as many parts as its width needs; bars are left out before it is split."""
    # Rows and columns without any text are left out.
    texts = [[_cell(cell, BAR).plain.strip() for cell in row] for row in block.rows]
    rows = [row for row, words in zip(block.rows, texts, strict=True) if any(words)]
    if not rows:
        return []
    used = [number for number in range(len(block.columns)) if any(words[number] for words in texts)]
    shown = [block.columns[number] for number in used]
    # Names and words may be wrapped, and numbers may not.
    wraps = [
        place == 0
        or (shown[place].align == "left" and not any(isinstance(row[number], page.Chance) for row in block.rows))
        for place, number in enumerate(used)
    ]
    heads = [_text(column.heading, DIM) for column in shown]
    # Bars are the first thing to go: they repeat what the figure beside them says.
    for letters in (bars, BAR, 0):
        cells = [[_cell(row[number], letters) for number in used] for row in rows]
        narrowest = [
            max(_narrowest([heads[place]], wraps=True), _narrowest((row[place] for row in cells), wraps[place]))
            for place in range(len(used))
        ]
        if sum(narrowest) + GAP * (len(used) - 1) <= columns:
            break
    # Fill each part greedily with as many columns as fit beside the first, which names the rows and which all repeat.
    parts: list[RenderableType] = []
    place = 1
    while place < len(used) or not parts:
        end = place + 1
        while end < len(used) and sum((narrowest[0], *narrowest[place : end + 1])) + GAP * (end + 1 - place) <= columns:
            end += 1
        places = (0, *range(place, min(end, len(used))))
        lines = [[row[each] for each in places] for row in cells]
        least = [narrowest[each] for each in places]
        header = [heads[each] for each in places] if any(shown[each].heading for each in places) else []
        wide = [[cell if wraps[each] else Text() for each, cell in zip(places, line, strict=True)] for line in lines]
        aligned = [shown[each].align for each in places]
        # Where there is room, headings are on one line.
        widths = _fit([[heads[each] for each in places], *wide], least, 10**6)
        if sum(widths) + GAP * (len(widths) - 1) > columns:
            widths = _fit(wide, least, columns)
        parts.append(_table(lines, widths, aligned, header))
        place = end
    return parts


def _cell(cell: page.Cell, letters: int) -> Text:
    """Return a cell as text, with bars of ``letters`` letters; with 0, pips and number lines are left out too."""
    if cell is None or isinstance(cell, str):
        return _text(cell or "")
    if isinstance(cell, page.Chance):
        figures = f"{percent(cell.value, 1)}\u00a0%"
        if cell.bar and letters:
            # With a mark at one half, where the bar does not reach it.
            filled = half_up(cell.value, letters)
            drawn = ["█" if index < filled else "·" for index in range(letters)]
            if filled < letters // 2:
                drawn[letters // 2] = "┊"
            return Text.assemble("".join(drawn), _text(f" {figures:>7}", STRONG))
        return _text(figures, STRONG if cell.bar else "")
    figure, shown = cell.figure if letters else None, ""
    if isinstance(figure, page.NumberLine):
        numbers = range(figure.start, figure.stop + 1)
        shown = "".join("█" if figure.low <= number <= figure.high else "·" for number in numbers)
    elif figure is not None:
        shown = "●" * figure.filled + "○" * figure.hollow
    parts = [part for part in (_text(shown), _text(cell.text, STRONG), _text(cell.below, DIM)) if part]
    return Text(" ").join(parts)


# ---------------------------------------------------------------- tracks


def _track(block: page.Track) -> tuple[Text, Text]:
    """Return a track's title with its count, and its boxes: in zones, or with their labels."""
    marks = {True: "■", False: "□"}
    title = _text(block.title, TITLE)
    if any(len(box.label) > FIVES for box in block.boxes):
        return title, Text("   ").join(_text(f"{marks[box.filled]} {box.label}") for box in block.boxes)

    # The count of a track with ticks: by its tracker, such as 9 of 14 hit points, else by its boxes. The box beside
    # the title counts something else.
    counted = [box for box in block.boxes if not block.beside_title or box.zone != block.beside_title]
    if not block.within and (filled := [box for box in counted if box.filled]):
        count = f"{len(filled)} of {len(counted)}"
        # The last box that is filled shows the value; a track of what is left is filled from its other end.
        last = filled[0] if block.backwards else filled[-1]
        if last.shows:
            tracker, value = next(iter(last.shows.items()))
            # A box may show two trackers: damage counts to the end of its own wound.
            others = {**last.shows, tracker: None}
            alike = [box for box in counted if tracker in box.shows and {**box.shows, tracker: None} == others]
            count = f"{value} of {max(block.unticked.get(tracker, 0), *(int(box.shows[tracker]) for box in alike))}"
        title = Text.assemble(title, _text(f"  {count}", STRONG))

    zones = [(zone, list(boxes)) for zone, boxes in groupby(block.boxes, key=lambda box: box.zone)]
    shown = []
    for zone, boxes in zones:
        name = f"{zone} " if zone and (len(zones) > 1 or block.within) else ""
        row = "".join(marks[box.filled] for box in boxes)
        fives = " ".join(row[start : start + FIVES] for start in range(0, len(row), FIVES))
        shown.append(Text.assemble(_text(name, DIM), fives))
    return title, Text("   ").join(shown)
