"""Offensive and Defensive Rating: one for each weapon and each suit of armour, and for fighting without."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chargen.games.gamocles import scores
from chargen.games.gamocles.concept import Gear, Variation
from chargen.games.gamocles.names import (
    COMBAT,
    DEFENCE,
    GRIT,
    INSTINCT,
    MOVEMENT,
    RATINGS,
    SKILLS,
    TRAITS,
    UNARMED,
    UNARMOURED,
)
from chargen.kit.vocabulary import Name

OFFENSIVE, DEFENSIVE = RATINGS
OFFENSIVE_ADDENDS = (MOVEMENT, INSTINCT, COMBAT)
"""What the Offensive Rating adds up besides the weapon: M + I + Cmb (GAM-b1)."""
DEFENSIVE_ADDENDS = (GRIT, INSTINCT, DEFENCE)
"""What the Defensive Rating adds up besides the armour: G + I + Def (GAM-b2)."""
_UNARMED, _UNARMOURED = Gear(name=UNARMED, rating=0), Gear(name=UNARMOURED, rating=0)
_SHORT = {name.full: name.short for name in (*TRAITS, *SKILLS)}


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with a weapon or in armour, and what it adds up: trait, skill and gear, then variations."""

    gear: str
    addends: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """The sum. It has no floor (ruling GAM-Q13)."""
        return sum(number for _, number in self.addends)


def offensive(have: Mapping[str, int], weapons: Iterable[Gear], variations: Iterable[Variation]) -> tuple[Rating, ...]:
    """The Offensive Rating with each weapon, unarmed last.

    Source: Gamocles, The Character Sheet (GAM-b1)
    """
    return _ratings(OFFENSIVE, OFFENSIVE_ADDENDS, have, (*weapons, _UNARMED), variations)


def defensive(have: Mapping[str, int], armour: Iterable[Gear], variations: Iterable[Variation]) -> tuple[Rating, ...]:
    """The Defensive Rating in each suit of armour, unarmoured last.

    Source: Gamocles, The Character Sheet (GAM-b2)
    """
    return _ratings(DEFENSIVE, DEFENSIVE_ADDENDS, have, (*armour, _UNARMOURED), variations)


def _ratings(
    rating: Name,
    addends: tuple[str, ...],
    have: Mapping[str, int],
    gear: tuple[Gear, ...],
    variations: Iterable[Variation],
) -> tuple[Rating, ...]:
    base = tuple((_SHORT[name], have[name]) for name in addends)
    extra = tuple(
        (variation.name or "", added)
        for variation in variations
        if variation.modifies and (added := scores.modifiers(variation.modifies, rating))
    )
    return tuple(Rating(each.name or "", (*base, (each.name or "", each.rating or 0), *extra)) for each in gear)
