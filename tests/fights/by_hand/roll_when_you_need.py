"""Roll When You Need by hand: players roll all dice; fives and sixes; hits, boxes and consequences are house rules."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.fights.by_hand.field import RUNS, Blows, Bools, Field, Ints

CONSEQUENCES = 3


@dataclass(frozen=True)
class Player:
    """Dice to strike with and to meet moves with, and the hits until a fighter is taken out."""

    strike: int
    defend: int
    hits: int
    success_on: int = 5
    sides: int = 6
    most_dice: int = 10


@dataclass(frozen=True)
class Move:
    """How difficult a move is to meet, and how often it hits who does not."""

    difficulty: int
    hits: int = 1


@dataclass(frozen=True)
class Card:
    """An NPC: the move that is made, boxes of physical stress and one more."""

    move: Move
    hits: int


def hits(boxes: int, taken: int = 0, consequences: int = 0) -> int:
    """Say how many hits take a whole character out: the boxes, the consequences that are left, and one more."""
    return boxes - taken + CONSEQUENCES - consequences + 1


class Fight(Field):
    """Both sides act at once."""

    at_once = True

    def __init__(
        self, party: Sequence[Player | Card], others: Sequence[Player | Card], seed: int, runs: int = RUNS
    ) -> None:
        """Set up all fighters."""
        super().__init__((len(party), len(others)), seed, runs)
        self.fighters = (*party, *others)
        self.left = np.array([[fighter.hits for fighter in self.fighters]] * runs)

    def _successes(self, player: Player, dice: Ints, most: int) -> Ints:
        """Roll this many dice for each run; two above ten are a success."""
        rolled = self.dice.integers(1, player.sides + 1, (dice.size, most)) >= player.success_on
        rolled &= np.arange(most) < np.minimum(dice, player.most_dice)[:, None]
        return np.asarray(rolled.sum(axis=1) + np.maximum(dice - player.most_dice, 0) // 2)

    def _move(self, move: Move, player: Player, number: int) -> Ints:
        """Meet a move: all successes but one are given up for disaster dice, of which the last stays."""
        own = self._successes(player, np.full(number, player.defend), player.defend)
        disaster = max(move.difficulty - player.defend, 0)
        if disaster == 0:
            return np.where(own > 0, 0, move.hits)
        left = np.maximum(disaster - np.maximum(own - 1, 0), 1)
        return np.where(own > 0, 0, move.hits) + self._successes(player, left, disaster)

    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Players strike, each success a hit; moves are met by whom they are made at."""
        hitting, hurt = self.fighters[attacker], self.fighters[target]
        if isinstance(hitting, Player):
            harm = self._successes(hitting, np.full(runs.size, hitting.strike), hitting.strike)
        else:
            assert isinstance(hurt, Player)
            harm = self._move(hitting.move, hurt, runs.size)
        self.left[runs, target] -= harm
        return Blows(harm > 0, harm.astype(float))

    def is_down(self, fighter: int) -> Bools:
        """Return who has taken all hits, and is out."""
        return np.asarray(self.left[:, fighter] <= 0)
