"""The roles that come with chargen: a folder of archetypes for each game."""

from dataclasses import dataclass
from pathlib import Path

from chargen.core.names import fold
from chargen.core.resources import folder
from chargen.npc.archetype_file import outline


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """An archetype that comes with chargen."""

    name: str
    """What ``--role`` calls it."""
    title: str
    about: str
    """A line for lists of roles."""
    path: Path


def _paths(system: str) -> list[Path]:
    return sorted((folder("presets") / "npcs" / system).glob("*.yaml"))


def names(system: str) -> list[str]:
    """The names of a game's roles, sorted. Reads none of them."""
    return [path.stem for path in _paths(system)]


def path(system: str, name: str) -> Path | None:
    """The file of a game's role, by any spelling of its name; None where the game has no such role."""
    return next((path for path in _paths(system) if fold(path.stem) == fold(name)), None)


def roles(system: str) -> list[Role]:
    """A game's roles, sorted by name."""
    found = []
    for each in _paths(system):
        title, about = outline(each)
        found.append(Role(name=each.stem, title=title, about=about, path=each))
    return found
