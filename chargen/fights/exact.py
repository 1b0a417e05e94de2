"""Compute the outcome of an encounter exactly: an absorbing Markov chain, solved state by state. No dice are rolled.

A state is a point of each side's line. Harm only leads to later states, so the transition graph has no cycle but the
loop of a state to itself. One pass in topological order is enough: each state receives its full probability, at the
start of a round or in the middle of one, before it passes it on. The loop is a round in which nothing happens: such
rounds form a geometric series, which is summed by dividing by the chance that something happens.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, count, product
from math import inf
from typing import Any, TypeAlias

from chargen.fights.blows import Blows, Number, find_blows
from chargen.fights.line import OVER, Line, TooLong, Transitions, Work
from chargen.fights.outcome import ENDS, NEITHER, Figure, Method, Outcome, make_chance
from chargen.fights.sides import OTHERS, PARTY, Encounter, Order, Phase

EXACT_STEPS = 60_000
"""The number of steps in fractions before floating point takes over (house default): half a second."""
ROUNDED_STEPS = 520_000
"""The number of steps in floating point before an encounter is simulated instead (house default): a second."""
ROUNDS_STEPS = 300_000
"""The number of steps in which the spread of the rounds is computed before it is simulated instead (house default)."""
LONGEST_FRACTION = 2048
"""The bits of a denominator above which floating point takes over, as the fractions get too long (house default)."""
MOST_ORDERS = 256
"""The number of orders of action that are computed; each needs a pass of its own (house default)."""
_LONG_FRACTION = 256
_FEW_STATES = 30
_LOOK = 6  # The estimated number of steps to look at a phase, besides its transitions
Place: TypeAlias = tuple[int, int]  # A point of the party's line and one of the others'
Carry: TypeAlias = tuple[Any, ...]
"""The state that a phase passes to later phases of its round, besides the place."""


class _Arrivals(dict[Place, list[dict[Carry, Number]]]):
    """The probability that has reached each place, by next phase and carried state, with the places in order.

    Harm only leads to later points of a line. So a place has its full probability once all earlier places are done.
    """

    def __init__(self, lines: tuple[Line, Line], phases: int) -> None:
        super().__init__()
        self._party, self._others = lines
        self._phases = phases
        self._waiting: list[tuple[object, Place]] = []

    def __missing__(self, place: Place) -> list[dict[Carry, Number]]:
        # Harm raises the rank of a side, so what a place leads to comes out of the heap after it.
        heappush(self._waiting, ((self._party.ranks[place[PARTY]], self._others.ranks[place[OTHERS]]), place))
        self[place] = [{} for _ in range(self._phases)]
        return self[place]

    def taken(self) -> Iterator[tuple[Place, list[dict[Carry, Number]]]]:
        """Yield every place that has been reached, in topological order, and remove it."""
        while self._waiting:
            _, place = heappop(self._waiting)
            yield place, self.pop(place)


def solve(encounter: Encounter, *, exact: bool, work: Work | None = None) -> Outcome:
    """Compute the outcome of an encounter in which each side attacks the first standing enemy.

    It is in fractions if ``exact``, else in floating point. ``work`` counts the steps. Raises TooLong;
    the limit depends on the encounter alone, not on the machine.
    """
    number: Callable[[Fraction], Number] = Fraction if exact else float
    work = work or Work(EXACT_STEPS if exact else ROUNDED_STEPS)
    blows = find_blows(encounter, number)
    # Most long fights are refused here, before a second of work is lost on them.
    _look_ahead(encounter, blows, work)
    # The first pass ends when one side is down, the second when the first fighter drops: in a duel, that is the same.
    full = _Solver(encounter, blows, number, work)
    is_duel = all(sum(member.left > 0 for member in side) == 1 for side in encounter.sides)
    first = full if is_duel else _Solver(encounter, blows, number, work, to_first=True)
    outcome = _outcome(first, full, "exact" if exact else "rounded")
    # The steps check only the probabilities that they pass on; a sum of them may be longer.
    for figure in outcome.figures():
        _check_length(figure.value)
    return outcome


def _look_ahead(encounter: Encounter, blows: Blows, work: Work) -> None:
    """Raise TooLong if the estimated number of steps is too large to begin."""
    order = Order(encounter)
    phases = len(order.phases([False] * len(order.coins))) * 2 ** sum(0 < coin < 1 for coin in order.coins)
    strikes = 1
    # Where a side acts at once, the blows of its members add up, and reach as many more states.
    if order.at_once:
        phases, strikes = 1, len(encounter.members)
        # Where harm changes rolls, each state of a side's first member needs sums of its own.
        if any(member.fighter.state.form for member in encounter.members):
            phases, strikes = 2 * len(encounter.members), 1
    # A first look at few states of each member finds most fights that are too long, and costs little.
    for most in (_FEW_STATES, inf):
        harms, places = 0, 1
        for side, members in enumerate(encounter.sides):
            states = 0
            for index, member in enumerate(members):
                if member.left:
                    # The search for states ends where these alone would be too many.
                    each = 2 * places * phases * (_LOOK + harms * strikes)
                    number, reached = blows.reachable(side, index, min(most, work.left / each))
                    harms, states = max(harms, number), states + reached
                if 2 * places * states * phases * (_LOOK + harms * strikes) > work.left:
                    raise TooLong
            places *= states


def _check_length(number: Number) -> int:
    """Return the bits of a fraction's denominator. Raises TooLong if there are too many."""
    bits = number.denominator.bit_length() if isinstance(number, Fraction) else 0
    if bits > LONGEST_FRACTION:
        raise TooLong
    return bits


