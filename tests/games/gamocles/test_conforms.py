"""Gamocles keeps the promises of every game."""

from pathlib import Path

from chargen.games.gamocles import GAME
from chargen.testing import conforms

FOLDER = Path(__file__).parent


def test_gamocles_conforms() -> None:
    """Good files are fine, each bad file shows its rule on the marked line, and odds, starter and sheets are whole."""
    conforms(GAME, FOLDER)
