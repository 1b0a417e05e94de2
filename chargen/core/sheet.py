"""The page as data: blocks that one base template can draw for any game.

A game says what stands on its sheet; how it looks is the templates' business. A skin may draw a block in a
way of its own, by the block's ``name``.

Blocks say what they are, so that nobody has to guess it back. A box says what play state it shows, of which forms are
made and read; a text that is the character's is an `Own`, and a block that is the game's says ``game``, of which empty
sheets are made. `chargen.kit.blocks` makes the blocks that most sheets have.
"""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal, Self, TypeAlias, get_args


class Own(str):
    """A text of the character's, and what stands in its place on an empty sheet.

    It is printed as any other text. What is not marked so is the game's, and stands on an empty sheet as well: titles,
    captions, headings, the labels of boxes, the names of facts. In the cells of a table it is the other way round:
    they are the character's, but for what an `Own` has for an empty sheet.

    >>> title = Own("Hit Points 14", "Hit Points")
    >>> title, title.blank
    ('Hit Points 14', 'Hit Points')
    """

    __slots__ = ("blank",)
    blank: str

    def __new__(cls, text: str, blank: str = "") -> Self:
        """Return the text; ``blank`` is empty where nothing stands in its place."""
        own = super().__new__(cls, text)
        own.blank = blank
        return own


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance in a cell: printed as a percentage, "n in 36" where ``out_of`` is 36, with a bar if asked."""

    value: Fraction
    out_of: int | None = None
    bar: bool = False
    up_to: Fraction | None = None
    """The chance with help, such as a spent token: the lighter end of the bar."""
    help: str = ""
    """What to roll, in words, for those who ask on a screen."""

    def __post_init__(self) -> None:
        """A chance is exact: TypeError for a float, ValueError below 0 or above 1."""
        if not isinstance(self.value, (Fraction, int)):
            raise TypeError(f"a chance is a Fraction, and {self.value!r} is {type(self.value).__name__}")
        if not 0 <= self.value <= 1:
            raise ValueError(f"a chance lies between 0 and 1, and {self.value} does not")


@dataclass(frozen=True, slots=True)
class Pips:
    """Shapes in a row, inked and hollow, such as dice that are kept and dice that are only rolled.

    Bars rise as those of a radio's signal; the others are alike.
    """

    filled: int
    hollow: int = 0
    shape: Literal["disc", "d10", "die", "square", "bars"] = "disc"

    def __post_init__(self) -> None:
        """Nobody draws fewer than none: ValueError."""
        if self.filled < 0 or self.hollow < 0:
            raise ValueError(f"there cannot be {min(self.filled, self.hollow)} of a shape")


@dataclass(frozen=True, slots=True)
class NumberLine:
    """The numbers from ``start`` to ``stop`` in a row, those from ``low`` to ``high`` picked out by a thick stroke.

    What of the range lies beyond the numbers is not drawn; where ``high`` is below ``low``, none of it.
    """

    low: int
    high: int
    start: int = 2
    stop: int = 12

    def __post_init__(self) -> None:
        """A line has two ends: ValueError."""
        if self.stop <= self.start:
            raise ValueError(f"no line goes from {self.start} to {self.stop}")


Figure: TypeAlias = Pips | NumberLine
"""A small drawing in a cell; those who cannot see it are told what it shows."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name with a few small words below it, and a figure behind it."""

    text: str
    below: str = ""
    heat: Fraction | None = None
    """From 0 to 1: how dark a heat map draws the cell; None where the table is none."""
    help: str = ""
    """What to roll for the chance that is its ``heat``, in words, for those who ask on a screen."""
    figure: Figure | None = None
    big: bool = False
    """Whether it is read at arm's length, whatever stands below it in its column."""


Cell: TypeAlias = str | Label | Chance | None
"""What stands in a table's cell; None leaves it empty."""


def line_name(cell: Cell, number: int) -> str:
    """Return what a line of a table is called by its first cell; where that is empty, by its number, from 0.

    >>> line_name(Label("Sword", "novice"), 0), line_name(None, 1)
    ('Sword', '1')
    """
    text = cell.text if isinstance(cell, Label) else cell
    return text if isinstance(text, str) and text.strip() else str(number)


Place: TypeAlias = Literal["across", "main", "side", "half", "third", "quarter", "fifth", "foot"]
"""Where a block stands: across the page, in one of several columns, or small at the foot of the first page.

Neighbours in the main and the side column stand beside each other. So do neighbours that take a half, a third, a
quarter or a fifth of the page, in rows of two to five: ten fifths are five blocks with five blocks below them.
"""
SHARES: Mapping[str, int] = MappingProxyType({"half": 2, "third": 3, "quarter": 4, "fifth": 5})
"""How many blocks of such a place stand beside each other."""


