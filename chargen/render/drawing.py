"""Bars and boxes as paths, and boxes one by one for a screen. Lengths are in tenths of a millimetre."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from chargen.page.roll import in_percent
from chargen.page.sheet import Block, Box, Chance, Sheet, Track
from chargen.render.typography import percentage

BAR = 260  # The length of a bar at 100 %, the same on all of a sheet
SIDE = 56  # The side of a box, with its number in it
GAP = 6
GROUP = 5  # The number of boxes in a group
AFTER_GROUP_MM, AFTER_ZONE_MM = 1.8, 2.4
"""White space behind a group of boxes and behind a zone; half as much where that saves a row."""
STRIPE = 7  # The distance of stripes, where the lighter end of a bar is striped


def bar(chance: Chance, how: Literal["solid", "thin", "striped"] = "solid") -> dict[str, str]:
    """Return the bar of a chance and its lighter end as paths, which may be empty, and in words for screen readers.

    ``stripes`` and ``scale`` are lines, the others areas. A thin bar is on a line, without a frame.

    >>> from fractions import Fraction
    >>> from chargen.page.roll import PERCENT
    >>> bar(Chance(Fraction(1, 2), out_of=36, bar=True, up_to=Fraction(3, 4)))["words"].replace(PERCENT, " %")
    'a bar of 50 %, with help 75 %'
    """
    words = f"a bar of {percentage(chance)}"
    if chance.up_to is not None:
        words += f", with help {in_percent(chance.up_to)}"
    sure = round(chance.value * BAR)
    helped = round(chance.up_to * BAR) if chance.up_to is not None else sure
    if how == "thin":
        return {
            "words": words,
            "sure": f"M0 10H{sure}V19H0z" if sure else "",
            "helped": "",
            "stripes": f"M{sure} 14.5H{helped}M{helped} 9V20" if helped > sure else "",
            "scale": f"M0 23H{BAR}M0 6V23M{BAR // 2} 3V23M{BAR} 6V23",
        }
    stripes = range(sure + STRIPE, helped, STRIPE) if how == "striped" else ()
    return {
        "words": words,
        "sure": f"M0 5H{sure}V23H0z" if sure else "",
        "helped": f"M{sure} 5H{helped}V23H{sure}z" if helped > sure else "",
        "stripes": "".join(f"M{x} 5V23" for x in stripes) + (f"M{helped} 5V23" if stripes else ""),
        "scale": f"M0 5H{BAR}V23H0zM{BAR // 2} 0V28",
    }


@dataclass(frozen=True, slots=True)
class Zone:
    """A named part of a track, with its boxes in groups: each a picture, or the boxes one by one (`zones`)."""

    name: str
    groups: tuple[Any, ...]


def has_words_beside(track: Track) -> bool:
    """Return whether the boxes have words beside them, and are not numbers in a row."""
    return any(len(box.label) > 3 for box in track.boxes)


def zones(track: Track, *, apart: bool = False) -> tuple[Zone, ...]:
    """Return the boxes of a track by zone, in groups of five, or in rows of the track's length.

    ``apart``: each box has a drawing and a name of its own, for a screen, and where words are beside it.
    """
    names = name_boxes(track)
    some = [(zone, list(boxes)) for zone, boxes in groupby(track.boxes, key=lambda box: box.zone)]
    named = track.within or (len(some) > 1 and not (apart and has_words_beside(track)))
    # The boxes of a group are of one kind, but a row of the track's length may have plain and double ones.
    size = track.per_row or GROUP
    frames = {"double": "plain"} if track.per_row else {}
    found = []
    for zone, boxes in some:
        kinds = groupby(boxes, lambda box: (frames.get(box.frame, box.frame), box.label if box.label.isalpha() else ""))
        groups: list[Any] = []
        for _, run in kinds:
            alike = tuple(run)
            for group in (alike[start : start + size] for start in range(0, len(alike), size)):
                if apart:
                    groups.append([{"box": box, "name": next(names), "drawn": draw_boxes((box,))} for box in group])
                else:
                    groups.append(draw_boxes(group))
        found.append(Zone(zone if named else "", tuple(groups)))
    return tuple(found)


def rows(zones: tuple[Zone, ...], width_mm: float, scale: float, share: float = 1) -> int:
    """Return how many rows boxes take in a column; ``share``: the part of the usual white space between them."""
    found, x = 1, 0.0
    for zone in zones:
        groups = [group["width"] / 10 * scale + AFTER_GROUP_MM * share for group in zone.groups]
        complete = sum(groups)
        if x and x + complete + AFTER_ZONE_MM * share > width_mm:
            found, x = found + 1, 0.0
        for group in groups:
            if x and x + group > width_mm:
                found, x = found + 1, 0.0
            x += group
        x += AFTER_ZONE_MM * share
    return found


def draw_boxes(boxes: tuple[Box, ...]) -> dict[str, Any]:
    """Return boxes side by side as one picture: of one frame, or plain and double.

    ``words`` are the position of each word, the word, and whether it is under a box; ``fields`` the names of the boxes.
    """
    squares, marks, words = [], [], []

    # The squares, the strokes of those that are marked, and the words in and under them.
    for number, box in enumerate(boxes):
        left = 3 + number * (SIDE + GAP)
        squares.append((left, 3, SIDE))
        if box.frame == "double":
            squares.append((left + 7, 10, SIDE - 14))
        if box.filled:
            marks.append(f"M{left + 6} {SIDE - 3}L{left + SIDE - 6} 9")
        if box.label:
            words.append((left + SIDE // 2, SIDE // 2 + 12, box.label, False))
        if box.below:
            words.append((left + SIDE // 2, SIDE + 29, box.below, True))

    # The picture, with its words for screen readers.
    filled = sum(box.filled for box in boxes)
    labels = [box.label for box in boxes if box.label]
    return {
        "width": len(boxes) * (SIDE + GAP) - GAP + 6,
        "height": SIDE + (36 if any(box.below for box in boxes) else 6),
        "boxes": "".join(f"M{left} {top}h{side}v{side}h-{side}z" for left, top, side in squares),
        "marks": "".join(marks),
        "dashes": boxes[0].frame == "dashed",
        "heavy": boxes[0].frame == "heavy",
        "words": words,
        "fields": [box.field for box in boxes if box.field],
        "description": (f"{labels[0]} to {labels[-1]}: " if len(labels) > 1 else f"{labels[0]}: " if labels else "")
        + f"{len(boxes)} {'box' if len(boxes) == 1 else 'boxes'}, {filled} marked",
    }


def in_lines(sheet: Sheet, block: Block, *, on_screen: bool) -> dict[str, list[tuple[Track, Zone]]]:
    """Return the boxes in the lines of a table or list: each zone with its track, by the names of the lines."""
    lines: dict[str, list[tuple[Track, Zone]]] = {}
    for track in sheet.blocks:
        if isinstance(track, Track) and track.within == block.name:
            for zone in zones(track, apart=on_screen):
                lines.setdefault(zone.name, []).append((track, zone))
    return lines


def name_boxes(track: Track) -> Iterator[str]:
    """Yield a name for each box, for screen readers; no two names within a track are the same."""
    taken: set[str] = set()
    for number, box in enumerate(track.boxes, start=1):
        parts = (box.label or f"box {number} of {len(track.boxes)}", box.zone, box.below)
        name = ", ".join(dict.fromkeys(part for part in parts if part))
        if name in taken:
            name += f", box {number}"
        taken.add(name)
        yield name
