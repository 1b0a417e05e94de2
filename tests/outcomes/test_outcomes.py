"""What games compute is what was approved."""

from itertools import islice

import pytest

from tests.outcomes.content import APPROVED, GAMES, PARTS, SHARED
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


@pytest.mark.parametrize("part", SHARED)
def test_what_all_games_share_is_what_was_approved(part: str) -> None:
    """House defaults, reports of wrong files of a GM, edits of ledgers, and how batches are read, cut and written."""
    approved = (APPROVED / f"{part}.txt").read_text("utf-8").splitlines()
    assert list(SHARED[part]()) == approved
