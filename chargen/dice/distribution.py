"""Define finite distributions of integers with integer weights."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from math import gcd
from types import MappingProxyType
from typing import TypeVar

K = TypeVar("K")


@dataclass
class Distribution:
    """A distribution of integers: each has an integer weight, and the sum of the weights is the denominator of chances.

    >>> (die(6) + die(6)).chance(7)
    Fraction(1, 6)
    """

    weights: Mapping[int, int]
    """The weight of each outcome, at least 1 (zeros are dropped); outcomes are ascending."""

    def __post_init__(self) -> None:
        """Raise ValueError for a negative weight, or if all weights are 0."""
        if any(weight < 0 for weight in self.weights.values()):
            raise ValueError("a weight cannot be negative")
        kept = {outcome: self.weights[outcome] for outcome in sorted(self.weights) if self.weights[outcome]}
        if not kept:
            raise ValueError("a distribution needs at least one outcome")
        # Reduced, so that equal distributions have equal weights, and long sums keep small numbers.
        common = gcd(*kept.values())
        self.weights = MappingProxyType({outcome: weight // common for outcome, weight in kept.items()})
        self.total = sum(self.weights.values())
        self._outcomes: tuple[int, ...] | None = None
        self._tails: tuple[int, ...] = ()

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Yield each outcome with its chance, ascending."""
        return ((outcome, Fraction(weight, self.total)) for outcome, weight in self.weights.items())

    def __hash__(self) -> int:
        return hash(tuple(self.weights.items()))

    def chance(self, outcome: int) -> Fraction:
        """Return the chance of exactly ``outcome``."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def at_least(self, outcome: int) -> Fraction:
        """Return the chance of ``outcome`` or more."""
        if self._outcomes is None:  # computed on the first call: cumulative weights from the top
            self._tails = (*[*accumulate([*self.weights.values()][::-1])][::-1], 0)
            self._outcomes = tuple(self.weights)
        return Fraction(self._tails[bisect_left(self._outcomes, outcome)], self.total)

    def mean(self) -> Fraction:
        """Return the average outcome."""
        return Fraction(sum(outcome * weight for outcome, weight in self.weights.items()), self.total)

    def map(self, change: Callable[[int], int]) -> "Distribution":
        """Return the distribution of ``change(outcome)``.

        >>> die(6).map(lambda face: (face + 2) // 3).weights[2]
        1
        """
        weights: dict[int, int] = {}
        for outcome, weight in self.weights.items():
            changed = change(outcome)
            weights[changed] = weights.get(changed, 0) + weight
        return Distribution(weights)

    def combine(self, other: "Distribution", rule: Callable[[int, int], K]) -> dict[K, int]:
        """Return the weight of each result of ``rule(this, other)`` for independent throws.

        >>> die(2).combine(die(2), lambda one, two: "tie" if one == two else "")
        {'tie': 2, '': 2}
        """
        weights: dict[K, int] = {}
        for (one, weight), (two, factor) in product(self.weights.items(), other.weights.items()):
            result = rule(one, two)
            weights[result] = weights.get(result, 0) + weight * factor
        return weights

    def __add__(self, other: "Distribution") -> "Distribution":
        """Return the distribution of the sum of independent throws."""
        return Distribution(self.combine(other, int.__add__))


def die(sides: int) -> Distribution:
    """Return a fair die with faces 1 to ``sides``."""
    return Distribution(dict.fromkeys(range(1, sides + 1), 1))
