"""A character as a GM wants it at the table: a card, as data."""

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number that is looked at every turn."""

    label: str
    """One or two words, such as ``HP``."""
    value: str
    below: str = ""
    """A few small words under it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRoll:
    """Something to roll, with its chance."""

    label: str
    what: str
    """What to roll, in a few words, such as ``2d6 ≤ 4``; on a card there is room for about 18 letters."""
    chance: Fraction
    note: str = ""
    """What comes of it, in a few words, such as ``1d6 + 2 damage``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTrack:
    """Boxes for a pencil, such as hit points or stress."""

    title: str
    boxes: int
    filled: int = 0
    zones: tuple[tuple[str, int], ...] = ()
    """Parts of the track with their names and lengths, in order; empty where it is all of one kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A character on a card, a half or quarter page, or a line of a roster.

    Everything stands in the order of its importance: a small card shows the first few and says how many are left out.
    """

    system: str = ""
    system_title: str = ""
    """The key and the title of its game, which writes them on whatever its `card` returns."""
    name: str
    concept: str = ""
    numbers: tuple[Number, ...] = ()
    """At most five."""
    rolls: tuple[CardRoll, ...] = ()
    """What an NPC rolls most comes first: attack and defence, then what sets it apart."""
    rolls_title: str = "Rolls"
    tracks: tuple[CardTrack, ...] = ()
    """What a pencil fills. The first is the one a roster shows."""
    notes: tuple[tuple[str, str], ...] = ()
    """Gear, weapons, armour, weaknesses, talents: each a heading of one or two words, and a text."""
    back: tuple[tuple[str, str], ...] = field(default=())
    """What stands on the back: how each kind of roll is made, in our words; the same for all of a game."""
    foot: str = ""
    """Edition and options in force, in a few words."""
