"""Compute the odds of 5+: sums inside a range, improvement by doubles, successes, and lengths of challenges."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from chargen.dice import DiceGroup, DiceResult, DiceRule, Distribution, Measure
from chargen.dice.throw import Bound
from chargen.games.five_plus.rating import FACES, Rating, apply_double, find_raising_faces
from chargen.games.five_plus.rules import BASE, HELP_BONUS, LAST_FACE, Rules
from chargen.page.roll import FAILURE, NO_CHANCE, Mean, OddsData

RANKS = range(-2, 4)
"""The ranks in tables: tiers of the challenge above the character (house default: the text has 0 and 2)."""
PROFICIENCIES = range(-2, 8)
"""The proficiencies of the grid: from untrained in a hurry to expert with care (house default)."""
ACTIONS = (1, 2, 3)  # The numbers of actions in a turn with odds (house default)
CHALLENGES = (3, 6, 9, 12, 18)
"""The sizes of challenges, in successes (house default: the text adds up the key levels of the party)."""
PATIENCE = (2, 3, 4, 6, 8)  # The numbers of rolls to win a challenge (house default)
LOWEST_ROLL, HIGHEST_ROLL = 2, 12  # The lowest and highest sum of two dice
THROWS = 36  # The number of throws of two dice

Span = tuple[int, int]  # A success range, both ends included


class Extra(NamedTuple):
    """What traits, conditions and equipment add to the successes of a roll (section 4.2)."""

    more: int = 0  # The number that each success brings in addition
    six_doubles: bool = False  # Whether the die counts twice where one of the dice shows a 6

    def applied(self, counted: int, sixes: int) -> int:
        """Return the successes of a roll in its range: of the die that counts, with the number of sixes shown."""
        return max(1, counted * (2 if sixes and self.six_doubles else 1) + self.more)


NO_EXTRA = Extra()


def span(proficiency: int, rank: int) -> Span | None:
    """Return the success range: from 5 plus rank to 5 plus proficiency, limited to the sums of two dice.

    None if the upper end is below the lower end: then no roll succeeds. Source: section 3.1; FPL-b1, FPL-b3.

    >>> span(4, 2), span(9, -4), span(0, 0), span(0, 1)
    ((7, 9), (2, 12), (5, 5), None)
    """
    lower = max(BASE + rank, LOWEST_ROLL)
    upper = min(BASE + proficiency, HIGHEST_ROLL)
    return (lower, upper) if lower <= upper else None


def describe_roll(rolled: Span | None) -> str:
    """Return what to roll, in words.

    >>> describe_roll((5, 9)), describe_roll(None)
    ('2d6 in 5–9', 'no chance')
    """
    return NO_CHANCE if rolled is None else f"2d6 in {rolled[0]}–{rolled[1]}"


@lru_cache(maxsize=512)
def dice_rule(rolled: Span | None, extra: Extra = NO_EXTRA) -> DiceRule:
    """Return how a success range is rolled: a sum in the range succeeds, and the lower die counts the successes.

    The third measure counts the sixes, of which one doubles the lower die where ``extra`` says so.

    >>> dice_rule((5, 6)).outcomes["2 successes"]
    Fraction(1, 9)
    """
    results: list[DiceResult] = []
    # A throw with a 6 comes first; where sixes do not matter, its results are left out.
    for sixes, lower in product((1, 0) if extra.six_doubles else (0,), FACES):
        # The least sum that such a throw can have is above the range already.
        if rolled is None or lower + (LAST_FACE if sixes else lower) > rolled[1]:
            continue
        number = extra.applied(lower, sixes)
        bounds: tuple[Bound, ...] = ((0, *rolled), (1, lower, lower), *(((2, 1, None),) if sixes else ()))
        results.append(DiceResult(f"{number} success{'es' if number > 1 else ''}", bounds, wanted=True))
    measures = (Measure(), Measure("lowest"), *([Measure(worth=_SIXES)] if extra.six_doubles else []))
    return DiceRule((DiceGroup((LAST_FACE,) * 2),), measures, (*results, DiceResult(FAILURE)))


_SIXES = (0,) * (LAST_FACE - 1) + (1,)  # What each face counts where the sixes of a throw are counted


@lru_cache(maxsize=512)
def chance(rolled: Span | None) -> Fraction:
    """Return the chance of a sum inside a range, both ends included.

    >>> [chance((5, 5 + level)) * 36 for level in range(7)] == [4, 9, 15, 20, 24, 27, 29]
    True
    """
    return dice_rule(rolled).chance


def success(proficiency: int, rank: int = 0) -> Fraction:
    """Return the chance of success with a proficiency against a challenge of a rank."""
    return chance(span(proficiency, rank))


@lru_cache(maxsize=512)
def successes(
    rolled: Span | None,
    *,
    extra: Extra = NO_EXTRA,
    against_weakness: bool = False,
    against_resistance: bool = False,
    failure_margin: bool = False,
) -> Distribution:
    """Return the distribution of successes of a roll: the lower die if the sum is in the range, else 0.

    The higher die counts ``against_weakness``, and 1 ``against_resistance``. ``extra`` doubles what counts, then adds
    to it; a roll in the range brings at least 1 (both house defaults). With ``failure_margin``, an option of
    section 3.1, a miss counts too, minus its distance from the range.

    >>> successes((5, 9)).mean(), successes((5, 6)).weights[1]
    (Fraction(55, 36), 4)
    >>> successes((5, 9)).chance(0), successes((5, 9), failure_margin=True).chance(0)
    (Fraction(1, 3), Fraction(5, 36))
    >>> successes((7, 7), extra=Extra(more=1, six_doubles=True)).mean() * 6  # 1 and 6, 2 and 5, 3 and 4
    Fraction(10, 3)
    """
    weights: Counter[int] = Counter()
    for dice in product(FACES, repeat=2):
        brought = 0
        if rolled is not None:
            # The distance to the nearer end of the range, and 0 inside.
            missed = max(rolled[0] - sum(dice), sum(dice) - rolled[1], 0)
            counted = 1 if against_resistance else max(dice) if against_weakness else min(dice)
            counted = extra.applied(counted, dice.count(LAST_FACE))
            brought = max(0, counted - missed) if failure_margin or not missed else 0
        weights[brought] += 1
    return Distribution(weights)


def improvement(rating: Rating, rules: Rules) -> dict[str, Fraction]:
    """Return the chances that a roll raises the level (or moves to a new base tier), opens or raises a tier, or marks.

    >>> [str(chance) for chance in improvement(Rating(3, 1), Rules()).values()]
    ['1/12', '1/36', '1/12']
    >>> [str(chance) for chance in improvement(Rating(6, 1), Rules()).values()]
    ['0', '0', '1/6']
    """
    teaching = len(find_raising_faces(rating, rules))
    after = [apply_double(rating, face, rules) for face in FACES]
    # All ways into a tier, also that of a finished base: (5:0+2) and a double five.
    reached = sum((new.tier, new.upper) > (rating.tier, rating.upper) for new in after)
    return {
        "level_up": Fraction(teaching, THROWS),
        "new_tier": Fraction(reached, THROWS),
        "mark": Fraction(LAST_FACE - teaching, THROWS),
    }


def rerolled(chance: Fraction) -> Fraction:
    """Return the chance of success if a failure is rerolled once, for a point of fatigue.

    >>> rerolled(Fraction(1, 2))
    Fraction(3, 4)
    """
    return 1 - (1 - chance) ** 2


def with_a_six(rolled: Span | None) -> Fraction:
    """Return the chance of a success in which a die shows a 6, which may be a special value (section 3.1).

    >>> with_a_six((5, 9)), with_a_six((5, 6))
    (Fraction(1, 6), Fraction(0, 1))
    """
    # Against a weakness the higher die counts, so 6 successes are a roll in the range that shows a 6.
    return successes(rolled, against_weakness=True).chance(LAST_FACE)


# Challenges: rolls continue until the successes are collected. The text forbids repeating the same action under
# the same conditions (FPL-d8), so every roll is another approach.


@lru_cache(maxsize=1024)
def expected_rolls(needed: int, roll: Distribution) -> Fraction | None:
    """Return the average number of rolls to collect ``needed`` successes; None if no success is possible.

    >>> expected_rolls(1, successes((5, 9)))
    Fraction(3, 2)
    """
    weights = [(got, weight) for got, weight in roll.weights.items() if got > 0]
    if not weights:
        return None
    some = roll.total - roll.weights.get(0, 0)
    # E(left) = 1 + p(0) E(left) + Σ p(got) E(left − got), solved for E(left).
    after = [Fraction(0)]
    for left in range(1, needed + 1):
        onward = sum((weight * after[max(left - got, 0)] for got, weight in weights), Fraction(0))
        after.append((roll.total + onward) / some)
    return after[needed]


@lru_cache(maxsize=1024)
def within_rolls(needed: int, rolls: int, roll: Distribution) -> Fraction:
    """Return the chance to collect ``needed`` successes in at most ``rolls`` rolls.

    >>> within_rolls(1, 1, successes((5, 9)))
    Fraction(2, 3)
    """
    return sum([roll] * rolls, Distribution({0: 1})).at_least(needed)


@lru_cache(maxsize=1024)
def before_failures(needed: int, failures: int, roll: Distribution) -> Fraction:
    """Return the chance to collect ``needed`` successes before ``failures`` rolls have failed.

    >>> before_failures(1, 2, successes((5, 9)))
    Fraction(8, 9)
    """
    nothing = roll.chance(0)
    # One row for each failure that is left: a roll with successes moves within its row, a failure moves to the row
    # before.
    one_less = [Fraction(1)] + [Fraction(0)] * needed
    for _ in range(failures):
        now = [Fraction(1)]
        for left in range(1, needed + 1):
            onward = sum((roll.chance(got) * now[max(left - got, 0)] for got in roll.weights if got), Fraction(0))
            now.append(onward + nothing * one_less[left])
        one_less = now
    return one_less[needed]


class Circumstances(NamedTuple):
    """What a roll has beside its level and bonuses, and what its variants start from."""

    rank: int = 0
    helped: bool = False
    actions: int | None = None  # None if the turn does not count
    reroll: bool = False  # Whether a failure is rerolled once

    def success(self, proficiency: int, rules: Rules) -> Fraction:
        """Return the chance of success with a proficiency that has neither help nor the turn in it."""
        plain = success(self.modify(proficiency, rules), self.rank)
        return rerolled(plain) if self.reroll else plain

    def modify(self, proficiency: int, rules: Rules) -> int:
        """Return the proficiency with help and the turn."""
        turn = 0 if self.actions is None else rules.turn_modifier(self.actions)
        return proficiency + turn + (HELP_BONUS if self.helped else 0)


PLAIN = Circumstances()


def successes_of(
    rolled: Span | None,
    asked: Circumstances,
    *,
    extra: Extra = NO_EXTRA,
    weakness: bool = False,
    resistance: bool = False,
) -> Distribution:
    """Return the distribution of successes of a roll; with a reroll, one without any is thrown again once.

    >>> successes_of((5, 9), Circumstances(reroll=True)).chance(0)
    Fraction(1, 9)
    """
    thrown = successes(rolled, extra=extra, against_weakness=weakness, against_resistance=resistance)
    if not asked.reroll:
        return thrown
    failed = thrown.weights.get(0, 0)
    again = {got: weight * (thrown.total + failed) for got, weight in thrown.weights.items() if got}
    return Distribution({0: failed**2, **again})


@lru_cache(maxsize=2048)
def odds(
    proficiency: int, rating: Rating, rules: Rules, *, asked: Circumstances = PLAIN, extra: Extra = NO_EXTRA
) -> Mapping[str, Fraction | Mean | OddsData]:
    """Return all odds of one roll with a proficiency, for a descriptor with a rating.

    A variant, such as another rank, keeps the other circumstances. The chances to improve are those of one throw.
    """

    def varied(**changed: Any) -> OddsData:
        return {"success": asked._replace(**changed).success(proficiency, rules)}

    rolled = span(asked.modify(proficiency, rules), asked.rank)
    brought = successes_of(rolled, asked, extra=extra)
    learning = improvement(rating, rules)
    chances: dict[str, Fraction | Mean | OddsData] = {
        **varied(),
        **learning,
        "successes": Mean(brought.mean()),
        "with": {
            "help": varied(helped=True),
            "reroll": varied(reroll=True),
        },
        "actions": {str(actions): varied(actions=actions) for actions in ACTIONS},
        "ranks": {f"{other:+d}" if other else "0": varied(rank=other) for other in sorted({*RANKS, asked.rank})},
        "amounts": {str(amount): brought.chance(amount) for amount in range(max(LAST_FACE, *brought.weights) + 1)},
        "against": {
            "weakness": Mean(successes_of(rolled, asked, extra=extra, weakness=True).mean()),
            "resistance": Mean(successes_of(rolled, asked, extra=extra, resistance=True).mean()),
            "immunity": Mean(Fraction(0)),
        },
    }
    # Uses are independent, so their average number until the first that raises the level is 1 / p.
    if learning["level_up"]:
        chances["uses_to_level_up"] = Mean(1 / learning["level_up"])
    if rolled is not None:
        chances["challenges"] = {
            str(needed): {"rolls": Mean(rolls)}
            for needed in CHALLENGES
            if (rolls := expected_rolls(needed, brought)) is not None
        }
    return chances
