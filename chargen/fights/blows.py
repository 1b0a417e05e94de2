"""Compute every result of a blow, by the states of attacker and target. States are numbered, to serve as keys."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias, TypeVar

from chargen.fights.sides import OTHERS, PARTY, Encounter, Member
from chargen.game.fight import Form, Harm

K = TypeVar("K")

FRESH, DOWN = 0, -1  # The numbers of the state at the start of the fight, and of being down
HARMLESS = -1  # The number of every harm that has no effect
Number: TypeAlias = Any  # A Fraction, or a float where fractions would become too long
Landing: TypeAlias = tuple[int, int, Number]
"""A result of a blow: the number of the target's new state, the dodges used up, and the chance."""


class Body:
    """The states that a fighter can come to, by number."""

    def __init__(self, member: Member, harms: dict[Harm, int]) -> None:
        self._fighter, self._game = member.fighter, member.view.game
        self.states = [member.fighter.state]
        self._numbers = {member.fighter.state: FRESH}
        self._left = [max(0.0, float(member.left))]
        self._harms = harms
        self._after: dict[tuple[int, int], int] = {}

    def left(self, number: int) -> float:
        """Return what the fighter can still take in a state."""
        return self._left[number]

    def form(self, number: int) -> Form:
        """Return the effect of a state on the fighter's own rolls."""
        return self.states[number].form

    def number_harm(self, harm: Harm) -> int:
        """Return the number of some harm, as the key of `after_numbered`: hashing fractions is slow."""
        return self._harms.setdefault(harm, len(self._harms)) if harm.amount else HARMLESS

    def after(self, number: int, harm: Harm) -> int:
        """Return the number of the state after some harm."""
        return self.after_numbered(number, self.number_harm(harm), harm)

    def after_numbered(self, number: int, numbered: int, harm: Harm) -> int:
        """Return the number of the state after some harm with its number."""
        if numbered == HARMLESS:
            return number
        key = (number, numbered)
        known = self._after.get(key)
        if known is not None:
            return known
        with self._game.contained("its fights"):
            state = self._fighter.suffer(self.states[number], harm)
        # All states beyond the last box are one: how far down a fighter is makes no difference.
        after = DOWN if state.taken >= self._fighter.stamina else self._numbers.setdefault(state, len(self.states))
        if after == len(self.states):
            self.states.append(state)
            self._left.append(float(self._fighter.stamina - state.taken))
        self._after[key] = after
        return after


class Results(NamedTuple):
    """The results of a blow, in a form that is fast to look up."""

    harms: tuple[tuple[int, Harm, int], ...]  # The number of each harm, the harm, and the dodges used up
    chances: tuple[Number, ...]
    sums: tuple[Number, ...]  # As `sum_up` returns them


def sum_up(chances: Sequence[Number]) -> tuple[Number, ...]:
    """Return the running sums of some chances, for inverse transform sampling: search a uniform number in them.

    The last one is not computed, as rounding may leave it slightly below 1.
    """
    return (*[*accumulate(chances)][:-1], 1)


def _add_up(chances: Iterable[tuple[K, Number]]) -> dict[K, Number]:
    """Return the sum of the chances of each result."""
    sums: dict[K, Number] = {}
    for result, chance in chances:
        sums[result] = sums.get(result, 0) + chance
    return sums


