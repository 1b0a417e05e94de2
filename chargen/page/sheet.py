"""Hold a page as data: blocks that one base template can draw for any game.

A game decides what its sheet shows; the templates decide how it looks. A skin may draw a block differently, by the
block's ``name``.

Blocks describe themselves. A box names the play state that it shows. A text of the
character's is an `Own`, and a block of the game's sets ``game``; blank sheets are made by these two.
`chargen.kit.blocks` makes the blocks that most sheets have.
"""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal, Self, TypeAlias, get_args

from chargen.dice.throw import Throwable
from chargen.page.masthead import Masthead as Masthead

_ITEM_SIGN = r"(?:[-*•–—·‣▪◦+] |\(?(?:\d{1,3}|[a-z]{1,4})\) |\d{1,2}\. |\[[ xX✓]?\] |[☐☑☒] ?)"
_ITEM = re.compile(_ITEM_SIGN)
_BLOCKS = re.compile(r"\n\s*\n")
_STARTS = re.compile(rf"\n(?=\s*(?:{_ITEM_SIGN}|[A-Z][a-z]+: ))")
"""The line ends at which an item of a list, or a line with a heading, begins a paragraph."""


class Own(str):
    """Mark a text as the character's, with what replaces it on a blank sheet.

    It is printed as any other text. Unmarked texts are the game's, and are printed on a blank sheet as well: titles,
    captions, headings, the labels of boxes, the names of facts. The cells of a table are the opposite: they are the
    character's, and a blank sheet prints only the ``blank`` of an `Own`.

    >>> title = Own("Hit Points 14", "Hit Points")
    >>> title, title.blank
    ('Hit Points 14', 'Hit Points')
    """

    __slots__ = ("blank",)
    blank: str

    def __new__(cls, text: str, blank: str = "") -> Self:
        """Return the text; ``blank`` is empty where a blank sheet prints nothing."""
        own = super().__new__(cls, text)
        own.blank = blank
        return own


@dataclass(frozen=True, slots=True)
class Chance:
    """Hold a chance in a cell: printed as a percentage, "n in 36" where ``out_of`` is 36, with a bar if asked."""

    value: Fraction
    out_of: int | None = None
    bar: bool = False
    up_to: Fraction | None = None
    """The chance with help, such as a spent token: the lighter end of the bar."""
    help: str = ""
    """What to roll, in words, as help on a screen."""
    dice: Throwable | None = field(default=None, compare=False)
    """The roll that has this chance, which a tap throws on a screen."""
    by_wounds: tuple[Throwable, ...] = field(default=(), compare=False)
    """The same with 0, 1, 2 … wounds in all, which a screen follows; the last one holds for more."""

    def __post_init__(self) -> None:
        """Raise TypeError for a float, as a chance is exact, and ValueError below 0 or above 1."""
        if not isinstance(self.value, (Fraction, int)):
            raise TypeError(f"a chance is a Fraction, and {self.value!r} is {type(self.value).__name__}")
        if not 0 <= self.value <= 1:
            raise ValueError(f"a chance lies between 0 and 1, and {self.value} does not")


@dataclass(frozen=True, slots=True)
class Pips:
    """Hold filled and hollow shapes in a row, such as dice that are kept and dice that are only rolled.

    Bars rise from left to right, as those of a signal strength; other shapes have one size.
    """

    filled: int
    hollow: int = 0
    shape: Literal["square", "d10", "die", "bars"] = "square"

    def __post_init__(self) -> None:
        """Raise ValueError for a negative number of shapes."""
        if self.filled < 0 or self.hollow < 0:
            raise ValueError(f"there cannot be {min(self.filled, self.hollow)} of a shape")


@dataclass(frozen=True, slots=True)
class NumberLine:
    """Hold the numbers from ``start`` to ``stop`` in a row, with a thick stroke from ``low`` to ``high``.

    The part of that range outside the numbers is not drawn. Where ``high`` is below ``low``, there is no stroke.
    """

    low: int
    high: int
    start: int = 2
    stop: int = 12

    def __post_init__(self) -> None:
        """Raise ValueError where the line has no length."""
        if self.stop <= self.start:
            raise ValueError(f"no line goes from {self.start} to {self.stop}")


Figure: TypeAlias = Pips | NumberLine  # A small drawing in a cell, with a text alternative for screen readers


