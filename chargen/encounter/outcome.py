"""How an encounter ends, with how far each figure can be trusted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Method: TypeAlias = Literal["exact", "rounded", "simulated"]
"""``exact`` in fractions; ``rounded``, the same sums in floating point; ``simulated``, played out many times."""
ROUNDED_PLACES = 8
"""How many places of a rounded figure are right. All its sums are of positive numbers, so that the relative error is at
most the number of operations times 2⁻⁵³; it is far less."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A chance or an average. ``error`` is the standard error of a simulation, and None elsewhere."""

    value: Fraction | float
    error: float | None = None

    def as_json(self, name: str) -> dict[str, Any]:
        """As plain data; ``name`` is ``probability`` or ``mean``."""
        data: dict[str, Any] = {"fraction": str(self.value)} if isinstance(self.value, Fraction) else {}
        data[name] = float(self.value)
        return data if self.error is None else {**data, "standard_error": self.error}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What comes of an encounter."""

    method: Method
    runs: int = 0
    """How often it was played out, where it was simulated."""
    wins: Mapping[str, Figure]
    """The chance that ``party`` or ``others`` are the last to stand, that ``both`` go down in one round, or that
    ``nobody`` ever wins."""
    drops_first: Mapping[str, Figure]
    """The chance that the first to drop is of the ``party``, of the ``others``, or that ``both`` lose one at once, or
    ``nobody``."""
    rounds_to_first: Figure | None
    """Rounds until somebody drops, on average; None where it may be that nobody ever does."""
    rounds_to_end: Figure | None
    """Rounds until one side is down; None where that may never be."""
    down: tuple[tuple[Figure, ...], tuple[Figure, ...]]
    """For each of the party and of the others, the chance to be down at the end."""

    def figures(self) -> Iterator[Figure]:
        """All figures."""
        yield from self.wins.values()
        yield from self.drops_first.values()
        yield from (figure for figure in (self.rounds_to_first, self.rounds_to_end) if figure is not None)
        yield from (figure for side in self.down for figure in side)
