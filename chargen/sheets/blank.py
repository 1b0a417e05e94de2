"""A blank sheet of a game, made from the sheet of any character: texts of the game stay, the rest is lines and boxes.

Each text says whether it is the game's or the character's (`chargen.page.sheet.Own`).
"""

from collections import Counter
from dataclasses import replace

from chargen.page.sheet import Block, Box, Cell, Facts, Label, Own, Prose, Sheet, Table, Track, line_name

NAME = "Character sheet"
LINES = 4  # The number of write-in lines in place of a text
ITEM_LINES = 6  # The number of write-in lines in place of a list
SPARE_ROWS = 2  # The number of empty rows besides those of the character


def blank(sheet: Sheet) -> Sheet:
    """Return a blank sheet with the layout of this one."""
    made_from = sheet.blank_blocks or sheet.blocks
    blocks = [block if block.game else _emptied(block) for block in made_from]
    tables = {block.name: block for block in blocks if isinstance(block, Table)}
    for index, track in enumerate(made_from):
        if not isinstance(track, Track) or not track.within:
            continue
        if track.within in tables:  # boxes in every line of the empty table
            most = max(Counter(box.zone for box in track.boxes).values(), default=0)
            lines = [line_name(row[0], number) for number, row in enumerate(tables[track.within].rows)]
            blocks[index] = replace(track, boxes=tuple(Box(zone=line) for line in lines for _ in range(most)))
        else:  # those of a list get a block of their own, or none
            emptied = blocks[index]
            blocks[index] = replace(emptied, within="") if track.blank and isinstance(emptied, Track) else None
    return replace(
        sheet,
        name=NAME,
        player="",
        concept="",
        portrait=None,
        highlights=tuple((_of_game(label), "", "") for label, _, _ in sheet.highlights),
        blocks=tuple(block for block in blocks if block is not None),
        blank_blocks=(),
        narrow_first=(sheet.blank_first or sheet.narrow_first[0], sheet.narrow_first[1]),
        what_ifs=(),
        state={},
        foot=tuple(filter(None, map(_of_game, sheet.foot))),
        blank=True,
        person=tuple(label for block in made_from if isinstance(block, Prose) for label, _ in block.labelled),
    )


def _of_game(text: str) -> str:
    """Return the part of a text that is the game's."""
    return text.blank if isinstance(text, Own) else text


def _emptied(block: Block) -> Block | None:
    """Return a block without what is the character's; None where nothing is left to write on."""
    title = _of_game(block.title)
    if isinstance(block, Table):
        if block.reference:
            return None
        rows: list[tuple[Cell, ...]] = []
        for cell, *others in block.rows:
            # The name of a row, and its small words, if all sheets have them.
            name = _cell(cell)
            if block.labels != "own" and isinstance(cell, Label):
                text = _of_game(cell.text)
                name = Label(text, _of_game(cell.below)) if text else None
            elif block.labels != "own":
                name = (_of_game(cell) or None) if isinstance(cell, str) else None
            rows.append((name, *map(_cell, others)))
        if unnamed := [number for number, row in enumerate(rows) if row[0] is None]:
            # Behind the character's own rows, before rows that the game names, such as the untrained line.
            rows[unnamed[-1] + 1 : unnamed[-1] + 1] = [(None,) * len(block.columns)] * SPARE_ROWS
        columns = tuple(replace(column, heading=_of_game(column.heading)) for column in block.columns)
        block = replace(block, title=title, caption=_of_game(block.caption), lighter=frozenset())
        return replace(block, columns=columns, rows=tuple(rows))
    if isinstance(block, Track):
        boxes = tuple(
            replace(
                box,
                label=_of_game(box.label),
                zone=_of_game(box.zone),
                below=_of_game(box.below),
                filled=False,
                shows={},
                lowers=None,
            )
            for box in block.blank or block.boxes
        )
        bare = replace(block, boxes=boxes, blank=(), sum_of=("", ()), rolls=())
        return replace(bare, title=title, caption=_of_game(block.caption))
    if isinstance(block, Facts):
        return replace(block, title=title, facts=tuple((_of_game(name), "") for name, _ in block.facts))
    if isinstance(block, Prose) and block.place != "foot" and not block.reference:
        lines = ITEM_LINES if block.items else LINES if block.text else 0
        return replace(block, title=title, labelled=(), text="", items=(), lines=max(block.lines, lines))
    return None


def _cell(cell: Cell) -> Cell:
    """Return the content of a cell on a blank sheet: what the cell says, or nothing."""
    text = cell.text if isinstance(cell, Label) else cell
    return (text.blank or None) if isinstance(text, Own) else None
