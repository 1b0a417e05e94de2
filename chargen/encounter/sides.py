"""The two sides of an encounter: how much each member can take, what each does to each, and who acts when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal, TypeAlias

from chargen.checking.concept import Checked
from chargen.core.fight import NOTHING, Amount, Blow, Combatant, Contest, Fighter, Form, Harm
from chargen.core.game import AnyGame, View
from chargen.core.names import listing

Focus: TypeAlias = Literal["first", "weakest", "random"]
"""Whom everybody of a side attacks: the first enemy who stands, the one who can take least, or any, by lot."""
PARTY, OTHERS = 0, 1
NAMES = ("party", "others")
Actor: TypeAlias = tuple[int, int]
"""A side and a member of it, by number."""
Phase: TypeAlias = tuple[int, tuple[int, ...]]
"""A side, and those of it who act one after the other before anybody of the other side does."""
Result: TypeAlias = tuple[Harm, int, Fraction]
"""What may come of an attack: the harm done, the dodges used up, and the chance of it."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who fights."""

    name: str
    fighter: Fighter
    view: View
    file: str
    """The file that they come from, as diagnostics call it."""

    @property
    def left(self) -> Amount:
        """The harm after which they drop, less what they have taken; 0 for somebody who is down already."""
        return max(0, self.fighter.stamina - self.fighter.taken)

    def at(self, form: Form) -> Combatant[Any]:
        """Them at a moment of the fight."""
        return Combatant(self.view.character, form)


@dataclass(frozen=True, slots=True)
class Attack:
    """What one does to another when it is their turn."""

    attacker: Member
    target: Member
    blow: Blow | None
    """None where the rules give the attacker nothing to do."""

    @property
    def dealt(self) -> Mapping[Harm, Fraction]:
        """The chance of each harm to a target that has dodges left."""
        return self.blow.dealt if self.blow is not None else {NOTHING: Fraction(1)}

    @property
    def harm(self) -> Mapping[Amount, Fraction]:
        """The chance of each amount of it."""
        return self.blow.harm if self.blow is not None else {0: Fraction(1)}

    def results(self, *, dodging: bool) -> tuple[Result, ...]:
        """What may come of one blow at a target that has dodges left, or has none (``dodging``)."""
        bare = self.blow.undodged if self.blow is not None else None
        if bare is None or not self.target.fighter.dodges:
            return tuple((harm, 0, chance) for harm, chance in self.dealt.items() if chance)
        if not dodging:
            return tuple((harm, 0, chance) for harm, chance in bare.dealt.items() if chance)
        missed = bare.misses()
        landing = {harm: chance - missed.get(harm, Fraction(0)) for harm, chance in self.dealt.items()}
        results = [*((harm, 0, chance) for harm, chance in missed.items()), *((h, 1, c) for h, c in landing.items())]
        return tuple(result for result in results if result[2])

    def mean(self) -> Fraction:
        """The harm on average."""
        return sum((amount * chance for amount, chance in self.harm.items()), Fraction(0))


