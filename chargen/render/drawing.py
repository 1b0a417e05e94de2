"""Bars and boxes as paths: lengths in tenths of a millimetre."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from chargen.core.sheet import Box, Chance, Track

BAR = 260
"""The length of a bar at 100 %: one scale for a whole sheet."""
SIDE = 56
"""The side of a box with its number in it."""
GAP = 6
GROUP = 5
"""Boxes stand in groups, as one counts."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its lighter end: two paths, either may be empty."""

    sure: str
    helped: str


def bar(chance: Chance) -> Bar:
    """The bar of a chance."""
    sure = _length(chance.value)
    helped = _length(chance.up_to) if chance.up_to is not None else sure
    return Bar(
        sure=f"M0 5H{sure}V23H0z" if sure else "",
        helped=f"M{sure} 5H{helped}V23H{sure}z" if helped > sure else "",
    )


def _length(chance: Fraction) -> int:
    return round(chance * BAR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A few boxes that are drawn as one picture."""

    width: int
    height: int
    boxes: str
    marks: str
    dashes: bool
    heavy: bool
    words: tuple[tuple[int, int, str, bool], ...]
    """Where, what, and whether it stands under a box."""
    description: str


@dataclass(frozen=True, slots=True)
class Zone:
    """The part of a track that has a name of its own."""

    name: str
    groups: tuple[Group, ...]


def has_words_beside(track: Track) -> bool:
    """Whether the boxes are ticks with words beside them, and not numbers in a row."""
    return any(len(box.label) > 3 for box in track.boxes)


def zones(track: Track) -> tuple[Zone, ...]:
    """The boxes of a track by zone, in groups of five."""
    found = [(name, tuple(boxes)) for name, boxes in groupby(track.boxes, key=lambda box: box.zone)]
    return tuple(
        Zone(name if len(found) > 1 else "", tuple(_group(some) for some in _by_five(boxes))) for name, boxes in found
    )


def _by_five(boxes: tuple[Box, ...]) -> Iterator[tuple[Box, ...]]:
    for _, alike in groupby(boxes, key=lambda box: box.frame):
        some = tuple(alike)
        for start in range(0, len(some), GROUP):
            yield some[start : start + GROUP]


def _group(boxes: tuple[Box, ...]) -> Group:
    frame = boxes[0].frame
    paths, marks, words = [], [], []
    for number, box in enumerate(boxes):
        left = 3 + number * (SIDE + GAP)
        paths.append(_square(left, 3, SIDE))
        if frame == "double":
            paths.append(_square(left + 7, 10, SIDE - 14))
        if box.filled:
            marks.append(f"M{left + 6} {SIDE - 3}L{left + SIDE - 6} 9")
        if box.label:
            words.append((left + SIDE // 2, SIDE // 2 + 12, box.label, False))
        if box.below:
            words.append((left + SIDE // 2, SIDE + 29, box.below, True))
    filled = sum(box.filled for box in boxes)
    labels = [box.label for box in boxes if box.label]
    return Group(
        width=len(boxes) * (SIDE + GAP) - GAP + 6,
        height=SIDE + (36 if any(box.below for box in boxes) else 6),
        boxes="".join(paths),
        marks="".join(marks),
        dashes=frame == "dashed",
        heavy=frame == "heavy",
        words=tuple(words),
        description=(f"{labels[0]} to {labels[-1]}" if len(labels) > 1 else labels[0] if labels else "boxes")
        + f": {len(boxes)} {'box' if len(boxes) == 1 else 'boxes'}, {filled} marked",
    )


def _square(left: int, top: int, side: int) -> str:
    return f"M{left} {top}h{side}v{side}h-{side}z"
