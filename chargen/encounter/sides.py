"""The two sides of an encounter: who can take how much, and what each does to each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeAlias

from chargen.core.fight import Blow, Fighter
from chargen.core.system import System
from chargen.pipeline import Checked

AnySystem = System[Any, Any, Any]
Focus: TypeAlias = Literal["first", "weakest", "random"]
"""Whom everybody of a side attacks: the first enemy who stands, the one who can take least, or any, by lot."""
Result: TypeAlias = tuple[int, int, Fraction]
"""What may come of a turn: the harm done, the dodges used up, and the chance of it."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who fights."""

    name: str
    fighter: Fighter
    checked: Checked

    @property
    def left(self) -> int:
        """The harm after which they drop, less what they have taken; 0 for somebody who is down already."""
        return max(0, self.fighter.stamina - self.fighter.taken)


@dataclass(frozen=True, slots=True)
class Attack:
    """What one does to another when it is their turn, and how many such turns the other lasts."""

    attacker: Member
    target: Member
    blow: Blow | None
    """None where the rules give the attacker nothing to do."""

    @property
    def harms(self) -> Mapping[int, Fraction]:
        """The chance of each amount of harm to a target that has dodges left."""
        return self.blow.harm if self.blow is not None else {0: Fraction(1)}

    def results(self, *, dodging: bool) -> tuple[Result, ...]:
        """What may come of one blow at a target that has dodges left, or has none (``dodging``)."""
        bare = self.blow.undodged if self.blow is not None else None
        if bare is None or not self.target.fighter.dodges:
            return tuple((harm, 0, chance) for harm, chance in self.harms.items() if chance)
        if not dodging:
            return tuple((harm, 0, chance) for harm, chance in bare.harm.items() if chance)
        missed = 1 - bare.hit
        landing = {**self.harms, 0: self.harms.get(0, Fraction(0)) - missed}
        found = [(0, 0, missed), *((harm, 1, chance) for harm, chance in landing.items())]
        return tuple(each for each in found if each[2])

    def mean(self) -> Fraction:
        """The harm on average."""
        return sum((harm * chance for harm, chance in self.harms.items()), Fraction(0))

    def blows_to_drop(self) -> Fraction | None:
        """How many blows it takes on average until the target drops; None where it never does.

        It is the renewal equation: a blow, and then as many as what is left asks for.
        """
        passing = 1 - self.harms.get(0, Fraction(0))
        if not passing:
            return None
        expected = [Fraction(0)]
        for left in range(1, self.target.left + 1):
            further = (chance * expected[max(0, left - harm)] for harm, chance in self.harms.items() if harm)
            expected.append((1 + sum(further, Fraction(0))) / passing)
        return expected[-1]


@dataclass(frozen=True)
class Encounter:
    """Two sides of one game, each in the order in which its members are attacked; the others are the GM's.

    Whom nobody can harm is attacked last.
    """

    system: AnySystem
    party: tuple[Member, ...]
    others: tuple[Member, ...]
    focus: Focus = "first"

    def attacks(self, *, by_party: bool) -> tuple[tuple[Attack, ...], ...]:
        """By attacker and target, what each of a side does to each of the other."""
        return self._by_party if by_party else self._by_others

    @cached_property
    def _by_party(self) -> tuple[tuple[Attack, ...], ...]:
        return self._attacks(self.party, self.others)

    @cached_property
    def _by_others(self) -> tuple[tuple[Attack, ...], ...]:
        return self._attacks(self.others, self.party)

    @property
    def in_turn(self) -> bool:
        """Whether the players roll for who acts first; else both sides act at once."""
        return any(each.fighter.first is not None for each in self.party)

    def _attacks(self, attackers: tuple[Member, ...], targets: tuple[Member, ...]) -> tuple[tuple[Attack, ...], ...]:
        return tuple(tuple(self._attack(one, other) for other in targets) for one in attackers)

    def _attack(self, attacker: Member, target: Member) -> Attack:
        assert self.system.fight is not None
        blow = self.system.fight.blow(attacker.checked.character, target.checked.character, attacker.checked.rules)
        return Attack(attacker, target, blow)


def encounter(
    system: AnySystem, party: Sequence[Checked], others: Sequence[Checked], focus: Focus = "first"
) -> Encounter:
    """An encounter of characters that are in order.

    Raises ValueError where the game does not say how they fight, and where a side has nobody who stands.
    """
    if system.fight is None:
        raise ValueError(f"{system.title} does not say how its characters fight")
    names = told_apart([each.name or "" for each in (*party, *others)])
    members = [_member(system, name, each) for name, each in zip(names, (*party, *others), strict=True)]
    sides = members[: len(party)], members[len(party) :]
    for side, which in zip(sides, ("this side", "the other side"), strict=True):
        if not any(each.left for each in side):
            raise ValueError(f"{which} is down already" if side else f"{which} has nobody in it")
    if focus == "weakest":
        sides = sorted(sides[0], key=lambda each: each.left), sorted(sides[1], key=lambda each: each.left)
    met = Encounter(system, tuple(sides[0]), tuple(sides[1]), focus)
    return replace(met, party=_harmed_first(met, by_party=False), others=_harmed_first(met, by_party=True))


def _harmed_first(met: Encounter, *, by_party: bool) -> tuple[Member, ...]:
    """Those who are attacked, with whoever no enemy can harm behind the others."""
    columns = zip(*met.attacks(by_party=by_party), strict=True)
    return tuple(column[0].target for column in sorted(columns, key=lambda column: not any(map(Attack.mean, column))))


def _member(system: AnySystem, name: str, checked: Checked) -> Member:
    assert system.fight is not None
    return Member(name, system.fight.fighter(checked.character, checked.rules), checked)


def told_apart(names: Sequence[str]) -> list[str]:
    """The names, with a number where several are alike.

    >>> told_apart(["Guard", "Kai", "Guard"])
    ['Guard 1', 'Kai', 'Guard 2']
    """
    seen: dict[str, int] = {}
    told = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        told.append(f"{name} {seen[name]}" if names.count(name) > 1 else name)
    return told
