"""What of a card stands where on a form: which lines each text takes, how many rolls have room, and what is left out.

Cards with equally many rolls, numbers, notes and rows of boxes have one shape, whatever their words are; so a place
without a word keeps its line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from chargen.core.card import MOST_NUMBERS, Card, CardRoll, Number
from chargen.core.roll import percent
from chargen.render import card_drawing as drawing
from chargen.render.card_form import CardForm
from chargen.render.card_measures import Measures, measures
from chargen.render.card_tracks import SMALL, TrackPlan, row_height, track_rows
from chargen.render.figures import PERCENT
from chargen.render.fonts import Face
from chargen.render.lines import BOLD, EMPTY, ITALIC, REGULAR, SERIF, broken, clipped, spaced, width
from chargen.render.theme import Theme

NAMES = (("name", 1.8, 1), ("long-name", 1.4, 1), ("longest-name", 1.05, 2))
"""The sizes of a name, each with the lines it may take."""
VALUES = (("value", 2.1), ("long-value", 1.45), ("longest-value", 1.0))
"""The sizes of the numbers at the head."""
CONCEPTS = (("concept", 1.0, 1), ("long-concept", 0.9, 1), ("longest-concept", 0.8, 1))
"""The sizes of the line below the name."""
LABEL, CHANCE, WHAT, NOTE = 1.1, 1.35, 0.95, 0.95
"""Sizes of text, in parts of the form's."""
ROWS_BELOW = 2
"""So many lines to write on follow the rolls where these have a column of their own."""
STANDING_SHARE, LYING_SHARE = 0.36, 0.66
"""Boxes take no more of the room below the head."""
FEWEST_ROLLS = 3
"""Notes have room only where so many rolls have."""
MOST_LINES = 40
"""A note is never longer than this."""
NOTES_AT_ONCE = 4
"""Lines of notes come in so many, so that one word more makes no other shape."""


@dataclass(frozen=True, slots=True)
class NumberPlan:
    """A number at the head as it is printed."""

    value_class: str
    label: str
    value: str
    below: str


@dataclass(frozen=True, slots=True)
class RollPlan:
    """A roll as it is printed."""

    label: str
    chance: str
    what: str
    bar: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """Lines to write on, and the size of their drawing."""

    lines: str
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A card as it is printed on a form."""

    name_class: str
    name: tuple[str, ...]
    concept_class: str
    concept: str
    numbers: tuple[NumberPlan, ...]
    title: str
    more: str
    rolls: tuple[RollPlan, ...]
    tracks: tuple[tuple[TrackPlan, ...], ...]
    notes: tuple[tuple[str, str], ...]
    beside: Ruled | None
    """Below the notes."""
    below: Ruled | None
    """Below the rolls, where these have a column of their own."""
    foot: str
    left_out: str


def plan(card: Card, form: CardForm, theme: Theme) -> Plan:
    """The card on that form."""
    room = measures(form, theme)
    name_class, name = sized_lines(card.name, SERIF, room.who / room.rem, NAMES)
    concept_class, concept = sized_lines(card.concept, ITALIC, room.who / room.rem, CONCEPTS)
    numbers = card.numbers[:MOST_NUMBERS]
    body = room.height - room.head - room.foot + (0 if numbers or form.lying else room.numbers)
    share = LYING_SHARE if form.lying else STANDING_SHARE
    tracks, lost_tracks = track_rows(card.tracks, room, theme, body * share)
    boxes = sum(row_height(row, room) for row in tracks)
    wrapped = _wrapped(card, room)
    wanted = sum(map(len, wrapped))
    free = body - room.title - (0 if form.lying else boxes)
    rolls = card.rolls[: _rolls_with_room(free, 0 if form.lying else min(wanted, form.fewest_note_lines), room)]
    taken = room.title + len(rolls) * room.roll if rolls else 0.0
    rest = body - boxes - room.apart - (0 if form.lying else taken + room.apart)
    notes = _notes(card, wrapped, room, max(0, int(rest / room.note_line)))
    left_out = _left_out(lost_tracks, max(0, len(card.notes) - len(notes)))
    more = f"+{len(card.rolls) - len(rolls)} more on the sheet" if len(rolls) < len(card.rolls) else ""
    foot = card_foot(card)
    foot_room = room.width / room.rem / SMALL - width(left_out, REGULAR) - 1
    return Plan(
        name_class=name_class,
        name=name,
        concept_class=concept_class,
        concept=concept[0] if concept else EMPTY,
        numbers=tuple(_number(number, len(numbers), room) for number in numbers),
        title=_shown(card.rolls_title, BOLD, 0.55 * room.main / room.rem / LABEL),
        more=more or EMPTY,
        rolls=tuple(_roll(roll, room, theme) for roll in rolls),
        tracks=tracks,
        notes=notes,
        beside=_ruled(_used(notes) * room.note_line, room.side, rest, room, theme),
        below=_ruled(0, room.main, _below_rolls(body - taken - room.apart, room), room, theme) if form.lying else None,
        foot=_shown(foot, REGULAR, foot_room),
        left_out=left_out or EMPTY,
    )


def _rolls_with_room(free: float, note_lines: int, room: Measures) -> int:
    """How many rolls have room; notes give way where there are very few."""
    count = 0
    for lines in range(note_lines, -1, -1):
        count = int((free - lines * room.note_line - (2 * room.apart if lines else 0)) / room.roll + 1e-6)
        if count >= FEWEST_ROLLS:
            break
    return max(count, 1)


def sized_lines(
    text: str, face: Face, room: float, sizes: Sequence[tuple[str, float, int]]
) -> tuple[str, tuple[str, ...]]:
    """The largest of the sizes that a text fits in, and its lines; in the smallest, as much of it as fits."""
    for title, size, most in sizes:
        lines = broken(text, face, room / size, most + 1)
        if len(lines) <= most:
            return title, lines
    return title, broken(text, face, room / size, most)


def card_foot(card: Card) -> str:
    """The game's title and what the card says at its foot, without saying it twice."""
    if card.system_title.casefold() in card.foot.casefold():
        return card.foot
    return " · ".join(part for part in (card.system_title, card.foot) if part)


