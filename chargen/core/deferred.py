"""Name a part of a game by its module, so that a command loads only the parts that it uses."""

from importlib import import_module
from typing import Any

from chargen.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Deferred:
    """Hold the name of a value in a module, such as ``my_game.card:card``."""

    name: str

    def load(self) -> Any:
        """Import the module, and return the value."""
        module, _, value = self.name.partition(":")
        return getattr(import_module(module), value)


def deferred(name: str) -> Any:
    """Return what a `Game` accepts in place of any part, and loads when the part is first used.

    It is typed as anything, because a type checker cannot follow a name. `Game` puts the value itself in its place.
    """
    return Deferred(name)
