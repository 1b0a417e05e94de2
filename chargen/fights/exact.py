"""Compute the outcome of an encounter exactly: an absorbing Markov chain, solved state by state. No dice are rolled.

A state is a point of each side's line. Harm only leads to later states, so the transition graph has no cycle but the
loop of a state to itself. One pass in topological order is enough: each state receives its full probability, at the
start of a round or in the middle of one, before it passes it on. The loop is a round in which nothing happens: such
rounds form a geometric series, which is summed by dividing by the chance that something happens.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, product
from math import prod
from typing import Any, TypeAlias

from chargen.fights.blows import Blows, Number, find_blows
from chargen.fights.figures import ENDS, NEITHER, Figure, Outcome, make_chance
from chargen.fights.line import OVER, Line, Point, TooLong, Work
from chargen.fights.sides import OTHERS, PARTY, Encounter, Order, Phase

EXACT_STEPS = 60_000
"""The number of steps in fractions before floating point takes over (house default): half a second."""
ROUNDED_STEPS = 300_000
"""The number of steps in floating point before an encounter is simulated instead (house default): half a second."""
ROUNDS_STEPS = 300_000
"""The number of steps in which the spread of the rounds is computed before it is simulated instead (house default)."""
LONGEST_FRACTION = 2048
"""The bits of a denominator above which floating point takes over, as the fractions get too long (house default)."""
MOST_ORDERS = 256
"""The number of orders of action that are computed; each needs a pass of its own (house default)."""
_LONG_FRACTION = 256
_LOOK = 6  # The estimated number of steps to look at a phase, besides its transitions
CONTEST = -1  # In place of a side: the phase in which the first of both attack each other
Place: TypeAlias = tuple[Point, Point]  # A point of the party's line and one of the others'
Carry: TypeAlias = tuple[Any, ...]
"""What a phase passes to the later phases of its round: the dodges that the first of each side has used up, or, where
both sides act at once, who of each side strikes."""
Masses: TypeAlias = list[dict[Carry, Number]]  # The probability at a place, by the next phase and what it is passed


class _Rounds:
    """The rounds of an encounter with one order of action, phase by phase."""

    def __init__(self, lines: tuple[Line, Line], phases: tuple[Phase, ...], blows: Blows, *, at_once: bool) -> None:
        self._lines, self._blows, self._at_once = lines, blows, at_once
        # All attack the first enemy standing, so only the first of each side attack each other.
        self.phases = ((CONTEST, ()), *phases) if blows.has_contests else phases
        self.fresh: Carry = () if at_once else (0, 0)
        """What the first phase of a round is passed."""
        sides = [by for by, _ in self.phases]
        self._counted = [by in sides[phase + 1 :] for phase, by in enumerate(sides)]

    def moves(self, phase: int, place: Place, carry: Carry) -> Iterator[tuple[Place, Carry, Number]]:
        """Yield the places that a phase leads to, what the next phase is passed, and the chances."""
        party, others = self._lines
        by, actors = self.phases[phase]
        if by == CONTEST:
            (one, state), (other, against) = place
            (_, form, _), (_, opposed, _) = (line.strikers(at) for line, at in zip(self._lines, place, strict=True))
            carried: Carry = ((one, form, True), (other, opposed, True))
            for mine, theirs, chance in self._blows.contested(one, state, other, against):
                yield (party.after(place[PARTY], mine), others.after(place[OTHERS], theirs)), carried, chance
            return
        # Where both sides act at once, all strike who can act at the start of the round.
        now = carry if self._at_once and carry else (party.strikers(place[PARTY]), others.strikers(place[OTHERS]))
        line, at = self._lines[1 - by], place[1 - by]
        used = 0 if self._at_once else carry[1 - by]
        is_last = phase + 1 == len(self.phases)
        for point, dodges, chance in line.strike(actors, now[by], at, used, counted=self._counted[phase]):
            if is_last:
                carried = self.fresh
            elif self._at_once:
                carried = (None, now[OTHERS])
            else:
                carried = (carry[PARTY], dodges) if by == PARTY else (dodges, carry[OTHERS])
            yield (place[PARTY], point) if by == PARTY else (point, place[OTHERS]), carried, chance


@dataclass(slots=True)
class _Pass:
    """How an encounter ends: the chance of each place, and the mean number of rounds."""

    lines: tuple[Line, Line]
    zero: Number
    rounds: Number
    ends: dict[Place, Number] = field(default_factory=dict)
    stuck: dict[Place, Number] = field(default_factory=dict)
    """The chance of each place in which no member can harm any other."""

    def shares(self) -> dict[str, Figure]:
        """Return the chance of each way to end."""
        shares: dict[str, Number] = dict.fromkeys(ENDS, self.zero)
        for (party, others), mass in self.ends.items():
            shares["both" if party == others == OVER else "others" if party == OVER else "party"] += mass
        shares[NEITHER] = sum(self.stuck.values(), self.zero)
        return {name: make_chance(shares[name]) for name in ENDS}

    def mean_rounds(self) -> Figure | None:
        """Return the mean number of rounds; None if the fight may never end."""
        return None if self.stuck else Figure(self.rounds)

    def members(self, side: int) -> tuple[tuple[Figure, ...], tuple[Figure, ...], tuple[Figure | None, ...]]:
        """Return of a side the chance of each member to be down at the end, that of each number of them to be down, and
        the mean of what each can still take who is not down."""
        number = len(self.lines[side].members)
        down, standing, total = ([self.zero] * number for _ in range(3))
        losses = [self.zero] * (number + 1)
        for place, mass in (*self.ends.items(), *self.stuck.items()):
            lefts = [self.lines[side].left(member, place[side]) for member in range(number)]
            losses[lefts.count(0)] += mass
            for member, left in enumerate(lefts):
                if left:
                    standing[member] += mass
                    total[member] += left * mass
                else:
                    down[member] += mass
        means = (Figure(left / mass) if mass else None for left, mass in zip(total, standing, strict=True))
        return tuple(map(make_chance, down)), tuple(map(make_chance, losses)), tuple(means)


def solve(encounter: Encounter, *, exact: bool, work: Work | None = None) -> Outcome:
    """Compute the outcome of an encounter in which each side attacks the first standing enemy.

    It is in fractions if ``exact``, else in floating point. ``work`` counts the steps. Raises TooLong;
    the limit depends on the encounter alone, not on the machine.
    """
    number: Callable[[Fraction], Number] = Fraction if exact else float
    work = work or Work(EXACT_STEPS if exact else ROUNDED_STEPS)
    blows = find_blows(encounter, number)
    # The first pass ends when one side is down, the second when the first fighter drops: in a duel, that is the same.
    full = _follow(encounter, blows, number, work)
    is_duel = all(sum(member.left > 0 for member in side) == 1 for side in encounter.sides)
    first = full if is_duel else _follow(encounter, blows, number, work, to_first=True)
    # A side that wins the first pass has made the other one lose a fighter first.
    lost = first.shares()
    lost["party"], lost["others"] = lost["others"], lost["party"]
    sides = full.members(PARTY), full.members(OTHERS)
    outcome = Outcome(
        method="exact" if exact else "rounded",
        wins=full.shares(),
        drops_first=lost,
        rounds_to_first=first.mean_rounds(),
        rounds_to_end=full.mean_rounds(),
        down=(sides[PARTY][0], sides[OTHERS][0]),
        losses=(sides[PARTY][1], sides[OTHERS][1]),
        left=(sides[PARTY][2], sides[OTHERS][2]),
    )
    # The steps check only the probabilities that they pass on; a sum of them may be longer.
    for figure in outcome.figures():
        _check_length(figure.value)
    return outcome


def _check_length(number: Number) -> int:
    """Return the bits of a fraction's denominator. Raises TooLong if there are too many."""
    bits = number.denominator.bit_length() if isinstance(number, Fraction) else 0
    if bits > LONGEST_FRACTION:
        raise TooLong
    return bits


