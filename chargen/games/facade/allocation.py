"""Lots that come to a sum: levels drawn by weight, of which only those combinations count that cost what is asked.

And the split of the common pool over the three areas, so that every point of all of them is spent.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from chargen.core.names import listing
from chargen.core.npc import Infeasible


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


@dataclass(frozen=True, kw_only=True)
class Demand:
    """What one area may come to. All amounts are in units: ``scale`` of them are one point."""

    name: str
    """AP, SP or BP."""
    what: str
    """What costs them, in words."""
    section: str
    """The key of a concept that a fault is found at."""
    fixed: int
    """What is settled costs so much."""
    granted: int
    rate: int
    """What one point of the common pool buys."""
    scale: int = 1
    rows: tuple[Row, ...] = ()
    """What is drawn."""
    boundless: bool = False
    """Whether any amount can be spent besides what is settled."""

    def total(self, from_pool: int) -> int:
        """What must be drawn for, in units, if so many points of the common pool go here."""
        return self.granted + from_pool * self.rate - self.fixed

    @cached_property
    def lowest(self) -> int:
        """The least that can be spent."""
        return self.fixed + sum(min(rung.cost for rung in row) for row in self.rows)

    @cached_property
    def highest(self) -> int | None:
        """The most that can be spent; None where there is no end to it."""
        return None if self.boundless else self.fixed + sum(max(rung.cost for rung in row) for row in self.rows)

    def most(self, pool: int) -> int:
        """The most that may have to be drawn for."""
        return max(self.total(pool), 0)

    def least_from_pool(self) -> int:
        """The points of the common pool without which the area is overspent."""
        return -(-max(self.lowest - self.granted, 0) // self.rate) if self.rate else 0

    def takes(self, pool: int) -> int:
        """The mask of the points of the common pool that can be spent here to the end."""
        found = 0
        counts = () if self.boundless else ways(self.rows, self.most(pool))
        for number in range(pool + 1):
            total = self.total(number)
            if total >= 0 and (self.boundless or (total < len(counts) and counts[total])):
                found |= 1 << number
        return found


def split(pool: int, wished: Sequence[int], demands: Sequence[Demand]) -> tuple[int, ...] | None:
    """How much of the common pool goes to each area: as near to what is wished as it can be spent; None if it cannot.

    The last area takes what the others leave.
    """
    masks = [each.takes(pool) for each in demands]
    rest = [1]
    for mask in reversed(masks):
        rest.append(sums(mask, rest[-1], pool))
    rest.reverse()
    left, found = pool, []
    for place, mask in enumerate(masks):
        open_to = [number for number in bits(mask) if number <= left and rest[place + 1] >> (left - number) & 1]
        if not open_to:
            return None
        wish = wished[place] if place < len(wished) else left
        chosen = min(open_to, key=lambda number: (abs(number - wish), number))
        found.append(chosen)
        left -= chosen
    return tuple(found)


def refusal(pool: int, name: str, demands: Sequence[Demand], pinned: Mapping[str, Any]) -> Infeasible:
    """Why the points cannot be spent to the end; ``pinned`` has the keys of the concept that are pinned."""
    needed = [(each.least_from_pool(), each) for each in demands]
    if sum(number for number, _ in needed) > pool:
        worst = max(needed, key=lambda one: one[0])[1]
        parts = [f"{_shown(each.lowest, each)} {each.name} of {_shown(each.granted, each)}" for n, each in needed if n]
        return Infeasible(
            _path(worst, pinned),
            f"what is settled takes {sum(n for n, _ in needed)} {name} at least and {pool} are there: "
            f"{listing(parts)} are needed",
            f"pin less among the {worst.what}, or grant more by `rules:`",
        )
    for each in demands:
        if each.highest is not None and each.highest < each.granted:
            return Infeasible(
                _path(each, pinned),
                f"the {each.what} can take {_shown(each.highest, each)} {each.name} at most and "
                f"{_shown(each.granted, each)} are granted: the rest would stay unspent",
                f"pin less among the {each.what}, widen the words they are drawn from, or grant less by `rules:`",
            )
    return Infeasible(
        _path(demands[-1], pinned),
        f"{listing(each.name for each in demands)} and {pool} {name} cannot be spent to the last point with what is "
        "settled",
        "leave more open: a skill without its level, or a background without its points",
    )


def _path(demand: Demand, pinned: Mapping[str, Any]) -> tuple[str, ...]:
    if demand.section not in pinned and "rules" in pinned:
        return ("rules",)
    return (demand.section,)


def _shown(units: int, demand: Demand) -> str:
    whole, rest = divmod(units, demand.scale)
    return str(whole) if not rest else f"{units / demand.scale:g}"
