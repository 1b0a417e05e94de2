"""Compute costs. Values outside the printed range count as its nearest end; negatives have a negative cost."""

from collections.abc import Sequence
from math import isqrt

from chargen.games.facade import rules as book
from chargen.games.facade import skills
from chargen.games.facade.concept import Background, Modifier
from chargen.games.facade.rules import Rules


def attribute_cost(level: int | None, rules: Rules) -> int:
    """Return the cost of an attribute in AP.

    >>> [attribute_cost(level, Rules()) for level in range(7)]
    [0, 1, 3, 6, 10, 15, 21]
    """
    prices = rules.attribute_costs
    return prices[clamp_level(level, len(prices) - 1)] if prices else 0


def clamp_level(level: int | None, highest: int, lowest: int = 0) -> int:
    """Return a level limited to its range; a missing level is 0."""
    return min(max(level or 0, lowest), highest)


def modifier_cost(taken: Modifier) -> int:
    """Return the cost of a modifier in AP; negative if it gives points back."""
    row = book.MODIFIER_COSTS.get(taken.cost or "", (0,))
    level = clamp_level(taken.level, len(row) - 1, -(len(row) - 1))
    return -modifier_refund(row, -level) if level < 0 else row[level]


def modifier_refund(row: Sequence[int], level: int) -> int:
    """Return the AP that a negative modifier gives back.

    Prices of odd levels are rounded up, so refunds are rounded down (house default). An odd level is worth the average
    of its two neighbours, as in the classes without rounding.

    >>> [modifier_refund((0, 2, 3, 5, 6, 8, 9), level) for level in range(1, 7)]
    [1, 3, 4, 6, 7, 9]

    Source: rulings, Façade
    """
    return (row[level - 1] + row[level + 1]) // 2 if level % 2 else row[level]  # the highest level is even


def rounds_down(taken: Modifier) -> bool:
    """Return whether a hindering modifier gives back less than the price of its level, because halves round down."""
    return (taken.level or 0) < 0 and -modifier_cost(taken) < modifier_cost(
        taken.model_copy(update={"level": -(taken.level or 0)})
    )


def background_cost(taken: Background, rules: Rules) -> int:
    """Return the cost of a background in BP; negative for a liability.

    For odd levels of a standard background, a price rounds up and a refund rounds down.
    """
    kind, cost, level, points = taken.kind or "", taken.cost or "", taken.level or 0, taken.points or 0
    # A liability is worth as much as the same level of a background (FAC-a20).
    given = -1 if taken.liability else 1
    return given * background_worth(kind, cost, level, points, rules, back=taken.liability)


def background_worth(kind: str, cost: str, level: int, points: int, rules: Rules, *, back: bool = False) -> int:
    """Return the BP of a background by its parts: its price, or with ``back`` the refund of a liability."""
    level = max(level, 0)
    if kind == "individual":
        return points
    if kind == "exponential":
        row = exponential_costs(cost, rules)
        return row[min(level, len(row) - 1)]
    # As many BP for as many levels: 3 BP for 2, so odd levels end in a half.
    points, levels = book.STANDARD_BACKGROUND_COSTS.get(cost, (0, 1))
    return level * points // levels if back else -(-level * points // levels)


def exponential_costs(cost: str, rules: Rules) -> tuple[int, ...]:
    """Return the total BP for each level of an exponential background of a class."""
    if rules.as_printed and cost == "medium":
        return book.EXPONENTIAL_MEDIUM_AS_PRINTED
    return book.EXPONENTIAL_BACKGROUND_COSTS.get(cost, (0,))


def skill_cost(branch: skills.Branch, rules: Rules) -> float:
    """Return the cost of a skill in SP without the skills inside it; in the cascade, the SP on a specialty.

    Prices are multiples of ½, so floats are exact.
    """
    if rules.cascade:
        return float(skills.points_of(branch, rules))
    row = book.STANDARD_SKILL_COSTS[branch.height]
    return row[clamp_level(int(branch.level or 0), skills.HIGHEST)]


def background_points_by_age(age: int, rules: Rules) -> int:
    """Return BP by age: ten times the square root of the age, rounded down, or twice the age (ruling FAC-Q14).

    >>> background_points_by_age(25, Rules(background_points_from="age-root"))
    50
    """
    return isqrt(age * 100) if rules.background_points_from == "age-root" else age * 2
