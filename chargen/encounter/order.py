"""Who acts when: at once, by initiative, or as the players have rolled."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from chargen.encounter.sides import OTHERS, PARTY, Encounter

Actor: TypeAlias = tuple[int, int]
"""A side and a member of it, by number."""
Phase: TypeAlias = tuple[int, tuple[int, ...]]
"""A side, and those of it who act one after the other before anybody of the other side does."""


class Order:
    """The order in which all act, round by round; chance settles it as the encounter begins."""

    def __init__(self, met: Encounter) -> None:
        self.at_once = not met.in_turn
        """Whether both sides act at once: then what the first does to somebody does not keep them from acting."""
        self._players_roll = any(member.fighter.first is not None for member in met.party)
        self._firsts = tuple(member.fighter.first or Fraction(0) for member in met.party)
        self._initiatives = tuple(tuple(member.fighter.initiative or 0 for member in side) for side in met.sides)
        self._up = tuple(tuple(index for index, member in enumerate(side) if member.left) for side in met.sides)
        shared = set.intersection(*({self._initiatives[side][index] for index in self._up[side]} for side in (0, 1)))
        tie = any(member.fighter.initiative is not None for member in met.members) and bool(shared)
        self.coins = (*self._firsts, Fraction(1, 2)) if tie else self._firsts
        """The chances that settle it, each for itself: of each of the party, to be quick; and who is first in a tie."""

    def phases(self, falls: Sequence[bool]) -> tuple[Phase, ...]:
        """Who acts in which phase of a round, by how the coins fell."""
        actors: list[tuple[int, int, Actor]] = []
        tied_first = OTHERS if any(falls[len(self._firsts) :]) else PARTY
        for side in (PARTY, OTHERS):
            for index in self._up[side]:
                late = 0 if side == tied_first else 1
                if self._players_roll:
                    late = 1 if side == OTHERS else 0 if falls[index] else 2
                actors.append((-self._initiatives[side][index], late, (side, index)))
        actors.sort(key=lambda actor: actor[:2])
        runs = groupby((actor for *_, actor in actors), key=lambda actor: actor[0])
        return tuple((side, tuple(index for _, index in run)) for side, run in runs)
