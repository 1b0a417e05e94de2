"""Test the promises about pages: sheets are complete, can be printed, and show the play state."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from chargen import checking
from chargen.checking.concept import check_data
from chargen.checking.rules import make_reference_page
from chargen.page.card import MOST_NUMBERS
from chargen.page.sheet import Chart, Table, Track
from chargen.render import pdf
from chargen.render.page import html
from chargen.render.paper import A4, BOTH
from chargen.sheets.prepared import prepare_blank
from chargen.testing.numbers import wrong_odds
from chargen.testing.trial import Trial
from chargen.text.names import fold


def sheets_are_whole(trial: Trial) -> Iterator[str]:
    """Require a name, blocks, rows as wide as their headings, and complete charts on each sheet, and its HTML."""
    for checked in trial.some(trial.characters):
        name, sheet = checked.source.name, checking.make_sheet(checked)
        if sheet.name != checked.name or not sheet.blocks:
            yield f"{name}: the sheet lacks its name or its blocks"
        if len(sheet.highlights) > MOST_NUMBERS:
            number = len(sheet.highlights)
            yield f"{name}: the sheet has {number} highlights; it and a card have room for {MOST_NUMBERS}"
        for block in sheet.blocks:
            if isinstance(block, Table):
                yield from (
                    f"{name}: a row of {block.title} has {len(row)} cells under {len(block.columns)} headings"
                    for row in block.rows
                    if len(row) != len(block.columns)
                )
            if isinstance(block, Chart):
                odds = {
                    f"the chart {block.name}": {
                        "outcomes": {f"{at}: {label}": chance for at, (label, chance) in enumerate(block.series)}
                    }
                }
                yield from (f"{name}: {wrong}" for wrong in wrong_odds(odds))
        # Without its letters inside, as to cut them out of the typefaces takes longer than the page.
        html(sheet, paper=A4, faces_at="typefaces/")
        if trial.game.compact is not None:
            html(checking.make_sheet(checked, compact=True), paper=A4, faces_at="typefaces/")


def it_prints(trial: Trial) -> Iterator[str]:
    """Require that a blank sheet and the first good character's can be printed, the latter on its number of pages."""
    pdf.pdf(prepare_blank(trial.game).sheet, paper=A4)
    for checked in trial.characters[:1]:
        sheet = checking.make_sheet(checked)
        if overflow := pdf.pdf(sheet, paper=A4).overflow:
            yield f"{checked.source.name}: the sheet says `pages={sheet.pages}`, and {overflow}"


def the_reference_page_is_shared(trial: Trial) -> Iterator[str]:
    """Require that no sheet repeats the reference page, and that it fits on two sides of A4 and of Letter.

    Of the pages of all rules, the game's own among them, the longest is laid out.
    """
    reference_pages = [make_reference_page(trial.game, trial.game.rules())]
    for checked in trial.characters:
        assert checked.rules is not None
        if (reference_page := make_reference_page(trial.game, checked.rules)) is None:
            continue
        reference_pages.append(reference_page)
        names = {block.name for block in reference_page.blocks}
        for block in checking.make_sheet(checked).blocks:
            if block.name in names:
                yield f"{checked.source.name}: {block.name} is on the reference page and on the sheet"
    # One layout instead of one for each table's rules: a layout takes a second.
    longest = max(filter(None, reference_pages), key=lambda page: len(repr(page)), default=None)
    # A page that fits on the area that A4 and Letter have in common fits on each of them.
    if longest is not None and (overflow := pdf.pdf(longest, paper=BOTH).overflow):
        yield f"the reference page has {longest.pages} sides, and {overflow}"


def trackers_show(trial: Trial) -> Iterator[str]:
    """Require that the sheet shows the range of each tracker, and that its boxes name existing trackers."""
    looked_at: set[str] = set()
    for checked in trial.characters:
        assert checked.view is not None
        name, trackers = checked.source.name, checked.view.trackers()
        tracks = (block for block in checked.view.sheet().blocks if isinstance(block, Track))
        data = {key: value for key, value in checked.source.data.items() if fold(key) not in ("state", "stated")}
        shown = {tracker for track in tracks for box in track.boxes for tracker in box.shows}
        for unknown in sorted(shown - {tracker.name for tracker in trackers}):
            yield f"{name}: a box shows the tracker {unknown!r}, which there is not"
        for tracker in trial.some(trackers):
            ends: tuple[Any, Any] = (False, True) if tracker.yes_or_no else (tracker.low, tracker.high)
            # Characters share most trackers, and each takes two sheets to compare.
            if tracker.name in looked_at or ends[0] == ends[1]:
                continue
            looked_at.add(tracker.name)
            sheets = []
            for value in ends:
                changed = check_data(trial.game, {**data, "state": {tracker.name: value}}, trial.folder / "good")
                # Without what only blank sheets show.
                sheets.append(replace(checking.make_sheet(changed), state={}, blank_blocks=()))
            if sheets[0] == sheets[1]:
                yield f"{name}: the sheet is the same with {tracker.name} at {ends[0]} and at {ends[1]}"
