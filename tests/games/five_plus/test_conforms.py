"""The 5+ system keeps the promises that every game keeps."""

from pathlib import Path

from chargen.games.five_plus import GAME
from chargen.testing import conforms


def test_conforms() -> None:
    """Good files are fine, each rule has a bad file, odds are exact, sheets are whole."""
    conforms(GAME, Path(__file__).parent)
