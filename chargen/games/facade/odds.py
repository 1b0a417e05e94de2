"""Compute the odds of Façade: stepped dice against a difficulty or another roll, stunts, contests, blows, cooperation.

Weights are integers, cached for each trait, so every chance is an exact fraction. The sentence in the text that a
trait is the average of its dice is wrong and not used (FAC-Q1).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TypeVar

from chargen.dice import DiceGroup, DiceResult, DiceRule, Distribution, Measure, die
from chargen.kit.texts import read_tables
from chargen.page.roll import OddsData

K = TypeVar("K")
_TABLES = read_tables(__file__)

SMALL_DICE = (2, 4, 6, 8, 10, 12)  # The single dice of the traits 1 to 6 (FAC-b3)
STEP_DICE = (4, 6, 8, 10, 12)  # The last die of the traits from 7, in a cycle (FAC-b3, ruling FAC-Q2)
ADDED_DIE = 10  # The die that is added with each new cycle
TRAIT_NAMES: tuple[str, ...] = tuple(_TABLES["trait_names"])
"""The names of the traits and difficulties 1 to 18."""
HIGHEST_TRAIT = 500  # The highest trait with odds; a higher trait counts as this one (house default)
STUNT_DIE = 4
MOST_STUNTS = 5  # The largest number of stunt dice for a roll (FAC-d3)
LEVEL_STEP = 3  # The margin of one success level (FAC-d1)
COMPLETE_FAILURE, NEAR_MISS, TIE = "Complete Failure", "Near Miss", "Tie"
NEAR = 2  # The largest miss that is a near miss
SUCCESS_LEVELS: tuple[str, ...] = tuple(_TABLES["success_levels"])
"""The success levels 0 to 9."""
BLOWS = ("Scratch", "Glancing", "Full", "Strong", "Savage")
HIT_LOCATIONS = ("torso", "legs", "arms", "head", "specific")
HIT_TABLE: Mapping[int | None, Sequence[str]] = dict(zip((None, *range(10)), _TABLES["hit_table"], strict=True))
"""The best blow at each location by success level; None is a near miss (FAC-d4)."""
NOTHING: Distribution = Distribution({0: 1})


def dice_of(trait: int) -> tuple[int, ...]:
    """Return the sides of the dice of a trait; empty for 0 or less.

    >>> [dice_of(trait) for trait in (0, 1, 7, 16, 17, 22)]
    [(), (2,), (10, 4), (10, 10, 12), (10, 10, 10, 4), (10, 10, 10, 10, 4)]
    """
    if trait <= 0:
        return ()
    if trait <= len(SMALL_DICE):
        return (SMALL_DICE[trait - 1],)
    tens, step = divmod(min(trait, HIGHEST_TRAIT) - len(SMALL_DICE) - 1, len(STEP_DICE))
    return (*[ADDED_DIE] * (tens + 1), STEP_DICE[step])


@lru_cache(maxsize=1024)
def roll_text(trait: int, stunts: int = 0) -> str:
    """Return the dice in words.

    >>> roll_text(4), roll_text(10), roll_text(12), roll_text(0), roll_text(8, 2)
    ('1d8', '1d10 + 1d10', '2d10 + 1d4', 'no roll', '1d10 + 1d6 + 2d4')
    """
    sides = dice_of(trait)
    if not sides:
        return "no roll"
    words = [f"{len(sides) - 1}d{ADDED_DIE}"] if len(sides) > 1 else []
    words.append(f"1d{sides[-1]}")
    if stunts:
        words.append(f"{stunts}d{STUNT_DIE}")
    return " + ".join(words)


def trait_name(trait: int) -> str:
    """Return the name of a trait; empty above the chart."""
    return TRAIT_NAMES[trait - 1] if 1 <= trait <= len(TRAIT_NAMES) else ""


@lru_cache(maxsize=1024)
def throw(trait: int, stunts: int = 0) -> Distribution:
    """Return the distribution of the total of a trait's dice and stunt dice; 0 if no dice are rolled.

    >>> throw(10).mean()
    Fraction(11, 1)
    """
    sides = dice_of(trait)
    # A die more than the throw with one stunt die less, which is cached: sheets show all six.
    if sides and stunts:
        return throw(trait, stunts - 1) + die(STUNT_DIE)
    return sum(map(die, sides), NOTHING)


def chance(trait: int, difficulty: int, stunts: int = 0) -> Fraction:
    """Return the chance to reach a difficulty; 0 if no dice are rolled.

    >>> chance(10, 10), chance(9, 9), chance(0, 1)
    (Fraction(16, 25), Fraction(13, 20), Fraction(0, 1))
    """
    return throw(trait, stunts).at_least(difficulty) if trait > 0 else Fraction(0)


@lru_cache(maxsize=4096)
def dice_rule(trait: int, difficulty: int, stunts: int = 0) -> DiceRule:
    """Return how a trait is rolled against a difficulty: the total's margin gives the success level.

    >>> rule = dice_rule(10, 8)
    >>> rule.text, rule.chance == chance(10, 8)
    ('1d10 + 1d10', True)
    """
    text = roll_text(trait, stunts) if trait > 0 else ""
    results = [
        DiceResult(name, ((0, difficulty + LEVEL_STEP * level, None),), wanted=True)
        # The first result that fits counts, so the highest level comes first.
        for level, name in reversed([*enumerate(SUCCESS_LEVELS)])
        if trait > 0
    ]
    if trait > 0:
        results.append(DiceResult(NEAR_MISS, ((0, difficulty - NEAR, None),)))
    dice = DiceGroup((*dice_of(trait), *(STUNT_DIE,) * stunts) if trait > 0 else ())
    return DiceRule((dice,), (Measure(),), (*results, DiceResult(COMPLETE_FAILURE)), text)


def success_level(margin: int) -> int | None:
    """Return the success level of a margin; None below 0.

    >>> success_level(0), success_level(5), success_level(99), success_level(-1)
    (0, 1, 9, None)
    """
    return None if margin < 0 else min(margin // LEVEL_STEP, len(SUCCESS_LEVELS) - 1)


def margin_name(margin: int) -> str:
    """Return the name of a margin."""
    reached = success_level(margin)
    if reached is not None:
        return SUCCESS_LEVELS[reached]
    return NEAR_MISS if margin >= -NEAR else COMPLETE_FAILURE


@lru_cache(maxsize=4096)
def level_chances(trait: int, difficulty: int, stunts: int = 0) -> Mapping[str, Fraction]:
    """Return the chance of each success level by name, and of the two kinds of failure."""
    names = (COMPLETE_FAILURE, NEAR_MISS, *SUCCESS_LEVELS)
    if trait <= 0:
        return {name: Fraction(name == COMPLETE_FAILURE) for name in names}
    bounds = [difficulty - NEAR, *(difficulty + LEVEL_STEP * number for number in range(len(SUCCESS_LEVELS)))]
    above = [Fraction(1), *(chance(trait, bound, stunts) for bound in bounds), Fraction(0)]
    return {name: above[index] - above[index + 1] for index, name in enumerate(names)}


def odds_to_reach(trait: int, difficulty: int, stunts: int = 0) -> dict[str, Fraction | OddsData]:
    """Return the chances of success, of a near miss, and of each success level."""
    by_level = level_chances(trait, difficulty, stunts)
    return {"success": chance(trait, difficulty, stunts), "near_miss": by_level[NEAR_MISS], "levels": by_level}


def with_stunts(trait: int, difficulty: int) -> Mapping[str, Fraction]:
    """Return the chance to reach a difficulty with each number of stunt dice."""
    return {str(stunts): chance(trait, difficulty, stunts) for stunts in range(MOST_STUNTS + 1)}


@lru_cache(maxsize=4096)
def against_difficulty(trait: int, difficulty: int) -> OddsData:
    """Return all odds against a difficulty: success, near miss, each level, and success with stunt dice."""
    return {**odds_to_reach(trait, difficulty), "stunts": with_stunts(trait, difficulty)}


def against_opponent(trait: int, opponent: int, stunts: int = 0) -> dict[str, Fraction | OddsData]:
    """Return the chances to win, tie and lose an active contest, and the levels of a win (ruling FAC-Q35)."""

    def reached(mine: int, theirs: int) -> str:
        # Against a difficulty a margin of 0 is a minimal success; in a contest neither has won (ruling FAC-Q35).
        return TIE if mine == theirs else margin_name(mine - theirs)

    by_level = dict.fromkeys((COMPLETE_FAILURE, NEAR_MISS, TIE, *SUCCESS_LEVELS), Fraction(0))
    by_level |= compare_totals(throw(trait, stunts), throw(opponent), reached)
    win = sum((by_level[name] for name in SUCCESS_LEVELS), Fraction(0))
    return {"win": win, "tie": by_level[TIE], "lose": 1 - win - by_level[TIE], "levels": by_level}


@lru_cache(maxsize=512)
def blow_chances(trait: int, defenders_action: int, stunts: int = 0) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the chance of each blow, Scratch to Savage or none, by location."""
    by_level = level_chances(trait, defenders_action, stunts)
    table: dict[str, Mapping[str, Fraction]] = {}
    for place, location in enumerate(HIT_LOCATIONS):
        chances = dict.fromkeys(BLOWS, Fraction(0))
        for number, blows in HIT_TABLE.items():
            if blows[place]:
                chances[blows[place]] += by_level[NEAR_MISS if number is None else SUCCESS_LEVELS[number]]
        table[location] = {name.lower(): chance for name, chance in chances.items()}
    return table


