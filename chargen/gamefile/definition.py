"""Hold a game file after it was read: names found, formulas parsed, ranges known. Characters are derived from it."""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, TypeAlias

from chargen.core.action import Kind
from chargen.core.identity_key import IdentityKey
from chargen.core.names import fold, slug
from chargen.gamefile.format import GameFile
from chargen.gamefile.formula import Formula, Range, Values, faces
from chargen.kit.attacks import Damage
from chargen.kit.checks import Limit
from chargen.kit.pool import Hand, Pool
from chargen.kit.vocabulary import Vocabulary
from chargen.quick_dataclass import dataclass

Names: TypeAlias = Vocabulary[str]


def titled(key: str) -> str:
    """Return a key as a heading.

    >>> titled("hit_points"), titled("Came back")
    ('Hit points', 'Came back')
    """
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def as_key(name: str) -> str:
    """Return a name as a key of odds and stats: `Yes, and` becomes `yes_and`."""
    return slug(name).replace("-", "_")


def source_at(edition: str, page: str | int | None) -> str:
    """Return the source of a rule: the edition, and the page where it is known.

    >>> source_at("Lanterns 1.0", 7)
    'Lanterns 1.0, page 7'
    """
    return edition if page is None else f"{edition}, page {page}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGroup:
    """Hold named numbers of a character, such as its skills."""

    key: str
    names: Names
    base: Mapping[str, int]
    """The number of each name for a character who spends nothing on it; empty where all numbers are written."""
    span: Range
    """The numbers that formulas are checked for; others count as the nearest of these."""
    low: Limit
    to: Limit
    points: Limit
    numbers: tuple[int, ...]
    """The numbers of a new character, in any order; empty where the rules do not fix them."""
    roll: str
    """The name of the dice that each is rolled with; empty where they are not rolled by themselves."""
    signed: bool
    adds: Mapping[str, Mapping[str, Mapping[str, int]]]
    """By choice, its folded option and the name of a score: what that option adds to it."""

    def floors(self, concept: Any) -> dict[str, int]:
        """Return the number of each name before anything is spent on it: its base, and what choices add."""
        numbers = dict(self.base)
        for choice, options in self.adds.items():
            for name, more in options.get(fold(getattr(concept, choice) or ""), {}).items():
                numbers[name] += more
        return numbers

    def of(self, concept: Any) -> dict[str, int]:
        """Return the number of each name; one that is missing or unreadable has the lowest."""
        floors = self.floors(concept)
        written = self.names.by_entry(getattr(concept, self.key))
        # A table may waive limits, but formulas were checked for this span only.
        return {name: self.span.nearest(written.get(name, floors.get(name, self.span.low))) for name in self.names}

    def spent(self, concept: Any, rules: Any) -> int:
        """Return the points that a character spends on the names that it lists, above the base of each."""
        floors = self.floors(concept)
        written = self.names.by_entry(getattr(concept, self.key))
        return sum(number - floors.get(name, 0) for name, number in written.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class PickList:
    """Hold names of which a character has some, such as moves, or the rows of a table, such as weapons."""

    key: str
    names: Names
    texts: Mapping[str, str]
    about: str
    source: str
    number: Limit  # How many of them a character has, or may have: see ``or_fewer``
    or_fewer: bool = False
    by: str = ""  # The choice that decides which names there are; empty where it is always the same list
    lists: Mapping[str, Names] = field(default_factory=dict)  # By the folded option of that choice, the names
    columns: tuple[str, ...] = ()  # The headings of a table; empty for picks
    rows: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)

    def of(self, concept: Any) -> list[str]:
        """Return the names that a character has, as the file of the game spells them."""
        return [self.names.find(word) or word for word in getattr(concept, self.key)]

    def among(self, option: str) -> Names:
        """Return the names for an option of the choice that decides."""
        return self.lists.get(fold(option), self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceKind:
    """Hold how a roll is made; the house rules may change numbers in it, so there is a `Pool` for each set of them."""

    key: str
    numbers: Callable[[Any], Mapping[str, int]]
    """Return the numbers of the rules by their folded names."""
    dice: Formula
    sides: Formula
    outcomes: Mapping[str, Formula]
    fails: tuple[str, ...]
    reading: str
    adds: bool
    also: Mapping[str, Formula]
    span: Range
    """The values that it is rolled with."""
    starts: tuple[int, ...] = ()
    """The lowest faces of ranges that no outcome distinguishes; empty where each face matters."""

    def pool(self, rules: Any) -> Pool:
        """Return the dice under some rules."""
        # By the numbers and not by the rules, so that tables whose numbers are equal share a cache.
        return _pool(IdentityKey(self), tuple(self.numbers(rules).items()))

    @property
    def best(self) -> str:
        """Return the first outcome, where there are several that are no failure; else an empty text."""
        return next(iter(self.outcomes)) if len(self.outcomes) - len(self.fails) > 1 else ""


@lru_cache(maxsize=256)
def _pool(kind: IdentityKey[DiceKind], stated: tuple[tuple[str, int], ...]) -> Pool:
    numbers = dict(stated)
    dice = kind.value

    def with_value(formula: Formula) -> Callable[[int], int]:
        return lambda value: formula(Values({**numbers, "value": dice.span.nearest(value)}))

    def condition(formula: Formula) -> Callable[[Hand, int], bool]:
        return lambda hand, value: bool(formula(Values({**numbers, "value": value, **faces(hand)}, hand)))

    return Pool(
        with_value(dice.sides),
        {name: condition(formula) for name, formula in dice.outcomes.items()},
        dice.fails,
        dice.reading,
        dice=with_value(dice.dice),
        adds=dice.adds,
        starts=dice.starts,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLine:
    """Hold a roll of every character."""

    label: str
    value: Formula
    dice: DiceKind
    kind: Kind
    about: str
    group: str  # The group of scores that it belongs to; empty for a roll of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackerLine:
    """Hold boxes that are marked during play."""

    key: str
    title: str
    boxes: Formula
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Hold something to attack with: a roll, and with a weapon its damage."""

    name: str
    roll: str
    damage: Damage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FightRules:
    """Hold how characters fight."""

    attacks: tuple[Attack, ...]  # Without weapons, the rolls to attack with; with weapons, all of the table
    table: str  # The key of the weapons of a character; empty without weapons
    unarmed: str
    tracker: TrackerLine
    harm: Mapping[str, Formula]


@dataclass(frozen=True, eq=False, kw_only=True)
class Definition:
    """Hold a game file after it was read."""

    key: str
    file: GameFile
    edition: str
    ranges: Mapping[str, Range]  # The range of each number of the rules, by its folded name
    numbers: Callable[[Any], Mapping[str, int]]
    choices: Mapping[str, Names]
    scores: Mapping[str, ScoreGroup]
    picks: Mapping[str, PickList]  # The lists of picks, then the tables
    derived: Mapping[str, Formula]
    dice: Mapping[str, DiceKind]
    rolls: tuple[RollLine, ...]
    trackers: tuple[TrackerLine, ...]
    fight: FightRules | None

    @property
    def title(self) -> str:
        """Return the name of the game."""
        return self.file.title or self.key

    def page(self, page: str | int | None) -> str:
        """Return the source of a rule on a page."""
        return source_at(self.edition, page)

    def values(self, concept: Any, rules: Any) -> dict[str, int]:
        """Return the numbers that formulas may name, by their folded names."""
        values = dict(self.numbers(rules))
        for group in self.scores.values():
            values |= {fold(name): number for name, number in group.of(concept).items()}
        for key, formula in self.derived.items():
            values[fold(key)] = formula(Values(values))
        return values