@dataclass(frozen=True, slots=True)
class Label:
    """Hold a name with a few small words below it, and a figure behind it."""

    text: str
    below: str = ""
    heat: Fraction | None = None
    """The darkness of the cell in a heat map, from 0 to 1; None where the table is no heat map."""
    help: str = ""
    """What to roll for the chance that is its ``heat``, in words, as help on a screen."""
    figure: Figure | None = None
    big: bool = False
    """Whether it is printed large, to be read at arm's length, independent of its column."""
    dice: Throwable | None = field(default=None, compare=False)
    """The roll that it names, which a tap throws on a screen."""
    by_wounds: tuple[Throwable, ...] = field(default=(), compare=False)
    """The same with 0, 1, 2 … wounds in all, as in `Chance`."""


Cell: TypeAlias = str | Label | Chance | None  # The content of a table's cell; None leaves it empty


def line_name(cell: Cell, number: int) -> str:
    """Return the name of a line of a table: the text of its first cell, or its number from 0 where that is empty.

    >>> line_name(Label("Sword", "novice"), 0), line_name(None, 1)
    ('Sword', '1')
    """
    text = cell.text if isinstance(cell, Label) else cell
    return text if isinstance(text, str) and text.strip() else str(number)


def paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text, which empty lines separate; so do the items of a list and headed lines.

    Other line ends are spaces: a file is as wide as its editor, and a page is not.

    >>> paragraphs("one\\nstill one\\n\\n\\ntwo\\n- an item\\n1. a number\\n[ ] a task\\nFears: rain")
    ('one still one', 'two', '- an item', '1. a number', '[ ] a task', 'Fears: rain')
    """
    parts = (" ".join(part.split()) for block in _BLOCKS.split(text) for part in _STARTS.split(block))
    return tuple(filter(None, parts))


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as they were written, with one empty line between paragraphs.

    >>> lines_of("one\\n  two\\n\\n\\nthree\\n")
    ['one', 'two', '', 'three']
    """
    lines = [" ".join(line.split()) for line in text.strip().split("\n")]
    return [line for number, line in enumerate(lines) if line or (number and lines[number - 1])]


def is_item(line: str) -> bool:
    """Return whether a line is an item of a list.

    >>> is_item("a) one"), is_item("– two"), is_item("[x] three"), is_item("one")
    (True, True, True, False)
    """
    return _ITEM.match(line) is not None


