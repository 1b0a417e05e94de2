"""The 5+ system by hand: two dice inside a range; opponents never roll; damage lowers a resistance, wounds all."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.fights.by_hand.field import RUNS, Blows, Bools, Field, Floats, Ints


@dataclass(frozen=True)
class Player:
    """Level and bonuses of the skill that strikes, and of the resistance that is attacked; wounds of any kind."""

    strike: int
    level: int
    tier: int = 0
    strike_bonus: int = 0
    resist_bonus: int = 0
    damage: int = 0
    wounds: int = 0
    other_wounds: int = 0
    carry: bool = False
    wound_penalty: int = 1
    focus: int = 1


@dataclass(frozen=True)
class Opponent:
    """An NPC's card."""

    rank: int
    successes: int
    damage: int | None = None


class Fight(Field):
    """Both sides act at once; who is attacked twice resists with what the first attack left."""

    at_once = True

    def __init__(
        self, party: Sequence[Player | Opponent], others: Sequence[Player | Opponent], seed: int, runs: int = RUNS
    ) -> None:
        """Set up all fighters."""
        super().__init__((len(party), len(others)), seed, runs)
        self.fighters = (*party, *others)
        players = [fighter if isinstance(fighter, Player) else Player(0, 0) for fighter in self.fighters]
        self.damage = np.array([[player.damage for player in players]] * runs)
        self.wounds = np.array([[player.wounds for player in players]] * runs)
        self.gained = np.zeros_like(self.wounds)
        self.began = self.wounds.copy()

    def begin(self) -> None:
        """Note the wounds that strikes of this turn are made with."""
        self.began = self.wounds.copy()

    def _rolls(self, rank: int, proficiency: Ints) -> tuple[Bools, Ints]:
        """Roll two dice: whether the sum is from 5 and the rank to 5 and the proficiency, and the lower die."""
        one, two = self.dice.integers(1, 7, (2, proficiency.size))
        total = one + two
        return (total >= 5 + rank) & (total <= 5 + proficiency), np.minimum(one, two)

    def _strikes(self, player: Player, wounds: Ints, rank: int) -> Ints:
        """Roll a strike; its harm is the lower die if it succeeds, as the only action of the turn."""
        penalty = player.wound_penalty * (wounds + player.other_wounds)
        success, lower = self._rolls(rank, player.strike + player.strike_bonus + player.focus - penalty)
        return np.where(success, lower, 0)

    def _suffers(self, player: Player, target: int, runs: Ints, rank: int, damage: Ints) -> Bools:
        """Resist, and take the damage; above the level it is a wound, and the row is empty again."""
        penalty = player.wound_penalty * (self.wounds[runs, target] + player.other_wounds)
        level = player.level - self.damage[runs, target]
        hit = ~self._rolls(rank, level + player.resist_bonus - penalty)[0] & (damage > 0)
        taken = self.damage[runs, target] + np.where(hit, damage, 0)
        while (wounded := taken > player.level).any():
            self.wounds[runs, target] += wounded
            taken = np.where(wounded, taken - player.level if player.carry else 0, taken)
        self.damage[runs, target] = taken
        return hit

    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Strike at an opponent's successes, do an opponent's damage, or, of two players, both."""
        hitting, hurt = self.fighters[attacker], self.fighters[target]
        if isinstance(hitting, Opponent):
            assert isinstance(hurt, Player)
            done = np.full(runs.size, 1 + hitting.rank if hitting.damage is None else hitting.damage)
            hit = self._suffers(hurt, target, runs, hitting.rank, done)
            return Blows(hit, _floats(np.where(hit, done, 0)))
        rank = hurt.rank if isinstance(hurt, Opponent) else 0
        done = self._strikes(hitting, self.began[runs, attacker], rank)
        if isinstance(hurt, Opponent):
            self.gained[runs, target] += done
            return Blows(done > 0, _floats(done))
        hit = self._suffers(hurt, target, runs, 0, done)
        return Blows(hit, _floats(np.where(hit, done, 0)))

    def is_down(self, fighter: int) -> Bools:
        """Return who is out: an opponent by its successes, a player with more wounds than the tier."""
        block = self.fighters[fighter]
        if isinstance(block, Opponent):
            return np.asarray(self.gained[:, fighter] >= block.successes)
        return np.asarray(self.wounds[:, fighter] > block.tier)


def _floats(harm: Ints) -> Floats:
    return harm.astype(np.float64)
