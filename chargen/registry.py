"""Find every game, and load it only when it is named.

Games are packages with an entry point in the group ``chargen.systems``, and files named ``KEY.game.yaml``: in the
folder of the file that names the game, in its project, or in the folder ``games`` of that project. `beside` says which
folder it is.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from chargen import fileio
from chargen.file_kind import GAME_FILE
from chargen.game.failure import FaultyGame, describe_exception, find_place, package_of
from chargen.game.resources import PRESETS
from chargen.game.timing import timed
from chargen.game.version import VERSION
from chargen.startup.entry_points import EntryPoint, find_entry_points, import_value
from chargen.text import limits
from chargen.text.diagnostic import Severity, error
from chargen.text.names import counted, fold, instead, listing, slug, without_accents
from chargen.text.source import Source, load

if TYPE_CHECKING:
    from chargen.game.contract import AnyGame
    from chargen.gamefile.build import Reading

GROUP = "chargen.systems"
GAMES = "games"  # The folder of a project that may hold its game files
OWN = "chargen"  # The package whose games keep their keys, even where other packages provide the same keys


class Unavailable(Exception):
    """Report a game that cannot be used; ``hint`` says what to do about it, ``code`` is that of the diagnostic."""

    code: str

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class UnknownGame(Unavailable, LookupError):
    """Report a game that is not in the registry; the message names those that are, ``hint`` a similar one."""

    code = "concept/unknown-system"


class BrokenGame(Unavailable, RuntimeError):
    """Report a plug-in that is registered and cannot be loaded."""

    code = "concept/broken-system"


@cache
def _points() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points of each folded key; the one that is used comes first."""
    by_key: dict[str, list[EntryPoint]] = {}
    for point in find_entry_points(GROUP):
        by_key.setdefault(fold(point.name), []).append(point)

    # chargen's own first, as they keep their keys; then by name, so that messages do not depend on the order of
    # installation.
    return {
        key: tuple(sorted(rivals, key=lambda point: (point.package != OWN, package(point))))
        for key, rivals in sorted(by_key.items())
    }


def package(point: EntryPoint) -> str:
    """Return the package that brings a game, with its version; where it has none, the name of the module."""
    return f"{point.package} {point.version}" if point.package else point.module


def list_games() -> list[str]:
    """Return the keys of all games, sorted. Loads none of them."""
    installed = [rivals[0].name for rivals in _points().values()]
    folders = [folder for folder in dict.fromkeys(_folders()) if folder.is_dir()]
    files = (path for folder in folders for path in folder.glob(f"*{GAME_FILE}"))
    # Not a folder of such a name, nor a link that leads nowhere.
    keys = (path.name.removesuffix(GAME_FILE) for path in files if os.path.isfile(path))
    return sorted({*installed, *(key for key in keys if key == slug(key) and fold(key) not in _points())}, key=fold)


def _shown(path: Path) -> str:
    """Return a path for a message: from the working folder, if it is there."""
    absolute = path.absolute()
    return str(absolute.relative_to(Path.cwd()) if absolute.is_relative_to(Path.cwd()) else path)


# Games as files.

_beside: ContextVar[tuple[Path, ...]] = ContextVar("folders with game files", default=())
_located: dict[str, Path] = {}
"""By folded name, where a game file was found last.

What follows from a file that was checked, such as its NPCs, names the game by its key, and no longer has the folder.
"""


@contextmanager
def beside(folder: Path) -> Iterator[None]:
    """Look for game files beside those in a folder, and in its project, within a ``with`` block."""
    token = _beside.set((folder, *_beside.get()))
    try:
        yield
    finally:
        _beside.reset(token)


def _folders() -> Iterator[Path]:
    """Yield the folders that may hold game files, the nearest first: the working folder is the last resort."""
    for folder in dict.fromkeys((*_beside.get(), Path())):
        project = fileio.project(folder)
        yield from (folder, project, project / GAMES)


def game_file(name: str) -> Path | None:
    """Return the game file of that name, in any spelling of its key; None where an installed game has that name."""
    # Installed games win: a downloaded folder must not replace a game by a file of its name.
    if fold(name) in _standing_in or fold(name) in _points():
        return None
    paths = [folder / f"{slug(name)}{GAME_FILE}" for folder in _folders()]
    if not _beside.get() and (before := _located.get(fold(name))) is not None:
        paths.append(before)
    # Also those that do not exist: a result changes when one of them appears.
    for tried in paths:
        fileio.note(tried)
    path = next((path for path in paths if os.path.isfile(path)), None)
    if path is not None:
        _located[fold(name)] = path.absolute()
    return path