def simple_blow(mine: int, other: int) -> str | None:
    """Return the blow of simple combat (FAC-d8): glancing up to 1 more, full, strong from double, savage from triple.

    >>> simple_blow(10, 6), simple_blow(12, 6), simple_blow(6, 6), simple_blow(5, 6)
    ('full', 'strong', 'glancing', None)
    """
    # Without dice the total is 0, and equal totals of 0 are no tie that glances.
    if mine < other or mine == 0:
        return None
    if mine - other < 2:
        return "glancing"
    return "savage" if mine >= 3 * other else "strong" if mine >= 2 * other else "full"


def compare_totals(mine: Distribution, other: Distribution, rule: Callable[[int, int], K]) -> dict[K, Fraction]:
    """Return the chance of each result of a rule that compares two totals.

    >>> compare_totals(die(2), die(2), lambda one, two: "tie" if one == two else "")
    {'tie': Fraction(1, 2), '': Fraction(1, 2)}
    """
    out_of = mine.total * other.total
    return {result: Fraction(weight, out_of) for result, weight in mine.combine(other, rule).items()}


def by_category(category: int, trait: int, difficulty: int, stunts: int = 0) -> Fraction | None:
    """Return the chance with the category instead of the trait, which raises the difficulty by the difference.

    None if the category is not higher than the trait (rulings FAC-b11, FAC-Q37).
    """
    return chance(category, difficulty + category - trait, stunts) if category > trait else None


