"""The boxes of a card: tracks beside and below each other, in few widths, so that a box more makes no other shape."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from chargen.core.card import CardTrack
from chargen.render import card_drawing as drawing
from chargen.render.lines import BOLD, EMPTY, REGULAR, clipped, spaced, width
from chargen.render.theme import Theme

SMALL, TRACK = 0.8, 0.85
"""The sizes of small words and of the titles of tracks, in parts of the usual text."""
UNITS = 3
"""A row has so many places; each track takes one or more of them."""
WRITTEN_UNITS = 1
"""The places of a box to write a number into, at least."""


class Room(Protocol):
    """A column with boxes in it; lengths are millimetres."""

    def __hash__(self) -> int:
        """Tracks are remembered by their rooms."""

    @property
    def rem(self) -> float:
        """The size that all sizes of text are parts of."""

    @property
    def side(self) -> float:
        """The width of the column."""

    @property
    def track_title(self) -> float:
        """The height of the line above boxes."""

    @property
    def box(self) -> float:
        """The side of a box."""

    @property
    def box_row(self) -> float:
        """From one row of boxes to the next."""

    @property
    def most_box_rows(self) -> int:
        """So many rows of boxes at most for one track."""

    @property
    def apart(self) -> float:
        """White space between two things that do not belong together."""


@dataclass(frozen=True, slots=True)
class TrackPlan:
    """Boxes as they are printed: how many places they take, and the drawing with its size."""

    units: int
    title: str
    legend: str
    rows: int
    boxes: str
    width: float
    height: float


MANY_ZONES = 3
"""So many zones do not go without their names, where a whole row has room for these; fewer do, beside another track."""
LEGEND_AWAY = 0.8
"""The names of zones keep so far from the next track's title, in parts of the usual text."""

Row = tuple[TrackPlan, ...]


def track_rows(
    tracks: Sequence[CardTrack], room: Room, theme: Theme, *most_mm: float, all_of_them: bool = False
) -> tuple[tuple[Row, ...], int]:
    """The rows of tracks that have room, and how many tracks have none. The first track is there in any case.

    Where not all have room in the first of the heights, long ones become shorter; then the next height is tried. Where
    ``all_of_them`` are wanted, they are at last boxes to write a number into, from the last track on.
    """
    count = len(tracks)
    tries = [(most, rows, count) for most in most_mm for rows in range(room.most_box_rows, 0, -1)]
    if all_of_them:
        tries += [(most, 1, boxed) for boxed in range(count - 1, -1, -1) for most in most_mm]
    for most, most_rows, boxed in tries:
        rows, lost = _rows(tracks, room, theme, most, most_rows, boxed)
        if not lost:
            break
    return rows, lost


def row_height(row: Row, room: Room) -> float:
    """The height of a row with its titles."""
    return room.track_title + row[0].height + 0.5 * room.apart


def _rows(
    tracks: Sequence[CardTrack], room: Room, theme: Theme, most_mm: float, most_rows: int, boxed: int
) -> tuple[tuple[Row, ...], int]:
    rows: list[Row] = []
    for index, track in enumerate(tracks):
        made = _track(track, room, theme, 0 if index >= boxed else most_rows if index else room.most_box_rows)
        tried = _placed(rows, made)
        if index and sum(row_height(row, room) for row in tried) > most_mm:
            return tuple(rows), len(tracks) - index
        rows = tried
    return tuple(rows), 0


def _placed(rows: Sequence[Row], made: TrackPlan) -> list[Row]:
    """The rows with one more track, in the first row that has room for it."""
    for index, row in enumerate(rows):
        if made.rows == row[0].rows and sum(each.units for each in row) + made.units <= UNITS:
            return [*rows[:index], (*row, made), *rows[index + 1 :]]
    return [*rows, (made,)]


@lru_cache(maxsize=4096)
def _track(track: CardTrack, room: Room, theme: Theme, most_rows: int) -> TrackPlan:
    """A track in as few places as it fits into.

    Where it has too many boxes, it is its first zone alone; where that has too many too, a box to write a number into.
    """
    title = _title(track)
    named = width(title, BOLD) * TRACK * room.rem
    told = named + (width(_legend(track), REGULAR) * SMALL + 0.6) * room.rem
    needs_all = len(track.zones) >= MANY_ZONES and told <= room.side
    for units in range(1, UNITS + 1):
        needed = (told + (0 if units == UNITS else LEGEND_AWAY * room.rem)) if needs_all else named
        drawn = drawing.squares(track, _space(units, room) * 10, room.box * 10)
        rows = drawing.extent(drawn)[1] if drawn else 1
        if rows == 1 and needed <= _space(units, room):
            break
    if not drawn or rows > most_rows:
        first = track.zones[0][1] if len(track.zones) > 1 else 0
        if not 0 < first < track.boxes:
            return _written(track, room, theme)
        part = replace(track, boxes=first, filled=min(track.filled, first), zones=())
        return _track(part, room, theme, most_rows)
    return _made(track, title, units, drawn, room, theme)


def _written(track: CardTrack, room: Room, theme: Theme) -> TrackPlan:
    """A box to write a number into."""
    title = spaced(f"{track.title} of {track.boxes}")
    needed = width(title, BOLD) * TRACK * room.rem
    units = next((each for each in range(WRITTEN_UNITS, UNITS) if needed <= _space(each, room)), UNITS)
    return _made(track, title, units, drawing.written(room.box * 10), room, theme)


def _space(units: int, room: Room) -> float:
    """How wide so many places are, without the white space behind them."""
    return units * room.side / UNITS - (0 if units == UNITS else room.box / 4)


def _title(track: CardTrack) -> str:
    """What it is called and how many boxes it has, unless its zones or its title tell that."""
    told = track.zones or any(letter.isdigit() for letter in track.title)
    return spaced(track.title if told else f"{track.title} {track.boxes}")


def _legend(track: CardTrack) -> str:
    """The names of its zones, in their order."""
    return spaced(" · ".join(name if length == 1 else f"{name} {length}" for name, length in track.zones))


def _made(
    track: CardTrack, title: str, units: int, drawn: tuple[drawing.Square, ...], room: Room, theme: Theme
) -> TrackPlan:
    space, rows = _space(units, room), drawing.extent(drawn)[1]
    letters = space / room.rem / TRACK
    title = clipped(title, BOLD, letters) or EMPTY
    away = 0 if units == UNITS else LEGEND_AWAY
    left = ((letters - width(title, BOLD)) * TRACK - away) / SMALL - 0.5
    legend = _legend(track) if units == UNITS or len(track.zones) >= MANY_ZONES else ""
    return TrackPlan(
        units,
        title,
        legend if legend and width(legend, REGULAR) <= left else EMPTY,
        rows,
        drawing.boxes(drawn, room.box_row * 10, theme),
        round(space, 2),
        round((rows - 1) * room.box_row + room.box, 2),
    )
