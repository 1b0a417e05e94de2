"""A stranger's attributes and modifiers, drawn by lot for exactly the AP there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from chargen.core.diagnostic import Path
from chargen.systems.facade import attributes, lots
from chargen.systems.facade.concept import Concept, Modifier
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.words import Words

WEIGHTS = (0, 2, 9, 16, 9, 3, 1)
"""How likely the levels 0 to 6 of an attribute are, beside each other (ours)."""
HIGHER = 1
"""The same for levels beyond (ours)."""
MODIFIERS = 2
"""Modifiers of a stranger, as far as AP allow (ours)."""
CLASS = "simple"
"""The class of modifiers that are drawn (ours)."""


@lru_cache(maxsize=256)
def attribute_row(prices: tuple[int, ...], least: int, top: int) -> lots.Row:
    """The levels of an attribute from ``least`` to ``top``; their cost is what level 0 does not cost."""
    return tuple(
        lots.Rung(level, prices[level] - prices[0], WEIGHTS[level] if level < len(WEIGHTS) else HIGHER)
        for level in range(max(least, 1), top + 1)
    )


@lru_cache(maxsize=64)
def modifier_row(prices: tuple[int, ...]) -> lots.Row:
    """The levels of a modifier that helps, each as likely."""
    return tuple(lots.Rung(level, prices[level], 1) for level in range(1, len(prices)))


@dataclass(frozen=True, slots=True)
class Open:
    """What is drawn for AP: attributes, the levels of modifiers that are pinned without, and new modifiers."""

    attributes: tuple[str, ...]
    levels: tuple[int, ...]
    """Places of pinned modifiers."""
    modifiers: tuple[tuple[str, str], ...]
    """Names and categories of new ones."""
    rows: tuple[lots.Row, ...]

    def drawn(self, random: Random, total: int, most: int) -> tuple[dict[str, int], dict[Path, Any], list[Any]]:
        """Levels of attributes, levels of pinned modifiers by their paths, and new modifiers as a file has them."""
        levels = iter([int(level) for level in lots.drawn(random, self.rows, total, most)])
        held = {name: next(levels) for name in self.attributes}
        pinned: dict[Path, Any] = {("modifiers", place, "level"): next(levels) for place in self.levels}
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
    free = tuple(each for each in attributes.ATTRIBUTES if each in floors)
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


def _level_row(modifier: Modifier, rules: Rules) -> lots.Row:
    row = modifier_row(tuple(rules.modifier_costs.get(modifier.cost or "", ())))
    least = max((abs(each) for each in modifier.bonus.values()), default=0)
    return tuple(rung for rung in row if rung.level >= least) or row


def _number(rows: list[lots.Row], row: lots.Row, least: int, most: int) -> int:
    """How many new modifiers there are: the usual number, or as many as spend what must be spent; none if poor."""
    lowest = sum(min(rung.cost for rung in each) for each in rows)
    highest = sum(max(rung.cost for rung in each) for each in rows)
    dearest = max(rung.cost for rung in row)
    if lowest + MODIFIERS * min(rung.cost for rung in row) > most:
        return 0
    return max(MODIFIERS, -(-(least - highest) // max(dearest, 1)))
