"""Cards to print, and ones that are empty, endless, or out to do harm."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from chargen.page.card import Card, CardRoll, CardTrack, Ladder, Number
from tests.render.sheets import HOSTILE
from tests.render.stress import COMPOUND

PARTS: dict[str, Callable[[Any], Any]] = {
    "numbers": lambda values: tuple(Number(**value) for value in values),
    "rolls": lambda values: tuple(CardRoll(**value | {"chance": Fraction(value["chance"])}) for value in values),
    "tracks": lambda values: tuple(CardTrack(**value | {"zones": pairs(value.get("zones", ()))}) for value in values),
    "notes": lambda values: pairs(values),
    "back": lambda values: pairs(values),
    "ladder": lambda value: Ladder(
        title=value["title"], steps=tuple((name, Fraction(chance)) for name, chance in value["steps"])
    ),
}
"""How the parts of a card follow from plain data; all others are texts."""


def pairs(values: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(map(tuple, values))


def with_parts(card: Card, parts: Mapping[str, Any]) -> Card:
    """Return a card with other parts, which are given as plain data."""
    return replace(card, **{key: PARTS.get(key, str)(value) for key, value in parts.items()})


GAMES = {
    key: with_parts(Card(system="", name=""), parts)
    for key, parts in yaml.load(
        Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
    ).items()
}
"""Much, more than there is room for, and little: the cards of characters are tested as well."""
FIVE_BY_FIVE, FACADE, OPPOSITION = GAMES.values()
BARE = Card(system="no-such-game", system_title="No Such Game", name="X")
ENDLESS = Card(
    system="no-such-game",
    system_title=f"A Game of {COMPOUND}",
    name=f"{COMPOUND} von und zu {COMPOUND} the Elder",
    concept="word after word " * 30,
    numbers=tuple(Number(label=COMPOUND, value=COMPOUND, below=COMPOUND) for _ in range(9)),
    rolls=tuple(
        CardRoll(
            label=f"{COMPOUND} {number}", what=f"{number}d6 {COMPOUND}", chance=Fraction(number, 40), note=COMPOUND
        )
        for number in range(41)
    ),
    rolls_title=COMPOUND,
    tracks=tuple(
        CardTrack(title=COMPOUND, boxes=boxes, filled=boxes // 2) for boxes in (1, 5, 14, 40, 400, 7, 8, 9, 10)
    ),
    notes=tuple((COMPOUND, "word after word " * 40) for _ in range(12)),
    back=tuple((COMPOUND, "word after word " * 90) for _ in range(12)),
    foot=COMPOUND * 3,
)
HARMFUL = Card(
    system="no-such-game",
    system_title=HOSTILE,
    name=HOSTILE,
    concept=HOSTILE,
    numbers=(Number(label=HOSTILE, value=HOSTILE, below=HOSTILE),),
    rolls=(CardRoll(label=HOSTILE, what=HOSTILE, chance=Fraction(1, 3), note=HOSTILE),),
    rolls_title=HOSTILE,
    tracks=(CardTrack(title=HOSTILE, boxes=5, zones=((HOSTILE, 5),)),),
    notes=((HOSTILE, HOSTILE),),
    back=((HOSTILE, HOSTILE),),
    foot=HOSTILE,
)
ODD = {"bare": BARE, "endless": ENDLESS, "harmful": HARMFUL}
