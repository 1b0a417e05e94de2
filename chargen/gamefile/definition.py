"""Hold a game file after it was read: names found, formulas parsed, ranges known. Characters are derived from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from chargen.game.identity_cache import cache_by_identity
from chargen.gamefile.format import DiceFile, FightFile, GameFile, Picks, RollFile, Scores, TableFile
from chargen.gamefile.formula import Formula, Range, Values, faces
from chargen.kit.attacks import Damage
from chargen.kit.checks import Limit
from chargen.kit.pool import Hand, Pool
from chargen.kit.vocabulary import Vocabulary
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold, slug

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


def source_of(file: GameFile, page: str | int | None) -> str:
    """Return the source of a rule: the edition, and the page where it is known.

    >>> source_of(GameFile(title="Lanterns"), 7)
    'Lanterns, page 7'
    """
    edition = file.edition or file.title or ""
    return edition if page is None else f"{edition}, page {page}"


def numbers_of(file: GameFile, rules: Any) -> dict[str, int]:
    """Return the numbers of the rules by their folded names, without those that only a table sets."""
    return {fold(key): getattr(rules, key) for key, number in file.numbers.items() if number.is_ is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGroup:
    """Hold named numbers of a character, such as its skills."""

    key: str
    file: Scores
    names: Names
    span: Range
    """The numbers that formulas are checked for; others count as the nearest of these."""
    low: Limit
    to: Limit
    points: Limit
    adds: Mapping[str, Mapping[str, Mapping[str, int]]]
    """By choice, its folded option and the name of a score: what that option adds to it."""

    def floors(self, concept: Any) -> dict[str, int]:
        """Return the number of each name before anything is spent on it: its base, and what choices add."""
        numbers = dict(self.file.base)
        for choice, options in self.adds.items():
            for name, more in options.get(fold(getattr(concept, choice) or ""), {}).items():
                numbers[name] += more
        return numbers

    def of(self, concept: Any) -> dict[str, int]:
        """Return the number of each name; one that is missing or unreadable has the lowest."""
        written = {**self.floors(concept), **self.names.by_entry(getattr(concept, self.key))}
        # A table may waive limits, but formulas were checked for this span only.
        return {name: self.span.nearest(written.get(name, self.span.low)) for name in self.names}

    def spent(self, concept: Any, rules: Any) -> int:
        """Return the points that a character spends on the names that it lists, above the base of each."""
        floors = self.floors(concept)
        written = self.names.by_entry(getattr(concept, self.key))
        return sum(number - floors.get(name, 0) for name, number in written.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class PickList:
    """Hold names of which a character has some, such as moves, or the rows of a table, such as weapons."""

    key: str
    file: Picks | TableFile
    names: Names
    texts: Mapping[str, str]
    number: Limit  # How many of them a character has; of a table, how many it may have
    lists: Mapping[str, Names]  # By the folded option of the choice that decides, the names

    @property
    def by(self) -> str:
        """Return the choice that decides which names there are; empty where it is always the same list."""
        return self.file.by if isinstance(self.file, Picks) else ""

    @property
    def table(self) -> TableFile | None:
        """Return the table whose rows are picked; None for a list of names."""
        return self.file if isinstance(self.file, TableFile) else None

    def of(self, concept: Any) -> list[str]:
        """Return the names that a character has, as the file of the game spells them."""
        return [self.names.find(word) or word for word in getattr(concept, self.key)]

    def among(self, option: str) -> Names:
        """Return the names for an option of the choice that decides."""
        return self.lists.get(fold(option), self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceKind:
    """Hold how a roll is made; the house rules may change numbers in it, so there is a `Pool` for each set of them."""

    file: DiceFile
    numbers: Callable[[Any], Mapping[str, int]]
    """Return the numbers of the rules by their folded names."""
    dice: Formula
    sides: Formula
    outcomes: Mapping[str, Formula]
    also: Mapping[str, Formula]
    span: Range
    """The values that it is rolled with."""
    starts: tuple[int, ...]
    """The lowest faces of ranges that no outcome distinguishes; empty where each face matters."""

    def pool(self, rules: Any) -> Pool:
        """Return the dice under some rules."""
        # By the numbers and not by the rules, so that tables whose numbers are equal share a cache.
        return _pool(self, tuple(self.numbers(rules).items()))

    @property
    def fails(self) -> tuple[str, ...]:
        """Return the outcomes that are no success."""
        return tuple(map(as_key, self.file.fails or ()))

    @property
    def best(self) -> str:
        """Return the first outcome, where there are several that are no failure; else an empty text."""
        return next(iter(self.outcomes)) if len(self.outcomes) - len(self.fails) > 1 else ""


@cache_by_identity(256, by_value=tuple)
def _pool(dice: DiceKind, stated: tuple[tuple[str, int], ...]) -> Pool:
    numbers = dict(stated)

    def with_value(formula: Formula) -> Callable[[int], int]:
        return lambda value: formula(Values({**numbers, "value": dice.span.nearest(value)}))

    # The outcomes are tried one after another for the same dice.
    @lru_cache(maxsize=1)
    def thrown(hand: Hand, value: int) -> Values:
        return Values({**numbers, "value": value, **faces(hand)}, hand)

    def condition(formula: Formula) -> Callable[[Hand, int], bool]:
        return lambda hand, value: bool(formula(thrown(hand, value)))

    return Pool(
        with_value(dice.sides),
        {name: condition(formula) for name, formula in dice.outcomes.items()},
        dice.fails,
        dice.file.reading,
        dice=with_value(dice.dice),
        adds=dice.file.adds,
        starts=dice.starts,
    )


class Attack(NamedTuple):
    """Hold something to attack with: a roll, and with a weapon its damage."""

    name: str
    roll: str
    damage: Damage | None = None


def attacks_of(fight: FightFile, tables: Mapping[str, TableFile], scores: Mapping[str, ScoreGroup]) -> list[Attack]:
    """Return what there is to attack with: rolls, of which a group of scores names several, or all weapons."""
    if not fight.weapons:
        labels = [label for name in fight.with_ for label in (scores[name].names if name in scores else (name,))]
        return [Attack(label, label) for label in labels]
    table = tables[fight.weapons]
    roll, damage = ((table.columns or ()).index(column) for column in (fight.roll, fight.damage))
    rows = (table.rows or {}).items()
    return [Attack(name, str(cells[roll]), Damage.parse(str(cells[damage]))) for name, cells in rows]


@dataclass(frozen=True, eq=False, kw_only=True)
class Definition:
    """Hold a game file after it was read."""

    key: str
    file: GameFile
    ranges: Mapping[str, Range]  # The range of each number of the rules, by its folded name
    formulas: Mapping[KeyPath, Formula]  # By their paths in the file
    choices: Mapping[str, Names]
    scores: Mapping[str, ScoreGroup]
    picks: Mapping[str, PickList]  # The lists of picks, then the tables
    dice: Mapping[str, DiceKind]
    rolls: Mapping[str, RollFile]  # The rolls of scores, then the others

    @property
    def title(self) -> str:
        """Return the name of the game."""
        return self.file.title or self.key

    def page(self, page: str | int | None) -> str:
        """Return the source of a rule: the edition, and the page where it is known."""
        return source_of(self.file, page)

    @cached_property
    def attacks(self) -> list[Attack]:
        """Return what characters may attack with; nothing where they do not fight."""
        return [] if self.file.fight is None else attacks_of(self.file.fight, self.file.tables, self.scores)

    def values(self, concept: Any, rules: Any) -> dict[str, int]:
        """Return the numbers that formulas may name, by their folded names."""
        values = numbers_of(self.file, rules)
        for group in self.scores.values():
            values |= {fold(name): number for name, number in group.of(concept).items()}
        for key in self.file.derived:
            values[fold(key)] = self.formulas["derived", key, "is"](Values(values))
        return values
