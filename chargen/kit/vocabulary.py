"""Find the names that a game knows in any spelling.

Traits, abilities, ranks, and the rows of a table of weapons all have names. A `Vocabulary` has such names in the order
of the book, finds an entry by any of its spellings, suggests a name for an unknown word, and writes the JSON Schema of
a mapping with these names as keys.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar, overload

from chargen.text.names import did_you_mean, fold, only_near, there_are, with_article

T = TypeVar("T")
V = TypeVar("V")

_PUNCTUATION = r"[^\w ]+"


def in_case_of(word: str, name: str) -> str:
    """Return a name in lower case where a word is written so, as players write rows of tables; else as it is.

    >>> in_case_of("raper", "Rapier"), in_case_of("Raper", "Rapier")
    ('rapier', 'Rapier')
    """
    return name.lower() if word.islower() and fold(name.lower()) == fold(name) else name


def split_names(text: str) -> list[str]:
    """Return the names that a text lists with commas, without a bracket of theirs; one where it has no comma.

    >>> split_names("knife, pistol"), split_names("knife, pistol]"), split_names("Rapier")
    (['knife', 'pistol'], ['knife', 'pistol'], ['Rapier'])
    """
    return [name for name in (part.strip(" []") for part in text.split(",")) if name]


def spellings_of(entry: object) -> tuple[str, ...]:
    """Return the spellings of an entry: of a text, or of a row's ``name``, where a slash separates names of one thing.

    >>> spellings_of("Rapier"), spellings_of("Knife/Dagger")
    (('Rapier',), ('Knife/Dagger', 'Knife', 'Dagger'))
    """
    name = str(getattr(entry, "name", entry))
    return (name, *map(str.strip, name.split("/"))) if "/" in name else (name,)


class Vocabulary(Sequence[T], Generic[T]):
    """A list of names of one kind, or of the rows of a table, in the order of the book.

    ``what`` is the term for an entry, such as ``skill``. ``spelled`` returns the spellings of an entry; files and hints
    use the first, or what ``written`` returns. If two entries share a spelling, the first entry counts. Hints omit
    entries that are ``unsaid``, and know the words of other games in ``like``, each with the entry's name.

    >>> short = {"Combat": ("Combat", "Cmb"), "Tactics": ("Tactics", "Tct")}
    >>> skills = Vocabulary("skill", short, short.__getitem__, like=[("melee", "Combat")], written=str.lower)
    >>> skills.find("cmb"), skills.find("Tactic"), skills.find("Stealth")
    ('Combat', 'Tactics', None)
    >>> skills.suggest("Melee"), skills.suggest("tactcis")
    ('did you mean `combat`?', 'did you mean `tactics`?')
    >>> skills.suggest("Stealth")
    'there are combat and tactics'
    """

    def __init__(
        self,
        what: str,
        entries: Iterable[T],
        spelled: Callable[[T], Iterable[str]] = spellings_of,
        *,
        table: str = "",
        unsaid: Callable[[T], bool] = lambda entry: False,
        like: Iterable[tuple[str, str]] = (),
        written: Callable[[T], str] | None = None,
    ) -> None:
        self.what = what
        self.table = table
        """The name of the table in the book, such as ``table of weapons``; empty where the entries are in no table."""
        self._entries = tuple(entries)
        self._spelled = spelled
        self._unsaid = unsaid
        self._written = written
        self._like = {fold(word): name for word, name in like}
        self._exact: dict[str, tuple[T, ...]] = {}
        for entry in self._entries:
            for word in dict.fromkeys(map(fold, spelled(entry))):
                self._exact[word] = (*self._exact.get(word, ()), entry)

    def without(self, entries: Iterable[T | None]) -> "Vocabulary[T]":
        """Return the same vocabulary without some of its entries.

        >>> Vocabulary("skill", ["Stealth", "Guns"]).without(["Guns", None]).keys
        ['Stealth']
        """
        left = [entry for entry in self._entries if entry not in entries]
        like = self._like.items()
        more: dict[str, Any] = {"unsaid": self._unsaid, "like": like, "written": self._written}
        return Vocabulary(self.what, left, self._spelled, table=self.table, **more)

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
        # Reversed, so that of words that become alike the first one's entries count.
        return {_fold_loosely(word): entries for word, entries in reversed(self._exact.items())}

    def find_all(self, word: str) -> tuple[T, ...]:
        """Return every entry that a word means, in order; empty for an unknown word.

        Case, spaces, hyphens and underscores are ignored. If no entry matches, accents, punctuation and the s of a
        plural are ignored as well.

        >>> Vocabulary("weapon", ["Knife/Dagger", "Knife"]).find_all("knives")
        ()
        >>> Vocabulary("weapon", ["Knife/Dagger", "Knife"]).find_all("KNIFE")
        ('Knife/Dagger', 'Knife')
        """
        return self._exact.get(fold(word)) or self._loose.get(_fold_loosely(word), ())

    def find(self, word: str) -> T | None:
        """Return the entry that a word means, the first if there are several; None for an unknown word."""
        entries = self._exact.get(fold(word)) or self._loose.get(_fold_loosely(word))
        return entries[0] if entries else None

    def by_entry(self, numbers: Mapping[str, V | None]) -> dict[T, V]:
        """Return the values of a mapping by entry, without those that are missing.

        Keys may have any spelling; of several for one entry, the first with a value counts.

        >>> Vocabulary("trait", ["Grit", "Will"]).by_entry({"Grit": None, "will": 3, "Bold": 1, "WILL": 2})
        {'Will': 3}
        """
        values: dict[T, V] = {}
        for word, value in numbers.items():
            if value is not None and (entry := self.find(word)) is not None:
                values.setdefault(entry, value)
        return values

    def spelling(self, entry: T, words: Iterable[str]) -> str:
        """Return the first of some words that means an entry, so that a file's own spelling stays; else its key.

        >>> traits = Vocabulary("trait", ["Grit", "Will"])
        >>> traits.spelling("Will", {"grit": 1, "WILL": 2}), traits.spelling("Will", ["grit"])
        ('WILL', 'Will')
        """
        return next((word for word in words if self.find(word) == entry), self.key(entry))

    def find_similar(self, word: str) -> T | None:
        """Return the entry for which other games use a word; None where there is none.

        >>> Vocabulary("skill", ["Combat"], like=[("melee", "Combat")]).find_similar("Melee")
        'Combat'
        """
        return self.find(self._like.get(fold(word), ""))

    def key(self, entry: T) -> str:
        """Return an entry as files and hints write it."""
        if self._written is not None:
            return self._written(entry)
        return next(iter(self._spelled(entry)))

    @property
    def keys(self) -> list[str]:
        """Return every entry as files and hints write it.

        >>> Vocabulary("skill", ["Combat", "Luck"], written=str.lower).keys
        ['combat', 'luck']
        """
        return [self.key(entry) for entry in self._entries]

    @property
    def words(self) -> list[str]:
        """Return every word that a hint may use: the keys of the entries, then their other spellings."""
        by_fold: dict[str, str] = {}
        entries = [entry for entry in self._entries if not self._unsaid(entry)]
        for word in (*map(self.key, entries), *(word for entry in entries for word in self._spelled(entry))):
            by_fold.setdefault(fold(word), word)
        return list(by_fold.values())

    @property
    def rows(self) -> dict[str, T]:
        """Return the entry of each word that a hint may use.

        >>> Vocabulary("weapon", ["Knife/Dagger"]).rows
        {'Knife/Dagger': 'Knife/Dagger', 'Knife': 'Knife/Dagger', 'Dagger': 'Knife/Dagger'}
        """
        return {word: self._exact[fold(word)][0] for word in self.words}

    def suggest(self, word: str, *elsewhere: "Vocabulary[Any]", otherwise: str = "") -> str:
        """Return a hint on an unknown word: its meaning ``elsewhere``, the most similar name, or the list of names.

        ``otherwise`` replaces the list of names.

        >>> Vocabulary("trait", ["Grit"]).suggest("axe", Vocabulary("weapon", ["Axe"]))
        'Axe is a weapon'
        """
        for other in elsewhere:
            if (entry := other.find(word)) is not None:
                return f"{entry} is {with_article(other.what)}"
        if (near := self.find_similar(word)) is not None:
            return f"did you mean `{in_case_of(word, self.key(near))}`?"
        otherwise = otherwise or (there_are(self.keys) if self else "none is known")
        # A text with commas is a list; a similar name would be a guess about one part of it.
        if len(split_names(word)) > 1:
            return otherwise
        return did_you_mean(word, [in_case_of(word, known) for known in self.words], otherwise)

    def only_near(self, word: str) -> str | None:
        """Return the only entry that a word may misspell, as files write it; None if there are several or none.

        >>> Vocabulary("skill", ["Stealth", "Guns"]).only_near("Stealht")
        'Stealth'
        >>> Vocabulary("skill", ["Stealth", "Guns"]).only_near("stealht")
        'stealth'
        """
        near = only_near(word, self.words)
        return None if near is None or self.find_similar(word) is not None else in_case_of(word, near)

    def schema(self, value: Mapping[str, object]) -> dict[str, object]:
        """Return the JSON Schema of a mapping from these names, in any spelling, to values of the schema ``value``.

        >>> traits = Vocabulary("trait", ["Grit"], lambda name: (name, "G"), written=str.lower)
        >>> traits.schema({"type": "integer"})["patternProperties"]
        {'^(G|Grit|g)$': {'type': 'integer'}}
        """
        words = [word for entry in self for word in self._spelled(entry)]
        # Editors compare keys letter by letter, so the usual spellings are listed.
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
def _fold_loosely(word: str) -> str:
    """Return a word without accents and punctuation, each of its words without the s of a plural."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", fold(word)) if not unicodedata.combining(sign))
    return " ".join(part.removesuffix("s") for part in re.sub(_PUNCTUATION, " ", plain).split())
