"""What games compute is what was approved."""

from collections.abc import Iterator
from itertools import islice

import pytest

from tests.outcomes.content import APPROVED, GAMES, PARTS, SHARED
from tests.scale import QUICK, TRIES_MUTANTS

LONG = ("combined", "duels", "edits", "lacking", "ledgers", "purchases", "requests", "role-edits")
SLOW = ("gm-files", "made-moves", "scans", "settings", "slips", "sources", "tables")
"""Parts of which a quick run computes the first sixth: their lines are alike, and each kind of edit comes early.

Where it tries mutants, it computes the first third of the long ones, and all of the slow ones.
"""


def assert_approved(lines: Iterator[str], name: str, part: str) -> None:
    approved = (APPROVED / f"{name}.txt").read_text("utf-8").splitlines()
    share = 1 if not QUICK or (part in SLOW and TRIES_MUTANTS) else 3 if TRIES_MUTANTS else 6
    number = len(approved) // share if part in (*LONG, *SLOW) else None
    assert list(islice(lines, number)) == approved[:number]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_computes_what_was_approved(game: str, part: str) -> None:
    """NPCs of a seed, numbers and chances, prices and plans, blows and cards.

    Where a change is intended, look at the difference after `python -m tests.outcomes`.
    """
    assert_approved(PARTS[part](game), f"{game}-{part}", part)


@pytest.mark.parametrize("part", SHARED)
def test_what_all_games_share_is_what_was_approved(part: str) -> None:
    """House defaults, reports of wrong files of a GM, and how batches are read, cut and written."""
    assert_approved(SHARED[part](), part, part)
