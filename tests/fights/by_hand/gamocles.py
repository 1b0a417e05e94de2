"""Gamocles by hand: roll and keep; fights follow house rules, as the chapter on combat is not in the text."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.fights.by_hand.field import RUNS, Blows, Bools, Field, Ints


@dataclass(frozen=True)
class Fighter:
    """The highest trait, Combat, Offensive and Defensive Rating (the highest), and the wounds until a fighter drops."""

    trait: int
    combat: int
    offence: int
    defence: int
    wounds: int
    target_number: int = 15


class Fight(Field):
    """Both sides act at once."""

    at_once = True

    def __init__(self, party: Sequence[Fighter], others: Sequence[Fighter], seed: int, runs: int = RUNS) -> None:
        """Set up all fighters."""
        super().__init__((len(party), len(others)), seed, runs)
        self.fighters = (*party, *others)
        self.wounds = np.array([[fighter.wounds for fighter in self.fighters]] * runs)

    def _checks(self, trait: int, skill: int, number: int) -> Ints:
        """Roll trait and skill, keep the trait (a negative skill takes off both); a kept 10 goes on once."""
        rolled, kept = trait + skill, min(trait, trait + skill) if skill < 0 else trait
        dice = min(rolled, 10)
        bonus = 4 * (rolled - dice + max(kept - dice, 0))
        best = -np.sort(-self.dice.integers(1, 11, (number, dice)), axis=1)[:, :kept]
        again = self.dice.integers(1, 11, best.shape)
        return np.asarray((best + np.where(best == 10, again, 0)).sum(axis=1) + bonus)

    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Roll a blow: a success is a wound, a critical is two."""
        hitting, hurt = self.fighters[attacker], self.fighters[target]
        number = hitting.target_number + hurt.defence - hitting.offence
        margin = self._checks(hitting.trait, hitting.combat, runs.size) - number
        wounds = np.where(margin >= 15, 2, np.where(margin >= 0, 1, 0))
        self.wounds[runs, target] -= wounds
        return Blows(wounds > 0, wounds.astype(np.float64))

    def is_down(self, fighter: int) -> Bools:
        """Return who has no wounds left."""
        return np.asarray(self.wounds[:, fighter] <= 0)
