"""An empty sheet of a game, made from any character's: what is the game's stays, and the rest is lines and boxes.

The blocks say whose they are (see `chargen.core.sheet.Own`), so that no two characters have to be compared.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from chargen.core.sheet import (
    Block,
    Box,
    Cell,
    Chart,
    Entries,
    Facts,
    Label,
    Own,
    Prose,
    Sheet,
    Table,
    Track,
    line_name,
)

NAME = "Character sheet"
LINES = 4
"""Write-in lines in place of a text."""
ITEM_LINES = 6
"""Write-in lines in place of a list."""
SPARE_ROWS = 2
"""Rows to write in beside those that the character has."""


def blank(sheet: Sheet) -> Sheet:
    """Return the empty sheet that is laid out as this one is."""
    blocks = [block if block.game else _emptied(block) for block in sheet.blocks]
    tables = {block.name: block for block in blocks if isinstance(block, Table)}
    for index, track in enumerate(sheet.blocks):
        if isinstance(track, Track) and track.within:
            blocks[index] = _in_lines(track, blocks[index], tables)
    return replace(
        sheet,
        name=NAME,
        player="",
        concept="",
        portrait=None,
        highlights=tuple((_games(label), "", "") for label, _, _ in sheet.highlights),
        blocks=tuple(block for block in blocks if block is not None),
        what_ifs=(),
        state={},
        foot=tuple(filter(None, map(_games, sheet.foot))),
        blank=True,
    )


def _games(text: str) -> str:
    """What of a text is the game's."""
    return text.blank if isinstance(text, Own) else text


def _emptied(block: Block) -> Block | None:
    """A block of a character's without what is the character's; None where nothing is left to write on."""
    title = _games(block.title)
    if isinstance(block, Table):
        return None if block.reference else _table(block, title)
    if isinstance(block, Track):
        boxes = tuple(map(_box, block.blank or block.boxes))
        return replace(block, title=title, boxes=boxes, blank=(), caption=_games(block.caption))
    if isinstance(block, Facts):
        return replace(block, title=title, facts=tuple((_games(name), "") for name, _ in block.facts))
    if isinstance(block, Prose) and block.place != "foot" and not block.reference:
        lines = ITEM_LINES if block.items else LINES if block.text else 0
        return replace(block, title=title, text="", items=(), lines=max(block.lines, lines))
    assert isinstance(block, (Chart, Entries, Prose))
    return None


def _in_lines(track: Track, emptied: Block | None, tables: Mapping[str, Table]) -> Track | None:
    """Boxes in every line of an empty table; those of a list stand by themselves, where there are any for that."""
    if track.within not in tables:
        return replace(emptied, within="") if track.blank and isinstance(emptied, Track) else None
    most = max(Counter(box.zone for box in track.boxes).values(), default=0)
    lines = [line_name(row[0], number) for number, row in enumerate(tables[track.within].rows)]
    return replace(track, boxes=tuple(Box(zone=line) for line in lines for _ in range(most)))


def _box(box: Box) -> Box:
    return replace(box, label=_games(box.label), zone=_games(box.zone), below=_games(box.below), filled=False, shows={})


def _table(table: Table, title: str) -> Table:
    rows = [(_named(row[0], table), *map(_cell, row[1:])) for row in table.rows]
    unnamed = [number for number, row in enumerate(rows) if row[0] is None]
    if unnamed:
        spare: tuple[Cell, ...] = (None,) * len(table.columns)
        rows[unnamed[-1] + 1 : unnamed[-1] + 1] = [spare] * SPARE_ROWS
    columns = tuple(replace(column, heading=_games(column.heading)) for column in table.columns)
    caption = _games(table.caption)
    return replace(table, title=title, columns=columns, rows=tuple(rows), caption=caption, lighter=frozenset())


def _named(cell: Cell, table: Table) -> Cell:
    """What a row is called on every sheet, with the small words that are the same for all."""
    if table.labels == "own":
        return _cell(cell)
    if isinstance(cell, Label):
        text = _games(cell.text)
        return Label(text, _games(cell.below)) if text else None
    return (_games(cell) or None) if isinstance(cell, str) else None


def _cell(cell: Cell) -> Cell:
    """What an empty sheet has in a cell: nothing, but for what the cell itself says."""
    text = cell.text if isinstance(cell, Label) else cell
    return (text.blank or None) if isinstance(text, Own) else None
