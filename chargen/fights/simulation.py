"""Simulate an encounter many times from a seed (Monte Carlo). Each figure is an estimate with its standard error."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from random import Random
from typing import TypeAlias

from chargen.fights.blows import DOWN, HARMLESS, Place, find_blows
from chargen.fights.figures import Figure, Outcome, find_quantiles, make_outcome
from chargen.fights.sides import OTHERS, PARTY, Encounter, Order
from chargen.game.fight import Amount

LEAST_RUNS = 100  # The fights before a number of attacks may end a simulation (house default)
MOST_IDLE = 2000
"""The rounds without harm after which a fight has no winner (house default); if there is a chance of harm of one in a
hundred rounds, this happens once in a thousand million fights."""
TICK = 50  # The number of fights after which the progress is reported
Tick: TypeAlias = Callable[[int], None]
"""It is called with the number of fights that were simulated since the last call."""


@dataclass(slots=True)
class _Side:
    """The state of a side during a simulated fight."""

    dodges: list[int]
    acts: list[int]
    attacks_at_random: bool
    states: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    standing: list[int] = field(default_factory=list)


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
            _Side(
                [member.fighter.dodges for member in members],
                [member.fighter.acts for member in members],
                encounter.is_random(side),
            )
            for side, members in enumerate(encounter.sides)
        )
        self._stuck: set[object] = set()
        """The states of both sides, with the order of acting, in which no member harms any other."""
        self._harmed = False
        """Whether any fighter was harmed in this round."""
        self.blows = 0
        """The number of attacks so far."""

    def play(self) -> tuple[Place, int]:
        """Simulate one fight; return its end and the last round, which is 0 if no side would ever win."""
        party, others = self._sides
        for side, states in zip(self._sides, self._blows.start, strict=True):
            side.states, side.used = list(states), [0] * len(states)
            side.standing = [index for index, state in enumerate(states) if state != DOWN]
        phases = self._order.phases([self._random.random() < coin for coin in self._coins])
        number = idle = 0
        while party.standing and others.standing:
            if idle in (1, MOST_IDLE):
                now = (tuple(party.states), tuple(others.states), phases)
                if idle == MOST_IDLE:
                    self._stuck.add(now)
                # Other fights that come to the same states need not wait.
                if now in self._stuck:
                    break
            number += 1
            self._harmed = False
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
        is_over = not (party.standing and others.standing)
        return (tuple(party.states), tuple(others.states)), number if is_over else 0

    def _act_at_once(self) -> None:
        """Let both sides act in their states at the start of the round; two who attack each other meet in a contest."""
        acting = [[(actor, side.states[actor]) for actor in side.standing] for side in self._sides]
        chosen: list[dict[int, int]] = [{}, {}]
        if self._blows.has_contests or any(side.attacks_at_random for side in self._sides):
            chosen = [{actor: self._choose_target(by) for actor, _ in acting[by]} for by in (PARTY, OTHERS)]
        # Contests come first: who meets in one makes no other attack this round.
        met = set()
        for one, other in chosen[PARTY].items() if self._blows.has_contests else ():
            if chosen[OTHERS][other] != one:
                continue
            met |= {(PARTY, one), (OTHERS, other)}
            # They roll once each.
            states, _, sums = self._blows.contested(
                one, self._sides[PARTY].states[one], other, self._sides[OTHERS].states[other]
            )
            mine, theirs = states[bisect(sums, self._random.random())]
            self._set_state(PARTY, one, mine)
            self._set_state(OTHERS, other, theirs)
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
            harms, _, sums = self._blows.results(by, attacker, form, index, body.states[state].form, dodging)
            # Inverse transform sampling: the running sums are computed once, and each attack is one binary search.
            harm, used = harms[bisect(sums, self._random.random())]
            enemies.used[index] += used
            if harm != HARMLESS:
                self._set_state(1 - by, index, body.after(state, harm))

    def _set_state(self, side: int, index: int, state: int) -> None:
        """Put a member into a state."""
        states = self._sides[side].states
        self._harmed = self._harmed or state != states[index]
        states[index] = state
        if state == DOWN:
            self._sides[side].standing.remove(index)


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
    fights: list[tuple[Place, int]] = []
    while len(fights) < runs and (len(fights) < LEAST_RUNS or simulator.blows < attacks):
        fights.append(simulator.play())
        if tick is not None and len(fights) % TICK == 0:
            tick(TICK)
    runs = len(fights)

    def chance(share: Fraction) -> Figure:
        # The error counts two more events of each kind (Agresti and Coull), so that it is never 0.
        wide = float(share * runs + 2) / (runs + 4)
        return Figure(float(share), sqrt(wide * (1 - wide) / (runs + 4)))

    def mean(numbers: Sequence[tuple[Amount, Fraction]]) -> Figure:
        cases = float(sum(share for _, share in numbers)) * runs
        average = sum(float(number) * float(share) for number, share in numbers) * runs / cases
        squares = sum((float(number) - average) ** 2 * float(share) for number, share in numbers) * runs
        return Figure(average, sqrt(squares / max(1.0, cases - 1) / cases))

    ends, last = (
        {value: Fraction(number, runs) for value, number in Counter(values).items()}
        for values in zip(*fights, strict=True)
    )
    return make_outcome(
        encounter,
        ends,
        chance,
        mean,
        method="simulated",
        runs=runs,
        # What may never happen has no mean and no quantiles.
        rounds_to_end=None if 0 in last else mean([*last.items()]),
        rounds=None if 0 in last else find_quantiles(last.get(number, 0.0) for number in range(max(last) + 1)),
    )
