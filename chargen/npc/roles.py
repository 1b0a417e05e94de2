"""The roles of a game: archetypes that come with chargen, or with the package that brings the game."""

from dataclasses import dataclass
from pathlib import Path

from chargen import registry
from chargen.core.names import fold
from chargen.core.source import load


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """An archetype that comes with a game."""

    name: str
    """The value of ``--role``."""
    title: str
    about: str
    """A line for lists of roles."""
    path: Path


def _paths(game: str) -> list[Path]:
    try:
        return sorted((registry.resources(game) / "npcs" / game).glob("*.yaml"))
    except registry.Unavailable:
        return []


def list_roles(game: str) -> list[str]:
    """Return the sorted names of a game's roles without reading them; none for an unknown game."""
    return [path.stem for path in _paths(game)]


def path(game: str, name: str) -> Path | None:
    """Return the file of a game's role, by any spelling of its name; None where the game has no such role."""
    return next((path for path in _paths(game) if fold(path.stem) == fold(name)), None)


def title(path: Path) -> str:
    """Return the title of an archetype whose file states none.

    >>> title(Path("dock-guard.yaml"))
    'Dock guard'
    """
    words = fold(path.stem)
    return words[:1].upper() + words[1:]


def _read_role(path: Path) -> Role:
    """Read the title of an archetype file and the line about it, without checking the rest."""
    data = load(path.name, path.read_bytes()).data
    texts = {fold(key): str(value) for key, value in data.items()} if isinstance(data, dict) else {}
    return Role(name=path.stem, title=texts.get("title") or title(path), about=texts.get("about", ""), path=path)


def roles(game: str) -> list[Role]:
    """Return a game's roles, sorted by name."""
    return [_read_role(path) for path in _paths(game)]