def cooperation(primary: int, helpers: Sequence[int]) -> dict[int, Fraction]:
    """Return the chance of each trait of the primary actor after the rolls of the helpers.

    Rolls are processed from the lowest total up: each is compared with the present trait, and its success level is
    added to the trait (FAC-d6).
    """
    # Dynamic programming over the totals: a state is the set of helpers whose rolls are processed, as a bit mask, and
    # the trait so far. The order of equal rolls does not matter, so a group of equal rolls is one step.
    pools = [throw(helper) for helper in helpers]
    totals = sorted({total for pool in pools for total in pool.weights})
    everyone = (1 << len(pools)) - 1
    ways: dict[tuple[int, int], int] = {(0, primary): 1}
    for total in totals:
        following: dict[tuple[int, int], int] = {}
        for (done, trait), weight in ways.items():
            for group, factor in _groups(everyone & ~done, total, pools):
                raised = trait
                # One after the other: a helper's success raises the trait that the next one is compared with.
                for _ in range(group.bit_count()):
                    raised += success_level(total - raised) or 0 if total > 0 else 0
                state = (done | group, raised)
                following[state] = following.get(state, 0) + weight * factor
        ways = following
    out_of = prod(pool.total for pool in pools)
    traits = {trait: Fraction(weight, out_of) for (done, trait), weight in ways.items() if done == everyone}
    return dict(sorted(traits.items()))


def _groups(waiting: int, total: int, pools: Sequence[Distribution]) -> Iterator[tuple[int, int]]:
    """Yield every group of waiting helpers that can all roll ``total``, with its weight."""
    group = waiting
    while True:
        weight = prod(pool.weights.get(total, 0) for index, pool in enumerate(pools) if group >> index & 1)
        if weight:
            yield group, weight
        if group == 0:
            return
        # The usual way through all subsets of a bit mask, downwards to the empty one.
        group = (group - 1) & waiting


def chance_with_help(primary: int, helpers: Sequence[int], difficulty: int, stunts: int = 0) -> Fraction:
    """Return the chance to reach a difficulty with the help of others."""
    return sum(
        (likely * chance(trait, difficulty, stunts) for trait, likely in cooperation(primary, helpers).items()),
        Fraction(0),
    )