def percentage(roll: CardRoll) -> str:
    """The chance of a roll, in percent with one decimal."""
    return f"{percent(roll.chance, 1)}{PERCENT}"


def what(roll: CardRoll) -> str:
    """What to roll, and what comes of it."""
    return f"{roll.what} · {roll.note}" if roll.note else roll.what


def _shown(text: str, face: Face, room: float) -> str:
    """A text in its line; one that is empty keeps the line."""
    return clipped(text, face, room) or EMPTY


def _left_out(tracks: int, notes: int) -> str:
    """What of the boxes and notes has no room."""
    lost = [each for each in (_counted(tracks, "track"), _counted(notes, "note")) if each]
    return f"+{', '.join(lost)} on the sheet" if lost else ""


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""


def _number(number: Number, count: int, room: Measures) -> NumberPlan:
    """A number in the largest size that it fits in, beside so many in all."""
    cell = room.numbers_width / room.rem / count - 0.15
    wide = width(spaced(number.value), BOLD)
    value_class, size = next((value for value in VALUES if wide * value[1] <= cell), VALUES[-1])
    return NumberPlan(
        value_class,
        _shown(number.label, BOLD, cell / SMALL),
        _shown(number.value, BOLD, cell / size),
        _below(number.below, cell / SMALL),
    )


def _below(text: str, room: float) -> str:
    """The words below a number; sums of dice are drawn together before anything is cut."""
    whole = spaced(text)
    return _shown(whole if width(whole, REGULAR) <= room else whole.replace(" + ", "+"), REGULAR, room)


def _roll(roll: CardRoll, room: Measures, theme: Theme) -> RollPlan:
    return RollPlan(
        _shown(roll.label, BOLD, room.label_room / room.rem / LABEL),
        percentage(roll),
        _shown(what(roll), REGULAR, room.what_room / room.rem / WHAT),
        drawing.bar(roll.chance, round(room.bar * 10), theme),
    )


def _wrapped(card: Card, room: Measures) -> list[tuple[str, ...]]:
    """The lines of each note."""
    return [_note_lines(text, room, MOST_LINES) for _, text in card.notes]


def _note_lines(text: str, room: Measures, most: int) -> tuple[str, ...]:
    return broken(text, REGULAR, room.note_room / room.rem / NOTE, most) or (EMPTY,)


def _notes(card: Card, wrapped: Sequence[tuple[str, ...]], room: Measures, most: int) -> tuple[tuple[str, str], ...]:
    """The lines of the notes that have room, filled up to a usual number: each note has one before any has two."""
    shown = card.notes[:most]
    free = most - len(shown)
    found: list[tuple[str, str]] = []
    for (heading, text), whole in zip(shown, wrapped, strict=False):
        further = min(free, len(whole) - 1)
        free -= further
        lines = whole if len(whole) == 1 + further else _note_lines(text, room, 1 + further)
        first = _shown(heading, BOLD, (room.note_name / room.rem - 0.4) / NOTE)
        found += [(EMPTY if index else first, line) for index, line in enumerate(lines)]
    whole_lines = min(most, ceil(len(found) / NOTES_AT_ONCE) * NOTES_AT_ONCE)
    return tuple(found + [(EMPTY, EMPTY)] * (whole_lines - len(found)))


def _used(notes: Sequence[tuple[str, str]]) -> int:
    return sum(1 for heading, text in notes if (heading, text) != (EMPTY, EMPTY))


def _below_rolls(height: float, room: Measures) -> float:
    """The height of what is written on below the rolls."""
    return min(height, ROWS_BELOW * room.form.line_mm + 0.4)


def _ruled(first: float, wide: float, height: float, room: Measures, theme: Theme) -> Ruled | None:
    """Lines to write on in what room is left; None where there is none in any case."""
    height = int(height * 10) / 10 - 0.2
    if height < room.form.line_mm:
        return None
    lines = drawing.ruled(first * 10, room.form.line_mm * 10, wide * 10, height * 10, theme)
    return Ruled(lines, round(wide, 2), round(height, 2))
