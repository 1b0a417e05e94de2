"""Name a part of a game by its module, so that a command loads only the parts that it uses."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from chargen.startup.entry_points import import_value


class Deferred(NamedTuple):
    """Hold the name of a value in a module, such as ``my_game.card:card``."""

    name: str

    def load(self) -> Any:
        """Import the module, and return the value."""
        return import_value(self.name)


def deferred(name: str) -> Any:
    """Return what a `Game` accepts in place of any part, and loads when the part is first used.

    It is typed as anything, because a type checker cannot follow a name. `Game` puts the value itself in its place.
    """
    return Deferred(name)


PARTS: Mapping[str, str] = {
    "sheet": "sheet:sheet",
    "reference_page": "reference:make_reference_page",
    "ask": "question:QUESTION",
    "words": "words:Words",
    "npc": "npc:NPC",
    "actions": "actions:actions",
    "card": "card:card",
    "fight": "fight:FIGHT",
    "form": "form:FORM",
}
"""The parts of a `Game` that a package has in modules of their own, each with its module and its name there."""


def deferred_parts(package: str, **others: str) -> dict[str, Any]:
    """Return `PARTS` of a package for its `Game`, and ``others``, which may replace them.

    >>> deferred_parts("my_game", compact="sheet:compact")["compact"]
    Deferred(name='my_game.sheet:compact')
    """
    return {part: Deferred(f"{package}.{name}") for part, name in {**PARTS, **others}.items()}
