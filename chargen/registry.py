"""Every game at hand: found by the entry-point group ``chargen.systems``, loaded only when named."""

import inspect
import os
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from chargen.core.game import API, Game
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.resources import PRESETS
from chargen.core.version import VERSION

GROUP = "chargen.systems"
OWN = "chargen"
"""The package whose games keep their keys, whoever else brings them."""


MOST_LETTERS = 200
"""An exception may hold a whole picture as text; so much of it is told (ours)."""


class UnknownGame(LookupError):
    """A game that is not in the registry; the message names those that are, ``hint`` the one that was meant."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no system `{name}`")
        self.hint = did_you_mean(name, names(), f"there are {listing(names())}")


class BrokenGame(RuntimeError):
    """A plug-in that is registered and cannot be loaded; ``hint`` says what to do about it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class FaultyGame(RuntimeError):
    """A game that tripped over a character; the message names it, its package and the place in its code."""

    hint = "tell the author of that game; other games are not touched by it"


@cache
def _points() -> Mapping[str, tuple[EntryPoint, ...]]:
    """By folded key, who brings a game of that key; the one that is taken comes first."""
    by_key: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        by_key.setdefault(fold(point.name), []).append(point)
    return {key: tuple(sorted(rivals, key=_precedence)) for key, rivals in sorted(by_key.items())}


def _precedence(point: EntryPoint) -> tuple[bool, str]:
    return not _is_own(point), package(point)


def _is_own(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == OWN


def package(point: EntryPoint) -> str:
    """Return the package that brings a game, with its version; where it has none, the name of the module."""
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.module


def names() -> list[str]:
    """Return the keys of all games, sorted. Loads none of them."""
    return [rivals[0].name for rivals in _points().values()]


def origin(name: str) -> str:
    """Return the package that brings the game of that name, with its version. Raises UnknownGame."""
    return package(_found(name)[0])


def ignored() -> Iterator[str]:
    """Yield what is said of each plug-in whose key belongs to a game of chargen's own."""
    for first, *others in _points().values():
        for point in others if _is_own(first) else ():
            yield f"{package(point)} brings a system `{point.name}`, which is chargen's own key: it is ignored"


def _found(name: str) -> tuple[EntryPoint, ...]:
    points = _points().get(fold(name))
    if points is None:
        raise UnknownGame(name)
    return points


def resources(name: str) -> Path:
    """Return the folder with the files that a game brings. Loads no game of our own; raises as `system` does."""
    return PRESETS if _is_own(_found(name)[0]) else system(name).resources


@cache
def system(name: str) -> Game[Any, Any, Any]:
    """Return the game of that name, in any spelling of its key.

    Raises UnknownGame, or BrokenGame where a plug-in fails to load, where two packages bring a game of that key, where
    what is loaded is no game of that key, and where it was written for another contract. With CHARGEN_DEBUG, what a
    plug-in raises when it is loaded comes through as it is.
    """
    point, *others = _found(name)
    if others and not _is_own(point):
        packages = listing([package(point), *map(package, others)])
        raise BrokenGame(f"{packages} both bring a system `{point.name}`", "uninstall all of them but one")
    described = f"the system `{point.name}` ({package(point)}, {point.value})"
    try:
        loaded = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as fault:  # a plug-in that leaves the program is broken too
        if os.environ.get("CHARGEN_DEBUG"):
            raise
        raise BrokenGame(f"{described} cannot be loaded: {_said(fault)}", _cure(fault, point)) from fault
    if not isinstance(loaded, Game):
        raise BrokenGame(f"{described} is no Game but {type(loaded).__name__}", _reinstall(point))
    if loaded.key != point.name:
        message = f"{described} calls itself `{loaded.key}`"
        raise BrokenGame(message, f"its author names the entry point `{loaded.key}` too")
    if loaded.api is None:
        message = f"{described} does not say which contract with chargen it was written for"
        raise BrokenGame(message, f"its author adds `api={API}` to the Game, which is the contract of this chargen")
    if loaded.api != API:
        message = f"{described} was written for contract {loaded.api} with games, and this chargen keeps {API}"
        raise BrokenGame(message, _upgrade(point) if loaded.api < API else _upgrade_chargen(point))
    if not _is_own(point) and (misfit := next(_unlike_ours(loaded), "")):
        raise BrokenGame(f"{described} was written for another version of chargen: {misfit}", _upgrade(point))
    return loaded


@contextmanager
def contained(game: Game[Any, Any, Any], door: str) -> Iterator[None]:
    """Turn whatever a game raises within into FaultyGame; ``door`` is what it was asked for.

    Raises MemoryError and KeyboardInterrupt as they are, and with CHARGEN_DEBUG all exceptions.
    """
    try:
        yield
    except (MemoryError, FaultyGame):
        raise
    except (Exception, SystemExit) as fault:
        if os.environ.get("CHARGEN_DEBUG"):
            raise
        try:
            whose = f"{game.title} ({origin(game.key)})"
        except UnknownGame:
            whose = game.title
        raise FaultyGame(f"the game {whose} failed in {door}: {_said(fault)}") from fault


def unexpected(fault: BaseException, report: str) -> tuple[str, str]:
    """Return what is said of an exception that nobody foresaw, and the hint: ``report`` where it is chargen's own."""
    if isinstance(fault, FaultyGame):
        return str(fault), fault.hint
    place = blame(fault)
    if place and not Path(place.rpartition(":")[0]).is_relative_to(Path(__file__).resolve().parent):
        return f"a plug-in failed: {_said(fault)}", FaultyGame.hint
    return f"this should not happen: {_in_a_line(fault)}", report


def _in_a_line(fault: BaseException) -> str:
    said = f"{type(fault).__name__}: {fault}"
    return said if len(said) <= MOST_LETTERS else f"{said[:MOST_LETTERS]} …"


def _said(fault: BaseException) -> str:
    """An exception in a line, with the place in the plug-in that it came from."""
    said = _in_a_line(fault)
    place = blame(fault)
    return f"{said} ({place})" if place else said


def blame(fault: BaseException, *modules: str) -> str:
    """Return the last place in the code of a game that an exception went through, as file:line; empty where none is.

    ``modules`` are looked at besides those that registered games come from.
    """
    if isinstance(fault, SyntaxError) and fault.filename:
        return f"{fault.filename}:{fault.lineno}"
    games = [*modules, *(_home(point) for points in _points().values() for point in points)]
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(fault.__traceback__)
        if any(f"{frame.f_globals.get('__name__')}.".startswith(f"{game}.") for game in games)
    ]
    return f"{frames[-1][0]}:{frames[-1][1]}" if frames else ""


