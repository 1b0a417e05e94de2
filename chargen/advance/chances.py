"""The one chance of a roll that is compared: its success, where the book has several difficulties at the middle one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chargen.core.game import View
from chargen.core.names import fold
from chargen.core.roll import Odds, Roll

SUCCESS = "success"
OVERALL = "overall"
"""The goal that means every roll of the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a roll's chance was, and what it is; None where there is no such roll."""

    roll: str
    """Its label."""
    before: Fraction | None
    after: Fraction | None

    @property
    def gain(self) -> Fraction:
        """Return by how much the chance rises; 0 for a roll that comes or goes."""
        return Fraction(0) if self.before is None or self.after is None else self.after - self.before


def measure(odds: Odds) -> tuple[str, ...]:
    """Return the path of the compared chance within a roll's odds; empty where there is none.

    >>> half = {"success": Fraction(1, 2)}
    >>> measure(half), measure({"tn_10": half, "tn_15": half, "tn_20": half, "further": {}})
    (('success',), ('tn_15', 'success'))
    """
    if isinstance(odds.get(SUCCESS), Fraction):
        return (SUCCESS,)
    several = [name for name, inner in odds.items() if isinstance(inner, Mapping) and SUCCESS in inner]
    return (several[(len(several) - 1) // 2], SUCCESS) if several else ()


def chance(roll: Roll) -> Fraction | None:
    """Return the compared chance of a roll; None where it has no success."""
    value: Any = roll.odds
    for step in measure(roll.odds):
        value = value[step]
    return value if isinstance(value, Fraction) else None


def chances(view: View) -> dict[str, Fraction]:
    """Return the compared chance of every roll that has one, by its label, in the order of the sheet."""
    return {roll.label: value for roll in view.rolls() if (value := chance(roll)) is not None}


def measured(view: View) -> str:
    """Return which of several chances is compared, in words; empty where rolls have but one.

    A game where difficulties go by numbers: ``at difficulty 11``.
    """
    paths = (measure(roll.odds) for roll in view.rolls())
    first = next((path[0] for path in paths if len(path) > 1), "")
    return f"at {first.replace('_', ' ')}" if first else ""


def changes(before: Mapping[str, Fraction], after: Mapping[str, Fraction], about: str = "") -> list[Change]:
    """Return the rolls whose chance is another, the one called ``about`` first, then by how much it rose.

    What comes or goes stands behind what was there and stays.
    """
    names = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
    found = [Change(roll=name, before=before.get(name), after=after.get(name)) for name in names]

    def order(change: Change) -> tuple[bool, bool, Fraction]:
        return None in (change.before, change.after), fold(change.roll) != fold(about), -change.gain

    return sorted(found, key=order)


def named(wish: str, rolls: Iterable[str]) -> str | None:
    """Return the roll that is meant by a name, in any spelling, or by its id; None where there is none.

    >>> named("steal-initiative", ["Attack", "Steal initiative"])
    'Steal initiative'
    """
    return next((roll for roll in rolls if fold(roll) == fold(wish)), None)
