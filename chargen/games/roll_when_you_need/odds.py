"""Compute the odds of Roll When You Need: successes and 1s on the ability dice, then the disaster dice."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from chargen.dice import DiceGroup, DiceResult, DiceRule, Distribution, Measure
from chargen.games.roll_when_you_need import rules as book
from chargen.games.roll_when_you_need.rules import Rules
from chargen.page.roll import FAILURE, SUCCESS, Mean, OddsData
from chargen.text.names import counted

MOST_EFFECTS = 10  # The largest number of effects with a chance (house default)


class Pool(NamedTuple):
    """The dice of a roll: at most the cap; each two dice above it are an automatic success.

    ``good`` of the ``sides`` faces are successes; a 1 never is.
    """

    number: int  # The dice before the cap
    sides: int
    good: int
    extra: int = 0  # Further automatic successes, such as for time taken

    @classmethod
    def of(cls, number: int, rules: Rules, *, extra: int = 0) -> "Pool":
        """Return the pool of ``number`` dice, with ``extra`` automatic successes.

        >>> Pool.of(19, Rules()).dice, Pool.of(19, Rules()).automatic, Pool.of(11, Rules()).automatic
        (10, 4, 0)
        """
        return cls(max(number, 0), rules.die, rules.die - rules.lowest_success + 1, extra)

    def __str__(self) -> str:
        if not self.dice and not self.automatic:
            return "no dice: no success"
        more = f" and {self.automatic} success{'es' if self.automatic > 1 else ''}" if self.automatic else ""
        return f"{self.dice}d{self.sides}{more}: {self.faces}"

    @property
    def dice(self) -> int:
        """Return the number of dice that are thrown."""
        return min(self.number, book.MOST_DICE)

    @property
    def automatic(self) -> int:
        """Return the number of automatic successes."""
        # An odd die is lost: 11 dice are ten and nothing (ruling RWN-Q12).
        return (self.number - self.dice) // book.DICE_FOR_A_SUCCESS + self.extra

    @property
    def faces(self) -> str:
        """Return the faces that succeed, in words.

        >>> Pool.of(3, Rules()).faces
        'any 5 or 6'
        """
        lowest = self.sides - self.good + 1
        if self.good > 2:
            return f"any {lowest} or more"
        return f"any {lowest} or {self.sides}" if self.good == 2 else f"any {self.sides}"

    @property
    def worth(self) -> tuple[int, ...]:
        """Return the successes of each face, from 1 up."""
        return (0,) * (self.sides - self.good) + (1,) * self.good

    @property
    def successes(self) -> Distribution:
        """Return the distribution of the successes, automatic ones included.

        >>> Pool.of(3, Rules()).successes.at_least(1), Pool.of(3, Rules()).successes.mean()
        (Fraction(19, 27), Fraction(1, 1))
        """
        return _successes(self)

    def group(self, name: str = "") -> DiceGroup:
        """Return its dice, as a throw names them."""
        return DiceGroup((self.sides,) * self.dice, name=name)


@lru_cache(maxsize=256)
def _successes(pool: Pool) -> Distribution:
    of_a_die = Distribution({0: pool.sides - pool.good, 1: pool.good})
    return sum([of_a_die] * pool.dice, Distribution({pool.automatic: 1}))


class Task(NamedTuple):
    """A roll of an ability against a difficulty: the ability dice, the disaster dice, and the successes needed.

    ``disaster`` are the disaster dice before any is bought off.
    """

    pool: Pool
    disaster: Pool
    needed: int = 1

    @classmethod
    def of(cls, ability: int, difficulty: int, rules: Rules, *, extra: int = 0) -> "Task":
        """Return the task of an ability against a difficulty; ``extra`` successes are automatic.

        >>> Task.of(3, 5, Rules()).disaster.dice, Task.of(3, 5, Rules(difficulty_is_successes=True)).needed
        (2, 5)
        """
        pool = Pool.of(ability, rules, extra=extra)
        if rules.difficulty_is_successes:
            # Read as a number of successes, a difficulty brings no disaster dice (RWN-h5, ruling RWN-Q4).
            return cls(pool, Pool.of(0, rules), max(difficulty, 1))
        # A waived negative rating rolls no dice; it does not add disaster dice to the difficulty.
        return cls(pool, Pool.of(difficulty - max(ability, 0), rules))

    def __str__(self) -> str:
        text = str(self.pool)
        if self.needed > 1:
            text += f"; {self.needed} of them"
        if self.disaster.number:
            text += f"; then {counted(self.disaster.number, 'disaster die', 'disaster dice')}"
        return text

    @property
    def trouble(self) -> Fraction:
        """Return the chance of at least one problem.

        Disaster dice above the cap become automatic successes, as for other pools (*house default*).

        >>> Task.of(3, 5, Rules()).trouble, Task.of(3, 3, Rules()).trouble
        (Fraction(5, 9), Fraction(0, 1))
        """
        return self.disaster.successes.at_least(1)


# How tasks are thrown.


@lru_cache(maxsize=512)
def ability_rule(rating: int, rules: Rules) -> DiceRule:
    """Return how an ability is rolled where nothing threatens: enough successes, or more than that.

    >>> ability_rule(3, Rules()).outcomes["two effects"], ability_rule(13, Rules()).formula
    (Fraction(7, 27), '10d6cs>=5 + 1')
    """
    pool, needed = Pool.of(rating, rules), rules.usual_successes
    results = (
        DiceResult(name_several(rules), ((0, needed + 1, None),), wanted=True),
        DiceResult(SUCCESS, ((0, needed, None),), wanted=True),
        DiceResult(FAILURE),
    )
    return DiceRule((pool.group(),), (Measure(worth=pool.worth, bonus=pool.automatic),), results)


def name_several(rules: Rules) -> str:
    """Return the name of the outcome with more successes than are needed."""
    needed = rules.usual_successes
    return "two effects" if needed == 1 else f"{needed + 1} or more"


UNTROUBLED = "success without trouble"


@lru_cache(maxsize=512)
def task_rule(task: Task) -> DiceRule:
    """Return how an ability is rolled against a difficulty: success by the ability dice, trouble by others.

    >>> task_rule(Task.of(3, 4, Rules())).outcomes["failure with trouble"]
    Fraction(8, 81)
    """
    done, troubled = (0, task.needed, None), (1, 1, None)
    results = (
        DiceResult("success with trouble", (done, troubled)),
        DiceResult(UNTROUBLED, (done,), wanted=True),
        DiceResult("failure with trouble", (troubled,)),
        DiceResult("failure without trouble"),
    )
    measures = (
        Measure(worth=pool.worth, bonus=pool.automatic, group=group)
        for group, pool in enumerate((task.pool, task.disaster))
    )
    return DiceRule((task.pool.group(), task.disaster.group("disaster")), tuple(measures), results)


# What comes of them.


@lru_cache(maxsize=1024)
def results(pool: Pool, needed: int = 1) -> dict[str, Fraction]:
    """Return the odds of success, and of the results: clean and mixed success, mixed and plain failure.

    A roll is mixed if the dice show more 1s than successes. The result is cached and shared: do not change it.

    >>> [str(chance) for chance in results(Pool.of(3, Rules())).values()]
    ['19/27', '73/108', '1/36', '37/216', '1/8']
    """
    from chargen.dice.group import Group, Statistic, joint  # imported here: a check rolls nothing

    names = (SUCCESS, "clean_success", "mixed_success", "mixed_failure", "plain_failure")
    chances = dict.fromkeys(names, Fraction(0))
    ones = (1,) + (0,) * (pool.sides - 1)
    shown = joint(Group(pool.dice, range(1, pool.sides + 1)), (Statistic("sum", pool.worth), Statistic("sum", ones)))
    throws: int = pool.sides**pool.dice
    for (hits, number_of_ones), ways in shown.items():
        # Before any sacrifice and on the ability dice only (ruling RWN-Q7); automatic successes count.
        successes, chance = hits + pool.automatic, Fraction(ways, throws)
        done, mixed = successes >= needed, number_of_ones > successes
        if done:
            chances[SUCCESS] += chance
            chances["mixed_success" if mixed else "clean_success"] += chance
        else:
            chances["mixed_failure" if mixed else "plain_failure"] += chance
    return chances


def outcome(task: Task) -> dict[str, Fraction]:
    """Return the odds of a task if no success is given up: `results`, and trouble, which each of them may have."""
    return {**results(task.pool, task.needed), "trouble": task.trouble}


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """A policy to give up successes for disaster dice: at most ``most`` successes, while ``kept`` effects remain."""

    name: str
    title: str
    most: int | None = None
    kept: int = 0

    def spent(self, successes: int, disaster: int) -> int:
        """Return the number of successes given up. The last success and the last disaster die always remain.

        >>> EVERYTHING.spent(4, 3), ONE.spent(2, 2), TWO_EFFECTS.spent(2, 2)
        (2, 1, 0)
        """
        # A sacrifice of the last success would fail the task (ruling RWN-Q6).
        spare = successes - max(self.kept, book.SUCCESSES_KEPT)
        can_go = min(spare, disaster - book.DISASTER_DICE_KEPT)
        return max(can_go if self.most is None else min(can_go, self.most), 0)

    def played(self, task: Task) -> Iterator[tuple[int, Pool, Fraction]]:
        """Yield the successes that are kept, the disaster dice that are then rolled, and the chance of both."""
        for successes, chance in task.pool.successes:
            given = self.spent(successes, task.disaster.number)
            yield successes - given, task.disaster._replace(number=task.disaster.number - given), chance


NOTHING = Sacrifice("nothing", "none", most=0)
ONE = Sacrifice("one", "one at most", most=1)
TWO_EFFECTS = Sacrifice("all_above_two_effects", "all but two", kept=2)
EVERYTHING = Sacrifice("everything", "all that may be")
SACRIFICES = (NOTHING, ONE, TWO_EFFECTS, EVERYTHING)
"""The policies that are compared (house default: in the text the player chooses, roll by roll)."""


@dataclass(frozen=True, slots=True)
class Bargain:
    """The odds of a policy of giving up successes."""

    safe: Fraction  # The chance of success without trouble
    trouble: Fraction  # The chance of at least one problem, with success or failure
    effects: Fraction  # The average number of successes kept


def bargain(task: Task, sacrifice: Sacrifice) -> Bargain:
    """Evaluate a policy: roll the ability dice, give up successes, then roll the disaster dice that remain.

    >>> bargain(Task.of(3, 5, Rules()), EVERYTHING).trouble
    Fraction(121, 243)
    """
    safe = troubled = effects = Fraction(0)
    for kept, left, chance in sacrifice.played(task):
        quiet = chance * left.successes.chance(0)
        troubled += chance - quiet
        effects += chance * kept
        if kept >= task.needed:
            safe += quiet
    return Bargain(safe, troubled, effects)


def has_bargain(task: Task) -> bool:
    """Return whether a roll may have a success to give up and a disaster die to remove.

    >>> has_bargain(Task.of(3, 5, Rules())), has_bargain(Task.of(1, 5, Rules()))
    (True, False)
    """
    return task.disaster.number > book.DISASTER_DICE_KEPT and max(task.pool.successes.weights) > book.SUCCESSES_KEPT


def effects(pool: Pool) -> dict[str, Fraction]:
    """Return the chance of at least each number of effects; the task itself is the first effect.

    >>> list(effects(Pool.of(1, Rules()))), list(effects(Pool.of(2, Rules())))
    (['at_least_1'], ['at_least_1', 'at_least_2'])
    """
    most = min(max(pool.automatic + pool.dice, 1), MOST_EFFECTS)
    return {f"at_least_{number}": pool.successes.at_least(number) for number in range(1, most + 1)}


@lru_cache(maxsize=512)
def against_difficulties(ability: int, rules: Rules, *, extra: int = 0) -> OddsData:
    """Return the odds of an ability: the results by difficulty, and the number of effects.

    The result is cached and shared: do not change it.
    """
    pool = Pool.of(ability, rules, extra=extra)
    by_difficulty: dict[str, OddsData] = {
        f"difficulty_{difficulty}": outcome(Task.of(ability, difficulty, rules, extra=extra))
        for difficulty in book.DIFFICULTIES
    }
    return {**by_difficulty, "successes": Mean(pool.successes.mean()), "effects": effects(pool)}


def time_taken(ability: int) -> range:
    """Return the automatic successes that an ability may gain by taking time: 1 needs an ability of 2, and 2 of 4.

    >>> list(time_taken(1)), list(time_taken(2)), list(time_taken(5))
    ([], [1], [1, 2])
    """
    return range(1, min(max(ability // book.ABILITY_FOR_TIME, 0), book.MOST_TIME) + 1)
