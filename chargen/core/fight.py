"""What one fighter does to another, as exact data; a game says it, and an encounter is reckoned from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, NamedTuple, TypeAlias, TypeVar

K = TypeVar("K")

Amount: TypeAlias = int | Fraction
"""Harm in the game's own points."""
Form: TypeAlias = tuple[int, ...]
"""What somebody's harm does to their own rolls, in numbers that the game knows; empty where it does nothing."""


class Harm(NamedTuple):
    """What a blow does to its target."""

    amount: Amount
    """More than 0, where it does anything at all."""
    form: Form = ()
    """What it adds to each number of the target's form."""


class State(NamedTuple):
    """How somebody stands in a fight."""

    taken: Amount = 0
    """The harm they have taken in all; every harm makes it more."""
    form: Form = ()


NOTHING = Harm(0)
UNHURT = State()


def suffered(state: State, harm: Harm) -> State:
    """Add harm to what somebody has taken, and to their form.

    >>> suffered(State(3, (0, 1)), Harm(2, (1, 0)))
    State(taken=5, form=(1, 1))
    """
    form = tuple(map(sum, zip(state.form, harm.form, strict=True))) if harm.form else state.form
    return State(state.taken + harm.amount, form)


def points(harm: Mapping[int, Fraction]) -> dict[Harm, Fraction]:
    """Make harm of plain points, for a game where it lowers nobody's rolls."""
    return {Harm(amount): chance for amount, chance in harm.items()}


def amounts(dealt: Mapping[Harm, Fraction]) -> dict[Amount, Fraction]:
    """Add up the chance of each amount, whatever it does to rolls; ascending."""
    chances: dict[Amount, Fraction] = {}
    for harm, chance in dealt.items():
        chances[harm.amount] = chances.get(harm.amount, Fraction(0)) + chance
    return dict(sorted(chances.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """How much somebody can take, and how often they act."""

    stamina: Amount
    """The harm after which they drop, more than 0; in the game's own points, named by ``unit``."""
    unit: str
    """What harm is counted in, such as ``HP`` or ``stress``."""
    state: State = UNHURT
    """How they stand as it begins (the concept's ``state``)."""
    suffer: Callable[[State, Harm], State] = suffered
    """What harm makes of a state."""
    acts: int = 1
    """Attacks a round."""
    dodges: int = 0
    """How many attacks a round they may dodge or parry; once these are used up, `Blow.undodged` holds."""
    first: Fraction | None = None
    """The chance to act before the GM's side, where the players roll for it as a fight begins."""
    initiative: int | None = None
    """Whoever has more of it acts first. Where nobody has this or ``first``, both sides act at once."""
    manner: str = ""
    """The kind of fight their rules have, where a game has several; all of an encounter must have the same."""
    remark: str = ""
    """What is left out of the reckoning, for the foot of the table."""

    @property
    def taken(self) -> Amount:
        """The harm they have already."""
        return self.state.taken


@dataclass(frozen=True, slots=True)
class Combatant(Generic[K]):
    """Somebody at the moment of a blow; their own rolls go by the rules that the character carries."""

    character: K
    form: Form = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Undodged:
    """An attack on somebody who has no dodge left in the round."""

    hit: Fraction
    """The chance that it lands; whoever can dodge uses up a dodge on each attack that would."""
    dealt: Mapping[Harm, Fraction]
    """The chance of each harm, as in `Blow`."""
    missed: Mapping[Harm, Fraction] = field(default_factory=dict)
    """The part of these chances that belongs to misses which do harm nevertheless."""

    def misses(self) -> dict[Harm, Fraction]:
        """The chance of each harm together with a miss, on which nobody uses up a dodge."""
        chances = dict(self.missed)
        chances[NOTHING] = chances.get(NOTHING, Fraction(0)) + 1 - self.hit - sum(self.missed.values(), Fraction(0))
        return chances


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One attack of one fighter at another."""

    what: str
    """What is rolled, such as ``Dock Brawling with a club``."""
    hit: Fraction
    """The chance that it lands, after whatever the target may do about it."""
    dealt: Mapping[Harm, Fraction]
    """The chance of each harm, `NOTHING` included; they sum to 1."""
    undodged: Undodged | None = None
    """What becomes of it where the target's dodges are used up; None where the game does not count them."""
    exact: bool = True
    """Whether the numbers are the rules' own; False where they leave something open, which ``remark`` tells."""
    remark: str = ""

    @property
    def harm(self) -> dict[Amount, Fraction]:
        """The chance of each amount of harm."""
        return amounts(self.dealt)


@dataclass(frozen=True, slots=True)
class Contest:
    """One roll of each decides between two who attack each other."""

    blows: tuple[Blow, Blow]
    """What either does to the other by it."""
    dealt: Mapping[tuple[Harm, Harm], Fraction]
    """The chance of what the first does to the second, together with what the second does to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(Generic[K]):
    """How a game's characters fight."""

    fighter: Callable[[K], Fighter]
    blow: Callable[[Combatant[K], Combatant[K]], Blow | None]
    """What the first does to the second on its turn, each roll by the rules of who rolls; None where it does nothing,
    as an NPC of a game whose NPCs never act."""
    contest: Callable[[Combatant[K], Combatant[K]], Contest | None] | None = None
    """What becomes of two who attack each other, where one roll of each decides it; else each makes its `blow`."""
    ours: str = ""
    """Why all that happens between the rolls is *ours*, such as ``the text lacks the chapter on combat``."""

    def combatant(self, character: K) -> Combatant[K]:
        """Take somebody as a fight begins."""
        return Combatant(character, self.fighter(character).state.form)
