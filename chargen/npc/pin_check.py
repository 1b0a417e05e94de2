"""Whether what was settled about somebody is still so in what a game made of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from chargen.core.diagnostic import Diagnostic, KeyPath, error
from chargen.core.game import AnyGame
from chargen.core.model import Model, parse
from chargen.core.names import fold
from chargen.core.reader import Plain

_GROWS = "advancement"
"""The list that may go on after what is settled of it: experience is spent in further lines."""


def held(data: Plain, path: KeyPath) -> bool:
    """Return whether plain data has a part at a path, in any spelling of its keys.

    One entry may stand without its list, and a bare value for the mapping that it is short for.
    """
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            key = next((key for key in data if fold(str(key)) == fold(step)), None)
            if key is None:
                return False
            data = data[key]
        elif isinstance(data, list) and isinstance(step, int):
            if step >= len(data):
                return False
            data = data[step]
        elif data is None or (isinstance(data, (dict, list)) and step != 0):
            return False
    return True


def changes(system: AnyGame, pins: Mapping[str, Plain], made: Mapping[str, Plain]) -> Iterator[Diagnostic]:
    """The pins that a game did not keep, which is a fault of the game's and not of whoever pinned them."""
    for key, pin in pins.items():
        if key in made and _kept(pin, made[key], grows=key == _GROWS):
            continue
        if not _means_the_same(system, key, pin, made):
            hint = "this is a mistake in the game's own code, not in the archetype; please report it"
            yield error(f"{system.title} changed `{key}`, which is settled", key, code="batch/changed", hint=hint)


def _kept(pin: Plain, value: Plain, *, grows: bool = False) -> bool:
    """Whether all that is pinned stands in a value; a mapping may have more keys than are pinned."""
    if isinstance(pin, dict):
        return isinstance(value, dict) and all(key in value and _kept(each, value[key]) for key, each in pin.items())
    if isinstance(pin, list):
        lengths = isinstance(value, list) and (len(value) == len(pin) or (grows and len(value) > len(pin)))
        return lengths and all(map(_kept, pin, value))
    return bool(pin == value) and isinstance(pin, bool) == isinstance(value, bool)


def _means_the_same(system: AnyGame, key: str, pin: Plain, made: Mapping[str, Plain]) -> bool:
    """Whether a pin is kept in another spelling, such as a bare value for a mapping of one key."""
    one = parse(system.concept, {key: pin}).value
    other = parse(system.concept, {key: made.get(key)}).value
    return one is not None and other is not None and _same(one, other, grows=key == _GROWS)


def _same(pin: Any, value: Any, *, grows: bool = False) -> bool:
    if isinstance(pin, Model):
        return isinstance(value, type(pin)) and _kept_fields(pin, value, grows=grows)
    if isinstance(pin, Mapping):
        return isinstance(value, Mapping) and all(name in value and _same(pin[name], value[name]) for name in pin)
    if isinstance(pin, tuple):
        lengths = isinstance(value, tuple) and (len(value) == len(pin) or (grows and len(value) > len(pin)))
        return lengths and all(map(_same, pin, value))
    return bool(pin == value)


def _kept_fields(pin: Model, value: Model, *, grows: bool) -> bool:
    more, most = pin.model_extra or {}, value.model_extra or {}
    fields = [name for name in pin.model_fields_set if name not in more]
    stated = all(_same(getattr(pin, name), getattr(value, name), grows=grows) for name in fields)
    return stated and _same(more, most)
