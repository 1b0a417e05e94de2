"""Simulate an encounter many times from a seed (Monte Carlo). Each figure is an estimate with its standard error."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import TypeAlias

from chargen.fights.blows import DOWN, FRESH, HARMLESS, find_blows, sum_up
from chargen.fights.figures import ENDS, NEITHER, Figure, Outcome, find_quantiles
from chargen.fights.sides import NAMES, OTHERS, PARTY, Encounter, Order

LEAST_RUNS = 100  # The fights before a number of attacks may end a simulation (house default)
MOST_IDLE = 2000
"""The rounds without harm after which a fight has no winner (house default); if there is a chance of harm of one in a
hundred rounds, this happens once in a thousand million fights."""
TICK = 50  # The number of fights after which the progress is reported
Tick: TypeAlias = Callable[[int], None]
"""It is called with the number of fights that were simulated since the last call."""


@dataclass(frozen=True, slots=True)
class _Fight:
    """The end of one simulated fight."""

    first: int
    """The round in which a fighter dropped for the first time; 0 if none ever did."""
    last: int
    """The last round; 0 if the fight would never end."""
    lost: str
    """The side that lost a fighter first, one of `ENDS`."""
    won: str
    """The side that won, one of `ENDS`."""
    left: tuple[list[float], list[float]]
    """What each member can still take; 0 if they are down."""


class _Side:
    """The state of a side during a simulated fight."""

    def __init__(self, encounter: Encounter, side: int, *, attacks_at_random: bool) -> None:
        members = encounter.sides[side]
        self.dodges = [member.fighter.dodges for member in members]
        self.acts = [member.fighter.acts for member in members]
        self.attacks_at_random = attacks_at_random
        self._up = [index for index, member in enumerate(members) if member.left]
        self._number = len(members)

    def begin(self) -> None:
        """Put all members into their first states."""
        self.states = [FRESH] * self._number
        self.used = [0] * self._number
        self.standing = list(self._up)


class Simulator:
    """One encounter, ready to be simulated many times.

    Each fight goes through these steps:

    1. Put all members into their first states, and draw the order of action (`play`).
    2. In each round, each standing member attacks in that order, or all attack at once.
    3. For each attack, choose a target and draw a result from the table of that blow (`_act`). A table depends on the
       states of both, so it is computed once and serves all fights.
    4. Stop when a side is down, or after `MOST_IDLE` rounds without harm.
    """

    def __init__(self, encounter: Encounter, seed: str) -> None:
        # The prefix keeps these fights apart from other random draws by the same seed.
        self._random = Random(f"encounter/{seed}")
        self._order = Order(encounter)
        self._coins = [float(coin) for coin in self._order.coins]
        self._blows = find_blows(encounter)
        self._sides = tuple(
            _Side(encounter, side, attacks_at_random=encounter.is_random(side)) for side in (PARTY, OTHERS)
        )
        self._contests: dict[tuple[int, int, int, int], tuple[list[tuple[int, int]], tuple[float, ...]]] = {}
        """The states of both after a contest, and the running sums of their chances."""
        self._stuck: set[object] = set()
        """The states of both sides, with the order of acting, in which no member harms any other."""
        self._falls: list[int] = []
        """The sides that lost a fighter in this round, in order."""
        self._harmed = False
        """Whether any fighter was harmed in this round."""
        self.blows = 0
        """The number of attacks so far."""

    def play(self) -> _Fight:
        """Simulate one fight."""
        party, others = self._sides
        party.begin()
        others.begin()
        phases = self._order.phases([self._random.random() < coin for coin in self._coins])
        number = first = idle = 0
        lost = NEITHER
        while party.standing and others.standing:
            if idle in (1, MOST_IDLE):
                states = (tuple(party.states), tuple(others.states), phases)
                if idle == MOST_IDLE:
                    self._stuck.add(states)
                # Other fights that come to the same states need not wait.
                if states in self._stuck:
                    break
            number += 1
            self._falls, self._harmed = [], False
            for side in self._sides:
                side.used = [0] * len(side.used)
            if self._order.at_once:
                self._act_at_once()
            else:
                for by, actors in phases:
                    for attacker in actors:
                        if attacker in self._sides[by].standing:
                            self._act(by, attacker, self._sides[by].states[attacker])
            idle = 0 if self._harmed else idle + 1
            if self._falls and not first:
                # Where both sides act at once, both may lose their first fighter in one round.
                together = self._order.at_once and len(set(self._falls)) > 1
                first, lost = number, "both" if together else NAMES[self._falls[0]]
        if party.standing and others.standing:
            won, number = NEITHER, 0
        else:
            won = "party" if party.standing else "others" if others.standing else "both"
        one, other = (
            [body.left(state) for body, state in zip(bodies, side.states, strict=True)]
            for bodies, side in zip(self._blows.bodies, self._sides, strict=True)
        )
        return _Fight(first, number, lost, won, (one, other))

    def _act_at_once(self) -> None:
        """Let both sides act in their states at the start of the round; two who attack each other meet in a contest."""
        acting = [[(actor, side.states[actor]) for actor in side.standing] for side in self._sides]
        chosen: list[dict[int, int]] = [{}, {}]
        if self._blows.has_contests or any(side.attacks_at_random for side in self._sides):
            chosen = [{actor: self._choose_target(by) for actor, _ in acting[by]} for by in (PARTY, OTHERS)]
        # Contests come first: who meets in one makes no other attack this round.
        met = set()
        for one, other in chosen[PARTY].items() if self._blows.has_contests else ():
            if chosen[OTHERS][other] == one:
                met |= {(PARTY, one), (OTHERS, other)}
                self._play_contest(one, other)
        for by in (PARTY, OTHERS):
            for actor, state in acting[by]:
                if (by, actor) not in met:
                    self._act(by, actor, state, chosen[by][actor] if self._sides[by].attacks_at_random else None)

    def _choose_target(self, by: int) -> int:
        standing = self._sides[1 - by].standing
        # Faster than `choice`, and this is called for every attack.
        return standing[int(self._random.random() * len(standing)) if self._sides[by].attacks_at_random else 0]

    def _act(self, by: int, attacker: int, acting: int, target: int | None = None) -> None:
        """Let a member in the state ``acting`` make all attacks of a turn.

        If the chosen target has dropped, it chooses another.
        """
        enemies, bodies = self._sides[1 - by], self._blows.bodies[1 - by]
        form = self._blows.bodies[by][attacker].states[acting].form
        for _ in range(self._sides[by].acts[attacker]):
            if not enemies.standing:
                return
            self.blows += 1
            index = target if target is not None and target in enemies.standing else self._choose_target(by)
            state, body = enemies.states[index], bodies[index]
            dodging = enemies.used[index] < enemies.dodges[index]
            # A simulation spends its time here, so the look-up is not a call of its own.
            key = (by, attacker, form, index, body.states[state].form, dodging)
            harms, _, sums = self._blows.known.get(key) or self._blows.results(*key)
            # Inverse transform sampling: the running sums are computed once, and each attack is one binary search.
            harm, used = harms[bisect(sums, self._random.random())]
            enemies.used[index] += used
            if harm != HARMLESS:
                self._set_state(1 - by, index, body.after(state, harm))

    def _play_contest(self, one: int, other: int) -> None:
        """Let two who attack each other roll once each."""
        key = (one, self._sides[PARTY].states[one], other, self._sides[OTHERS].states[other])
        if key not in self._contests:
            contest = self._blows.contested(*key)
            sums = sum_up([chance for *_, chance in contest])
            self._contests[key] = [(mine, theirs) for mine, theirs, _ in contest], sums
        states, sums = self._contests[key]
        mine, theirs = states[bisect(sums, self._random.random())]
        self._set_state(PARTY, one, mine)
        self._set_state(OTHERS, other, theirs)

    def _set_state(self, side: int, index: int, state: int) -> None:
        """Put a member into a state, and count those who drop."""
        states = self._sides[side].states
        self._harmed = self._harmed or state != states[index]
        states[index] = state
        if state == DOWN:
            self._sides[side].standing.remove(index)
            self._falls.append(side)


def simulate(
    encounter: Encounter,
    runs: int,
    seed: str,
    *,
    attacks: float = inf,
    tick: Tick | None = None,
) -> Outcome:
    """Return the outcome of ``runs`` simulated fights, at least two; the same seed gives the same fights.

    That number of ``attacks`` ends it after at least `LEAST_RUNS` fights.
    """
    simulator = Simulator(encounter, seed)
    fights: list[_Fight] = []
    while len(fights) < runs and (len(fights) < LEAST_RUNS or simulator.blows < attacks):
        fights.append(simulator.play())
        if tick is not None and len(fights) % TICK == 0:
            tick(TICK)
    # For each side, what each member has left in each fight.
    lefts = [[*zip(*(fight.left[side] for fight in fights), strict=True)] for side in (PARTY, OTHERS)]
    falls = [[fight.left[side].count(0) for fight in fights] for side in (PARTY, OTHERS)]
    down = [tuple(_estimate_chance(not left for left in member) for member in side) for side in lefts]
    losses = [
        tuple(_estimate_chance(count == number for count in side) for number in range(len(members) + 1))
        for side, members in zip(falls, encounter.sides, strict=True)
    ]
    left = [tuple(_estimate_mean([each for each in member if each]) for member in side) for side in lefts]
    last = Counter(fight.last for fight in fights)
    return Outcome(
        method="simulated",
        runs=len(fights),
        wins={name: _estimate_chance(fight.won == name for fight in fights) for name in ENDS},
        drops_first={name: _estimate_chance(fight.lost == name for fight in fights) for name in ENDS},
        rounds_to_first=_estimate_mean([fight.first for fight in fights]),
        rounds_to_end=_estimate_mean([fight.last for fight in fights]),
        down=(down[PARTY], down[OTHERS]),
        losses=(losses[PARTY], losses[OTHERS]),
        left=(left[PARTY], left[OTHERS]),
        # A fight that has no end has no quantiles of its rounds.
        rounds=None if last[0] else find_quantiles(last[number] / len(fights) for number in range(max(last) + 1)),
    )


def _estimate_chance(events: Iterable[bool]) -> Figure:
    """Estimate a chance by its relative frequency.

    The error counts two more events of each kind (Agresti and Coull), so that it is never 0.
    """
    seen = list(events)
    share = (sum(seen) + 2) / (len(seen) + 4)
    return Figure(sum(seen) / len(seen), sqrt(share * (1 - share) / (len(seen) + 4)))


def _estimate_mean(numbers: Sequence[float]) -> Figure | None:
    """Estimate the mean of some numbers; None if there are none or one is 0, such as the rounds of an endless fight."""
    if not numbers or not all(numbers):
        return None
    mean = sum(numbers) / len(numbers)
    squares = sum((number - mean) ** 2 for number in numbers)
    return Figure(mean, sqrt(squares / max(1, len(numbers) - 1) / len(numbers)))
