"""What games compute is what was approved."""

import pytest

from tests.outcomes.content import APPROVED, GAMES, PARTS, content, shared


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_computes_what_was_approved(game: str, part: str) -> None:
    """NPCs of a seed, numbers and chances, prices and plans, blows and cards.

    Where a change is intended, look at the difference after `python -m tests.outcomes`.
    """
    assert content(game, part).splitlines() == (APPROVED / f"{game}-{part}.txt").read_text("utf-8").splitlines()


def test_the_house_defaults_are_what_was_approved() -> None:
    """How many tries, samples and boxes; a change of any of them is a decision."""
    assert shared().splitlines() == (APPROVED / "shared.txt").read_text("utf-8").splitlines()
