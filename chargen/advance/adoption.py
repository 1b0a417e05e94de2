"""A character that was kept on paper: today's values become creation, and a ledger that leads from there to today."""

from pathlib import Path

from chargen.advance.moves import Edit
from chargen.checking.concept import Checked


class NotAdoptable(ValueError):
    """A character of whom no creation and ledger are known; the message says why."""


def adopted(checked: Checked, path: Path) -> Edit:
    """Return a file whose values are those of creation, with the ledger that leads to what they were."""
    raise NotAdoptable("this game has no such ledger")
