"""A side of an encounter as a line: while all enemies go for its first member who stands, one number says its state.

That number is the harm it has taken in all. Each member covers a stretch of the line, one after the other; the line
ends where the last of those who count is down.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, TypeAlias

from chargen.encounter.sides import Attack, Member

Number: TypeAlias = Any
"""A Fraction, or a float where these would grow too long."""
Point: TypeAlias = tuple[int, int]
"""What a side has taken, and the dodges that the first who stands has used up in the round."""
Group: TypeAlias = tuple[int, ...]
"""Some of a side, by number."""


class TooLong(Exception):
    """An encounter that takes more work than it may."""


class Work:
    """How much work may still be done; the same encounter takes the same on every machine."""

    def __init__(self, steps: int) -> None:
        self.done = 0
        self._most = steps

    def spend(self, steps: int) -> None:
        """Count some steps. Raises TooLong."""
        self.done += steps
        if self.done > self._most:
            raise TooLong


class Line:
    """A side that is attacked."""

    def __init__(
        self,
        members: Sequence[Member],
        attacks: Sequence[Sequence[Attack]],
        number: Callable[[Fraction], Number],
        work: Work,
    ) -> None:
        self.starts = (0, *accumulate(each.left for each in members))
        """Where each member's stretch begins; the last is where all are down."""
        self.end = self.starts[-1]
        """The harm with which it is over for this side."""
        self._dodges = tuple(each.fighter.dodges for each in members)
        self._owners = tuple(index for index, each in enumerate(members) for _ in range(each.left))
        self._standing = tuple(
            tuple(each for each in range(index, len(members)) if members[each].left) for index in range(len(members))
        )
        self._acts = tuple(row[0].attacker.fighter.acts for row in attacks)
        self._results = [
            [
                tuple([(harm, used, number(chance)) for harm, used, chance in each.results(dodging=dodging)])
                for each in row
                for dodging in (False, True)
            ]
            for row in attacks
        ]
        self._struck: dict[tuple[Group, Point], dict[Point, Number]] = {}
        self._reached: dict[tuple[Group, int], dict[int, Number]] = {}
        self._parted: dict[tuple[Group, Point], tuple[Number, Number]] = {}
        self._work = work

    def end_with_first(self) -> None:
        """Let it be over for this side when its first member drops."""
        self.end = next((start for start in self.starts if start), 0)

    def standing(self, at: int) -> Group:
        """The members who stand; nobody once it is over for the side."""
        return self._standing[self._owners[at]] if at < self.end else ()

    def is_down(self, member: int, at: int) -> bool:
        """Whether a member is down: from the start, or by what the side has taken."""
        return self.starts[member + 1] <= max(at, self.starts[member])

    def reached(self, attackers: Group, at: int) -> dict[int, Number]:
        """What the side may have taken when some of its enemies have acted, with the chances."""
        key = (attackers, at)
        if key not in self._reached:
            found: dict[int, Number] = {}
            for (reached, _), chance in self.struck(attackers, (at, 0)).items():
                found[reached] = found.get(reached, 0) + chance
            self._reached[key] = found
        return self._reached[key]

    def parted(self, attackers: Group, point: Point) -> tuple[Number, Number]:
        """The chances that the side takes nothing when some of its enemies have acted, and that it takes something.

        Each is a sum of positive numbers, and loses no places in floating point.
        """
        key = (attackers, point)
        if key not in self._parted:
            spread = self.struck(attackers, point).items()
            missed = sum(chance for (at, _), chance in spread if at == point[0])
            self._parted[key] = missed, sum(chance for (at, _), chance in spread if at != point[0])
        return self._parted[key]

    def struck(self, attackers: Group, point: Point) -> dict[Point, Number]:
        """Where the side may be when some of its enemies have acted, one after the other, with the chances."""
        key = (attackers, point)
        if key not in self._struck:
            found: dict[Point, Number] = {point: 1}
            for attacker in attackers:
                for _ in range(self._acts[attacker]):
                    found = self._after(found, self._results[attacker])
            self._struck[key] = found
        return self._struck[key]

    def _after(
        self, spread: dict[Point, Number], results: list[tuple[tuple[int, int, Number], ...]]
    ) -> dict[Point, Number]:
        """Where it may be after one blow more; ``results`` are by target, without dodges and with them."""
        found: dict[Point, Number] = {}
        for (at, used), chance in spread.items():
            if at >= self.end:
                found[at, 0] = found.get((at, 0), 0) + chance
                continue
            target = self._owners[at]
            fallen = self.starts[target + 1]
            possible = results[2 * target + (used < self._dodges[target])]
            self._work.spend(len(possible))
            for harm, dodges, part in possible:
                reached = (at + harm, used + dodges) if at + harm < fallen else (fallen, 0)
                found[reached] = found.get(reached, 0) + chance * part
        return found
