"""Chances as people and as scripts read them."""

import json
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import registry
from chargen.game.concept import Concept
from chargen.game.contract import View
from chargen.game.ledger import Advanced
from chargen.page.roll import Mean, Odds, Roll, as_json, decimal, percent, signed

CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=5000)

MEAN = Mean(Fraction(7))
NO_ONE = Advanced(concept=Concept(), created=Concept())


def half_up(value: Fraction, places: int) -> str:
    scaled = Decimal(value.numerator * 10**places) / Decimal(value.denominator)
    complete = scaled.quantize(Decimal(1), ROUND_HALF_UP)
    return str(complete.scaleb(-places).quantize(Decimal(10) ** -places))


@pytest.mark.parametrize(
    ("chance", "places", "shown"),
    [
        (Fraction(0), 0, "0"),
        (Fraction(1), 0, "100"),
        (Fraction(1), 1, "100.0"),
        (Fraction(1, 1000), 0, "<1"),
        (Fraction(999, 1000), 0, ">99"),
        (Fraction(1, 100_000), 1, "<0.1"),
        (Fraction(99_999, 100_000), 1, ">99.9"),
        (Fraction(1, 200), 0, "1"),
        (Fraction(1, 8), 0, "13"),
        (Fraction(19, 36), 0, "53"),
        (Fraction(19, 36), 1, "52.8"),
        (Fraction(19, 36), 2, "52.78"),
        (Fraction(1, 6), 1, "16.7"),
    ],
)
def test_percentages_are_rounded_half_up_and_never_lie(chance: Fraction, places: int, shown: str) -> None:
    assert percent(chance, places) == shown


@given(CHANCES, st.integers(0, 3))
def test_every_percentage_is_near_or_says_less_or_more(chance: Fraction, places: int) -> None:
    shown = percent(chance, places)
    if shown.startswith("<"):
        assert 0 < chance * 100 < Fraction(shown[1:])
    elif shown.startswith(">"):
        assert Fraction(shown[1:]) < chance * 100 < 100
    else:
        assert shown == half_up(chance * 100, places)


@given(st.fractions(min_value=-999, max_value=999, max_denominator=5000), st.integers(0, 3))
def test_decimals_are_rounded_half_away_from_zero(value: Fraction, places: int) -> None:
    shown = decimal(value, places)
    size = half_up(abs(value), places)
    assert shown.removeprefix("−") == size
    assert shown.startswith("−") == (value < 0 and Fraction(size) != 0)
    assert "-" not in shown
    assert [signed(-5), signed(0), signed(16)] == ["−5", "0", "16"]


def test_the_chance_of_a_roll_without_known_dice_is_named_after_its_first_chance() -> None:
    """Cards print that name beside it; a roll of averages alone has none."""
    roll = Roll(id="ask", label="Ask", value=2, roll="2d6", odds=Odds({"mean": MEAN, "yes_and": Fraction(1, 4)}))
    assert (roll.chance, roll.chance_of) == (Fraction(1, 4), "yes and")
    rolls = [replace(roll, odds=Odds({"mean": MEAN})), roll]
    view = View(replace(registry.system("gamocles"), actions=None, rolls=lambda character: rolls), None, NO_ONE, None)
    assert [action.chance_of for action in view.actions()] == ["yes and"]


@given(CHANCES)
def test_json_holds_each_fraction_beside_the_nearest_double(chance: Fraction) -> None:
    """In lowest terms, integers without a denominator; averages under the name of mean."""
    shown = json.loads(json.dumps(as_json(chance)))
    assert shown == {"fraction": str(chance), "probability": chance.numerator / chance.denominator}
    assert as_json(Mean(Fraction(9, 5))) == {"fraction": "9/5", "mean": 1.8}
