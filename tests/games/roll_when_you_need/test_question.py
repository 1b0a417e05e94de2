"""`chargen odds roll-when-you-need`: what it answers, and what it sends back."""

from fractions import Fraction
from typing import Any

import pytest

from chargen.core.failure import Unanswerable
from chargen.core.roll import Mean
from chargen.games.roll_when_you_need.question import Options, reply
from chargen.games.roll_when_you_need.rules import Rules


def asked(**options: Any) -> Any:
    """The answer to a question."""
    return reply(Options(**options), Rules())


@pytest.mark.parametrize(
    ("options", "wrong_option"),
    [
        ({}, "ability"),
        ({"difficulty": 3}, "ability"),
        ({"ability": 3, "wealth": 2}, "wealth"),
        ({"ability": 3, "cost": 2}, "cost"),
        ({"wealth": 2, "difficulty": 3}, "difficulty"),
        ({"wealth": 2, "time": 1}, "time"),
        ({"ability": 1, "time": 1}, "time"),
        ({"ability": 3, "time": 2}, "time"),
        ({"ability": 3, "success_on": 7}, "success_on"),
        ({"ability": 3, "die": 4, "success_on": 5}, "success_on"),
    ],
)
def test_senseless_questions_name_the_option(options: dict[str, int], wrong_option: str) -> None:
    """A question without sense is sent back with the option that is in error."""
    with pytest.raises(Unanswerable) as fault:
        asked(**options)
    assert fault.value.option == wrong_option


def test_the_roll_is_described_in_words() -> None:
    """Dice, automatic successes, faces, successes needed and disaster dice."""
    assert asked(ability=3, difficulty=5).roll == "3d6: any 5 or 6; then 2 disaster dice"
    assert asked(ability=2, difficulty=3).roll == "2d6: any 5 or 6; then 1 disaster die"
    assert asked(ability=19, difficulty=3).roll == "10d6 and 4 successes: any 5 or 6"
    assert asked(ability=0, difficulty=3).roll == "no dice: no success; then 3 disaster dice"
    assert asked(ability=4, difficulty=3, successes_needed=True, success_on=4).roll == "4d6: any 4 or more; 3 of them"
    assert asked(ability=2, die=10, success_on=10).roll == "2d10: any 10"
    assert asked(wealth=2, cost=0).roll == "without restriction"
    assert asked(wealth=2, cost=1).roll == "in limited numbers"
    assert asked(wealth=2, cost=4).roll == "2d6: any 5 or 6; then 2 disaster dice, each success costs 1"


def test_a_purchase_has_its_risk() -> None:
    """Wealth 2, cost 4: bought in 5 of 9, something lost in 5 of 9, on average two thirds of a step."""
    found = asked(wealth=2, cost=4).odds
    assert found["success"] == found["loss"] == Fraction(5, 9)
    assert found["mean_loss"] == Mean(Fraction(2, 3))
    assert found["losses"] == {"0": Fraction(4, 9), "1": Fraction(4, 9), "2": Fraction(1, 9)}
    assert set(asked(wealth=2).odds) == {f"cost_{cost}" for cost in range(6)}


def test_sacrifices_are_compared_where_there_are_any() -> None:
    """Two disaster dice and two ability dice are what it takes."""
    assert set(asked(ability=3, difficulty=5).odds["sacrifices"]) == {
        "nothing",
        "one",
        "all_above_two_effects",
        "everything",
    }
    assert "sacrifices" not in asked(ability=3, difficulty=4).odds
    assert "sacrifices" not in asked(ability=1, difficulty=6).odds


def test_disaster_dice_beyond_the_cap() -> None:
    """A disaster pool is a pool (house default): twelve dice are ten and one success, so that trouble is certain."""
    assert asked(ability=0, difficulty=11).odds["trouble"] == 1 - Fraction(2, 3) ** 10
    assert asked(ability=0, difficulty=12).odds["trouble"] == 1
