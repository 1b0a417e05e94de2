"""Name a part of a game by its module, so that a command loads only the parts that it uses."""

from functools import reduce
from importlib import import_module
from typing import Any

from chargen.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Deferred:
    """Hold the name of a value in a module, such as ``my_game.card:card``."""

    name: str

    def load(self) -> Any:
        """Import the module, and return the value."""
        return import_value(self.name)


def import_value(name: str) -> Any:
    """Import a module, and return a value of it, which may be within another: ``my_game:GAMES.first``."""
    module, _, names = name.partition(":")
    return reduce(getattr, names.split(".") if names else (), import_module(module))


def deferred(name: str) -> Any:
    """Return what a `Game` accepts in place of any part, and loads when the part is first used.

    It is typed as anything, because a type checker cannot follow a name. `Game` puts the value itself in its place.
    """
    return Deferred(name)
