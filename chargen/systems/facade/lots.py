"""Lots that come to a sum: levels drawn by weight, of which only those combinations count that cost what is asked."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias


class Rung(NamedTuple):
    """A level that something may have."""

    level: float
    cost: int
    """What it costs, from 0 on, in whole units."""
    weight: int
    """How likely it is, beside the other levels."""


Row: TypeAlias = tuple[Rung, ...]
"""Something to draw a level for: all the levels it may have."""

KEPT = 32
"""So many tables are kept: people of one role share theirs."""


def ways(rows: tuple[Row, ...], most: int) -> Sequence[int]:
    """By each cost up to ``most``, the weight of all combinations of levels that come to it; 0 where none does.

    >>> coin = (Rung(0, 0, 1), Rung(1, 2, 3))
    >>> list(ways((coin, coin), 9))
    [1, 0, 6, 0, 9]
    """
    return _tables(rows, most)[0]


def drawn(random: Random, rows: tuple[Row, ...], total: int, most: int) -> list[float]:
    """A level for each row, so that all of them cost ``total``.

    A combination is as likely as the product of its levels' weights. ``ways`` tells whether there is one.
    """
    tables = _tables(rows, most)
    found: list[float] = []
    for row, after in zip(rows, tables[1:], strict=True):
        weights = [rung.weight * after[total - rung.cost] if 0 <= total - rung.cost < len(after) else 0 for rung in row]
        rung = row[picked(random, weights)]
        found.append(rung.level)
        total -= rung.cost
    return found


def picked(random: Random, weights: Sequence[int]) -> int:
    """The place of one of the weights, each as likely as it is large."""
    left = random.randrange(sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("the weights sum up to more than they are")


@lru_cache(maxsize=KEPT)
def _tables(rows: tuple[Row, ...], most: int) -> tuple[Sequence[int], ...]:
    """For every number of rows from the end, the ways of each cost."""
    found: list[list[int]] = [[1]]
    for row in reversed(rows):
        after = found[-1]
        now = [0] * (min(most, len(after) - 1 + max(rung.cost for rung in row)) + 1)
        for rung in row:
            for cost, weight in enumerate(after[: max(len(now) - rung.cost, 0)], start=rung.cost):
                now[cost] += weight * rung.weight
        found.append(now)
    return tuple(reversed(found))


def bits(mask: int) -> Iterator[int]:
    """The numbers that a mask holds, in order.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    number = 0
    while mask:
        if mask & 1:
            yield number
        mask >>= 1
        number += 1


def sums(one: int, other: int, highest: int) -> int:
    """The mask of all sums of a number of one mask and one of another, as far as ``highest``.

    >>> list(bits(sums(0b101, 0b11, 9)))
    [0, 1, 2, 3]
    """
    found = 0
    for number in bits(one):
        found |= other << number
    return found & ((1 << highest + 1) - 1)
