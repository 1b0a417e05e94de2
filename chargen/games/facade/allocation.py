"""Exact weighted sums, by which NPCs of Façade spend their points to the last one.

`weighted_sum` draws one option of each row so that all of them cost a total, exactly as likely as the product of their
weights among all combinations that do. `reachable` says which totals there are, and `shares` parts a common pool so
that each of those who take from it can spend it to the last point.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from math import prod
from operator import or_
from random import Random
from typing import NamedTuple, TypeAlias

from chargen.kit.allocation import pick_weighted


class Option(NamedTuple):
    """One of the values that something may have."""

    value: float
    cost: int
    """What it costs, from 0 on, in whole units."""
    weight: int
    """How likely it is beside the other options, from 1 on."""


Row: TypeAlias = tuple[Option, ...]
"""Something to draw a value for: all that it may have."""

TABLES_KEPT = 64
"""The number of tables of weighted sums that are kept: NPCs of one role share theirs."""


def weighted_sum(random: Random, rows: Sequence[Row], total: int) -> list[float]:
    """Draw a value for each row so that all of them cost ``total``.

    A combination is exactly as likely as the product of its weights among all those that cost the total. Raises
    ValueError where there is none; `reachable` answers that beforehand.

    >>> from random import Random
    >>> coin = (Option(0, 0, 1), Option(1, 2, 3))
    >>> sorted(weighted_sum(Random(1), (coin, coin), 2))
    [0, 1]
    """
    bits, tables = _tables(tuple(rows))
    values = []
    for row, after in zip(rows, tables[1:], strict=True):
        weights = [weight * _coefficient(after, total - cost, bits) for _, cost, weight in row]
        if not any(weights):
            raise ValueError("no combination of the rows' options costs that total")
        option = row[pick_weighted(random, weights)]
        values.append(option.value)
        total -= option.cost
    if total:
        raise ValueError("no combination of the rows' options costs that total")
    return values


@lru_cache(maxsize=TABLES_KEPT)
def _tables(rows: tuple[Row, ...]) -> tuple[int, Sequence[int]]:
    """Return for every number of rows from the end the weights of each cost, all of them in one large number.

    They are the coefficients of a polynomial whose factors are the rows, each in enough bits that none overflows: to
    multiply such numbers is what Python does fastest. The first part of the answer is how many bits.
    """
    bits = prod(sum(option.weight for option in row) for row in rows).bit_length()
    tables = [1]
    for row in reversed(rows):
        tables.append(sum(tables[-1] * weight << bits * cost for _, cost, weight in row))
    return bits, tables[::-1]


def _coefficient(table: int, place: int, bits: int) -> int:
    return table >> bits * place & (1 << bits) - 1 if place >= 0 else 0


def reachable(rows: Iterable[Row], most: int) -> int:
    """Return the totals up to ``most`` that some combination of the rows' options costs, as a mask of bits.

    >>> list(bits(reachable([(Option(0, 0, 1), Option(1, 2, 3))] * 2, 9)))
    [0, 2, 4]
    """
    mask, within = 1, (1 << most + 1) - 1
    for row in rows:
        union = 0
        for option in row:
            union |= mask << option.cost
        mask = union & within
    return mask


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers that a mask holds, in order.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def shares(pool: int, wished: Sequence[int], usable: Sequence[int]) -> tuple[int, ...] | None:
    """Part a common pool among some who can use certain amounts only; None where it cannot be used to the end.

    ``usable`` has a mask of amounts for each, and ``wished`` what each but the last would like: each in turn gets what
    is nearest to that and spares the others something they can use; the last takes the rest.

    >>> shares(10, [5, 2], [0b111111, 0b1001, 0b111111])
    (5, 3, 2)
    >>> shares(10, [5], [0b11, 0b11]) is None
    True
    """
    rest = [1]
    for mask in reversed(usable):
        rest.append(reduce(or_, (rest[-1] << amount for amount in bits(mask)), 0) & (1 << pool + 1) - 1)
    rest.reverse()
    left, chosen = pool, []
    for place, mask in enumerate(usable):
        open_to = [amount for amount in bits(mask) if amount <= left and rest[place + 1] >> left - amount & 1]
        if not open_to:
            return None
        wish = wished[place] if place < len(wished) else left
        chosen.append(min(open_to, key=lambda amount: (abs(amount - wish), amount)))
        left -= chosen[-1]
    return tuple(chosen)
