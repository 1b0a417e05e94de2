"""The field: many runs of one fight at once, round by round, until a side is down."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chargen.fights.outcome import NEITHER
from tests.scale import tenth

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

RUNS = tenth(100_000)
SIDES = ("party", "others")
MOST_ROUNDS = 3_000
"""No fight of these tests lasts as long, unless no one can do anything."""


@dataclass(frozen=True)
class Blows:
    """A blow in each of some runs: whether it hit, and how hard."""

    hit: Bools
    harm: Floats


@dataclass(frozen=True)
class Ended:
    """How the runs of a fight ended."""

    wins: dict[str, Bools]
    first: dict[str, Bools]
    rounds_to_first: Ints
    rounds_to_end: Ints
    down: Bools


class Field(ABC):
    """A fight between the first `sizes[0]` fighters and the other `sizes[1]`, in `runs` runs."""

    at_once = False
    """Whether all act in their states at the start of the round."""

    def __init__(self, sizes: tuple[int, int], seed: int, runs: int = RUNS) -> None:
        """Set up all fighters in their states at the start of the fight."""
        self.dice = np.random.default_rng(seed)
        self.runs = runs
        self.party = range(sizes[0])
        self.others = range(sizes[0], sum(sizes))
        self.standing = np.ones((runs, sum(sizes)), dtype=bool)
        self.lost = {name: np.zeros(runs, dtype=bool) for name in SIDES}
        """Which side was the first to lose a fighter; both, where harm counts at the end of a round."""

    @abstractmethod
    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Strike, and keep what that does."""

    @abstractmethod
    def is_down(self, fighter: int) -> Bools:
        """Return the runs in which a fighter is down."""

    def begin(self) -> None:  # noqa: B027 - most games have nothing to do
        """Do what is done as a round begins."""

    def order(self) -> Sequence[tuple[int, Bools]]:
        """Say who acts, one after the other, and in which runs at this place."""
        everywhere = np.ones(self.runs, dtype=bool)
        return [(fighter, everywhere) for fighter in (*self.party, *self.others)]

    def enemies(self, fighter: int) -> Sequence[int]:
        """Return the enemies of a fighter, who attacks the first standing one."""
        return self.others if fighter in self.party else self.party

    def act(self, going: Bools) -> None:
        """Play one round, in the runs that are still going."""
        began = self.standing.copy()
        for fighter, here in self.order():
            able = going & here & (began if self.at_once else self.standing)[:, fighter]
            for target in self.enemies(fighter):
                runs = np.flatnonzero(able & self.standing[:, target])
                if runs.size:
                    self.blows(fighter, target, runs)
                    able[runs] = False
                    self.standing[:, target] &= ~self.is_down(target)
            if not self.at_once:
                self._note_losses()
        self._note_losses()

    def _stands(self, side: range) -> Bools:
        return np.asarray(self.standing[:, side.start : side.stop].any(axis=1))

    def _whole(self, side: range) -> Bools:
        return np.asarray(self.standing[:, side.start : side.stop].all(axis=1))

    def _note_losses(self) -> None:
        neither_lost = ~(self.lost["party"] | self.lost["others"])
        for name, side in zip(SIDES, (self.party, self.others), strict=True):
            self.lost[name] |= neither_lost & ~self._whole(side)

    def fought(self) -> Ended:
        """Play all runs to their end."""
        first, end = np.zeros(self.runs, dtype=np.int64), np.zeros(self.runs, dtype=np.int64)
        going = np.ones(self.runs, dtype=bool)
        for number in range(1, MOST_ROUNDS + 1):
            if not going.any():
                break
            self.begin()
            self.act(going)
            first[(first == 0) & (self.lost["party"] | self.lost["others"])] = number
            going = self._stands(self.party) & self._stands(self.others)
            end[~going & (end == 0)] = number
        party, others = self._stands(self.party), self._stands(self.others)
        return Ended(
            _ends(party & ~others, others & ~party, ~party & ~others), _firsts(self.lost), first, end, ~self.standing
        )


def _ends(party: Bools, others: Bools, neither: Bools) -> dict[str, Bools]:
    return {"party": party, "others": others, "both": neither, NEITHER: ~(party | others | neither)}


def _firsts(lost: dict[str, Bools]) -> dict[str, Bools]:
    return _ends(lost["party"] & ~lost["others"], lost["others"] & ~lost["party"], lost["party"] & lost["others"]) | {
        NEITHER: ~(lost["party"] | lost["others"])
    }
