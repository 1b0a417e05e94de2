"""The back of a card: how the rolls of its game are made, in the largest letters that all of it has room in."""

from typing import Any

from chargen.core.card import Card
from chargen.render.card_form import CardForm
from chargen.render.card_measures import Measures, measures
from chargen.render.card_tracks import SMALL
from chargen.render.lines import ELLIPSIS, EMPTY, REGULAR, SERIF, broken, clipped, width
from chargen.render.theme import Theme

TEXTS = tuple((f"back-{step}", 1.3 - 0.05 * step) for step in range(11))
"""The sizes of the text, in parts of a card's usual text."""
LINE = 1.25
"""From one line to the next, in parts of the text's size."""
ABOVE_HEADING = 0.35
TITLE = 1.6
ENDLESS_MM = 1e6

Line = tuple[bool, str]
"""Whether it is a heading, and its words."""


def back_plan(card: Card, form: CardForm, theme: Theme) -> dict[str, Any]:
    """What stands on the back of a card, for its template."""
    room = measures(form, theme)
    space = room.height - room.name - room.foot - room.apart
    text_class, columns = _fitting(card, room, space)
    return {
        "title": clipped(card.system_title, SERIF, room.width / room.rem / TITLE),
        "columns": columns,
        "text_class": text_class,
        "foot": clipped(card.foot, REGULAR, room.width / room.rem / SMALL) or EMPTY,
    }


def _fitting(card: Card, room: Measures, space: float) -> tuple[str, list[list[Line]]]:
    """The size of the text, and its lines by column."""
    for name, size in TEXTS:
        columns = _columns(card, room, size, space)
        if sum(map(len, columns)) == sum(map(len, _columns(card, room, size, ENDLESS_MM))):
            return name, columns
    _mark_cut(columns, _wide(room, size))
    return name, columns


def _columns(card: Card, room: Measures, size: float, space: float) -> list[list[Line]]:
    """The lines that have room, in one column or two; a heading stays with the text below it."""
    most = 2 if room.form.lying else 1
    columns: list[list[Line]] = [[]]
    used = 0.0
    for heading, text in card.back:
        paragraph = _paragraph(heading, text, room, size)
        needed = [_height(is_heading, size, room) for is_heading, _ in paragraph]
        if used + sum(needed[:3]) > space:
            if len(columns) == most:
                break
            columns.append([])
            used = 0.0
            paragraph = _paragraph(heading, text, room, size)
        for line in paragraph:
            height = _height(line[0], size, room)
            if used + height > space and len(columns) < most:
                columns.append([])
                used = 0.0
            if used + height > space:
                return columns
            columns[-1].append(line)
            used += height
    return columns


def _paragraph(heading: str, text: str, room: Measures, size: float) -> list[Line]:
    wide = _wide(room, size)
    found: list[Line] = [(True, clipped(heading, REGULAR, wide * 0.93))] if heading else []
    return found + [(False, line) for line in broken(text, REGULAR, wide, 999)]


def _wide(room: Measures, size: float) -> float:
    """The width of a line in text of that size."""
    return (min(room.main, room.side) if room.form.lying else room.width) / room.rem / size


def _height(is_heading: bool, size: float, room: Measures) -> float:
    return (LINE + (ABOVE_HEADING if is_heading else 0)) * size * room.rem


def _mark_cut(columns: list[list[Line]], wide: float) -> None:
    """Say that there is more to read elsewhere."""
    if columns[-1]:
        is_heading, line = columns[-1][-1]
        kept = clipped(line, REGULAR, wide - width(ELLIPSIS, REGULAR)).rstrip(f" .,;:{ELLIPSIS}")
        columns[-1][-1] = (is_heading, kept + ELLIPSIS)
