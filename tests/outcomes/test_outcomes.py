"""What games compute is what was approved."""

from collections.abc import Iterator
from itertools import islice

import pytest

from tests.outcomes.content import APPROVED, GAMES, PARTS, SHARED
from tests.scale import QUICK, TRIES_MUTANTS

SHARES = {
    **dict.fromkeys(("cards", "npcs", "pages", "sheets", "texts", "waivers", "works"), (6, 1)),
    **dict.fromkeys(("made-moves", "scans", "settings", "slips", "sources", "tables"), (16, 1)),
    **dict.fromkeys(("edits", "lacking", "ledgers", "purchases", "role-edits"), (24, 3)),
    **dict.fromkeys(("combined", "duels"), (48, 3)),
    "answers": (3, 1),
    "gm-files": (60, 1),
    "requests": (90, 3),
}
"""Parts of which a quick run computes one in so many lines, the first ones, and which share where it tries mutants.

The lines of these are alike, and each kind of edit comes early.
"""


def assert_approved(lines: Iterator[str], name: str, part: str) -> None:
    approved = (APPROVED / f"{name}.txt").read_text("utf-8").splitlines()
    quick, with_mutants = SHARES.get(part, (1, 1))
    share = 1 if not QUICK else with_mutants if TRIES_MUTANTS else quick
    number = len(approved) // share if share > 1 else None
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
    """Reports of wrong files of a GM, and how batches are read, cut and written."""
    assert_approved(SHARED[part](), part, part)
