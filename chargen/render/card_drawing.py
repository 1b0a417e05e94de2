"""Bars, boxes and ruled lines of cards. Each drawing is as large as its neighbours, whatever it shows: only what is
inside differs. Lengths are in tenths of a millimetre."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from chargen.core.card import CardTrack
from chargen.render.theme import Theme

GROUP = 5
"""Boxes stand in groups, as one counts."""
GAP, GROUP_GAP, ZONE_GAP = 0.06, 0.24, 0.55
"""Between boxes, groups and zones, in parts of a box's side."""
BAR_HEIGHT = 24
FRAMES = ("solid", "double", "dashed", "heavy")
"""How the boxes of one zone after another are drawn."""
LINE = 1.4
WRITTEN = 4.0
"""How many boxes wide is the one that a number is written into."""


@lru_cache(maxsize=4096)
def bar(chance: Fraction, length: int, theme: Theme) -> str:
    """A bar with a mark at one half."""
    end = round(chance * length)
    ink = f'fill="none" stroke="{theme.ink}" stroke-width="{LINE}"'
    if theme.bars == "thin":
        filled, scale = f"M0 9H{end}V18H0z", f"M0 21H{length}M0 6V21M{length / 2:g} 1V21M{length} 6V21"
    else:
        filled, scale = f"M0 4H{end}V20H0z", f"M0 4H{length}V20H0zM{length / 2:g} 0V24"
    drawn = f'<path fill="{theme.accent}" d="{filled}"/>' if end else ""
    return f'{drawn}<path {ink} d="{scale}"/>'


@dataclass(frozen=True, slots=True)
class Square:
    """A box: where it stands and how it is drawn."""

    x: float
    row: int
    frame: str
    filled: bool
    side: float
    width: float


def squares(track: CardTrack, width: float, side: float) -> tuple[Square, ...]:
    """The boxes of a track in rows so wide; groups stay whole where there is room for whole ones."""
    found: list[Square] = []
    x, row, number = 0.0, 0, 0
    for zone, length in enumerate(_lengths(track)):
        frame = FRAMES[zone % len(FRAMES)]
        for index in range(length):
            starts_group = index % GROUP == 0
            if found:
                x += side * (1 + GAP)
                if starts_group:
                    x += side * (GROUP_GAP if index else ZONE_GAP)
            beside = min(GROUP, length - index) if starts_group else 1
            together = side * (beside + (beside - 1) * GAP)
            if x and x + (together if together <= width else side) > width + 1e-6:
                x, row = 0.0, row + 1
            found.append(Square(x, row, frame, number < track.filled, side, side))
            number += 1
    return tuple(found)


def _lengths(track: CardTrack) -> tuple[int, ...]:
    """How many boxes each zone has; those that no zone names come last."""
    named = tuple(length for _, length in track.zones if length > 0)
    rest = track.boxes - sum(named)
    return (*named, rest) if rest > 0 else named


def extent(drawn: tuple[Square, ...]) -> tuple[float, int]:
    """How wide boxes are, and in how many rows."""
    return max(each.x + each.width for each in drawn), drawn[-1].row + 1


def written(side: float) -> tuple[Square, ...]:
    """One box to write a number into."""
    return (Square(0, 0, "solid", False, side, side * WRITTEN),)


def boxes(drawn: tuple[Square, ...], pitch: float, theme: Theme) -> str:
    """Boxes as paths, one for each kind of frame, and the strokes of a pencil through those that are filled."""
    parts = []
    for frame in FRAMES:
        paths = "".join(_box(each, pitch) for each in drawn if each.frame == frame)
        if paths:
            wide = 3.2 * LINE if frame == "heavy" else 1.6 * LINE
            dashes = ' stroke-dasharray="6 4"' if frame == "dashed" else ""
            parts.append(f'<path fill="none" stroke="{theme.ink}" stroke-width="{wide:g}"{dashes} d="{paths}"/>')
    marks = "".join(_mark(each, pitch) for each in drawn if each.filled)
    if marks:
        parts.append(f'<path fill="none" stroke="{theme.ink}" stroke-width="{2 * LINE:g}" d="{marks}"/>')
    return "".join(parts)


def _box(each: Square, pitch: float) -> str:
    inset = 2 * LINE
    path = _rectangle(each.x + inset / 2, each.row * pitch + inset / 2, each.width - inset, each.side - inset)
    if each.frame == "double":
        more = each.side / 6
        path += _rectangle(
            each.x + inset / 2 + more,
            each.row * pitch + inset / 2 + more,
            each.width - inset - 2 * more,
            each.side - inset - 2 * more,
        )
    return path


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.4g} {y:.4g}h{width:.4g}v{height:.4g}h-{width:.4g}z"


def _mark(each: Square, pitch: float) -> str:
    top, far = each.row * pitch, each.side * 0.82
    near = each.side * 0.18
    return f"M{each.x + near:.4g} {top + far:.4g}L{each.x + far:.4g} {top + near:.4g}"


def ruled(first: float, pitch: float, width: float, height: float, theme: Theme) -> str:
    """Lines to write on, from below what is printed down to the lower end."""
    lines = []
    y = first + pitch
    while y <= height:
        lines.append(f"M0 {y:.5g}H{width:.5g}")
        y += pitch
    if not lines:
        return ""
    return f'<path fill="none" stroke="{theme.hairline}" stroke-width="{LINE}" d="{"".join(lines)}"/>'
