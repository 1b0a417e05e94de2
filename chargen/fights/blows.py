"""Compute every result of a blow, by the states of attacker and target. States are numbered, to serve as keys."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from chargen.fights.sides import OTHERS, PARTY, Encounter, Member
from chargen.game.fight import NOTHING, Amount, Form, Harm

FRESH, DOWN = 0, -1  # The numbers of the state at the start of the fight, and of being down
HARMLESS = 0  # The number of every harm that has no effect
EXACT_FIGHTERS = 8
"""The fighters of both sides up to which numbers of blows are exact (house default); those of large fights are summed
up in floating point, as fractions would take seconds."""
States: TypeAlias = tuple[int, ...]  # The state of each member of a side, by its number
Place: TypeAlias = tuple[States, States]  # The states of the party and of the others
Landing: TypeAlias = tuple[int, int, Fraction]
"""A result of a blow: the number of the target's new state, the dodges used up, and the chance."""


def is_over(states: States) -> bool:
    """Return whether a side is down."""
    return all(number == DOWN for number in states)


class Results(NamedTuple):
    """The results of a blow or of a contest."""

    ends: tuple[tuple[int, int], ...]  # Of a blow, each harm by number with the dodges used up; else the states of both
    chances: tuple[Fraction, ...]
    sums: tuple[float, ...]  # As `sum_up` returns them


class Body:
    """The states that a fighter can come to, by number."""

    def __init__(self, member: Member, harms: list[Harm]) -> None:
        self._fighter, self._game, self._harms = member.fighter, member.view.game, harms
        self.states = [member.fighter.state]
        self._numbers = {member.fighter.state: FRESH}
        self.after = cache(self._find_after)
        """Return the number of the state after some harm, which is given by its number, too."""

    def left(self, number: int) -> Amount:
        """Return what the fighter can still take in a state in which they stand."""
        return max(0, self._fighter.stamina - self.states[number].taken)

    def _find_after(self, number: int, harm: int) -> int:
        if harm == HARMLESS:
            return number
        with self._game.contained("its fights"):
            state = self._fighter.suffer(self.states[number], self._harms[harm])
        # All states beyond the last box are one: how far down a fighter is makes no difference.
        if state.taken >= self._fighter.stamina:
            return DOWN
        found = self._numbers.setdefault(state, len(self.states))
        if found == len(self.states):
            self.states.append(state)
        return found


def sum_up(chances: Iterable[Fraction]) -> tuple[float, ...]:
    """Return the running sums of some chances, for inverse transform sampling: search a uniform number in them.

    The last one is not computed, as rounding may leave it slightly below 1.
    """
    return (*[*accumulate(map(float, chances))][:-1], 1.0)


