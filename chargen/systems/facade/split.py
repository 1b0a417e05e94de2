"""How a stranger's common pool is split over the three areas, so that every point of all of them is spent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chargen.core.names import listing
from chargen.core.stranger import Unlawful
from chargen.systems.facade import lots


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
    rows: tuple[lots.Row, ...] = ()
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
        ways = () if self.boundless else lots.ways(self.rows, self.most(pool))
        for number in range(pool + 1):
            total = self.total(number)
            if total >= 0 and (self.boundless or (total < len(ways) and ways[total])):
                found |= 1 << number
        return found


def split(pool: int, wished: Sequence[int], demands: Sequence[Demand]) -> tuple[int, ...] | None:
    """How much of the common pool goes to each area: as near to what is wished as it can be spent; None if it cannot.

    The last area takes what the others leave.
    """
    masks = [each.takes(pool) for each in demands]
    rest = [1]
    for mask in reversed(masks):
        rest.append(lots.sums(mask, rest[-1], pool))
    rest.reverse()
    left, found = pool, []
    for place, mask in enumerate(masks):
        open_to = [number for number in lots.bits(mask) if number <= left and rest[place + 1] >> (left - number) & 1]
        if not open_to:
            return None
        wish = wished[place] if place < len(wished) else left
        chosen = min(open_to, key=lambda number: (abs(number - wish), number))
        found.append(chosen)
        left -= chosen
    return tuple(found)


def refusal(pool: int, name: str, demands: Sequence[Demand], pinned: Mapping[str, Any]) -> Unlawful:
    """Why the points cannot be spent to the end; ``pinned`` has the keys of the concept that are pinned."""
    needed = [(each.least_from_pool(), each) for each in demands]
    if sum(number for number, _ in needed) > pool:
        worst = max(needed, key=lambda one: one[0])[1]
        parts = [f"{_shown(each.lowest, each)} {each.name} of {_shown(each.granted, each)}" for n, each in needed if n]
        return Unlawful(
            _path(worst, pinned),
            f"what is settled takes {sum(n for n, _ in needed)} {name} at least and {pool} are there: "
            f"{listing(parts)} are needed",
            f"pin less among the {worst.what}, or grant more by `rules:`",
        )
    for each in demands:
        if each.highest is not None and each.highest < each.granted:
            return Unlawful(
                _path(each, pinned),
                f"the {each.what} can take {_shown(each.highest, each)} {each.name} at most and "
                f"{_shown(each.granted, each)} are granted: the rest would stay unspent",
                f"pin less among the {each.what}, widen the words they are drawn from, or grant less by `rules:`",
            )
    return Unlawful(
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
