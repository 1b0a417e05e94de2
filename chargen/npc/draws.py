"""Draw values at random: one of several options, an integer from a range, or some entries of a list.

A draw is a mapping with one of the keys ``one_of``, ``range`` and ``some_of``; ``some_of`` may have ``count`` beside
it. A draw may replace any value, also within another draw. An empty option (``~``) removes its key or entry. Where
a ``some_of`` is an entry of a list, the options that it takes become entries of that list.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain
from math import lcm
from random import Random
from types import MappingProxyType
from typing import Any

from chargen.game.concept import DRAWS
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


def make_draws(data: Plain, chooser: Chooser) -> Drawn:
    """Make every draw of the data, in the order of the document. `find_draw_errors` must have found no error in it."""
    origins: dict[KeyPath, KeyPath] = {}

    def draw(data: Plain, at: KeyPath, to: KeyPath) -> Plain:
        """Make the draws of what is at one path of the data, and will be at another one of the drawn data."""
        if isinstance(data, list):
            return join(chain.from_iterable(spread(entry, (*at, index)) for index, entry in enumerate(data)), at, to)
        if not isinstance(data, dict):
            return data
        if (named := as_draw(data)) is None:
            complete = {
                key: draw(value, (*at, key), (*to, key)) if isinstance(value, (dict, list)) else value
                for key, value in data.items()
            }
            return {key: value for key, value in complete.items() if value is not None}
        draw_key, fields = named
        options, within = fields[draw_key], (*at, draw_key)
        origins[to] = within
        if draw_key == RANGE:
            return chooser.integer(at, *options)
        if draw_key == SOME_OF:
            if isinstance(options, list):
                return join(take(fields, at), (), to)
            return draw({path[-1]: value for path, value in take(fields, at)}, within, to)
        if isinstance(options, dict):
            word = list(options)[chooser.index(at, tuple(options.values()))]
            origins[to] = (*within, word)
            # Options with weights are keys, so `3: 1` is the text "3": resolve it as YAML would a value.
            return resolve(word)
        index = chooser.index(at, (1,) * len(options))
        origins[to] = (*within, index)
        return draw(options[index], (*within, index), to)

    def take(fields: dict[str, Plain], at: KeyPath) -> Iterator[tuple[KeyPath, Plain]]:
        """Yield the options that a ``some_of`` takes, each with its path."""
        options = fields[SOME_OF]
        count = draw(fields.get(COUNT), (*at, COUNT), (*at, COUNT))
        if count is None:
            count = chooser.integer((*at, COUNT), min(1, len(options)), len(options))
        listed = list(options.items()) if isinstance(options, dict) else list(enumerate(options))
        for key, option in (listed[index] for index in chooser.indexes(at, len(listed), count)):
            if option is not None:
                yield (*at, SOME_OF, key), option

    def spread(entry: Plain, at: KeyPath) -> Iterable[tuple[KeyPath, Plain]]:
        """Return the entries that an entry of a list becomes, each with its path: of a ``some_of`` what it takes."""
        named = as_draw(entry)
        # Options with keys are one entry, a mapping; options in a list are entries by themselves.
        if named is not None and named[0] == SOME_OF and isinstance(named[1][SOME_OF], list):
            return take(named[1], at)
        return [(at, entry)]

    def join(parts: Iterable[tuple[KeyPath, Plain]], at: KeyPath, to: KeyPath) -> list[Plain]:
        entries: list[Plain] = []
        for path, entry in parts:
            here = (*to, len(entries))
            # An origin is recorded only where it differs: an outer one derives the others.
            if path != (*at, len(entries)):
                origins[here] = path
            drawn = draw(entry, path, here)
            # An entry that was written empty stays, for the schema to report; an empty option removes the entry.
            if drawn is not None or entry is None:
                entries.append(drawn)
            else:
                origins.pop(here, None)
        return entries

    return Drawn(draw(data, (), ()), origins)


def as_draw(data: Plain) -> tuple[str, dict[str, Plain]] | None:
    """Return the first of the keys ``one_of``, ``range`` and ``some_of``, and a draw with its keys spelled so.

    None for what is no draw.
    """
    # The largest draw has two keys, `some_of` and `count`. Longer mappings are data that happens to have such a key.
    if not isinstance(data, dict) or len(data) > 2 or any(fold(key) not in _KEYS for key in data):
        return None
    fields = {_KEYS[fold(key)]: value for key, value in data.items()}
    draw_key = next((key for key in fields if key in DRAWS), None)
    return None if draw_key is None else (draw_key, fields)


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
    elif (named := as_draw(data)) is not None:
        draw_key, draw = named
        yield from list_choices(draw.get(COUNT), (*path, COUNT), held)
        options, items = draw[draw_key], list[tuple[str | int, Plain]]()
        if draw_key == RANGE:
            # Both ends are tried: what is legal at both is legal between them as a rule.
            items = [(0, None), (1, None)]
        elif isinstance(options, dict):
            # In `one_of` the values are weights, in `some_of` they are values that may have draws within.
            items = [(key, value if draw_key == SOME_OF else None) for key, value in options.items()]
        else:
            items = list(enumerate(options))
        for index, (step, option) in enumerate(items):
            choices = {**held, path: index}
            yield choices
            yield from list_choices(option, (*path, draw_key, step), choices)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from list_choices(value, (*path, key), held)


def find_draw_errors(data: Plain, path: KeyPath = ()) -> Iterator[Diagnostic]:
    """Yield the errors of all draws in plain data, also of draws within draws."""
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from find_draw_errors(value, (*path, index))
    elif (named := as_draw(data)) is not None:
        draw_key, draw = named
        for key in draw:
            if key not in (draw_key, COUNT) or (key == COUNT and draw_key != SOME_OF):
                hint = "`count` belongs to `some_of`" if key == COUNT else "a draw is one of the two"
                yield _error(f"`{key}` has no place beside `{draw_key}`", *path, key, hint=hint, key=True)
        if draw_key == RANGE:
            yield from _find_range_errors(draw[RANGE], (*path, RANGE))
        else:
            yield from _find_option_errors(draw[draw_key], draw_key, (*path, draw_key))
        if draw_key == SOME_OF and draw.get(COUNT) is not None:
            yield from _find_count_errors(draw[COUNT], draw[SOME_OF], (*path, COUNT))
    elif isinstance(data, dict):
        known = {key: _KEYS[fold(key)] for key in data if fold(key) in _KEYS}
        # `range` and `count` are left out, because games have keys of these names.
        kinds = [key for key, meant in known.items() if meant in (ONE_OF, SOME_OF)]
        others = [key for key in data if key not in known]
        if kinds and others:
            hint = "a draw has no other keys: write it in place of the value that is drawn"
            yield _error(f"`{others[0]}` has no place beside `{kinds[0]}`", *path, others[0], hint=hint, key=True)
        for key, value in data.items():
            yield from find_draw_errors(value, (*path, key))


def _error(message: str, *path: str | int, hint: str = "", key: bool = False) -> Diagnostic:
    return error(message, *path, code="archetype/draw", hint=hint, key=key)


def _find_option_errors(options: Plain, draw_key: str, at: KeyPath) -> Iterator[Diagnostic]:
    if not isinstance(options, (list, dict)):
        mapped = "weights" if draw_key == ONE_OF else "values"
        hint = f"write `{draw_key}: [this, that]`, or options with {mapped}"
        yield _error(f"`{draw_key}` must be a list of options; found {kind(options)}", *at, hint=hint)
    elif not options:
        yield _error(f"`{draw_key}` has nothing to draw from", *at, hint="write at least one option")
    elif len(options) > limits.DRAW_OPTIONS:
        yield _error(f"`{draw_key}` has {len(options):,} options; {limits.DRAW_OPTIONS:,} is the most", *at)
    if draw_key == SOME_OF or not isinstance(options, dict):
        yield from find_draw_errors(options, at)
        return
    for option, weight in options.items():
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or weight <= 0:
            hint = "a weight is a number above 0; an option with 3 is drawn three times as often as one with 1"
            yield _error(f"the weight of `{option}` is {kind(weight)}", *at, option, hint=hint)


def _find_range_errors(ends: Plain, at: KeyPath) -> Iterator[Diagnostic]:
    hint = "write `range: [2, 4]` for a whole number from 2 to 4"
    if not isinstance(ends, list) or len(ends) != 2:
        found = f"a list of {len(ends)}" if isinstance(ends, list) else kind(ends)
        yield _error(f"`range` must be a list of two whole numbers; found {found}", *at, hint=hint)
        return
    wrong = [index for index, end in enumerate(ends) if isinstance(end, bool) or not isinstance(end, int)]
    for index in wrong:
        yield _error(f"an end of a `range` must be a whole number; found {kind(ends[index])}", *at, index, hint=hint)
    if not wrong and ends[0] > ends[1]:
        back = f"write `range: [{ends[1]}, {ends[0]}]`"
        yield _error(f"the range from {ends[0]} to {ends[1]} runs backwards", *at, hint=back)


def _find_count_errors(count: Plain, options: Plain, at: KeyPath) -> Iterator[Diagnostic]:
    inner, most = list(find_draw_errors(count, at)), len(options) if isinstance(options, (list, dict)) else None
    yield from inner
    for variant in (make_draws(count, chooser) for chooser in cover_options(count) if not inner):
        number, where = variant.value, (*at, *variant.origin(()))
        if isinstance(number, bool) or not isinstance(number, int):
            yield _error(f"`count` must be a whole number, or a draw of one; found {kind(number)}", *where)
        elif number < 0:
            yield _error(f"`count` must be at least 0; found {number}", *where)
        elif most and number > most:
            hint = f"write at most {most}, or add to the list"
            yield _error(f"`count` is {number}, and there are only {most} to draw from", *where, hint=hint)
