"""Every game at hand: found by the entry-point group ``chargen.systems``, loaded only when named."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from chargen.core.names import did_you_mean, fold, listing
from chargen.core.system import System

GROUP = "chargen.systems"


class UnknownSystem(LookupError):
    """A game that is not on the shelf; the message names those that are, ``hint`` the one that was meant."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no system `{name}`")
        self.hint = did_you_mean(name, names(), f"there are {listing(names())}")


class BrokenSystem(RuntimeError):
    """A plug-in that is on the shelf and cannot be loaded."""


@cache
def _points() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def names() -> list[str]:
    """The keys of all games, sorted. Loads none of them."""
    return list(_points())


@cache
def system(name: str) -> System[Any, Any, Any]:
    """The game of that name, in any spelling of its key.

    Raises UnknownSystem, or BrokenSystem where a plug-in fails to load.
    """
    point = next((each for key, each in _points().items() if fold(key) == fold(name)), None)
    if point is None:
        raise UnknownSystem(name)
    try:
        loaded = point.load()
    except Exception as fault:
        raise BrokenSystem(f"the system `{point.name}` ({point.value}) cannot be loaded: {fault}") from fault
    if not isinstance(loaded, System):
        raise BrokenSystem(f"the system `{point.name}` ({point.value}) is no System but {type(loaded).__name__}")
    return loaded