def _orders(order: Order) -> Iterator[tuple[tuple[Phase, ...], Fraction]]:
    """Yield each order of action with its chance. Raises TooLong if there are too many."""
    sides = [[fall for fall in ((False, 1 - coin), (True, coin)) if fall[1]] for coin in order.coins]
    if prod(map(len, sides)) > MOST_ORDERS:
        raise TooLong
    chances: dict[tuple[Phase, ...], Fraction] = {}
    for falls in product(*sides):
        # Different falls of the coins may give the same order, which needs only one pass.
        phases = order.phases([fallen for fallen, _ in falls])
        chances[phases] = chances.get(phases, Fraction(0)) + prod((part for _, part in falls), start=Fraction(1))
    yield from chances.items()


def _follow(
    encounter: Encounter,
    blows: Blows,
    number: Callable[[Fraction], Number],
    work: Work,
    *,
    to_first: bool = False,
) -> _Pass:
    """Follow the probability through all places, in topological order, until one side is down."""
    party, others = (Line(encounter, side, blows, work, to_first=to_first) for side in (PARTY, OTHERS))
    zero = number(Fraction(0))
    found = _Pass((party, others), zero, zero)
    order = Order(encounter)
    for phases, chance in _orders(order):
        rounds = _Rounds((party, others), phases, blows, at_once=order.at_once)
        arrived: dict[Place, Masses] = {(party.start, others.start): [{} for _ in rounds.phases]}
        arrived[party.start, others.start][0][rounds.fresh] = number(chance)
        # Harm raises the rank of a side, so what a place leads to comes out of the heap after it.
        waiting: list[tuple[object, Place]] = [((), (party.start, others.start))]
        while waiting:
            _, place = heappop(waiting)
            masses = arrived.pop(place)
            _stay(rounds, place, masses, found, work)
            for phase, carried_masses in enumerate(masses):
                after = (phase + 1) % len(rounds.phases)
                for carry, mass in carried_masses.items():
                    steps = 1 + _check_length(mass) // _LONG_FRACTION
                    for there, carried, part in rounds.moves(phase, place, carry):
                        if there == place:
                            continue
                        if there not in arrived:
                            arrived[there] = [{} for _ in rounds.phases]
                            heappush(waiting, ((party.rank(there[PARTY]), others.rank(there[OTHERS])), there))
                        onward = arrived[there][after]
                        onward[carried] = onward.get(carried, 0) + mass * part
                        work.spend(steps)
    return found


