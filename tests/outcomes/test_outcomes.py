"""What games compute is what was approved."""

import pytest

from tests.outcomes.content import APPROVED, GAMES, PARTS, content


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_computes_what_was_approved(game: str, part: str) -> None:
    """NPCs of a seed, numbers and chances, prices and plans, blows, cards, and the questions of `new --ask`.

    Where a change is intended, look at the difference after `python -m tests.outcomes`.
    """
    assert content(game, part).splitlines() == (APPROVED / f"{game}-{part}.txt").read_text("utf-8").splitlines()
