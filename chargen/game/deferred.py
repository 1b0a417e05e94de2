"""Name a part of a game by its module, so that a command loads only the parts that it uses."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Deferred(NamedTuple):
    """Hold the name of a value in a module, such as ``my_game.card:card``, or of a function that makes it."""

    name: str
    given: tuple[Any, ...] = ()
    """What the function is called with; empty where the name is that of the value itself."""


def deferred(name: str, *given: Any) -> Any:
    """Return what a `Game` accepts in place of any part, and loads when the part is first used.

    With ``given``, the name is that of a function, which is called with these. It is typed as anything, because a type
    checker cannot follow a name. `Game` puts the value itself in its place.
    """
    return Deferred(name, given)


PARTS: Mapping[str, str] = {
    "sheet": "sheet:sheet",
    "reference_page": "reference:make_reference_page",
    "ask": "question:QUESTION",
    "words": "npc:Words",
    "npc": "npc:NPC",
    "actions": "play:actions",
    "card": "play:card",
    "fight": "play:FIGHT",
    "form": "form:FORM",
}
"""The parts of a `Game` that a package has in modules of their own, each with its module and its name there."""


def deferred_parts(package: str, **others: str) -> dict[str, Any]:
    """Return `PARTS` of a package for its `Game`, and ``others``, which may replace them.

    >>> deferred_parts("my_game", compact="sheet:compact")["compact"].name
    'my_game.sheet:compact'
    """
    return {part: Deferred(f"{package}.{name}") for part, name in {**PARTS, **others}.items()}
