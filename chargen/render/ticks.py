"""Boxes of a track one by one, to be ticked on a screen."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from chargen.core.sheet import Block, Box, Sheet, Track
from chargen.render.drawing import Group, Zone, drawn, grouped, has_words_beside, zones


@dataclass(frozen=True, slots=True)
class Tick:
    """A box with what it is called among its neighbours, and how it is drawn."""

    box: Box
    name: str
    drawn: Group


@dataclass(frozen=True, slots=True)
class TickZone:
    """The part of a track that has a name of its own: boxes in groups, as on paper."""

    name: str
    groups: tuple[tuple[Tick, ...], ...]


def ticks(track: Track) -> tuple[TickZone, ...]:
    """The boxes of a track by zone, in groups as one counts them."""
    every = names(track)
    some = [(zone, list(boxes)) for zone, boxes in groupby(track.boxes, key=lambda box: box.zone)]
    named = track.within or (len(some) > 1 and not has_words_beside(track))
    found = []
    for zone, boxes in some:
        groups = (
            tuple(Tick(box, next(every), drawn((box,))) for box in group) for group in grouped(boxes, track.per_row)
        )
        found.append(TickZone(zone if named else "", tuple(groups)))
    return tuple(found)


def in_lines(sheet: Sheet, block: Block, *, on_screen: bool) -> dict[str, list[tuple[Track, Zone | TickZone]]]:
    """The boxes that stand in the lines of a table or list, each zone with its track, by the names of the lines."""
    lines: dict[str, list[tuple[Track, Zone | TickZone]]] = {}
    for track in sheet.blocks:
        if isinstance(track, Track) and track.within == block.name:
            for zone in ticks(track) if on_screen else zones(track):
                lines.setdefault(zone.name, []).append((track, zone))
    return lines


def names(track: Track) -> Iterator[str]:
    """What each box is called by those who cannot see where it stands; no two alike within a track."""
    taken: set[str] = set()
    for number, box in enumerate(track.boxes, start=1):
        parts = (box.label or f"box {number} of {len(track.boxes)}", box.zone, box.below)
        name = ", ".join(dict.fromkeys(part for part in parts if part))
        if name in taken:
            name += f", box {number}"
        taken.add(name)
        yield name
