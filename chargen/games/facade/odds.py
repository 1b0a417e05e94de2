"""Façade's dice: stepped pools against a difficulty or each other, with stunts, contests, blows and cooperation.

Weights are whole and worked out once for each trait; every chance is an exact fraction. The text's sentence that a
trait is the average of its dice is wrong and used nowhere (FAC-Q1).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, TypeVar

from chargen.core.roll import Odds
from chargen.dice import Distribution, die
from chargen.games.facade.rules import STANDING_DIFFICULTIES

K = TypeVar("K")

SMALL_DICE = (2, 4, 6, 8, 10, 12)
"""The single dice of the traits 1 to 6 (FAC-b3)."""
STEP_DICE = (4, 6, 8, 10, 12)
"""The last die of the traits from 7 on, again and again (FAC-b3, ruling FAC-Q2)."""
ADDED_DIE = 10
"""What is added each time the steps begin again."""
TRAIT_NAMES = (
    "Infantile", "Pitiful", "Childish", "Minimal", "Poor", "Below Average", "Low Average", "Average", "High Average",
    "Above Average", "Over Average", "High", "Very High", "Extra High", "Amazing", "Masterful", "Heroic", "Epic",
)  # fmt: skip
"""What the traits and difficulties 1 to 18 are called."""
HIGHEST_TRAIT = 500
"""The highest trait that is worked out; a higher one is taken as this (house default)."""
STUNT_DIE = 4
MOST_STUNTS = 5
"""The most stunt dice that may be awarded for a roll (FAC-d3)."""
LEVEL_STEP = 3
"""The margin of one success level (FAC-d1)."""
COMPLETE_FAILURE, NEAR_MISS, TIE = "Complete Failure", "Near Miss", "Tie"
NEAR = 2
"""The largest miss that is a near miss."""
SUCCESS_LEVELS = (
    "Minimal Success", "Minor Success", "Full Success", "Good Success", "Major Success", "Amazing Success",
    "Masterful Success", "Heroic Success", "Legendary Success", "Epic Success",
)  # fmt: skip
"""The success levels 0 to 9."""
BLOWS = ("Scratch", "Glancing", "Full", "Strong", "Savage")
HIT_LOCATIONS = ("torso", "legs", "arms", "head", "specific")
HIT_TABLE: Mapping[int | None, tuple[str, str, str, str, str]] = {
    None: ("Scratch", "", "", "", ""),
    0: ("Glancing", "Scratch", "", "", ""),
    1: ("Glancing", "Glancing", "Scratch", "", ""),
    2: ("Full", "Glancing", "Glancing", "Scratch", ""),
    3: ("Full", "Full", "Glancing", "Glancing", "Scratch"),
    4: ("Strong", "Full", "Full", "Glancing", "Glancing"),
    5: ("Strong", "Strong", "Full", "Full", "Glancing"),
    6: ("Savage", "Strong", "Strong", "Full", "Full"),
    7: ("Savage", "Savage", "Strong", "Strong", "Full"),
    8: ("Savage", "Savage", "Savage", "Strong", "Strong"),
    9: ("Savage", "Savage", "Savage", "Savage", "Strong"),
}
"""Success level (None: a near miss) to the best blow at each location (FAC-d4)."""
NOTHING: Distribution = Distribution({0: 1})


def best_blow(level: int | None, location: str) -> str:
    """Return the best blow that a success level, or None for a near miss, can land at a location; empty where none.

    >>> best_blow(6, "legs"), best_blow(None, "legs")
    ('Strong', '')
    """
    return HIT_TABLE[level][HIT_LOCATIONS.index(location)]


def dice(trait: int) -> tuple[int, ...]:
    """Return the sides of the dice that a trait rolls; none for 0 or less.

    >>> [dice(trait) for trait in (0, 1, 7, 16, 17, 22)]
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
    """Return what to throw, in words.

    >>> roll_text(4), roll_text(10), roll_text(12), roll_text(0), roll_text(8, 2)
    ('1d8', '1d10 + 1d10', '2d10 + 1d4', 'no roll', '1d10 + 1d6 + 2d4')
    """
    sides = dice(trait)
    if not sides:
        return "no roll"
    words = [f"{len(sides) - 1}d{ADDED_DIE}"] if len(sides) > 1 else []
    words.append(f"1d{sides[-1]}")
    if stunts:
        words.append(f"{stunts}d{STUNT_DIE}")
    return " + ".join(words)


