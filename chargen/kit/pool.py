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
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from random import Random
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from chargen.dice import Throw
from chargen.game.concept import RuleSet
from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.page.roll import Odds, Roll, signed, with_sign
from chargen.schema.model import Model
from chargen.text.names import slug

Hand: TypeAlias = tuple[int, ...]
"""The faces of a roll, in ascending order; empty where no dice are rolled."""
Condition: TypeAlias = Callable[..., bool]
"""Return whether an outcome is that of some faces; for a `Pool` with ``dice``, of some faces with a value."""
MOST_HANDS = 60_000
"""The largest number of hands (house default): 20 six-sided dice have 53,130 hands, 8 ten-sided dice 24,310."""


def list_hands(dice: int, sides: int, starts: Iterable[int] = ()) -> Iterator[tuple[Hand, int]]:
    """Yield every hand of a number of dice with its weight: the number of permutations among ``sides ** dice`` rolls.

    ``starts`` are the lowest faces of ranges that need not be distinguished: each range is then listed as one face.
    Raises ValueError for a negative number of dice, for no sides, and for more than `MOST_HANDS` hands.

    >>> list(list_hands(2, 2))
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    >>> list(list_hands(2, 6, (1, 5)))
    [((1, 1), 16), ((1, 5), 16), ((5, 5), 4)]
    """
    if dice < 0 or sides < 1:
        raise ValueError(f"{dice} dice of {sides} sides cannot be rolled")
    faces = sorted({1, *(face for face in starts if 1 <= face <= sides)}) if starts else range(1, sides + 1)
    # The number of multisets of faces: known before any of them is listed.
    if comb(dice + len(faces) - 1, dice) > MOST_HANDS:
        raise ValueError(f"{dice} dice of {sides} sides fall in too many ways to look at each")
    orders = factorial(dice)
    widths = {face: after - face for face, after in zip(faces, [*faces[1:], sides + 1], strict=True)}
    for hand in combinations_with_replacement(faces, dice):
        counts = Counter(hand)
        # The weight is the multinomial coefficient, times the faces that each listed face represents.
        ways = prod(widths[face] ** number for face, number in counts.items())
        yield hand, orders // prod(map(factorial, counts.values())) * ways


def outcome_chances(
    dice: int, sides: int, outcomes: Mapping[str, Condition], starts: Iterable[int] = ()
) -> dict[str, Fraction]:
    """Return the chance of each outcome, by the first condition that is true.

    Raises ValueError for a hand without a true condition, and as `list_hands` does.

    >>> outcome_chances(1, 6, {"high": lambda hand: hand[0] > 4, "low": lambda hand: True})
    {'high': Fraction(1, 3), 'low': Fraction(2, 3)}
    """
    weights = dict.fromkeys(outcomes, 0)
    for hand, weight in list_hands(dice, sides, starts):
        name = next((name for name, holds in outcomes.items() if holds(hand)), None)
        if name is None:
            raise ValueError(f"no outcome is named for the roll {hand}")
        weights[name] += weight
    return {name: Fraction(weight, sides**dice) for name, weight in weights.items()}


class Dice(Model):
    """The options of `chargen odds` for a pool."""

    dice: Annotated[int, Field(ge=0, le=999)] = 2
    """The number of dice."""


class PoolValue(Model):
    """The options of `chargen odds` for dice that are read with a value."""

    value: Annotated[int, Field(ge=-999, le=999)] = 0
    """The value that the dice are read with, such as a bonus or a skill."""


