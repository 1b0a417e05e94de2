"""Find the outcome of an encounter: exact if possible, otherwise simulated many times from a seed (Monte Carlo).

A simulated figure is an estimate, and comes with its standard error.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf, sqrt
from random import Random
from typing import TypeAlias

from chargen.fights import exact
from chargen.fights.blows import DOWN, FRESH, HARMLESS, Results, find_blows, sum_up
from chargen.fights.line import TooLong, Work
from chargen.fights.outcome import ENDS, NEITHER, Figure, Outcome, Quantiles, find_quantiles
from chargen.fights.sides import NAMES, OTHERS, PARTY, Encounter, Order, Phase

RUNS = 10_000  # The number of simulated fights (house default)
SHORT_RUNS = 60  # The most simulated fights for a figure beside the outcome (house default)
FEWEST_RUNS, SHORT_ATTACKS = 40, 100_000
"""Long fights are simulated until there are about this many attacks, and at least this many fights (house default)."""
MOST_ATTACKS, LEAST_RUNS = 100_000, 100
"""The attacks that end a simulation, and the fights before it may end, where no number is asked for (house default)."""
TICK = 50  # The number of fights after which the progress is reported
Tick: TypeAlias = Callable[[int], None]
"""It is called with the number of fights that were simulated since the last call."""
Exchange: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[float, ...]]
"""The states of both after a contest, and the running sums of their chances."""


def find_outcome(
    encounter: Encounter,
    *,
    runs: int | None = None,
    attacks: float = MOST_ATTACKS,
    seed: str = "",
    always_simulate: bool = False,
    tick: Tick | None = None,
) -> Outcome:
    """Return the outcome of an encounter: exact, else in floating point, else simulated ``runs`` times from a seed.

    Without ``runs``, there are `RUNS` of them, or as many as have that number of ``attacks``, and at least
    `LEAST_RUNS`. ``tick`` reports the progress. It is simulated if enemies are chosen at random, and if the exact
    computation would take too long.
    """
    outcome = None if always_simulate else _compute(encounter)
    if outcome is None:
        attacks = attacks if runs is None else inf
        return simulate(encounter, runs or RUNS, seed, attacks=attacks, tick=tick)
    # A fight that may never end has no quantiles of its rounds.
    if outcome.rounds_to_end is None:
        return outcome
    mean = float(outcome.rounds_to_end.value)
    with suppress(TooLong):
        rounds = find_quantiles(exact.find_rounds(encounter, Work(exact.ROUNDS_STEPS), mean))
        return replace(outcome, rounds=rounds)
    # Quantiles are whole rounds, for which few fights are enough.
    return replace(outcome, rounds=simulate(encounter, count_short_runs(encounter, outcome), seed).rounds)


def count_short_runs(encounter: Encounter, outcome: Outcome) -> int:
    """Return the number of simulated fights for a figure beside the outcome: fewer of fights with many rounds."""
    mean = outcome.rounds_to_end
    enough = int(SHORT_ATTACKS / (mean.value * len(encounter.members))) if mean else 0
    return min(max(enough, FEWEST_RUNS), SHORT_RUNS)


def _compute(encounter: Encounter) -> Outcome | None:
    """Return the outcome without a simulation and without the quantiles of its rounds; None if it is too long."""
    if any(map(encounter.is_random, (PARTY, OTHERS))):
        return None
    # Floating point first: it is faster, and counts the steps that fractions would take at least.
    work = Work(exact.ROUNDED_STEPS)
    try:
        rounded = exact.solve(encounter, exact=False, work=work)
    except TooLong:
        return None
    if work.done <= exact.EXACT_STEPS:
        with suppress(TooLong):
            return exact.solve(encounter, exact=True)
    return rounded


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
    fallen: tuple[frozenset[int], frozenset[int]]
    """The members of the party and of the others who are down at the end."""
    left: tuple[tuple[float, ...], tuple[float, ...]]
    """What each member can still take; 0 if they are down."""


class _SideState:
    """The state of a side during a simulated fight."""

    def __init__(self, encounter: Encounter, side: int) -> None:
        members = encounter.sides[side]
        self.dodges = [member.fighter.dodges for member in members]
        self.acts = [member.fighter.acts for member in members]
        self.up = [index for index, member in enumerate(members) if member.left]
        self._number = len(members)
        self.begin()

    def begin(self) -> None:
        """Put all members into their first states."""
        self.states = [FRESH] * self._number
        self.used = [0] * self._number
        self.standing = list(self.up)

    def fallen(self) -> frozenset[int]:
        """Return the members who are down."""
        return frozenset(range(self._number)) - frozenset(self.standing)


class Simulator:
    """One encounter, ready to be simulated many times.

    Each fight goes through these steps:

    1. Put all members into their first states, and draw the order of action (`play`).
    2. In each round, each standing member attacks in that order, or all attack at once (`_play_round`).
    3. For each attack, choose a target and draw a result from the table of that blow (`_act`). A table depends on the
       states of both, so it is computed once and serves all fights.
    4. Stop when a side is down, or when no member can harm any that may be attacked (`_is_stuck`).
    """

    def __init__(self, encounter: Encounter, seed: str) -> None:
        # The prefix keeps these fights apart from other random draws by the same seed.
        self._random = Random(f"encounter/{seed}")
        self._at_random = encounter.is_random(PARTY), encounter.is_random(OTHERS)
        self._order = Order(encounter)
        self._coins = [float(coin) for coin in self._order.coins]
        self._blows = find_blows(encounter)
        self._known = self._blows.known
        self._sides = _SideState(encounter, PARTY), _SideState(encounter, OTHERS)
        self._contests: dict[tuple[int, int, int, int], Exchange] = {}
        self._stuck: dict[object, bool] = {}
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
        number = first = 0
        lost = NEITHER
        # After a round with harm the fight is not stuck; this saves most of the look-ups.
        while party.standing and others.standing and (self._harmed or not self._is_stuck(phases)):
            number += 1
            self._play_round(phases)
            if self._falls and not first:
                # Where both sides act at once, both may lose their first fighter in one round.
                together = self._order.at_once and len(set(self._falls)) > 1
                first, lost = number, "both" if together else NAMES[self._falls[0]]
        self._harmed = False
        if party.standing and others.standing:
            won = NEITHER
        else:
            won = "party" if party.standing else "others" if others.standing else "both"
        left = self._left(PARTY), self._left(OTHERS)
        return _Fight(first, 0 if won == NEITHER else number, lost, won, (party.fallen(), others.fallen()), left)

    def _left(self, side: int) -> tuple[float, ...]:
        """Return what each member of a side can still take."""
        states = self._sides[side].states
        bodies = self._blows.bodies[side]
        return tuple(0 if state == DOWN else body.left[state] for body, state in zip(bodies, states, strict=True))

    def _play_round(self, phases: tuple[Phase, ...]) -> None:
        self._falls = []
        self._harmed = False
        for side in self._sides:
            side.used = [0] * len(side.used)
        if self._order.at_once:
            self._act_at_once()
            return
        for by, actors in phases:
            for attacker in actors:
                if attacker in self._sides[by].standing:
                    self._act(by, attacker, self._sides[by].states[attacker])

    def _act_at_once(self) -> None:
        """Let both sides act in their states at the start of the round; two who attack each other meet in a contest."""
        acting = [[(actor, side.states[actor]) for actor in side.standing] for side in self._sides]
        chosen: list[dict[int, int]] = [{}, {}]
        if self._blows.has_contests or any(self._at_random):
            chosen = [{actor: self._choose_target(1 - by) for actor, _ in acting[by]} for by in (PARTY, OTHERS)]
        # Contests come first: who meets in one makes no other attack this round.
        met = set()
        for one, other in chosen[PARTY].items() if self._blows.has_contests else ():
            if chosen[OTHERS][other] == one:
                met |= {(PARTY, one), (OTHERS, other)}
                self._play_contest(one, other)
        for by in (PARTY, OTHERS):
            for actor, state in acting[by]:
                if (by, actor) not in met:
                    self._act(by, actor, state, chosen[by][actor] if self._at_random[by] else None)

    def _choose_target(self, side: int) -> int:
        standing = self._sides[side].standing
        # Faster than `choice`, and this is called for every attack.
        return standing[int(self._random.random() * len(standing)) if self._at_random[1 - side] else 0]

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
            index = target if target is not None and target in enemies.standing else self._choose_target(1 - by)
            state, body = enemies.states[index], bodies[index]
            dodging = enemies.used[index] < enemies.dodges[index]
            # A simulation spends its time here, so the look-up is not a call of its own.
            key = (by, attacker, form, index, body.states[state].form, dodging)
            harms, _, sums = self._known.get(key) or self._results(by, attacker, acting, index, state, dodging)
            # Inverse transform sampling: the running sums are computed once, and each attack is one binary search.
            numbered, harm, used = harms[bisect(sums, self._random.random())]
            enemies.used[index] += used
            if numbered != HARMLESS:
                self._set_state(1 - by, index, body.after_numbered(state, numbered, harm))

    def _play_contest(self, one: int, other: int) -> None:
        """Let two who attack each other roll once each."""
        key = (one, self._sides[PARTY].states[one], other, self._sides[OTHERS].states[other])
        if key not in self._contests:
            contest = self._blows.contested(*key)
            self._contests[key] = (
                tuple((mine, theirs) for mine, theirs, _ in contest),
                sum_up([chance for *_, chance in contest]),
            )
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

    def _results(self, by: int, attacker: int, acting: int, target: int, state: int, dodging: bool) -> Results:
        bodies = self._blows.bodies
        form, against = bodies[by][attacker].states[acting].form, bodies[1 - by][target].states[state].form
        return self._blows.results(by, attacker, form, target, against, dodging=dodging)

    def _is_stuck(self, phases: tuple[Phase, ...]) -> bool:
        """Return whether no member can harm any that may be attacked."""
        # Without the dodges: they are new in each round, and a fight is judged stuck between two rounds.
        key = (tuple(self._sides[PARTY].states), tuple(self._sides[OTHERS].states), phases)
        if key not in self._stuck:
            can_harm = self._has_harmful_contest() or any(self._can_harm(by, phases) for by in (PARTY, OTHERS))
            self._stuck[key] = not can_harm
        return self._stuck[key]

    def _targets(self, side: int) -> list[int]:
        """Return the members of a side that may be attacked."""
        standing = self._sides[side].standing
        return standing if self._at_random[1 - side] else standing[:1]

    def _has_harmful_contest(self) -> bool:
        """Return whether any contest may do harm."""
        if not self._blows.has_contests:
            return False
        states = self._sides[PARTY].states, self._sides[OTHERS].states
        return any(
            (mine, theirs) != (states[PARTY][one], states[OTHERS][other])
            for one in self._targets(PARTY)
            for other in self._targets(OTHERS)
            for mine, theirs, _ in self._blows.contested(one, states[PARTY][one], other, states[OTHERS][other])
        )

    def _can_harm(self, by: int, phases: tuple[Phase, ...]) -> bool:
        """Return whether any blow of a side may do harm, also after earlier blows have used up the dodges."""
        side, enemies = self._sides[by], self._sides[1 - by]
        acting = (actor for acts, members in phases if acts == by for actor in members if actor in side.standing)
        actors = [actor for actor in acting for _ in range(side.acts[actor])]
        if self._blows.has_contests and not any(self._at_random):
            actors = actors[1:]  # the first acts in the contest
        for target in self._targets(1 - by):
            # Earlier attacks may have used any of these numbers of dodges by the time of this one.
            state, used = enemies.states[target], {0}
            for actor in actors:
                for dodges in tuple(used):
                    dodging = dodges < enemies.dodges[target]
                    harms = self._results(by, actor, side.states[actor], target, state, dodging).harms
                    if any(numbered != HARMLESS for numbered, *_ in harms):
                        return True
                    used |= {dodges + more for *_, more in harms}
        return False


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
    down = [
        tuple(_estimate_chance(index in fight.fallen[side] for fight in fights) for index in range(len(members)))
        for side, members in enumerate(encounter.sides)
    ]
    return Outcome(
        method="simulated",
        runs=len(fights),
        wins={name: _estimate_chance(fight.won == name for fight in fights) for name in ENDS},
        drops_first={name: _estimate_chance(fight.lost == name for fight in fights) for name in ENDS},
        rounds_to_first=_estimate_mean([fight.first for fight in fights]),
        rounds_to_end=_estimate_mean([fight.last for fight in fights]),
        down=(down[PARTY], down[OTHERS]),
        losses=(_estimate_losses(fights, encounter, PARTY), _estimate_losses(fights, encounter, OTHERS)),
        left=(_estimate_left(fights, PARTY), _estimate_left(fights, OTHERS)),
        rounds=_count_rounds(fights),
    )


def _estimate_losses(fights: Sequence[_Fight], encounter: Encounter, side: int) -> tuple[Figure, ...]:
    """Estimate the chance of each number of members of a side to be down at the end."""
    counts = [len(fight.fallen[side]) for fight in fights]
    return tuple(
        _estimate_chance(count == number for count in counts) for number in range(len(encounter.sides[side]) + 1)
    )


def _estimate_left(fights: Sequence[_Fight], side: int) -> tuple[Figure | None, ...]:
    """Estimate the mean of what each member of a side can still take if they are not down at the end."""
    lefts = zip(*(fight.left[side] for fight in fights), strict=True)
    return tuple(_estimate_mean([left for left in member if left]) for member in lefts)


def _count_rounds(fights: Sequence[_Fight]) -> Quantiles | None:
    """Return the quantiles of the rounds; None if a fight has no end."""
    last = Counter(fight.last for fight in fights)
    return None if last[0] else find_quantiles(last[number] / len(fights) for number in range(max(last) + 1))


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
