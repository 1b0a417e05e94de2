"""Hold what one fighter does to another, as exact data; a game provides it, and encounters are computed from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

K = TypeVar("K")

Amount: TypeAlias = int | Fraction  # Harm in the game's own points
Form: TypeAlias = tuple[int, ...]
"""The effect of a fighter's harm on their own rolls, in numbers that the game defines; empty for no effect."""


class Harm(NamedTuple):
    """Hold what a blow does to its target."""

    amount: Amount
    """The harm; more than 0 where the blow has any effect."""
    form: Form = ()
    """The amount that it adds to each number of the target's form."""
    marks: Form = ()
    """The amount that it adds to each track, in a game where harm of several kinds has a track each."""


class State(NamedTuple):
    """Hold the state of a fighter."""

    taken: Amount = 0
    """The total harm taken, or that on the fullest of several tracks; it never decreases."""
    form: Form = ()
    marks: Form = ()
    """The harm on each track, in a game that has several."""


NOTHING = Harm(0)
UNHURT = State()


def suffered(state: State, harm: Harm) -> State:
    """Add harm to what a fighter has taken, and to their form.

    >>> suffered(State(3, (0, 1)), Harm(2, (1, 0)))
    State(taken=5, form=(1, 1), marks=())
    """
    return State(state.taken + harm.amount, add_up(state.form, harm.form))


def add_up(form: Form, more: Form) -> Form:
    """Return a form with what some harm adds to it; an empty one adds nothing.

    >>> add_up((0, 1), (1, 0)), add_up((2,), ())
    ((1, 1), (2,))
    """
    return tuple(map(sum, zip(form, more, strict=True))) if more else form


def points(harm: Mapping[int, Fraction]) -> dict[Harm, Fraction]:
    """Make harm of plain points, for a game where harm does not change rolls."""
    return {Harm(amount): chance for amount, chance in harm.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """Hold how much harm a fighter can take, and how often they act."""

    stamina: Amount
    """The harm after which they drop, more than 0; in the game's own points, named by ``unit``."""
    unit: str
    """What harm is counted in, such as ``HP`` or ``stress``."""
    state: State = UNHURT
    """The state at the start of the fight (the concept's ``state``)."""
    suffer: Callable[[State, Harm], State] = suffered
    """Return the state after some harm."""
    acts: int = 1
    """Attacks a round."""
    dodges: int = 0
    """The attacks a round that they may dodge or parry; once these are used up, `Blow.undodged` applies."""
    first: Fraction | None = None
    """The chance to act before the GM's side, where the players roll for it as a fight begins."""
    initiative: int | None = None
    """The fighter with the higher value acts first. Where no fighter has this or ``first``, both sides act at once."""
    is_card: bool = False
    """Whether it is an opponent's card, which rolls nothing by itself: the players roll against it."""
    manner: str = ""
    """The kind of fight their rules have, where a game has several; all of an encounter must have the same."""
    remark: str = ""
    """What the calculation leaves out, for the footer of the table."""

    @property
    def taken(self) -> Amount:
        """Return the harm taken so far."""
        return self.state.taken


@dataclass(frozen=True, slots=True)
class Combatant(Generic[K]):
    """Hold a fighter at the moment of a blow; their own rolls use the rules of the character."""

    character: K
    form: Form = ()
    strike: Any = None
    """The `Action.strike` of the action to attack with; None lets the game choose among the attacks of the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undodged:
    """Hold an attack on a fighter who has no dodge left in the round."""

    hit: Fraction
    """The chance that it lands; a fighter with a dodge left uses one on each attack that would land."""
    dealt: Mapping[Harm, Fraction]  # The chance of each harm, as in `Blow`
    missed: Mapping[Harm, Fraction] = field(default_factory=dict)
    """The part of these chances that belongs to misses which do harm nevertheless."""

    def misses(self) -> dict[Harm, Fraction]:
        """Return the chance of each harm together with a miss, which uses up no dodge."""
        chances = dict(self.missed)
        # What is left of 1 after hits and misses with harm are the misses that do nothing.
        chances[NOTHING] = chances.get(NOTHING, Fraction(0)) + 1 - self.hit - sum(self.missed.values(), Fraction(0))
        return chances


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """Hold one attack of one fighter on another."""

    what: str
    """What is rolled, such as ``Dock Brawling with a club``."""
    hit: Fraction
    """The chance that it lands, after the target's defence."""
    dealt: Mapping[Harm, Fraction]
    """The chance of each harm, `NOTHING` included; they sum to 1."""
    undodged: Undodged | None = None
    """The attack where the target's dodges are used up; None where the game does not count them."""
    exact: bool = True
    """Whether the rules give the numbers; False where they leave something open, which ``remark`` explains."""
    remark: str = ""

    @property
    def harm(self) -> dict[Amount, Fraction]:
        """Return the chance of each amount of harm."""
        # Effects on rolls do not count here; the amounts are ascending.
        chances: dict[Amount, Fraction] = {}
        for harm, chance in self.dealt.items():
            chances[harm.amount] = chances.get(harm.amount, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    @property
    def mean(self) -> Fraction:
        """Return the average harm."""
        return sum((harm.amount * chance for harm, chance in self.dealt.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Contest:
    """Hold a mutual attack of two fighters that one roll of each decides."""

    blows: tuple[Blow, Blow]
    """The attack of each on the other."""
    dealt: Mapping[tuple[Harm, Harm], Fraction]
    """The chance of what the first does to the second, together with what the second does to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(Generic[K]):
    """Define how a game's characters fight."""

    fighter: Callable[[K], Fighter]
    blow: Callable[[Combatant[K], Combatant[K]], Blow | None]
    """Return the attack of the first on the second on its turn; None where there is none.

    Each roll uses the rules of the character who rolls. NPCs of some games never act.
    """
    contest: Callable[[Combatant[K], Combatant[K]], Contest | None] | None = None
    """Return the mutual attack of two fighters, where one roll of each decides it; else each makes its `blow`."""
    ours: str = ""
    """Why the order of events in a fight is a house default, such as ``the text lacks the chapter on combat``."""

    def combatant(self, character: K) -> Combatant[K]:
        """Return a character as a combatant at the start of a fight."""
        return Combatant(character, self.fighter(character).state.form)
