"""Compute exact odds of pools of equal dice, by listing every combination of faces with its number of permutations.

A game names its outcomes, each with a condition on the faces, such as the highest die, a count or a set. The outcome of
a roll is the first one whose condition is true.

>>> outcomes = {"great": lambda hand: hand.count(6) >= 2, "yes": lambda hand: 6 in hand, "no": lambda hand: True}
>>> outcome_chances(2, 6, outcomes)
{'great': Fraction(1, 36), 'yes': Fraction(5, 18), 'no': Fraction(25, 36)}

A `Pool` combines dice and outcomes. It makes the rolls of a character and answers `chargen odds`:

>>> task = Pool(6, outcomes, fails=("no",), reading="any 6")
>>> task.odds(2)["success"], task.roll("Brave", 2, with_help=3).odds["with_help"]["success"]
(Fraction(11, 36), Fraction(91, 216))
>>> answer = task.question().reply(Dice(dice=2), RuleSet())
>>> answer.title, answer.roll, answer.rows[1]
('2 dice', '2d6, any 6', ('great', Fraction(1, 36)))
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from chargen.core.concept import RuleSet
from chargen.core.failure import Unanswerable
from chargen.core.game import Answer, Question
from chargen.core.model import Model
from chargen.core.names import slug
from chargen.core.roll import Roll

Hand: TypeAlias = tuple[int, ...]
"""The faces of a roll, in ascending order; empty where no dice are rolled."""
Condition: TypeAlias = Callable[[Hand], bool]
MOST_HANDS = 60_000
"""The largest number of hands (house default): 20 six-sided dice have 53,130 hands, 8 ten-sided dice 24,310."""


def list_hands(dice: int, sides: int) -> Iterator[tuple[Hand, int]]:
    """Yield every hand of a number of dice with its weight: the number of permutations among ``sides ** dice`` rolls.

    Raises ValueError for a negative number of dice, for no sides, and for more than `MOST_HANDS` hands.

    >>> list(list_hands(2, 2))
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    """
    if dice < 0 or sides < 1:
        raise ValueError(f"{dice} dice of {sides} sides cannot be rolled")
    if comb(dice + sides - 1, dice) > MOST_HANDS:
        raise ValueError(f"{dice} dice of {sides} sides fall in too many ways to look at each")
    orders = factorial(dice)
    for hand in combinations_with_replacement(range(1, sides + 1), dice):
        yield hand, orders // prod(map(factorial, Counter(hand).values()))


def count_outcomes(dice: int, sides: int, outcomes: Mapping[str, Condition]) -> dict[str, int]:
    """Return the weight of each outcome, by the first condition that is true; the sum is ``sides ** dice``.

    Raises ValueError for a hand without a true condition, and as `list_hands` does.

    >>> count_outcomes(1, 6, {"high": lambda hand: hand[0] > 4, "low": lambda hand: True})
    {'high': 2, 'low': 4}
    """
    totals = dict.fromkeys(outcomes, 0)
    for hand, weight in list_hands(dice, sides):
        name = next((name for name, holds in outcomes.items() if holds(hand)), None)
        if name is None:
            raise ValueError(f"no outcome is named for the roll {hand}")
        totals[name] += weight
    return totals


def outcome_chances(dice: int, sides: int, outcomes: Mapping[str, Condition]) -> dict[str, Fraction]:
    """Return the chance of each outcome, by the first condition that is true. Raises as `count_outcomes` does."""
    return {name: Fraction(weight, sides**dice) for name, weight in count_outcomes(dice, sides, outcomes).items()}


class Dice(Model):
    """The options of `chargen odds` for a pool."""

    dice: Annotated[int, Field(ge=0, le=999)] = 2
    """The number of dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """A pool of equal dice with its outcomes; the first outcome whose condition is true counts."""

    sides: int
    outcomes: Mapping[str, Condition]
    fails: tuple[str, ...]
    """The outcomes that are no success."""
    reading: str = ""
    """How the dice are read, in two or three words, such as ``highest counts``."""

    def odds(self, dice: int) -> dict[str, Fraction]:
        """Return the chance of ``success`` and of each outcome. Raises ValueError as `list_hands` does."""
        return _odds(self, dice)

    def roll(self, label: str, dice: int, **instead: int) -> Roll:
        """Return the roll of a number of dice; ``instead`` has the number of dice of further odds, by their names."""
        further = {name: self.odds(other) for name, other in instead.items()}
        return Roll(
            id=slug(label), label=label, value=dice, roll=self.notation(dice), odds={**self.odds(dice), **further}
        )

    def notation(self, dice: int) -> str:
        """Return the dice and how to read them, in words.

        >>> Pool(10, {}, fails=(), reading="any 8").notation(3)
        '3d10, any 8'
        """
        return ", ".join(filter(None, (f"{dice}d{self.sides}", self.reading)))

    def question(self) -> Question[Any]:
        """Return the question of `chargen odds`: the number of dice, and the chances of their outcomes."""

        def reply(asked: Dice, rules: RuleSet) -> Answer:
            try:
                odds = self.odds(asked.dice)
            except ValueError as exc:
                raise Unanswerable("dice", str(exc)) from exc
            rows = tuple((name.replace("_", " "), chance) for name, chance in odds.items())
            return Answer(title=f"{asked.dice} dice", roll=self.notation(asked.dice), odds=odds, rows=rows)

        return Question(options=Dice, reply=reply, examples=("--dice 3",))


@cache
def _odds(pool: Pool, dice: int) -> dict[str, Fraction]:
    by_outcome = outcome_chances(dice, pool.sides, pool.outcomes)
    return {"success": 1 - sum((by_outcome[name] for name in pool.fails), Fraction(0)), **by_outcome}
