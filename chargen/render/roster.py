"""A roster: many people on a page, each with what a fight needs, boxes to tick, and a line to write on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from chargen.core.card import MOST_NUMBERS, Card, Number
from chargen.render import page
from chargen.render.card_plan import percentage, sized_lines
from chargen.render.card_tracks import SMALL, Row, track_rows
from chargen.render.lines import BOLD, EMPTY, ITALIC, REGULAR, SERIF, clipped, spaced, width
from chargen.render.paper import MM_PER_PT, Paper
from chargen.render.theme import Theme

TEXT_PT = 8.8
FEWEST = 10
"""So many people stand on a page of A4 or Letter, at any size of text."""
LOWEST_PAGE_MM = 265
LOWEST_MM = 24.5
"""The height of a person, in text of the usual size, at least."""
BOX_MM = 4.5
"""What a pencil fills is no smaller, and no larger either."""
WRITE_MM = 5.0
GUTTER_MM = 4.0
LARGEST = 1.2
"""Text grows by no more than that: what to roll is never cut."""
WHO_SHARE, ROLLS_SHARE = (0.29, 0.26), (0.37, 0.41)
"""Of the page's width, in usual text and in larger."""
TITLE, LABEL = 1.4, 1.0
ROSTER_NAMES = (("roster-name", 1.3, 1), ("roster-long-name", 1.0, 1), ("roster-longest-name", 0.8, 2))
"""The sizes of a name, as on a card."""
CONCEPTS = (("person-concept", 1.0, 1), ("person-long-concept", 0.9, 1), ("person-longest-concept", 0.8, 1))
"""The sizes of the words below it, where they have one line."""
VALUES = (("person-value", 1.5), ("person-long-value", 1.15), ("person-longest-value", 0.85))
"""The sizes of the numbers."""
FOR_TWO_LINES = 6.9
"""So many times as high as text, a person has two lines for the concept."""
BETWEEN_NUMBERS, BETWEEN_LABELS = 0.5, 0.2
MOST_BOX_ROWS = 6


@dataclass(frozen=True, slots=True)
class RosterMeasures:
    """The lengths of a roster on a paper, in millimetres."""

    paper: Paper
    rem: float
    scale: float

    @property
    def width(self) -> float:
        """Between the margins."""
        return self.paper.width_mm - 2 * self.paper.margin_mm

    @property
    def height(self) -> float:
        """Between the margins; a little less, so that rounding makes no second page."""
        return self.paper.height_mm - 2 * self.paper.margin_mm - 0.1

    @property
    def head(self) -> float:
        """The height of the page's title."""
        return 2 * self.rem

    @property
    def foot(self) -> float:
        """The height of the line at the foot."""
        return 1.3 * self.rem

    @property
    def people(self) -> int:
        """How many stand on a page."""
        room = self.height - self.head - self.foot
        natural = int(room / (LOWEST_MM * self.scale))
        return max(natural, FEWEST) if self.paper.height_mm >= LOWEST_PAGE_MM else max(natural, 1)

    @property
    def person(self) -> float:
        """The height of a person."""
        return (self.height - self.head - self.foot) / self.people

    @property
    def inner(self) -> float:
        """The height of what a person's columns hold."""
        return self.person - 1.6

    @property
    def who(self) -> float:
        """The width of the name, the concept and the numbers."""
        return WHO_SHARE[self.scale > 1] * (self.width - 2 * GUTTER_MM)

    @property
    def rolls(self) -> float:
        """The width of the rolls."""
        return ROLLS_SHARE[self.scale > 1] * (self.width - 2 * GUTTER_MM)

    @property
    def side(self) -> float:
        """The width of the column with boxes."""
        return self.width - self.who - self.rolls - 2 * GUTTER_MM

    @property
    def side_left(self) -> float:
        """Where that column begins."""
        return self.width - self.side

    @property
    def name(self) -> float:
        """The height of the name."""
        return 1.7 * self.rem

    @property
    def roll(self) -> float:
        """The height of a roll."""
        return 1.28 * self.rem

    @property
    def roll_lines(self) -> int:
        """How many rolls have room."""
        return int(self.inner / self.roll + 1e-6)

    @property
    def label(self) -> float:
        """The width of a roll's name."""
        return self.rolls - self.what - self.chance

    @property
    def chance(self) -> float:
        """The width of a roll's chance."""
        return 3.8 * self.rem

    @property
    def what(self) -> float:
        """The width of what to roll."""
        return min(8.2 * self.rem, 0.45 * self.rolls)

    @property
    def track_title(self) -> float:
        """The height of the line above the boxes."""
        return 1.1 * self.rem

    @property
    def box_row(self) -> float:
        """From one row of boxes to the next."""
        return BOX_MM * 1.05

    @property
    def box(self) -> float:
        """The side of a box."""
        return BOX_MM

    @property
    def apart(self) -> float:
        """White space between two rows of boxes."""
        return 1.0

    @property
    def most_box_rows(self) -> int:
        """How many rows of boxes have room above the line to write on."""
        return min(MOST_BOX_ROWS, max(1, int((self.inner - self.track_title - WRITE_MM) / self.box_row + 1e-6)))

    @property
    def concept_lines(self) -> int:
        """How many lines the concept has; whoever needs fewer leaves one empty."""
        return 2 if self.inner >= FOR_TWO_LINES * self.rem else 1


