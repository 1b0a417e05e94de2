"""Draw values at random: one of several options, an integer from a range, or some entries of a list.

A draw is a mapping with one of the keys ``one_of``, ``range`` and ``some_of``; ``some_of`` may have ``count`` beside
it. A draw may replace any value, also within another draw. An empty option (``~``) removes its key or entry. Where
a ``some_of`` is an entry of a list, the options that it takes become entries of that list.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from chargen.game.npc import DRAWS
from chargen.game.shuffle import Shuffle
from chargen.schema.schema_error import kind
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, error
from chargen.text.names import fold
from chargen.text.reader import Plain, resolve

ONE_OF, RANGE, SOME_OF = DRAWS
COUNT = "count"
_KEYS = {fold(key): key for key in (*DRAWS, COUNT)}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Plain data after all draws are made, and the origin of each of its parts."""

    value: Plain
    origins: Mapping[KeyPath, KeyPath]
    """For the path of a part in ``value``, its path in the data with the draws; inner parts are relative to it."""

    def origin(self, path: KeyPath) -> KeyPath:
        """Return where the part at ``path`` of the value came from: its path in the data with the draws."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.origins:
                return (*self.origins[path[:length]], *path[length:])
        return path


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses among options: as ``choices`` say, else at random, or without ``random`` the first and the highest count.

    Shuffling across the batch makes each option appear as often as its weight says.
    """

    random: Random | None = None
    shuffle: Shuffle = field(default_factory=Shuffle)
    choices: Mapping[KeyPath, int] = field(default_factory=dict)

    def index(self, path: KeyPath, weights: Sequence[Any]) -> int:
        """Return the index of one option; ``weights`` has a weight for each option."""
        if self.random is None or path in self.choices:
            return self.choices.get(path, 0)
        sums = _running_sums(tuple(weights))
        # The shuffle runs over all units of weight: weights 3 and 1 give exactly three of one in every four NPCs.
        return bisect(sums, self.shuffle.index("/".join(map(str, path)), sums[-1]))

    def integer(self, path: KeyPath, low: int, high: int) -> int:
        """Return an integer from ``low`` to ``high``, both included."""
        if self.random is None or path in self.choices:
            return high if self.choices.get(path, path[-1:] == (COUNT,)) else low
        return self.random.randint(low, high)

    def indexes(self, path: KeyPath, number: int, count: int) -> list[int]:
        """Return the indexes of ``count`` of ``number`` options, sorted."""
        if self.random is None or path in self.choices:
            # Consecutive options, around the end: with each option as the start, each is used, even with a count of 1.
            start = self.choices.get(path, 0)
            return sorted((start + step) % number for step in range(count))
        return sorted(self.random.sample(range(number), count))


@lru_cache(maxsize=1024)
def _running_sums(weights: tuple[Any, ...]) -> list[int]:
    """Return the running sums of the weights, scaled to integers."""
    # `str` first: the float 0.1 is meant as a tenth, and `Fraction(0.1)` has a denominator of 2**55.
    exact = [Fraction(str(weight)) for weight in weights]
    scale = lcm(*(weight.denominator for weight in exact))
    return list(accumulate(int(weight * scale) for weight in exact))


_Origins: TypeAlias = dict[KeyPath, KeyPath]
"""The origin of each part of the drawn data; the draw functions fill it."""


def make_draws(data: Plain, chooser: Chooser) -> Drawn:
    """Make every draw of the data, in the order of the document. `find_draw_errors` must have found no error in it."""
    origins: dict[KeyPath, KeyPath] = {}
    return Drawn(_draw_value(data, (), (), chooser, origins), origins)


