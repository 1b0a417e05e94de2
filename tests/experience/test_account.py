"""The sheet carries the ledger as a running account, with what each entry did to a chance, alike in every game."""

from pathlib import Path

import pytest

from chargen import checking, ready_made
from chargen.checking.concept import rewind
from chargen.core.ledger import Gain
from chargen.core.sheet import Label, Prose, Sheet, Table
from chargen.experience.moves import history
from chargen.fileio import Input
from chargen.kit.blocks import format_gain


def account(sheet: Sheet) -> str:
    """Return what the block with the ledger says."""
    block = next(block for block in sheet.blocks if block.name in ("experience", "ledger", "xp"))
    if isinstance(block, Prose):
        return "\n".join([block.text, *(text for item in block.items for text in item)])
    assert isinstance(block, Table)
    return "\n".join(
        f"{cell.text} {cell.below}" if isinstance(cell, Label) else str(cell) for row in block.rows for cell in row
    )


@pytest.mark.parametrize(
    "path",
    [preset.path for preset in ready_made.presets() if "\nadvancement:" in preset.path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_every_entry_and_its_chance_stand_on_the_sheet(path: Path) -> None:
    """In the table of most games, and in the running text of the one whose sheet is one page; `--at N`, the first N."""
    checked = checking.check_input(Input(path.name, path))
    events = list(history(checked))
    complete, first = account(checking.make_sheet(checked)), account(checking.make_sheet(rewind(checked, 2)))
    assert any(event.changes for event in events)
    for event in events:
        for line in event.lines:
            assert line.what in complete
            assert (line.what in first) == (line.what in [line.what for event in events[:2] for line in event.lines])
        for change in event.changes[:1]:
            assert format_gain(Gain(roll=change.roll, before=change.before, after=change.after)) in complete
