"""The odds of Roll When You Need are those of the rule rolled out in full, die by die, and those of icepool."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.odds import EVERYTHING, NOTHING, ONE, SACRIFICES, TWO_EFFECTS, Pool, Task
from chargen.games.roll_when_you_need.purchase import Purchase, band
from chargen.games.roll_when_you_need.question import Options, reply
from chargen.games.roll_when_you_need.rules import Rules
from tests.scale import pairs

BOOK = Rules()
VARIANTS = (BOOK, Rules(success_on=4), Rules(die=10), Rules(success_on=6), Rules(die=8, success_on=2))


def thrown(dice: int, rules: Rules) -> Iterator[tuple[int, ...]]:
    """Every way that a number of dice may fall, one as likely as another."""
    return product(range(1, rules.die + 1), repeat=dice)


def counted(faces: tuple[int, ...], rules: Rules) -> tuple[int, int]:
    """Successes and 1s, counted by hand."""
    return sum(face >= rules.lowest_success for face in faces), faces.count(1)


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: f"d{rules.die}, {rules.lowest_success}+")
@pytest.mark.parametrize(("ability", "difficulty"), pairs(range(5), [1, 3, 4]))
def test_outcomes_are_the_rule_rolled_out(rules: Rules, ability: int, difficulty: int) -> None:
    """Success, clean, mixed both ways and plain failure are what every throw of the ability dice says."""
    names = ("success", "clean_success", "mixed_success", "mixed_failure", "plain_failure")
    tally = dict.fromkeys(names, 0)
    for faces in thrown(ability, rules):
        successes, ones = counted(faces, rules)
        done, mixed = successes >= 1, ones > successes
        tally["success"] += done
        tally["clean_success"] += done and not mixed
        tally["mixed_success"] += done and mixed
        tally["mixed_failure"] += not done and mixed
        tally["plain_failure"] += not done and not mixed
    disaster = max(difficulty - ability, 0)
    troubled = sum(counted(faces, rules)[0] > 0 for faces in thrown(disaster, rules))
    found = odds.outcome(Task.of(ability, difficulty, rules))
    assert found == {
        **{name: Fraction(number, rules.die**ability) for name, number in tally.items()},
        "trouble": Fraction(troubled, rules.die**disaster),
    }


@pytest.mark.parametrize("ability", range(1, 5))
@pytest.mark.parametrize("needed", range(1, 6))
def test_a_difficulty_may_be_a_number_of_successes(ability: int, needed: int) -> None:
    """With the designer's switch a task needs as many successes as its difficulty, and brings no disaster dice."""
    rules = Rules(difficulty_is_successes=True)
    every = [counted(faces, rules) for faces in thrown(ability, rules)]
    found = odds.outcome(Task.of(ability, needed, rules))
    assert found["success"] == Fraction(sum(hits >= needed for hits, _ in every), len(every))
    assert found["clean_success"] == Fraction(sum(hits >= needed and ones <= hits for hits, ones in every), len(every))
    assert found["mixed_failure"] == Fraction(sum(hits < needed and ones > hits for hits, ones in every), len(every))
    assert found["trouble"] == 0


NUMBERS = [(2, 4), (2, 5), (3, 5), (3, 6), (4, 6)]
"""Abilities with difficulties."""


@pytest.mark.parametrize(("numbers", "policy"), pairs(NUMBERS, SACRIFICES))
def test_bargains_are_the_rule_rolled_out(numbers: tuple[int, int], policy: odds.Sacrifice) -> None:
    """Ability dice first, then successes are given up, then the disaster dice that are left are thrown."""
    ability, difficulty = numbers
    disaster = difficulty - ability
    most = {NOTHING: 0, ONE: 1, TWO_EFFECTS: 99, EVERYTHING: 99}[policy]
    kept = 2 if policy is TWO_EFFECTS else 1
    safe = troubled = effects = 0
    for faces in thrown(ability, BOOK):
        left, dice, given_up = counted(faces, BOOK)[0], disaster, 0
        while left > kept and dice > 1 and given_up < most:
            left, dice, given_up = left - 1, dice - 1, given_up + 1
        for disasters in thrown(disaster, BOOK):  # the dice that were bought off are not looked at
            hits = counted(disasters[:dice], BOOK)[0]
            safe += left >= 1 and not hits
            troubled += hits > 0
            effects += left
    throws = 6 ** (ability + disaster)
    assert odds.bargain(Task.of(ability, difficulty, BOOK), policy) == odds.Bargain(
        *(Fraction(tally, throws) for tally in (safe, troubled, effects))
    )


def with_icepool(dice: int, rules: Rules) -> dict[tuple[int, int], Fraction]:
    """Pairs of successes and 1s, as icepool counts them: a success is a hundred, a 1 is one."""
    single = icepool.d(rules.die).map(lambda face: 100 if face >= rules.lowest_success else int(face == 1))
    summed: Any = dice @ single
    return {divmod(total, 100): Fraction(weight, summed.denominator()) for total, weight in summed.items() if weight}


@given(number=st.integers(0, 200))
def test_the_cap_of_ten_dice(number: int) -> None:
    """Over ten dice: ten, and one automatic success for each two more."""
    pool = Pool.of(number, BOOK)
    assert pool.dice == min(number, 10)
    assert pool.automatic == (0 if number <= 10 else (number - 10) // 2)


def test_automatic_successes_count_for_mixed_rolls() -> None:
    """Fourteen dice are ten and two successes: three 1s and no success rolled is a mixed success."""
    mixed = sum(chance for (hits, ones), chance in with_icepool(10, BOOK).items() if ones > hits + 2)
    assert odds.outcome(Task.of(14, 3, BOOK))["mixed_success"] == mixed


@pytest.mark.parametrize("wealth", range(5))
@pytest.mark.parametrize("above", range(4))
def test_purchases_are_the_rule_rolled_out(wealth: int, above: int) -> None:
    """Each success on the disaster dice takes one off Wealth, down to nothing; the price is met by one success."""
    cost = wealth + above
    if band(wealth, cost) == "free":
        assert cost == 0
        return
    made = Purchase.of(wealth, cost, BOOK)
    losses = [0] * (wealth + 1)
    for faces in thrown(above, BOOK):
        losses[min(counted(faces, BOOK)[0], wealth)] += 1
    assert [made.losses.chance(loss) for loss in range(wealth + 1)] == [Fraction(number, 6**above) for number in losses]
    assert made.success == Fraction(sum(counted(faces, BOOK)[0] > 0 for faces in thrown(wealth, BOOK)), 6**wealth)
    assert made.losses.mean() == sum(Fraction(loss * number, 6**above) for loss, number in enumerate(losses))


def test_giving_up_successes_lowers_the_risk_of_a_purchase() -> None:
    """Wealth 3, cost 5: with two successes one of the two disaster dice can be taken away."""
    made = Purchase.of(3, 5, BOOK)
    every = [counted(faces, BOOK)[0] for faces in thrown(3, BOOK)]
    safe = sum(Fraction(2, 3) if hits >= 2 else Fraction(4, 9) for hits in every) / len(every)
    assert made.loses_at_least == 1 - safe
    assert made.loses_at_least < made.losses.at_least(1)


def test_disaster_dice_beyond_the_cap() -> None:
    """A disaster pool is a pool (house default): twelve dice are ten and one success, so that trouble is certain."""
    assert reply(Options(ability=0, difficulty=11), BOOK).odds["trouble"] == 1 - Fraction(2, 3) ** 10
    assert reply(Options(ability=0, difficulty=12), BOOK).odds["trouble"] == 1
