"""Define the outcome of an encounter, with the precision of each figure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Method: TypeAlias = Literal["exact", "rounded", "simulated"]
"""``exact`` in fractions; ``rounded``, the same sums in floating point; ``simulated`` many times."""
NEITHER = "nobody"
"""The name of an end that no side brings about, which is also its key in JSON."""
ENDS = ("party", "others", "both", NEITHER)
"""The names of the ways to end."""
ROUNDED_PLACES = 8
"""The number of correct places of a rounded figure. All its sums are of positive numbers, so the relative error is at
most the number of operations times 2⁻⁵³; it is far less."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A chance or a mean. ``error`` is the standard error of a simulation, and otherwise None."""

    value: Fraction | float
    error: float | None = None

    def as_json(self, name: str) -> dict[str, Any]:
        """Return plain data; ``name`` is ``probability`` or ``mean``."""
        data: dict[str, Any] = {"fraction": str(self.value)} if isinstance(self.value, Fraction) else {}
        data[name] = float(self.value)
        return data if self.error is None else {**data, "standard_error": self.error}


def make_chance(total: Fraction | float) -> Figure:
    """Return the sum of some chances as a figure; a sum in floating point may exceed 1 by its rounding error."""
    return Figure(min(total, 1.0) if isinstance(total, float) else total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of an encounter."""

    method: Method
    runs: int = 0
    """The number of simulated fights; 0 if nothing was simulated."""
    wins: Mapping[str, Figure]
    """The chance that only the ``party`` or the ``others`` remain, that ``both`` go down in one round, or that no side
    ever wins."""
    drops_first: Mapping[str, Figure]
    """The chance that the first to drop is of the ``party``, the ``others``, ``both`` in one round, or neither."""
    rounds_to_first: Figure | None
    """The mean number of rounds until a fighter drops; None if that may never happen."""
    rounds_to_end: Figure | None
    """The mean number of rounds until one side is down; None if that may never happen."""
    down: tuple[tuple[Figure, ...], tuple[Figure, ...]]
    """For each member of the party and of the others, the chance to be down at the end."""

    def figures(self) -> Iterator[Figure]:
        """Yield all figures."""
        yield from self.wins.values()
        yield from self.drops_first.values()
        yield from (figure for figure in (self.rounds_to_first, self.rounds_to_end) if figure is not None)
        yield from (figure for side in self.down for figure in side)
