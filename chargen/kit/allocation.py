"""Draw random integers that spend points, such as an exact budget.

The functions know no game. All randomness comes from the parameter ``random``, so the same state gives the same
numbers.

>>> from random import Random
>>> drawn = draw_total(Random("a seed"), ["might", "wits", "aim"], 10, 0, 5, fixed={"aim": 3})
>>> drawn["might"] + drawn["wits"], drawn["aim"]
(7, 3)
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def draw_total(
    random: Random, names: Sequence[K], total: int, low: int, high: int, fixed: Mapping[K, int]
) -> dict[K, int]:
    """Draw numbers from low to high that, together with the fixed numbers, add up to a total or come nearest to it.

    Raises ValueError where low is above high.

    >>> from random import Random
    >>> drawn = draw_total(Random(1), ("might", "wits", "aim"), 7, 1, 4, fixed={"wits": 1})
    >>> drawn["wits"], drawn["might"] + drawn["aim"]
    (1, 6)
    """
    levels = {name: fixed.get(name, low) for name in names}
    # A number is drawn for fixed names too, so that pinning one changes the others as little as possible.
    drawn = {name: random.randint(low, high) for name in names}
    for tops in (drawn, dict.fromkeys(names, high)):
        open_to = {name: top for name, top in tops.items() if name not in fixed}
        levels, _ = raise_levels(random, levels, open_to, total - sum(levels.values()))
    return levels


def split_evenly(total: int, parts: int) -> list[int]:
    """Return a total in parts that are as large as each other, but for the first one, which takes the remainder.

    >>> split_evenly(7, 3), split_evenly(7, 0)
    ([3, 2, 2], [])
    """
    others = [total // parts] * (parts - 1) if parts else []
    return [total - sum(others), *others][:parts]


def raise_levels(
    random: Random,
    levels: Mapping[K, int],
    tops: Mapping[K, int],
    points: int,
    price: Callable[[K, int], int] = lambda name, level: 1,
    weight: Callable[[K], int] = lambda name: 1,
) -> tuple[dict[K, int], int]:
    """Raise random levels one by one until no more can be paid; return all levels, and the points that are left.

    Only names in ``tops`` are raised, at most to the level given there. ``price`` returns the cost of the step to a
    level; it must not fall with the level. ``weight`` returns the relative chance of a name, an integer above 0.

    >>> from random import Random
    >>> raise_levels(Random(1), {"climb": 0, "swim": 2}, {"climb": 4}, 7, price=lambda name, level: level)
    ({'climb': 3, 'swim': 2}, 1)
    """
    raised_to = dict(levels)
    open_names = [name for name, top in tops.items() if raised_to[name] < top]
    weights = [weight(name) for name in open_names]
    while open_names:
        place = bisect(list(accumulate(weights)), random.randrange(sum(weights)))
        name = open_names[place]
        cost = price(name, raised_to[name] + 1)
        if cost <= points:
            raised_to[name] += 1
            points -= cost
        if cost > points or raised_to[name] >= tops[name]:  # a step that cannot be paid now cannot be paid later
            del open_names[place], weights[place]
    return raised_to, points
