"""What one fighter does to another, as exact data; a game says it, and an encounter is reckoned from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

K = TypeVar("K")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """How much somebody can take, and how often they act."""

    stamina: int
    """The harm after which they drop, at least 1; in the game's own points, named by ``unit``."""
    unit: str
    """What harm is counted in, such as ``HP`` or ``stress``."""
    taken: int = 0
    """The harm they have already (the concept's ``state``)."""
    acts: int = 1
    """Attacks a round."""
    dodges: int = 0
    """How many attacks a round they may dodge; once these are used up, `Blow.undodged` holds."""
    first: Fraction | None = None
    """The chance to act before the GM's side, where the players roll for it as a fight begins; None where both sides
    act at once."""
    remark: str = ""
    """What is left out of the reckoning, for the foot of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undodged:
    """An attack on somebody who has no dodge left in the round."""

    hit: Fraction
    """The chance that it lands; whoever can dodge uses up a dodge on each attack that would."""
    harm: Mapping[int, Fraction]
    """The chance of each amount of harm, as in `Blow`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One attack of one fighter at another."""

    what: str
    """What is rolled, such as ``Dock Brawling with a club``."""
    hit: Fraction
    """The chance that it lands, after whatever the target may do about it."""
    harm: Mapping[int, Fraction]
    """The chance of each amount of harm, 0 included, in whole points of the target's stamina; they sum to 1."""
    undodged: Undodged | None = None
    """What becomes of it where the target's dodges are used up; None where the game does not count them."""
    exact: bool = True
    """Whether the numbers are the rules' own; False where they leave something open, which ``remark`` tells."""
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(Generic[K, R]):
    """How a game's characters fight."""

    fighter: Callable[[K, R], Fighter]
    blow: Callable[[K, K, R], Blow | None]
    """What the first does to the second on its turn; None where it does nothing, as an NPC of a game whose NPCs never
    act."""
