"""What a stranger carries and wears."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from chargen.core.names import fold
from chargen.core.stranger import Unlawful
from chargen.systems.facade import armory, gear_rules, skills, training
from chargen.systems.facade.concept import Armor, Broad, Concept, Weapon
from chargen.systems.facade.reckoning import values
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.words import Words

WEAPONS = 2
"""Weapons of a stranger (ours)."""
GEAR = 3
"""Other things (ours)."""
VERY_STRONG = 99


def armor(random: Random, rules: Rules, words: Words) -> list[str]:
    """A piece of armour, for every other stranger. Raises Unlawful where the words name none of the table."""
    for index, name in enumerate(words.armor):
        if armory.armor_row(name, rules) is None:
            raise Unlawful(("words", "armor", index), f"`{name}` is no armour of the table")
    return [random.choice(words.armor)] if words.armor and random.randrange(2) else []


def strength(pinned: Concept, pieces: tuple[Armor, ...], rules: Rules) -> int:
    """The Strength that the pinned weapons want, so that none costs extra Strain.

    Raises Unlawful where nobody, or not who is pinned, has it.
    """
    highest = min(rules.human_maximum, rules.highest_attribute)
    held = values(pinned.attributes)["strength"]
    if held is not None:
        _refuse_heavy(pinned.model_copy(update={"armor": pieces}), rules)
        return held
    most = 0
    for index, weapon in enumerate(pinned.weapons):
        wanted = _wanted(weapon, pieces, rules)
        if wanted > highest:
            raise Unlawful(
                ("weapons", index),
                f"`{weapon.name}` wants a Strength of {wanted}, and nobody has more than {highest}",
                "every attack would cost extra Strain; pin a lighter weapon",
            )
        most = max(most, wanted)
    return most


def _wanted(weapon: Weapon, pieces: tuple[Armor, ...], rules: Rules) -> int:
    worn = armory.worn(pieces, VERY_STRONG, rules)
    carried = armory.carried((weapon,), VERY_STRONG, worn, rules)[:1]
    return max((max(arm.wanted or 0, arm.minimum or 0) for arm in carried), default=0)


def _refuse_heavy(dressed: Concept, rules: Rules) -> None:
    for rule in (gear_rules.weapon_strength, gear_rules.extra_strain):
        for finding in rule(dressed, rules):
            raise Unlawful(finding.path, finding.message, "pin a lighter weapon, or a higher Strength")


def weapons(
    random: Random, strength: int, held: Mapping[str, Any], pieces: tuple[Armor, ...], rules: Rules, words: Words
) -> list[str]:
    """Weapons within somebody's Strength that their skills fit, those with a skill of their own before any others.

    ``held`` are the skills as plain data.
    """
    skilled = set(_names(held))
    heavier = sum(piece.weapon_strength for piece in armory.worn(pieces, VERY_STRONG, rules))
    light = {
        row.name.split("/")[0]: {fold(part) for part in row.name.split("/")}
        for row in (*rules.melee_weapons, *rules.ranged_weapons)
        if max((row.strength or 0) + (heavier if row.strength is not None else 0), row.minimum or 0) <= strength
    }
    offered = [name for name in light if not words.weapons or _is_one_of(name, light[name], words.weapons)]
    known = [name for name in offered if light[name] & skilled]
    if not known:  # to read the skills costs time, which most people can be spared
        tree = skills.tree({name: Broad.model_validate(inside) for name, inside in held.items()})
        known = [name for name in offered if training.fits(Weapon(name=name), tree, rules)]
    return sorted(random.sample(known, min(WEAPONS, len(known))))


def _names(held: Any) -> Iterator[str]:
    """The names of all skills of plain data, folded."""
    for name, inside in held.items() if isinstance(held, Mapping) else ():
        yield fold(str(name))
        yield from _names(inside)


def _is_one_of(name: str, parts: set[str], wanted: tuple[str, ...]) -> bool:
    return any(fold(each) in parts or fold(each) == fold(name) for each in wanted)


def gear(random: Random, words: Words) -> list[str]:
    """A few things, in no order."""
    return random.sample(words.gear, min(GEAR, len(words.gear)))
