"""Façade keeps the promises of every game."""

from pathlib import Path

from chargen.games.facade import GAME
from chargen.testing import conforms

FOLDER = Path(__file__).parent


def test_facade_conforms() -> None:
    """Good files are fine, each bad file shows its rule on the marked line, and odds, starter and sheets are whole."""
    conforms(GAME, FOLDER)
