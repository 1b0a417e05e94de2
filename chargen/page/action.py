"""Hold what a character can do, as data.

Each game lists it once, the most important first. Cards, rosters, the party page, encounters, CSV and exports draw from
this list, so that they cannot disagree.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from chargen.dice.throw import Throw, Throwable
from chargen.page.roll import NO_CHANCE, SUCCESS
from chargen.page.roll import Kind as Kind

if TYPE_CHECKING:
    from random import Random

PROTECTIVE: tuple[Kind, ...] = ("defence", "resist")  # The kinds of which a card always prints one


@dataclass(frozen=True, slots=True)
class ActionHarm:
    """Hold the harm that an action does where it succeeds, before anything protects its target."""

    text: str
    """As the game writes it, such as ``1d6+2`` or ``2C``."""
    chances: Mapping[int, Fraction] = field(default_factory=dict)
    """The exact chance of each amount; empty where the rules give no number."""
    mean: Fraction | None = None
    """The exact average; None where the rules give no number."""
    rule: Throwable | None = None
    """The dice that are thrown for it; None where it follows from those of the attack."""

    @classmethod
    def landed(cls, text: str, chances: Mapping[int, Fraction], rule: Throwable | None = None) -> Self:
        """Return the harm of an attack that landed; ``chances`` are those of each amount before it is rolled.

        >>> ActionHarm.landed("1 a hit", {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}).mean
        Fraction(3, 2)
        """
        hit = sum((chance for amount, chance in chances.items() if amount), Fraction(0))
        if not hit:
            return cls(text, rule=rule)
        given = {amount: chance / hit for amount, chance in chances.items() if amount}
        return cls(text, given, sum((amount * chance for amount, chance in given.items()), Fraction(0)), rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Hold one thing that a character can do, with its roll."""

    name: str
    """What the character calls it, such as a descriptor or a weapon."""
    kind: Kind
    rule: Throwable
    """The dice with the exact chance of each outcome in the game's words."""
    against: str = ""
    """What the roll has to reach at this table, such as ``Action 9`` or ``4 or less, or any 6``."""
    brief: str = ""
    """Dice and target in a few letters, for a card, such as ``2d6 product ≤ 4``; by default, both as above."""
    chance_of: str = SUCCESS
    """The name of that chance."""
    harm: ActionHarm | None = None
    effect: str = ""
    """What else it does, in the character's or the book's words."""
    reach: str = ""
    limits: str = ""
    """What restricts it, such as ``once a scene``."""
    own: bool = False
    """Whether it makes this role what it is: cards print it before a second attack."""
    strike: Any = field(default=None, compare=False, repr=False)
    """What the game's `Fight.blow` attacks with for this action, in a value of the game; None where it is no attack."""
    now: Throwable | None = None
    """The dice with what the file notes, which are thrown; None where nothing noted changes them."""
    id: str = ""
    """The name in lower case with hyphens, unique in the list; `View.actions` fills it in."""

    @property
    def dice(self) -> str:
        """Return the dice as they are thrown, such as ``3d10 + 1d6``; empty where nothing is rolled."""
        return self.rule.text

    @property
    def formula(self) -> str:
        """Return the same for a program, in the notation of Foundry VTT; empty where it cannot throw it.

        In it, ``kh`` keeps the highest dice, ``xo10`` throws each kept 10 once more, ``cs>=5`` counts dice from 5 up,
        ``x6max5`` throws each 6 again and counts it as 5.
        """
        return self.rule.formula

    @property
    def formulas(self) -> tuple[str, ...]:
        """Return that formula, then the one of its harm, as far as there are any; none where nothing can be reached."""
        if self.roll == NO_CHANCE or (self.now is not None and not self.now.chance):
            return ()
        harm = self.harm.rule if self.harm is not None else None
        return tuple(filter(None, (self.thrown.formula, harm.formula if harm is not None else "")))

    @property
    def outcomes(self) -> Mapping[str, Fraction]:
        """Return the exact chance of each outcome, unhurt; exactly one of them happens, so they sum to 1."""
        return self.rule.outcomes

    @property
    def chance(self) -> Fraction:
        """Return the chance that cards and lists print."""
        return self.rule.chance

    @property
    def thrown(self) -> Throwable:
        """Return the dice that are thrown: those with what the file notes."""
        return self.now or self.rule

    def throw(self, random: "Random") -> Throw:
        """Return a random throw: faces, outcome, and both as text."""
        return self.thrown.throw(random)

    @property
    def roll(self) -> str:
        """Return dice and target in few letters."""
        return self.brief or " against ".join(filter(None, (self.dice, self.against)))

    @property
    def result(self) -> str:
        """Return what it does, in a few words: harm, reach, effect and limits."""
        harm = self.harm.text if self.harm is not None else ""
        return ", ".join(filter(None, (harm, self.reach, self.effect, self.limits)))


def find_fighting(actions: Sequence[Action]) -> list[Action]:
    """Return the first attack, and the first defence or resist, as far as there are any."""
    kinds: tuple[tuple[Kind, ...], ...] = (("attack",), PROTECTIVE)
    firsts = (next((action for action in actions if action.kind in wanted), None) for wanted in kinds)
    return [action for action in firsts if action is not None]


def by_need(actions: Iterable[Action]) -> tuple[list[Action], list[Action]]:
    """Return what a card has to print, in that order, and the other actions in their own order.

    One attack, and one defence or resist, come first; then what is the role's own.
    """
    every = list(actions)
    first = find_fighting(every)
    needed = first + [action for action in every if action.own and action not in first]
    return needed, [action for action in every if action not in needed]