def check_game_file(source: Source, path: Path) -> "Reading":
    """Return the game of a file that was read, or its errors; its name is checked too."""
    from chargen.gamefile.build import read_game  # imported here: most games are packages

    key = path.name.removesuffix(GAME_FILE)
    found = []
    if fold(key) in _points():
        message = f"the package {package(_found(key)[0])} brings a game `{key}` already"
        found.append(error(message, code="game/name", hint="rename the file, and write its name after `system:`"))
    if slug(key) != key:
        message = f"the name of a game has small letters and hyphens; found `{key}`"
        found.append(error(message, code="game/name", hint=f"call it {slug(key)}{GAME_FILE}"))
    read = read_game(source, key, path.parent)
    return replace(read, game=None if found else read.game, diagnostics=(*source.locate(found), *read.diagnostics))


def read_game_file(path: Path) -> "Reading":
    """Return the game of a file, or its errors. Raises `fileio.Unreadable`."""
    return _read_game_file(path, str(path), fileio.read_bytes(path, limits.CONCEPT_BYTES))


@lru_cache(maxsize=64)
def _read_game_file(path: Path, shown: str, content: bytes) -> "Reading":
    return check_game_file(load(shown, content), path)


def ignored() -> Iterator[str]:
    """Yield a message for each plug-in whose key belongs to one of chargen's own games."""
    for first, *others in _points().values():
        for point in others if first.package == OWN else ():
            yield f"{package(point)} brings a system `{point.name}`, which is chargen's own key: it is ignored"


def _found(name: str) -> tuple[EntryPoint, ...]:
    points = _points().get(fold(name)) or _points().get(_called(name))
    if points is None:
        raise UnknownGame(f"there is no system `{name}`", instead(name, list_games()))
    return points


@cache
def _called(name: str) -> str:
    """Return the folded key of the installed game with this alternative name, if any. Loads all installed games."""
    for rivals in _points().values():
        with suppress(BrokenGame):
            game = _installed(rivals[0].name)
            if without_accents(name) in map(without_accents, (game.key, game.title, *game.also)):
                return fold(game.key)
    return ""


_MAKERS = ("Game", "make_game")
"""What makes a game in the module of its entry point."""


def describe(name: str) -> dict[str, str]:
    """Return title, credit, summary and origin of a game, mostly without loading it. Raises as `system` does.

    Its origin is its file, or the package that brings it, with its version.
    """
    file = game_file(name)
    if file is None and fold(name) not in _standing_in:
        import ast  # imported here: only lists of games need it

        point = _found(name)[0]
        spec = find_spec(point.module)
        path = Path(spec.origin) if spec is not None and spec.origin else None
        if path is not None and path.suffix == ".py" and path.is_file():
            # The call that makes it is read and not run: importing a game takes longer, and a list needs all of them.
            calls = (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call))
            made = next((call for call in calls if isinstance(call.func, ast.Name) and call.func.id in _MAKERS), None)
            given = {each.arg: each.value for each in (made.keywords if made is not None else ())}
            texts = {
                arg: str(node.value)
                for arg in ("title", "credit", "summary")
                if isinstance(node := given.get(arg), ast.Constant)
            }
            if {"title", "credit"} <= texts.keys():
                return {"summary": "", **texts, "origin": package(point)}
    game = system(name)
    origin = _shown(file) if file is not None else game.origin
    return {"title": game.title, "credit": game.credit, "summary": game.summary, "origin": origin}


def resources(name: str) -> Path:
    """Return the folder with the files of a game. Loads none of chargen's own games; raises as `system` does."""
    if fold(name) in _standing_in or game_file(name) is not None:
        return system(name).resources
    return PRESETS if _found(name)[0].package == OWN else system(name).resources


