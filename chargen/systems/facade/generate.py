"""Lawful strangers: what is pinned, and the rest drawn by lot so that every point of every area is spent."""

from collections.abc import Mapping
from random import Random
from typing import Any

from chargen.core.diagnostic import Path
from chargen.core.stranger import Brief
from chargen.systems.facade import background_lots, experience, gear_lots, pins
from chargen.systems.facade.attributes import CATEGORIES
from chargen.systems.facade.concept import Armor, Concept
from chargen.systems.facade.purchase import Purchase
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.words import Words

AGES = (18, 64)
"""Strangers are of an age from the first to the last, each as likely (ours)."""
FRAMES = ("female", "male")
ORDER = (
    "system", "name", "player", "concept", "age", "frame", "height", "weight", "portrait", "campaign", "rules",
    "attributes", "modifiers", "skills", "backgrounds", "weapons", "armor", "equipment", "advancement", "notes",
    "state", "stated", "waive",
)  # fmt: skip
"""The order of a stranger's keys."""


def generate(random: Random, rules: Rules, brief: Brief[Concept]) -> dict[str, object]:
    """A lawful stranger after a brief, as the plain data of a concept.

    The same ``random`` state gives the same person. The common pool is split by lot, each area is spent to the end,
    and what is pinned stands unchanged. Raises Unlawful where no lawful character could have it.
    """
    pinned, words = brief.pinned, brief.words
    if not isinstance(words, Words):
        raise TypeError("strangers of Façade are drawn from words of Façade")
    pins.judge(pinned, brief.pins, rules)
    found = _circumstances(random, brief, rules, words)
    pinned = pinned.model_copy(update={"age": found.get("age", pinned.age)})
    pieces = pinned.armor if "armor" in brief.pins else tuple(Armor(name=name) for name in found.get("armor", ()))
    levels = background_lots.levels(random, pinned)
    pinned = _with_levels(pinned, levels)
    strength = gear_lots.strength(pinned, pieces, rules)
    bought = Purchase(random, brief.pins, pinned, strength, rules, words).made()
    raw = pins.filled(brief.pins, levels | bought.filled)
    data = {**found, **bought.new, **raw}
    data["attributes"] = {pins.kept(data["attributes"], key): None for key in CATEGORIES} | data["attributes"]
    if "weapons" not in data:
        data["weapons"] = gear_lots.weapons(random, bought.attributes["strength"], data["skills"], pieces, rules, words)
    if "equipment" not in data:
        data["equipment"] = gear_lots.gear(random, words)
    if brief.experience is not None:
        lines = experience.lines(random, data, brief, rules)
        data["advancement"] = [*brief.entries("advancement"), *lines]
    return {key: data[key] for key in (*ORDER, *data) if key in data}


def _circumstances(random: Random, brief: Brief[Concept], rules: Rules, words: Words) -> dict[str, Any]:
    """What nothing else hangs on but for the age and the armour, as far as it is not pinned."""
    found: dict[str, Any] = {"system": "facade", "name": brief.name, "age": random.randint(*AGES)}
    line = [random.choice(each) for each in (words.callings, words.manners) if each]
    found["concept"] = " ".join(line)
    frame = random.choice(FRAMES)
    if brief.pinned.weight is None:
        found["frame"] = frame
    worn = gear_lots.armor(random, rules, words)
    if worn:
        found["armor"] = worn
    return {key: value for key, value in found.items() if key in ("system", "name") or key not in brief.pins}


def _with_levels(pinned: Concept, levels: Mapping[Path, Any]) -> Concept:
    """The pinned concept with its backgrounds' missing levels."""
    backgrounds = list(pinned.backgrounds)
    for (_, place, _), level in levels.items():
        backgrounds[int(place)] = backgrounds[int(place)].model_copy(update={"level": level})
    return pinned.model_copy(update={"backgrounds": tuple(backgrounds)})
