"""Hold the game under test: its folder of concepts, each checked once, and what their comments mark."""

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, product
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from chargen import checking
from chargen.checking.concept import Checked, check_data
from chargen.fileio import Input
from chargen.game.contract import AnyGame, View
from chargen.game.failure import FaultyGame, find_place
from chargen.sources.check_file import check_any
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity
from chargen.text.parts import ABSENT, with_value_at
from chargen.text.reader import Plain
from chargen.text.source import Source, load

T = TypeVar("T")

BROKEN = "concept/broken-system"
"""The code of a diagnostic about a game that failed while a file was checked; a comment cannot mark it."""
_WRONG: tuple[Any, ...] = (ABSENT, None, {"none": {"of": "it"}}, "none of it", -7.5, [["none"], 99])
"""The replacements for a value: nothing, null, and a value of each sort that a file can hold."""

Mark: TypeAlias = tuple[int, str, str]  # Line, severity and code of a diagnostic


@dataclass(frozen=True)
class Trial:
    """Hold a game, and the folder that contains ``good/`` and ``bad/``."""

    game: AnyGame
    folder: Path
    most: int | None = None  # The most cases that are tried of one promise; None for all

    def some(self, cases: Sequence[T]) -> Sequence[T]:
        """Return the cases that are tried, from all parts of the list.

        >>> Trial(game=Any, folder=Path(), most=2).some(range(7))
        range(0, 7, 4)
        """
        return cases if self.most is None else cases[:: -(-len(cases) // self.most) or 1]

    @cached_property
    def good(self) -> list[Checked]:
        """Return the good files as checked, with or without errors."""
        return [check_any(Input(path.name, path)) for path in sorted((self.folder / "good").glob("*.yaml"))]

    @cached_property
    def bad(self) -> dict[Path, Checked]:
        """Return the bad files as checked; each is named after the rule that it breaks."""
        return {path: check_any(Input(path.name, path)) for path in sorted((self.folder / "bad").glob("*.yaml"))}

    @cached_property
    def characters(self) -> list[Checked]:
        """Return the good files that are characters of the game without an error."""
        return [checked for checked in self.good if checked.game is self.game and checked.ok]

    @property
    def views(self) -> Iterator[tuple[str, View]]:
        """Yield the file name and the view of each character."""
        return ((checked.source.name, checked.view) for checked in self.characters if checked.view is not None)

    @cached_property
    def faulty(self) -> list[tuple[KeyPath, Checked]]:
        """Return copies of the characters with a wrong value at one place, and that place; each kind of place once.

        All wrong values are tried at each place; where only some cases are tried, one of them, each in its turn.
        """
        schema = self.game.concept.model_json_schema()
        keys = {key for model in (schema, *schema.get("$defs", {}).values()) for key in model.get("properties", {})}
        seen: set[KeyPath] = {("system",)}
        places: list[tuple[Plain, KeyPath]] = []
        for source in (checked.source for checked in self.characters):
            for path in filter(None, source.spans):
                # Two skills are the same kind of place: what is no key of the schema is a name of the character's own.
                kind = tuple(each if each in keys else "*" for each in path)
                if kind not in seen:
                    seen.add(kind)
                    places.append((source.data, path))
        tried = product(places, _WRONG) if self.most is None else zip(self.some(places), cycle(_WRONG), strict=False)
        return [
            (path, check_data(self.game, with_value_at(data, path, wrong), self.folder / "good"))
            for (data, path), wrong in tried
        ]


Promise: TypeAlias = Callable[[Trial], Iterator[str]]  # Yields a line for each way in which a game breaks it


def marked(source: Source) -> Counter[Mark]:
    """Return the diagnostics that a file's comments ask for."""
    marks: Counter[Mark] = Counter()
    for number, line in enumerate(source.lines, start=1):
        for severity, codes in re.findall(r"# (error|warning|note): ((?:\[[^\]]+\](?:, )?)+)", line):
            marks.update((number, severity, code) for code in re.findall(r"\[([^\]]+)\]", codes))
    return marks


def found(diagnostics: Iterable[Diagnostic]) -> Counter[Mark]:
    """Return diagnostics in the form of `marked`."""
    return Counter((one.place.line if one.place else 0, str(one.severity), one.code) for one in diagnostics)


def check_text(text: str, name: str = "concept.yaml") -> Checked:
    """Check the text of a concept as if it were a file in the working folder."""
    return checking.check_source(load(name, text.encode()), None)


def differences(checked: Checked) -> Iterator[str]:
    """Yield each diagnostic that is marked and not found, or found and not marked."""
    marks = marked(checked.source)
    diagnostics = found(one for one in checked.diagnostics if one.code != BROKEN)
    for line, severity, code in marks - diagnostics:
        yield f"{checked.source.name}:{line}: {severity}[{code}] is marked and was not found"
    for line, severity, code in diagnostics - marks:
        yield f"{checked.source.name}:{line}: {severity}[{code}] was found and is not marked"


def is_problem(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic is an error or a warning."""
    return diagnostic.severity is not Severity.NOTE


def in_a_line(exc: BaseException, game: AnyGame) -> str:
    """Return an exception of a game in one line, with the file and the line that raised it."""
    origin = exc.__cause__ or exc
    last = traceback.extract_tb(origin.__traceback__)[-1]
    place = find_place(origin, *game.homes) or f"{last.filename}:{last.lineno}"
    line = str(exc) if isinstance(exc, FaultyGame) else f"raised {type(exc).__name__}: {exc}"
    return f"{' '.join(line.replace(f' ({place})', '').split())} ({place})"
