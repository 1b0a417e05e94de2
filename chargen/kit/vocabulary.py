"""Vocabularies: the names that a game knows, in any spelling.

Traits, abilities, ranks, and the rows of a table of weapons: each is something that a player calls by name. A
`Vocabulary` holds them in the order of the book, finds one by any spelling of it, says what was most likely meant by a
word that is none of them, and writes the JSON Schema of a mapping from its names.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar, overload

from chargen.core.names import did_you_mean, fold, listing, only_near, slug, with_article

T = TypeVar("T")
V = TypeVar("V")

_PUNCTUATION = re.compile(r"[^\w ]+")


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A name of the rules, with its abbreviation. There is one of each: none is equal to another.

    >>> offence = Name("Offensive Rating", "OR")
    >>> str(offence), offence.key, offence.spellings
    ('Offensive Rating', 'offensive_rating', ('Offensive Rating', 'OR'))
    """

    full: str
    short: str = ""
    like: tuple[str, ...] = ()
    """What other games call something like it: no spelling of it, only for hints."""
    key: str = field(init=False)
    """The name as a concept file writes it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", slug(self.full).replace("-", "_"))

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the name, and the abbreviation where there is one."""
        return (self.full, self.short) if self.short else (self.full,)

    def __str__(self) -> str:
        return self.full


def parts(name: str) -> tuple[str, ...]:
    """Return the spellings of a name as a table prints it: a slash parts two names of one thing.

    >>> parts("Rapier"), parts("Knife/Dagger")
    (('Rapier',), ('Knife/Dagger', 'Knife', 'Dagger'))
    """
    return (name, *map(str.strip, name.split("/"))) if "/" in name else (name,)


def spellings(entry: object) -> Iterable[str]:
    """Return what an entry may be called: the spellings of a `Name`, the `parts` of a text, or of a row's ``name``."""
    if isinstance(entry, Name):
        return entry.spellings
    return parts(str(getattr(entry, "name", entry)))


