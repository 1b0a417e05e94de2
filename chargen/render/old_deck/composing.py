"""Pages composed of units that were set by themselves, each where its frame has room for it."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from chargen.render import fit, page
from chargen.render.deck.drawings import Board
from chargen.render.deck.paragraph import NEAR
from chargen.render.deck.shape import Shape
from chargen.render.deck.shaping import Shaped, Shaper, Stamp
from chargen.render.deck.units import Framed, Room, Unit, framed, sections
from chargen.render.paper import Paper

if TYPE_CHECKING:
    from chargen.core.sheet import Sheet
    from chargen.render.printer import Look, Printer

TALL_MM = 2_000
"""A unit is laid out on paper so high that it never ends."""
REMEMBERED = 1_000
"""So many units are remembered as they were set."""
TRIES = 4
"""So often units that go on after the end of a page are put back into the frame."""
POINTS = 0.75
"""A CSS pixel in points."""


PageOfStamps: TypeAlias = tuple[tuple[float, float], tuple[tuple[Stamp, float, float], ...]]
"""The size of a page in points, and its stamps, each with how far it is moved."""


@dataclass(frozen=True, slots=True)
class SetUnit:
    """A unit that is set by itself."""

    shape: Shape
    stamp: Stamp
    room: Room
    corner: tuple[float, float]
    """Its lower left corner on the page it was set on, in points."""
    kept_whole: bool
    """Whether it never goes on after the end of a page."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A document that is composed: for each page its size and its stamps, each with how far it is moved."""

    pages: tuple[PageOfStamps, ...]
    shapes: tuple[Shape, ...]
    headings: tuple[tuple[int, float, str], ...]
    """The page of each heading, how far down it stands (0 at the top, 1 at the bottom), and its words."""
    overflow: str = ""
    """What of a sheet did not fit where it should; empty where all does."""

    @property
    def titles(self) -> list[tuple[int, str]]:
        """The words of each heading, after the number of its page."""
        return [(number, title) for number, _, title in self.headings]

    def lowest_heading(self, number: int) -> float:
        """How far down its page the last heading of a page stands."""
        return max((down for on, down, _ in self.headings if on == number), default=0.0)


