"""Compute what else a GM asks about an encounter: how much hangs on the order of attack, and how many make it even."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from chargen.fights import exact
from chargen.fights.line import TooLong, Work
from chargen.fights.outcome import Figure, Outcome
from chargen.fights.sides import IN_ORDER, OTHERS, PARTY, Encounter, arrange
from chargen.fights.simulation import Tick, count_short_runs, simulate

SHORT_STEPS = 100_000  # The number of steps for each variant before it is simulated (house default)
FAR_ORDERS = ((1, -1), (-1, 1))
"""The orders that are mostly best for one side and worst for the other: weakest first is 1, strongest first -1."""
SURE_ERRORS = 4
"""The standard errors by which simulated chances differ before a spread is reported (house default)."""
EVEN_RUNS = 1000
LOST = 0.75
"""The chance of the others to win from which more of them are not tried (house default)."""
MOST_OPPONENTS = 40  # The number of opponents up to which an even fight is looked for (house default)


def find_spread_by_order(encounter: Encounter, outcome: Outcome, seed: str = "") -> tuple[float, float] | None:
    """Return the lowest and highest chance of the party to win, by whom both sides attack; None if it is one chance.

    Each side attacks in the order of ``encounter``, from the weakest or from the strongest. The chances of long fights
    are simulated a few times, and only with one side from the weakest and the other from the strongest; a spread
    within the error of that is None.
    """
    long, error = outcome.method == "simulated", 0.0
    seen = [_kinds(encounter)]
    chances = [float(outcome.wins["party"].value)]
    runs = count_short_runs(encounter, outcome)
    for orders in FAR_ORDERS if long else product((1, -1), repeat=2):
        arranged = replace(arrange(encounter, *orders), focus=IN_ORDER)
        # Sides of equal members are the same in any order; most spreads need no second computation.
        if (kinds := _kinds(arranged)) not in seen:
            seen.append(kinds)
            found = _find_short(arranged, runs, seed, long=long).wins["party"]
            long, error = found.error is not None, max(error, found.error or 0)
            chances.append(float(found.value))
    is_sure = max(chances) - min(chances) > SURE_ERRORS * error
    return (min(chances), max(chances)) if len(chances) > 1 and is_sure else None


def _kinds(encounter: Encounter) -> object:
    """Return a key that only encounters share whose members are alike in the same order."""
    return [[(member.identity, member.fighter.state) for member in side] for side in encounter.sides]


class Even(NamedTuple):
    """The chances of both sides to win against a number of opponents."""

    number: int
    party: Figure
    others: Figure


@dataclass(frozen=True, slots=True)
class Variants:
    """What else there is to say of an encounter."""

    by_order: tuple[float, float] | None = None  # As `find_spread_by_order` returns it
    even: Sequence[Even] = ()  # As `find_even` returns it; empty if it was not asked for

    @property
    def even_number(self) -> int | None:
        """Return the number of opponents that makes the fight most even; None if one is too many or none is enough."""
        first, last = self.even[0], self.even[-1]
        # Even one is too many, or the party leads even against the most that were tried.
        if first.others.value >= LOST or last.party.value > last.others.value:
            return None
        return min(self.even, key=lambda row: abs(float(row.party.value) - float(row.others.value))).number


def find_even(encounter: Encounter, seed: str = "", tick: Tick | None = None) -> list[Even]:
    """Return the chances of the party and of the others to win, against 1, 2, 3 … of the others.

    The others are taken in order, and again from the first where there are more than were named. The list ends where
    the others win in three fights of four, or after `MOST_OPPONENTS`. ``tick`` is called after each number.
    """
    found: list[Even] = []
    standing = [member for member in encounter.others if member.left]
    long = False
    by_party, by_others = (int(mode == "weakest") for mode in encounter.focus)
    for number in range(1, MOST_OPPONENTS + 1):
        others = tuple(standing[index % len(standing)] for index in range(number))
        variant = arrange(replace(encounter, others=others), by_party, by_others)
        outcome = _find_short(variant, EVEN_RUNS, seed, long=long)
        long, wins = outcome.method == "simulated", outcome.wins
        found.append(Even(number, wins["party"], wins["others"]))
        if tick is not None:
            tick(1)
        # With more opponents it only gets worse.
        if wins["others"].value >= LOST:
            break
    return found


def _find_short(encounter: Encounter, runs: int, seed: str, *, long: bool) -> Outcome:
    """Return the outcome in few steps, or of few simulated fights; ``long``: it is known to take too many steps."""
    if not long and not any(map(encounter.is_random, (PARTY, OTHERS))):
        try:
            return exact.solve(encounter, exact=False, work=Work(SHORT_STEPS))
        except TooLong:
            pass
    return simulate(encounter, runs, seed)
