"""Compute the odds of Roll When You Need: successes and 1s on the ability dice, then the disaster dice.

Every chance has a closed form. A die shows a success, a 1, or neither, so the ability dice follow a multinomial
distribution with integer weights. The disaster dice, thrown afterwards, follow a binomial distribution.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from chargen.dice import DiceGroup, DiceResult, DiceRule, Measure
from chargen.games.roll_when_you_need import rules as book
from chargen.games.roll_when_you_need.rules import Rules
from chargen.page.roll import FAILURE, SUCCESS, Mean, OddsData
from chargen.text.names import counted

MOST_EFFECTS = 10  # The largest number of effects with a chance (house default)


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of a roll: at most the cap; each two dice above it are an automatic success.

    ``good`` of the ``sides`` faces are successes; a 1 never is.
    """

    dice: int
    automatic: int
    sides: int
    good: int

    @classmethod
    def of(cls, number: int, rules: Rules, *, extra: int = 0) -> "Pool":
        """Return the pool of ``number`` dice, with ``extra`` automatic successes, such as for time taken.

        >>> Pool.of(19, Rules()).dice, Pool.of(19, Rules()).automatic, Pool.of(11, Rules()).automatic
        (10, 4, 0)
        """
        thrown = min(max(number, 0), book.MOST_DICE)
        # An odd die is lost: 11 dice are ten and nothing (ruling RWN-Q12).
        above = max(number - book.MOST_DICE, 0)
        good = rules.die - rules.lowest_success + 1
        return cls(thrown, above // book.DICE_FOR_A_SUCCESS + extra, rules.die, good)

    @property
    def chance_of_none(self) -> Fraction:
        """Return the chance of no success on the dice."""
        return Fraction(0) if self.automatic else Fraction(self.sides - self.good, self.sides) ** self.dice

    def at_least(self, successes: int) -> Fraction:
        """Return the chance of at least a number of successes, automatic ones included.

        >>> Pool.of(3, Rules()).at_least(1), Pool.of(3, Rules()).at_least(2)
        (Fraction(19, 27), Fraction(7, 27))
        """
        return Fraction(sum(map(self._ways, range(max(successes - self.automatic, 0), self.dice + 1))), self.throws)

    def exactly(self, successes: int) -> Fraction:
        """Return the chance of exactly a number of successes, automatic ones included."""
        # The automatic successes are certain, so only the rest must come from the dice.
        hits = successes - self.automatic
        return Fraction(self._ways(hits) if 0 <= hits <= self.dice else 0, self.throws)

    @property
    def throws(self) -> int:
        """Return the number of equally likely throws."""
        throws: int = self.sides**self.dice
        return throws

    def _ways(self, hits: int) -> int:
        """Return the number of throws with exactly ``hits`` successes."""
        ways: int = comb(self.dice, hits) * self.good**hits * (self.sides - self.good) ** (self.dice - hits)
        return ways

    @property
    def mean(self) -> Fraction:
        """Return the average number of successes."""
        return self.automatic + Fraction(self.dice * self.good, self.sides)

    @property
    def most(self) -> int:
        """Return the largest possible number of successes."""
        return self.automatic + self.dice

    @property
    def group(self) -> DiceGroup:
        """Return its dice."""
        return DiceGroup((self.sides,) * self.dice)

    @property
    def worth(self) -> tuple[int, ...]:
        """Return the successes of each face, from 1 up."""
        return (0,) * (self.sides - self.good) + (1,) * self.good


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
    return DiceRule((pool.group,), (Measure(worth=pool.worth, bonus=pool.automatic),), results)


def name_several(rules: Rules) -> str:
    """Return the name of the outcome with more successes than are needed."""
    needed = rules.usual_successes
    return "two effects" if needed == 1 else f"{needed + 1} or more"


UNTROUBLED = "success without trouble"


@lru_cache(maxsize=512)
def task_rule(ability: int, difficulty: int, rules: Rules) -> DiceRule:
    """Return how an ability is rolled against a difficulty: success by the ability dice, trouble by others.

    >>> task_rule(3, 4, Rules()).outcomes["failure with trouble"]
    Fraction(8, 81)
    """
    task = Task.of(ability, difficulty, rules)
    disaster = Pool.of(task.disaster, rules)
    done, troubled = (0, task.needed, None), (1, 1, None)
    results = (
        DiceResult("success with trouble", (done, troubled)),
        DiceResult(UNTROUBLED, (done,), wanted=True),
        DiceResult("failure with trouble", (troubled,)),
        DiceResult("failure without trouble"),
    )
    successes = Measure(worth=task.pool.worth, bonus=task.pool.automatic)
    problems = Measure(worth=disaster.worth, bonus=disaster.automatic, group=1)
    return DiceRule((task.pool.group, replace(disaster.group, name="disaster")), (successes, problems), results)


@lru_cache(maxsize=256)
def faces_shown(pool: Pool) -> tuple[tuple[int, int, Fraction], ...]:
    """Return the chance of each pair of successes (automatic ones included) and 1s.

    Of n dice, s successes and o 1s come up in n! / (s! o! (n−s−o)!) orders, each with good^s · 1^o · rest^(n−s−o)
    of the faces.

    >>> [(successes, ones, str(chance)) for successes, ones, chance in faces_shown(Pool.of(1, Rules()))]
    [(0, 0, '1/2'), (0, 1, '1/6'), (1, 0, '1/3')]
    """
    # The faces that are neither a success nor a 1.
    rest = pool.sides - pool.good - 1
    pairs = []
    for hits in range(pool.dice + 1):
        for ones in range(pool.dice - hits + 1):
            plain = pool.dice - hits - ones
            ways = comb(pool.dice, hits) * comb(pool.dice - hits, ones) * pool.good**hits * rest**plain
            if ways:
                pairs.append((hits + pool.automatic, ones, Fraction(ways, pool.throws)))
    return tuple(pairs)


@dataclass(frozen=True, slots=True)
class Task:
    """A roll of an ability against a difficulty: the ability dice, the successes needed, and the disaster dice.

    ``disaster`` is the number of disaster dice before any is bought off.
    """

    pool: Pool
    disaster: int = 0
    needed: int = 1

    @classmethod
    def of(cls, ability: int, difficulty: int, rules: Rules, *, extra: int = 0) -> "Task":
        """Return the task of an ability against a difficulty; ``extra`` successes are automatic.

        >>> Task.of(3, 5, Rules()).disaster, Task.of(3, 5, Rules(difficulty_is_successes=True)).needed
        (2, 5)
        """
        pool = Pool.of(ability, rules, extra=extra)
        if rules.difficulty_is_successes:
            # Read as a number of successes, a difficulty brings no disaster dice (RWN-h5, ruling RWN-Q4).
            return cls(pool, 0, max(difficulty, 1))
        # A waived negative rating rolls no dice; it does not add disaster dice to the difficulty.
        return cls(pool, max(difficulty - max(ability, 0), 0))


@lru_cache(maxsize=1024)
def _results(pool: Pool, needed: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the chances of clean success, mixed success, mixed failure and plain failure."""
    clean = tainted = lining = plain = Fraction(0)
    for successes, ones, chance in faces_shown(pool):
        # Before any sacrifice and on the ability dice only (ruling RWN-Q7); automatic successes count.
        done, mixed = successes >= needed, ones > successes
        if done and mixed:
            tainted += chance
        elif done:
            clean += chance
        elif mixed:
            lining += chance
        else:
            plain += chance
    return clean, tainted, lining, plain


def outcome(task: Task, rules: Rules) -> dict[str, Fraction]:
    """Return the odds of the results of a task if no success is given up.

    A roll is mixed if the ability dice show more 1s than successes. Clean success, mixed success, mixed failure and
    plain failure are all results. Trouble, from the disaster dice, is possible with each of them.

    >>> [str(chance) for chance in outcome(Task.of(3, 5, Rules()), Rules()).values()]
    ['19/27', '73/108', '1/36', '37/216', '1/8', '5/9']
    """
    clean, tainted, lining, plain = _results(task.pool, task.needed)
    return {
        "success": clean + tainted,
        "clean_success": clean,
        "mixed_success": tainted,
        "mixed_failure": lining,
        "plain_failure": plain,
        "trouble": trouble(task.disaster, rules),
    }


def trouble(dice: int, rules: Rules) -> Fraction:
    """Return the chance of at least one problem on a number of disaster dice.

    Disaster dice above the cap become automatic successes, as for other pools (*house default*).

    >>> trouble(2, Rules()), trouble(0, Rules())
    (Fraction(5, 9), Fraction(0, 1))
    """
    return 1 - Pool.of(dice, rules).chance_of_none


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


def bargain(task: Task, sacrifice: Sacrifice, rules: Rules) -> Bargain:
    """Evaluate a policy: roll the ability dice, give up successes, then roll the disaster dice that remain.

    >>> bargain(Task.of(3, 5, Rules()), EVERYTHING, Rules()).trouble
    Fraction(121, 243)
    """
    safe = troubled = effects = Fraction(0)
    for successes, _, chance in faces_shown(task.pool):
        given = sacrifice.spent(successes, task.disaster)
        left = Pool.of(task.disaster - given, rules)
        quiet = chance * left.chance_of_none
        troubled += chance - quiet
        effects += chance * (successes - given)
        if successes >= task.needed:
            safe += quiet
    return Bargain(safe, troubled, effects)


def has_bargain(task: Task) -> bool:
    """Return whether a roll may have a success to give up and a disaster die to remove.

    >>> has_bargain(Task.of(3, 5, Rules())), has_bargain(Task.of(1, 5, Rules()))
    (True, False)
    """
    return task.disaster > book.DISASTER_DICE_KEPT and task.pool.most > book.SUCCESSES_KEPT


def distinct_bargains(task: Task, rules: Rules) -> list[tuple[Sacrifice, Bargain]]:
    """Return the policies with different odds; of policies with equal odds, the first."""
    # Small pools cannot tell the policies apart; a table would repeat their rows.
    policies: dict[Bargain, Sacrifice] = {}
    for sacrifice in SACRIFICES:
        policies.setdefault(bargain(task, sacrifice, rules), sacrifice)
    return [(sacrifice, bargain) for bargain, sacrifice in policies.items()]


def bargains(task: Task, rules: Rules) -> OddsData:
    """Return the odds of every policy of giving up successes, by its name."""
    return {
        sacrifice.name: {
            "success_without_trouble": struck.safe,
            "trouble": struck.trouble,
            "effects": Mean(struck.effects),
        }
        for sacrifice in SACRIFICES
        for struck in (bargain(task, sacrifice, rules),)
    }


def problems(dice: int, rules: Rules) -> dict[str, Fraction]:
    """Return the chance of each number of problems, from 0, on a number of disaster dice."""
    pool = Pool.of(dice, rules)
    # Disaster dice above the cap are automatic, so fewer problems than these cannot come up.
    return {str(number): pool.exactly(number) for number in range(pool.automatic, pool.most + 1)}


def effects(pool: Pool) -> dict[str, Fraction]:
    """Return the chance of at least each number of effects; the task itself is the first effect.

    >>> list(effects(Pool.of(1, Rules()))), list(effects(Pool.of(2, Rules())))
    (['at_least_1'], ['at_least_1', 'at_least_2'])
    """
    most = min(max(pool.most, 1), MOST_EFFECTS)
    return {f"at_least_{number}": pool.at_least(number) for number in range(1, most + 1)}


def time_taken(ability: int) -> range:
    """Return the automatic successes that an ability may gain by taking time: 1 needs an ability of 2, and 2 of 4.

    >>> list(time_taken(1)), list(time_taken(2)), list(time_taken(5))
    ([], [1], [1, 2])
    """
    return range(1, min(max(ability // book.ABILITY_FOR_TIME, 0), book.MOST_TIME) + 1)


def roll_text(pool: Pool, rules: Rules) -> str:
    """Return the dice and the faces that succeed, in words.

    >>> roll_text(Pool.of(3, Rules()), Rules()), roll_text(Pool.of(19, Rules()), Rules())
    ('3d6: any 5 or 6', '10d6 and 4 successes: any 5 or 6')
    """
    if not pool.dice and not pool.automatic:
        return "no dice: no success"
    more = f" and {pool.automatic} success{'es' if pool.automatic > 1 else ''}" if pool.automatic else ""
    return f"{pool.dice}d{pool.sides}{more}: {describe_faces(pool, rules)}"


def describe_faces(pool: Pool, rules: Rules) -> str:
    """Return the faces that succeed, in words.

    >>> describe_faces(Pool.of(3, Rules()), Rules())
    'any 5 or 6'
    """
    lowest = rules.lowest_success
    if pool.good > 2:
        return f"any {lowest} or more"
    return f"any {lowest} or {pool.sides}" if pool.good == 2 else f"any {pool.sides}"


def task_text(task: Task, rules: Rules) -> str:
    """Return a roll against a difficulty, in words.

    >>> task_text(Task.of(3, 5, Rules()), Rules())
    '3d6: any 5 or 6; then 2 disaster dice'
    """
    text = roll_text(task.pool, rules)
    if task.needed > 1:
        text += f"; {task.needed} of them"
    if task.disaster:
        text += f"; then {counted(task.disaster, 'disaster die', 'disaster dice')}"
    return text
