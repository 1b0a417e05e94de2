"""Draw integers that meet sums: budgets to the point, and needs.

Two ways to share points out, for two kinds of games:

* `draw_numbers` draws a number for each name and moves them, a step at a time, until all sums are met. The sums may
  overlap: a budget of traits, another of skills, and a rating that is made of some of each.
* `raised` buys levels one by one with a number of points, at prices that may rise with the level.

Nothing here knows a game, and nothing is drawn but from the ``random`` that is handed in: the same state gives the same
numbers.

>>> from random import Random
>>> spans = {"might": Span(0, 5), "wits": Span(0, 5), "aim": Span(0, 3)}
>>> drawn = draw_numbers(Random("a seed"), spans, [Sum(("might", "wits"), 7, 7), Sum(("wits", "aim"), least=6)])
>>> drawn["might"] + drawn["wits"], drawn["wits"] + drawn["aim"] >= 6
(7, True)
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)

# Numbers within spans, and sums that may overlap.


class Span(NamedTuple):
    """How low and how high a number may be, both included; a fixed number has both alike.

    >>> Span(1, 6, usual=(2, 3, 3, 4)).nearest(9)
    6
    """

    low: int
    high: int
    usual: Sequence[int] = ()
    """What it is drawn from, each entry as likely; moved beyond these only where sums ask for it. Empty: all of it."""

    def nearest(self, number: int) -> int:
        """Return the number within the span that is nearest to one."""
        return max(self.low, min(number, self.high))


@dataclass(frozen=True, slots=True)
class Sum(Generic[K]):
    """What some of the numbers are to come to: ``least`` or more, ``most`` or less; a budget to the point has both.

    >>> Sum(("might", "wits"), 7, 7).lacking({"might": 1, "wits": 4})
    2
    """

    of: Sequence[K]
    least: int | None = None
    most: int | None = None
    what: str = ""
    """What the sum is of, in words, for the message that it cannot be met."""

    def lacking(self, values: Mapping[K, int]) -> int:
        """Return how much is missing; below 0 how much is too much, and 0 where the sum is met."""
        return self.missing(sum(values[name] for name in self.of))

    def missing(self, total: int) -> int:
        """Return the same for a total.

        >>> Sum(("might", "wits"), 7, 7).missing(9)
        -2
        """
        if self.least is not None and total < self.least:
            return self.least - total
        return self.most - total if self.most is not None and total > self.most else 0


class UnmetSum(ValueError):
    """No numbers within their spans meet the sums.

    ``sum`` is one that cannot be met beside the others, and ``by`` what it lacks at best: below 0 what is too much.
    ``values`` has numbers within their spans that come near, so that the game's own rule can report what is wrong.

    >>> unmet = UnmetSum(Sum(("might",), most=7, what="the budget"), -2, {"might": 9})
    >>> str(unmet), unmet.by, unmet.values
    ('the budget cannot be met: 2 too much', -2, {'might': 9})
    """

    def __init__(self, sum: Sum[Any], by: int, values: Mapping[Any, int]) -> None:
        super().__init__(f"{sum.what or 'a sum'} cannot be met: {abs(by)} too {'little' if by > 0 else 'much'}")
        self.sum = sum
        self.by = by
        self.values = dict(values)


def draw_numbers(random: Random, spans: Mapping[K, Span], sums: Iterable[Sum[K]] = ()) -> dict[K, int]:
    """Draw a number for each name within its span, and move them as little as it takes until every sum is met.

    A number is drawn for each, fixed or not, so that the others do not depend on what is fixed, where possible.
    Then none is moved much farther than it must be, and beyond what it is usually drawn from only where nothing else
    helps. Raises `UnmetSum` where nothing meets all sums, and ValueError for a span without any number.

    >>> from random import Random
    >>> draw_numbers(Random(1), {"a": Span(2, 2), "b": Span(0, 9)}, [Sum(("a", "b"), 7, 7)])
    {'a': 2, 'b': 5}
    >>> draw_numbers(Random(1), {"a": Span(2, 2), "b": Span(0, 3)}, [Sum(("a", "b"), 7, 7, what="the budget of 7")])
    Traceback (most recent call last):
    chargen.kit.allocation.UnmetSum: the budget of 7 cannot be met: 2 too little
    """
    for name, span in spans.items():
        if span.low > span.high:
            raise ValueError(f"there is no number from {span.low} to {span.high} for {name!r}")
    drawn = {
        name: span.nearest(random.choice(span.usual) if span.usual else random.randint(span.low, span.high))
        for name, span in spans.items()
    }
    values, every, in_play = drawn, tuple(sums), list[Sum[K]]()
    while unmet := [total for total in every if total.lacking(values)]:
        in_play += unmet  # a sum that is met anyway is looked at only where the others would break it
        values = _moved(random, spans, drawn, in_play)
    return values


def _moved(random: Random, spans: Mapping[K, Span], drawn: Mapping[K, int], sums: Sequence[Sum[K]]) -> dict[K, int]:
    """Return numbers that meet sums, as near to those drawn as it goes; raises `UnmetSum` where there are none."""
    touched = dict.fromkeys(name for total in sums for name in total.of)
    full = {name: spans[name] for name in random.sample(list(touched), len(touched))}
    usual = {
        name: Span(span.nearest(min(span.usual, default=span.low)), span.nearest(max(span.usual, default=span.high)))
        for name, span in full.items()
    }
    cells = _cells(full, sums)
    worst = max(sums, key=lambda total: abs(total.lacking(drawn)))
    unmet = worst, worst.lacking(drawn)
    for within in (usual, full):
        if (clash := _narrow(_ends(cells, within), _inside(cells, sums), sums)) is not None:
            unmet = clash
            continue
        farthest = max(span.high - span.low for span in within.values())
        far = max((abs(total.lacking(drawn)) - 1) // len(total.of) for total in sums)
        while far < farthest:
            # The distance grows by a quarter, so that a wide span takes few searches and few numbers move too far.
            far = min(far + 1 + far // 4, farthest)
            near = {
                name: Span(max(low, drawn[name] - far), min(high, drawn[name] + far))
                for name, (low, high, _) in within.items()
            }
            if (totals := _totals(cells, near, drawn, sums)) is not None:
                return {**drawn, **dict(_parted(cells, totals, near, drawn))}
    raise UnmetSum(*unmet, drawn)


def nearest_numbers(random: Random, spans: Mapping[K, Span], sums: Iterable[Sum[K]] = ()) -> dict[K, int]:
    """Draw the same, but miss a sum that cannot be met by as little as can be: a rule of the game then says so.

    >>> from random import Random
    >>> nearest_numbers(Random(1), {"a": Span(2, 2), "b": Span(0, 3)}, [Sum(("a", "b"), 7, 7)])
    {'a': 2, 'b': 3}
    """
    eased = list(sums)
    while True:
        try:
            return draw_numbers(random, spans, eased)
        except UnmetSum as exc:
            eased[eased.index(exc.sum)] = _eased(exc.sum, exc.by)


def summing_to(
    random: Random, names: Sequence[K], total: int, low: int, high: int, fixed: Mapping[K, int]
) -> dict[K, int]:
    """Draw numbers from low to high that, with those that are fixed, come to a total; or as near to it as can be.

    >>> from random import Random
    >>> drawn = summing_to(Random(1), ("might", "wits", "aim"), 7, 1, 4, fixed={"wits": 1})
    >>> drawn["wits"], drawn["might"] + drawn["aim"]
    (1, 6)
    """
    spans = {name: Span(fixed.get(name, low), fixed.get(name, high)) for name in names}
    return nearest_numbers(random, spans, [Sum(names, total, total)])


def _eased(sum: Sum[K], by: int) -> Sum[K]:
    least = sum.least - by if sum.least is not None and by > 0 else sum.least
    most = sum.most - by if sum.most is not None and by < 0 else sum.most
    return Sum(sum.of, least, most, sum.what)


# Names that stand in the same sums are alike: what counts is what they come to together, and that may be anything
# between their lowest and their highest. So these totals alone are searched, and then parted among the names.

_Cells: TypeAlias = Mapping[tuple[int, ...], Sequence[K]]
"""Names that are alike, by the places of the sums that they stand in."""
_Ends: TypeAlias = list[tuple[int, int]]
"""How low and how high each total may be."""


def _cells(names: Iterable[K], sums: Sequence[Sum[K]]) -> _Cells[K]:
    within = [frozenset(total.of) for total in sums]
    cells: dict[tuple[int, ...], list[K]] = {}
    for name in names:
        cells.setdefault(tuple(place for place, of in enumerate(within) if name in of), []).append(name)
    return cells


def _ends(cells: _Cells[K], spans: Mapping[K, Span]) -> _Ends:
    return [(sum(spans[name].low for name in cell), sum(spans[name].high for name in cell)) for cell in cells.values()]


def _inside(cells: _Cells[K], sums: Sequence[Sum[K]]) -> list[list[int]]:
    """Return for each sum the places of the cells that stand in it."""
    return [[place for place, of in enumerate(cells) if index in of] for index in range(len(sums))]


def _totals(
    cells: _Cells[K], spans: Mapping[K, Span], drawn: Mapping[K, int], sums: Sequence[Sum[K]]
) -> Sequence[int] | None:
    """Return a total for each cell so that all sums are met, near to what it is; None where there is none."""
    now = [sum(drawn[name] for name in cell) for cell in cells.values()]
    inside = _inside(cells, sums)

    def search(ends: _Ends) -> Sequence[int] | None:
        if _narrow(ends, inside, sums) is not None:
            return None
        open_to = [place for place, (low, high) in enumerate(ends) if low < high]
        if not open_to:
            return [low for low, _ in ends]
        place = open_to[0]
        low, high = ends[place]
        for total in _outward(max(low, min(high, now[place])), low, high):
            if (totals := search([*ends[:place], (total, total), *ends[place + 1 :]])) is not None:
                return totals
        return None

    return search(_ends(cells, spans))


def _outward(start: int, low: int, high: int) -> Iterator[int]:
    """Yield all numbers from low to high, the nearest to the start first."""
    yield start
    for far in range(1, high - low + 1):
        yield from (number for number in (start + far, start - far) if low <= number <= high)


def _narrow(ends: _Ends, inside: Sequence[Sequence[int]], sums: Sequence[Sum[K]]) -> tuple[Sum[K], int] | None:
    """Take from the ends what no sum allows; return a sum that cannot be met, if any, and by how much."""
    changed = True
    while changed:
        changed = False
        for total, places in zip(sums, inside, strict=True):
            lowest, highest = (sum(column) for column in zip((0, 0), *(ends[place] for place in places), strict=True))
            if (missing := max(total.missing(highest), 0) or min(total.missing(lowest), 0)) != 0:
                return total, missing
            for place in places:
                low, high = ends[place]
                least = low if total.least is None else max(low, total.least - highest + high)
                most = high if total.most is None else min(high, total.most - lowest + low)
                changed = changed or (least, most) != (low, high)
                ends[place] = least, most
    return None


def _parted(
    cells: _Cells[K], totals: Sequence[int], spans: Mapping[K, Span], drawn: Mapping[K, int]
) -> Iterator[tuple[K, int]]:
    """Yield each name of the cells with its part of the total: the first ones stay as drawn, where the rest can."""
    for (cell, total), (low, high) in zip(zip(cells.values(), totals, strict=True), _ends(cells, spans), strict=True):
        for name in cell:
            low, high = low - spans[name].low, high - spans[name].high
            number = max(spans[name].low, total - high, min(spans[name].high, total - low, drawn[name]))
            total -= number
            yield name, number


# Levels bought one by one.


def raised(
    random: Random,
    levels: Mapping[K, int],
    tops: Mapping[K, int],
    points: int,
    price: Callable[[K, int], int] = lambda name, level: 1,
    weight: Callable[[K], int] = lambda name: 1,
) -> tuple[dict[K, int], int]:
    """Raise levels one by one at random until nothing more can be paid; return them all, and the points that are left.

    Only names in ``tops`` are raised, as high as these say. ``price`` is what the step to a level costs; it must not
    fall with the level. ``weight`` is how likely a name is beside the others, a whole number above 0.

    >>> from random import Random
    >>> raised(Random(1), {"climb": 0, "swim": 2}, {"climb": 4}, 7, price=lambda name, level: level)
    ({'climb': 3, 'swim': 2}, 1)
    """
    raised_to = dict(levels)
    open_to = [name for name, top in tops.items() if raised_to[name] < top]
    weights = [weight(name) for name in open_to]
    while open_to:
        place = picked(random, weights)
        name = open_to[place]
        cost = price(name, raised_to[name] + 1)
        if cost <= points:
            raised_to[name] += 1
            points -= cost
        if cost > points or raised_to[name] >= tops[name]:  # what cannot be paid now cannot be later
            del open_to[place], weights[place]
    return raised_to, points


def picked(random: Random, weights: Sequence[int]) -> int:
    """Return the place of one of some whole weights, each exactly as likely as it is large.

    >>> from random import Random
    >>> picked(Random(1), [0, 3, 0])
    1
    """
    left = random.randrange(sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("the weights sum up to more than they are")
