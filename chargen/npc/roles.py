"""List the roles of a game: archetypes that come with chargen or with the package of the game."""

from dataclasses import dataclass
from pathlib import Path

from chargen import registry
from chargen.fileio import read_source
from chargen.text.names import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """An archetype that comes with a game."""

    name: str  # The value of ``--role``
    title: str
    about: str  # One line that describes the role in lists of roles
    path: Path


def _paths(game: str) -> list[Path]:
    try:
        return sorted((registry.resources(game) / "npcs" / game).glob("*.yaml"))
    except registry.Unavailable:
        return []


def list_roles(game: str) -> list[str]:
    """Return the sorted names of a game's roles without reading the files; empty for an unknown game."""
    return [path.stem for path in _paths(game)]


def find_role(game: str, name: str) -> Path | None:
    """Return the file of a role, found by any spelling of its name; None where the game has no such role."""
    return next((path for path in _paths(game) if fold(path.stem) == fold(name)), None)


def title_from_path(path: Path) -> str:
    """Return the default title of an archetype file: its name in words.

    >>> title_from_path(Path("dock-guard.yaml"))
    'Dock guard'
    """
    words = fold(path.stem)
    return words[:1].upper() + words[1:]


def read_roles(game: str) -> list[Role]:
    """Return the roles of a game, sorted by name."""
    found = []
    for path in _paths(game):
        data = read_source(path, path.name).data
        # No schema check: a list of roles must print even where one of its files has an error.
        texts = {fold(key): str(value) for key, value in data.items()} if isinstance(data, dict) else {}
        title = texts.get("title") or title_from_path(path)
        found.append(Role(name=path.stem, title=title, about=texts.get("about", ""), path=path))
    return found