def asked(trait: int, difficulty: int) -> str:
    """Return what to roll, and what it has to reach; nothing where nothing is rolled.

    >>> asked(9, 11)
    '1d10 + 1d8, and reach 11'
    """
    return f"{roll_text(trait)}, and reach {difficulty}" if dice(trait) else ""


def trait_name(trait: int) -> str:
    """Return what a trait is called, as far as the chart goes."""
    return TRAIT_NAMES[trait - 1] if 1 <= trait <= len(TRAIT_NAMES) else ""


@lru_cache(maxsize=1024)
def thrown(trait: int, stunts: int = 0) -> Distribution:
    """Return the total of a trait's dice and some stunt dice; 0 where nothing is rolled.

    >>> thrown(10).mean()
    Fraction(11, 1)
    """
    sides = dice(trait)
    if not sides:
        return NOTHING
    if stunts:
        return thrown(trait, stunts - 1) + die(STUNT_DIE)
    return _tens(len(sides) - 1) + die(sides[-1]) if len(sides) > 1 else die(sides[0])


@lru_cache(maxsize=256)
def _tens(number: int) -> Distribution:
    if number == 1:
        return die(ADDED_DIE)
    half = _tens(number // 2)
    return half + half if number % 2 == 0 else half + half + die(ADDED_DIE)


@lru_cache(maxsize=1024)
def _at_least(trait: int, stunts: int) -> tuple[int, tuple[int, ...], int]:
    """Return the least total, the weights of at least that and each following total, and what they are out of."""
    rolled = thrown(trait, stunts)
    low, high = min(rolled.weights), max(rolled.weights)
    sums = [0]
    for total in range(high, low - 1, -1):
        sums.append(sums[-1] + rolled.weights.get(total, 0))
    return low, tuple(reversed(sums)), rolled.total


def chance(trait: int, difficulty: int, stunts: int = 0) -> Fraction:
    """Return the chance to reach a difficulty. Where nothing is rolled there is none.

    >>> chance(10, 10), chance(9, 9), chance(0, 1)
    (Fraction(16, 25), Fraction(13, 20), Fraction(0, 1))
    """
    if trait <= 0:
        return Fraction(0)
    low, sums, out_of = _at_least(trait, stunts)
    return Fraction(sums[min(max(difficulty - low, 0), len(sums) - 1)], out_of)


def level(margin: int) -> int | None:
    """Return the success level of a margin, or None below 0.

    >>> level(0), level(5), level(99), level(-1)
    (0, 1, 9, None)
    """
    return None if margin < 0 else min(margin // LEVEL_STEP, len(SUCCESS_LEVELS) - 1)


def outcome(margin: int) -> str:
    """Return what a margin is called."""
    reached = level(margin)
    if reached is not None:
        return SUCCESS_LEVELS[reached]
    return NEAR_MISS if margin >= -NEAR else COMPLETE_FAILURE


@lru_cache(maxsize=4096)
def levels(trait: int, difficulty: int, stunts: int = 0) -> Mapping[str, Fraction]:
    """Return the chance of each success level by name, with the two kinds of failure; they sum to 1."""
    names = (COMPLETE_FAILURE, NEAR_MISS, *SUCCESS_LEVELS)
    if trait <= 0:
        return {name: Fraction(name == COMPLETE_FAILURE) for name in names}
    bounds = [difficulty - NEAR, *(difficulty + LEVEL_STEP * number for number in range(len(SUCCESS_LEVELS)))]
    above = [Fraction(1), *(chance(trait, bound, stunts) for bound in bounds), Fraction(0)]
    return {name: above[index] - above[index + 1] for index, name in enumerate(names)}


def reaching(trait: int, difficulty: int, stunts: int = 0) -> dict[str, Fraction | Odds]:
    """Return the chances of success and of a near miss, and of each level."""
    by_level = levels(trait, difficulty, stunts)
    return {"success": chance(trait, difficulty, stunts), "near_miss": by_level[NEAR_MISS], "levels": by_level}


def with_stunts(trait: int, difficulty: int) -> Mapping[str, Fraction]:
    """Return the chance to reach a difficulty with each number of stunt dice."""
    return {str(stunts): chance(trait, difficulty, stunts) for stunts in range(MOST_STUNTS + 1)}


@lru_cache(maxsize=4096)
def against_difficulty(trait: int, difficulty: int) -> Odds:
    """Return all about a roll against a difficulty: success, near miss, each level, and success with stunt dice."""
    return {**reaching(trait, difficulty), "stunts": with_stunts(trait, difficulty)}


@lru_cache(maxsize=1024)
def standing(trait: int) -> Mapping[str, Odds]:
    """Return the odds against each standing difficulty, and against the trait's own rating."""
    rated = {f"difficulty_{difficulty}": against_difficulty(trait, difficulty) for difficulty in STANDING_DIFFICULTIES}
    return {**rated, "own_rating": against_difficulty(trait, max(trait, 0))}


@lru_cache(maxsize=512)
def contest(trait: int, opponent: int, stunts: int = 0) -> Mapping[int, Fraction]:
    """Return the margin of an active contest with its chance: the one total less the other.

    Where both roll nothing the margin is 0.
    """
    return dict(thrown(trait, stunts).combine(thrown(opponent), int.__sub__))


def against_opponent(trait: int, opponent: int, stunts: int = 0) -> dict[str, Fraction | Odds]:
    """Return win, tie and lose in an active contest, and the level of a win; no one wins a tie (ruling FAC-Q35)."""
    by_level = dict.fromkeys((COMPLETE_FAILURE, NEAR_MISS, TIE, *SUCCESS_LEVELS), Fraction(0))
    for margin, chance in contest(trait, opponent, stunts).items():
        by_level[TIE if margin == 0 else outcome(margin)] += chance
    win = sum((by_level[name] for name in SUCCESS_LEVELS), Fraction(0))
    return {"win": win, "tie": by_level[TIE], "lose": 1 - win - by_level[TIE], "levels": by_level}


@lru_cache(maxsize=512)
def blows(trait: int, defenders_action: int, stunts: int = 0) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the chance that an attack can land each blow, Scratch to Savage, or none, by location."""
    by_level = levels(trait, defenders_action, stunts)
    table: dict[str, Mapping[str, Fraction]] = {}
    for location in HIT_LOCATIONS:
        chances = dict.fromkeys(BLOWS, Fraction(0))
        for number in HIT_TABLE:
            if name := best_blow(number, location):
                chances[name] += by_level[NEAR_MISS if number is None else SUCCESS_LEVELS[number]]
        table[location] = {name.lower(): chance for name, chance in chances.items()}
    return table


def simple_blow(mine: int, other: int) -> str | None:
    """Return the blow of simple combat (FAC-d8): a tie or 1 more glances, double is strong, triple savage.

    >>> simple_blow(10, 6), simple_blow(12, 6), simple_blow(6, 6), simple_blow(5, 6)
    ('full', 'strong', 'glancing', None)
    """
    if mine < other or mine == 0:
        return None
    if mine - other < 2:
        return "glancing"
    return "savage" if mine >= 3 * other else "strong" if mine >= 2 * other else "full"


def of_both(mine: Distribution, other: Distribution, rule: Callable[[int, int], K]) -> dict[K, Fraction]:
    """Return the chance of all that two totals may come to by a rule.

    >>> of_both(die(2), die(2), lambda one, two: "tie" if one == two else "")
    {'tie': Fraction(1, 2), '': Fraction(1, 2)}
    """
    ways: dict[K, int] = {}
    for (one, weight), (two, factor) in product(mine.weights.items(), other.weights.items()):
        outcome = rule(one, two)
        ways[outcome] = ways.get(outcome, 0) + weight * factor
    return {outcome: Fraction(weight, mine.total * other.total) for outcome, weight in ways.items()}


def simple_blows(trait: int, opponent: int) -> dict[str, Fraction]:
    """Return the chance of each blow of simple combat."""
    chances = of_both(thrown(trait), thrown(opponent), simple_blow)
    return {name: chances.get(name, Fraction(0)) for name in ("glancing", "full", "strong", "savage")}


@lru_cache(maxsize=1024)
def under_full_pool(trait: int, threshold: int) -> Mapping[str, Odds]:
    """Return the odds against each difficulty while the limit pool is at its threshold."""
    return {
        f"difficulty_{difficulty}": {"success": chance(trait, max(difficulty, threshold))}
        for difficulty in STANDING_DIFFICULTIES
    }


def by_category(category: int, trait: int, difficulty: int) -> Fraction | None:
    """Return the chance when the category is rolled instead: the difficulty rises by as much as the trait would.

    None where the category is not the higher one: then it is not offered (rulings FAC-b11, FAC-Q37).
    """
    return chance(category, difficulty + category - trait) if category > trait else None


@lru_cache(maxsize=1024)
def all_by_category(category: int, trait: int) -> Mapping[str, Mapping[str, Any]]:
    """Return the odds against each difficulty when the category is rolled instead."""
    return {
        f"difficulty_{difficulty}": {"success": by_category(category, trait, difficulty)}
        for difficulty in STANDING_DIFFICULTIES
    }


def cooperation(primary: int, helpers: Sequence[int]) -> dict[int, Fraction]:
    """Return the primary actor's trait after the helpers' rolls, with its chance.

    The lowest roll comes first: it is held against the trait at that moment, and its success level is added to it
    (FAC-d6). Rolls are gone through from the lowest total up; those of one total follow each other.
    """
    # Dynamic programming over the totals: a state is the set of helpers whose roll is counted, as a mask of bits, and
    # the trait that they have raised. The order of equal rolls does not matter, so that groups of them are one step.
    pools = [thrown(helper) for helper in helpers]
    totals = sorted({total for pool in pools for total in pool.weights})
    everyone = (1 << len(pools)) - 1
    ways: dict[tuple[int, int], int] = {(0, primary): 1}
    for total in totals:
        following: dict[tuple[int, int], int] = {}
        for (done, trait), weight in ways.items():
            for group, factor in _groups(everyone & ~done, total, pools):
                raised = trait
                for _ in range(group.bit_count()):
                    raised += level(total - raised) or 0 if total > 0 else 0
                state = (done | group, raised)
                following[state] = following.get(state, 0) + weight * factor
        ways = following
    out_of = prod(pool.total for pool in pools)
    traits = {trait: Fraction(weight, out_of) for (done, trait), weight in ways.items() if done == everyone}
    return dict(sorted(traits.items()))


def _groups(waiting: int, total: int, pools: Sequence[Distribution]) -> Iterator[tuple[int, int]]:
    """Every group of the waiting helpers that may all roll ``total``, with its weight."""
    group = waiting
    while True:
        weight = prod(pool.weights.get(total, 0) for index, pool in enumerate(pools) if group >> index & 1)
        if weight:
            yield group, weight
        if group == 0:
            return
        group = (group - 1) & waiting


def helped(primary: int, helpers: Sequence[int], difficulty: int, stunts: int = 0) -> Fraction:
    """Return the chance to reach a difficulty with the help of others."""
    return sum(
        (likely * chance(trait, difficulty, stunts) for trait, likely in cooperation(primary, helpers).items()),
        Fraction(0),
    )


def automatic(trait: int, by: int) -> int | None:
    """Return the highest difficulty that a trait exceeds ``by`` that number, or None where there is none above 0.

    >>> automatic(17, 3), automatic(17, 7), automatic(3, 3)
    (14, 10, None)
    """
    return trait - by if trait - by > 0 else None