class _Solver:
    """The chance of each end of an encounter, and the mean number of rounds."""

    def __init__(
        self,
        encounter: Encounter,
        blows: Blows,
        number: Callable[[Fraction], Number],
        work: Work,
        *,
        to_first: bool = False,
    ) -> None:
        self.party, self.others = (Line(encounter, side, blows, work, to_first=to_first) for side in (PARTY, OTHERS))
        self.work = work
        self.zero: Number = number(Fraction(0))
        self.ends: dict[Place, Number] = {}
        self.stuck: dict[Place, Number] = {}
        """The chance of each place in which no member can harm any other."""
        self.rounds = self.zero
        order = Order(encounter)
        kind = _AtOnce if order.at_once else _InTurn
        for phases, chance in _orders(order):
            self._visit(kind((self.party, self.others), phases, blows), number(chance))

    def _visit(self, rounds: "_Rounds", chance: Number) -> None:
        """Visit all places in topological order."""
        arrived = _Arrivals((self.party, self.others), len(rounds.phases))
        arrived[self.party.start, self.others.start][0][rounds.fresh] = chance
        for place, played in arrived.taken():
            self._play(rounds, place, played)
            for phase, masses in enumerate(played):
                for carry, mass in masses.items():
                    steps = rounds.leave(phase, place, carry, mass, arrived)
                    self.work.spend(steps * (1 + _check_length(mass) // _LONG_FRACTION))

    def _play(self, rounds: "_Rounds", place: Place, played: list[dict[Carry, Number]]) -> None:
        """Compute how often each phase is played at a place, over all its rounds without harm."""
        # What has arrived at the start of a round, and what is in the middle of one and ends it here without harm.
        mass = played[0].pop(rounds.fresh, 0)
        mass += self._play_round(rounds, place, played)[0]
        if OVER in place:
            self.ends[place] = self.ends.get(place, 0) + mass
            return
        # One round from its start with the chance 1: every further round here is the same, times the chance to be in
        # it.
        one: list[dict[Carry, Number]] = [{rounds.fresh: 1}, *({} for _ in rounds.phases[1:])]
        _, moving = self._play_round(rounds, place, one)
        if not moving:
            self.stuck[place] = self.stuck.get(place, 0) + mass
            return
        # The sum of the geometric series 1 + p + p² + …, where p is the chance of a round without harm.
        times = mass / moving
        self.rounds += times
        for there, chances in zip(played, one, strict=True):
            for carry, chance in chances.items():
                there[carry] = there.get(carry, 0) + times * chance

    def _play_round(self, rounds: "_Rounds", place: Place, played: list[dict[Carry, Number]]) -> tuple[Number, Number]:
        """Play the rest of a round; return the chances that it ends without harm, and that a member is harmed."""
        ended: Number = 0
        moving: Number = 0
        for phase, chances in enumerate(played):
            for carry, chance in chances.items():
                still, harmed = rounds.stay(phase, place, carry)
                self.work.spend(len(still) + _LOOK)
                moving += chance * harmed
                for carried, part in still:
                    if phase + 1 == len(played):
                        ended += chance * part
                    else:
                        there = played[phase + 1]
                        there[carried] = there.get(carried, 0) + chance * part
        return ended, moving

    def shares(self) -> dict[str, Number]:
        """Return the chance of each way to end."""
        shares = dict.fromkeys(ENDS, self.zero)
        for (party, others), mass in self.ends.items():
            shares["both" if party == others == OVER else "others" if party == OVER else "party"] += mass
        shares[NEITHER] = sum(self.stuck.values(), self.zero)
        return shares

    def mean_rounds(self) -> Figure | None:
        """Return the mean number of rounds; None if the fight may never end."""
        return None if self.stuck else Figure(self.rounds)


def _orders(order: Order) -> Iterator[tuple[tuple[Phase, ...], Number]]:
    """Yield each order of action with its chance. Raises TooLong if there are too many."""
    chances: dict[tuple[Phase, ...], Fraction] = {}
    sides = [[fall for fall in ((False, 1 - coin), (True, coin)) if fall[1]] for coin in order.coins]
    number = 1
    for side in sides:
        number *= len(side)
        if number > MOST_ORDERS:
            raise TooLong
    for falls in product(*sides):
        chance = Fraction(1)
        for _, part in falls:
            chance *= part
        phases = order.phases([fallen for fallen, _ in falls])
        # Different falls of the coins may give the same order, which needs only one pass.
        chances[phases] = chances.get(phases, Fraction(0)) + chance
    yield from chances.items()


class _Rounds:
    """The rounds of an encounter, phase by phase."""

    fresh: Carry = ()
    """The carried state at the start of a round."""

    def __init__(self, lines: tuple[Line, Line], phases: tuple[Phase, ...], blows: Blows) -> None:
        self.phases = phases
        self._lines = lines
        self._blows = blows

    def stay(self, phase: int, place: Place, carry: Carry) -> tuple[Sequence[tuple[Carry, Number]], Number]:
        """Return the carried states after a phase without harm, with their chances; and the chance of harm.

        The latter is summed from positive numbers, not computed as 1 minus the rest, which would lose precision.
        """
        raise NotImplementedError

    def leave(self, phase: int, place: Place, carry: Carry, mass: Number, arrived: _Arrivals) -> int:
        """Distribute a probability among the places that harm in a phase leads to; return the number of steps."""
        raise NotImplementedError


class _InTurn(_Rounds):
    """Rounds in which members act in turn, and harm counts immediately.

    The carried state is the number of dodges that the first of each side has used, if that side is attacked again.
    """

    fresh = (0, 0)

    def __init__(self, lines: tuple[Line, Line], phases: tuple[Phase, ...], blows: Blows) -> None:
        super().__init__(lines, phases, blows)
        sides = [by for by, _ in phases]
        # Dodges that no later blow of the round asks for are forgotten, which leaves far fewer states.
        self._counted = [by in sides[phase + 1 :] for phase, by in enumerate(sides)]

    def _transitions(self, phase: int, place: Place, carry: Carry) -> Transitions:
        by, actors = self.phases[phase]
        group = self._lines[by].group(actors, place[by])
        return self._lines[1 - by].transitions(group, (place[1 - by], carry[1 - by]), counted=self._counted[phase])

    def stay(self, phase: int, place: Place, carry: Carry) -> tuple[Sequence[tuple[Carry, Number]], Number]:
        """Return the dodges used in a phase without harm, and the chance of harm."""
        moves = self._transitions(phase, place, carry)
        if self.phases[phase][0] == OTHERS:
            return [((used, carry[OTHERS]), part) for used, part in moves.still], moves.moving
        return [((carry[PARTY], used), part) for used, part in moves.still], moves.moving

    def leave(self, phase: int, place: Place, carry: Carry, mass: Number, arrived: _Arrivals) -> int:
        """Distribute the harm to the attacked side."""
        moved = self._transitions(phase, place, carry).moved
        by_others = self.phases[phase][0] == OTHERS
        party, others = place
        used_by_party, used_by_others = carry
        last = phase + 1 == len(self.phases)
        for at, used, part in moved:
            masses = arrived[(at, others) if by_others else (party, at)][0 if last else phase + 1]
            carried = (0, 0) if last else (used, used_by_others) if by_others else (used_by_party, used)
            masses[carried] = masses.get(carried, 0) + mass * part
        return len(moved)


class _AtOnce(_Rounds):
    """Rounds in which both sides act at once: first the party's blows are computed, then the others'.

    The carried state is which of the others strike, and where a contest of the first two has brought the party.
    """

    def stay(self, phase: int, place: Place, carry: Carry) -> tuple[Sequence[tuple[Carry, Number]], Number]:
        """Return the carried states in which the attacked side is unharmed, and the chance of harm."""
        unharmed = []
        moving: Number = 0
        for begun, carried, chance, moves in self._blows_of(phase, place, carry):
            if begun == place:
                unharmed.append((carried, chance * moves.unmoved))
                moving += chance * moves.moving
            else:
                moving += chance
        return unharmed, moving

    def leave(self, phase: int, place: Place, carry: Carry, mass: Number, arrived: _Arrivals) -> int:
        """Distribute the harm to the attacked side, and that of a contest."""
        steps = 0
        following = 1 - phase
        for begun, carried, chance, moves in self._blows_of(phase, place, carry):
            party, others = begun
            share = mass * chance
            # Harm by the contest alone also leaves the place; without it, `stay` has counted this part.
            if begun != place and moves.unmoved:
                masses = arrived[begun][following]
                masses[carried] = masses.get(carried, 0) + share * moves.unmoved
            for at, _, part in moves.moved:
                masses = arrived[(at, others) if phase else (party, at)][following]
                masses[carried] = masses.get(carried, 0) + share * part
            steps += len(moves.moved) + 1
        return steps

    def _blows_of(self, phase: int, place: Place, carry: Carry) -> Iterator[tuple[Place, Carry, Number, Transitions]]:
        """Yield a phase's blows for each result of a contest: the place before them, the carried state, the chance."""
        party, others = self._lines
        at, reached = place
        if phase:
            strikers, mine = carry
            yield (mine, reached), (), 1, party.transitions(strikers, (mine, 0), counted=False)
            return
        strikers, defenders = (self._lines[side].group(actors, place[side]) for side, actors in self.phases)
        if not self._blows.has_contests or OVER in place:
            yield place, (defenders, at), 1, others.transitions(strikers, (reached, 0), counted=False)
            return
        # All attack the first enemy standing, so only the first of each side attack each other.
        (one, state), (other, against) = party.points[at], others.points[reached]
        for mine, theirs, chance in self._blows.contested(one, state, other, against):
            begun = others.after(reached, theirs)
            then = others.transitions(party.without_first(strikers), (begun, 0), counted=False)
            yield (at, begun), (others.without_first(defenders), party.after(at, mine)), chance, then


def _outcome(first: _Solver, full: _Solver, method: Method) -> Outcome:
    # A side that wins the first pass has made the other one lose a fighter first.
    lost = first.shares()
    lost["party"], lost["others"] = lost["others"], lost["party"]
    return Outcome(
        method=method,
        wins={name: make_chance(share) for name, share in full.shares().items()},
        drops_first={name: make_chance(share) for name, share in lost.items()},
        rounds_to_first=first.mean_rounds(),
        rounds_to_end=full.mean_rounds(),
        down=(_down(full, full.party, PARTY), _down(full, full.others, OTHERS)),
        losses=(_losses(full, full.party, PARTY), _losses(full, full.others, OTHERS)),
        left=(_left(full, full.party, PARTY), _left(full, full.others, OTHERS)),
    )


def _losses(solver: _Solver, line: Line, side: int) -> tuple[Figure, ...]:
    """Return the chance of each number of members of a side to be down at the end."""
    members = range(len(line.members))
    chances = [solver.zero] * (len(members) + 1)
    for place, mass in chain(solver.ends.items(), solver.stuck.items()):
        chances[sum(line.is_down(member, place[side]) for member in members)] += mass
    return tuple(map(make_chance, chances))


def _left(solver: _Solver, line: Line, side: int) -> tuple[Figure | None, ...]:
    """Return for each member of a side the mean of what they can still take if they are not down at the end."""
    figures: list[Figure | None] = []
    for member in range(len(line.members)):
        ends = chain(solver.ends.items(), solver.stuck.items())
        lefts = [(line.left(member, place[side]), mass) for place, mass in ends]
        standing = sum((mass for left, mass in lefts if left), solver.zero)
        total = sum((left * mass for left, mass in lefts), solver.zero)
        figures.append(Figure(total / standing) if standing else None)
    return tuple(figures)


def find_rounds(encounter: Encounter, work: Work, mean: float) -> Iterator[float]:
    """Yield the chance that a fight ends in round 0, 1, 2 …, for a fight that lasts ``mean`` rounds. Raises TooLong.

    In contrast to `solve`, which sums over all rounds at once, this follows the chances of all states round by round.
    """
    blows = find_blows(encounter)
    lines = Line(encounter, PARTY, blows, work), Line(encounter, OTHERS, blows, work)
    order = Order(encounter)
    kind = _AtOnce if order.at_once else _InTurn
    start = lines[PARTY].start, lines[OTHERS].start
    going = [(kind(lines, phases, blows), {start: float(chance)}) for phases, chance in _orders(order)]
    for number in count():
        # The first rounds have fewer places than the later ones, so that fights of many rounds are refused early.
        if work.done * mean > ROUNDS_STEPS * number:
            raise TooLong
        # What has ended is taken out, so that each round counts only its own ends.
        yield sum(masses.pop(place) for _, masses in going for place in [*masses] if OVER in place)
        going = [(rounds, _play_once(rounds, lines, masses, work)) for rounds, masses in going]


def _play_once(rounds: _Rounds, lines: tuple[Line, Line], masses: dict[Place, float], work: Work) -> dict[Place, float]:
    """Return the chance of each place after one more round."""
    now, after = _Arrivals(lines, len(rounds.phases)), _Arrivals(lines, len(rounds.phases))
    for place, mass in masses.items():
        now[place][0][rounds.fresh] = mass
    for phase in range(len(rounds.phases)):
        last = phase + 1 == len(rounds.phases)
        then, following = (after, 0) if last else (now, phase + 1)
        for place, played in list(now.items()):
            for carry, mass in played[phase].items():
                still, _ = rounds.stay(phase, place, carry)
                for carried, part in still:
                    there = then[place][following]
                    key = rounds.fresh if last else carried
                    there[key] = there.get(key, 0) + mass * part
                work.spend(len(still) + rounds.leave(phase, place, carry, mass, then) + _LOOK)
    return {place: sum(played[0].values()) for place, played in after.items()}


def _down(solver: _Solver, line: Line, side: int) -> tuple[Figure, ...]:
    """Return for each member of a side the chance to be down at the end."""
    figures = []
    for member in range(len(line.members)):
        ends = chain(solver.ends.items(), solver.stuck.items())
        masses = (mass for place, mass in ends if line.is_down(member, place[side]))
        figures.append(make_chance(sum(masses, solver.zero)))
    return tuple(figures)
