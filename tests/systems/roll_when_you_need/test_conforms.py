"""Roll When You Need keeps what every game promises."""

from pathlib import Path

from chargen.systems.roll_when_you_need import SYSTEM
from chargen.testing import conforms


def test_conforms() -> None:
    """Every promise of `chargen.testing` holds."""
    conforms(SYSTEM, Path(__file__).parent)