class Blows:
    """The blows of an encounter, each computed once."""

    def __init__(self, encounter: Encounter, number: Callable[[Fraction], Number]) -> None:
        self._encounter, self._number = encounter, number
        self._numbers: dict[Harm, int] = {}
        self.bodies = tuple(tuple(Body(member, self._numbers) for member in side) for side in encounter.sides)
        """Of the party and of the others."""
        self.known: dict[tuple[int, int, Form, int, Form, bool], Results] = {}
        """What `results` has returned, by its parameters."""
        self._alike: dict[tuple[int, int, bool, bool], Results] = {}
        self._landings: dict[tuple[int, int, int, int], tuple[Landing, ...]] = {}
        # Contests are a property of the game, so any pair shows whether there are some.
        self.has_contests = encounter.contest(0, 0) is not None

    def landings(
        self, by: int, attacker: int, form: Form, target: int, state: int, *, dodging: bool
    ) -> tuple[Landing, ...]:
        """Return the results of one blow, at a target with a dodge left (``dodging``) or without."""
        body = self.bodies[1 - by][target]
        results = self.results(by, attacker, form, target, body.form(state), dodging)
        # Attackers who are alike share their results, which are kept, so that their ids stay unique.
        key = (1 - by, target, state, id(results))
        if key not in self._landings:
            chances = _add_up(
                ((body.after_numbered(state, numbered, harm), used), chance)
                for (numbered, harm, used), chance in zip(results.harms, results.chances, strict=True)
            )
            self._landings[key] = tuple((after, used, chance) for (after, used), chance in chances.items())
        return self._landings[key]

    def results(self, by: int, attacker: int, form: Form, target: int, against: Form, dodging: bool) -> Results:
        """Return the results of one blow, at a target with a dodge left (``dodging``) or without."""
        key = (by, attacker, form, target, against, dodging)
        if key not in self.known:
            attack = self._encounter.attack(by, attacker, target, (form, against))
            # Many blows share their chances, and the encounter keeps these, so that their ids stay unique.
            bare = attack.blow and attack.blow.undodged
            alike = (id(attack.blow and attack.blow.dealt), id(bare), dodging, attack.target.fighter.dodges > 0)
            if alike not in self._alike:
                found = attack.results(dodging=dodging)
                chances = tuple(self._number(chance) for *_, chance in found)
                # The bodies of both sides number harm alike.
                body = self.bodies[PARTY][0]
                harms = tuple((body.number_harm(harm), harm, used) for harm, used, _ in found)
                self._alike[alike] = Results(harms, chances, sum_up(chances))
            self.known[key] = self._alike[alike]
        return self.known[key]

    def onward(self, by: int, attacker: int, target: int, state: int) -> dict[int, Number]:
        """Return the chance of each state of a target after a blow of an attacker in the first state."""
        form = self.bodies[by][attacker].form(FRESH)
        if not self.has_contests:
            every = self.landings(by, attacker, form, target, state, dodging=True)
            return _add_up((after, chance) for after, _, chance in every)
        body = self.bodies[1 - by][target]
        dealt = self._encounter.shown(by, attacker, target, (form, body.form(state))).dealt
        return _add_up((body.after(state, harm), self._number(chance)) for harm, chance in dealt.items())

    def contested(self, one: int, state: int, other: int, against: int) -> tuple[tuple[int, int, Number], ...]:
        """Return the states of a member of the party and one of the others after a contest, with their chances."""
        first, second = self.bodies[PARTY][one], self.bodies[OTHERS][other]
        contest = self._encounter.contest(one, other, (first.form(state), second.form(against)))
        assert contest is not None
        chances = _add_up(
            ((first.after(state, suffered), second.after(against, done)), self._number(chance))
            for (done, suffered), chance in contest.dealt.items()
        )
        return tuple((mine, theirs, chance) for (mine, theirs), chance in chances.items() if chance)


EXACT_FIGHTERS = 8
"""The fighters of both sides up to which numbers of blows are exact (house default); those of large fights are summed
up in floating point, as fractions would take seconds."""


def find_blows(encounter: Encounter, number: Callable[[Fraction], Number] = float) -> Blows:
    """Return the blows of an encounter, which all that is computed of it shares; ``number`` is as in `Blows`."""
    # `--even` varies the members of an encounter, whose values are kept together; blows are by their places.
    members = tuple(tuple(map(id, side)) for side in encounter.sides)
    blows: Blows = encounter.keep(("blows", members, number), lambda: Blows(encounter, number))
    return blows


def count_blows_to_drop(encounter: Encounter, by: int, attacker: int, target: int) -> Number | None:
    """Return the mean number of blows until a target drops, by an attacker in the first state; None if it may never.

    It is exact with up to `EXACT_FIGHTERS`, else in floating point.
    """
    one, other = encounter.sides[by][attacker], encounter.sides[1 - by][target]
    number = Fraction if sum(map(len, encounter.sides)) <= EXACT_FIGHTERS else float
    blows = find_blows(encounter, number)
    count: Number | None = encounter.keep(
        ("blows to drop", by, one.identity, other.identity, other.fighter.state, number),
        lambda: _count_to_drop(blows, by, attacker, target),
    )
    return count


def _count_to_drop(blows: Blows, by: int, attacker: int, target: int) -> Number | None:
    """Solve the renewal equation: E(state) = 1 + the sum of chance(after) · E(after), over all states after a blow.

    A blow without harm leads back to the same state, so the equation is divided by the chance of harm.
    """
    expected: dict[int, Number] = {DOWN: Fraction(0)}
    # Depth first: a state stays on the stack until all states after it are known.
    waiting = [FRESH] if blows.bodies[1 - by][target].left(FRESH) else []
    while waiting:
        state = waiting[-1]
        onward = {
            after: chance
            for after, chance in blows.onward(by, attacker, target, state).items()
            if chance and after != state
        }
        if not onward:
            return None
        unknown = [after for after in onward if after not in expected]
        if unknown:
            waiting += unknown
            continue
        expected[state] = (1 + sum(chance * expected[after] for after, chance in onward.items())) / sum(onward.values())
        waiting.pop()
    return expected.get(FRESH, Fraction(0))
