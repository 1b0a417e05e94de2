"""Find the outcome of an encounter, and how many opponents make it even: exact if possible, otherwise simulated."""

from contextlib import suppress
from dataclasses import replace
from math import inf

from chargen.fights.exact import EXACT_STEPS, TooLong, solve
from chargen.fights.figures import Outcome
from chargen.fights.sides import OTHERS, PARTY, Encounter, arrange
from chargen.fights.simulation import Tick, simulate

RUNS = 10_000  # The number of simulated fights (house default)
MOST_ATTACKS = 100_000  # The attacks that end a simulation where no number of fights is asked for (house default)
SHORT_STEPS = 20_000  # The number of steps for each number of opponents before it is simulated (house default)
EVEN_RUNS = 1000  # The number of simulated fights for each number of opponents (house default)
LOST = 0.75
"""The chance of the others to win from which more of them are not tried (house default)."""
MOST_OPPONENTS = 40  # The number of opponents up to which an even fight is looked for (house default)


def find_outcome(
    encounter: Encounter,
    *,
    steps: int = EXACT_STEPS,
    runs: int | None = None,
    attacks: float = MOST_ATTACKS,
    seed: str = "",
    always_simulate: bool = False,
    tick: Tick | None = None,
) -> Outcome:
    """Return the outcome of an encounter: exact, else simulated ``runs`` times from a seed.

    It is simulated if enemies are chosen at random, and if an exact one would take more ``steps``. Without ``runs``,
    there are `RUNS` of them, or as many as have that number of ``attacks``. ``tick`` reports the progress.
    """
    if not (always_simulate or encounter.is_random(PARTY) or encounter.is_random(OTHERS)):
        with suppress(TooLong):
            return solve(encounter, steps)
    return simulate(encounter, runs or RUNS, seed, attacks=attacks if runs is None else inf, tick=tick)


def find_even(encounter: Encounter, seed: str = "", tick: Tick | None = None) -> list[Outcome]:
    """Return the outcomes against 1, 2, 3 … of the others.

    The others are taken in order, and again from the first where there are more than were named. The list ends where
    the others win in three fights of four, or after `MOST_OPPONENTS`. ``tick`` is called after each number.
    """
    found: list[Outcome] = []
    standing = [member for member in encounter.sides[OTHERS] if member.left]
    is_long = False
    for number in range(1, MOST_OPPONENTS + 1):
        others = tuple(standing[index % len(standing)] for index in range(number))
        variant = arrange(replace(encounter, sides=(encounter.sides[PARTY], others)))
        outcome = find_outcome(variant, steps=SHORT_STEPS, runs=EVEN_RUNS, seed=seed, always_simulate=is_long)
        is_long = outcome.method == "simulated"
        found.append(outcome)
        if tick is not None:
            tick(1)
        # With more opponents it only gets worse.
        if outcome.wins["others"].value >= LOST:
            break
    return found
