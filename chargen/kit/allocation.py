"""Draw random integers that meet sums, such as exact budgets and minimum totals.

There are two ways to distribute points:

* `draw_nearest` draws a number for each name, and then changes one or two of them at a time until all sums are met.
  The sums may overlap: a budget of traits, another budget of skills, and a rating that adds up some of both.
* `raise_levels` buys levels one by one from a number of points, at prices that may rise with the level.

The functions know no game. All randomness comes from the parameter ``random``, so the same state gives the same
numbers.

>>> from random import Random
>>> spans = {"might": Span(0, 5), "wits": Span(0, 5), "aim": Span(0, 3)}
>>> drawn = draw_nearest(Random("a seed"), spans, [Sum(("might", "wits"), 7, 7), Sum(("wits", "aim"), least=6)])
>>> drawn["might"] + drawn["wits"], drawn["wits"] + drawn["aim"] >= 6
(7, True)
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)

# Numbers within spans, and sums that may overlap.


class Span(NamedTuple):
    """The lowest and the highest allowed value of a number, both included. They are equal for a fixed number.

    >>> Span(1, 6, usual=(2, 3, 3, 4)).nearest(9)
    6
    """

    low: int
    high: int
    usual: Sequence[int] = ()
    """The values to draw from, equally likely; empty for all. Sums may move the number to other values of the span."""

    def nearest(self, number: int) -> int:
        """Return the number of the span that is nearest to ``number``."""
        return max(self.low, min(number, self.high))


@dataclass(frozen=True, slots=True)
class Sum(Generic[K]):
    """A condition on the sum of some numbers: at least ``least``, at most ``most``; an exact budget has both.

    >>> Sum(("might", "wits"), 7, 7).lacking({"might": 1, "wits": 4})
    2
    """

    of: Sequence[K]
    least: int | None = None
    most: int | None = None

    def lacking(self, values: Mapping[K, int]) -> int:
        """Return how much is missing; negative where the sum is too large, 0 where the condition is met."""
        return self.missing(sum(values[name] for name in self.of))

    def missing(self, total: int) -> int:
        """Return how much a total lacks, as `lacking` does.

        >>> Sum(("might", "wits"), 7, 7).missing(9)
        -2
        """
        if self.least is not None and total < self.least:
            return self.least - total
        return self.most - total if self.most is not None and total > self.most else 0


def draw_nearest(random: Random, spans: Mapping[K, Span], sums: Iterable[Sum[K]] = ()) -> dict[K, int]:
    """Draw a number within its span for each name, then change the numbers step by step until every sum is met.

    A number is drawn for fixed names too, so that pinning one name changes the other numbers as little as possible.
    Numbers leave their ``usual`` values only if the sums cannot be met otherwise. A sum that no change of one or two
    numbers brings nearer stays unmet; a rule of the game then reports it. Raises ValueError for an empty span.

    >>> from random import Random
    >>> draw_nearest(Random(1), {"a": Span(2, 2), "b": Span(0, 9)}, [Sum(("a", "b"), 7, 7)])
    {'a': 2, 'b': 5}
    >>> draw_nearest(Random(1), {"a": Span(2, 2), "b": Span(0, 3)}, [Sum(("a", "b"), 7, 7)])
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
    values, conditions = drawn, list(sums)
    for within in (usual, spans):
        while (nearer := _step_nearer(random, values, drawn, within, conditions)) is not None:
            values = nearer
    return values


def _step_nearer(
    random: Random, values: Mapping[K, int], drawn: Mapping[K, int], spans: Mapping[K, Span], sums: Sequence[Sum[K]]
) -> dict[K, int] | None:
    """Return the numbers after the change of one or two that leaves the sums lacking least; None if none is better."""
    totals = [(total, sum(values[name] for name in total.of)) for total in sums]
    unmet = [(total.of, missing) for total, now in totals if (missing := total.missing(now))]
    if not unmet:
        return None

    def judge(change: Mapping[K, int]) -> tuple[int, int]:
        """Return how much the sums lack together after a change, and how far it moves a number from the drawn one."""
        lack = 0
        for total, now in totals:
            for name, step in change.items():
                if name in total.of:
                    now += step
            lack += abs(total.missing(now))
        return lack, max(abs(values[name] + step - drawn[name]) for name, step in change.items())

    single: list[dict[K, int]] = []
    for of, missing in unmet:
        one = 1 if missing > 0 else -1
        # Large steps, too: a budget may be thousands away.
        single += [{name: step} for name in of for step in {one, one * max(abs(missing) // len(of), 1)}]
    # A second number makes up for the first one, where another sum holds that already.
    double = ({**one, name: -step} for one in single for step in one.values() for name in spans if name not in one)
    for changes in (single, double):
        possible = [
            change
            for change in changes
            if all(spans[name].low <= values[name] + step <= spans[name].high for name, step in change.items())
        ]
        random.shuffle(possible)
        best = min(possible, key=judge, default=None)
        if best is not None and judge(best)[0] < sum(abs(missing) for _, missing in unmet):
            return {**values, **{name: values[name] + step for name, step in best.items()}}
    return None


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
    return draw_nearest(random, spans, [Sum(names, total, total)])


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
        place = pick_weighted(random, weights)
        name = open_names[place]
        cost = price(name, raised_to[name] + 1)
        if cost <= points:
            raised_to[name] += 1
            points -= cost
        if cost > points or raised_to[name] >= tops[name]:  # a step that cannot be paid now cannot be paid later
            del open_names[place], weights[place]
    return raised_to, points


def pick_weighted(random: Random, weights: Sequence[int]) -> int:
    """Return a random index; the chance of each index is proportional to its integer weight.

    >>> from random import Random
    >>> pick_weighted(Random(1), [0, 3, 0])
    1
    """
    left = random.randrange(sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("the random number exceeds the sum of the weights")
