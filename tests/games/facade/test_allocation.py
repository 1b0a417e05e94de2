"""Exact weighted sums, tested against plain enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.games.facade.allocation import Option, draw_weighted_sum, reachable_totals, split_pool

ROWS = st.lists(
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), min_size=1, max_size=4).map(
        lambda pairs: tuple(Option(place, cost, weight) for place, (cost, weight) in enumerate(pairs))
    ),
    max_size=4,
)


def by_cost(rows: list[tuple[Option, ...]]) -> dict[int, Counter[tuple[float, ...]]]:
    """The weight of each combination of values, by what it costs, by trying each."""
    found: dict[int, Counter[tuple[float, ...]]] = {}
    for options in product(*rows):
        cost = sum(option.cost for option in options)
        weight = prod(option.weight for option in options)
        found.setdefault(cost, Counter())[tuple(option.value for option in options)] += weight
    return found


@given(ROWS)
def test_totals_are_reachable_that_some_combination_costs(rows: list[tuple[Option, ...]]) -> None:
    """As many as trying each finds."""
    assert reachable_totals(rows, 21) == sum(1 << total for total in by_cost(rows))


class Faces(Random):
    """Draws each number that may be asked for in turn, so that all that can happen is seen, with its chance."""

    def __init__(self) -> None:
        self.faces: list[tuple[int, int]] = []
        self.place = 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if self.place == len(self.faces):
            self.faces.append((0, start))
        self.place += 1
        return self.faces[self.place - 1][0]

    def next(self) -> bool:
        """Go to the next of all rolls; False after the last."""
        while self.faces and self.faces[-1][0] + 1 == self.faces[-1][1]:
            self.faces.pop()
        if self.faces:
            self.faces[-1] = self.faces[-1][0] + 1, self.faces[-1][1]
        self.place = 0
        return bool(self.faces)

    @property
    def chance(self) -> Fraction:
        return Fraction(1, prod(sides for _, sides in self.faces))


def test_each_combination_is_as_likely_as_its_weight() -> None:
    """Exactly, over all that the dice can do, among the combinations that cost the total."""
    rows = [
        (Option(0, 0, 1), Option(1, 1, 2), Option(2, 3, 1)),
        (Option(0, 0, 3), Option(1, 2, 1)),
        (Option(0, 1, 1), Option(1, 1, 1), Option(2, 2, 2)),
    ]
    for total, expected in by_cost(rows).items():
        random, chances = Faces(), Counter[tuple[float, ...]]()
        while True:
            values = tuple(draw_weighted_sum(random, rows, total))
            chances[values] += random.chance  # type: ignore[assignment]
            if not random.next():
                break
        complete = sum(expected.values())
        assert chances == {values: Fraction(weight, complete) for values, weight in expected.items()}


def test_a_total_that_nothing_costs_is_refused() -> None:
    """A total that no combination costs is an error; `reachable` answers beforehand which ones there are."""
    for rows, total in (([(Option(0, 2, 1),)], 1), ([], 1), ([(Option(0, 0, 1),)], -1)):
        with pytest.raises(ValueError, match="costs that total"):
            draw_weighted_sum(Random(1), rows, total)


@given(
    st.integers(0, 9), st.lists(st.integers(0, 9), max_size=3), st.lists(st.integers(0, 1023), min_size=1, max_size=3)
)
def test_a_common_pool_is_parted_wherever_it_can_be(pool: int, wished: list[int], usable: list[int]) -> None:
    """Each gets what it can use and all of the pool is used; None only where trying each finds no such shares."""
    possible = [
        parts
        for parts in product(range(pool + 1), repeat=len(usable))
        if sum(parts) == pool and all(mask >> part & 1 for part, mask in zip(parts, usable, strict=True))
    ]
    parts = split_pool(pool, wished, usable)
    assert parts in possible if possible else parts is None
    if parts is not None and wished and len(usable) > 1:
        assert abs(parts[0] - wished[0]) == min(abs(first - wished[0]) for first, *_ in possible)
