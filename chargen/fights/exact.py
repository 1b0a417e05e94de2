"""Compute the outcome of an encounter exactly, in fractions: an absorbing Markov chain, solved state by state.

A state is that of all fighters at the start of a round. Harm only leads to later states, so the only cycle is the loop
of a state to itself: a round in which nothing happens. Such rounds form a geometric series, which is summed by dividing
by the chance that something happens. One pass in topological order is enough: each state receives its full chance
before it passes it on.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import product
from math import lcm, prod
from typing import TypeAlias

from chargen.fights.blows import DOWN, Place, States, find_blows, is_over
from chargen.fights.figures import Figure, Outcome, find_quantiles, make_outcome
from chargen.fights.sides import OTHERS, PARTY, Encounter, Order, Phase

EXACT_STEPS = 150_000
"""The number of steps before an encounter is simulated instead (house default): about a second."""
FIRST_PLACES = 10  # The places after which the steps that are left are estimated (house default)
ROUNDS_STEPS = 1_000_000
"""The number of steps in which the spread of the rounds is computed before it is simulated instead (house default)."""
LONGEST_FRACTION = 4096
"""The bits of a denominator above which an encounter is simulated, as the fractions get too long (house default)."""
MOST_ORDERS = 256
"""The number of orders of action that are computed; each needs a pass of its own (house default)."""
Turn: TypeAlias = tuple[Place, tuple[int, int]]
"""A moment in a round: the states, and the dodges that the first of each side has used up."""
Strike: TypeAlias = tuple[tuple[tuple[States, int, int], ...], int]
"""What attacks lead to: states and dodges, each with its share, and the number of all shares."""
Chain: TypeAlias = dict[Place, list[tuple[Place, float]]]  # Where a round leads to from each place, with the chances


class TooLong(Exception):
    """An encounter whose computation exceeds its limit."""


class _Rounds:
    """The rounds of an encounter in which all attack the first enemy standing.

    The steps of the computation depend on the encounter alone, not on the machine.
    """

    def __init__(self, encounter: Encounter, steps: int) -> None:
        self._sides, self._blows = encounter.sides, find_blows(encounter)
        self._most, self._done = steps, 0
        order = Order(encounter)
        self._at_once = order.at_once
        self.start = self._blows.start
        falls = [[fall for fall in ((False, 1 - coin), (True, coin)) if fall[1]] for coin in order.coins]
        if prod(map(len, falls)) > MOST_ORDERS:
            raise TooLong
        self.orders: dict[tuple[Phase, ...], Fraction] = defaultdict(Fraction)
        """The chance of each order of action."""
        for fallen in product(*falls):
            # Different falls of the coins may give the same order, which needs only one pass.
            self.orders[order.phases([fall for fall, _ in fallen])] += prod(
                (chance for _, chance in fallen), start=Fraction(1)
            )
        # Attackers who act in the same states meet the same enemies in many rounds.
        self._strike = cache(self._compute_strike)

    def spend(self, steps: int, times: float = 1) -> None:
        """Count some steps. Raises TooLong where all so far, multiplied by ``times``, are too many."""
        self._done += steps
        if self._done * times > self._most:
            raise TooLong

    def rank(self, place: Place) -> tuple[int, float, int]:
        """Return the sort key of a place: in this order, harm only leads to later places."""
        states = [
            body.states[number]
            for bodies, side in zip(self._blows.bodies, place, strict=True)
            for body, number in zip(bodies, side, strict=True)
            if number != DOWN
        ]
        # Harm on a track that is not the fullest shows on the tracks alone.
        return -len(states), sum(float(state.taken) for state in states), sum(sum(state.marks) for state in states)

    def after(self, place: Place, phases: tuple[Phase, ...]) -> tuple[dict[Place, int], int]:
        """Return the places after a round, each with its share, and the number of all shares.

        Shares are integers, as sums and products of fractions take ten times as long.
        """
        found: dict[Place, int] = defaultdict(int)
        if not self._at_once:
            turns: dict[Turn, int] = {(place, (0, 0)): 1}
            complete = 1
            for number, (by, actors) in enumerate(phases):
                # Dodges only matter where the same side attacks once more in this round.
                counted = any(by == later for later, _ in phases[number + 1 :])
                strikes = [self._strike(by, actors, now[by], now[1 - by], used[by]) for now, used in turns]
                common = lcm(*(shares for _, shares in strikes))
                then: dict[Turn, int] = defaultdict(int)
                for ((now, used), share), (outcomes, shares) in zip(turns.items(), strikes, strict=True):
                    times = share * (common // shares)
                    for struck, dodges, part in outcomes:
                        there = (now[PARTY], struck) if by == PARTY else (struck, now[OTHERS])
                        dodged = dodges if counted else 0
                        then[there, (dodged, used[1]) if by == PARTY else (used[0], dodged)] += times * part
                self.spend(len(then))
                turns = then
                complete *= common
            for (there, _), share in turns.items():
                found[there] += share
            return found, complete

        # Both sides act in their states at the start of the round. All attack the first enemy standing, so only the
        # first of each side attack each other and may meet in a contest.
        party, others = place
        actors_of = dict(phases)
        meetings: list[tuple[States, States, Fraction]] = [(party, others, Fraction(1))]
        if self._blows.has_contests:
            one, other = _find_first(party), _find_first(others)
            met = self._blows.contested(one, party[one], other, others[other])
            meetings = [
                (_changed(party, one, mine), _changed(others, other, theirs), chance)
                for (mine, theirs), chance in zip(met.ends, met.chances, strict=True)
            ]
            for by, first in ((PARTY, one), (OTHERS, other)):
                actors_of[by] = tuple(actor for actor in actors_of[by] if actor != first)
        fought = [
            (
                chance,
                self._strike(OTHERS, actors_of[OTHERS], others, mine, 0),
                self._strike(PARTY, actors_of[PARTY], party, theirs, 0),
            )
            for mine, theirs, chance in meetings
        ]
        complete = lcm(*(chance.denominator * back * forth for chance, (_, back), (_, forth) in fought))
        for chance, (by_others, back), (by_party, forth) in fought:
            times = chance.numerator * (complete // (chance.denominator * back * forth))
            for struck, _, part in by_party:
                for hurt, _, share in by_others:
                    found[hurt, struck] += times * part * share
        self.spend(len(found))
        return found, complete

    def _compute_strike(self, by: int, actors: tuple[int, ...], acting: States, enemies: States, used: int) -> Strike:
        """Return the states of the enemies after some members have attacked one after the other.

        ``used`` are the dodges that the first enemy has used up before; those used up after it come with each state.
        """
        spread: dict[tuple[States, int], Fraction] = {(enemies, used): Fraction(1)}
        acts = [
            (actor, self._blows.bodies[by][actor].states[acting[actor]].form)
            for actor in actors
            if acting[actor] != DOWN
            for _ in range(self._sides[by][actor].fighter.acts)
        ]
        for actor, form in acts:
            after: dict[tuple[States, int], Fraction] = defaultdict(Fraction)
            for (states, dodges), chance in spread.items():
                if is_over(states):
                    after[states, dodges] += chance
                    continue
                first = _find_first(states)
                dodging = dodges < self._sides[1 - by][first].fighter.dodges
                landings = self._blows.landings(by, actor, form, first, states[first], dodging)
                self.spend(len(landings))
                for reached, dodged, part in landings:
                    # The next enemy begins with all dodges.
                    left = 0 if reached == DOWN else dodges + dodged
                    after[_changed(states, first, reached), left] += chance * part
            spread = after
        shares = lcm(*(chance.denominator for chance in spread.values()))
        outcomes = ((*reached, int(chance * shares)) for reached, chance in spread.items())
        return tuple(outcomes), shares


def _find_first(states: States) -> int:
    """Return the first member who is standing."""
    return next(member for member, number in enumerate(states) if number != DOWN)


def _changed(states: States, member: int, number: int) -> States:
    return (*states[:member], number, *states[member + 1 :])


def solve(encounter: Encounter, steps: int = EXACT_STEPS) -> Outcome:
    """Compute the outcome of an encounter in which each side attacks the first standing enemy.

    Raises TooLong after a number of ``steps``; they depend on the encounter alone, not on the machine.
    """
    rounds = _Rounds(encounter, steps)
    ends: dict[Place, Fraction] = defaultdict(Fraction)
    stuck: dict[Place, Fraction] = defaultdict(Fraction)  # the places in which no member can harm any other
    rounds_to_end, places = Fraction(0), 0
    chains: list[tuple[Fraction, Chain]] = []
    for phases, chance in rounds.orders.items():
        # Follow the chance of an order of action through all places: what one leads to comes out of the heap after it.
        chain: Chain = {}
        chains.append((chance, chain))
        arrived = defaultdict(Fraction, {rounds.start: chance})
        waiting = [(rounds.rank(rounds.start), rounds.start)]
        while waiting:
            _, place = heappop(waiting)
            mass = arrived.pop(place)
            if any(map(is_over, place)):
                ends[place] += mass
                continue
            after, complete = rounds.after(place, phases)
            moving = sum(share for there, share in after.items() if there != place)
            if not moving:
                stuck[place] += mass
                continue
            # The sum of the geometric series 1 + p + p² + …, where p is the chance of a round without harm.
            times = mass * Fraction(complete, moving)
            rounds_to_end += times
            chain[place] = [(there, share / complete) for there, share in after.items()]
            if times.denominator.bit_length() > LONGEST_FRACTION:
                raise TooLong
            for there, share in after.items():
                if there != place:
                    if there not in arrived:
                        heappush(waiting, (rounds.rank(there), there))
                    arrived[there] += mass * Fraction(share, moving)
            # The first places take the most steps, so a fight that is too long is given up soon.
            places += 1
            if places >= FIRST_PLACES:
                rounds.spend(0, 1 + len(arrived) / places)

    def figure(number: Fraction) -> Figure:
        # The steps check only the chances that are passed on; a sum of them may be longer.
        if number.denominator.bit_length() > LONGEST_FRACTION:
            raise TooLong
        return Figure(number)

    return make_outcome(
        encounter,
        ends | stuck,
        figure,
        lambda numbers: figure(
            sum((number * chance for number, chance in numbers), Fraction(0)) / sum(chance for _, chance in numbers)
        ),
        method="exact",
        rounds_to_end=None if stuck else figure(rounds_to_end),
        # A fight that may never end has no quantiles of its rounds.
        rounds=None if stuck else find_quantiles(find_rounds(rounds.start, chains)),
    )


def find_rounds(start: Place, chains: Sequence[tuple[Fraction, Chain]]) -> Iterator[float]:
    """Yield the chance that a fight ends in round 0, 1, 2 …: all places are followed round by round. Raises TooLong.

    ``chains`` say where a round leads to, each with the chance of its order of action.
    """
    steps = 0
    going = [(chain, {start: float(chance)}) for chance, chain in chains]
    while True:
        # What has ended is taken out, so that each round counts only its own ends.
        yield sum(masses.pop(place) for _, masses in going for place in [*masses] if any(map(is_over, place)))
        for index, (chain, masses) in enumerate(going):
            then: dict[Place, float] = defaultdict(float)
            for place, mass in masses.items():
                steps += len(chain[place])
                for there, part in chain[place]:
                    then[there] += mass * part
            going[index] = chain, then
        if steps > ROUNDS_STEPS:
            raise TooLong
