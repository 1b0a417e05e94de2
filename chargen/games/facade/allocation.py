"""Draw exact weighted sums, so that NPCs of Façade spend all their points.

`draw_weighted_sum` draws one option of each row so that the costs add up to a total; the chance of a combination is
proportional to the product of its weights. `reachable_totals` returns the possible totals. `split_pool` splits a common
pool so that each share can be spent completely.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from math import prod
from operator import or_
from random import Random
from typing import NamedTuple, TypeAlias

from chargen.kit.allocation import pick_weighted


class Option(NamedTuple):
    """A possible value of a row, with its cost and its weight."""

    value: float
    cost: int  # The cost in units, an integer from 0
    weight: int  # The relative chance among the options, an integer from 1


Row: TypeAlias = tuple[Option, ...]  # All possible values of something that is drawn

TABLES_KEPT = 64  # The number of cached tables of weighted sums, which NPCs of one role share


def draw_weighted_sum(random: Random, rows: Sequence[Row], total: int) -> list[float]:
    """Draw a value for each row so that their costs add up to ``total``.

    The chance of a combination is proportional to the product of its weights. Raises ValueError if no combination has
    that cost; `reachable_totals` tests this in advance.

    >>> from random import Random
    >>> coin = (Option(0, 0, 1), Option(1, 2, 3))
    >>> sorted(draw_weighted_sum(Random(1), (coin, coin), 2))
    [0, 1]
    """
    bits, tables = _build_tables(tuple(rows))
    values = []
    for row, after in zip(rows, tables[1:], strict=True):
        # The weight of an option times that of all ways to spend the rest behind it: draws are exact, without
        # rejection.
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
def _build_tables(rows: tuple[Row, ...]) -> tuple[int, Sequence[int]]:
    """Return the number of bits of a coefficient, and for each suffix of the rows the weights of all total costs.

    The weights are the coefficients of a polynomial with one factor for each row, packed into one large integer with
    enough bits for each (Kronecker substitution), because Python multiplies large integers fast.
    """
    bits = prod(sum(option.weight for option in row) for row in rows).bit_length()
    tables = [1]
    for row in reversed(rows):
        tables.append(sum(tables[-1] * weight << bits * cost for _, cost, weight in row))
    return bits, tables[::-1]


def _coefficient(table: int, place: int, bits: int) -> int:
    return table >> bits * place & (1 << bits) - 1 if place >= 0 else 0


def reachable_totals(rows: Iterable[Row], most: int) -> int:
    """Return a bit mask of the totals up to ``most`` that a combination of options can cost.

    >>> list(list_bits(reachable_totals([(Option(0, 0, 1), Option(1, 2, 3))] * 2, 9)))
    [0, 2, 4]
    """
    mask, within = 1, (1 << most + 1) - 1
    for row in rows:
        union = 0
        for option in row:
            # A shift adds the cost to every total at once.
            union |= mask << option.cost
        mask = union & within
    return mask


def list_bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are set in a mask, ascending.

    >>> list(list_bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def split_pool(pool: int, wished: Sequence[int], usable: Sequence[int]) -> tuple[int, ...] | None:
    """Split a common pool into shares that can be spent completely; None if that is impossible.

    ``usable`` has a bit mask of possible amounts for each share, ``wished`` the preferred amount of each share except
    the last. Each share in turn gets the amount nearest to its wish with which the other shares are still possible.

    >>> split_pool(10, [5, 2], [0b111111, 0b1001, 0b111111])
    (5, 3, 2)
    >>> split_pool(10, [5], [0b11, 0b11]) is None
    True
    """
    # From the back: bit n of `rest[i]` says whether the shares from i on can spend exactly n.
    rest = [1]
    for mask in reversed(usable):
        rest.append(reduce(or_, (rest[-1] << amount for amount in list_bits(mask)), 0) & (1 << pool + 1) - 1)
    rest.reverse()
    left, chosen = pool, []
    for place, mask in enumerate(usable):
        open_to = [amount for amount in list_bits(mask) if amount <= left and rest[place + 1] >> left - amount & 1]
        if not open_to:
            return None
        wish = wished[place] if place < len(wished) else left
        chosen.append(min(open_to, key=lambda amount: (abs(amount - wish), amount)))
        left -= chosen[-1]
    return tuple(chosen)