class Blows:
    """The blows of an encounter, each computed once."""

    def __init__(self, encounter: Encounter) -> None:
        self._encounter = encounter
        self._harms, self._harm_numbers = [NOTHING], dict[Harm, int]()
        self.bodies = tuple(tuple(Body(member, self._harms) for member in side) for side in encounter.sides)
        """Of the party and of the others."""
        self.results, self.landings = cache(self._find_results), cache(self._find_landings)
        """Return the results of one blow, at a target with a dodge left (``dodging``) or without."""
        self.contested = cache(self._find_contested)
        """Return the states of a member of the party and one of the others after a contest, with their chances."""
        party, others = (tuple(FRESH if member.left else DOWN for member in side) for side in encounter.sides)
        self.start: Place = party, others
        # Contests are a property of the game, so any pair shows whether there are some.
        self.has_contests = encounter.contest(0, 0) is not None

    def number_harm(self, harm: Harm) -> int:
        """Return the number of some harm, as the key of `Body.after`: hashing fractions is slow."""
        if not harm.amount:
            return HARMLESS
        number = self._harm_numbers.setdefault(harm, len(self._harms))
        if number == len(self._harms):
            self._harms.append(harm)
        return number

    def _find_landings(
        self, by: int, attacker: int, form: Form, target: int, state: int, dodging: bool
    ) -> tuple[Landing, ...]:
        body = self.bodies[1 - by][target]
        chances: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        results = self.results(by, attacker, form, target, body.states[state].form, dodging)
        for (harm, used), chance in zip(results.ends, results.chances, strict=True):
            chances[body.after(state, harm), used] += chance
        return tuple((after, used, chance) for (after, used), chance in chances.items())

    def _find_results(self, by: int, attacker: int, form: Form, target: int, against: Form, dodging: bool) -> Results:
        attack = self._encounter.attack(by, attacker, target, (form, against))
        dealt, bare = attack.blow.dealt, attack.blow.undodged
        parts = [dealt]  # the harms by the dodges that are used up
        if bare is not None and attack.target.fighter.dodges:
            # A dodge is used up by each attack that would land, and by no other.
            missed = bare.misses()
            landing = {harm: chance - missed.get(harm, Fraction(0)) for harm, chance in dealt.items()}
            parts = [missed, landing] if dodging else [bare.dealt]
        found = [
            (self.number_harm(harm), used, chance)
            for used, part in enumerate(parts)
            for harm, chance in part.items()
            if chance
        ]
        chances = tuple(chance for *_, chance in found)
        return Results(tuple((harm, used) for harm, used, _ in found), chances, sum_up(chances))

    def _find_contested(self, one: int, state: int, other: int, against: int) -> Results:
        first, second = self.bodies[PARTY][one], self.bodies[OTHERS][other]
        forms = first.states[state].form, second.states[against].form
        contest = self._encounter.contest(one, other, forms)
        assert contest is not None
        chances: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (done, suffered), chance in contest.dealt.items():
            after = first.after(state, self.number_harm(suffered)), second.after(against, self.number_harm(done))
            chances[after] += chance
        possible = {states: chance for states, chance in chances.items() if chance}
        return Results(tuple(possible), tuple(possible.values()), sum_up(possible.values()))


def find_blows(encounter: Encounter) -> Blows:
    """Return the blows of an encounter, which all that is computed of it shares."""
    # `--even` varies the members of an encounter, whose values are kept together; blows are by their places.
    members = tuple(tuple(map(id, side)) for side in encounter.sides)
    blows: Blows = encounter.keep(("blows", members), lambda: Blows(encounter))
    return blows


def count_blows_to_drop(encounter: Encounter, by: int, attacker: int, target: int) -> Fraction | float | None:
    """Return the mean number of blows until a target drops, by an attacker in the first state; None if it may never.

    It is exact with up to `EXACT_FIGHTERS`, else in floating point.
    """
    one, other = encounter.sides[by][attacker], encounter.sides[1 - by][target]
    number = Fraction if sum(map(len, encounter.sides)) <= EXACT_FIGHTERS else float
    blows = find_blows(encounter)
    form, body = blows.bodies[by][attacker].states[FRESH].form, blows.bodies[1 - by][target]

    def count() -> Fraction | float | None:
        # The renewal equation: E(state) = 1 + the sum of chance(after) · E(after), over all states after a blow.
        # A blow without harm leads back to the same state, so the equation is divided by the chance of harm.
        expected: dict[int, Fraction | float] = {DOWN: Fraction(0)}
        # Depth first: a state stays on the stack until all states after it are known.
        waiting = [FRESH] if body.left(FRESH) else []
        while waiting:
            state = waiting[-1]
            chances: dict[int, Fraction] = defaultdict(Fraction)
            shown = encounter.shown(by, attacker, target, (form, body.states[state].form))
            for harm, chance in shown.blow.dealt.items():
                chances[body.after(state, blows.number_harm(harm))] += chance
            onward = {after: number(chance) for after, chance in chances.items() if chance and after != state}
            if not onward:
                return None
            unknown = [after for after in onward if after not in expected]
            if unknown:
                waiting += unknown
                continue
            mean = 1 + sum(chance * expected[after] for after, chance in onward.items())
            expected[state] = mean / sum(onward.values())
            waiting.pop()
        return expected.get(FRESH, Fraction(0))

    key = ("blows to drop", by, one.identity, other.identity, other.fighter.state, number)
    blows_to_drop: Fraction | float | None = encounter.keep(key, count)
    return blows_to_drop
