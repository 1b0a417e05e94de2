"""Distributions on whole weights: the laws of chance, and throws written out in full."""

from fractions import Fraction
from itertools import product
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.dice import Distribution, die

WEIGHTS = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1, max_size=8).filter(
    lambda weights: any(weights.values())
)
DISTRIBUTIONS = WEIGHTS.map(Distribution)


def test_the_sum_of_three_dice_is_thrown_in_full() -> None:
    """3d6 has the counts of all 216 throws."""
    throws = [sum(throw) for throw in product(range(1, 7), repeat=3)]
    three = die(6) + die(6) + die(6)
    assert {total: three.chance(total) for total in range(3, 19)} == {
        total: Fraction(throws.count(total), 216) for total in range(3, 19)
    }
    assert three.at_least(11) == Fraction(sum(total >= 11 for total in throws), 216)
    assert three.chance(2) == three.chance(19) == 0


@given(DISTRIBUTIONS)
def test_weights_are_whole_and_in_lowest_terms(distribution: Distribution) -> None:
    """Weights are whole, at least 1, share no factor, and are in the order of their outcomes."""
    weights = list(distribution.weights.values())
    assert all(type(weight) is int and weight >= 1 for weight in weights)
    assert gcd(*weights) == 1
    assert list(distribution.weights) == sorted(distribution.weights)
    assert distribution.total == sum(weights)


@given(DISTRIBUTIONS)
def test_chances_sum_to_one(distribution: Distribution) -> None:
    """Something always comes up."""
    assert sum(chance for _, chance in distribution) == 1
    assert distribution.at_least(min(distribution.weights)) == 1
    assert distribution.at_least(max(distribution.weights) + 1) == 0


@given(DISTRIBUTIONS, st.integers(-25, 25))
def test_at_least_is_the_rest_of_below(distribution: Distribution, outcome: int) -> None:
    """What is not at least a number is below it, and at least holds exactly that more than above."""
    below = sum(chance for each, chance in distribution if each < outcome)
    assert distribution.at_least(outcome) + below == 1
    assert distribution.at_least(outcome) - distribution.at_least(outcome + 1) == distribution.chance(outcome)


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_the_mean_is_linear(one: Distribution, two: Distribution) -> None:
    """The mean of a sum is the sum of the means."""
    assert (one + two).mean() == one.mean() + two.mean()


@given(WEIGHTS, st.integers(1, 9))
def test_proportional_weights_are_one_distribution(weights: dict[int, int], factor: int) -> None:
    """Only the proportion of weights counts."""
    more = {outcome: weight * factor for outcome, weight in weights.items()}
    assert Distribution(weights) == Distribution(more)


def test_a_distribution_needs_some_weight() -> None:
    """Nothing, zeros only, and a negative weight are no distribution."""
    for weights in ({}, {1: 0}, {1: 2, 2: -1}):
        with pytest.raises(ValueError, match=r"weight|outcome"):
            Distribution(weights)
