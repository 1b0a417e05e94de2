"""Who is meant by the arguments of a command: files, folders, patterns, and people of archetypes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from glob import has_magic
from pathlib import Path

from chargen import fileio, registry
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Diagnostic
from chargen.core.names import fold
from chargen.core.source import Source
from chargen.npc import archetype as archetypes
from chargen.npc import check_file, generation
from chargen.npc.archetype import Reading

_TIMES = re.compile(r"(.+)\*([1-9][0-9]{0,2})")
_SUFFIXES = (".yaml", ".yml")
USUAL_SEED = "encounter"
"""The seed of people where none is given: the same on cards as in a fight."""


@dataclass(slots=True)
class Gathering:
    """Gathers characters, and remembers how many of an archetype there are already."""

    number: int
    """How many people are made of an archetype where its argument does not say."""
    seed: str
    counts: Counter[str] = field(default_factory=Counter)

    def gathered(self, words: Iterable[str]) -> list[Checked]:
        """Everybody who is meant by some arguments, in order; what is wrong stands in the diagnostics of each.

        ``PATH*4`` is four of a file, and ``GAME/ROLE*4`` four of a role that comes with chargen.
        """
        return [character for word in words for character in self._meant(word)]

    def _meant(self, word: str) -> Iterator[Checked]:
        match = None if Path(word).exists() else _TIMES.fullmatch(word)
        name, times = (match[1], int(match[2])) if match is not None else (word, None)
        if (reading := _role(name)) is not None:
            yield from self._people(reading, name, times or self.number)
        elif match is not None and name.lower().endswith(_SUFFIXES):
            yield from self._file(fileio.Input(name, Path(name)), times)
        else:
            for input_file in fileio.expand([word]):
                yield from self._file(input_file, None)

    def _file(self, input_file: fileio.Input, times: int | None) -> Iterator[Checked]:
        checked = check_file.check(input_file)
        if checked.holds == check_file.ARCHETYPE and checked.ok and input_file.path is not None:
            reading = archetypes.check(input_file.path, input_file.shown)
            yield from self._people(reading, input_file.shown, times or self.number)
        elif not checked.ok or checked.holds not in check_file.FOR_ALL:
            yield from [checked] * (times or 1)

    def _people(self, reading: Reading, name: str, number: int) -> Iterator[Checked]:
        """Some people of an archetype; those after the ones that were made of it before."""
        if reading.archetype is None:
            yield _failed(name, reading.diagnostics, reading.sources)
            return
        archetype = reading.archetype
        order = generation.Order(system=archetype.system, role=archetype.role, seed=self.seed, archetype=archetype)
        for _ in range(number):
            self.counts[name] += 1
            try:
                checked = generation.make_npc(order, self.counts[name]).checked
                yield replace(checked, source=replace(checked.source, name=f"{name}, person {self.counts[name]}"))
            except generation.NpcRejected as fault:
                yield _failed(f"{name}, person {self.counts[name]}", fault.diagnostics, fault.sources)


def names_people(word: str) -> bool:
    """Whether an argument means people that are made, and not files as they are: ``PATH*4`` or ``GAME/ROLE*4``."""
    match = None if Path(word).exists() else _TIMES.fullmatch(word)
    name = match[1] if match is not None else word
    return (match is not None and name.lower().endswith(_SUFFIXES)) or _role(name) is not None


def _failed(name: str, diagnostics: tuple[Diagnostic, ...], sources: tuple[Source, ...]) -> Checked:
    return Checked(source=Source(name, ""), diagnostics=diagnostics, others=sources)


def _role(word: str) -> Reading | None:
    """The archetype that is meant by a game's key and a role, parted by a slash; None where a path is meant."""
    game, slash, role = word.partition("/")
    if not slash or "/" in role or word.lower().endswith(_SUFFIXES) or has_magic(word) or Path(word).exists():
        return None
    is_game = any(fold(game) == fold(key) for key in registry.names())
    return archetypes.read(game, role) if role and (is_game or not Path(game).exists()) else None
