"""Five by Five's own numbers, as the text prints or works them out, and the example characters' (FBF-X1, FBF-X2)."""

from fractions import Fraction
from pathlib import Path

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.rules import find_rank_name

GOOD = Path(__file__).parent / "good"


def good(name: str) -> Checked:
    path = GOOD / f"{name}.yaml"
    return checking.check_input(Input(path.name, path))


@pytest.mark.parametrize(
    ("value", "successes", "out_of", "rank"),
    [
        (-5, 1, 6, "poor"),
        (0, 11, 36, "untrained"),
        (2, 14, 36, "novice"),
        (4, 19, 36, "competent"),
        (6, 23, 36, "skilled"),
        (9, 26, 36, "expert"),
        (12, 30, 36, "master"),
        (16, 33, 36, "legendary"),
    ],
)
def test_the_eight_ranks_have_the_printed_chances(value: int, successes: int, out_of: int, rank: str) -> None:
    """Page 10 prints for each rank how many throws succeed."""
    assert odds.chance(value) == Fraction(successes, out_of)
    assert find_rank_name(value) == rank
