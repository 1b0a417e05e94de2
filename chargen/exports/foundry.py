"""Write a character as an actor of Foundry VTT's system for any game, Simple World-Building.

The keys are those of its template.json. The key of an attribute has no blank and no full stop, and an attribute in a
group names the group, or its sheet would lose it. The sheet sorts attributes by key, so keys begin with a number.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import partial
from html import escape as escape_html
from typing import Any

from chargen.exports.subject import Subject
from chargen.game.isolation import isolate
from chargen.game.version import VERSION
from chargen.page.roll import percent
from chargen.page.sheet import Sheet, Track, lines_of
from chargen.text.names import slug

BARS = ("Health", "Power")  # What the system calls its two bars
SHOWN_TO_OWNER = 40  # Foundry's number for a token whose bars its owner always sees
HOSTILE, FRIENDLY = -1, 1  # Foundry's numbers for the sides of a token
_UNUSED = {"value": 0, "min": 0, "max": 0}
_escape = partial(escape_html, quote=False)


def write_foundry(subject: Subject) -> str:
    """Return the actor as JSON, to be imported into an empty actor."""
    card, checked = subject.card, subject.checked
    bars, boxes = _bars_and_boxes(subject)
    # Actions, with labels that the chat shows beside the throw; and what is thrown for the harm where one succeeds.
    actions, harm = list[dict[str, Any]](), list[dict[str, Any]]()
    for action in subject.actions:
        asked = action.against or action.dice or "no roll"
        chance = f"{percent(action.chance)} % {action.chance_of}"
        label = ", ".join(filter(None, (f"{action.name}: {asked}", chance, action.result)))
        rolled, *further = action.formulas or ("no roll",)
        actions.append(_typed("Formula" if action.formulas else "String", action.name, rolled, _text(label)))
        if action.harm is not None:
            named = _text(f"{action.name}: {action.harm.text} harm")
            harm += (_typed("Formula", action.name, formula, named) for formula in further)
    # Concept and notes as HTML: paragraphs, and line ends within.
    lines = [f"<em>{_escape(card.concept)}</em>"] if card.concept else []
    for heading, text in subject.notes:
        written = _escape("\n".join(lines_of(text)))
        lines.append(f"<strong>{_escape(heading)}</strong> {written}".replace("\n\n", "</p><p>").replace("\n", "<br>"))
    biography = isolate("".join(f"<p>{line}</p>" for line in lines), tuple(map(_escape, card.texts)))
    groups: dict[str, tuple[str, str, Iterable[Mapping[str, Any]]]] = {
        "actions": ("1 Actions", "Formula", actions),
        "harm": ("2 Harm", "Formula", harm),
        "numbers": ("3 Numbers", "Number", (_typed("Number", name, value) for name, value in subject.numbers.items())),
        "boxes": ("4 Boxes", "Resource", boxes),
        "notes": ("5 Notes", "String", (_typed("String", heading, text) for heading, text in subject.notes)),
    }
    # By keys that keep the order of the rows.
    attributes = {
        key: {
            f"{number:02}-{slug(row['name'])}": {"group": key}
            | {
                part: isolate(value, card.texts) if isinstance(value, str) else value
                for part, value in row.items()
                if part != "name"
            }
            for number, row in enumerate(rows, 1)
        }
        for key, (_, _, rows) in groups.items()
    }
    portrait = checked.portrait
    equipment = checked.advanced.concept.equipment if checked.advanced is not None else ()
    # What the GM makes, and what players roll against, is on the other side.
    is_opponent = subject.seed or card.rolls_title
    actor = {
        "name": card.name,
        "type": "character",
        "system": {
            "biography": biography,
            # The system has exactly two bars, by these names.
            "health": bars[0] if bars else _UNUSED,
            "power": bars[1] if len(bars) > 1 else _UNUSED,
            "attributes": {key: rows for key, rows in attributes.items() if rows},
            "groups": {
                key: {"label": groups[key][0], "dtype": groups[key][1]} for key, rows in attributes.items() if rows
            },
        },
        "items": [
            {
                "name": thing.name or "",
                "type": "item",
                "system": {
                    "description": _escape(thing.effect),
                    "quantity": 1,
                    "weight": 0,
                    "attributes": {},
                    "groups": {},
                },
            }
            for thing in equipment
        ],
        "prototypeToken": {
            "name": card.name,
            "bar1": {"attribute": "health"},
            "bar2": {"attribute": "power"},
            "displayBars": SHOWN_TO_OWNER,
            "disposition": HOSTILE if is_opponent else FRIENDLY,
        },
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


def find_concept(content: bytes) -> bytes | None:
    """Return the concept in the flags of an actor, which Foundry keeps when it exports it; None where there is none."""
    try:
        concept = json.loads(content)["flags"]["chargen"]["concept"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return concept.encode(errors="replace") if isinstance(concept, str) else None


def _bars_and_boxes(subject: Subject) -> tuple[list[dict[str, int]], list[dict[str, Any]]]:
    """Return the bars of the token, which count down, and what else changes in play, as the sheet counts it.

    What is a bar is named among the rest and has no second number there, which nothing would keep equal.
    """
    sheet, tracks = subject.view.sheet(), subject.card.tracks
    start, state = play_state(sheet)
    tracked = [(tracker, state[tracker.name]) for tracker in subject.view.trackers() if tracker.name in state]
    # The token's bars are what a card shows first: what kills, not what tires.
    shown = [track.title for track in tracks]
    tracked.sort(key=lambda item: shown.index(item[0].title) if item[0].title in shown else len(shown))
    bars, boxes = list[dict[str, int]](), list[dict[str, Any]]()
    for tracker, value in tracked:
        if tracker.yes_or_no:
            boxes.append(_typed("Boolean", tracker.title, bool(value)))
        elif len(bars) == len(BARS):
            limits = {"min": tracker.low, "max": tracker.high}
            boxes.append(_typed("Resource", tracker.title, int(value)) | limits)
        else:
            boxes.append(_typed("String", tracker.title, f"{BARS[len(bars)]}: what is left"))
            counts_down = start[tracker.name] > tracker.low
            left = int(value) if counts_down else tracker.high - int(value)
            bars.append({"value": left, "min": tracker.low if counts_down else 0, "max": tracker.high})
    if not tracked:  # A game may leave its boxes to the pencil, such as the wounds of Gamocles.
        named = zip(BARS, tracks, strict=False)
        boxes += (_typed("String", track.title, f"{name}: what is left") for name, track in named)
        for track in tracks[len(BARS) :]:
            boxes.append(_typed("Resource", track.title, track.filled) | {"min": 0, "max": track.boxes})
        bars += ({"value": track.boxes - track.filled, "min": 0, "max": track.boxes} for track in tracks[: len(BARS)])
    return bars, boxes


def play_state(sheet: Sheet) -> tuple[dict[str, int | bool], dict[str, int | bool]]:
    """Return the play state by tracker, while no box is marked and as it is: what the last marked box of each shows."""
    start, marked = dict[str, int | bool](), dict[str, int | bool]()
    for track in sheet.blocks:
        if isinstance(track, Track):
            # In the order in which they are ticked: the last marked one decides.
            for box in track.boxes[::-1] if track.backwards else track.boxes:
                # `type(value)()` is 0 for a count, and False for yes or no.
                start |= {name: track.unticked.get(name, type(value)()) for name, value in box.shows.items()}
                marked |= box.shows if box.filled else {}
    return start, start | marked


def _text(label: str) -> str:
    """Return a label without tags: the chat reads labels as HTML, and the sheet shows them as they are."""
    return label.replace("<", "‹").replace(">", "›")


def _typed(dtype: str, name: str, value: Any, label: str = "") -> dict[str, Any]:
    return {"dtype": dtype, "label": label or name.replace("_", " "), "value": value, "name": name}
