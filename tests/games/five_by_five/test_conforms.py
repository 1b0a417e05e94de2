"""Five by Five keeps the promises of every game."""

from pathlib import Path

from chargen.games.five_by_five import GAME
from chargen.testing import conforms

FOLDER = Path(__file__).parent


def test_five_by_five_conforms() -> None:
    """Good files are fine, each bad file shows its rule on the marked line, and odds, starter and sheets are whole."""
    conforms(GAME, FOLDER)
