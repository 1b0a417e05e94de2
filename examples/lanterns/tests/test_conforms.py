"""The game keeps chargen's promises: run it with the package installed (``pip install -e .``)."""

from pathlib import Path

from lanterns import GAME

from chargen.testing import conforms


def test_lanterns_conforms() -> None:
    """Rules, odds, sheet, card, fight, ledger and NPCs are in order, and each rule finds its bad file."""
    conforms(GAME, Path(__file__).parent)