Place: TypeAlias = Literal["across", "main", "side", "half", "third", "quarter", "fifth", "foot"]
"""The position of a block: across the page, in one of several columns, or small in the footer of the first page.

Neighbours in the main and the side column are beside each other. So are neighbours that take a half, a third, a
quarter or a fifth of the page, in rows of two to five: ten fifths are five blocks with five blocks below them.
"""
SHARES: Mapping[str, int] = MappingProxyType({"half": 2, "third": 3, "quarter": 4, "fifth": 5})
"""The number of blocks beside each other, by their position."""
Frame: TypeAlias = Literal["plain", "double", "dashed", "heavy"]
"""The border of a box, so that zones of a track can be distinguished without colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Hold what all blocks have: a name for skins and fields, a title, and a position on the page."""

    name: str
    title: str
    place: Place = "across"
    game: bool = False  # Whether all of it is the game's, so that a blank sheet prints it unchanged
    on_reference_page: bool = False
    """Whether the game's reference page has it for all characters: it needs no page of its own on paper."""
    first_page: bool = False
    """Whether it repeats what a later page has: it is left out on a screen, and where the first page has no room."""
    together: bool = False
    """Whether a text or a table is not divided between pages; boxes are also on the page of the block that follows."""
    key: str = ""
    """The key of the concept for what is written by hand on a sheet; empty where it is the block's name."""

    def __post_init__(self) -> None:
        """Raise ValueError for an unknown position, at which the block would not be printed."""
        if self.place not in get_args(Place):
            raise ValueError(f"the block {self.name} is at {self.place!r}, and a page has {', '.join(get_args(Place))}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """Hold a column of a table."""

    heading: str
    align: Literal["left", "right", "center"] = "left"
    width: int = 10  # Its share of the table's width
    help: str = ""  # The meaning of the heading, for tooltips and screen readers
    big: bool = False  # Whether its numbers are used every turn, and are printed large
    apart: int = 0  # The additional width, in the units of `width`, that separates it from the column before
    key: str = ""
    """The key of its cells in an entry of the concept, for a row that is written by hand on a sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(_Block):
    """Hold names with values, such as weapons and what they do."""

    kind: ClassVar[str] = "facts"
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(_Block):
    """Hold rows under headings; an empty row is one to write in.

    The first cell of a row names it. Where its column has no heading, the title is printed there.
    """

    kind: ClassVar[str] = "table"
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: Literal["own", "game"] = "own"
    """The owner of the row names: the character, such as chosen skills, or the game, the same for all characters."""
    caption: str = ""
    lighter: frozenset[int] = frozenset()
    """The rows (from 0) that are drawn lighter, such as the untrained line."""
    reference: bool = False
    """Whether it is looked up now and then, and is printed after the main part of the sheet."""
    ends: frozenset[int] = frozenset()
    """The rows (from 0) below which a reference table has a rule; where it is empty, every third row has one."""

    def __post_init__(self) -> None:
        """Raise TypeError for a cell that cannot be printed, such as a bare number."""
        _Block.__post_init__(self)
        for row in self.rows:
            for cell in row:
                if cell is not None and not isinstance(cell, (str, Label, Chance)):
                    raise TypeError(f"{cell!r} in the table {self.name} is no text, Label or Chance")


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Hold one box of a track, with a small label and whether it is marked."""

    label: str = ""
    filled: bool = False
    zone: str = ""
    """The part of the track that it belongs to; its name is printed above the boxes where there are several."""
    frame: Frame = "plain"
    below: str = ""  # A few small words under the box
    field: str = ""  # Its name in a fillable PDF
    entry: str = ""
    """The entry that a tick adds to the list `Track.key` of the concept, with the words that are written beside it."""
    shows: Mapping[str, int | bool] = dataclasses.field(default_factory=dict)
    """The play state, by tracker, when it is the last that is ticked; empty for a box without a tracker.

    Boxes that show the same trackers are one count, and are ticked in order.
    """
    of: str = ""
    """What it counts where it shows no tracker: on a screen, boxes of one such name are one count."""
    lowers: int | None = None
    """The place among `Track.rolls` when it is the last that is ticked, without other wounds; None: no roll is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track(_Block):
    """Hold boxes to mark during play."""

    kind: ClassVar[str] = "track"
    boxes: tuple[Box, ...]
    unticked: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """The state of a tracker while none of its boxes is ticked, where that is neither 0 nor no."""
    backwards: bool = False
    """Whether boxes are ticked from the last to the first, as what is left of something is crossed off."""
    blank: tuple[Box, ...] = ()
    """The boxes of a blank sheet: the most that the game can need. Where it is empty, those of this track."""
    within: str = ""
    """The name of the table or list whose lines hold the boxes, each zone in the line of its name.

    In a table they are in the column whose heading is the track's title; in a list they are behind the name. On a blank
    sheet every line of a table has them, and those of a list are separate where there are ``blank`` ones.
    """
    beside_title: str = ""
    """The zone whose boxes are beside the title of a printed page, as they are no part of the row."""
    caption: str = ""
    sum_of: tuple[str, tuple[str, ...]] = ("", ())
    """The start of the caption and the trackers whose sum ends it, which a screen follows; 0 has no caption."""
    rolls: tuple[Throwable, ...] = ()
    """The rolls of a resistance from the best to the worst, of which a screen shows the present one in the header."""
    legend: tuple[tuple[str, str], ...] = ()
    per_row: int = 0
    """The number of boxes in a row, and each zone begins one; 0: as many as fit.

    A single box in a row, with words beside it, has a line to write on.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(_Block):
    """Hold running text, followed by ``lines`` blank lines to write on, or with ``fill`` by lines to the page's end."""

    kind: ClassVar[str] = "prose"
    labelled: tuple[tuple[str, str], ...] = ()
    """Labels with their texts, above the running text. A label without one is printed on a blank line, if any fits."""
    text: str = ""
    reference: bool = False
    items: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    fill: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(_Block):
    """Hold how likely each outcome is: a histogram, with the same in words for screen readers.

    Neighbours are beside each other; those of one name are drawn on one scale.
    """

    kind: ClassVar[str] = "chart"
    series: tuple[tuple[str, Fraction], ...]
    """Each outcome with its chance, in order."""
    mean: Fraction | None = None
    """The average, marked at its position; only for outcomes that are consecutive integers.

    The last may stand for more, as "12+", and the first for less, as "≤3".
    """
    places: int = 1
    """The number of decimal places of the average."""
    caption: str = ""
    reference: bool = False
    """Whether it is looked up now and then, and is printed after the main part of the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries(_Block):
    """Hold what changes in play and has no boxes of its own on the sheet; only fillable sheets show it."""

    kind: ClassVar[str] = "entries"
    entries: tuple[tuple[str, str, str | bool], ...]
    """What to fill in: a label, the name of its field in a fillable PDF, and a number, or yes and no."""


Block: TypeAlias = Facts | Table | Track | Prose | Chart | Entries


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """Hold chances that a slider changes: exact tables on a page in a browser, and nothing on paper."""

    name: str
    title: str
    label: str
    """The meaning of the slider, such as "The GM shifts by"."""
    steps: tuple[str, ...]
    """The name of each notch of the slider."""
    start: int = 0
    """The initial notch, counted from 0: the roll as the sheet prints it."""
    columns: tuple[str, ...] = ("Chance",)
    """The first one is drawn with a bar."""
    rows: tuple[tuple[str, tuple[tuple[Fraction, ...], ...]], ...]
    """What is rolled, and for each column the chance at each notch."""
    out_of: int | None = None
    """The denominator: chances that are a multiple of 1 in this number are shown as such."""
    of: str = ""
    """The table whose bars move, or the heat map whose cells are named as the rows are; there is then no own table.

    The rows are the table's rows with a bar, in their order, above all others."""
    dice: tuple[tuple[tuple[Throwable, ...], ...], ...] = ()
    """For each row the rolls of its first columns, at each notch: what a tap throws there; empty where nothing is."""
    ranges: tuple[tuple[str, ...], ...] = ()
    """The success range of each row at each notch, for the table's column ``Range``; empty where it has none."""
    caption: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError where a row has more or fewer chances than there are columns and notches."""
        lengths = [len(self.steps)] * len(self.columns)
        if not 0 <= self.start < len(self.steps):
            raise ValueError(f"{self.name}: there is no notch {self.start}")
        for name, columns in self.rows:
            if [len(column) for column in columns] != lengths:
                raise ValueError(f"{self.name}: {name} has not {len(self.columns)} times {len(self.steps)} chances")


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """Hold a picture of the character, as bytes."""

    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Hold a character's sheet. ``foot`` lists options in force, house rules, waivers and corrections."""

    system: str = ""
    system_title: str = ""
    masthead: Masthead | None = None
    """The masthead of its game; `Game.signed` fills in key, title and masthead."""
    name: str
    player: str = ""
    concept: str = ""
    portrait: Portrait | None = None
    highlights: tuple[tuple[str, str, str], ...] = ()
    """The numbers used every turn: label, number, and a few words below it."""
    blocks: tuple[Block, ...] = ()
    blank_blocks: tuple[Block, ...] = ()
    """What a blank sheet is made from, where that differs: it has the steps of making a character, for example."""
    what_ifs: tuple[WhatIf, ...] = ()
    """The sliders of the page in a browser."""
    foot: tuple[str, ...] = ()
    state: Mapping[str, int | bool] = dataclasses.field(default_factory=dict)
    """The play state in the character's file, by tracker; a browser copies it with what is ticked there."""
    narrow_first: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The names of the blocks that come first where the page has one column: on small paper, and on a telephone."""
    blank_first: tuple[str, ...] = ()
    """The names of the blocks that come first on small paper of a blank sheet; empty: those of ``narrow_first``."""
    pages: int = 1
    """The number of pages of A4 or Letter that it is laid out for, without the reference tables."""
    templates: Path | None = None
    """The folder of its game's own templates, beside chargen's: ``KEY/sheet.html``, or ``KEY/<block name>.html``."""
    blank: bool = False
    """Whether it is a blank sheet, to be filled in by hand."""
    person: tuple[str, ...] = ()
    """On a blank sheet, the labels of the lines below the name."""
    texts: tuple[str, ...] = ()
    """The texts of its file that run from right to left; a page keeps them apart from the numbers beside them."""

    def __post_init__(self) -> None:
        """Raise ValueError where blocks of two kinds have one name, which skins and fields could not distinguish.

        Raise it also where boxes belong to the lines of a missing table or list: they would not be printed.
        """
        kinds: dict[str, str] = {}
        for block in self.blocks:
            if kinds.setdefault(block.name, block.kind) != block.kind:
                raise ValueError(f"{block.name} is the name of two blocks: a {kinds[block.name]} and a {block.kind}")
        for block in self.blocks:
            if isinstance(block, Track) and block.within and kinds.get(block.within) not in ("table", "prose"):
                raise ValueError(f"the boxes {block.name} are in the lines of {block.within}, which the sheet has not")

    def block(self, name: str) -> Block | None:
        """Return the block of that name, or None where this sheet has none."""
        return next((block for block in self.blocks if block.name == name), None)