# Compared by identity, because the conditions are functions; `_odds` is cached by it.
@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Equal dice with their outcomes; the first outcome whose condition is true counts.

    By default the value of a roll is its number of dice, and a condition takes the faces. With ``dice``, a condition
    takes the faces and the value:

    >>> move = Pool(
    ...     6,
    ...     {"hit": lambda hand, bonus: sum(hand) + bonus >= 10, "miss": lambda hand, bonus: True},
    ...     fails=("miss",),
    ...     dice=2,
    ...     adds=True,
    ... )
    >>> move.odds(1)["success"], move.notation(1), move.notation(-1)
    (Fraction(5, 18), '2d6 + 1', '2d6 − 1')
    >>> under = {"success": lambda hand, skill: hand[0] <= skill, "failure": lambda hand, skill: True}
    >>> check = Pool(100, under, fails=("failure",), dice=1, reading="{value} or less")
    >>> check.odds(55)["success"], check.notation(55)
    (Fraction(11, 20), '1d100, 55 or less')
    """

    sides: int | Callable[[int], int]
    """The sides of each die, or a function of the value."""
    outcomes: Mapping[str, Condition]
    fails: tuple[str, ...]
    """The outcomes that are no success."""
    reading: str = ""
    """How the dice are read, in two or three words, such as ``highest counts``; ``{value}`` in it is replaced."""
    dice: int | Callable[[int], int] | None = None
    """The number of dice, or a function of the value; None where the value is the number of dice."""
    adds: bool = False
    """Whether the value is added to the dice, and is printed so."""
    starts: tuple[int, ...] = ()
    """The lowest faces of ranges that no condition distinguishes, such as ``(1, 5)``: large pools are fast then."""

    def thrown(self, value: int) -> tuple[int, int]:
        """Return the number of dice, and their sides.

        >>> Pool(lambda skill: 2 * skill, {}, fails=(), dice=1).thrown(4)
        (1, 8)
        """
        dice = value if self.dice is None else self.dice if isinstance(self.dice, int) else self.dice(value)
        return dice, self.sides if isinstance(self.sides, int) else self.sides(value)

    def conditions(self, value: int) -> dict[str, Condition]:
        """Return the condition of each outcome on the faces alone.

        >>> Pool(6, {"six": lambda hand: 6 in hand}, fails=()).conditions(2)["six"]((1, 6))
        True
        """
        if self.dice is None:
            return dict(self.outcomes)
        return {name: lambda hand, holds=holds: holds(hand, value) for name, holds in self.outcomes.items()}

    def odds(self, value: int) -> dict[str, Fraction]:
        """Return the chance of ``success`` and of each outcome. Raises ValueError as `list_hands` does."""
        return _odds(self, value)

    def roll(self, label: str, value: int, **instead: int) -> Roll:
        """Return the roll with a value; ``instead`` has the values of further odds, by their names."""
        further = {name: self.odds(other) for name, other in instead.items()}
        written = with_sign(value) if self.adds else ""
        return Roll(
            id=slug(label),
            label=label,
            value=value,
            roll=self.notation(value),
            odds=Odds({**self.odds(value), **further}),
            written=written,
            dice=PoolRule(self, value),
        )

    def notation(self, value: int) -> str:
        """Return the dice and how to read them, in words.

        >>> Pool(10, {}, fails=(), reading="any 8").notation(3)
        '3d10, any 8'
        """
        dice, sides = self.thrown(value)
        added = f" {'−' if value < 0 else '+'} {abs(value)}" if self.adds and value else ""
        reading = self.reading.replace("{value}", signed(value))
        return ", ".join(filter(None, (f"{dice}d{sides}{added}", reading)))

    def question(self) -> Question[Any]:
        """Return the question of `chargen odds`: the value, or the number of dice, and the chances of the outcomes.

        >>> coin = Pool(2, {"heads": lambda hand, guess: 1 in hand, "tails": lambda *_: True}, fails=("tails",), dice=1)
        >>> coin.question().reply(PoolValue(value=1), RuleSet()).odds["heads"]
        Fraction(1, 2)
        """
        option, options = ("dice", Dice) if self.dice is None else ("value", PoolValue)

        def reply(asked: Any, rules: RuleSet) -> Answer:
            return self.answer(getattr(asked, option), option)

        return Question(options=options, reply=reply, examples=(f"--{option} 3",))

    def answer(self, value: int, option: str) -> Answer:
        """Return the odds with a value, for the option of that name. Raises `Unanswerable` as `list_hands` does.

        >>> Pool(6, {"six": lambda hand: 6 in hand, "no": lambda hand: True}, fails=("no",)).answer(1, "dice").title
        '1 dice'
        """
        try:
            odds = self.odds(value)
        except ValueError as exc:
            raise Unanswerable(option, str(exc)) from exc
        rows = tuple((name.replace("_", " "), chance) for name, chance in odds.items())
        title = f"{value} dice" if self.dice is None else f"value {signed(value)}"
        return Answer(title=title, roll=self.notation(value), odds=odds, rows=rows)


@dataclass(frozen=True, slots=True)
class PoolRule:
    """Describe a roll of a pool. Its conditions are functions, so a page gets its chances and not its dice.

    >>> from random import Random
    >>> task = Pool(6, {"yes": lambda hand: 6 in hand, "no": lambda hand: True}, fails=("no",))
    >>> rule = PoolRule(task, 2)
    >>> rule.throw(Random(1)).text, rule.chance, rule.data()["text"]
    ('2, 5: no', Fraction(11, 36), '2d6')
    """

    pool: Pool
    value: int

    @property
    def formula(self) -> str:
        """Return the dice and what is added, for Foundry VTT; else empty, as it cannot evaluate the conditions.

        >>> PoolRule(Pool(6, {}, fails=(), dice=2, adds=True), -1).formula
        '2d6 - 1'
        """
        dice, sides = self.pool.thrown(self.value)
        sign = "-" if self.value < 0 else "+"
        return f"{dice}d{sides} {sign} {abs(self.value)}" if self.pool.adds else ""

    @property
    def text(self) -> str:
        """Return the dice and how to read them."""
        return self.pool.notation(self.value)

    @property
    def outcomes(self) -> dict[str, Fraction]:
        """Return the exact chance of each outcome, by its name."""
        return {name: self.pool.odds(self.value)[name] for name in self.pool.outcomes}

    @property
    def chance(self) -> Fraction:
        """Return the chance of all outcomes that are no failure."""
        return self.pool.odds(self.value)["success"]

    def throw(self, random: Random) -> Throw:
        """Return a random throw, and the first outcome whose condition is true."""
        dice, sides = self.pool.thrown(self.value)
        faces = [random.randint(1, sides) for _ in range(dice)]
        hand = tuple(sorted(faces))
        outcome = next(name for name, holds in self.pool.conditions(self.value).items() if holds(hand))
        shown = tuple(map(str, faces))
        return Throw(shown, outcome, f"{', '.join(shown)}: {outcome.replace('_', ' ')}".lstrip(": "))

    def data(self) -> dict[str, Any]:
        """Return the dice in words, and the chance of each outcome."""
        chances = {name: str(chance) for name, chance in self.outcomes.items()}
        return {"text": self.text, "formula": self.formula, "outcomes": chances}


@lru_cache(maxsize=4096)
def _odds(pool: Pool, value: int) -> dict[str, Fraction]:
    dice, sides = pool.thrown(value)
    by_outcome = outcome_chances(dice, sides, pool.conditions(value), pool.starts)
    return {"success": 1 - sum((by_outcome[name] for name in pool.fails), Fraction(0)), **by_outcome}
