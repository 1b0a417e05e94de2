"""Offensive and Defensive Rating: one for each weapon and each suit of armour, and for fighting without."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from chargen.games.gamocles import scores
from chargen.games.gamocles.concept import Gear, Variation
from chargen.games.gamocles.names import COMBAT, DEFENCE, GRIT, INSTINCT, MOVEMENT, RATINGS, UNARMED, UNARMOURED
from chargen.kit.vocabulary import Name


class Side(NamedTuple):
    """One of the two ratings."""

    rating: Name
    key: str
    """Where a concept has the gear that it is for."""
    addends: tuple[str, ...]
    """What it adds up besides the gear."""
    bare: str
    """What it is called without any."""


OFFENSIVE = Side(RATINGS[0], "weapon", (MOVEMENT, INSTINCT, COMBAT), UNARMED)
"""With each weapon: M + I + Cmb (GAM-b1)."""
DEFENSIVE = Side(RATINGS[1], "armour", (GRIT, INSTINCT, DEFENCE), UNARMOURED)
"""In each suit of armour: G + I + Def (GAM-b2)."""
SIDES = (OFFENSIVE, DEFENSIVE)


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with a weapon or in armour, and what it adds up: trait, skill and gear, then variations."""

    gear: str
    addends: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """Return the sum. It has no floor (ruling GAM-Q13)."""
        return sum(number for _, number in self.addends)


def ratings(
    side: Side, numbers: Mapping[str, int], gear: Iterable[Gear], variations: Iterable[Variation]
) -> tuple[Rating, ...]:
    """Return a rating with each piece of gear, the one without any last.

    Source: Gamocles, The Character Sheet (GAM-b1, GAM-b2)
    """
    base = tuple((name, numbers[name]) for name in side.addends)
    extra = tuple(
        (variation.name or "", added)
        for variation in variations
        if variation.modifies and (added := scores.modifiers(variation.modifies, side.rating))
    )
    pieces = [*((piece.name or "", piece.rating or 0) for piece in gear), (side.bare, 0)]
    return tuple(Rating(piece[0], (*base, piece, *extra)) for piece in pieces)