class Vocabulary(Sequence[T], Generic[T]):
    """The names of one kind, or the rows of a table, in the order of the book.

    ``what`` is one of them in words, such as ``skill``; ``spelled`` gives the spellings of an entry, the first of which
    is how files and hints write it. Of two entries with one spelling the first counts. No hint says what is ``unsaid``.

    >>> skills = Vocabulary("skill", [Name("Combat", "Cmb", like=("melee",)), Name("Tactics", "Tct")])
    >>> str(skills.called("cmb")), str(skills.called("Tactic")), skills.called("Stealth")
    ('Combat', 'Tactics', None)
    >>> skills.instead("Melee"), skills.instead("tactcis")
    ('did you mean `combat`?', 'did you mean `tactics`?')
    >>> skills.instead("Stealth")
    'there are combat and tactics'
    """

    def __init__(
        self,
        what: str,
        entries: Iterable[T],
        spelled: Callable[[T], Iterable[str]] = spellings,
        *,
        table: str = "",
        unsaid: Callable[[T], bool] = lambda entry: False,
        like: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.what = what
        self.table = table
        """What the book calls the table that lists them, such as ``table of weapons``; empty where it is no table."""
        self._entries = tuple(entries)
        self._spelled = spelled
        self._unsaid = unsaid
        self._like = {fold(word): name for word, name in like}
        self._exact: dict[str, tuple[T, ...]] = {}
        for entry in self._entries:
            for word in dict.fromkeys(map(fold, spelled(entry))):
                self._exact[word] = (*self._exact.get(word, ()), entry)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._entries[index]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    @cached_property
    def _loose(self) -> Mapping[str, tuple[T, ...]]:
        return {_loosely(word): entries for word, entries in reversed(self._exact.items())}

    def all_called(self, word: str) -> tuple[T, ...]:
        """Return every entry that a word means, in order; none where it means nothing here.

        Case, blanks, hyphens and underscores never matter; where nothing has that spelling, accents, punctuation and
        the s of a plural do not either.

        >>> Vocabulary("weapon", ["Knife/Dagger", "Knife"]).all_called("knives"), parts("Knife/Dagger")[1:]
        ((), ('Knife', 'Dagger'))
        >>> Vocabulary("weapon", ["Knife/Dagger", "Knife"]).all_called("KNIFE")
        ('Knife/Dagger', 'Knife')
        """
        return self._exact.get(fold(word)) or self._loose.get(_loosely(word), ())

    def called(self, word: str) -> T | None:
        """Return the entry that a word means, or None; of several the first."""
        entries = self._exact.get(fold(word)) or self._loose.get(_loosely(word))
        return entries[0] if entries else None

    def read(self, numbers: Mapping[str, V]) -> dict[T, V]:
        """Return what a mapping says of each entry, by any spelling of its keys; of two keys for one the first counts.

        >>> Vocabulary("trait", [Name("Grit", "G"), Name("Will")]).read({"will": 3, "Bold": 1, "WILL": 2})
        {Name(full='Will', short='', like=(), key='will'): 3}
        """
        values: dict[T, V] = {}
        for word, value in numbers.items():
            if (entry := self.called(word)) is not None:
                values.setdefault(entry, value)
        return values

    def meant(self, word: str) -> T | None:
        """Return the entry that other games call by that word, or None.

        >>> str(Vocabulary("skill", [Name("Combat", like=("melee",))]).meant("Melee"))
        'Combat'
        """
        folded = fold(word)
        if folded in self._like:
            return self.called(self._like[folded])
        return next((entry for entry in self._entries if isinstance(entry, Name) and folded in entry.like), None)

    def key(self, entry: T) -> str:
        """Return an entry as files and hints write it."""
        return entry.key if isinstance(entry, Name) else next(iter(self._spelled(entry)))

    @property
    def keys(self) -> list[str]:
        """Return every entry as files and hints write it.

        >>> Vocabulary("rating", [Name("Offensive Rating", "OR"), "Luck"]).keys
        ['offensive_rating', 'Luck']
        """
        return [self.key(entry) for entry in self._entries]

    @property
    def words(self) -> list[str]:
        """Return every word that a hint may name: how files write the entries, then their other spellings."""
        by_fold: dict[str, str] = {}
        entries = [entry for entry in self._entries if not self._unsaid(entry)]
        for word in (*map(self.key, entries), *(word for entry in entries for word in self._spelled(entry))):
            by_fold.setdefault(fold(word), word)
        return list(by_fold.values())

    @property
    def rows(self) -> dict[str, T]:
        """Return the entry of each word that a hint may name.

        >>> Vocabulary("weapon", ["Knife/Dagger"]).rows
        {'Knife/Dagger': 'Knife/Dagger', 'Knife': 'Knife/Dagger', 'Dagger': 'Knife/Dagger'}
        """
        return {word: self._exact[fold(word)][0] for word in self.words}

    def instead(self, word: str, *elsewhere: "Vocabulary[Any]", otherwise: str = "") -> str:
        """Return a hint on a word that is none of them: what it is ``elsewhere``, what was meant, or what there is.

        ``otherwise`` replaces the list of what there is.

        >>> Vocabulary("trait", ["Grit"]).instead("axe", Vocabulary("weapon", ["Axe"]))
        'Axe is a weapon'
        """
        for other in elsewhere:
            if (entry := other.called(word)) is not None:
                return f"{entry} is {with_article(other.what)}"
        if (near := self.meant(word)) is not None:
            return f"did you mean `{self.key(near)}`?"
        return did_you_mean(
            word, self.words, otherwise or (f"there are {listing(self.keys)}" if self else "none is known")
        )

    def only_near(self, word: str) -> str | None:
        """Return the one entry that a word misspells, as files write it; None where it may be another, or none.

        >>> Vocabulary("skill", ["Stealth", "Guns"]).only_near("Stealht")
        'Stealth'
        """
        near = only_near(word, self.words)
        return None if near is None or self.meant(word) is not None else near

    def schema(self, value: Mapping[str, object]) -> dict[str, object]:
        """Return the JSON Schema of a mapping from these names, in any of their spellings, to such values.

        >>> Vocabulary("trait", [Name("Grit", "G")]).schema({"type": "integer"})["patternProperties"]
        {'^(G|Grit|g)$': {'type': 'integer'}}
        """
        words = [word for entry in self for word in self._spelled(entry)]
        others = {*words, *map(str.lower, words)} - set(self.keys)
        schema: dict[str, object] = {
            "type": "object",
            "properties": {
                self.key(entry): {**value, "description": " or ".join(self._spelled(entry))} for entry in self._entries
            },
            "additionalProperties": False,
        }
        if others:
            schema["patternProperties"] = {f"^({'|'.join(map(re.escape, sorted(others)))})$": dict(value)}
        return schema


@lru_cache(maxsize=4096)
def _loosely(word: str) -> str:
    """Return a word without accents and punctuation, each of its words without the s of a plural."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", fold(word)) if not unicodedata.combining(sign))
    return " ".join(part.removesuffix("s") for part in _PUNCTUATION.sub(" ", plain).split())


@lru_cache(maxsize=64)
def make_vocabulary(what: str, entries: tuple[str, ...], like: tuple[tuple[str, str], ...] = ()) -> Vocabulary[str]:
    """Return the vocabulary of names that a table may set in its rules: the same one for the same names.

    ``like``: what other games call something like it, and its name here; only for hints.

    >>> guns = make_vocabulary("ability", ("Stealth", "Guns"))
    >>> guns.called("gun"), make_vocabulary("ability", ("Stealth", "Guns")) is guns
    ('Guns', True)
    """
    return Vocabulary(what, entries, lambda name: (name,), like=like)
