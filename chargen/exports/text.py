"""Write a character as a stat block in plain text, for a chat or a terminal."""

import re
import textwrap

from chargen.exports.subject import Subject
from chargen.game.isolation import isolate
from chargen.kit.cards import format_entry
from chargen.page.roll import percent
from chargen.page.sheet import is_item, lines_of

WIDTH, LINES = 72, 40  # The most columns and lines of a stat block
LINES_OF_CONCEPT, LINES_OF_NOTE, LINES_OF_NAMES = 2, 2, 3
"""The most lines of the concept, of each note, and of the names of actions that have no room."""
MOST_BOXES = 40  # The most boxes of a track that are drawn; more are a number
_NO_BREAK = "\u00a0"
_BLANKS = re.compile(r"[^\S\u00a0]+")
_FOUNDRY_ONLY = re.compile(r"(xo|cs>=|x(?:>=)?\d+max)\d+")
"""Modifiers that few chat bots know; the lines around say what to look for, and what to roll again."""
_AGAIN = re.compile(r"x(o?)(>=)?(\d+)(?:max(\d+))?")


def write_text(subject: Subject) -> str:
    """Return the stat block. What has no room is named: first the weaker actions, then the last notes."""
    card = subject.card
    numbers = (f"{number.label} {format_entry(number.value, number.below)}" for number in card.numbers)
    head = [
        *_wrap(card.name.upper(), 1),
        *_wrap(card.concept, LINES_OF_CONCEPT),
        *_wrap(" · ".join([card.system_title, *numbers])),
    ]
    for track in card.tracks:
        drawn = f" {'■' * track.filled}{'□' * (track.boxes - track.filled)}"
        counted = f": {track.filled} of {track.boxes} marked"
        head += _wrap(track.title + (drawn if track.boxes <= MOST_BOXES else counted))
    # Notes as they were written; an item of a list begins a line of its own.
    notes: list[str] = []
    for heading, text in subject.notes:
        lines = list(filter(None, lines_of(text)))
        if is_item(lines[0]):
            notes.append(f"{heading}:")
        else:
            lines[0] = f"{heading}: {lines[0]}"
        notes += (part for line in lines for part in _wrap(line, LINES_OF_NOTE))

    # An action takes a line or two, and below it the line that throws it with a chat bot. Of dice that are rolled
    # again, which each bot writes in its own way, a line says the first.
    every, explained = [], list[str]()
    for action in subject.actions:
        result = f": {action.result}" if action.result else ""
        chance = f"{percent(action.chance)} % {action.chance_of}"
        every.append(_wrap(f"{action.name} ({action.kind}) — {action.roll}, {chance}{result}", LINES_OF_NOTE + 1))
        for formula in action.formulas:
            thrown = f"/roll {_FOUNDRY_ONLY.sub('', formula)}"
            every[-1].append(f"    {thrown}")
            if not explained and (again := _AGAIN.search(formula)) is not None:
                dice = "kept " * ("kh" in formula) + again[3] + " or more" * bool(again[2])
                counts = f"counts {again[4]}, is" if again[4] else "is"
                explained = [f"In {thrown}, each {dice} {counts} rolled again{' once' * bool(again[1])}, and added"]

    # Two thirds of what the head leaves are for actions, and more where there are few notes. Of actions that have no
    # room, there are the names and chances.
    left = LINES - len(head) - 2
    room = left - len(notes[: max(left // 3, 0)]) - len(explained)
    actions = [line for lines in every for line in lines]
    if len(actions) > room:
        actions, shown = [], 0
        while shown < len(every) and len(actions) + len(every[shown]) <= room - LINES_OF_NAMES:
            actions += every[shown]
            shown += 1
        others = ", ".join(f"{action.name} {percent(action.chance)} %" for action in subject.actions[shown:])
        actions += _wrap(f"Also: {others}", max(min(LINES_OF_NAMES, room - len(actions)), 1))
    actions += explained
    parts = [part for part in (head, actions, notes[: max(left - len(actions), 0)]) if part]
    return "\n\n".join("\n".join(isolate(line, card.texts) for line in part) for part in parts) + "\n"


def _wrap(text: str, most: int | None = None) -> list[str]:
    """Return a text in lines; a number keeps its percent sign, and what is cut ends with dots."""
    lines = textwrap.wrap(
        _BLANKS.sub(" ", text).replace(" %", f"{_NO_BREAK}%"),
        WIDTH,
        subsequent_indent="  ",
        max_lines=most,
        placeholder=" …",
        break_on_hyphens=False,
    )
    return [line.replace(_NO_BREAK, " ") for line in lines]