@cache
def roster_measures(paper: Paper, theme: Theme) -> RosterMeasures:
    """The lengths of a roster on a paper in a theme."""
    scale = min(theme.scale, LARGEST)
    return RosterMeasures(paper, TEXT_PT * scale * MM_PER_PT, scale)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPlan:
    """A person as a roster has them."""

    name_class: str
    name: tuple[str, ...]
    concept_class: str
    concept: tuple[str, ...]
    numbers: tuple[tuple[str, str, str], ...]
    """For each its label, the class of its value, and the value."""
    rolls: tuple[tuple[str, str, str], ...]
    more: str
    """How many rolls have no room; empty where all have."""
    tracks: tuple[Row, ...]


def people_on_a_page(paper: Paper, theme: Theme) -> int:
    """How many people a page of the roster has."""
    return roster_measures(paper, theme).people


def roster(
    cards: Sequence[Card], paper: Paper, theme: Theme, *, before: int = 0, whole: int | None = None
) -> Iterator[str]:
    """The pages of a roster, each a whole document.

    Where these are but a part of it, ``before`` says how many people stand on earlier pages, and ``whole`` how many
    there are in all.
    """
    room = roster_measures(paper, theme)
    template = page.environment().get_template("cards/roster.html")
    for start in range(0, len(cards), room.people):
        shown = cards[start : start + room.people]
        titles = dict.fromkeys(card.system_title for card in shown)
        feet = dict.fromkeys(card.foot for card in shown if card.foot)
        first, last = before + start + 1, before + start + len(shown)
        numbers = f"{first}–{last}" if last > first else f"{first}"
        count = f"{numbers} of {before + len(cards) if whole is None else whole}"
        yield page.tight(
            template.render(
                title=clipped(f"Roster · {', '.join(titles)}", SERIF, (room.width * 0.8) / room.rem / TITLE),
                count=count,
                foot=clipped(" · ".join(feet), REGULAR, room.width / room.rem / SMALL) or EMPTY,
                people=[_person(card, room, theme) for card in shown],
                theme=theme,
                room=room,
            )
        )


def _person(card: Card, room: RosterMeasures, theme: Theme) -> PersonPlan:
    name_class, name = sized_lines(card.name, SERIF, room.who / room.rem, ROSTER_NAMES)
    concept_class, concept = _concept(card, room)
    numbers = card.numbers[:MOST_NUMBERS]
    cell = room.who / max(len(numbers), 1) / room.rem
    tracks, lost = track_rows(card.tracks, room, theme, room.inner - WRITE_MM, room.inner, all_of_them=True)
    rolls, more = _rolls(card, room, lost)
    return PersonPlan(
        name_class=name_class,
        name=name,
        concept_class=concept_class,
        concept=concept,
        numbers=tuple(_number(number, cell) for number in numbers),
        rolls=rolls,
        more=more,
        tracks=tracks,
    )


def _concept(card: Card, room: RosterMeasures) -> tuple[str, tuple[str, ...]]:
    """The class of the concept, and its lines."""
    sizes = [(name, size, room.concept_lines) for name, size, _ in CONCEPTS]
    found, lines = sized_lines(card.concept, ITALIC, room.who / room.rem, sizes)
    return found, (*lines, *[EMPTY] * (room.concept_lines - len(lines)))


def _number(number: Number, cell: float) -> tuple[str, str, str]:
    """A number in the largest size that it fits in."""
    wide = width(spaced(number.value), BOLD)
    space = cell - BETWEEN_NUMBERS
    value_class, size = next((value for value in VALUES if wide * value[1] <= space), VALUES[-1])
    label = clipped(number.label, BOLD, (cell - BETWEEN_LABELS) / SMALL) or EMPTY
    return label, value_class, clipped(number.value, BOLD, space / size) or EMPTY


def _rolls(card: Card, room: RosterMeasures, lost_tracks: int) -> tuple[tuple[tuple[str, str, str], ...], str]:
    """The first rolls, a line each, and how many rolls and tracks are left out, which takes a line too."""
    most = room.roll_lines
    shown = card.rolls if len(card.rolls) <= most and not lost_tracks else card.rolls[: most - 1]
    found = tuple(
        (
            clipped(roll.label, BOLD, (room.label / room.rem - 0.4) / LABEL) or EMPTY,
            clipped(roll.what, REGULAR, room.what / room.rem) or EMPTY,
            percentage(roll),
        )
        for roll in shown
    )
    left_out = [f"+{len(card.rolls) - len(shown)} more on the sheet"] if len(shown) < len(card.rolls) else []
    if lost_tracks:
        left_out.append(f"+{lost_tracks} {'track' if lost_tracks == 1 else 'tracks'}")
    if left_out:
        return found, " · ".join(left_out)
    return (*found, *((EMPTY, EMPTY, EMPTY),) * (most - len(found))), ""
