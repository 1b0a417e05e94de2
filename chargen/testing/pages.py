"""Promises about pages: sheets are whole and can be printed, and what pencils change shows on them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked, check_data
from chargen.checking.rules import leaf_of
from chargen.core.names import fold
from chargen.core.sheet import Chance, Label, Sheet, Table, Track, WhatIf
from chargen.render import pdf
from chargen.render.page import html
from chargen.render.paper import A4, BOTH
from chargen.sheets.printing import prepare_blank
from chargen.testing.trial import Trial


def sheets_are_whole(trial: Trial) -> Iterator[str]:
    """A good character has a sheet with its name, blocks, and rows as wide as their headings; HTML is made of it."""
    for checked in trial.characters:
        name, sheet = checked.source.name, checking.sheet(checked)
        if sheet.name != checked.name or not sheet.blocks:
            yield f"{name}: the sheet lacks its name or its blocks"
        for block in sheet.blocks:
            if isinstance(block, Table):
                yield from (
                    f"{name}: a row of {block.title} has {len(row)} cells under {len(block.columns)} headings"
                    for row in block.rows
                    if len(row) != len(block.columns)
                )
        for ask in sheet.what_ifs:
            table = sheet.block(ask.of)
            if ask.of and not (isinstance(table, Table) and _moves(ask, table)):
                yield f"{name}: the slider {ask.name} moves {ask.of}, which has not a bar for each of its rows"
        html(sheet, paper=A4)
        if trial.game.compact is not None:
            html(checking.sheet(checked, compact=True), paper=A4)


def it_prints(trial: Trial) -> Iterator[str]:
    """An empty sheet and the first good character's go to paper, the latter on as many pages as it says."""
    pdf.pdf(prepare_blank(trial.game).sheet, paper=A4)
    for checked in trial.characters[:1]:
        sheet = checking.sheet(checked)
        if overflow := pdf.pdf(sheet, paper=A4).overflow:
            yield f"{checked.source.name}: the sheet says `pages={sheet.pages}`, and {overflow}"


def _moves(ask: WhatIf, table: Table) -> bool:
    """Whether a slider's rows are those of a table that have a bar, or are named in the cells of a heat map."""
    named = {cell.text for row in table.rows for cell in row if isinstance(cell, Label) and cell.heat is not None}
    bars = [any(isinstance(cell, Chance) and cell.bar for cell in row) for row in table.rows]
    rows = len(ask.rows)
    return bool(named & {name for name, _ in ask.rows}) if named else all(bars[:rows]) and sum(bars) == rows


def the_leaf_is_shared(trial: Trial) -> Iterator[str]:
    """What stands on its leaf stands on no sheet, and takes two sides of A4 and of Letter at most.

    Those by the game's own rules are laid out, and the longest by rules of a table.
    """
    leaves = [leaf_of(trial.game, trial.game.rules())]
    for checked in trial.characters:
        assert checked.rules is not None
        if (leaf := leaf_of(trial.game, checked.rules)) is None:
            continue
        leaves.append(leaf)
        names = {block.name for block in leaf.blocks}
        for block in checking.sheet(checked).blocks:
            if block.name in names:
                yield f"{checked.source.name}: {block.name} stands on the leaf, and on the sheet as well"
    own, longest = leaves[0], max(filter(None, leaves), key=lambda leaf: len(repr(leaf)), default=None)
    for leaf in filter(None, (own, longest if longest != own else None)):
        # What has room on the part that the two papers share has room on either.
        if overflow := pdf.overflow(leaf, paper=BOTH):
            yield f"the leaf has {leaf.pages} sides, and {overflow}"


def trackers_show(trial: Trial) -> Iterator[str]:
    """The sheet shows how far a tracker goes, and its boxes name trackers that there are."""
    looked_at: set[str] = set()
    for checked in trial.characters:
        assert checked.view is not None
        name, trackers = checked.source.name, checked.view.trackers()
        tracks = (block for block in checked.view.sheet().blocks if isinstance(block, Track))
        shown = {tracker for track in tracks for box in track.boxes for tracker in box.shows}
        for unknown in sorted(shown - {tracker.name for tracker in trackers}):
            yield f"{name}: a box shows the tracker {unknown!r}, which there is not"
        for tracker in trackers:
            ends: tuple[Any, Any] = (False, True) if tracker.yes_or_no else (tracker.low, tracker.high)
            if tracker.name in looked_at or ends[0] == ends[1]:
                continue
            looked_at.add(tracker.name)
            low, high = (_with_state(trial, checked, {tracker.name: value}) for value in ends)
            if low == high:
                yield f"{name}: the sheet is the same with {tracker.name} at {ends[0]} and at {ends[1]}"


def _with_state(trial: Trial, checked: Checked, state: dict[str, Any]) -> Sheet:
    """The sheet of a character as it stands with another play state."""
    data = {key: value for key, value in checked.source.data.items() if fold(key) not in ("state", "stated")}
    return replace(checking.sheet(check_data(trial.game, {**data, "state": state}, trial.folder / "good")), state={})
