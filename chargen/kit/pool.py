"""Pools of like dice, exactly: every roll of n dice that differs in more than order, with the ways it can fall.

A game that reads its dice as the highest, as a count, or as sets names its outcomes, each with a condition on the hand
of dice; the first that holds is what the roll comes to.

>>> outcomes = {"great": lambda hand: hand.count(6) >= 2, "yes": lambda hand: 6 in hand, "no": lambda hand: True}
>>> chances(2, 6, outcomes)
{'great': Fraction(1, 36), 'yes': Fraction(5, 18), 'no': Fraction(25, 36)}
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeAlias

Hand: TypeAlias = tuple[int, ...]
"""The faces of a roll, in ascending order; empty where no dice are rolled."""
Condition: TypeAlias = Callable[[Hand], bool]
MOST_HANDS = 60_000
"""More hands than these take longer than a page may (ours): 20 six-sided dice have 53,130, and 8 ten-sided 24,310."""


def hands(dice: int, sides: int) -> Iterator[tuple[Hand, int]]:
    """Yield every hand of so many dice with its weight: in how many of the ``sides ** dice`` ways it falls.

    Raises ValueError for fewer than no dice, no sides, and more than `MOST_HANDS` hands.

    >>> list(hands(2, 2))
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    """
    if dice < 0 or sides < 1:
        raise ValueError(f"{dice} dice of {sides} sides cannot be rolled")
    if comb(dice + sides - 1, dice) > MOST_HANDS:
        raise ValueError(f"{dice} dice of {sides} sides fall in too many ways to look at each")
    orders = factorial(dice)
    for hand in combinations_with_replacement(range(1, sides + 1), dice):
        yield hand, orders // prod(map(factorial, Counter(hand).values()))


def weights(dice: int, sides: int, outcomes: Mapping[str, Condition]) -> dict[str, int]:
    """Return the weight of each outcome, by the first condition that holds; they sum to ``sides ** dice``.

    Raises ValueError for a hand that no condition holds for, and as `hands` does.

    >>> weights(1, 6, {"high": lambda hand: hand[0] > 4, "low": lambda hand: True})
    {'high': 2, 'low': 4}
    """
    totals = dict.fromkeys(outcomes, 0)
    for hand, weight in hands(dice, sides):
        name = next((name for name, holds in outcomes.items() if holds(hand)), None)
        if name is None:
            raise ValueError(f"no outcome is named for the roll {hand}")
        totals[name] += weight
    return totals


def chances(dice: int, sides: int, outcomes: Mapping[str, Condition]) -> dict[str, Fraction]:
    """Return the chance of each outcome, by the first condition that holds; they sum to 1. Raises as `weights` does."""
    return {name: Fraction(weight, sides**dice) for name, weight in weights(dice, sides, outcomes).items()}
