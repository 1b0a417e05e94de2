"""Draw values at random: one of several, an integer of a range, some of a list.

A draw is a mapping with one of the keys ``one_of``, ``range`` and ``some_of`` (and ``count`` beside the last), wherever
a value may stand, also within another draw. An empty option (``~``) removes its key or entry; the options of
a ``some_of`` that is an entry of a list become entries of that list.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from random import Random
from typing import Any, Protocol, TypeAlias

from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, KeyPath, error
from chargen.core.names import fold
from chargen.core.reader import Plain, resolve
from chargen.core.schema_error import kind
from chargen.core.shuffle import Shuffle

ONE_OF, RANGE, SOME_OF, COUNT = "one_of", "range", "some_of", "count"
_KINDS = (ONE_OF, RANGE, SOME_OF)
_KEYS = {fold(key): key for key in (*_KINDS, COUNT)}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Plain data without draws, and where its parts came from."""

    value: Plain
    origins: Mapping[KeyPath, KeyPath]
    """By the path of a part in ``value``, its path in the data with the draws; parts within it follow suit."""

    def origin(self, path: KeyPath) -> KeyPath:
        """Return the path in the data with the draws that the part at ``path`` of the value came from."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.origins:
                return (*self.origins[path[:length]], *path[length:])
        return path


class Chooser(Protocol):
    """Chooses among options: at random, or by given choices."""

    def index(self, path: KeyPath, weights: Sequence[Any]) -> int:
        """Return the index of one option; each has a weight."""

    def whole(self, path: KeyPath, low: int, high: int) -> int:
        """Return an integer of a range, both ends included."""

    def indexes(self, path: KeyPath, number: int, count: int) -> list[int]:
        """Return the indexes of ``count`` of the options, in their order."""


@dataclass(frozen=True, slots=True)
class RandomChooser:
    """Chooses at random; options are shuffled through the batch, so that each comes as often as its weight says."""

    random: Random
    shuffle: Shuffle

    def index(self, path: KeyPath, weights: Sequence[Any]) -> int:
        sums = _sums(tuple(weights))
        return bisect(sums, self.shuffle.index("/".join(map(str, path)), sums[-1]))

    def whole(self, path: KeyPath, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def indexes(self, path: KeyPath, number: int, count: int) -> list[int]:
        return sorted(self.random.sample(range(number), count))


@lru_cache(maxsize=1024)
def _sums(weights: tuple[Any, ...]) -> list[int]:
    """Return the running sums of the weights, scaled to integers."""
    exact = [Fraction(str(weight)) for weight in weights]
    measure = lcm(*(weight.denominator for weight in exact))
    return list(accumulate(int(weight * measure) for weight in exact))


@dataclass(frozen=True, slots=True)
class FixedChooser:
    """Makes given choices; without one it takes the first option, and the highest count."""

    choices: Mapping[KeyPath, int] = field(default_factory=dict)

    def index(self, path: KeyPath, weights: Sequence[Any]) -> int:
        return self.choices.get(path, 0)

    def whole(self, path: KeyPath, low: int, high: int) -> int:
        return high if self.choices.get(path, path[-1:] == (COUNT,)) else low

    def indexes(self, path: KeyPath, number: int, count: int) -> list[int]:
        start = self.choices.get(path, 0)
        return sorted((start + step) % number for step in range(count))


_Origins: TypeAlias = dict[KeyPath, KeyPath]
"""The origin of each part of drawn data, filled while drawing."""


def make_draws(data: Plain, chooser: Chooser) -> Drawn:
    """Make every draw of the data, in the order of the document. The data must have passed `faults`."""
    origins: dict[KeyPath, KeyPath] = {}
    return Drawn(_drawn(data, (), (), chooser, origins), origins)


def _drawn(data: Plain, path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    if isinstance(data, list):
        return _entries(data, path, origin, chooser, origins)
    if not isinstance(data, dict):
        return data
    if (sort := sort_of(data)) is not None:
        return _DRAWS[sort](_spelled(data), path, origin, chooser, origins)
    complete: dict[str, Plain] = {}
    for key, value in data.items():
        if isinstance(value, (dict, list)):
            value = _drawn(value, (*path, key), (*origin, key), chooser, origins)
        if value is not None:
            complete[key] = value
    return complete


def _entries(data: list[Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> list[Plain]:
    """Draw the entries of a list; the entries of a ``some_of`` are spliced in."""
    entries: list[Plain] = []
    for index, value in enumerate(data):
        here = (*path, len(entries))
        if isinstance(value, dict) and sort_of(value) == SOME_OF:
            inner: dict[KeyPath, KeyPath] = {}
            drawn = _drawn(value, (), (*origin, index), chooser, inner)
            drawn = [drawn] if isinstance(drawn, dict) else drawn
            for inner_path, source in inner.items():
                if inner_path and isinstance(inner_path[0], int):
                    origins[(*path, len(entries) + inner_path[0], *inner_path[1:])] = source
            entries.extend(drawn)
            continue
        one = _drawn(value, here, (*origin, index), chooser, origins)
        if one is None and value is not None:
            continue
        if len(entries) != index:
            origins.setdefault(here, (*origin, index))
        entries.append(one)
    return entries


def _one(draw: dict[str, Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    options = draw[ONE_OF]
    if isinstance(options, dict):
        index = chooser.index(origin, tuple(options.values()))
        word = list(options)[index]
        origins[path] = (*origin, ONE_OF, word)
        return resolve(word)
    index = chooser.index(origin, (1,) * len(options))
    origins[path] = (*origin, ONE_OF, index)
    return _drawn(options[index], path, (*origin, ONE_OF, index), chooser, origins)


def _range(draw: dict[str, Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    low, high = draw[RANGE]
    origins[path] = (*origin, RANGE)
    return chooser.whole(origin, low, high)


def _some(draw: dict[str, Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    options = draw[SOME_OF]
    value = draw.get(COUNT)
    count = _drawn(value, (), (*origin, COUNT), chooser, {}) if value is not None else None
    if count is None:
        count = chooser.whole((*origin, COUNT), min(1, len(options)), len(options))
    indexes = chooser.indexes(origin, len(options), count)
    origins[path] = (*origin, SOME_OF)
    if isinstance(options, dict):
        names = list(options)
        taken = {names[index]: options[names[index]] for index in indexes}
        return _drawn(taken, path, (*origin, SOME_OF), chooser, origins)
    entries: list[Plain] = []
    for index in indexes:
        here, source = (*path, len(entries)), (*origin, SOME_OF, index)
        origins[here] = source
        one = _drawn(options[index], here, source, chooser, origins)
        if one is not None:
            entries.append(one)
    return entries


_Maker = Callable[[dict[str, Plain], KeyPath, KeyPath, Chooser, _Origins], Plain]
_DRAWS: Mapping[str, _Maker] = {ONE_OF: _one, RANGE: _range, SOME_OF: _some}


def sort_of(data: dict[str, Plain]) -> str | None:
    """Return ``one_of``, ``range`` or ``some_of`` for a draw, in any spelling of its keys; None for a plain mapping."""
    if not data or len(data) > 2:
        return None
    named = [_KEYS.get(fold(key)) for key in data]
    if None in named:
        return None
    sorts = [key for key in named if key in _KINDS]
    return sorts[0] if sorts else None


def _spelled(data: dict[str, Plain]) -> dict[str, Plain]:
    return {_KEYS[fold(key)]: value for key, value in data.items()}


def variants(data: Plain) -> Iterator[Drawn]:
    """Yield the data drawn in as many ways as it takes to see every option of every draw at least once."""
    return (make_draws(data, chooser) for chooser in every_option(data))


def every_option(data: Plain) -> Iterator[Chooser]:
    """Yield choosers that together take every option of every draw at least once."""
    yield FixedChooser()
    yield from map(FixedChooser, _choices(data, (), {}))


def _choices(data: Plain, path: KeyPath, held: Mapping[KeyPath, int]) -> Iterator[Mapping[KeyPath, int]]:
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from _choices(value, (*path, index), held)
    elif isinstance(data, dict) and (sort := sort_of(data)) is not None:
        draw = _spelled(data)
        yield from _choices(draw.get(COUNT), (*path, COUNT), held)
        for index, (step, option) in enumerate(_options(sort, draw[sort])):
            choices = {**held, path: index}
            if index:
                yield choices
            yield from _choices(option, (*path, sort, step), choices)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _choices(value, (*path, key), held)


def _options(sort: str, options: Plain) -> list[tuple[str | int, Plain]]:
    """Return the options of a draw with their steps in a path."""
    if sort == RANGE:
        return [(0, None), (1, None)]
    if isinstance(options, dict):
        return [(key, value if sort == SOME_OF else None) for key, value in options.items()]
    return list(enumerate(options))


def errors(data: Plain, path: KeyPath = ()) -> Iterator[Diagnostic]:
    """Yield the errors of all draws in plain data, inner ones included."""
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from errors(value, (*path, index))
    elif isinstance(data, dict):
        sort = sort_of(data)
        if sort is None:
            yield from _almost(data, path)
            for key, value in data.items():
                yield from errors(value, (*path, key))
        else:
            yield from _FAULTS[sort](_spelled(data), path)


def _error(message: str, *path: str | int, hint: str = "", key: bool = False) -> Diagnostic:
    return error(message, *path, code="archetype/draw", hint=hint, key=key)


def _almost(data: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    """Report a mapping that mixes the key of a draw with other keys."""
    known = {key: _KEYS[fold(key)] for key in data if fold(key) in _KEYS}
    sorts = [key for key, meant in known.items() if meant in (ONE_OF, SOME_OF)]
    others = [key for key in data if key not in known]
    if sorts and others:
        hint = "a draw is a mapping of its own: write it in place of the value that is drawn"
        yield _error(f"`{others[0]}` has no place beside `{sorts[0]}`", *path, others[0], hint=hint, key=True)


def _stray(draw: dict[str, Plain], path: KeyPath, sort: str) -> Iterator[Diagnostic]:
    for key in draw:
        if key != sort and not (sort == SOME_OF and key == COUNT):
            hint = "`count` belongs to `some_of`" if key == COUNT else "a draw is one of the two"
            yield _error(f"`{key}` has no place beside `{sort}`", *path, key, hint=hint, key=True)


def _one_errors(draw: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    yield from _stray(draw, path, ONE_OF)
    options = draw[ONE_OF]
    yield from _options_errors(options, (*path, ONE_OF), "weights")
    if isinstance(options, dict):
        for option, weight in options.items():
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or weight <= 0:
                hint = "a weight is a number above 0; an option with 3 is drawn three times as often as one with 1"
                yield _error(f"the weight of `{option}` is {kind(weight)}", *path, ONE_OF, option, hint=hint)
    elif isinstance(options, list):
        yield from errors(options, (*path, ONE_OF))


def _options_errors(options: Plain, path: KeyPath, mapped: str) -> Iterator[Diagnostic]:
    name = path[-1]
    if not isinstance(options, (list, dict)):
        hint = f"write `{name}: [this, that]`, or a mapping of options to {mapped}"
        yield _error(f"`{name}` must be a list of options; found {kind(options)}", *path, hint=hint)
    elif not options:
        yield _error(f"`{name}` has nothing to draw from", *path, hint="write at least one option")
    elif len(options) > limits.DRAW_OPTIONS:
        yield _error(f"`{name}` has {len(options):,} options; {limits.DRAW_OPTIONS:,} is the most", *path)


def _range_errors(draw: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    yield from _stray(draw, path, RANGE)
    ends = draw[RANGE]
    hint = "write `range: [2, 4]` for a whole number from 2 to 4"
    if not isinstance(ends, list) or len(ends) != 2:
        found = f"a list of {len(ends)}" if isinstance(ends, list) else kind(ends)
        yield _error(f"`range` must be a list of two whole numbers; found {found}", *path, RANGE, hint=hint)
        return
    wrong = [index for index, end in enumerate(ends) if isinstance(end, bool) or not isinstance(end, int)]
    for index in wrong:
        yield _error(
            f"an end of a `range` must be a whole number; found {kind(ends[index])}", *path, RANGE, index, hint=hint
        )
    if not wrong and ends[0] > ends[1]:
        back = f"write `range: [{ends[1]}, {ends[0]}]`"
        yield _error(f"the range from {ends[0]} to {ends[1]} runs backwards", *path, RANGE, hint=back)


def _some_errors(draw: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    yield from _stray(draw, path, SOME_OF)
    options, count = draw[SOME_OF], draw.get(COUNT)
    yield from _options_errors(options, (*path, SOME_OF), "values")
    yield from errors(options, (*path, SOME_OF))
    inner = list(errors(count, (*path, COUNT)))
    yield from inner
    if inner or count is None:
        return
    most = len(options) if isinstance(options, (list, dict)) else None
    for variant in variants(count):
        number = variant.value
        where = (*path, COUNT, *variant.origin(()))
        if isinstance(number, bool) or not isinstance(number, int):
            yield _error(f"`count` must be a whole number, or a draw of one; found {kind(number)}", *where)
        elif number < 0:
            yield _error(f"`count` must be at least 0; found {number}", *where)
        elif most and number > most:
            hint = f"write at most {most}, or add to the list"
            yield _error(f"`count` is {number}, and there are only {most} to draw from", *where, hint=hint)


_FAULTS: Mapping[str, Callable[[dict[str, Plain], KeyPath], Iterator[Diagnostic]]] = {
    ONE_OF: _one_errors,
    RANGE: _range_errors,
    SOME_OF: _some_errors,
}