def system(name: str) -> "AnyGame":
    """Return the game of that name, in any spelling of its key.

    Raises UnknownGame, or BrokenGame where a game file has errors, where a plug-in fails to load, where two packages
    bring a game of that key, where what is loaded is no game of that key, and where it was written for another
    contract. With CHARGEN_DEBUG, what a plug-in raises when it is loaded comes through as it is.
    """
    if fold(name) in _standing_in:
        return _standing_in[fold(name)]
    path = game_file(name)
    if path is None:
        return _installed(name)
    shown = _shown(path)
    try:
        reading = read_game_file(path)
    except fileio.Unreadable as exc:
        raise BrokenGame(f"the game {shown} cannot be read: {exc}", "check the file") from exc
    if reading.game is None:
        first, *others = (one for one in reading.diagnostics if one.severity is Severity.ERROR)
        place = f"{shown}:{first.place.line}:{first.place.column}" if first.place else shown
        more = f" (the first of {counted(1 + len(others), 'error')})" if others else ""
        raise BrokenGame(f"the game has an error: {place}: {first.message}{more}", f"run `chargen check {shown}`")
    return reading.game


@cache
def _installed(name: str) -> "AnyGame":
    """Return the game that a package brings, as `system` does."""
    # Find its one entry point.
    point, *others = _found(name)
    if others and point.package != OWN:
        packages = listing([package(point), *map(package, others)])
        raise BrokenGame(f"{packages} both bring a system `{point.name}`", "uninstall all of them but one")
    upgrade = f"it was written for another version of chargen: look for a release of {package(point)} for {VERSION}"
    reinstall = f"reinstall or remove {package(point)}, or tell its author"
    # Load it.
    described = f"the system `{point.name}` ({package(point)}, {point.value})"
    try:
        with timed("load", point.name):
            loaded = import_value(point.value)
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # a plug-in that raises SystemExit is broken too
        if os.environ.get("CHARGEN_DEBUG"):
            raise
        lacks_name = isinstance(exc, ImportError) and (exc.name or "").partition(".")[0] == OWN
        lacks_field = isinstance(exc, TypeError) and "Game.__init__()" in str(exc)
        message = f"{described} cannot be loaded: {describe_exception(exc, package_of(point.module))}"
        raise BrokenGame(message, upgrade if lacks_name or lacks_field else reinstall) from exc
    # Check that it is a game of this key, for this contract.
    from chargen.game.contract import API, Game  # imported here: the names of games do without

    if not isinstance(loaded, Game):
        raise BrokenGame(f"{described} is no Game but {type(loaded).__name__}", reinstall)
    if loaded.key != point.name:
        message = f"{described} calls itself `{loaded.key}`"
        raise BrokenGame(message, f"its author names the entry point `{loaded.key}` too")
    if loaded.api is None:
        message = f"{described} does not say which contract with chargen it was written for"
        raise BrokenGame(message, f"its author adds `api={API}` to the Game, which is the contract of this chargen")
    if loaded.api != API:
        message = f"{described} was written for contract {loaded.api} with games, and this chargen keeps {API}"
        newer = f"look for a release of chargen after {VERSION}, or for an older one of {package(point)}"
        raise BrokenGame(message, upgrade if loaded.api < API else newer)
    object.__setattr__(loaded, "origin", package(point))  # frozen, and a copy would not be `GAME` itself
    object.__setattr__(loaded, "module", point.module)
    return loaded


_standing_in: dict[str, "AnyGame"] = {}


def games() -> Iterator["AnyGame"]:
    """Load, and yield, every game that can be loaded, in the order of their keys."""
    for key in list_games():
        with suppress(BrokenGame):
            yield system(key)


@contextmanager
def standing_in(game: "AnyGame") -> Iterator[None]:
    """Register a game under its key within a ``with`` block, whether or not one is installed."""
    before = dict(_standing_in)
    _standing_in[fold(game.key)] = game
    try:
        yield
    finally:
        _standing_in.clear()
        _standing_in.update(before)


def unexpected(exc: BaseException, report: str) -> tuple[str, str]:
    """Return the message for an unexpected exception, and the hint: ``report`` where it is chargen's own."""
    if isinstance(exc, FaultyGame):
        return str(exc), exc.hint
    # Whose code it was is decided by the last frame in any game or in chargen itself.
    homes = [package_of(point.module) for points in _points().values() for point in points]
    place = find_place(exc, *homes)
    if place and not Path(place.rpartition(":")[0]).is_relative_to(Path(__file__).resolve().parent):
        return f"a plug-in failed: {describe_exception(exc, *homes)}", FaultyGame.hint
    return f"this should not happen: {describe_exception(exc)}", report
