"""The outcome of an encounter, by the best way there is to it."""

from contextlib import suppress

from chargen.encounter import exact, simulation
from chargen.encounter.line import TooLong, Work
from chargen.encounter.outcome import Outcome
from chargen.encounter.sides import Encounter

RUNS = 10_000
"""How often an encounter is played out where it has to be (ours)."""


def outcome(encounter: Encounter, *, runs: int = RUNS, seed: str = "", always_simulate: bool = False) -> Outcome:
    """What comes of an encounter: exact, else in floating point, else simulated ``runs`` times by a seed.

    It is simulated where enemies are chosen by lot, and where reckoning it through would take too long.
    """
    alone = len(encounter.party) == len(encounter.others) == 1
    if always_simulate or (encounter.focus == "random" and not alone):
        return simulation.simulate(encounter, runs, seed)
    work = Work(exact.ROUNDED_STEPS)
    try:
        rounded = exact.solve(encounter, exact=False, work=work)
    except TooLong:
        return simulation.simulate(encounter, runs, seed)
    if work.done <= exact.EXACT_STEPS:  # fractions take no fewer steps
        with suppress(TooLong):
            return exact.solve(encounter, exact=True)
    return rounded
