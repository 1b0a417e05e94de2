"""The page as data: blocks that one base template can draw for any game.

A game says what stands on its sheet; how it looks is the templates' business. A skin may draw a block in a
way of its own, by the block's ``name``.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance in a cell: printed as a percentage, "n in 36" where ``out_of`` is 36, with a bar if asked."""

    value: Fraction
    out_of: int | None = None
    bar: bool = False
    up_to: Fraction | None = None
    """The chance with help, such as a spent token: the lighter end of the bar."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name with a few small words below it."""

    text: str
    below: str = ""
    heat: Fraction | None = None
    """From 0 to 1: how dark a heat map draws the cell; None where the table is none."""


Cell: TypeAlias = str | Label | Chance | None
"""What stands in a table's cell; None leaves it empty."""

Place: TypeAlias = Literal["across", "main", "side", "foot"]
"""Where a block stands: across the page, in one of two columns, or small at the foot of the first page.

Neighbours in the main and the side column stand beside each other.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table."""

    heading: str
    align: Literal["left", "right", "center"] = "left"
    width: int = 10
    """Its share of the table's width."""
    help: str = ""
    """What the heading means, for those who hover or cannot see it."""
    big: bool = False
    """Whether its numbers are used every turn, and are to be read at arm's length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Names with values, such as weapons and what they do."""

    kind: ClassVar[str] = "facts"
    name: str
    title: str
    place: Place = "across"
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under headings; a row of nothing is one to write in.

    The first cell of a row names it. Where its column has no heading, the title stands in that place.
    """

    kind: ClassVar[str] = "table"
    name: str
    title: str
    place: Place = "across"
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    lighter: frozenset[int] = frozenset()
    """Rows (from 0) that are drawn lighter, such as the untrained line."""
    reference: bool = False
    """Whether it is looked up now and then, and stands behind the sheet proper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One box of a track, with a small label and whether a pencil has filled it."""

    label: str = ""
    filled: bool = False
    zone: str = ""
    """The part of the track it belongs to, which is named above its boxes where there are several."""
    frame: Literal["plain", "double", "dashed", "heavy"] = "plain"
    """How it is drawn, so that zones can be told apart without colour."""
    below: str = ""
    """A few small words under the box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """Boxes for a pencil."""

    kind: ClassVar[str] = "track"
    name: str
    title: str
    place: Place = "across"
    boxes: tuple[Box, ...]
    caption: str = ""
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Running text with ``lines`` blank lines to write on after it; or, to ``fill`` a page, the rest of it ruled."""

    kind: ClassVar[str] = "prose"
    name: str
    title: str
    place: Place = "across"
    text: str = ""
    reference: bool = False
    items: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    fill: bool = False


Block: TypeAlias = Facts | Table | Track | Prose


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """A picture of the character, as bytes."""

    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A character's sheet. ``foot`` lists options in force, house rules, waivers and corrections."""

    system: str
    system_title: str
    name: str
    player: str = ""
    concept: str = ""
    portrait: Portrait | None = None
    highlights: tuple[tuple[str, str, str], ...] = ()
    """The few numbers used every turn: label, number, and a few words below it."""
    blocks: tuple[Block, ...] = ()
    foot: tuple[str, ...] = ()

    def block(self, name: str) -> Block | None:
        """The block of that name, or None where this sheet has none."""
        return next((each for each in self.blocks if each.name == name), None)
