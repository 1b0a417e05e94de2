"""Make cards for the GM: name and concept, numbers, rolls, notes, and boxes to tick."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from chargen.game.concept import Item, RuleSet
from chargen.game.contract import Character
from chargen.page.action import Action
from chargen.page.card import WORN, Card, CardTrack, Ladder, Number, card_rolls
from chargen.page.sheet import is_item, lines_of, paragraphs


def card(
    character: Character[Any, Any],
    *,
    numbers: Iterable[Number],
    actions: Iterable[Action] = (),
    rolls_title: str = "",
    tracks: Iterable[CardTrack],
    notes: Iterable[tuple[str, str]],
    back: tuple[tuple[str, str], ...],
    ladder: Ladder | None = None,
    foot: str = "",
) -> Card:
    """Return the card of a character, with its actions in the order that a card needs, without empty notes.

    The title of the game is added later. The person and the notes of the character's file are added in parts, see
    `split_notes`.
    Give the most important parts first, because a small card shows only the first few. For the parameters, see `Card`.

    >>> from chargen.game.concept import Concept, RuleSet
    >>> from chargen.game.ledger import Advanced
    >>> kai = Character(Advanced(concept=(kai := Concept(name="Kai")), created=kai), RuleSet())
    >>> brief = card(kai, numbers=(), tracks=[track("HP", 9, 2)], notes=[("Gear", "")], back=())
    >>> brief.name, brief.tracks[0].filled, brief.notes
    ('Kai', 2, ())
    """
    concept = character.advanced.concept
    wants, further, rest = (
        [(heading, "\n\n".join(paragraphs(text))) for heading, text in part] for part in split_notes(concept.notes)
    )
    # A small card cuts the end: armour and what the NPC wants come first, then what the game finds most important.
    want, *others = [[entry] if entry[1] else [] for entry in concept.person]
    given = [note for note in notes if note[1]]
    worn, of_game = ([note for note in given if (note[0] == WORN) is first] for first in (True, False))
    return Card(
        name=character.name,
        concept=character.concept,
        numbers=tuple(numbers),
        rolls=card_rolls(actions),
        rolls_title=rolls_title,
        tracks=tuple(tracks),
        person=concept.person,
        notes=(*worn, *want, *wants, *of_game[:BEFORE_OWN], *chain(*others), *further, *of_game[BEFORE_OWN:], *rest),
        back=back,
        ladder=ladder,
        foot=foot,
    )


def numbers(highlights: Iterable[tuple[str, str, str]]) -> tuple[Number, ...]:
    """Return the highlights of a sheet as the numbers of a card.

    >>> numbers([("Physical", "3", "stress")])
    (Number(label='Physical', value='3', below='stress'),)
    """
    return tuple(Number(label=label, value=value, below=below) for label, value, below in highlights)


def track(title: str, boxes: int, ticked: int, zones: Iterable[tuple[str, int]] = ()) -> CardTrack:
    """Return a row of boxes of which the first ``ticked`` are ticked, limited to 0 to ``boxes``.

    >>> track("Stress", 3, 5).filled, track("Stress", 3, -1).filled
    (3, 0)
    """
    return CardTrack(title=title, boxes=boxes, filled=min(max(ticked, 0), boxes), zones=tuple(zones))


def ladder(title: str, steps: Mapping[str, Fraction]) -> Ladder:
    """Return the rating steps of a game, each with the chance of a usual roll, for the back of a card.

    >>> ladder("Dice", {"1": Fraction(1, 3), "2": Fraction(5, 9)}).steps[0]
    ('1', Fraction(1, 3))
    """
    return Ladder(title=title, steps=tuple(steps.items()))


def format_entry(name: str | None, effect: str) -> str:
    """Return a name, followed by its effect in brackets if there is one.

    >>> format_entry("Bell", "rings"), format_entry("Rope", "")
    ('Bell (rings)', 'Rope')
    """
    return f"{name or ''} ({effect})" if effect else name or ""


def format_equipment(things: Iterable[Item]) -> str:
    """Return the equipment of a character as the text of a note: what has an effect first, as cards cut the end.

    >>> format_equipment([Item(name="Rope"), Item(name="Bell", effect="rings")])
    'Bell (rings); Rope'
    """
    return "; ".join(
        format_entry(thing.name, thing.effect) for thing in sorted(things, key=lambda thing: not thing.effect)
    )


BEFORE_OWN = 2
"""The number of the game's notes that come before the character's notes with a heading (house default)."""
_HEADED = re.compile(r"([A-Z][a-z]+): (\S.*)")
_FIRST = ("Wants", "Fears")
REST = "Notes"
"""The heading of the part of a character's notes that has none of its own."""


def split_notes(notes: str) -> tuple[list[tuple[str, str]], ...]:
    """Split a character's notes into wants and fears, other notes with a heading, and the rest.

    A paragraph that begins with a word and a colon is a note with a heading. All others form one note. Line ends stay.

    >>> split_notes("Voice: hoarse\\nFears: the sea\\n\\nOwes Kim money,\\nand knows it.")
    ([('Fears', 'the sea')], [('Voice', 'hoarse')], [('Notes', 'Owes Kim money,\\nand knows it.')])
    """
    parts: list[tuple[str, list[str]]] = []
    rest: list[str] = []
    lines = rest
    for line in lines_of(notes):
        headed = _HEADED.fullmatch(line)
        if headed is not None:
            lines = []
            parts.append((headed[1], lines))
        elif not line or is_item(line):
            lines = rest
        lines.append(line if headed is None else headed[2])
    own = [(heading, "\n".join(text)) for heading, text in parts]
    wants, others = ([part for part in own if (part[0] in _FIRST) is first] for first in (True, False))
    return wants, others, [(REST, text)] if (text := "\n".join(rest).strip()) else []


def name_active_options(rules: RuleSet, *options: str) -> list[str]:
    """Return the names of the options that are on, in words, for the footer of a card.

    >>> class Rules(RuleSet):
    ...     solo_deck: bool = True
    ...     long_game: bool = False
    >>> name_active_options(Rules(), "solo_deck", "long_game")
    ['solo deck']
    """
    return [option.replace("_", " ") for option in options if getattr(rules, option)]


def lower_first_letter(text: str) -> str:
    """Return a text with its first letter in lower case, for use after a colon; abbreviations keep their capitals.

    >>> lower_first_letter("A fire"), lower_first_letter("NPCs look away")
    ('a fire', 'NPCs look away')
    """
    return text[0].lower() + text[1:] if text[:1].isupper() and not text[1:2].isupper() else text
