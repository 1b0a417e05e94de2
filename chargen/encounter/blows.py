"""Everything that may come of a blow, by the states of who strikes and of who is struck."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from chargen.core.fight import Form, Harm, State
from chargen.encounter.sides import OTHERS, PARTY, Encounter, Member

FRESH, DOWN = 0, -1
"""The number of the state in which somebody begins, and of being down."""
Number: TypeAlias = Any
"""A Fraction, or a float where these would grow too long."""
Landing: TypeAlias = tuple[int, int, Number]
"""What may come of a blow: the number of the target's state, the dodges used up, and the chance of it."""


class Body:
    """The states that somebody comes to, by number."""

    def __init__(self, member: Member) -> None:
        self._fighter, self._game = member.fighter, member.view.game
        self.states = [member.fighter.state]
        self._numbers = {member.fighter.state: FRESH}
        self._after: dict[tuple[int, Harm], int] = {}

    def form(self, number: int) -> Form:
        """What the state does to their own rolls."""
        return self.states[number].form

    def after(self, number: int, harm: Harm) -> int:
        """The state that some harm leads to."""
        if not harm.amount:
            return number
        key = (number, harm)
        if key not in self._after:
            with self._game.contained("its fights"):
                state = self._fighter.suffer(self.states[number], harm)
            self._after[key] = DOWN if state.taken >= self._fighter.stamina else self._number(state)
        return self._after[key]

    def _number(self, state: State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]


class Blows:
    """The blows of an encounter."""

    def __init__(self, met: Encounter, number: Callable[[Fraction], Number]) -> None:
        self._met, self._number = met, number
        self.bodies = tuple(tuple(Body(member) for member in side) for side in met.sides)
        """Of the party and of the others."""
        self._known: dict[tuple[int, int, Form, int, Form, bool], tuple[tuple[Harm, int, Number], ...]] = {}
        self.has_contests = met.contest(0, 0) is not None

    def landings(
        self, by: int, attacker: int, form: Form, target: int, state: int, *, dodging: bool
    ) -> tuple[Landing, ...]:
        """What may come of one blow of one of a side at one of the other who has dodges left, or has none."""
        body = self.bodies[1 - by][target]
        chances: dict[tuple[int, int], Number] = {}
        for harm, used, chance in self._results(by, attacker, form, target, body.form(state), dodging):
            key = (body.after(state, harm), used)
            chances[key] = chances.get(key, 0) + chance
        return tuple((after, used, chance) for (after, used), chance in chances.items())

    def _results(
        self, by: int, attacker: int, form: Form, target: int, against: Form, dodging: bool
    ) -> tuple[tuple[Harm, int, Number], ...]:
        key = (by, attacker, form, target, against, dodging)
        if key not in self._known:
            attack = self._met.attack(by, attacker, target, (form, against))
            results = attack.results(dodging=dodging)
            self._known[key] = tuple((harm, used, self._number(chance)) for harm, used, chance in results)
        return self._known[key]

    def contested(self, one: int, state: int, other: int, against: int) -> tuple[tuple[int, int, Number], ...]:
        """What may come of one of the party and one of the others who attack each other: their states after it."""
        first, second = self.bodies[PARTY][one], self.bodies[OTHERS][other]
        met = self._met.contest(one, other, (first.form(state), second.form(against)))
        assert met is not None
        chances: dict[tuple[int, int], Number] = {}
        for (done, suffered), chance in met.dealt.items():
            key = (first.after(state, suffered), second.after(against, done))
            chances[key] = chances.get(key, 0) + self._number(chance)
        return tuple((mine, theirs, chance) for (mine, theirs), chance in chances.items() if chance)

    def reachable(self, side: int, member: int) -> tuple[int, int]:
        """About how many harms somebody meets, and to how many states they lead: by all blows as it begins."""
        attacks = (self._met.shown(1 - side, one, member) for one in range(len(self._met.sides[1 - side])))
        harms = {harm for attack in attacks for harm in attack.dealt if harm.amount}
        body = self.bodies[side][member]
        states, waiting = {FRESH, DOWN}, [FRESH]
        while waiting:
            state = waiting.pop()
            further = {body.after(state, harm) for harm in harms} - states
            states |= further
            waiting += further
        return len(harms), len(states) - 1


def blows_to_drop(met: Encounter, by: int, attacker: int, target: int) -> Fraction | None:
    """How many blows of one it takes on average until another drops, as the attacker stands when it begins.

    None where that may never be. It is the renewal equation: a blow, and then as many as what is left asks for.
    """
    body = Body(met.sides[1 - by][target])
    form = met.sides[by][attacker].fighter.state.form
    expected: dict[int, Fraction] = {DOWN: Fraction(0)}
    waiting = [FRESH] if met.sides[1 - by][target].left else []
    while waiting:
        state = waiting[-1]
        onward: dict[int, Fraction] = {}
        for harm, chance in met.shown(by, attacker, target, (form, body.form(state))).dealt.items():
            if harm.amount and chance:
                after = body.after(state, harm)
                onward[after] = onward.get(after, Fraction(0)) + chance
        unknown = [after for after in onward if after not in expected]
        if not onward:
            return None
        if unknown:
            waiting += unknown
            continue
        further = sum((chance * expected[after] for after, chance in onward.items()), Fraction(0))
        expected[state] = (1 + further) / sum(onward.values(), Fraction(0))
        waiting.pop()
    return expected.get(FRESH, Fraction(0))