Frame: TypeAlias = Literal["plain", "double", "dashed", "heavy"]
"""How a box is drawn, so that zones of a track can be told apart without colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """What all blocks have: a name for skins and forms, a title, and a place on the page."""

    name: str
    title: str
    place: Place = "across"
    game: bool = False
    """Whether all of it is the game's, so that it stands on an empty sheet as it is."""
    on_leaf: bool = False
    """Whether the game's leaf says it for everybody: it asks for no page of its own on paper."""

    def __post_init__(self) -> None:
        """A block in no place would be printed nowhere: ValueError."""
        if self.place not in get_args(Place):
            raise ValueError(f"the block {self.name} is at {self.place!r}, and a page has {', '.join(get_args(Place))}")


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
    apart: int = 0
    """What it is wider by, so that white space parts it from the column before: in the shares of ``width``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(_Block):
    """Names with values, such as weapons and what they do."""

    kind: ClassVar[str] = "facts"
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(_Block):
    """Rows under headings; a row of nothing is one to write in.

    The first cell of a row names it. Where its column has no heading, the title stands in that place.
    """

    kind: ClassVar[str] = "table"
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: Literal["own", "game"] = "own"
    """Whose the names of the rows are: the character's, such as skills that were chosen, or alike for all."""
    caption: str = ""
    lighter: frozenset[int] = frozenset()
    """Rows (from 0) that are drawn lighter, such as the untrained line."""
    reference: bool = False
    """Whether it is looked up now and then, and stands behind the sheet proper."""

    def __post_init__(self) -> None:
        """A cell holds what can be printed: TypeError for anything else, such as a bare number."""
        _Block.__post_init__(self)
        for row in self.rows:
            for cell in row:
                if cell is not None and not isinstance(cell, (str, Label, Chance)):
                    raise TypeError(f"{cell!r} in the table {self.name} is no text, Label or Chance")


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One box of a track, with a small label and whether a pencil has filled it."""

    label: str = ""
    filled: bool = False
    zone: str = ""
    """The part of the track it belongs to, which is named above its boxes where there are several."""
    frame: Frame = "plain"
    below: str = ""
    """A few small words under the box."""
    field: str = ""
    """Its name where a form is made of the sheet."""
    shows: Mapping[str, int | bool] = dataclasses.field(default_factory=dict)
    """The play state, by tracker, when it is the last that is ticked; empty for a box that no tracker stands behind.

    Boxes that show the same trackers are one count, and are ticked in order.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Track(_Block):
    """Boxes for a pencil."""

    kind: ClassVar[str] = "track"
    boxes: tuple[Box, ...]
    unticked: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """How a tracker stands while none of its boxes is ticked, where that is neither 0 nor no."""
    backwards: bool = False
    """Whether boxes are ticked from the last to the first, as what is left of something is crossed off."""
    blank: tuple[Box, ...] = ()
    """The boxes of an empty sheet: the most that the game can ask for. Where it is empty, those of this one."""
    within: str = ""
    """The table or the list, by its name, in whose lines the boxes stand, each zone in the line of its name.

    In a table that is the column whose heading is the track's title; in a list they stand behind the name. On an empty
    sheet every line of a table has them, and those of a list stand by themselves where there are ``blank`` ones.
    """
    beside_title: str = ""
    """The zone of which the boxes stand beside the title of a printed page, as they are no part of the row."""
    caption: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    per_row: int = 0
    """So many boxes stand in a row, and each zone begins one; 0: as many as fit.

    One a row, with words beside it, has a line to write on.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(_Block):
    """Running text with ``lines`` blank lines to write on after it; or, to ``fill`` a page, the rest of it ruled."""

    kind: ClassVar[str] = "prose"
    text: str = ""
    reference: bool = False
    items: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    fill: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(_Block):
    """How likely each outcome is: a histogram, with the same in words for those who cannot see it.

    Neighbours stand beside each other; those of one name are drawn on one scale.
    """

    kind: ClassVar[str] = "chart"
    series: tuple[tuple[str, Fraction], ...]
    """Each outcome with its chance, in order."""
    mean: Fraction | None = None
    """The average, marked where it lies; for outcomes that are whole numbers, one after the other.

    The last may stand for more, as "12+", and the first for less, as "≤3".
    """
    places: int = 1
    """How many digits of the average stand after its point."""
    caption: str = ""
    reference: bool = False
    """Whether it is looked up now and then, and stands behind the sheet proper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something to fill in: a number, or yes and no."""

    label: str
    field: str
    """Its name in the form."""
    value: str | bool = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries(_Block):
    """What changes in play and has no boxes of its own on the sheet; it stands on forms only."""

    kind: ClassVar[str] = "entries"
    entries: tuple[Entry, ...]


Block: TypeAlias = Facts | Table | Track | Prose | Chart | Entries


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """Chances that a slider moves: exact tables in the page of a browser, and nothing of it on paper."""

    name: str
    title: str
    label: str
    """What the slider sets, such as "The GM shifts by"."""
    steps: tuple[str, ...]
    """What each notch of the slider is called."""
    start: int = 0
    """The notch it stands at first, counted from 0: the roll as the sheet prints it."""
    columns: tuple[str, ...] = ("Chance",)
    """The first one is drawn with a bar."""
    rows: tuple[tuple[str, tuple[tuple[Fraction, ...], ...]], ...]
    """What is rolled, and for each column the chance at each notch."""
    out_of: int | None = None
    """Chances that can be are told as so many in this number."""
    of: str = ""
    """The table whose bars move, the rows being those that have one, in their order, above all others; or the heat map
    whose cells are named as rows are. There is then no table of its own."""
    caption: str = ""

    def __post_init__(self) -> None:
        """Every chance has a place: `ValueError` where a row has more or fewer than there are columns and notches."""
        lengths = [len(self.steps)] * len(self.columns)
        if not 0 <= self.start < len(self.steps):
            raise ValueError(f"{self.name}: there is no notch {self.start}")
        for name, columns in self.rows:
            if [len(column) for column in columns] != lengths:
                raise ValueError(f"{self.name}: {name} has not {len(self.columns)} times {len(self.steps)} chances")


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """A picture of the character, as bytes."""

    media_type: str
    content: bytes


MOST_OF_A_MARK = 2000
"""So many letters the path of a mark may have (ours): it stands in every file of its game."""


@dataclass(frozen=True, slots=True)
class Masthead:
    """What tells a game's pages and cards from others at a glance: its colour, and its mark."""

    accent: str
    """A colour that reads well on white paper, as ``#rrggbb``."""
    mark: str
    """The data of an SVG path that is filled with the accent, in a box of 24 by 24.

    What overlaps is filled, and what runs the other way round is a hole.
    """
    width: int = 24
    """How wide that box is, where it is no square."""

    def __post_init__(self) -> None:
        """What is no colour or no path would be drawn as nothing, or as something else: ValueError."""
        if not re.fullmatch("#[0-9a-f]{6}", self.accent):
            raise ValueError(f"{self.accent!r} is no colour; write it as #7c2318")
        if not re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz\d\s,.+-]+", self.mark) or len(self.mark) > MOST_OF_A_MARK:
            raise ValueError(f"a mark is the data of an SVG path, of {MOST_OF_A_MARK} letters at most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A character's sheet. ``foot`` lists options in force, house rules, waivers and corrections."""

    system: str = ""
    system_title: str = ""
    masthead: Masthead | None = None
    """The key and the title of its game and its masthead, which the game writes on whatever its `sheet` returns."""
    name: str
    player: str = ""
    concept: str = ""
    portrait: Portrait | None = None
    highlights: tuple[tuple[str, str, str], ...] = ()
    """The few numbers used every turn: label, number, and a few words below it."""
    blocks: tuple[Block, ...] = ()
    what_ifs: tuple[WhatIf, ...] = ()
    """Sliders of the page in a browser."""
    foot: tuple[str, ...] = ()
    state: Mapping[str, int | bool] = dataclasses.field(default_factory=dict)
    """The play state that the character's file notes, by tracker; a browser copies it with what is ticked there."""
    pages: int = 1
    """How many pages of A4 or Letter it is laid out for, without what is looked up."""
    templates: Path | None = None
    """Where its game has templates of its own, beside chargen's: ``KEY/sheet.html``, or ``KEY/<block name>.html``."""
    blank: bool = False
    """Whether it belongs to nobody yet: what is missing is written in."""

    def __post_init__(self) -> None:
        """Raise ValueError where blocks of two kinds have one name, which skins and forms could not tell apart.

        And where boxes stand in the lines of a table or list that there is not: nobody would see them.
        """
        kinds: dict[str, str] = {}
        for block in self.blocks:
            if kinds.setdefault(block.name, block.kind) != block.kind:
                raise ValueError(f"{block.name} is the name of two blocks: a {kinds[block.name]} and a {block.kind}")
        for block in self.blocks:
            if isinstance(block, Track) and block.within and kinds.get(block.within) not in ("table", "prose"):
                raise ValueError(
                    f"the boxes {block.name} stand in the lines of {block.within}, which the sheet has not"
                )

    def block(self, name: str) -> Block | None:
        """The block of that name, or None where this sheet has none."""
        return next((block for block in self.blocks if block.name == name), None)
