"""Merge plain data of several files; each part keeps the file and the path it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from chargen.core.diagnostic import KeyPath
from chargen.core.names import fold
from chargen.core.reader import Plain
from chargen.npc import draws

Origin: TypeAlias = tuple[int, KeyPath]
"""The number of a file, and a path within it."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Plain data, and the origin of every part of it by its path."""

    data: Plain
    origins: Mapping[KeyPath, Origin] = field(default_factory=dict)

    def origin(self, path: KeyPath) -> Origin | None:
        """Return the origin of the part at ``path``, or of the nearest part around it."""
        for length in range(len(path), -1, -1):
            if (origin := self.origins.get(path[:length])) is not None:
                return origin[0], (*origin[1], *path[length:])
        return None


def layer(data: Plain, file: int) -> Layer:
    """Return the layer of one file."""
    return Layer(data, {(): (file, ())})


def over(base: Layer, top: Layer) -> Layer:
    """Merge ``top`` over ``base``: mappings merge deeply, in ``base``'s spelling of keys; other values of ``top`` win.

    A draw is never merged. An empty value in ``top`` removes the key of ``base``.
    """
    origins: dict[KeyPath, Origin] = {}
    return Layer(_over(base, top, base.data, top.data, (), (), (), origins), origins)


def _over(
    base: Layer,
    top: Layer,
    below: Plain,
    above: Plain,
    low: KeyPath,
    high: KeyPath,
    path: KeyPath,
    origins: dict[KeyPath, Origin],
) -> Plain:
    if not (_merges(below) and _merges(above)):
        return _kept(top, above, high, path, origins)
    _note(base, low, path, origins)
    spelled = {fold(key): key for key in above}
    merged: dict[str, Plain] = {}
    for key, value in below.items():
        own = spelled.pop(fold(key), None)
        if own is None:
            merged[key] = _kept(base, value, (*low, key), (*path, key), origins)
        elif above[own] is not None:
            merged[key] = _over(base, top, value, above[own], (*low, key), (*high, own), (*path, key), origins)
    for key in spelled.values():
        if above[key] is not None:
            merged[key] = _kept(top, above[key], (*high, key), (*path, key), origins)
    return merged


def _merges(value: Plain) -> bool:
    return isinstance(value, dict) and draws.sort_of(value) is None


def _kept(source: Layer, value: Plain, own: KeyPath, path: KeyPath, origins: dict[KeyPath, Origin]) -> Plain:
    """Copy a part of one layer without its empty keys."""
    _note(source, own, path, origins)
    if isinstance(value, list):
        return [_kept(source, inner, (*own, index), (*path, index), origins) for index, inner in enumerate(value)]
    if not isinstance(value, dict):
        return value
    held = {key: inner for key, inner in value.items() if inner is not None or not _merges(value)}
    return {key: _kept(source, inner, (*own, key), (*path, key), origins) for key, inner in held.items()}


def _note(source: Layer, own: KeyPath, path: KeyPath, origins: dict[KeyPath, Origin]) -> None:
    if (origin := source.origin(own)) is not None:
        origins[path] = origin
