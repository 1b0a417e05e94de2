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
    boxes = [
        ((number, index), track, box)
        for number, track in enumerate(sheet.blocks)
        if isinstance(track, Track)
        for index, box in enumerate(track.boxes)
    ]
    # The boxes of a tracker may be in several blocks, and several trackers may share them: the first one names them.
    shown: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for position, _, box in boxes:
        if box.shows:
            shown.setdefault(tuple(box.shows), []).append(position)

    # Two fields of one name would be one field in a PDF, with one value.
    names: dict[tuple[int, int], str] = {}
    taken: set[str] = set()
    for (first, *_), positions in shown.items():
        for number, position in enumerate(positions, 1):
            names[position] = _take(first if len(positions) == 1 else f"{first}-{number}", taken)
    for position, track, _ in boxes:
        if position not in names:
            names[position] = _take(f"{track.name}-{position[1] + 1}", taken)
    blocks: list[Any] = [
        replace(block, boxes=tuple(replace(box, field=names[number, index]) for index, box in enumerate(block.boxes)))
        if isinstance(block, Track)
        else block
        for number, block in enumerate(sheet.blocks)
    ]

    if checked is not None and (entries := _entries(checked, {name for group in shown for name in group}, taken)):
        # Before the notes, whose lines fill the rest of the page.
        fills = [number for number, block in enumerate(blocks) if isinstance(block, Prose) and block.fill]
        at = fills[0] if fills else len(blocks)
        blocks.insert(at, Entries(name="values", title="Also in play", entries=entries))
    return replace(sheet, blocks=tuple(blocks))


def _entries(checked: Checked, with_boxes: set[str], taken: set[str]) -> tuple[Entry, ...]:
    """Return an entry for each tracker without boxes, with its value as the concept states it."""
    assert checked.view is not None
    stated = {fold(name): value for name, value in checked.view.advanced.concept.state.items()}
    entries: list[Entry] = []
    for tracker in checked.view.trackers():
        if tracker.name in with_boxes:
            continue
        value = stated.get(fold(tracker.name))
        if tracker.yes_or_no:
            value = value is True
        else:
            value = str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
        entries.append(Entry(label=tracker.title, field=_take(tracker.name, taken), value=value))
    return tuple(entries)


def _take(name: str, taken: set[str]) -> str:
    """Return a free name for a field: a full stop would divide it in two."""
    return take_name(name.replace(".", "_"), taken)
