"""Hold a game file after it was read: names found, formulas parsed, ranges known. Characters are derived from it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from pydantic import Field

from chargen.game.identity_cache import cache_by_identity
from chargen.gamefile.format import DiceFile, GameFile, Picks, RollFile, RuleFile, Scores, TableFile
from chargen.gamefile.things import ThingList, singular
from chargen.kit.checks import Limit
from chargen.kit.pool import Pool
from chargen.kit.vocabulary import Vocabulary
from chargen.language.formula import Formula, Kind, Range, Values
from chargen.page.roll import signed
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold, listing, slug

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


def numbers_of(file: GameFile, rules: Any) -> dict[str, int]:
    """Return the numbers of the rules by their folded names, without those that only a table sets."""
    return {fold(key): getattr(rules, key) for key, number in file.numbers.items() if number.is_ is not None}


class Begins(NamedTuple):
    """Hold where a score begins for a character who spends nothing on it, and how low it may be."""

    base: int
    low: int


Table: TypeAlias = Callable[[Any], Mapping[str, Begins]]
"""A function of a package: the names that scores have under some rules, and where each begins."""


def names_of_scores(key: str, file: Scores) -> Names:
    """Return the names of a group of scores, with their abbreviations and the words of other games."""
    names = tuple(file.of or file.base)
    spelled = {name: (name, file.short[name]) if name in file.short else (name,) for name in names}
    like = [(word, name) for name, words in file.like.items() for word in words]
    written = {name: as_key(name) for name in names}.__getitem__ if file.small else None
    return Vocabulary(singular(key), names, spelled.__getitem__, like=like, written=written)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGroup:
    """Hold named numbers of a character, such as its skills."""

    key: str
    file: Scores
    names: Names
    span: Range
    """The numbers that formulas are checked for; others count as the nearest of these."""
    low: Limit
    least: Limit
    """The lowest number in play, too: what only a table sets is for new characters."""
    to: Limit
    points: Limit
    adds: Mapping[str, Mapping[str, Mapping[str, int]]]
    """By choice, its folded option and the name of a score: what that option adds to it."""
    table: Table | None = None
    lows: Mapping[str, int] = field(default_factory=dict)
    """How low each score may be, where that is not its base."""

    @cache_by_identity(64)
    def under(self, rules: Any) -> "ScoreGroup":
        """Return the group with the names that it has under some rules."""
        return self if self.table is None else self._named(tuple(self.table(rules).items()))

    @cache_by_identity(64, by_value=tuple)  # many tables have the same names
    def _named(self, begins: tuple[tuple[str, Begins], ...]) -> "ScoreGroup":
        file = self.file.model_copy(update={"base": {name: one.base for name, one in begins}})
        lows = {name: one.low for name, one in begins}
        return replace(self, file=file, names=names_of_scores(self.key, file), table=None, lows=lows)

    def is_bought(self, concept: Any) -> bool:
        """Return whether a character is made with points."""
        return not self.file.unless or not getattr(concept, self.file.unless)

    def floors(self, concept: Any) -> dict[str, int]:
        """Return the number of each name before anything is spent on it: its base, and what choices add."""
        numbers = dict(self.file.base)
        for choice, options in self.adds.items():
            for name, more in options.get(fold(getattr(concept, choice) or ""), {}).items():
                numbers[name] += more
        return numbers

    @cache_by_identity(16)  # each line of a ledger asks for those before it
    def of(self, concept: Any) -> Mapping[str, int]:
        """Return the number of each name; one that is missing or unreadable counts as 0, or as the nearest to it."""
        written = {**self.floors(concept), **self.written(concept)}
        # A table may waive limits, but formulas were checked for this span only.
        low, high = self.span
        return {name: min(max(written.get(name, 0), low), high) for name in self.names}

    def listed(self, concept: Any) -> Mapping[str, int | None]:
        """Return the mapping of a file, with its own words."""
        return getattr(concept, self.key) or {}

    def written(self, concept: Any) -> dict[str, int]:
        """Return the numbers that a file states, by their names; of two for one name, the first."""
        return self.names.by_entry(self.listed(concept))

    def unread(self, concept: Any) -> set[str]:
        """Return the names whose number is missing or could not be read, by its name or its value."""
        words = [*map(str, concept.unread_keys(self.key)), *self.listed(concept)]
        wrong = {*concept.unread_keys(self.key)}
        found = {self.names.find(word) for word in words if word in wrong or self.names.find(word) is None}
        # An unknown word may be any of the names, misspelled; what is there twice has the number that could be read.
        lost = {name for name in found if name} | (set(self.names) - self.file.base.keys())
        if concept.unread(self.key) or None in found:
            lost = set(self.names)
        return lost - self.written(concept).keys()

    def spent(self, concept: Any, rules: Any) -> int:
        """Return the points that a character spends on the names that it lists, above the base of each."""
        group = self.under(rules)
        floors = group.floors(concept)
        return sum(number - floors.get(name, 0) for name, number in group.written(concept).items())


def join_score_names(groups: Iterable[ScoreGroup]) -> Names:
    """Return the names of all scores of some groups, with their abbreviations."""
    spelled: dict[str, tuple[str, ...]] = {}
    keys: dict[str, str] = {}
    like: list[tuple[str, str]] = []
    for group in (some := [*groups]):
        spelled |= {name: (name, group.file.short.get(name, name)) for name in group.names}
        keys |= {name: group.names.key(name) for name in group.names}
        like += [(word, name) for name, words in group.file.like.items() for word in words]
    what = listing((group.names.what for group in some), "or")
    return Vocabulary(what, spelled, spelled.__getitem__, like=like, written=keys.__getitem__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PickList:
    """Hold names of which a character has some, such as moves, or the rows of a table, such as weapons."""

    key: str
    file: Picks | TableFile
    names: Names
    texts: Mapping[str, str]
    number: Limit  # How many of them a character has; of a table, how many it may have
    by: str = ""  # The choice that decides which names there are; empty where it is always the same list
    lists: Mapping[str, Names] = field(default_factory=dict)  # By the folded option of that choice, the names
    is_table: bool = False  # Whether they are the rows of a table

    def of(self, concept: Any) -> list[str]:
        """Return the names that a character has, as the file of the game spells them."""
        return [self.names.find(word) or word for word in getattr(concept, self.key)]

    def among(self, option: str) -> Names:
        """Return the names for an option of the choice that decides."""
        return self.lists.get(fold(option), self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceKind:
    """Hold how a roll is made. The house rules may change numbers in it."""

    file: DiceFile
    numbers: Callable[[Any], Mapping[str, int]]
    """Return the numbers of the rules by their folded names."""
    dice: Pool
    asks: Mapping[str, tuple[Kind, Formula]]
    """What the situation decides, by folded names: what it may be, and how it usually is."""
    also: Mapping[str, Mapping[str, Formula]]
    """Further odds, by their names: what the dice are rolled with then."""

    def pool(self, rules: Any) -> Pool:
        """Return the dice under some rules."""
        numbers = self.numbers(rules)
        return self.dice.under({**numbers, **{name: usual(Values(numbers)) for name, (_, usual) in self.asks.items()}})


class Call(NamedTuple):
    """Hold what a roll gives to its dice."""

    given: Mapping[str, Formula]
    """What the dice take, by its folded name."""
    scores: Mapping[str, str]
    """The scores of a roll of each, by the folded names that the formulas have for them."""


class Condition(NamedTuple):
    """Hold a rule of the author: a condition, and the message where it does not hold."""

    file: RuleFile
    must: Formula
    says: tuple[str | Formula, ...]  # Texts and formulas in turn
    members: tuple[str, ...]  # What it names of each thing; empty where it is not about things themselves


@dataclass(frozen=True, eq=False, kw_only=True)
class Definition:
    """Hold a game file after it was read."""

    key: str
    file: GameFile
    ranges: Mapping[str, Range]  # The range of each number of the rules, by its folded name
    formulas: Mapping[KeyPath, Formula]  # By their paths in the file
    spans: Mapping[str, Range]  # What each derived number may come to, with what things add
    verbs: tuple[Any, ...]  # The lines of the ledger besides awards
    choices: Mapping[str, Names]
    scores: Mapping[str, ScoreGroup]
    picks: Mapping[str, PickList]  # The lists of picks, then the tables
    things: Mapping[str, ThingList]
    conditions: Mapping[str, Condition]
    dice: Mapping[str, DiceKind]
    rolls: Mapping[str, RollFile]  # The rolls of scores, then the others
    calls: Mapping[str, Call]  # What each of them gives to its dice

    @property
    def title(self) -> str:
        """Return the name of the game."""
        return self.file.title or self.key

    def score_names(self, rules: Any) -> Names:
        """Return the names of all scores under some rules."""
        return join_score_names(group.under(rules) for group in self.scores.values())

    def known_scores(self, concept: Any, rules: Any) -> dict[str, int]:
        """Return the scores of a concept that could be read."""
        found: dict[str, int] = {}
        for group in (group.under(rules) for group in self.scores.values()):
            unread = group.unread(concept)
            found |= {name: number for name, number in group.of(concept).items() if name not in unread}
        return found

    def setting(self, key: str) -> Any:
        """Return the field of the house rules for a number of the rules."""
        number, (low, high) = self.file.numbers[key], self.ranges[fold(key)]
        return Field(number.is_, ge=low, le=high, description=number.about or f"`{key}` of the rules.")

    def page(self, page: str | int | None) -> str:
        """Return the source of a rule: the edition, and the page where it is known."""
        edition = self.file.edition or self.title
        # A page may be a number, or the heading of a chapter.
        word = "page " if str(page)[:1].isdigit() else ""
        return edition if page is None else f"{edition}, {word}{page}"

    def section_of(self, condition: Condition) -> str:
        """Return the key of a character's file with the scores or things that a rule is about, one by one."""
        each = condition.file.each
        return self.file.derived[each].each if each in self.file.derived else each

    def find_broken(self, condition: Condition, concept: Any, rules: Any) -> Iterator[tuple[int, str, str]]:
        """Yield where a rule of the author does not hold: the place and the name of the entry, and the message."""
        values, each, section = self.values(concept, rules), condition.file.each, self.section_of(condition)
        unread = self.scores[section].under(rules).unread(concept) if section in self.scores else ()
        parts: list[tuple[str, ...]] = [(name,) for name in condition.members] or [()]
        for place, entry in enumerate(values.parts[fold(each)] if each else [{"name": ""}]):
            # What could not be read proves nothing.
            is_lost = section in self.things and any(concept.unread_within(section, place, *part) for part in parts)
            if entry["name"] in unread or is_lost:
                continue
            given = values.with_entry(entry)
            if not condition.must(given):
                says = (part if isinstance(part, str) else signed(part(given)) for part in condition.says)
                yield place, entry["name"], "".join(says).replace("{name}", entry["name"])

    @cache_by_identity(16)  # each rule of the author asks for those of the same character
    def values(self, concept: Any, rules: Any) -> Values:
        """Return what formulas may name, by folded names: numbers, lists and choices. It is cached."""
        # A number wins over a line of its name.
        numbers: dict[str, int] = {fold(key): bool(getattr(concept, key)) for key in self.file.lines}
        numbers |= numbers_of(self.file, rules)
        parts: dict[str, Any] = {}
        for key, names in self.choices.items():
            parts[fold(key)] = {"name": names.find(getattr(concept, key) or "")}
        for key, group in self.scores.items():
            scores = group.under(rules).of(concept)
            numbers |= {fold(name): number for name, number in scores.items()}
            parts[fold(key)] = [{"name": name, "value": number} for name, number in scores.items()]
        for key, picks in self.picks.items():
            # No more than there are: what is picked twice, or unknown, is an error already.
            parts[fold(key)] = [{"name": name} for name in picks.of(concept)[: len(picks.names)]]
        for key, things in self.things.items():
            parts[fold(key)] = things.entries(concept)
        added = Counter[str]()
        for things in self.things.values():
            adds = things.role("adds")
            for thing in getattr(concept, things.key) if adds else ():
                added.update(things.derived.by_entry(getattr(thing, adds)))
        for key, derived in self.file.derived.items():
            formula, values = self.formulas["derived", key, "is"], Values(numbers, parts)
            span = self.spans[key]
            if not derived.each:
                numbers[fold(key)] = span.nearest(formula(values) + added[key])
                continue
            # What an entry has wins over other names, as where the formula was checked.
            parts[fold(key)] = [
                {"name": entry["name"], "value": span.nearest(formula(values.with_entry(entry)) + added[key])}
                for entry in parts[fold(derived.each)]
            ]
        return Values(numbers, parts)
