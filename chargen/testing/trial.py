"""A game on trial: with its folder of concepts, each checked once."""

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from chargen.checking.concept import Checked
from chargen.core.diagnostic import KeyPath
from chargen.core.failure import FaultyGame, find_place
from chargen.core.game import AnyGame, View
from chargen.testing.marks import check_file
from chargen.testing.mutations import faulty_files


@dataclass(frozen=True)
class Trial:
    """A game, and the folder that holds ``good/`` and ``bad/``."""

    game: AnyGame
    folder: Path

    @cached_property
    def good(self) -> list[Checked]:
        """The good files, whatever they turn out to be."""
        return [check_file(path) for path in sorted((self.folder / "good").glob("*.yaml"))]

    @cached_property
    def bad(self) -> dict[Path, Checked]:
        """The bad files, which are named after the rules that they show."""
        return {path: check_file(path) for path in sorted((self.folder / "bad").glob("*.yaml"))}

    @cached_property
    def characters(self) -> list[Checked]:
        """Those of them that are characters of the game without an error."""
        return [checked for checked in self.good if checked.game is self.game and checked.ok]

    @property
    def views(self) -> Iterator[tuple[str, View]]:
        """The name of each of their files, and the character."""
        return ((checked.source.name, checked.view) for checked in self.characters if checked.view is not None)

    @property
    def ledger_rules(self) -> tuple[Callable[..., Any], ...]:
        """The rules of the game's ledger; none where it has no ledger."""
        return self.game.ledger.rules if self.game.ledger is not None else ()

    @cached_property
    def faulty(self) -> list[tuple[KeyPath, Checked]]:
        """Good files with something else at one place, and that place."""
        return list(faulty_files(self.game, self.characters, self.folder / "good"))


def in_a_line(fault: BaseException, game: AnyGame) -> str:
    """Return in a line what a game raised, and the file and line it came from."""
    origin = fault.__cause__ or fault
    last = traceback.extract_tb(origin.__traceback__)[-1]
    place = find_place(origin, *game.homes) or f"{last.filename}:{last.lineno}"
    line = str(fault) if isinstance(fault, FaultyGame) else f"raised {type(fault).__name__}: {fault}"
    return f"{' '.join(line.replace(f' ({place})', '').split())} ({place})"


Promise: TypeAlias = Callable[[Trial], Iterator[str]]
"""Yields a line for each way in which a game breaks it."""
