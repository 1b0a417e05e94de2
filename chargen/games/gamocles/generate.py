"""Lawful strangers: numbers drawn from the table's ranges and fitted to its budgets, words from lists of our own."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from chargen.core.concept import Item
from chargen.core.diagnostic import KeyPath
from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec, refuse
from chargen.core.roll import signed
from chargen.games.gamocles import fitting, pins, ratings, scores, spending, variations
from chargen.games.gamocles.concept import Concept, Gear, Variation
from chargen.games.gamocles.fitting import Need
from chargen.games.gamocles.names import SKILLS, TRAITS, UNARMED, UNARMOURED, Name, called
from chargen.games.gamocles.rules import LARGEST_SUM, Rules

ORDER = (
    "system", "name", "player", "concept", "portrait", "campaign", "rules", "traits", "skills", "weapon", "armour",
    "variations", "pools", "equipment", "notes", "advancement", "waive", "stated", "state",
)  # fmt: skip
"""How a stranger's keys follow one another."""


def generate(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """A lawful stranger after a brief, as the plain data of a concept; the same ``random`` state gives the same one.

    Numbers are drawn from the rules' `drawn_traits` and `drawn_skills` (ours), and moved a point at a time until the
    table's budgets are met to the point. Where the table sets none, the stranger states what it is built on: its own
    sums, under `rules`. Raises Unlawful where the pins allow no lawful character.
    """
    refuse(pins.faults(spec, rules))
    pinned, words = spec.pinned, spec.words
    settled = {key: value for key, value in spec.pins.items() if value is not None}
    weapon, armour = _gear(random, words.weapons, UNARMED, 8), _gear(random, words.armour, UNARMOURED, 3)
    needs = _needs(
        pinned.variations,
        pinned.weapon if "weapon" in settled else weapon,
        pinned.armour if "armour" in settled else armour,
    )
    values = fitting.numbers(random, fitting.spans(pinned, rules), needs, rules)
    held = pinned.variations
    if "variations" not in settled:
        held = variations.drawn(random, words.variations, values, needs, rules.variation_points)
    made: dict[str, object] = {
        "system": "gamocles",
        "concept": " ".join(random.choice(each) for each in (words.trades, words.manners) if each),
        "weapon": [{"name": each.name, "rating": each.rating} for each in weapon],
        "armour": [{"name": each.name, "rating": each.rating} for each in armour],
        "variations": [variations.data(each) for each in held],
        "equipment": _equipment(random, words.equipment),
    }
    if spec.experience is not None:
        lines = spending.lines(random, values, held, rules, spec)
        settled["advancement"] = [*spec.entries("advancement"), *lines]
    made = {key: value for key, value in made.items() if value} | {"name": spec.name} | settled
    made["traits"] = _completed(pinned.traits, values, TRAITS)
    made["skills"] = _completed(pinned.skills, values, SKILLS, but=0)
    if stated := _built_on(values, held, rules):
        made["rules"] = {**settled.get("rules", {}), **stated}
    return {key: made[key] for key in ORDER if key in made}


def _gear(random: Random, known: Sequence[Gear], bare: str, out_of: int) -> tuple[Gear, ...]:
    """One piece, or none in one case of so many. What is called as the bare hand or skin is no piece."""
    pieces = [each for each in known if fold(each.name or "") != bare]
    with_one = random.randrange(out_of) > 0
    return (random.choice(pieces),) if pieces and with_one else ()


def _needs(held: Iterable[Variation], weapons: Sequence[Gear], armour: Sequence[Gear]) -> tuple[Need, Need]:
    """What the traits and skills in each rating need to add up to, so that it is not below 0 with any gear."""
    found = []
    for rating, addends, gear, section, bare in (
        (ratings.OFFENSIVE, ratings.OFFENSIVE_ADDENDS, weapons, "weapon", UNARMED),
        (ratings.DEFENSIVE, ratings.DEFENSIVE_ADDENDS, armour, "armour", UNARMOURED),
    ):
        added = sum(scores.modifiers(each.modifies, rating) for each in held if each.modifies)
        worst, name = min(((each.rating or 0, each.name) for each in gear), default=(0, bare))
        worst, name = (worst, name) if worst < 0 else (0, bare)
        message = (
            f"the {rating} {name} stays below 0: before gear and variations it would need {signed(-added - worst)}"
        )
        path: KeyPath = (section,) if worst < 0 else ("variations",) if added < 0 else ("skills",)
        found.append(Need(addends, -added - worst, path, message))
    return found[0], found[1]


def _equipment(random: Random, known: Sequence[Item]) -> list[object]:
    chosen = random.sample(known, min(2, len(known)))
    return [{"name": each.name, "effect": each.effect} if each.effect else each.name for each in chosen]


def _completed(
    pinned: Mapping[str, Any] | None, values: Mapping[str, int], among: Sequence[Name], but: int | None = None
) -> dict[str, Any]:
    """A pinned mapping with what it leaves out, in the order of the sheet; `but` is not added."""
    written = {called(word, among): (word, value) for word, value in scores.written(pinned)}
    drawn = {each: (each.key, values[each.full]) for each in among if values[each.full] != but}
    return dict(found for each in among if (found := written.get(each) or drawn.get(each)) is not None)


def _built_on(values: Mapping[str, int], held: Iterable[Variation], rules: Rules) -> dict[str, int]:
    """The points that a stranger is built on, where the table sets none: so there is a budget to check against."""
    sums = {
        "trait_points": sum(values[each.full] for each in TRAITS),
        "skill_points": sum(values[each.full] for each in SKILLS),
        "variation_points": sum(each.points for each in held),
    }
    stated = {name: spent for name, spent in sums.items() if getattr(rules, name) is None}
    for name, spent in stated.items():
        if abs(spent) > LARGEST_SUM:
            section = name.replace("_points", "s")
            message = f"the {section} come to {signed(spent)} points, more than any table's budget"
            raise Infeasible((section,), message, f"keep within {LARGEST_SUM} in all")
    return stated
