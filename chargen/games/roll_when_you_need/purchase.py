"""Compute purchases with Wealth and favours with Reputation: four bands of cost, and the risk of the last."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.odds import EVERYTHING, NOTHING, Pool, Task
from chargen.games.roll_when_you_need.rules import FREE_BELOW, LIMITED_BELOW, LOST_PER_PROBLEM, LOWEST_ACQUIRED, Rules
from chargen.page.roll import Mean, OddsData

COSTS_ABOVE = 2  # The highest cost of a shown purchase, in steps above Wealth (house default)
Band: TypeAlias = Literal["free", "limited", "check", "risk"]


def band(wealth: int, cost: int, rules: Rules) -> Band:
    """Return how an item of a cost can be bought: freely, in limited numbers, with a check, or at a risk.

    A cost of 0 is free for every character (*house default*: a check without dice could never succeed).
    Source: Roll When You Need, paragraph 13 (RWN-b4, ruling RWN-Q14); Reputation goes by the same (RWN-Q17).

    >>> [band(2, cost, Rules()) for cost in range(5)]
    ['free', 'limited', 'check', 'risk', 'risk']
    """
    # At least 0: what costs nothing is free even without Wealth (ruling RWN-Q14).
    if cost <= max(wealth - FREE_BELOW, 0):
        return "free"
    if cost <= wealth - LIMITED_BELOW:
        return "limited"
    return "check" if cost <= wealth else "risk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """The odds of a purchase or a favour. A loss is a permanent reduction of Wealth or Reputation."""

    band: Band
    success: Fraction = Fraction(1)
    disaster: int = 0
    losses: tuple[Fraction, ...] = (Fraction(1),)
    """The chance of each loss, from 0, if no success is given up."""
    loses: Fraction = Fraction(0)
    """The chance of any loss if no success is given up."""
    loses_at_least: Fraction = Fraction(0)
    """The chance of any loss if all possible successes are given up for disaster dice."""

    @property
    def mean_loss(self) -> Fraction:
        """Return the average loss if no success is given up."""
        return sum((loss * chance for loss, chance in enumerate(self.losses)), Fraction(0))


def purchase(wealth: int, cost: int, rules: Rules) -> Purchase:
    """Return the odds of a purchase. Wealth cannot fall below its minimum, so a poor buyer risks only the difference.

    Purchases use disaster dice even if difficulties are numbers of successes (*house default*).

    >>> purchase(2, 3, Rules()).success, purchase(2, 3, Rules()).loses
    (Fraction(5, 9), Fraction(1, 3))
    """
    how = band(wealth, cost, rules)
    if how in ("free", "limited"):
        return Purchase(band=how)
    task = attempt(wealth, cost, rules)
    disaster = Pool.of(task.disaster, rules)
    at_stake = max(wealth - LOWEST_ACQUIRED, 0)
    losses = [Fraction(0)] * (at_stake + 1)
    for problems in range(disaster.automatic, disaster.most + 1):
        # More problems than Wealth is left lose all of it, so their chances add up in the last entry.
        losses[min(problems * LOST_PER_PROBLEM, at_stake)] += disaster.exactly(problems)
    return Purchase(
        band=how,
        success=task.pool.at_least(1),
        disaster=task.disaster,
        losses=tuple(losses),
        # A buyer with the lowest Wealth has nothing to lose.
        loses=odds.bargain(task, NOTHING, rules).trouble if at_stake else Fraction(0),
        loses_at_least=odds.bargain(task, EVERYTHING, rules).trouble if at_stake else Fraction(0),
    )


def attempt(wealth: int, cost: int, rules: Rules) -> Task:
    """Return the roll for a purchase that needs one."""
    # Not `Task.of`, whose difficulty a table may read as a number of successes: the text prices purchases by disaster
    # dice.
    return Task(Pool.of(wealth, rules), max(cost - max(wealth, 0), 0))


def purchase_odds(wealth: int, cost: int, rules: Rules) -> OddsData:
    """Return the odds of a purchase by their public names."""
    deal = purchase(wealth, cost, rules)
    return {
        "success": deal.success,
        "loss": deal.loses,
        "loss_when_successes_are_given_up": deal.loses_at_least,
        "mean_loss": Mean(deal.mean_loss),
        "losses": {str(loss): chance for loss, chance in enumerate(deal.losses)},
    }


def in_words(wealth: int, cost: int, rules: Rules) -> str:
    """Return in words how an item of a cost can be bought.

    >>> in_words(2, 0, Rules()), in_words(2, 4, Rules())
    ('without restriction', '2d6: any 5 or 6; then 2 disaster dice, each success costs 1')
    """
    match band(wealth, cost, rules):
        case "free":
            return "without restriction"
        case "limited":
            return "in limited numbers"
    task = attempt(wealth, cost, rules)
    text = odds.task_text(task, rules)
    return f"{text}, each success costs {LOST_PER_PROBLEM}" if task.disaster else text
