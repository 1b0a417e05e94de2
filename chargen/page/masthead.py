"""Hold what distinguishes the pages and cards of a game at a glance."""

import re
from dataclasses import dataclass

MOST_OF_A_MARK = 2000  # The most letters of a mark's path (house default): every file of its game contains it


@dataclass(frozen=True, slots=True)
class Masthead:
    """Hold what distinguishes a game's pages and cards at a glance: its colour, and its mark."""

    accent: str
    """A colour that reads well on white paper, as ``#rrggbb``."""
    mark: str
    """The data of an SVG path that is filled with the accent, in a box of 24 by 24.

    The fill rule is nonzero: overlaps are filled, and a part in the opposite direction is a hole.
    """
    width: int = 24
    """The width of that box, where it is no square."""

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid colour or path, which would not be drawn as meant."""
        if not re.fullmatch("#[0-9a-f]{6}", self.accent):
            raise ValueError(f"{self.accent!r} is no colour; write it as #7c2318")
        if not re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz\d\s,.+-]+", self.mark) or len(self.mark) > MOST_OF_A_MARK:
            raise ValueError(f"a mark is the data of an SVG path, of {MOST_OF_A_MARK} letters at most")
