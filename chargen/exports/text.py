"""Write a character as a stat block in plain text, for a chat or a terminal."""

import re
import textwrap
from collections.abc import Iterator

from chargen.exports.subject import Subject
from chargen.game.isolation import isolate
from chargen.page.action import Action
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
    head = [
        *_wrap(card.name.upper(), 1),
        *_wrap(card.concept, LINES_OF_CONCEPT),
        *_wrap(" · ".join([card.system_title, *map(" ".join, subject.highlights)])),
    ]
    for track in card.tracks:
        boxes = f" {'■' * track.filled}{'□' * (track.boxes - track.filled)}"
        if track.boxes > MOST_BOXES:
            boxes = f": {track.filled} of {track.boxes} marked"
        head += _wrap(track.title + boxes)
    notes = [line for heading, text in subject.notes for line in _format_note(heading, text)]
    # Two thirds of what the head leaves are for actions, and more where there are few notes.
    room = LINES - len(head) - 2
    kept_notes = notes[: max(room // 3, 0)]
    again = _explain_again(subject.actions)
    actions = [*_fit_actions(subject.actions, room - len(kept_notes) - len(again)), *again]
    kept_notes = notes[: max(room - len(actions), 0)]
    parts = [part for part in (head, actions, kept_notes) if part]
    return "\n\n".join("\n".join(isolate(line, card.texts) for line in part) for part in parts) + "\n"


def _fit_actions(actions: tuple[Action, ...], room: int) -> list[str]:
    """Return the lines of the actions that fit, and the names and chances of the others."""
    # An action takes a line or two, and below it the line that throws it with a chat bot.
    every = []
    for action in actions:
        result = f": {action.result}" if action.result else ""
        chance = f"{percent(action.chance)} % {action.chance_of}"
        written = _wrap(f"{action.name} ({action.kind}) — {action.roll}, {chance}{result}", LINES_OF_NOTE + 1)
        every.append([*written, *(f"    /roll {_FOUNDRY_ONLY.sub('', formula)}" for formula in action.formulas)])
    if sum(map(len, every)) <= room:
        return [line for lines in every for line in lines]
    lines: list[str] = []
    shown = 0
    while shown < len(every) and len(lines) + len(every[shown]) <= room - LINES_OF_NAMES:
        lines += every[shown]
        shown += 1
    others = ", ".join(f"{action.name} {percent(action.chance)} %" for action in actions[shown:])
    return [*lines, *_wrap(f"Also: {others}", max(min(LINES_OF_NAMES, room - len(lines)), 1))]


def _explain_again(actions: tuple[Action, ...]) -> list[str]:
    """Return the line about dice that are rolled again, which each chat bot writes in its own way."""
    for formula in (formula for action in actions for formula in action.formulas):
        if (again := _AGAIN.search(formula)) is not None:
            dice = "kept " * ("kh" in formula) + again[3] + " or more" * bool(again[2])
            counts = f"counts {again[4]}, is" if again[4] else "is"
            once = " once" * bool(again[1])
            return [f"In /roll {_FOUNDRY_ONLY.sub('', formula)}, each {dice} {counts} rolled again{once}, and added"]
    return []


def _format_note(heading: str, text: str) -> Iterator[str]:
    """Yield the lines of a note as they were written; an item of a list begins a line of its own."""
    first, *others = filter(None, lines_of(text))
    if not is_item(first):
        yield from _wrap(f"{heading}: {first}", LINES_OF_NOTE)
    else:
        yield f"{heading}:"
        others = [first, *others]
    for line in others:
        yield from _wrap(line, LINES_OF_NOTE)


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