@dataclass(frozen=True)
class Encounter:
    """Two sides of one game, each in the order in which its members are attacked; the others are the GM's.

    Whom nobody can harm is attacked last.
    """

    game: AnyGame
    party: tuple[Member, ...]
    others: tuple[Member, ...]
    focus: Focus = "first"
    _known: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def sides(self) -> tuple[tuple[Member, ...], tuple[Member, ...]]:
        """The party and the others."""
        return self.party, self.others

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody."""
        return (*self.party, *self.others)

    def attack(self, by: int, attacker: int, target: int, forms: tuple[Form, Form] | None = None) -> Attack:
        """What one of a side does to one of the other, as both stand; where nothing is said, as it begins."""
        one, other = self.sides[by][attacker], self.sides[1 - by][target]
        form, against = forms or (one.fighter.state.form, other.fighter.state.form)
        key = (by, attacker, target, form, against)
        if key not in self._known:
            assert self.game.fight is not None
            with self.game.contained("its fights"):
                self._known[key] = Attack(one, other, self.game.fight.blow(one.at(form), other.at(against)))
        attack: Attack = self._known[key]
        return attack

    def contest(self, one: int, other: int, forms: tuple[Form, Form] | None = None) -> Contest | None:
        """What becomes of two of either side who attack each other, where one roll of each decides it."""
        assert self.game.fight is not None
        if self.game.fight.contest is None:
            return None
        first, second = self.party[one], self.others[other]
        form, against = forms or (first.fighter.state.form, second.fighter.state.form)
        key = (one, other, form, against)
        if key not in self._known:
            with self.game.contained("its fights"):
                self._known[key] = self.game.fight.contest(first.at(form), second.at(against))
        contest: Contest | None = self._known[key]
        return contest

    def attacks(self, *, by_party: bool) -> list[list[Attack]]:
        """By attacker and target, what each of a side does to each of the other as it begins.

        Where one roll of each decides between two who attack each other, this is what comes of that.
        """
        by = PARTY if by_party else OTHERS
        return [
            [self.shown(by, one, other) for other in range(len(self.sides[1 - by]))]
            for one in range(len(self.sides[by]))
        ]

    def shown(self, by: int, one: int, other: int, forms: tuple[Form, Form] | None = None) -> Attack:
        """What one of a side does to one of the other who attacks them: by a contest, where the game has one."""
        ordered = forms if by == PARTY or forms is None else (forms[1], forms[0])
        met = self.contest(one, other, ordered) if by == PARTY else self.contest(other, one, ordered)
        attack = self.attack(by, one, other, forms)
        return attack if met is None else replace(attack, blow=met.blows[by])

    @property
    def in_turn(self) -> bool:
        """Whether somebody acts before others; else both sides act at once."""
        return any(member.fighter.first is not None or member.fighter.initiative is not None for member in self.members)


def encounter(game: AnyGame, party: Sequence[Checked], others: Sequence[Checked], focus: Focus = "first") -> Encounter:
    """An encounter of characters that are in order.

    Raises ValueError where the game does not say how they fight, where a side has nobody who stands, and where the
    rules of some have another kind of fight than those of others.
    """
    if game.fight is None:
        raise ValueError(f"{game.title} does not say how its characters fight")
    names = told_apart([character.name or "" for character in (*party, *others)])
    members = [_member(name, character) for name, character in zip(names, (*party, *others), strict=True)]
    _of_one_manner(members)
    sides = members[: len(party)], members[len(party) :]
    for side, which in zip(sides, ("this side", "the other side"), strict=True):
        if not any(member.left for member in side):
            raise ValueError(f"{which} is down already" if side else f"{which} is empty")
    if focus == "weakest":
        sides = sorted(sides[0], key=lambda member: member.left), sorted(sides[1], key=lambda member: member.left)
    met = Encounter(game, tuple(sides[0]), tuple(sides[1]), focus)
    return Encounter(game, _harmed_first(met, OTHERS), _harmed_first(met, PARTY), focus)


def _of_one_manner(members: Sequence[Member]) -> None:
    """Raise ValueError where not all fight the same way."""
    manners: dict[str, Member] = {}
    for member in members:
        manners.setdefault(member.fighter.manner, member)
    if len(manners) > 1:
        named = [f"{member.name} ({member.file}) by {manner}" for manner, member in manners.items()]
        raise ValueError(
            f"all of an encounter fight by one kind of combat; here it is {listing(named)}: set the same in `rules:`"
        )


def _harmed_first(met: Encounter, by: int) -> tuple[Member, ...]:
    """Those who are attacked, with whoever no enemy can harm behind the others."""
    columns = zip(*met.attacks(by_party=by == PARTY), strict=True)
    return tuple(column[0].target for column in sorted(columns, key=lambda column: not any(map(Attack.mean, column))))


def _member(name: str, checked: Checked) -> Member:
    assert checked.view is not None
    return Member(name, checked.view.fighter(), checked.view, checked.source.name)


def told_apart(names: Sequence[str]) -> list[str]:
    """The names, with a number where several are alike.

    >>> told_apart(["Guard", "Kai", "Guard"])
    ['Guard 1', 'Kai', 'Guard 2']
    """
    seen: dict[str, int] = {}
    distinct = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        distinct.append(f"{name} {seen[name]}" if names.count(name) > 1 else name)
    return distinct


class Order:
    """The order in which all act, round by round; chance settles it as the encounter begins."""

    def __init__(self, met: Encounter) -> None:
        self.at_once = not met.in_turn
        """Whether both sides act at once: then what the first does to somebody does not keep them from acting."""
        self._players_roll = any(member.fighter.first is not None for member in met.party)
        self._firsts = tuple(member.fighter.first or Fraction(0) for member in met.party)
        self._initiatives = tuple(tuple(member.fighter.initiative or 0 for member in side) for side in met.sides)
        self._up = tuple(tuple(index for index, member in enumerate(side) if member.left) for side in met.sides)
        shared = set.intersection(*({self._initiatives[side][index] for index in self._up[side]} for side in (0, 1)))
        tie = any(member.fighter.initiative is not None for member in met.members) and bool(shared)
        self.coins = (*self._firsts, Fraction(1, 2)) if tie else self._firsts
        """The chances that settle it, each for itself: of each of the party, to be quick; and who is first in a tie."""

    def phases(self, falls: Sequence[bool]) -> tuple[Phase, ...]:
        """Who acts in which phase of a round, by how the coins fell."""
        actors: list[tuple[int, int, Actor]] = []
        tied_first = OTHERS if any(falls[len(self._firsts) :]) else PARTY
        for side in (PARTY, OTHERS):
            for index in self._up[side]:
                late = 0 if side == tied_first else 1
                if self._players_roll:
                    late = 1 if side == OTHERS else 0 if falls[index] else 2
                actors.append((-self._initiatives[side][index], late, (side, index)))
        actors.sort(key=lambda actor: actor[:2])
        runs = groupby((actor for *_, actor in actors), key=lambda actor: actor[0])
        return tuple((side, tuple(index for _, index in run)) for side, run in runs)
