"""Fights of every game: compare `chargen encounter` with rolled dice."""

from pathlib import Path

import pytest

from tests.fights.by_hand import (
    facade_duels,
    five_by_five_duels,
    five_plus_duels,
    gamocles_duels,
    roll_when_you_need_duels,
)
from tests.fights.by_hand.referee import Duel, judged
from tests.scale import some

DUELS = {
    "facade": facade_duels.DUELS,
    "five-by-five": five_by_five_duels.DUELS,
    "five-plus": five_plus_duels.DUELS,
    "gamocles": gamocles_duels.DUELS,
    "roll-when-you-need": roll_when_you_need_duels.DUELS,
}
CASES = [pytest.param(duel, id=f"{game}: {duel}") for game, duels in DUELS.items() for duel in some(duels, 5)]


@pytest.mark.parametrize("duel", CASES)
def test_the_dice_agree(duel: Duel, tmp_path: Path) -> None:
    """Chances of blows and ends, mean harm and rounds lie within three standard errors of 100,000 runs."""
    verdict = judged(duel, tmp_path)
    assert not verdict.differs
    assert verdict.compared >= 14
