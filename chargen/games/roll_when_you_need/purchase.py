"""Compute purchases with Wealth and favours with Reputation: four bands of cost, and the risk of the last."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from chargen.dice import Distribution
from chargen.games.roll_when_you_need.odds import EVERYTHING, Pool, Task, bargain
from chargen.games.roll_when_you_need.rules import FREE_BELOW, LIMITED_BELOW, LOST_PER_PROBLEM, LOWEST_ACQUIRED, Rules

COSTS_ABOVE = 2  # The highest cost of a shown purchase, in steps above Wealth (house default)
Band: TypeAlias = Literal["free", "limited", "check", "risk"]
IN_WORDS: Mapping[Band, str] = {"free": "freely", "limited": "a few", "check": "with a roll"}


def band(wealth: int, cost: int) -> Band:
    """Return how an item of a cost can be bought: freely, in limited numbers, with a check, or at a risk.

    A cost of 0 is free for every character (*house default*: a check without dice could never succeed).
    Source: Roll When You Need, paragraph 13 (RWN-b4, ruling RWN-Q14); Reputation goes by the same (RWN-Q17).

    >>> [band(2, cost) for cost in range(5)]
    ['free', 'limited', 'check', 'risk', 'risk']
    """
    # At least 0: what costs nothing is free even without Wealth (ruling RWN-Q14).
    if cost <= max(wealth - FREE_BELOW, 0):
        return "free"
    if cost <= wealth - LIMITED_BELOW:
        return "limited"
    return "check" if cost <= wealth else "risk"


@dataclass(frozen=True, slots=True)
class Purchase:
    """A purchase or a favour with its odds. A loss is a permanent reduction of Wealth or Reputation."""

    band: Band
    task: Task | None = None  # Its roll; None where it needs none
    losses: Distribution = Distribution({0: 1})  # noqa: RUF009 (it never changes)
    """The losses if no success is given up."""
    loses_at_least: Fraction = Fraction(0)
    """The chance of any loss if all possible successes are given up for disaster dice."""

    @classmethod
    def of(cls, wealth: int, cost: int, rules: Rules) -> "Purchase":
        """Return a purchase. Wealth cannot fall below its minimum, so a poor buyer risks only the difference.

        >>> deal = Purchase.of(2, 3, Rules())
        >>> deal.success, deal.losses.at_least(1), str(deal)
        (Fraction(5, 9), Fraction(1, 3), '2d6: any 5 or 6; then 1 disaster die, each success costs 1')
        """
        how = band(wealth, cost)
        if how in ("free", "limited"):
            return cls(how)
        # Not `Task.of`, whose difficulty a table may read as a number of successes: purchases use disaster dice even
        # then (house default).
        task = Task(Pool.of(wealth, rules), Pool.of(cost - max(wealth, 0), rules))
        # More problems than Wealth is left lose all of it.
        at_stake = max(wealth - LOWEST_ACQUIRED, 0)
        losses = task.disaster.successes.map(lambda problems: min(problems * LOST_PER_PROBLEM, at_stake))
        return cls(how, task, losses, bargain(task, EVERYTHING).trouble if at_stake else Fraction(0))

    @property
    def success(self) -> Fraction:
        """Return the chance to get it."""
        return Fraction(1) if self.task is None else self.task.pool.successes.at_least(1)

    def __str__(self) -> str:
        if self.task is None:
            return "without restriction" if self.band == "free" else "in limited numbers"
        return f"{self.task}, each success costs {LOST_PER_PROBLEM}" if self.band == "risk" else str(self.task)
