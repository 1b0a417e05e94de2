"""Roll When You Need keeps what every game promises."""

from pathlib import Path

from chargen.games.roll_when_you_need import GAME
from chargen.testing import conforms


def test_conforms() -> None:
    """Every promise of `chargen.testing` holds."""
    conforms(GAME, Path(__file__).parent)
