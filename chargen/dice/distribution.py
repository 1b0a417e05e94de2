"""Define finite distributions of integers with integer weights."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, product
from math import gcd
from types import MappingProxyType


class Distribution:
    """A distribution of integers: each has an integer weight, and the sum of the weights is the denominator of chances.

    >>> (die(6) + die(6)).chance(7)
    Fraction(1, 6)
    """

    __slots__ = ("_outcomes", "_tails", "total", "weights")

    weights: Mapping[int, int]  # The weight of each outcome, at least 1; outcomes are ascending
    total: int

    def __init__(self, weights: Mapping[int, int]) -> None:
        """Create a distribution from integer ``weights``; zeros are dropped.

        Raises ValueError for a negative weight, or if all weights are 0.
        """
        if any(weight < 0 for weight in weights.values()):
            raise ValueError("a weight cannot be negative")
        kept = {outcome: weights[outcome] for outcome in sorted(weights) if weights[outcome]}
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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(tuple(self.weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({dict(self.weights)})"

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

    def combine(self, other: "Distribution", rule: Callable[[int, int], int]) -> "Distribution":
        """Return the distribution of ``rule(this, other)`` for independent throws.

        >>> die(6).combine(die(6), lambda a, b: a * b).chance(25)
        Fraction(1, 36)
        """
        weights: dict[int, int] = {}
        for (one, weight), (two, factor) in product(self.weights.items(), other.weights.items()):
            outcome = rule(one, two)
            weights[outcome] = weights.get(outcome, 0) + weight * factor
        return Distribution(weights)

    def __add__(self, other: "Distribution") -> "Distribution":
        """Return the distribution of the sum of independent throws."""
        return self.combine(other, int.__add__)


def die(sides: int) -> Distribution:
    """Return a fair die with faces 1 to ``sides``."""
    return Distribution(dict.fromkeys(range(1, sides + 1), 1))
