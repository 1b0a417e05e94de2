"""Find out what an argument names, without importing what makes NPCs."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from glob import has_magic

from chargen import fileio, registry
from chargen.file_kind import FileKind, find_kind
from chargen.text.names import fold

_TIMES = r"(.+)\*([0-9]+)"


class SourceKind(Enum):
    """The kinds of sources of NPCs and characters."""

    GAME = auto()  # A game, or a role of a game
    SPREADSHEET = auto()
    DOCUMENT = auto()  # A YAML file: an archetype, or a character
    FILES = auto()  # Anything else: a folder, a pattern, standard input, or a name that no file has


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSpec:
    """A source of NPCs or characters, as an argument names it."""

    kind: SourceKind
    name: str  # The argument without its number
    times: int | None = None  # The number behind the ``*``; None without one

    @property
    def game_and_role(self) -> tuple[str, str]:
        """Return the game and the role in the name; the role may be empty."""
        game, _, role = self.name.partition("/")
        return game, role

    @property
    def makes_npcs(self) -> bool:
        """Return whether NPCs are generated from the source; other sources are files that are used as they are."""
        return self.kind in (SourceKind.GAME, SourceKind.SPREADSHEET) or self.times is not None


def parse_source(argument: str) -> SourceSpec:
    """Parse an argument; if a file of that name exists, the argument means the file.

    >>> parse_source("five-by-five/guard*4")
    SourceSpec(kind=<SourceKind.GAME: 1>, name='five-by-five/guard', times=4)
    >>> parse_source("kai.yaml").kind, parse_source("crew.csv").kind, parse_source("npcs/*.yaml").kind
    (<SourceKind.DOCUMENT: 3>, <SourceKind.SPREADSHEET: 2>, <SourceKind.FILES: 4>)
    """
    match = None if fileio.exists(argument) else re.fullmatch(_TIMES, argument)
    # Nine digits exceed every limit; more digits would be slow in int().
    name, times = (argument, None) if match is None else (match[1], int(match[2][:9]))
    is_file = fileio.exists(name)
    # `npcs/*.yaml` is a pattern, but a file may have brackets in its name.
    if not is_file and has_magic(name):
        return SourceSpec(kind=SourceKind.FILES, name=argument)
    if name.lower().endswith(fileio.YAML):
        return SourceSpec(kind=SourceKind.DOCUMENT, name=name, times=times)
    if find_kind(name) is FileKind.SPREADSHEET and times is None:
        return SourceSpec(kind=SourceKind.SPREADSHEET, name=name)
    game, slash, role = name.partition("/")
    is_known = any(fold(game) == fold(key) for key in registry.list_games())
    # An unknown game with a role counts as well, so that the message can suggest the nearest game.
    if not is_file and "/" not in role and (is_known or (bool(slash and role) and not fileio.exists(game))):
        return SourceSpec(kind=SourceKind.GAME, name=name, times=times)
    return SourceSpec(kind=SourceKind.FILES, name=argument)
