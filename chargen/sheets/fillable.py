"""Sheets to fill in on a screen: each box, and each value in play without boxes, has the name of a field of the PDF."""

from dataclasses import replace
from typing import Any

from chargen.checking.concept import Checked
from chargen.page.sheet import Entries, Entry, Prose, Sheet, Track
from chargen.text.names import fold, take_name


def with_fields(sheet: Sheet, checked: Checked | None = None) -> Sheet:
    """Return a sheet with a name for each box, and with entries for the trackers that have no boxes.

    ``checked`` is its character, without errors; None for a blank sheet, which has no such entries.
    """
    tracks = [(number, track) for number, track in enumerate(sheet.blocks) if isinstance(track, Track)]
    # The boxes of a tracker may be in several blocks, and several trackers may share them: the first one names them.
    shown: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for number, track in tracks:
        for index, box in enumerate(track.boxes):
            if box.shows:
                shown.setdefault(tuple(box.shows), []).append((number, index))
    wished: dict[tuple[int, int], str] = {}
    for (first, *_), positions in shown.items():
        for count, position in enumerate(positions, 1):
            wished[position] = first if len(positions) == 1 else f"{first}-{count}"
    for number, track in tracks:
        for index in range(len(track.boxes)):
            wished.setdefault((number, index), f"{track.name}-{index + 1}")

    # Two fields of one name would be one field in a PDF, with one value; a full stop would divide a name in two.
    taken: set[str] = set()
    names = {position: take_name(name.replace(".", "_"), taken) for position, name in wished.items()}
    blocks: list[Any] = list(sheet.blocks)
    for number, track in tracks:
        boxes = (replace(box, field=names[number, index]) for index, box in enumerate(track.boxes))
        blocks[number] = replace(track, boxes=tuple(boxes))

    # An entry for each tracker without boxes, with its value as the concept states it.
    entries: list[Entry] = []
    if checked is not None:
        assert checked.view is not None
        stated = {fold(name): value for name, value in checked.view.advanced.concept.state.items()}
        with_boxes = {name for group in shown for name in group}
        for tracker in checked.view.trackers():
            if tracker.name in with_boxes:
                continue
            value = stated.get(fold(tracker.name))
            if tracker.yes_or_no:
                value = value is True
            else:
                value = str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
            field = take_name(tracker.name.replace(".", "_"), taken)
            entries.append(Entry(label=tracker.title, field=field, value=value))
    if entries:
        # Before the notes, whose lines fill the rest of the page.
        fills = [number for number, block in enumerate(blocks) if isinstance(block, Prose) and block.fill]
        at = fills[0] if fills else len(blocks)
        blocks.insert(at, Entries(name="values", title="Also in play", entries=tuple(entries)))
    return replace(sheet, blocks=tuple(blocks))
