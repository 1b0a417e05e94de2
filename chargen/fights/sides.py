"""Describe the two sides of an encounter: what each member can take, what each does to each, and who acts when."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, groupby
from typing import Any, Literal, TypeAlias

from chargen.checking.concept import Checked
from chargen.game.contract import AnyGame, View
from chargen.game.fight import NOTHING, Amount, Blow, Combatant, Contest, Fighter, Form, Harm
from chargen.page.action import Action
from chargen.text.names import fold, instead, listing, short

Focus: TypeAlias = Literal["first", "weakest", "random"]
"""The enemy that all of a side attack: the first still standing, the weakest at the start, or a random one."""
IN_ORDER: tuple[Focus, Focus] = ("first", "first")
PARTY, OTHERS = 0, 1
NAMES = ("party", "others")
Actor: TypeAlias = tuple[int, int]  # The numbers of a side and of a member
Phase: TypeAlias = tuple[int, tuple[int, ...]]
"""A side, and its members who act one after the other before the other side acts."""

NO_BLOW = Blow(what="", hit=Fraction(0), dealt={NOTHING: Fraction(1)})  # Where the attacker has nothing to roll


@dataclass(frozen=True, slots=True)
class Member:
    """A fighter of one side."""

    name: str
    fighter: Fighter
    view: View
    file: str  # The file of the character, as diagnostics name it
    strike: Any = None  # The `Action.strike` that was chosen for them; None lets the game choose

    @property
    def identity(self) -> tuple[int, int]:
        """Return a key that only copies of this member share, with the same choice of attack."""
        return id(self.view.character), id(self.strike)

    @property
    def left(self) -> Amount:
        """Return the harm that they can still take; 0 if they are down."""
        return max(0, self.fighter.stamina - self.fighter.taken)

    def at(self, form: Form) -> Combatant[Any]:
        """Return the fighter at a moment of the fight."""
        return Combatant(self.view.character, form, self.strike)


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack of one fighter on another."""

    attacker: Member
    target: Member
    blow: Blow


@dataclass(frozen=True)
class Encounter:
    """Two sides of one game, each in the order in which its members are attacked; the others are the GM's.

    Members that no enemy can harm are attacked last.
    """

    game: AnyGame
    sides: tuple[tuple[Member, ...], tuple[Member, ...]]  # The party and the others
    focus: tuple[Focus, Focus] = IN_ORDER  # Of the party and of the others
    _known: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def members(self) -> tuple[Member, ...]:
        """Return all members of both sides."""
        return (*self.sides[PARTY], *self.sides[OTHERS])

    def attack(self, by: int, attacker: int, target: int, forms: tuple[Form, Form] | None = None) -> Attack:
        """Return an attack of a member of a side, with the ``forms`` of attacker and target, or those at the start."""
        one, other = self.sides[by][attacker], self.sides[1 - by][target]
        form, against = forms or (one.fighter.state.form, other.fighter.state.form)
        assert self.game.fight is not None
        strike = self.game.fight.blow
        # Copies of a character share their blows, which are slow to compute.
        key = ("blow", one.identity, other.identity, form, against)
        return Attack(one, other, self.keep(key, lambda: strike(one.at(form), other.at(against)) or NO_BLOW))

    def keep(self, key: object, compute: Callable[[], Any]) -> Any:
        """Return a value of this encounter, which is computed once for each key."""
        if key not in self._known:
            with self.game.contained("its fights"):
                self._known[key] = compute()
        return self._known[key]

    def contest(self, one: int, other: int, forms: tuple[Form, Form] | None = None) -> Contest | None:
        """Return how one roll of each decides between two who attack each other; None if the game has no contests."""
        assert self.game.fight is not None
        decide = self.game.fight.contest
        if decide is None:
            return None
        first, second = self.sides[PARTY][one], self.sides[OTHERS][other]
        form, against = forms or (first.fighter.state.form, second.fighter.state.form)
        # Cached like blows, for all copies of both.
        key = ("contest", first.identity, second.identity, form, against)
        contest: Contest = self.keep(key, lambda: decide(first.at(form), second.at(against)))
        return contest

    def attacks(self, by: int) -> list[list[Attack]]:
        """Return the attacks of a side at the start, by attacker and target; of contests, the attacker's part."""
        return [
            [self.shown(by, one, other) for other in range(len(self.sides[1 - by]))]
            for one in range(len(self.sides[by]))
        ]

    def shown(self, by: int, one: int, other: int, forms: tuple[Form, Form] | None = None) -> Attack:
        """Return an attack on a target who attacks as well: from a contest, if the game has contests."""
        # A contest is always asked for with the party's member first.
        ordered = forms if by == PARTY or forms is None else (forms[1], forms[0])
        contest = self.contest(one, other, ordered) if by == PARTY else self.contest(other, one, ordered)
        attack = self.attack(by, one, other, forms)
        return attack if contest is None else replace(attack, blow=contest.blows[by])

    def all_attacks(self) -> Iterator[Attack]:
        """Yield the attacks of both sides at the start."""
        yield from (attack for by in (PARTY, OTHERS) for row in self.attacks(by) for attack in row)

    @property
    def has_blows(self) -> bool:
        """Return whether any member rolls against any other: between two cards of some games, none does."""
        return any(attack.blow is not NO_BLOW for attack in self.all_attacks())

    def is_random(self, by: int) -> bool:
        """Return whether a side attacks at random, and has a choice."""
        return self.focus[by] == "random" and len(self.sides[1 - by]) > 1

    @property
    def in_turn(self) -> bool:
        """Return whether some act before others; otherwise both sides act at once."""
        return any(member.fighter.first is not None or member.fighter.initiative is not None for member in self.members)


