"""Keep, then explode: the clever count against every throw rolled out, and against icepool."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from chargen.dice import Distribution, keep_then_explode
from tests.scale import QUICK, pairs, some

SMALL = [(rolled, kept, sides) for rolled in (1, 2, 3, 4) for kept in range(1, rolled + 1) for sides in (2, 3, 6)] + [
    (1, 1, 10),
    (2, 1, 10),
    (2, 2, 10),
    (3, 1, 10),
    (3, 2, 10),
    (4, 2, 10),
]
"""Pools that can be thrown in every way in a moment."""
COUNTED = [
    (rolled, kept)
    for rolled, kept in pairs(range(1, 11), range(1, 7 if QUICK else 8))
    if kept <= min(rolled, 5) or kept == rolled
]
"""Those that icepool counts in seconds."""


def by_icepool(rolled: int, kept: int) -> Any:
    """The same by icepool: the tuples of the highest faces, each with a throw for every ten in it."""
    highest = icepool.d10.pool(rolled).highest(kept).expand()
    return highest.map(lambda faces: sum(faces) + faces.count(10) @ icepool.d10)


@pytest.mark.parametrize(("rolled", "kept", "sides"), SMALL)
def test_the_count_is_every_throw_of_the_kept_dice(rolled: int, kept: int, sides: int) -> None:
    """Small pools in the order of the rule: keep the best, then throw each top face among them once more."""
    weights: dict[int, int] = {}
    for dice in product(range(1, sides + 1), repeat=rolled):
        best = sorted(dice, reverse=True)[:kept]
        tops = best.count(sides)
        for again in product(range(1, sides + 1), repeat=tops):
            total = sum(best) + sum(again)
            weights[total] = weights.get(total, 0) + sides ** (kept - tops)
    assert keep_then_explode(rolled, kept, sides) == Distribution(weights)


@pytest.mark.parametrize(("rolled", "kept"), some(COUNTED, 4))
def test_icepool_agrees(rolled: int, kept: int) -> None:
    """Up to ten dice, total by total."""
    theirs = by_icepool(rolled, kept)
    mine = keep_then_explode(rolled, kept)
    chances = {int(outcome): Fraction(int(weight), int(theirs.denominator())) for outcome, weight in theirs.items()}
    assert chances == dict(mine)


@pytest.mark.parametrize(("rolled", "kept", "sides"), [(0, 0, 10), (1, 0, 10), (2, 3, 10), (-1, 1, 10), (1, 1, 1)])
def test_senseless_pools_are_refused(rolled: int, kept: int, sides: int) -> None:
    """No dice kept, more kept than rolled, and dice with one side have no count."""
    with pytest.raises(ValueError, match="kept"):
        keep_then_explode(rolled, kept, sides)


def test_more_dice_than_a_table_rolls() -> None:
    """Beyond ten dice the weights still add up."""
    thrown = keep_then_explode(12, 12, 20)
    assert sum(chance for _, chance in thrown) == 1
    assert max(thrown.weights) == 480
