"""Write a character as an actor of Foundry VTT's system for any game, Simple World-Building.

The keys are those of its template.json. The key of an attribute has no blank and no full stop, and an attribute in a
group names the group, or its sheet would lose it. The sheet sorts attributes by key, so keys begin with a number.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape as escape_html
from typing import Any

from chargen.core.action import Action
from chargen.core.game import Tracker
from chargen.core.names import slug
from chargen.core.roll import percent
from chargen.core.sheet import Sheet, Track
from chargen.core.version import VERSION
from chargen.exports.subject import Subject

_UNUSED = {"value": 0, "min": 0, "max": 0}


def write_foundry(subject: Subject) -> str:
    """Return the actor as JSON, to be imported into an empty actor."""
    card, checked = subject.card, subject.checked
    state = current_state(subject.view.sheet())
    tracked = [(tracker, state[tracker.name]) for tracker in subject.view.trackers() if tracker.name in state]
    # The token's bars are what a card shows first: what kills, not what tires.
    shown = [track.title for track in card.tracks]
    tracked.sort(key=lambda item: shown.index(item[0].title) if item[0].title in shown else len(shown))
    boxes = [_box(tracker, value) for tracker, value in tracked]
    # A game may leave its boxes to the pencil, such as the wounds of Gamocles.
    boxes = boxes or [_typed("Resource", track.title, track.filled) | _span(0, track.boxes) for track in card.tracks]
    bars = [{key: box[key] for key in _UNUSED} for box in boxes if box["dtype"] == "Resource"]
    groups: dict[str, tuple[str, str, Iterable[Mapping[str, Any]]]] = {
        "actions": ("1 Actions", "Formula", map(_action, subject.actions)),
        "numbers": ("2 Numbers", "Number", (_typed("Number", name, value) for name, value in subject.numbers.items())),
        "boxes": ("3 Boxes", "Resource", boxes),
        "notes": ("4 Notes", "String", (_typed("String", heading, text) for heading, text in card.notes)),
    }
    attributes = {key: _numbered(rows, key) for key, (_, _, rows) in groups.items()}
    portrait = checked.portrait
    equipment = checked.advanced.concept.equipment if checked.advanced is not None else ()
    actor = {
        "name": card.name,
        "type": "character",
        "system": {
            "biography": _biography(subject),
            # The system has exactly two bars, by these names.
            "health": bars[0] if bars else _UNUSED,
            "power": bars[1] if len(bars) > 1 else _UNUSED,
            "attributes": {key: rows for key, rows in attributes.items() if rows},
            "groups": {
                key: {"label": groups[key][0], "dtype": groups[key][1]} for key, rows in attributes.items() if rows
            },
        },
        "items": [_item(thing.name or "", thing.effect) for thing in equipment],
        "prototypeToken": {"name": card.name, "bar1": {"attribute": "health"}, "bar2": {"attribute": "power"}},
        "flags": {
            "chargen": {
                "version": VERSION,
                "system": card.system,
                **({"seed": subject.seed} if subject.seed else {}),
                "concept": subject.concept.decode(),
            }
        },
    }
    if portrait is not None:
        actor["img"] = f"data:{portrait.media_type};base64,{b64encode(portrait.content).decode()}"
    return json.dumps(actor, ensure_ascii=False, indent=2) + "\n"


def current_state(sheet: Sheet) -> dict[str, int | bool]:
    """Return the play state by tracker: what the last marked box of each shows."""
    state: dict[str, int | bool] = {}
    for track in sheet.blocks:
        if not isinstance(track, Track):
            continue
        # In the order in which they are ticked: the last marked one decides.
        boxes = track.boxes[::-1] if track.backwards else track.boxes
        for box in boxes:
            for name, value in box.shows.items():
                # `type(value)()` is 0 for a count, and False for yes or no.
                state.setdefault(name, track.unticked.get(name, type(value)()))
            if box.filled:
                state |= box.shows
    return state


def _action(action: Action) -> dict[str, Any]:
    """Return an action with a label that the chat shows beside the throw.

    The chat reads labels as HTML, and the sheet shows them as they are, so a tag loses its brackets.
    """
    asked = action.against or action.dice or "no roll"
    chance = f"{percent(action.chance)} % {action.chance_of}"
    label = ", ".join(filter(None, (f"{action.name}: {asked}", chance, action.result)))
    rolled = ("Formula", action.formula) if action.formula else ("String", "no roll")
    return {
        "dtype": rolled[0],
        "label": label.replace("<", "‹").replace(">", "›"),
        "value": rolled[1],
        "name": action.name,
    }


def _box(tracker: Tracker, value: int | bool) -> dict[str, Any]:
    if tracker.yes_or_no:
        return _typed("Boolean", tracker.title, bool(value))
    return _typed("Resource", tracker.title, int(value)) | _span(tracker.low, tracker.high)


def _span(low: int, high: int) -> dict[str, int]:
    return {"min": low, "max": high}


def _typed(dtype: str, name: str, value: Any) -> dict[str, Any]:
    return {"dtype": dtype, "label": name.replace("_", " "), "value": value, "name": name}


def _numbered(rows: Iterable[Mapping[str, Any]], group: str) -> dict[str, dict[str, Any]]:
    """Return the attributes of a group by keys that keep their order."""
    return {
        f"{number:02}-{slug(row['name'])}": {"group": group, **{key: row[key] for key in row if key != "name"}}
        for number, row in enumerate(rows, 1)
    }


def _item(name: str, effect: str) -> dict[str, Any]:
    system = {"description": _escape(effect), "quantity": 1, "weight": 0, "attributes": {}, "groups": {}}
    return {"name": name, "type": "item", "system": system}


def _escape(text: str) -> str:
    return escape_html(text, quote=False)


def _biography(subject: Subject) -> str:
    """Return concept and notes as HTML."""
    card = subject.card
    lines = [f"<em>{_escape(card.concept)}</em>"] if card.concept else []
    lines += [f"<strong>{_escape(heading)}</strong> {_escape(text)}" for heading, text in card.notes]
    return "".join(f"<p>{line}</p>" for line in lines).replace("\n\n", "</p><p>")
