"""What games compute is what was approved."""

from itertools import islice

import pytest

from tests.outcomes.content import APPROVED, GAMES, PARTS, shared
from tests.scale import QUICK

LONG = (
    *("combined", "completions", "duels", "edits", "extremes", "ledgers", "more-npcs", "purchases"),
    *("requests", "role-edits"),
)
"""Parts of which a quick run computes the first third: their lines are alike, and each kind of edit comes early."""


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_computes_what_was_approved(game: str, part: str) -> None:
    """NPCs of a seed, numbers and chances, prices and plans, blows and cards.

    Where a change is intended, look at the difference after `python -m tests.outcomes`.
    """
    approved = (APPROVED / f"{game}-{part}.txt").read_text("utf-8").splitlines()
    number = len(approved) // 3 if QUICK and part in LONG else None
    assert list(islice(PARTS[part](game), number)) == approved[:number]


def test_the_house_defaults_are_what_was_approved() -> None:
    """How many tries, samples and boxes; a change of any of them is a decision."""
    assert shared().splitlines() == (APPROVED / "shared.txt").read_text("utf-8").splitlines()
