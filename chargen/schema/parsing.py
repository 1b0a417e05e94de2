"""Turn plain data into a model's value, and every schema error into a diagnostic.

A schema error drops its field and not the complete concept. What remains is returned beside the diagnostics, so that
rules which do not read the field still run.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from chargen.schema.model import Model, field_names, is_needed, keys, models_at
from chargen.schema.schema_error import NEAREST, UNKNOWN_KEY, keys_at, missing, schema_error, uncounted_errors
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath
from chargen.text.names import closest, fold
from chargen.text.parts import ABSENT, find_value, value_at, with_value_at
from chargen.text.reader import Plain, as_held

ModelT = TypeVar("ModelT", bound="Model")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[ModelT]):
    """Hold the result of fitting data to a model. ``value`` is None only where no value could be made."""

    value: ModelT | None
    diagnostics: tuple[Diagnostic, ...]
    rejected: frozenset[KeyPath]  # The paths that were set aside or are missing
    indexes: Mapping[KeyPath, tuple[int, ...]]
    """By the path of a list, the index in the file of each entry that was kept."""
    unreadable: frozenset[KeyPath] = frozenset()
    """Those of the rejected paths whose value is there and cannot be read, not even as a number out of range."""
    nearest: Mapping[KeyPath, float] = field(default_factory=dict)
    """By their paths in the file, the nearest allowed numbers of those that the schema finds out of range."""
    possible: Mapping[KeyPath, tuple[KeyPath, ...]] = field(default_factory=dict)
    """By the path of an unknown key, the paths of the keys that it may stand for."""
    data: Plain = None  # The data that the value was made of, with a mark in place of what was set aside
    unknown: frozenset[KeyPath] = frozenset()
    """The paths of unknown keys, and of the keys that they may stand for, unless these are needed and missing."""

    def written(self, path: KeyPath) -> KeyPath:
        """Return a path into ``value`` as a path into the file, where entries of a list were set aside."""
        original: KeyPath = ()
        for step in path:
            kept = self.indexes.get(original)
            if isinstance(step, int) and kept is not None and step < len(kept):
                step = kept[step]
            original = (*original, step)
        return original

    def has_all(self, paths: Iterable[str], *, numbers: bool = False) -> bool:
        """Return whether nothing at, under or around some paths was set aside; a step ``*`` is any key or index.

        Such a path is ``descriptors.*.value``. Keys are compared as names are: case, blanks, hyphens and underscores do
        not matter. With ``numbers``, it is enough that every value there is a number, or missing.
        """
        lost = self.unreadable if numbers else self.rejected
        return not any(
            # `strict=False` compares the common start: what was set aside above or below the path matters as well.
            all(pattern == "*" or fold(pattern) == fold(str(step)) for pattern, step in zip(steps, path, strict=False))
            for steps in (path.split(".") for path in (paths if lost else ()))
            for path in lost
        )

    def marked(self) -> "Parsed[ModelT]":
        """Have each model along a rejected path, which is one into the file, know which of its parts were rejected."""
        sets = {"_unread": self.rejected, "_unreadable": self.unreadable, "_unknown": self.unknown}
        for name, paths in sets.items():
            marks: dict[int, tuple[Model, set[KeyPath]]] = {}
            for path in paths:
                part: Any = self.value
                for depth, step in enumerate(path):
                    if isinstance(part, Model):
                        marks.setdefault(id(part), (part, set()))[1].add(path[depth:])
                        field = field_names(type(part)).get(str(step), "")
                        if field not in part.model_fields_set and step not in (part.model_extra or ()):
                            break
                        part = getattr(part, field or str(step))
                    elif isinstance(part, Mapping):
                        part = part.get(step)
                    elif isinstance(part, tuple) and isinstance(step, int):
                        kept = self.indexes.get(path[:depth], range(len(part)))
                        part = part[kept.index(step)] if step in kept else None
                else:
                    if isinstance(part, Model):
                        marks.setdefault(id(part), (part, set()))[1].add(())
            for model, lost_paths in marks.values():
                # Models are frozen, and what was rejected is known only after all of them are made.
                object.__setattr__(model, name, frozenset(lost_paths))
        return self

    def corrected(self, errors: Collection[Diagnostic]) -> "Parsed[ModelT]":
        """Return the same with the nearest legal numbers and names of some errors, and with all of them as rejected."""
        wrong = (path for each in errors for path in each.lacks or (each.path,))
        data, rejected = self.data, self.rejected.union(map(self.written, wrong))
        for path, number in self.nearest.items():
            data = self._changed(data, path, number)
        for each in errors:
            path, around = self.written(each.path), find_value(data, self._spelled(data, each.path[:-1]))
            if each.nearest is not None and each.key:
                # What repeats something unreadable is what is known of it.
                firsts = (find_value(data, self._spelled(data, first.path)) for first in each.related)
                data = data if all(first in (None, _ASIDE) for first in firsts) else self._changed(data, path, ABSENT)
            elif each.nearest is not None and path:
                data = self._changed(data, path, each.nearest)
            # A name, unless the mapping has the right one, too.
            elif each.key and each.fix and isinstance(around, dict) and fold(each.fix) not in map(fold, around):
                named = {each.fix if key == path[-1] else key: held for key, held in around.items()}
                data = self._changed(data, path[:-1], named)
        value = self.value
        with suppress(ValidationError):  # a number that a rule allows may be one that the schema refuses
            value = type(value).model_validate(_compact(data, (), {})) if value is not None else None
        return replace(self, value=value, rejected=rejected).marked()

    def _changed(self, data: Plain, path: KeyPath, new: Plain) -> Plain:
        """Return data with another value at a path of the file, or none for `ABSENT`; as it is for no such path."""
        spelled = self._spelled(data, path)
        held = find_value(data, spelled)
        # The ledger reads its lines as they are written, and an entry of a list that was set aside stays away.
        if path[0] == "advancement" or (held is _ASIDE and isinstance(spelled[-1], int)):
            return data
        with suppress(LookupError, TypeError, ValidationError):
            if isinstance(held, (dict, str)) and isinstance(new, (int, float)):
                assert self.value is not None
                entry = models_at(type(self.value), spelled)[0]
                if isinstance(held, str):  # short for an entry with several numbers, such as 8:1
                    meant = entry.model_validate(held).model_dump(by_alias=True, exclude_unset=True)
                    data, spelled = with_value_at(data, spelled, meant), (*spelled, path[-1])
                elif entry.shorthand is not None:  # the number is short for an entry
                    spelled = (*spelled, entry.shorthand)
            return with_value_at(data, spelled, new)
        return data

    def _spelled(self, data: Plain, path: KeyPath) -> KeyPath:
        """Return a path as the data spells it: without the step to what a bare value is short for."""
        steps, held = as_held(data, path, _key_as_written)
        bare = find_value(data, held)
        return held if bare is not None and not isinstance(bare, (dict, list)) else (*held, *steps[len(held) :])

    def without_doubled(self, paths: Iterable[KeyPath]) -> "Parsed[ModelT]":
        """Return the same with the paths of keys that are there twice as unreadable: either value may be meant."""
        if not (doubled := frozenset(paths)):
            return self
        return replace(self, rejected=self.rejected | doubled, unreadable=self.unreadable | doubled).marked()


_ASIDE: Any = object()


def parse(model: type[ModelT], data: Plain, *, partial: bool = False) -> Parsed[ModelT]:
    """Make a ``model`` of plain data; every schema error is reported and set aside.

    ``partial`` data may leave out what a file must state, and may leave keys empty: neither is reported as missing.
    """
    return _Fitting(model, _compact(data, (), {}), partial).fit()


@dataclass
class _Fitting(Generic[ModelT]):
    """Make a value of data that has schema errors: what does not fit is set aside, error by error."""

    model: type[ModelT]
    data: Plain  # A copy of the data, from which the errors are removed
    partial: bool
    diagnostics: list[Diagnostic] = field(default_factory=list)
    uncounted: int = 0  # How many errors lie beyond `limits.SCHEMA_ERRORS`
    rejected: set[KeyPath] = field(default_factory=set)
    unreadable: set[KeyPath] = field(default_factory=set)
    """The rejected values that are there, and are no numbers out of range either."""
    nearest: dict[KeyPath, float] = field(default_factory=dict)
    """The nearest allowed numbers of those that are out of range."""
    emptied: set[KeyPath] = field(default_factory=set)
    """The entries that are there, and of which nothing is known."""
    possible: dict[KeyPath, tuple[KeyPath, ...]] = field(default_factory=dict)
    """By the path of an unknown key, the keys that it may stand for."""
    _reported: set[tuple[KeyPath, str]] = field(default_factory=set)

    def fit(self) -> Parsed[ModelT]:
        """Validate what is left and drop what does not fit, until nothing is left to drop.

        One attempt does not find all errors: some validators read complete models, and run only when their parts fit.
        """
        while True:
            indexes: dict[KeyPath, tuple[int, ...]] = {}
            value: ModelT | None = None
            try:
                # Nearly all data has no errors, and needs no second copy without what was set aside.
                data = _compact(self.data, (), indexes) if self.rejected else self.data
                value = self.model.model_validate(data, context=None if self.partial else self.model)
            except ValidationError as exc:
                if self._drop_errors(exc.errors(include_url=False), indexes):
                    continue
            break
        found, rejected = [*self.diagnostics, *uncounted_errors(self.uncounted)], frozenset(self.rejected)
        if value is None:
            return Parsed(None, tuple(found), rejected, indexes)

        # The keys that unknown keys may stand for count as not read, like misspelt ones.
        misspelt = {(*one.path[:-1], one.fix) for one in found if one.code == UNKNOWN_KEY and one.fix}
        possible = frozenset[KeyPath]().union(*self.possible.values())
        unreadable = frozenset(self.unreadable)
        lost = rejected.union(misspelt, possible)
        result = Parsed(value, (), lost, indexes, unreadable, self.nearest, self.possible, self.data)
        # A needed key is reported unless it is there with an error, in an entry with one, or under a misspelt name.
        around = {path[:length] for path in rejected for length in range(len(path))}
        missed = map(result.written, [] if self.partial else _missing_keys(value))
        lacking = [path for path in missed if path not in around and not _within(path, rejected)]
        # The first entry of a list is the same as one entry without its list.
        meant = {tuple(step for step in path if step != 0) for path in misspelt}
        reported = [path for path in lacking if not _within(path, self.emptied)]
        reported = [path for path in reported if tuple(step for step in path if step != 0) not in meant]
        found += map(missing, reported[: limits.SCHEMA_ERRORS])
        found += uncounted_errors(len(reported) - limits.SCHEMA_ERRORS)
        unknown = possible.union(self.possible).difference(lacking)
        return replace(result, diagnostics=tuple(found), rejected=lost.union(lacking), unknown=unknown).marked()

    def _drop_errors(self, errors: list[ErrorDetails], indexes: Mapping[KeyPath, tuple[int, ...]]) -> bool:
        """Report errors and drop their values; return whether anything was dropped, else a new attempt is useless."""
        so_far: Parsed[ModelT] = Parsed(None, (), frozenset(), indexes)
        emptied_before = frozenset(self.emptied)
        gone: set[KeyPath] = set()
        for error in _without_branches(errors, self.data):
            # The path in the file differs: entries were set aside, and a bare value may replace a mapping.
            written = so_far.written(tuple(step for step in error["loc"] if step != "[key]"))
            path, held = as_held(self.data, written, _key_as_written)
            present = next((part for part in gone if path[: len(part)] == part), path[: len(held)])
            # Of an entry that was emptied nothing is known, and its error was reported.
            if not _within(path, emptied_before):
                # Too short only because its entries were set aside, which was reported.
                is_emptied = error["type"] == "too_short" and path in indexes
                # What was set aside is not missing besides.
                is_left_out = error["type"] == "missing" and (self.partial or written in self.rejected)
                if len(self._reported) >= limits.SCHEMA_ERRORS:
                    # Several errors at one value count as one.
                    self.uncounted += written not in self.rejected
                elif not (is_emptied or is_left_out):
                    self._report(error, path, present)
                self.rejected.add(written)
                if error["type"] in NEAREST:
                    self.nearest[written] = error["ctx"][NEAREST[error["type"]]]
                elif error["input"] is not None and error["type"] not in ("missing", "extra_forbidden"):
                    self.unreadable.add(written)
            # The complete data cannot be set aside, and what is gone by an earlier error takes nothing around it along.
            if not held or present in gone:
                continue
            gone.add(present)
            holder, key = value_at(self.data, held[:-1]), held[-1]
            # A value in place of a mapping leaves an empty mapping: the entry is there, and nothing in it is known.
            is_entry = any(isinstance(step, str) for step in path[len(held) :]) or _holds_shape(self.model, path)
            if is_entry and not isinstance(holder[key], dict):
                holder[key] = {}
                self.emptied.add(path[: len(held)])
            else:
                holder[key] = _ASIDE
            # An empty key gives way to its other spelling, whose error was reported.
            for other, value in [*holder.items()] if isinstance(holder, dict) else ():
                if value is None and fold(other) == fold(str(key)):
                    holder[other] = _ASIDE
        return bool(gone)

    def _report(self, error: ErrorDetails, path: KeyPath, present: KeyPath) -> None:
        """Report an error unless the same was reported; ``present`` is the part of the path that the file holds."""
        diagnostic = schema_error(path, error, self.model, self.data, present)
        identity = (diagnostic.path, diagnostic.message)
        if identity in self._reported:
            return
        self._reported.add(identity)
        self.diagnostics.append(diagnostic)
        if diagnostic.code != UNKNOWN_KEY or diagnostic.fix is not None:
            return
        # What it may stand for: absent keys that it resembles by its letters, or else by its value. At the top, a text
        # fits nearly every key, and may be the name.
        around, value, possible = path[:-1], error["input"], list[KeyPath]()
        for holder in models_at(self.model, around):
            there = keys_at(self.data, around)
            absent = [key for key in keys(holder) if fold(key) not in there]
            near = [key for key in absent if closest(str(path[-1]), [key])]
            is_text = not around and isinstance(value, str)
            possible += [(*around, key) for key in near or absent if near or (is_text and key == "name")]
            for key in () if near or is_text else absent:
                # Alone: to pydantic no key is required, as `NEEDED` is no constraint of its own.
                with suppress(ValidationError):
                    held = getattr(holder.model_validate({key: value}), field_names(holder)[key])
                    # A number may be short for an entry, which is no likeness.
                    if isinstance(value, (int, float)) == isinstance(held, (int, float)):
                        possible.append((*around, key))
        self.possible[diagnostic.path] = tuple(possible)


_BRANCH = r"int|str|float|bool|constrained-\w+|[\w-]+\[.*\]"
"""A step in the path of an error that is no key of the file: what of several kinds of values was tried."""


def _without_branches(errors: list[ErrorDetails], data: Plain) -> list[ErrorDetails]:
    """Return errors with paths in the data; of a value that is of none of several kinds, those of the nearest kind."""
    found: dict[KeyPath, dict[str, list[ErrorDetails]]] = {}
    for error in errors:
        path = error["loc"]
        # The first step that names a kind, and no key of the file.
        kinds = (at for at, step in enumerate(path) if isinstance(step, str) and re.fullmatch(_BRANCH, step))
        held_at = ((at, find_value(data, path[:at])) for at in kinds)
        at = next((at for at, held in held_at if not isinstance(held, dict) or path[at] not in held), len(path))
        branch = "".join(map(str, path[at : at + 1]))
        branches = found.setdefault(path[:at], {})
        branches.setdefault(branch, []).append({**error, "loc": (*path[:at], *path[at + 1 :])})
    kept: list[ErrorDetails] = [] if any(map(any, found.values())) else errors
    for around, branches in found.items() if not kept else ():
        # One whose errors are further down accepted the value as a whole.
        deeper = [errors for errors in branches.values() if any(len(error["loc"]) > len(around) for error in errors)]
        kept += (deeper or [*branches.values()])[0]
    return kept


def _missing_keys(value: Any) -> list[KeyPath]:
    """Return the paths of what a file must state and does not. An optional value that is absent lacks nothing."""
    lacking: list[KeyPath] = []
    if isinstance(value, Model):
        fields = type(value).model_fields
        for key, name in field_names(type(value)).items():
            held = getattr(value, name)
            if held is None and is_needed(fields[name]):
                lacking.append((key,))
            elif isinstance(held, (Model, tuple, dict)) and name in value.model_fields_set:
                lacking += [(key, *path) for path in _missing_keys(held)]
        return lacking
    parts: Iterable[tuple[str | int, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
    for step, held in parts:
        if isinstance(held, (Model, tuple, dict)):
            lacking += [(step, *path) for path in _missing_keys(held)]
    return lacking


def _within(path: KeyPath, places: Collection[KeyPath]) -> bool:
    """Return whether a path is one of some places, or inside one of them."""
    return bool(places) and any(path[:length] in places for length in range(len(path) + 1))


def _compact(data: Plain, path: KeyPath, indexes: dict[KeyPath, tuple[int, ...]]) -> Plain:
    """Return a copy of the data without what was set aside, and note which entries of a list remain."""
    if isinstance(data, dict):
        return {
            key: _compact(value, (*path, key), indexes) if isinstance(value, (dict, list)) else value
            for key, value in data.items()
            if value is not _ASIDE
        }
    if not isinstance(data, list):
        return data
    kept = [(index, value) for index, value in enumerate(data) if value is not _ASIDE]
    if len(kept) != len(data):
        indexes[path] = tuple(index for index, _ in kept)
    return [_compact(value, (*path, index), indexes) for index, value in kept]


def _key_as_written(data: dict[str, Plain], step: str) -> str | None:
    """Return the key that was used for ``step``: of its spellings that have a value, the exact one first."""
    keys = [step] if step in data else []
    if not keys or data[step] is _ASIDE or data[step] is None:
        keys += [key for key in data if fold(key) == fold(step)]
    alike = [key for key in keys if data.get(key, _ASIDE) is not _ASIDE]
    return next((key for key in alike if data[key] is not None), alike[0] if alike else None)


def _holds_shape(annotation: Any, path: KeyPath) -> bool:
    """Return whether a value of this type has a model at ``path``."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        name = field_names(annotation).get(str(path[0])) if path else None
        return not path or (name is not None and _holds_shape(annotation.model_fields[name].annotation, path[1:]))
    inner = get_args(annotation)
    if isinstance(origin := get_origin(annotation), type) and issubclass(origin, (Mapping, tuple)):
        if issubclass(origin, tuple) and path and isinstance(path[0], str):  # one entry without its list
            return _holds_shape(inner[0], path)
        return bool(path) and _holds_shape(inner[1] if issubclass(origin, Mapping) else inner[0], path[1:])
    return any(_holds_shape(choice, path) for choice in inner)