def _home(point: EntryPoint) -> str:
    """The package that a game's code lies in."""
    return point.module.rpartition(".")[0] or point.module if _is_own(point) else point.module.partition(".")[0]


def _cure(fault: BaseException, point: EntryPoint) -> str:
    """What to do about a plug-in that cannot be loaded."""
    is_import = isinstance(fault, ImportError) and (fault.name or "").partition(".")[0] == OWN
    is_field = isinstance(fault, TypeError) and "Game.__init__()" in str(fault)
    return _upgrade(point) if is_import or is_field else _reinstall(point)


def _upgrade(point: EntryPoint) -> str:
    return f"it was written for another version of chargen: look for a release of {package(point)} for {VERSION}"


def _upgrade_chargen(point: EntryPoint) -> str:
    return f"look for a release of chargen after {VERSION}, or for an older one of {package(point)}"


def _reinstall(point: EntryPoint) -> str:
    return f"reinstall or remove {package(point)}, or tell its author"


def _unlike_ours(system: Game[Any, Any, Any]) -> Iterator[str]:
    """Each function of a plug-in that cannot take what chargen hands it."""
    doors: list[tuple[Callable[..., Any] | None, int]] = [
        *((rule, 2) for rule in system.creation),
        *((door, 2) for door in (system.grow, system.derive, system.ask.reply)),
        *((door, 1) for door in (system.stats, system.rolls, system.trackers, system.sheet, system.card)),
        (system.compact, 1),
        (system.starter, 1),
        *(((system.npc.propose, 3), (system.npc.spend, 4), (system.npc.word_faults, 2)) if system.npc else ()),
    ]
    if not isinstance(system.resources, Path):
        yield f"`resources` is no Path but {type(system.resources).__name__}"
    for door, number in doors:
        if door is None:
            continue
        try:
            inspect.signature(door).bind(*range(number))
        except TypeError:
            yield f"`{getattr(door, '__name__', door)}` does not take {number} argument{'s' * (number > 1)}"
        except ValueError:  # written in C, and without a signature
            continue
