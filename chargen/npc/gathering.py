"""Who is wanted, in words: files, folders, patterns, spreadsheets, and people of games, of roles and of archetypes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from glob import has_magic
from itertools import chain
from pathlib import Path

from chargen import fileio, registry
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Diagnostic, error
from chargen.core.names import fold
from chargen.core.source import Source
from chargen.npc import archetype as archetypes
from chargen.npc import check_file, generation, ordering
from chargen.npc.archetype import Reading
from chargen.npc.details import LINE
from chargen.npc.generation import Order
from chargen.npc.ordering import SPREADSHEETS, Ordered

_TIMES = re.compile(r"(.+)\*([0-9]+)")
MOST = 10_000
"""The most people that one word may ask for (ours)."""


class Kind(Enum):
    """What sort of thing a word names."""

    GAME = auto()
    """A game, or a role of one."""
    SPREADSHEET = auto()
    DOCUMENT = auto()
    """A YAML file: an archetype, or a character."""
    FILES = auto()
    """Anything else: a folder, a pattern, standard input, or what is no file at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What a word names, before any file is read."""

    kind: Kind
    name: str
    """The word without how often it counts."""
    times: int | None = None
    """How often it counts; None where it does not say."""

    @property
    def game_and_role(self) -> tuple[str, str]:
        """The two parts of a word that names a game; the role is empty where it names none."""
        game, _, role = self.name.partition("/")
        return game, role


def read_word(word: str) -> Word:
    """Return what a word names; a file of that name goes before all else that it could mean.

    >>> read_word("five-by-five/guard*4")
    Word(kind=<Kind.GAME: 1>, name='five-by-five/guard', times=4)
    >>> read_word("kai.yaml").kind, read_word("crew.csv").kind, read_word("people/*.yaml").kind
    (<Kind.DOCUMENT: 3>, <Kind.SPREADSHEET: 2>, <Kind.FILES: 4>)
    """
    match = None if fileio.exists(word) else _TIMES.fullmatch(word)
    name, times = (word, None) if match is None else (match[1], int(match[2][:9]))
    is_file = fileio.exists(name)
    if not is_file and has_magic(name):
        return Word(kind=Kind.FILES, name=word)
    if name.lower().endswith(fileio.YAML):
        return Word(kind=Kind.DOCUMENT, name=name, times=times)
    if name.lower().endswith(SPREADSHEETS) and times is None:
        return Word(kind=Kind.SPREADSHEET, name=name)
    if not is_file and _is_of_a_game(name):
        return Word(kind=Kind.GAME, name=name, times=times)
    return Word(kind=Kind.FILES, name=word)


def _is_of_a_game(name: str) -> bool:
    """Whether what is no file is the key of a game, or a game and a role; a game that nobody knows is told as one."""
    game, slash, role = name.partition("/")
    is_known = any(fold(game) == fold(key) for key in registry.names())
    return "/" not in role and (is_known or (bool(slash and role) and not fileio.exists(game)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Somebody who is wanted: one of an order, a character's file, or what is wrong with a word."""

    word: int
    """Which of the words means this one, from 0."""
    order: Order | None = None
    """Of whom this is ``number``, where somebody is made."""
    number: int = 0
    name: str = ""
    """How findings call the order."""
    input_file: fileio.Input | None = None
    checked: Checked | None = None
    """What was read, where nobody is made."""

    @property
    def system(self) -> str:
        """The key of the game; empty where that cannot be said."""
        if self.order is not None:
            return self.order.system
        return self.checked.game.key if self.checked is not None and self.checked.game is not None else ""

    def character(self) -> Checked:
        """Return the character, made or read; what is wrong stands in its diagnostics."""
        if self.order is None:
            assert self.checked is not None
            return self.checked
        called = f"{self.name}, NPC {self.number}"
        try:
            checked = self.order.npc(self.number).checked
            return replace(checked, source=replace(checked.source, name=called))
        except generation.NpcRejected as fault:
            return _failed(called, fault.diagnostics, fault.sources)


