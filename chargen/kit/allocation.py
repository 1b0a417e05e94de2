"""Draw random integers that meet sums, such as exact budgets and minimum totals.

There are two ways to distribute points:

* `draw_nearest` draws a number for each name, and then changes the numbers until all sums are met. The sums may
  overlap: a budget of traits, another budget of skills, and a rating that adds up some of both.
* `raise_levels` buys levels one by one from a number of points, at prices that may rise with the level.

The functions know no game. All randomness comes from the parameter ``random``, so the same state gives the same
numbers.

>>> from random import Random
>>> spans = {"might": Span(0, 5), "wits": Span(0, 5), "aim": Span(0, 3)}
>>> drawn = draw_nearest(Random("a seed"), spans, [Sum(("might", "wits"), 7, 7), Sum(("wits", "aim"), least=6)])
>>> drawn["might"] + drawn["wits"], drawn["wits"] + drawn["aim"] >= 6
(7, True)
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from chargen.quick_dataclass import dataclass

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


Unmet: TypeAlias = tuple[Sum[K], int]
"""A sum that cannot be met together with the others, and what it lacks at best; negative where it is too large."""


def draw_nearest(random: Random, spans: Mapping[K, Span], sums: Iterable[Sum[K]] = ()) -> dict[K, int]:
    """Draw a number within its span for each name, then change the numbers as little as possible to meet every sum.

    A number is drawn for fixed names too, so that pinning one name changes the other numbers as little as possible.
    Numbers leave their ``usual`` values only if the sums cannot be met otherwise. An impossible sum is missed by as
    little as possible; a rule of the game then reports it. Raises ValueError for an empty span.

    >>> from random import Random
    >>> draw_nearest(Random(1), {"a": Span(2, 2), "b": Span(0, 9)}, [Sum(("a", "b"), 7, 7)])
    {'a': 2, 'b': 5}
    >>> draw_nearest(Random(1), {"a": Span(2, 2), "b": Span(0, 3)}, [Sum(("a", "b"), 7, 7)])
    {'a': 2, 'b': 3}
    """
    for name, span in spans.items():
        if span.low > span.high:
            raise ValueError(f"there is no number from {span.low} to {span.high} for {name!r}")
    conditions = list(sums)
    while True:
        drawn = {
            name: span.nearest(random.choice(span.usual) if span.usual else random.randint(span.low, span.high))
            for name, span in spans.items()
        }
        values, active = drawn, list[Sum[K]]()
        while unmet := [total for total in conditions if total.lacking(values)]:
            active += unmet  # a sum that is met already joins the search only if the other sums would break it
            solved = _solve(random, spans, drawn, active)
            if isinstance(solved, tuple):
                broken, by = solved
                conditions[conditions.index(broken)] = _ease_sum(broken, by)
                break
            values = solved
        else:
            return values


def _solve(
    random: Random, spans: Mapping[K, Span], drawn: Mapping[K, int], sums: Sequence[Sum[K]]
) -> dict[K, int] | Unmet[K]:
    """Return the numbers nearest to the drawn ones that meet the sums, or where there are none, a sum to ease."""
    touched = dict.fromkeys(name for total in sums for name in total.of)
    # At random, because the first names of a cell move least (`_split_totals`).
    full = {name: spans[name] for name in random.sample(list(touched), len(touched))}
    usual = {
        name: Span(span.nearest(min(span.usual, default=span.low)), span.nearest(max(span.usual, default=span.high)))
        for name, span in full.items()
    }
    cells = _group_names(full, sums)
    worst = max(sums, key=lambda total: abs(total.lacking(drawn)))
    unmet = worst, worst.lacking(drawn)
    for within in (usual, full):
        if (clash := _narrow_ranges(_total_ranges(cells, within), _cells_of_sums(cells, sums), sums)) is not None:
            unmet = clash
            continue
        farthest = max(span.high - span.low for span in within.values())
        # Below this, even all names of the sum together could not make up what it lacks.
        distance = max((abs(total.lacking(drawn)) - 1) // len(total.of) for total in sums)
        while distance < farthest:
            # The distance grows by a quarter, so a wide span needs few searches, and numbers move hardly too far.
            distance = min(distance + 1 + distance // 4, farthest)
            near = {
                name: Span(max(low, drawn[name] - distance), min(high, drawn[name] + distance))
                for name, (low, high, _) in within.items()
            }
            if (totals := _search_totals(cells, near, drawn, sums)) is not None:
                return {**drawn, **dict(_split_totals(cells, totals, near, drawn))}
    return unmet


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


def _ease_sum(sum: Sum[K], by: int) -> Sum[K]:
    least = sum.least - by if sum.least is not None and by > 0 else sum.least
    most = sum.most - by if sum.most is not None and by < 0 else sum.most
    return Sum(sum.of, least, most)


# Names that are part of the same sums form a cell. Only the total of a cell matters to the sums, and it may be any
# number between the lowest and the highest total. So the search is for these totals, which are then split among the
# names.

_Cells: TypeAlias = Mapping[tuple[int, ...], Sequence[K]]
"""The names of each cell, by the indexes of the sums that they are part of."""
_Ranges: TypeAlias = list[tuple[int, int]]
"""The lowest and the highest total of each cell."""


def _group_names(names: Iterable[K], sums: Sequence[Sum[K]]) -> _Cells[K]:
    within = [frozenset(total.of) for total in sums]
    cells: dict[tuple[int, ...], list[K]] = {}
    for name in names:
        cells.setdefault(tuple(place for place, of in enumerate(within) if name in of), []).append(name)
    return cells


def _total_ranges(cells: _Cells[K], spans: Mapping[K, Span]) -> _Ranges:
    return [(sum(spans[name].low for name in cell), sum(spans[name].high for name in cell)) for cell in cells.values()]


def _cells_of_sums(cells: _Cells[K], sums: Sequence[Sum[K]]) -> list[list[int]]:
    """Return, for each sum, the indexes of the cells that are part of it."""
    return [[place for place, of in enumerate(cells) if index in of] for index in range(len(sums))]


def _search_totals(
    cells: _Cells[K], spans: Mapping[K, Span], drawn: Mapping[K, int], sums: Sequence[Sum[K]]
) -> Sequence[int] | None:
    """Return totals of the cells that meet all sums, near the present totals; None where there are none."""
    now = [sum(drawn[name] for name in cell) for cell in cells.values()]
    cells_of_sums = _cells_of_sums(cells, sums)

    def search(ranges: _Ranges) -> Sequence[int] | None:
        if _narrow_ranges(ranges, cells_of_sums, sums) is not None:
            return None
        # Depth-first search with backtracking; narrowing before each choice keeps it small.
        open_cells = [place for place, (low, high) in enumerate(ranges) if low < high]
        if not open_cells:
            return [low for low, _ in ranges]
        place = open_cells[0]
        low, high = ranges[place]
        for total in _count_outward(max(low, min(high, now[place])), low, high):
            if (totals := search([*ranges[:place], (total, total), *ranges[place + 1 :]])) is not None:
                return totals
        return None

    return search(_total_ranges(cells, spans))


def _count_outward(start: int, low: int, high: int) -> Iterator[int]:
    """Yield all numbers from ``low`` to ``high``, those nearest to ``start`` first."""
    yield start
    for distance in range(1, high - low + 1):
        yield from (number for number in (start + distance, start - distance) if low <= number <= high)


def _narrow_ranges(ranges: _Ranges, cells_of_sums: Sequence[Sequence[int]], sums: Sequence[Sum[K]]) -> Unmet[K] | None:
    """Narrow the ranges to what the sums allow; return a sum that cannot be met, and what it lacks, or None."""
    # Bounds propagation, as in constraint solvers: each sum limits its cells by the ranges of the others.
    changed = True
    while changed:
        changed = False
        for total, places in zip(sums, cells_of_sums, strict=True):
            lowest, highest = (sum(column) for column in zip((0, 0), *(ranges[place] for place in places), strict=True))
            if (missing := max(total.missing(highest), 0) or min(total.missing(lowest), 0)) != 0:
                return total, missing
            for place in places:
                low, high = ranges[place]
                least = low if total.least is None else max(low, total.least - highest + high)
                most = high if total.most is None else min(high, total.most - lowest + low)
                changed = changed or (least, most) != (low, high)
                ranges[place] = least, most
    return None


def _split_totals(
    cells: _Cells[K], totals: Sequence[int], spans: Mapping[K, Span], drawn: Mapping[K, int]
) -> Iterator[tuple[K, int]]:
    """Yield each name with its number; the first names of a cell keep the drawn number if the others can adjust."""
    for (cell, total), (low, high) in zip(
        zip(cells.values(), totals, strict=True), _total_ranges(cells, spans), strict=True
    ):
        for name in cell:
            low, high = low - spans[name].low, high - spans[name].high
            number = max(spans[name].low, total - high, min(spans[name].high, total - low, drawn[name]))
            total -= number
            yield name, number


# Levels bought one by one.


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