class Composer:
    """Composes documents, and remembers their units."""

    def __init__(self, shaper: Shaper, board: Board) -> None:
        self._shaper, self._board = shaper, board
        self._units: OrderedDict[Any, SetUnit | None] = OrderedDict()

    def forget(self) -> None:
        """Forget the units: the drawings that they were set with are no longer at hand."""
        self._units.clear()

    def composed(self, printer: "Printer", document: str, look: "Look", sheet: "Sheet | None") -> Composed | None:
        """The document, composed; None where it cannot be: it is set as a whole then.

        A sheet that is a page too long is tried with less white space, as `pdf.laid_out` does.
        """
        if _tall(look.paper).margin_mm != look.paper.margin_mm:
            return None
        parts = [framed(section) for section in sections(document)]
        made = self._whole(printer, parts, look)
        if made is None or sheet is None:
            return made
        narrow = page.is_narrow(look.paper, look.theme)
        takes = fit.front(sheet, made.titles, len(made.pages))
        if takes == fit.allowed(sheet, narrow=narrow) + 1 and made.lowest_heading(takes - 1) < fit.WITHIN_REACH:
            tighter = self._whole(printer, parts, replace(look, tight=True))
            if tighter is None:
                return None
            if fit.front(sheet, tighter.titles, len(tighter.pages)) < takes:
                made = tighter
        overflow = fit.overflow(sheet, made.titles, len(made.pages), look.paper, narrow=narrow)
        return replace(made, overflow=overflow)

    def _whole(self, printer: "Printer", parts: Sequence[Framed], look: "Look") -> Composed | None:
        """All parts, composed; but for the first, their first pages are empty."""
        if not any(part.units for part in parts):
            return None
        frames: list[_Frame] = []
        for part in parts:
            made = self._frame(printer, part, look)
            if made is None:
                return None
            frames.append(made)
        whole = sum(len(frame.shaped.shape.sizes) for frame in frames) - (len(frames) - 1)
        pages: list[PageOfStamps] = []
        headings: list[tuple[int, float, str]] = []
        shapes: list[Shape] = []
        for number, each in enumerate(frames):
            skipped = 1 if number else 0
            before = len(pages) - skipped
            numbered = replace(each, shaped=each.shaped.numbered(before, whole, self._shaper.typesetter))
            pages += numbered.pages(self._board)[skipped:]
            headings += [(before + on, down, title) for on, down, title in each.headings()]
            shapes += [each.shaped.shape, *(unit.shape for unit in each.units)]
        return Composed(tuple(pages), tuple(shapes), tuple(headings))

    def _frame(self, printer: "Printer", frame: Framed, look: "Look") -> "_Frame | None":
        """The frame with its units; those that go on after the end of a page are left in it."""
        units = [self._unit(printer, unit, look) for unit in frame.units]
        inside = {number for number, unit in enumerate(units) if unit is None}
        for _ in range(TRIES):
            apart = [unit for number, unit in enumerate(units) if unit is not None and number not in inside]
            rooms = [unit.room for unit in apart]
            shaped = self._shaper.shaped(printer, frame.whole(inside).document(rooms), look)
            if shaped is None or not _has_rooms(apart, shaped):
                return None
            numbers = [number for number in range(len(units)) if number not in inside]
            ends = {numbers[number] for number in _at_the_ends_of_pages(apart, shaped)}
            if not ends:
                return _Frame(shaped, tuple(apart))
            inside |= ends
        return None

    def _unit(self, printer: "Printer", unit: Unit, look: "Look") -> SetUnit | None:
        key = (look, unit)
        if key in self._units:
            self._units.move_to_end(key)
            return self._units[key]
        made = self._units[key] = self._new_unit(printer, unit, look)
        if len(self._units) > REMEMBERED:
            self._units.popitem(last=False)
        return made

    def _new_unit(self, printer: "Printer", unit: Unit, look: "Look") -> SetUnit | None:
        tall = replace(look, paper=_tall(look.paper), counted=False)
        shaped = self._shaper.shaped(printer, unit.document(), tall)
        if shaped is None or len(shaped.shape.sizes) != 1 or shaped.shape.places.alone is None:
            return None
        alone = shaped.shape.places.alone
        height = shaped.shape.sizes[0][1]
        (stamp,) = shaped.stamps(self._board)
        room = Room(alone.height, alone.before, alone.after)
        corner = (alone.x * POINTS, height - (alone.y + alone.height) * POINTS)
        return SetUnit(shaped.shape, stamp, room, corner, alone.kept_whole or unit.kept_whole)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame that is set, and the units that stand in it."""

    shaped: Shaped
    units: tuple[SetUnit, ...]

    def pages(self, board: Board) -> list[PageOfStamps]:
        """Its pages, with every unit in its room."""
        sizes = self.shaped.shape.sizes
        stamps: list[list[tuple[Stamp, float, float]]] = [[(stamp, 0, 0)] for stamp in self.shaped.stamps(board)]
        for place in self.shaped.shape.places.rooms:
            unit = self.units[place.unit]
            bottom = sizes[place.page][1] - (place.y + place.height) * POINTS
            moved = (round(place.x * POINTS - unit.corner[0], 3), round(bottom - unit.corner[1], 3))
            stamps[place.page].append((unit.stamp, *moved))
        return [(size, tuple(its)) for size, its in zip(sizes, stamps, strict=True)]

    def headings(self) -> list[tuple[int, float, str]]:
        """The page of each heading, how far down it stands (0 at the top, 1 at the bottom), and its words."""
        places = self.shaped.shape.places
        found = [(number, y, title) for number, title, y in places.headings]
        for place in places.rooms:
            inner = self.units[place.unit].shape.places
            top = place.y - (inner.alone.y if inner.alone else 0)
            found += [(place.page, top + y, title) for _, title, y in inner.headings]
        sizes = self.shaped.shape.sizes
        return [(number, y * POINTS / sizes[number][1], title) for number, y, title in sorted(found)]


def _tall(paper: Paper) -> Paper:
    """A paper just as wide that never ends; on a low one its margins are wider."""
    return Paper(paper.name, paper.width_mm, TALL_MM)


def _has_rooms(units: Sequence[SetUnit], shaped: Shaped) -> bool:
    """Whether every unit has its room."""
    rooms = shaped.shape.places.rooms
    return len(rooms) == len(units) and all(abs(room.height - units[room.unit].room.height) <= NEAR for room in rooms)


def _at_the_ends_of_pages(units: Sequence[SetUnit], shaped: Shaped) -> Iterator[int]:
    """The numbers of the units that the printer would have begun on the page before, and ended on this one."""
    places = shaped.shape.places
    for room in places.rooms:
        is_first = room.y - units[room.unit].room.before <= places.tops[room.page] + NEAR
        if room.page and is_first and not units[room.unit].kept_whole:
            yield room.unit