@dataclass(slots=True)
class Gathering:
    """Gathers whom words mean, and remembers how many of an archetype there are already.

    ``PATH*4`` is four of a file, ``GAME/ROLE*4`` four of a role that comes with a game, ``GAME*4`` four of anybody, and
    a spreadsheet a person for each row. What is named a second time goes on where it ended.
    """

    number: int
    """How many people are made of an archetype where its word does not say."""
    seed: str
    pack: str = ""
    detail: str = LINE
    """Those of `Order`."""
    counts: Counter[str] = field(default_factory=Counter)

    def gathered(self, words: Iterable[str]) -> list[Checked]:
        """Return everybody who is meant by some words, in order; what is wrong stands in the diagnostics of each."""
        return [wanted.character() for wanted in self.wanted(words)]

    def wanted(self, words: Iterable[str]) -> Iterator[Wanted]:
        """Yield everybody who is meant by some words, in order; those that are made are not made yet."""
        meant = [read_word(word) for word in words]
        tables = {index: word.name for index, word in enumerate(meant) if word.kind is Kind.SPREADSHEET}
        met = {index: list(self._meant(index, word)) for index, word in enumerate(meant) if index not in tables}
        everybody = list(chain.from_iterable(met.values()))
        games = {wanted.system for wanted in everybody} - {""}
        met |= {index: list(self._rows(index, name, games)) for index, name in tables.items()}
        whole = {
            name: replace(order, last=self.counts[name])
            for name, order in {wanted.name: wanted.order for wanted in everybody}.items()
            if order is not None
        }
        for index in range(len(meant)):
            for wanted in met[index]:
                yield replace(wanted, order=whole.get(wanted.name, wanted.order)) if wanted.order else wanted

    def _meant(self, index: int, word: Word) -> Iterator[Wanted]:
        if word.times is not None and not 1 <= word.times <= MOST:
            shown = f"{word.name}*{word.times}"
            why = f"a number from 1 to {MOST:,} stands after the *; found {word.times}"
            yield Wanted(word=index, checked=_failed(shown, (error(why, code="archetype/number", file=shown),)))
        elif word.kind is Kind.GAME:
            reading = archetypes.read(*word.game_and_role, self.pack)
            yield from self._people(index, reading, word.name, word.times or self.number)
        else:
            for input_file in fileio.expand([word.name]):
                yield from self._file(index, input_file, word.times)

    def _file(self, index: int, input_file: fileio.Input, times: int | None) -> Iterator[Wanted]:
        checked = check_file.check(input_file)
        if checked.holds == check_file.ARCHETYPE and checked.ok and input_file.path is not None:
            reading = archetypes.check(input_file.path, input_file.shown, self.pack)
            yield from self._people(index, reading, input_file.shown, times or self.number)
        elif not checked.ok or checked.holds not in check_file.FOR_ALL:
            yield from [Wanted(word=index, input_file=input_file, checked=checked)] * (times or 1)

    def _people(self, index: int, reading: Reading, name: str, number: int) -> Iterator[Wanted]:
        """Some people of an archetype; those after the ones that were wanted of it before."""
        if reading.archetype is None:
            yield Wanted(word=index, checked=_failed(name, reading.diagnostics, reading.sources))
            return
        order = ordering.order_of(reading.archetype, self.seed, detail=self.detail)
        for _ in range(number):
            self.counts[name] += 1
            yield Wanted(word=index, order=order, number=self.counts[name], name=name)

    def _rows(self, index: int, word: str, games: Iterable[str]) -> Iterator[Wanted]:
        """A person for each row of a spreadsheet; of the game that it names, or that all others are of."""
        read = self._ordered(Path(word), sorted(games))
        if read.diagnostics:
            yield Wanted(word=index, checked=_failed(word, tuple(read.diagnostics), tuple(read.sources)))
        if read.order is not None:
            for number, row in enumerate(read.order.rows, 1):
                if not row.diagnostics:
                    yield Wanted(word=index, order=read.order, number=number, name=word)

    def _ordered(self, path: Path, games: list[str]) -> Ordered:
        try:
            game = ordering.game_of(path) or (games[0] if len(games) == 1 else "")
        except fileio.Unreadable as fault:
            return Ordered(None, fileio.unread(str(path), fault).diagnostics)
        if not game:
            why, hint = "it does not say of which game its people are", "add a column `system`, with the key of a game"
            return Ordered(None, (error(why, code="spreadsheet/no-system", hint=hint, file=str(path)),))
        return ordering.ordered(game, "", path, self.seed, pack=self.pack, detail=self.detail)


def names_people(word: str) -> bool:
    """Return whether a word means people that are made, and not files as they are."""
    meant = read_word(word)
    return meant.kind in (Kind.GAME, Kind.SPREADSHEET) or meant.times is not None


def _failed(name: str, diagnostics: tuple[Diagnostic, ...], sources: tuple[Source, ...] = ()) -> Checked:
    return Checked(source=Source(name, ""), diagnostics=diagnostics, others=sources)
