"""A stranger's attributes, modifiers, backgrounds, liabilities and gear, drawn by lot."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from chargen.core.diagnostic import KeyPath
from chargen.core.names import fold
from chargen.core.npc import Infeasible
from chargen.games.facade import allocation, armory, costs, creation_gear, skills, training
from chargen.games.facade.concept import LIABILITIES, Armor, Background, Broad, Concept, Modifier, Weapon
from chargen.games.facade.reckoning import values
from chargen.games.facade.rules import ATTRIBUTES, Rules
from chargen.games.facade.words import NamedBackground, Words

WEIGHTS = (0, 2, 9, 16, 9, 3, 1)
"""How likely the levels 0 to 6 of an attribute are, beside each other (ours)."""
HIGHER = 1
"""The same for levels beyond (ours)."""
MODIFIERS = 2
"""Modifiers of a stranger, as far as AP allow (ours)."""
CLASS = "simple"
"""The class of modifiers that are drawn (ours)."""


@lru_cache(maxsize=256)
def attribute_row(prices: tuple[int, ...], least: int, top: int) -> allocation.Row:
    """The levels of an attribute from ``least`` to ``top``; their cost is what level 0 does not cost."""
    return tuple(
        allocation.Rung(level, prices[level] - prices[0], WEIGHTS[level] if level < len(WEIGHTS) else HIGHER)
        for level in range(max(least, 1), top + 1)
    )


@lru_cache(maxsize=64)
def modifier_row(prices: tuple[int, ...]) -> allocation.Row:
    """The levels of a modifier that helps, each as likely."""
    return tuple(allocation.Rung(level, prices[level], 1) for level in range(1, len(prices)))


@dataclass(frozen=True, slots=True)
class Open:
    """What is drawn for AP: attributes, the levels of modifiers that are pinned without, and new modifiers."""

    attributes: tuple[str, ...]
    levels: tuple[int, ...]
    """Places of pinned modifiers."""
    modifiers: tuple[tuple[str, str], ...]
    """Names and categories of new ones."""
    rows: tuple[allocation.Row, ...]

    def drawn(self, random: Random, total: int, most: int) -> tuple[dict[str, int], dict[KeyPath, Any], list[Any]]:
        """Levels of attributes, levels of pinned modifiers by their paths, and new modifiers as a file has them."""
        levels = iter([int(level) for level in allocation.drawn(random, self.rows, total, most)])
        held = {name: next(levels) for name in self.attributes}
        pinned: dict[KeyPath, Any] = {("modifiers", place, "level"): next(levels) for place in self.levels}
        new = [
            {"name": name, "category": category, "cost": CLASS, "level": next(levels)}
            for name, category in self.modifiers
        ]
        return held, pinned, new


def opened(
    random: Random, pinned: Concept, floors: Mapping[str, int], least: int, most: int, rules: Rules, words: Words
) -> Open:
    """What is open, with new modifiers if none are pinned: as many as take the AP that must be spent, ``least``."""
    prices, top = tuple(rules.attribute_costs), min(rules.human_maximum, rules.highest_attribute)
    free = tuple(each for each in ATTRIBUTES if each in floors)
    rows = [attribute_row(prices, floors[each], top) for each in free]
    levels = tuple(place for place, each in enumerate(pinned.modifiers) if each.level is None)
    rows += [_level_row(pinned.modifiers[place], rules) for place in levels]
    new: tuple[tuple[str, str], ...] = ()
    row = modifier_row(tuple(rules.modifier_costs.get(CLASS, ())))
    if not pinned.modifiers and "modifiers" not in pinned.model_fields_set and row and all(rows):
        number = min(_number(rows, row, least, most), len(words.modifiers))
        chosen = random.sample(words.modifiers, number)
        new = tuple((each.name, each.category) for each in chosen)
        rows += [row] * number
    return Open(free, levels, new, tuple(rows))


def _level_row(modifier: Modifier, rules: Rules) -> allocation.Row:
    row = modifier_row(tuple(rules.modifier_costs.get(modifier.cost or "", ())))
    least = max((abs(each) for each in modifier.bonus.values()), default=0)
    return tuple(rung for rung in row if rung.level >= least) or row


def _number(rows: list[allocation.Row], row: allocation.Row, least: int, most: int) -> int:
    """How many new modifiers there are: the usual number, or as many as spend what must be spent; none if poor."""
    lowest = sum(min(rung.cost for rung in each) for each in rows)
    highest = sum(max(rung.cost for rung in each) for each in rows)
    dearest = max(rung.cost for rung in row)
    if lowest + MODIFIERS * min(rung.cost for rung in row) > most:
        return 0
    return max(MODIFIERS, -(-(least - highest) // max(dearest, 1)))


CLASSES = ("minor", "simple", "medium", "major")
"""How useful the backgrounds are that are drawn, each as likely (ours)."""
LEVELS = (2, 6)
"""Their levels, each as likely (ours)."""
PINNED_LEVELS = (1, 4)
"""The levels of backgrounds that are pinned without one, each as likely (ours)."""
ENOUGH = 12
"""What is left of so many BP goes into one background with a price of its own (ours)."""
DEAREST = 9999


def levels(random: Random, pinned: Concept) -> dict[KeyPath, Any]:
    """Levels of pinned standard and exponential backgrounds that lack one, by their paths."""
    return {
        ("backgrounds", place, "level"): random.randint(*PINNED_LEVELS)
        for place, each in enumerate(pinned.backgrounds)
        if each.kind in ("standard", "exponential") and each.level is None
    }


def unpriced(pinned: Concept) -> list[int]:
    """The places of pinned individual backgrounds without a price: they take what BP are left."""
    return [
        place
        for place, each in enumerate(pinned.backgrounds)
        if each.kind == "individual" and each.points is None and not each.liability
    ]


def prices(random: Random, places: list[int], points: int) -> dict[KeyPath, Any]:
    """Prices for individual backgrounds, by lot, that come to so many BP."""
    found: dict[KeyPath, Any] = {}
    for index, place in enumerate(places):
        last = index == len(places) - 1
        price = points if last else random.randint(0, min(points, ENOUGH))
        if price > DEAREST:
            raise Infeasible(("backgrounds", place), f"{points} BP are more than one background may cost")
        found["backgrounds", place, "points"] = price
        points -= price
    return found


def drawn(random: Random, points: int, rules: Rules, words: Words) -> list[dict[str, Any]]:
    """Backgrounds that cost so many BP, and a liability where it gives BP back."""
    chosen: list[dict[str, Any]] = []
    if words.liabilities and words.backgrounds and not rules.negatives_to_pool:
        named = random.choice(words.liabilities)
        chosen.append(_standard(named, "simple", random.randint(1, 4)))
        points += _price(chosen[-1], rules)
    names = random.sample(words.backgrounds, len(words.backgrounds))
    taken: list[dict[str, Any]] = []
    while points > 0 and names:
        background = _one(random, names.pop(), points, rules, last=not names)
        if background is not None:
            taken.append(background)
            points -= _price(background, rules)
    if points:
        raise Infeasible(("backgrounds",), f"no background is left to spend the last {points} BP on")
    return [*reversed(taken), *chosen]


def _one(random: Random, named: NamedBackground, points: int, rules: Rules, *, last: bool) -> dict[str, Any] | None:
    """A background of that name within so many BP, or None where the lot was too dear."""
    fitting = [
        each
        for each in _offers(random, named)
        if not last
        and 0 < _price(each, rules) <= points
        and (each["kind"] == "standard" or each["level"] < len(costs.exponential(each["cost"], rules)))
    ]
    if fitting:
        return fitting[0]
    if points <= ENOUGH or last:
        return {"name": named.name, "class": named.class_, "kind": "individual", "points": min(points, DEAREST)}
    return None


def _offers(random: Random, named: NamedBackground) -> Iterator[dict[str, Any]]:
    """What is drawn for a name: in one case of three the exponential kind first."""
    cost, level = random.choice(CLASSES), random.randint(*LEVELS)
    standard = _standard(named, cost, level)
    if random.randrange(3) == 0:
        yield {**standard, "kind": "exponential"}
    yield standard


def _standard(named: NamedBackground, cost: str, level: int) -> dict[str, Any]:
    return {"name": named.name, "class": named.class_, "kind": "standard", "cost": cost, "level": level}


def _price(plain: dict[str, Any], rules: Rules) -> int:
    """What a background of plain data costs, or a liability gives back."""
    back = plain["class"] in LIABILITIES
    parts = plain["kind"], plain.get("cost", ""), plain.get("level", 0), plain.get("points", 0)
    return costs.worth(*parts, rules, back=back)


def fixed(pinned: Concept, rules: Rules) -> int:
    """What pinned backgrounds cost, those without a level or a price left aside."""
    return sum(costs.background(each, rules) for each in pinned.backgrounds if _complete(each))


def _complete(each: Background) -> bool:
    return each.points is not None if each.kind == "individual" else each.level is not None


WEAPONS = 2
"""Weapons of a stranger (ours)."""
GEAR = 3
"""Other things (ours)."""
VERY_STRONG = 99


def armor(random: Random, rules: Rules, words: Words) -> list[str]:
    """A piece of armour, for every other stranger. Raises Unlawful where the words name none of the table."""
    for index, name in enumerate(words.armor):
        if armory.armor_row(name, rules) is None:
            raise Infeasible(("words", "armor", index), f"`{name}` is no armour of the table")
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
            raise Infeasible(
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
    for rule in (creation_gear.weapon_strength, creation_gear.extra_strain):
        for finding in rule(dressed, rules):
            raise Infeasible(finding.path, finding.message, "pin a lighter weapon, or a higher Strength")


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
