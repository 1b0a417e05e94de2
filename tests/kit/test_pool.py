"""Pools of like dice are exact: held against every single throw, and against closed formulas."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from chargen.kit.pool import MOST_HANDS, Condition, list_hands, outcome_chances

OUTCOMES: dict[str, Condition] = {
    "doubled": lambda hand: any(hand.count(face) > 1 for face in hand),
    "low": lambda hand: sum(hand) <= 4,
    "rest": lambda hand: True,
}


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("sides", [1, 2, 4, 6])
def test_hands_are_those_of_every_throw(dice: int, sides: int) -> None:
    """Each throw counts once for the hand that it is, in any order of the dice."""
    throws = Counter(tuple(sorted(throw)) for throw in product(range(1, sides + 1), repeat=dice))
    assert dict(list_hands(dice, sides)) == throws


@pytest.mark.parametrize("dice", range(6))
def test_outcomes_are_those_of_every_throw(dice: int) -> None:
    """The first condition that holds decides, and the chances sum to 1."""
    throws = Counter(
        next(name for name, holds in OUTCOMES.items() if holds(throw)) for throw in product(range(1, 7), repeat=dice)
    )
    assert outcome_chances(dice, 6, OUTCOMES) == {name: Fraction(throws[name], 6**dice) for name in OUTCOMES}


@pytest.mark.parametrize(("dice", "sides"), [(-1, 6), (2, 0), (40, 6), (12, 20)])
def test_what_cannot_be_counted_is_refused(dice: int, sides: int) -> None:
    """Fewer than no dice, no sides, and more hands than may be looked at."""
    with pytest.raises(ValueError, match=r"cannot be rolled|too many ways"):
        list(list_hands(dice, sides))
    assert MOST_HANDS == 60_000


def test_a_roll_without_an_outcome_is_refused() -> None:
    """Conditions that leave a roll out say which."""
    with pytest.raises(ValueError, match=r"no outcome is named for the roll \(1, 1\)"):
        outcome_chances(2, 6, {"six": lambda hand: 6 in hand})


@pytest.mark.parametrize("dice", [0, 1, 4, 7])
def test_faces_that_no_outcome_tells_apart_may_be_one(dice: int) -> None:
    """The chances are the same, and pools that would fall in too many ways can be counted."""
    outcomes: dict[str, Condition] = {
        "three": lambda hand: sum(face >= 8 for face in hand) >= 3,
        "botch": lambda hand: 1 in hand and max(hand) < 8,
        "else": lambda hand: True,
    }
    assert outcome_chances(dice, 10, outcomes, (1, 2, 8)) == outcome_chances(dice, 10, outcomes)
    assert sum(outcome_chances(30, 10, outcomes, (1, 2, 8)).values()) == 1
