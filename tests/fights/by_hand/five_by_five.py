"""Five by Five by hand: two dice multiplied, six is trump, one dodge a round, 1d6 and the weapon less the armour."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.fights.by_hand.field import RUNS, Blows, Bools, Field, Floats, Ints

LADDER = (-5, 0, 2, 4, 6, 9, 12, 16)
COMPLETE = (None, *LADDER, 20, 25)
"""The shift table of page 27; `None` is its first column, which never succeeds."""


def shifted(value: int, steps: int, ladder: Sequence[int | None] = LADDER) -> int | None:
    """Shift a rank, once, and not beyond the ends of the ladder."""
    return ladder[min(max(ladder.index(value) + steps, 0), len(ladder) - 1)]


@dataclass(frozen=True)
class Fighter:
    """The traits of a fighter that matter; attack, dodge and initiative are ranks as rolled, after all shifts."""

    hit_points: int
    attack: int | None = 0
    damage_bonus: int = 0
    dodge: int | None = 0
    armor: int = 0
    initiative: int | None = 0
    dodges: int = 1
    trumps: tuple[int, ...] = (6,)
    trump_bonus: int = 5


class Fight(Field):
    """Each player rolls once for the initiative; everything counts at once."""

    def __init__(self, party: Sequence[Fighter], others: Sequence[Fighter], seed: int, runs: int = RUNS) -> None:
        """Set up all fighters."""
        super().__init__((len(party), len(others)), seed, runs)
        self.fighters = (*party, *others)
        self.hit_points = np.array([[fighter.hit_points for fighter in self.fighters]] * runs)
        self.dodges = np.zeros_like(self.hit_points)
        self.stole = [self._succeeds(fighter, fighter.initiative, runs) for fighter in party]

    def _succeeds(self, fighter: Fighter, rank: int | None, number: int) -> Bools:
        """Roll against a rank: a product of no more than that, and of no more than 16, or a trump on either die."""
        one, two = self.dice.integers(1, 7, (2, number))
        trump = np.isin(one, fighter.trumps)
        if rank is None:
            return np.zeros(number, dtype=bool)
        if rank < 0:
            return trump
        return np.asarray(trump | np.isin(two, fighter.trumps) | (one * two <= min(rank, 16)))

    def _damage(self, fighter: Fighter, number: int) -> Floats:
        """Roll a die, again and with the bonus as long as it comes up trump."""
        total, again = np.zeros(number), np.arange(number)
        while again.size:
            faces = self.dice.integers(1, 7, again.size)
            trump = np.isin(faces, fighter.trumps)
            total[again] += np.where(trump, fighter.trump_bonus, faces)
            again = again[trump]
        return total

    def begin(self) -> None:
        """Give all fighters their dodges."""
        self.dodges[:] = [fighter.dodges for fighter in self.fighters]

    def order(self) -> Sequence[tuple[int, Bools]]:
        """Who stole the initiative first, then the GM's side, then the other players."""
        everywhere = np.ones(self.runs, dtype=bool)
        return [
            *zip(self.party, self.stole, strict=True),
            *((fighter, everywhere) for fighter in self.others),
            *((fighter, ~stole) for fighter, stole in zip(self.party, self.stole, strict=True)),
        ]

    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """To hit, to dodge if a dodge is left, and the damage less the armour."""
        hitting, hurt = self.fighters[attacker], self.fighters[target]
        hit = self._succeeds(hitting, hitting.attack, runs.size)
        dodging = hit & (self.dodges[runs, target] > 0)
        self.dodges[runs[dodging], target] -= 1
        hit &= ~(dodging & self._succeeds(hurt, hurt.dodge, runs.size))
        damage = np.maximum(self._damage(hitting, runs.size) + hitting.damage_bonus - hurt.armor, 0)
        harm = np.where(hit, damage, 0)
        self.hit_points[runs, target] -= harm.astype(np.int64)
        return Blows(hit, harm)

    def is_down(self, fighter: int) -> Bools:
        """Return who is unconscious, at 0 hit points."""
        return np.asarray(self.hit_points[:, fighter] <= 0)