def find_named(name: str, names: Sequence[str], characters: Sequence[Checked]) -> list[int]:
    """Return the numbers of the members with a name; that of a file covers all its copies. Raises ValueError.

    A part of a name, such as the first name, is enough where no one has it as the full name.
    """
    known = [{fold(shown), fold(checked.name or "")} for shown, checked in zip(names, characters, strict=True)]
    parts = [fold(shown).split() for shown in names]
    found = [index for index, spellings in enumerate(known) if fold(name) in spellings]
    if not (found := found or [index for index, words in enumerate(parts) if fold(name) in words]):
        raise ValueError(f"`{short(name)}` is not in this encounter: {instead(name, dict.fromkeys(names))}")
    return found


def find_strike(view: View, shown: str, name: str) -> Any:
    """Return what the game attacks with for an action of a character. Raises ValueError.

    It goes by the action's name or id, or by either side of a colon, as in ``Boxing: ring of keys``.
    """
    actions: list[Action] = [action for action in view.actions() if action.strike is not None]
    full = (action for action in actions if fold(name) in (fold(action.name), fold(action.id)))
    parts = (action for action in actions if fold(name) in map(str.strip, fold(action.name).split(":")))
    if chosen := next(chain(full, parts), None):
        return chosen.strike
    known = instead(name, [action.name for action in actions], "the game names no action to attack with")
    raise ValueError(f"{shown} cannot attack with `{short(name)}`: {known}")


def with_state(checked: Checked, key: str, number: int) -> Checked:
    """Return a character with another number in its play state. Raises ValueError if there is none, or no such one."""
    view = checked.view
    assert view is not None
    trackers = {fold(tracker.name): tracker for tracker in view.trackers()}
    tracker = trackers.get(fold(key))
    if tracker is None:
        names = [tracker.name for tracker in trackers.values()]
        raise ValueError(f"{checked.name} has no `{short(key)}` to mark: {instead(key, names)}")
    if not tracker.low <= number <= tracker.high:
        raise ValueError(f"`{tracker.name}` of {checked.name} goes from {tracker.low} to {tracker.high}, not {number}")
    concept = view.advanced.concept
    others = {name: value for name, value in concept.state.items() if fold(name) != fold(key)}
    state = {**others, tracker.name: bool(number) if tracker.yes_or_no else number}
    advanced = replace(view.advanced, concept=concept.model_copy(update={"state": state}))
    return replace(checked, advanced=advanced, derived=view.game.view(advanced, view.rules))


def at_half(checked: Checked) -> tuple[Fighter, Checked]:
    """Return the fighter of a character who can take only half of their stamina, rounded up, and the character.

    Who is already hurt more stays so. The harm is in the play state, as far as one of the trackers counts it.
    """
    assert checked.view is not None
    fighter = checked.view.fighter()
    state = fighter.state
    # Half of the stamina may be lost in many ways; this one has no effect on rolls.
    unfelt = (0,) * len(state.form)
    while 2 * (state.taken + 1) <= fighter.stamina:
        state = fighter.suffer(state, Harm(1, unfelt))
    halved = replace(fighter, state=state)
    # A game does not say which tracker a fight fills, so each is tried, until the fighter has lost as much.
    trackers = [tracker for tracker in checked.view.trackers() if not tracker.yes_or_no]
    for harm in range(int(halved.taken), 0, -1) if halved.taken != fighter.taken else ():
        for tracker in trackers:
            # Some trackers count what was taken, others what is left.
            for number in (tracker.low + harm, tracker.high - harm):
                if tracker.low <= number <= tracker.high:
                    marked = with_state(checked, tracker.name, number)
                    if marked.view is not None and marked.view.fighter().taken == harm:
                        return halved, marked
    return halved, checked