def _draw_value(data: Plain, path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    if isinstance(data, list):
        return _draw_entries(data, path, origin, chooser, origins)
    if not isinstance(data, dict):
        return data
    if (draw_key := draw_kind(data)) is not None:
        return _DRAWERS[draw_key](_normalize_keys(data), path, origin, chooser, origins)
    complete: dict[str, Plain] = {}
    for key, value in data.items():
        if isinstance(value, (dict, list)):
            value = _draw_value(value, (*path, key), (*origin, key), chooser, origins)
        if value is not None:
            complete[key] = value
    return complete


def _draw_entries(
    data: list[Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins
) -> list[Plain]:
    """Draw the entries of a list; the entries of a ``some_of`` are spliced in."""
    # A place in `entries` differs from the index in `data`: draws add several entries, or none.
    entries: list[Plain] = []
    for index, value in enumerate(data):
        here = (*path, len(entries))
        if isinstance(value, dict) and draw_kind(value) == SOME_OF:
            # The origins are collected apart, as the entries' final places are known only after the draw.
            inner: dict[KeyPath, KeyPath] = {}
            drawn = _draw_value(value, (), (*origin, index), chooser, inner)
            # Options with keys are one entry, a mapping; options in a list are entries by themselves.
            if isinstance(drawn, dict):
                origins.update({(*here, *inner_path): source for inner_path, source in inner.items()})
                entries.append(drawn)
                continue
            for inner_path, source in inner.items():
                if inner_path and isinstance(inner_path[0], int):
                    origins[(*path, len(entries) + inner_path[0], *inner_path[1:])] = source
            entries.extend(drawn)
            continue
        one = _draw_value(value, here, (*origin, index), chooser, origins)
        # An empty option removes the entry. An entry that was written empty stays, for the schema to report.
        if one is None and value is not None:
            # The next entry gets this place.
            origins.pop(here, None)
            continue
        # Origins are recorded only where they differ: an outer one derives the others.
        if len(entries) != index:
            origins.setdefault(here, (*origin, index))
        entries.append(one)
    return entries


def _draw_one_of(draw: dict[str, Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    options = draw[ONE_OF]
    if isinstance(options, dict):
        index = chooser.index(origin, tuple(options.values()))
        word = list(options)[index]
        origins[path] = (*origin, ONE_OF, word)
        # Options with weights are keys, so `3: 1` is the text "3": resolve it as YAML would a value.
        return resolve(word)
    index = chooser.index(origin, (1,) * len(options))
    origins[path] = (*origin, ONE_OF, index)
    return _draw_value(options[index], path, (*origin, ONE_OF, index), chooser, origins)


def _draw_range(draw: dict[str, Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    low, high = draw[RANGE]
    origins[path] = (*origin, RANGE)
    return chooser.integer(origin, low, high)


def _draw_some_of(draw: dict[str, Plain], path: KeyPath, origin: KeyPath, chooser: Chooser, origins: _Origins) -> Plain:
    options = draw[SOME_OF]
    value = draw.get(COUNT)
    # The origins of the count are of no interest: it is no part of the value.
    count = _draw_value(value, (), (*origin, COUNT), chooser, {}) if value is not None else None
    if count is None:
        count = chooser.integer((*origin, COUNT), min(1, len(options)), len(options))
    indexes = chooser.indexes(origin, len(options), count)
    origins[path] = (*origin, SOME_OF)
    if isinstance(options, dict):
        names = list(options)
        taken = {names[index]: options[names[index]] for index in indexes}
        return _draw_value(taken, path, (*origin, SOME_OF), chooser, origins)
    entries: list[Plain] = []
    for index in indexes:
        here, source = (*path, len(entries)), (*origin, SOME_OF, index)
        origins[here] = source
        one = _draw_value(options[index], here, source, chooser, origins)
        if one is None:
            del origins[here]
        else:
            entries.append(one)
    return entries


_Maker = Callable[[dict[str, Plain], KeyPath, KeyPath, Chooser, _Origins], Plain]
_DRAWERS: Mapping[str, _Maker] = {ONE_OF: _draw_one_of, RANGE: _draw_range, SOME_OF: _draw_some_of}


def draw_kind(data: dict[str, Plain]) -> str | None:
    """Return ``one_of``, ``range`` or ``some_of`` for a draw, in any spelling; None for a mapping that is no draw."""
    # The largest draw has two keys, `some_of` and `count`. Longer mappings are data that happens to have such a key.
    if not data or len(data) > 2:
        return None
    named = [_KEYS.get(fold(key)) for key in data]
    if None in named:
        return None
    kinds = [key for key in named if key in DRAWS]
    return kinds[0] if kinds else None


def _normalize_keys(data: dict[str, Plain]) -> dict[str, Plain]:
    return {_KEYS[fold(key)]: value for key, value in data.items()}


def draw_variants(data: Plain) -> Iterator[Drawn]:
    """Draw the data several times, so that every option of every draw is used at least once."""
    return (make_draws(data, chooser) for chooser in cover_options(data))


def cover_options(data: Plain) -> Iterator[Chooser]:
    """Yield choosers that together use every option of every draw at least once."""
    # The first variant takes the first option of every draw; each further one differs in the option that is tried.
    yield Chooser()
    yield from (Chooser(choices=choices) for choices in list_choices(data) if [*choices.values()][-1])


def list_choices(
    data: Plain, path: KeyPath = (), held: Mapping[KeyPath, int] = MappingProxyType({})
) -> Iterator[Mapping[KeyPath, int]]:
    """Yield each option of each draw: its index by the path of the draw, after those of the draws around it."""
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from list_choices(value, (*path, index), held)
    elif isinstance(data, dict) and (draw_key := draw_kind(data)) is not None:
        draw = _normalize_keys(data)
        yield from list_choices(draw.get(COUNT), (*path, COUNT), held)
        for index, (step, option) in enumerate(_options(draw_key, draw[draw_key])):
            choices = {**held, path: index}
            yield choices
            yield from list_choices(option, (*path, draw_key, step), choices)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from list_choices(value, (*path, key), held)


def _options(draw_key: str, options: Plain) -> list[tuple[str | int, Plain]]:
    if draw_key == RANGE:
        # Of a range, both ends are tried: what is legal at both is legal between them as a rule.
        return [(0, None), (1, None)]
    if isinstance(options, dict):
        # In `one_of` the values are weights, in `some_of` they are values that may have draws within.
        return [(key, value if draw_key == SOME_OF else None) for key, value in options.items()]
    return list(enumerate(options))


def find_draw_errors(data: Plain, path: KeyPath = ()) -> Iterator[Diagnostic]:
    """Yield the errors of all draws in plain data, also of draws within draws."""
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from find_draw_errors(value, (*path, index))
    elif isinstance(data, dict):
        draw_key = draw_kind(data)
        if draw_key is None:
            yield from _find_mixed_keys(data, path)
            for key, value in data.items():
                yield from find_draw_errors(value, (*path, key))
        else:
            yield from _ERROR_FINDERS[draw_key](_normalize_keys(data), path)


def _error(message: str, *path: str | int, hint: str = "", key: bool = False) -> Diagnostic:
    return error(message, *path, code="archetype/draw", hint=hint, key=key)


def _find_mixed_keys(data: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    """Report a mapping that mixes the key of a draw with other keys."""
    known = {key: _KEYS[fold(key)] for key in data if fold(key) in _KEYS}
    # `range` and `count` are left out, because games have keys of these names.
    kinds = [key for key, meant in known.items() if meant in (ONE_OF, SOME_OF)]
    others = [key for key in data if key not in known]
    if kinds and others:
        hint = "a draw has no other keys: write it in place of the value that is drawn"
        yield _error(f"`{others[0]}` has no place beside `{kinds[0]}`", *path, others[0], hint=hint, key=True)


def _find_stray_keys(draw: dict[str, Plain], path: KeyPath, draw_key: str) -> Iterator[Diagnostic]:
    for key in draw:
        if key != draw_key and not (draw_key == SOME_OF and key == COUNT):
            hint = "`count` belongs to `some_of`" if key == COUNT else "a draw is one of the two"
            yield _error(f"`{key}` has no place beside `{draw_key}`", *path, key, hint=hint, key=True)


def _find_one_of_errors(draw: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    yield from _find_stray_keys(draw, path, ONE_OF)
    options = draw[ONE_OF]
    yield from _find_option_errors(options, (*path, ONE_OF), "weights")
    if isinstance(options, dict):
        for option, weight in options.items():
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or weight <= 0:
                hint = "a weight is a number above 0; an option with 3 is drawn three times as often as one with 1"
                yield _error(f"the weight of `{option}` is {kind(weight)}", *path, ONE_OF, option, hint=hint)
    elif isinstance(options, list):
        yield from find_draw_errors(options, (*path, ONE_OF))


def _find_option_errors(options: Plain, path: KeyPath, mapped: str) -> Iterator[Diagnostic]:
    name = path[-1]
    if not isinstance(options, (list, dict)):
        hint = f"write `{name}: [this, that]`, or options with {mapped}"
        yield _error(f"`{name}` must be a list of options; found {kind(options)}", *path, hint=hint)
    elif not options:
        yield _error(f"`{name}` has nothing to draw from", *path, hint="write at least one option")
    elif len(options) > limits.DRAW_OPTIONS:
        yield _error(f"`{name}` has {len(options):,} options; {limits.DRAW_OPTIONS:,} is the most", *path)


def _find_range_errors(draw: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    yield from _find_stray_keys(draw, path, RANGE)
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


def _find_some_of_errors(draw: dict[str, Plain], path: KeyPath) -> Iterator[Diagnostic]:
    yield from _find_stray_keys(draw, path, SOME_OF)
    options, count = draw[SOME_OF], draw.get(COUNT)
    yield from _find_option_errors(options, (*path, SOME_OF), "values")
    yield from find_draw_errors(options, (*path, SOME_OF))
    inner = list(find_draw_errors(count, (*path, COUNT)))
    yield from inner
    if inner or count is None:
        return
    most = len(options) if isinstance(options, (list, dict)) else None
    for variant in draw_variants(count):
        number = variant.value
        where = (*path, COUNT, *variant.origin(()))
        if isinstance(number, bool) or not isinstance(number, int):
            yield _error(f"`count` must be a whole number, or a draw of one; found {kind(number)}", *where)
        elif number < 0:
            yield _error(f"`count` must be at least 0; found {number}", *where)
        elif most and number > most:
            hint = f"write at most {most}, or add to the list"
            yield _error(f"`count` is {number}, and there are only {most} to draw from", *where, hint=hint)


_ERROR_FINDERS: Mapping[str, Callable[[dict[str, Plain], KeyPath], Iterator[Diagnostic]]] = {
    ONE_OF: _find_one_of_errors,
    RANGE: _find_range_errors,
    SOME_OF: _find_some_of_errors,
}
