"""Define the outcome of an encounter, with the precision of each figure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from chargen.fights.blows import DOWN, Place, find_blows, is_over
from chargen.fights.sides import NAMES, OTHERS, PARTY, Encounter
from chargen.game.fight import Amount

Quantiles: TypeAlias = tuple[int, int, int]
"""The least numbers that a tenth, half, and nine tenths of the cases do not exceed."""
SHARES = (0.1, 0.5, 0.9)
NEITHER = "nobody"  # The name of an end that no side brings about, which is also its key in JSON
ENDS = ("party", "others", "both", NEITHER)  # The names of the ways to end
DIFFICULTIES: Mapping[str, float] = {"easy": 0.95, "favourable": 0.65, "even": 0.35, "hard": 0.1, "deadly": 0}
"""How hard a fight is, by the party's least chance to win (house default)."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of an encounter."""

    method: Literal["exact", "simulated"]
    runs: int = 0
    """The number of simulated fights; 0 if nothing was simulated."""
    wins: Mapping[str, Figure]
    """The chance that only the ``party`` or the ``others`` remain, that ``both`` go down in one round, or that no side
    ever wins."""
    rounds_to_end: Figure | None
    """The mean number of rounds until one side is down; None if that may never happen."""
    down: tuple[tuple[Figure, ...], tuple[Figure, ...]]
    """For each member of the party and of the others, the chance to be down at the end."""
    losses: tuple[tuple[Figure, ...], tuple[Figure, ...]]
    """For the party and for the others, the chance that 0, 1, 2 … members are down at the end."""
    left: tuple[tuple[Figure | None, ...], tuple[Figure | None, ...]]
    """For each member, the mean harm that they can still take if they are not down; None if they always are."""
    rounds: Quantiles | None = None
    """The quantiles of the rounds until one side is down; None if that may never happen."""

    @property
    def difficulty(self) -> str:
        """Return how hard the fight is for the party, in a word, by its chance to win."""
        chance = float(self.wins["party"].value)
        return next(word for word, least in DIFFICULTIES.items() if chance >= least)


def make_outcome(
    encounter: Encounter,
    ends: Mapping[Place, Fraction],
    chance: Callable[[Fraction], Figure],
    mean: Callable[[Sequence[tuple[Amount, Fraction]]], Figure],
    **others: Any,
) -> Outcome:
    """Return the outcome of fights that end in some places, each with its chance or its share of all fights.

    ``chance`` makes a figure of a share, and ``mean`` the mean of some numbers with their shares. ``others`` are the
    fields that do not follow from the ends.
    """
    wins: dict[str, Fraction] = dict.fromkeys(ENDS, Fraction(0))
    for place, share in ends.items():
        standing = [name for name, states in zip(NAMES, place, strict=True) if not is_over(states)]
        wins[standing[0] if len(standing) == 1 else NEITHER if standing else "both"] += share
    down: list[tuple[Figure, ...]] = []
    losses: list[tuple[Figure, ...]] = []
    left: list[tuple[Figure | None, ...]] = []
    for side, bodies in enumerate(find_blows(encounter).bodies):
        fallen = [Fraction(0)] * (len(bodies) + 1)
        lefts: list[list[tuple[Amount, Fraction]]] = [[] for _ in bodies]
        for place, share in ends.items():
            fallen[place[side].count(DOWN)] += share
            for body, number, amounts in zip(bodies, place[side], lefts, strict=True):
                if number != DOWN:
                    amounts.append((body.left(number), share))
        losses.append(tuple(map(chance, fallen)))
        down.append(tuple(chance(1 - sum((share for _, share in amounts), Fraction(0))) for amounts in lefts))
        left.append(tuple(mean(amounts) if amounts else None for amounts in lefts))
    return Outcome(
        wins={name: chance(share) for name, share in wins.items()},
        down=(down[PARTY], down[OTHERS]),
        losses=(losses[PARTY], losses[OTHERS]),
        left=(left[PARTY], left[OTHERS]),
        **others,
    )


def find_quantiles(chances: Iterable[Fraction | float]) -> Quantiles:
    """Return the quantiles of 0, 1, 2 … with these chances, which sum to at least 0.9.

    >>> find_quantiles([0.5, 0.25, 0.25])
    (0, 0, 2)
    """
    # A float: thousands of rounds of long fractions would take longer than the fight itself.
    total, found = 0.0, list[int]()
    for number, chance in enumerate(chances):
        total += float(chance)
        # A sum that is exactly a share may be less by its rounding error.
        found += [number for share in SHARES[len(found) :] if total >= share - 1e-9]
        if len(found) == len(SHARES):
            break
    tenth, median, ninetieth = found
    return tenth, median, ninetieth


def find_even_number(even: Sequence[Outcome]) -> int | None:
    """Return the number of opponents that makes the fight most even; None if one is too many or none is enough.

    ``even`` are the outcomes against 1, 2, 3 … of them.
    """
    chances = [(outcome.wins["party"].value, outcome.wins["others"].value) for outcome in even]
    # Even one is too many, or the party leads even against the most that were tried.
    if len(chances) == 1 or chances[-1][0] > chances[-1][1]:
        return None
    leads = [abs(float(party) - float(others)) for party, others in chances]
    return 1 + leads.index(min(leads))
