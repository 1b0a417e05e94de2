"""Trump chains: a closed form against throws in full, and the laws of chance."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.dice import TrumpChain


@st.composite
def chains(draw: st.DrawFn) -> tuple[int, frozenset[int], int, TrumpChain]:
    """A die of 2 to 8 sides, some of its faces trumps, a step of 1 to 6; and the chain of it."""
    sides = draw(st.integers(2, 8))
    trumps = draw(st.frozensets(st.integers(1, sides), max_size=sides - 1))
    step = draw(st.integers(1, 6))
    return sides, trumps, step, TrumpChain.of(sides, trumps=trumps, step=step)


@given(chains())
def test_four_throws_in_full_agree(made: tuple[int, frozenset[int], int, TrumpChain]) -> None:
    """Every throw of four dice, read in order, counts each sum that four dice decide."""
    sides, trumps, step, chain = made
    counts: dict[int, int] = {}
    for throw in product(range(1, sides + 1), repeat=4):
        total = 0
        for face in throw:
            if face not in trumps:
                total += face
                counts[total] = counts.get(total, 0) + 1
                break
            total += step
    lowest = min(face for face in range(1, sides + 1) if face not in trumps)
    for outcome in range(4 * step + lowest):
        assert chain.chance(outcome) == Fraction(counts.get(outcome, 0), sides**4)


@given(chains())
def test_chances_and_their_tail_sum_to_one(made: tuple[int, frozenset[int], int, TrumpChain]) -> None:
    """Chances below a number and the chance of it or more are 1; each chance is what `at_least` loses."""
    *_, chain = made
    below = Fraction(0)
    for outcome in range(40):
        assert below + chain.at_least(outcome) == 1
        assert chain.at_least(outcome) - chain.at_least(outcome + 1) == chain.chance(outcome) >= 0
        below += chain.chance(outcome)


@given(chains())
def test_the_mean_solves_its_own_equation(made: tuple[int, frozenset[int], int, TrumpChain]) -> None:
    """A throw is a trump, worth a step and the same again, or it ends the chain."""
    *_, step, chain = made
    assert chain.mean() == (1 - chain.trump) * chain.plain.mean() + chain.trump * (step + chain.mean())


def test_faces_may_count_for_other_numbers() -> None:
    """1d2 on a d6: faces 1 to 3 count 1, 4 and 5 count 2, and a 6 is 2 and another die."""
    harm = TrumpChain.of(6, trumps={6}, step=2, faces={1: 1, 2: 1, 3: 1, 4: 2, 5: 2})
    assert (harm.chance(1), harm.chance(2), harm.chance(3)) == (Fraction(3, 6), Fraction(2, 6), Fraction(3, 36))
    assert harm.mean() == Fraction(9, 5)


@pytest.mark.parametrize(("sides", "trumps", "step"), [(6, {1, 2, 3, 4, 5, 6}, 5), (6, {6}, 0), (0, set(), 5)])
def test_a_chain_that_never_ends_is_refused(sides: int, trumps: set[int], step: int) -> None:
    """Some face must end the chain, and a trump must add something."""
    with pytest.raises(ValueError, match="a chain needs"):
        TrumpChain.of(sides, trumps=trumps, step=step)
