"""Blows of Roll When You Need are the rule rolled out in full, die by die."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import pytest

from chargen.games.roll_when_you_need.play import move_harm, strike_harm
from chargen.games.roll_when_you_need.rules import Rules
from tests.scale import pairs

BOOK = Rules()


def thrown(dice: int) -> Iterator[tuple[int, ...]]:
    """Every way that a number of dice may fall."""
    return product(range(1, 7), repeat=dice)


def successes(faces: tuple[int, ...]) -> int:
    """The fives and sixes."""
    return sum(face >= 5 for face in faces)


def rolled_out(counts: Mapping[int, int]) -> dict[int, Fraction]:
    """Counted ways as chances, without what never happens."""
    complete = sum(counts.values())
    return {hits: Fraction(ways, complete) for hits, ways in counts.items() if ways}


@pytest.mark.parametrize("ability", range(6))
def test_each_success_of_a_strike_is_a_hit(ability: int) -> None:
    """Of every throw, as many hits as there are fives and sixes."""
    counts: dict[int, int] = dict.fromkeys(range(ability + 1), 0)
    for faces in thrown(ability):
        counts[successes(faces)] += 1
    assert strike_harm(ability, 1, BOOK) == rolled_out(counts)


@pytest.mark.parametrize("needed", range(1, 5))
def test_a_difficulty_of_successes_takes_from_the_hits(needed: int) -> None:
    """With difficulties read as successes, the last one needed is the first hit."""
    counts: dict[int, int] = dict.fromkeys(range(5), 0)
    for faces in thrown(4):
        counts[max(successes(faces) - needed + 1, 0)] += 1
    assert strike_harm(4, needed, Rules(difficulty_is_successes=True)) == rolled_out(counts)


@pytest.mark.parametrize(("ability", "difficulty"), pairs(range(5), range(1, 7)))
@pytest.mark.parametrize("failed", [1, 2])
def test_a_move_that_is_met_is_the_rule_rolled_out(ability: int, difficulty: int, failed: int) -> None:
    """No success is a failure; all but one success buy off disaster dice, but for the last; the rest hit on 5 and 6."""
    disaster = max(difficulty - ability, 0)
    counts: dict[int, int] = dict.fromkeys(range(failed + disaster + 1), 0)
    for faces in thrown(ability):
        left, dice = successes(faces), disaster
        while left > 1 and dice > 1:
            left, dice = left - 1, dice - 1
        for disasters in thrown(disaster):  # the dice that were bought off are not looked at
            counts[(0 if left else failed) + successes(disasters[:dice])] += 1
    assert move_harm(ability, difficulty, failed, BOOK) == rolled_out(counts)
