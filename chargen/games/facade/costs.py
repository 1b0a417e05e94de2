"""What everything costs. Values outside the printed range are taken at its nearest end; negatives cost less than 0."""

from collections.abc import Sequence
from math import isqrt

from chargen.games.facade import skills
from chargen.games.facade.concept import Background, Modifier
from chargen.games.facade.rules import (
    EXPONENTIAL_BACKGROUND_COSTS,
    EXPONENTIAL_MEDIUM_AS_PRINTED,
    MODIFIER_COSTS,
    STANDARD_BACKGROUND_COSTS,
    STANDARD_SKILL_COSTS,
    Rules,
)


def attribute(level: int | None, rules: Rules) -> int:
    """Return AP for an attribute.

    >>> [attribute(level, Rules()) for level in range(7)]
    [0, 1, 3, 6, 10, 15, 21]
    """
    prices = rules.attribute_costs
    return prices[clamped(level, len(prices) - 1)] if prices else 0


def clamped(level: int | None, highest: int, lowest: int = 0) -> int:
    """Return a level at the nearest end of its range; a missing one as 0."""
    return min(max(level or 0, lowest), highest)


def modifier(taken: Modifier) -> int:
    """Return AP for a modifier; what a negative one gives back is below 0."""
    row = MODIFIER_COSTS.get(taken.cost or "", (0,))
    level = clamped(taken.level, len(row) - 1, -(len(row) - 1))
    return -refund(row, -level) if level < 0 else row[level]


def refund(row: Sequence[int], level: int) -> int:
    """Return AP that a negative modifier gives back.

    Where the price of an odd level is rounded up, what it gives is rounded down. An odd level is worth half of what
    its two neighbours are together, as in the classes that need no rounding.

    >>> [refund((0, 2, 3, 5, 6, 8, 9), level) for level in range(1, 7)]
    [1, 3, 4, 6, 7, 9]

    Source: rulings, Façade
    """
    is_between = level % 2 == 1 and level + 1 < len(row)
    return (row[level - 1] + row[level + 1]) // 2 if is_between else row[level]


def background(taken: Background, rules: Rules) -> int:
    """Return BP for a background; what a liability gives back is below 0.

    For odd levels of a standard one a price rounds up, and what is given back rounds down.
    """
    kind, cost, level, points = taken.kind or "", taken.cost or "", taken.level or 0, taken.points or 0
    given = -1 if taken.liability else 1
    return given * worth(kind, cost, level, points, rules, back=taken.liability)


def worth(kind: str, cost: str, level: int, points: int, rules: Rules, *, back: bool = False) -> int:
    """Return BP of a background by its parts: what it costs, or what a liability gives ``back``."""
    level = max(level, 0)
    if kind == "individual":
        return points
    if kind == "exponential":
        row = exponential(cost, rules)
        return row[min(level, len(row) - 1)]
    points, levels = STANDARD_BACKGROUND_COSTS.get(cost, (0, 1))
    return level * points // levels if back else -(-level * points // levels)


def exponential(cost: str, rules: Rules) -> tuple[int, ...]:
    """Return BP in all for each level of an exponential background of a class."""
    if rules.as_printed and cost == "medium":
        return EXPONENTIAL_MEDIUM_AS_PRINTED
    return EXPONENTIAL_BACKGROUND_COSTS.get(cost, (0,))


def skill(branch: skills.Branch, rules: Rules) -> float:
    """Return SP for a skill by itself: the price of its level, or in the cascade the SP on a specialty.

    Prices are whole or half, and so exact as they are.
    """
    if rules.cascade:
        return float(skills.points(branch, rules))
    row = STANDARD_SKILL_COSTS[branch.height]
    return row[clamped(int(branch.level or 0), skills.HIGHEST)]


def background_points_by_age(age: int, rules: Rules) -> int:
    """Return BP by age: the square root of the age times ten, rounded down, or the age times two (ruling FAC-Q14).

    >>> background_points_by_age(25, Rules(background_points_from="age-root"))
    50
    """
    return isqrt(age * 100) if rules.background_points_from == "age-root" else age * 2