def build_encounter(
    party: Sequence[Checked],
    others: Sequence[Checked],
    focus: tuple[Focus, Focus] = IN_ORDER,
    *,
    actions: Sequence[tuple[str, str]] = (),
    starts: Sequence[tuple[str, str, int]] = (),
    half: bool = False,
) -> Encounter:
    """Return an encounter of valid characters.

    ``actions`` chooses what some attack with, by both names; ``starts`` sets a number of their play state, by name and
    key; ``half``: everyone starts with half of their stamina.

    Raises ValueError if the characters are of several games or of one that does not define fights, if a side is empty
    or down, if their rules have different kinds of combat, and if a name is unknown.
    """
    for side, which in ((party, "the party"), (others, "the other side")):
        if not side:
            raise ValueError(f"{which} is empty")
    games = {
        character.view.game.key: (character.view.game, character.name)
        for character in (*party, *others)
        if character.view is not None
    }
    if len(games) > 1:
        named = [f"{name} ({key})" for key, (_, name) in games.items()]
        raise ValueError(f"all characters of an encounter must be of one game; these are of several: {listing(named)}")
    ((game, _),) = games.values()
    if game.fight is None:
        raise ValueError(f"{game.title} does not define how its characters fight")
    characters = [*party, *others]
    names = number_duplicates([character.name or "" for character in characters])
    for name, key, number in starts:
        for index in find_named(name, names, characters):
            characters[index] = with_state(characters[index], key, number)
    members = []
    for name, character in zip(names, characters, strict=True):
        assert character.view is not None
        fighter = character.view.fighter()
        if half:
            fighter, character = at_half(character)
        assert character.view is not None
        members.append(Member(name, fighter, character.view, character.source.name))
    manners: dict[str, Member] = {}
    for member in members:
        manners.setdefault(member.fighter.manner, member)
    if len(manners) > 1:
        named = [f"{member.name} ({member.file}) by {manner}" for manner, member in manners.items()]
        raise ValueError(
            f"all characters of an encounter need the same kind of combat; here it is {listing(named)}: "
            "set the same in `rules:`"
        )
    for name, action in actions:
        for index in find_named(name, names, characters):
            member = members[index]
            members[index] = replace(member, strike=find_strike(member.view, member.name, action))
    sides = members[: len(party)], members[len(party) :]
    for standing, which in zip(sides, ("the party", "the other side"), strict=True):
        if not any(member.left for member in standing):
            raise ValueError(f"{which} is down already")
    return arrange(Encounter(game, (tuple(sides[PARTY]), tuple(sides[OTHERS])), focus))


def arrange(encounter: Encounter) -> Encounter:
    """Return the encounter with the enemies of each side in the order in which it attacks them."""
    party, others = (
        tuple(sorted(side, key=lambda member: member.left)) if mode == "weakest" else side
        for side, mode in zip(encounter.sides, reversed(encounter.focus), strict=True)
    )
    arranged = replace(encounter, sides=(party, others))
    # Sorting is stable, so the order stays, but those that no enemy can harm come last: else a side would strike them
    # for ever.
    by_others, by_party = (
        sorted(zip(*arranged.attacks(by), strict=True), key=lambda row: not any(attack.blow.mean for attack in row))
        for by in (OTHERS, PARTY)
    )
    party, others = (tuple(row[0].target for row in rows) for rows in (by_others, by_party))
    return replace(arranged, sides=(party, others))


def number_duplicates(names: Sequence[str]) -> list[str]:
    """Return the names, with a number after each name that occurs several times.

    >>> number_duplicates(["Guard", "Kai", "Guard"])
    ['Guard 1', 'Kai', 'Guard 2']
    """
    return [
        f"{name} {names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]


class Order:
    """The order in which all act; chance decides it at the start of the encounter, for all rounds."""

    def __init__(self, encounter: Encounter) -> None:
        self.at_once = not encounter.in_turn
        """Whether both sides act at once: then a fighter who drops in a round still acts in it."""
        self._players_roll = any(member.fighter.first is not None for member in encounter.sides[PARTY])
        self._firsts = tuple(member.fighter.first or Fraction(0) for member in encounter.sides[PARTY])
        self._initiatives = tuple(tuple(member.fighter.initiative or 0 for member in side) for side in encounter.sides)
        self._up = tuple(tuple(index for index, member in enumerate(side) if member.left) for side in encounter.sides)
        # A coin is thrown only if a tie is possible: each coin doubles the orders that an exact result adds up.
        shared = set.intersection(*({self._initiatives[side][index] for index in self._up[side]} for side in (0, 1)))
        tie = any(member.fighter.initiative is not None for member in encounter.members) and bool(shared)
        self.coins = (*self._firsts, Fraction(1, 2)) if tie else self._firsts
        """Independent chances that decide the order: that each of the party is quick, and that the others win a tie."""

    def phases(self, falls: Sequence[bool]) -> tuple[Phase, ...]:
        """Return who acts in each phase of a round, given how the coins fell."""
        actors: list[tuple[int, int, Actor]] = []
        tied_first = OTHERS if any(falls[len(self._firsts) :]) else PARTY
        for side in (PARTY, OTHERS):
            for index in self._up[side]:
                # Within equal initiative: by the coin, or with players who roll, the quick ones, then the others' side,
                # then the rest.
                late = 0 if side == tied_first else 1
                if self._players_roll:
                    late = 1 if side == OTHERS else 0 if falls[index] else 2
                actors.append((-self._initiatives[side][index], late, (side, index)))
        actors.sort(key=lambda actor: actor[:2])
        runs = groupby((actor for *_, actor in actors), key=lambda actor: actor[0])
        return tuple((side, tuple(index for _, index in run)) for side, run in runs)
