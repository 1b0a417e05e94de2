"""The roles of a game: a folder of archetypes that comes with chargen, or with the package that brings the game."""

from dataclasses import dataclass
from pathlib import Path

from chargen import registry
from chargen.core.names import fold
from chargen.npc.archetype_file import outline


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """An archetype that comes with a game."""

    name: str
    """What ``--role`` calls it."""
    title: str
    about: str
    """A line for lists of roles."""
    path: Path


def _paths(game: str) -> list[Path]:
    try:
        return sorted((registry.resources(game) / "npcs" / game).glob("*.yaml"))
    except registry.Unavailable:
        return []


def names(game: str) -> list[str]:
    """Return the names of the roles of the game with that key, sorted; of no such game, none. Reads none of them."""
    return [path.stem for path in _paths(game)]


def path(game: str, name: str) -> Path | None:
    """Return the file of a game's role, by any spelling of its name; None where the game has no such role."""
    return next((path for path in _paths(game) if fold(path.stem) == fold(name)), None)


def roles(game: str) -> list[Role]:
    """Return a game's roles, sorted by name."""
    outlines = [(path, *outline(path)) for path in _paths(game)]
    return [Role(name=path.stem, title=title, about=about, path=path) for path, title, about in outlines]