def _stay(rounds: _Rounds, place: Place, masses: Masses, found: _Pass, work: Work) -> None:
    """Compute how often each phase is played at a place, over all its rounds without harm."""
    # What has arrived at the start of a round, and what is in the middle of one and ends it here without harm.
    mass = masses[0].pop(rounds.fresh, 0)
    mass += _finish_round(rounds, place, masses, work)[0]
    if OVER in place:
        found.ends[place] = found.ends.get(place, 0) + mass
        return
    # One round from its start with the chance 1: every further round here is the same, times the chance to be in it.
    one: Masses = [{rounds.fresh: 1}, *({} for _ in rounds.phases[1:])]
    _, moving = _finish_round(rounds, place, one, work)
    if not moving:
        found.stuck[place] = found.stuck.get(place, 0) + mass
        return
    # The sum of the geometric series 1 + p + p² + …, where p is the chance of a round without harm.
    times = mass / moving
    found.rounds += times
    for there, chances in zip(masses, one, strict=True):
        for carry, chance in chances.items():
            there[carry] = there.get(carry, 0) + times * chance


def _finish_round(rounds: _Rounds, place: Place, masses: Masses, work: Work) -> tuple[Number, Number]:
    """Play the rest of a round at a place; return the chances that it ends without harm, and that a member is harmed.

    The latter is summed from positive numbers, not computed as 1 minus the rest, which would lose precision.
    """
    ended: Number = 0
    moving: Number = 0
    for phase, chances in enumerate(masses):
        for carry, chance in chances.items():
            work.spend(_LOOK)
            for there, carried, part in rounds.moves(phase, place, carry):
                if there != place:
                    moving += chance * part
                elif phase + 1 == len(masses):
                    ended += chance * part
                else:
                    masses[phase + 1][carried] = masses[phase + 1].get(carried, 0) + chance * part
    return ended, moving


def find_rounds(encounter: Encounter, work: Work, mean: float) -> Iterator[float]:
    """Yield the chance that a fight ends in round 0, 1, 2 …, for a fight that lasts ``mean`` rounds. Raises TooLong.

    In contrast to `solve`, which sums over all rounds at once, this follows the chances of all states round by round.
    """
    blows = find_blows(encounter)
    lines = Line(encounter, PARTY, blows, work), Line(encounter, OTHERS, blows, work)
    order = Order(encounter)
    going: list[tuple[_Rounds, dict[Place, float]]] = [
        (
            _Rounds(lines, phases, blows, at_once=order.at_once),
            {(lines[PARTY].start, lines[OTHERS].start): float(chance)},
        )
        for phases, chance in _orders(order)
    ]
    for number in count():
        # The first rounds have fewer places than the later ones, so that fights of many rounds are refused early.
        if work.done * mean > ROUNDS_STEPS * number:
            raise TooLong
        # What has ended is taken out, so that each round counts only its own ends.
        yield sum(masses.pop(place) for _, masses in going for place in [*masses] if OVER in place)
        for index, (rounds, masses) in enumerate(going):
            now: dict[tuple[Place, Carry], float] = {(place, rounds.fresh): mass for place, mass in masses.items()}
            for phase in range(len(rounds.phases)):
                then: dict[tuple[Place, Carry], float] = {}
                for (place, carry), mass in now.items():
                    for there, carried, part in rounds.moves(phase, place, carry):
                        then[there, carried] = then.get((there, carried), 0) + mass * part
                    work.spend(_LOOK)
                work.spend(len(then))
                now = then
            going[index] = rounds, {place: mass for (place, _), mass in now.items()}
