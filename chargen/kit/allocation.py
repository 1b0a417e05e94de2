"""Draw random integers that meet totals, such as exact budgets.

There are two ways to distribute points:

* `draw_nearest` draws a number for each name, and then changes one of them at a time until all totals are met, such as
  a budget of traits and another one of skills.
* `raise_levels` buys levels one by one from a number of points, at prices that may rise with the level.

The functions know no game. All randomness comes from the parameter ``random``, so the same state gives the same
numbers.

>>> from random import Random
>>> spans = {"might": Span(0, 5), "wits": Span(0, 5), "aim": Span(3, 3)}
>>> drawn = draw_nearest(Random("a seed"), spans, [(("might", "wits"), 7)])
>>> drawn["might"] + drawn["wits"], drawn["aim"]
(7, 3)
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)

# Numbers within spans, and totals of some of them.


class Span(NamedTuple):
    """The lowest and the highest allowed value of a number, both included. They are equal for a fixed number.

    >>> Span(1, 6, usual=(2, 3, 3, 4)).nearest(9)
    6
    """

    low: int
    high: int
    usual: Sequence[int] = ()
    """The values to draw from, equally likely; empty for all. A total may move the number to others of the span."""

    def nearest(self, number: int) -> int:
        """Return the number of the span that is nearest to ``number``."""
        return max(self.low, min(number, self.high))


def draw_nearest(
    random: Random, spans: Mapping[K, Span], totals: Iterable[tuple[Sequence[K], int]] = ()
) -> dict[K, int]:
    """Draw a number within its span for each name, then change the numbers step by step until all totals are met.

    A total is that of some names, each of which is in one total at most. A number is drawn for fixed names too, so that
    pinning one name changes the other numbers as little as possible. Numbers leave their ``usual`` values only if the
    totals cannot be met otherwise. A total that is out of reach stays unmet; a rule of the game then reports it. Raises
    ValueError for an empty span.

    >>> from random import Random
    >>> draw_nearest(Random(1), {"a": Span(2, 2), "b": Span(0, 9)}, [(("a", "b"), 7)])
    {'a': 2, 'b': 5}
    >>> draw_nearest(Random(1), {"a": Span(2, 2), "b": Span(0, 3)}, [(("a", "b"), 7)])
    {'a': 2, 'b': 3}
    """
    for name, span in spans.items():
        if span.low > span.high:
            raise ValueError(f"there is no number from {span.low} to {span.high} for {name!r}")
    drawn = {
        name: span.nearest(random.choice(span.usual) if span.usual else random.randint(span.low, span.high))
        for name, span in spans.items()
    }
    usual = {
        name: Span(span.nearest(min(span.usual, default=span.low)), span.nearest(max(span.usual, default=span.high)))
        for name, span in spans.items()
    }
    values, sums = dict(drawn), list(totals)

    def judge(change: tuple[K, int]) -> tuple[int, int]:
        """Return how small a step is, and how far from the drawn number it leads."""
        name, step = change
        return -abs(step), abs(values[name] + step - drawn[name])

    for within in (usual, spans):
        while possible := list(_steps_nearer(values, within, sums)):
            random.shuffle(possible)  # the best step is a random one of equals
            name, step = min(possible, key=judge)
            values[name] += step
    return values


def _steps_nearer(
    values: Mapping[K, int], spans: Mapping[K, Span], totals: Iterable[tuple[Sequence[K], int]]
) -> Iterator[tuple[K, int]]:
    """Yield each step of a number within its span that brings its total nearer."""
    for names, total in totals:
        missing = total - sum(values[name] for name in names)
        one = (missing > 0) - (missing < 0)
        for name in names if missing else ():
            # Large steps, too: a budget may be thousands away.
            for step in {one, one * max(abs(missing) // len(names), 1)}:
                if spans[name].low <= values[name] + step <= spans[name].high:
                    yield name, step


def draw_total(
    random: Random, names: Sequence[K], total: int, low: int, high: int, fixed: Mapping[K, int]
) -> dict[K, int]:
    """Draw numbers from low to high that, together with the fixed numbers, add up to a total or come nearest to it.

    >>> from random import Random
    >>> drawn = draw_total(Random(1), ("might", "wits", "aim"), 7, 1, 4, fixed={"wits": 1})
    >>> drawn["wits"], drawn["might"] + drawn["aim"]
    (1, 6)
    """
    spans = {name: Span(fixed.get(name, low), fixed.get(name, high)) for name in names}
    return draw_nearest(random, spans, [(names, total)])


# Levels bought one by one.


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
