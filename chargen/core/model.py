"""Turn plain data into frozen pydantic values, and every schema error into a diagnostic.

A schema error drops its field and not the complete concept. What remains is returned beside the diagnostics, so that
rules which do not read the field still run.
"""

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Annotated, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator
from pydantic.annotated_handlers import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_before_validator_function

from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, KeyPath
from chargen.core.docstrings import descriptions
from chargen.core.names import Spellings, fold
from chargen.core.reader import Plain, as_held
from chargen.core.schema_error import UNKNOWN_KEY, Expected, missing, no_value, same_key, schema_error, uncounted_errors

Item = TypeVar("Item")
ModelT = TypeVar("ModelT", bound="Model")


class _Needed:
    """Mark a field that a file must state. Its value may be None after it was reported as missing."""


NEEDED = _Needed()


class Model(BaseModel):
    """Hold a value as a file writes it: frozen, strict, no unknown keys, and keys in any spelling of their name.

    A key whose value is left empty counts as not written; `parse` reports those where a value was forgotten. A field
    marked ``NEEDED`` is required of the file; inside it is None where it is missing or unusable.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    shorthand: ClassVar[str | None] = None
    """The field that takes a bare value, where one may be written in place of the mapping."""
    example: ClassVar[str] = ""
    """One as a file writes it, for messages; left out, its first keys with an ellipsis each."""
    instead: ClassVar[Mapping[str, str]] = {}
    """By the folded name of an unknown key that is often written, what to write in its place."""
    fixed: ClassVar[Mapping[str, str]] = {}
    """By the name of a number that the book fixes and a file may not set, the book's value in a few words."""
    _unread: ClassVar[frozenset[KeyPath]] = frozenset()
    """The paths, from this value, of what could not be read; each value has its own."""

    def unread(self, *path: str | int) -> bool:
        """Return whether the value at ``path`` is in the file, or is required, and could not be read.

        A value that is None and unread is not reported as missing: its schema error was reported already.
        """
        return any(path[: len(lost)] == lost for lost in self._unread)

    def unread_within(self, *path: str | int) -> bool:
        """Return whether anything at, around or inside ``path`` could not be read; without a path, anything."""
        return bool(self._unread) and any(path[: len(lost)] == lost[: len(path)] for lost in self._unread)

    def unread_keys(self, *path: str | int) -> set[str | int]:
        """Return the keys of the mapping at ``path`` whose value could not be read, spelled as in the file."""
        return {lost[len(path)] for lost in self._unread if len(lost) > len(path) and lost[: len(path)] == path}

    @model_validator(mode="before")
    @classmethod
    def _as_mapping(cls, data: Plain) -> Plain:
        if cls.shorthand is not None and not isinstance(data, (dict, BaseModel)):
            data = {cls.shorthand: data}
        if not isinstance(data, dict):
            return data
        fields = _fields(cls)
        known = _names(cls)
        if known.keys() >= data.keys() and None not in data.values():
            return data
        named: dict[Plain, Plain] = {}
        for key, value in sorted(data.items(), key=lambda item: item[0] not in known):
            name = fields.get(fold(str(key)), key)
            if value is not None or name not in known:
                named[key if name in named else name] = value
        return named

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """Return the value itself: it is frozen, and pydantic copies every default that it cannot hash."""
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema: dict[str, Any] = handler(core_schema)
        described = handler.resolve_ref_schema(schema)
        texts = descriptions(cls)
        for name, info in cls.model_fields.items():
            key = info.alias or name
            if texts[name]:
                described["properties"][key]["description"] = texts[name]
            if _is_needed(info):
                described.setdefault("required", []).append(key)
            if not info.is_required() and info.default is None:
                _without_null(described["properties"][key])
        if cls.shorthand is not None and "properties" in described:
            bare = dict(described["properties"][cls.shorthand])
            bare.pop("default", None)
            complete = dict(described)
            described.clear()
            described["anyOf"] = [bare, complete]
        return schema


def keys(model: type[Model]) -> list[str]:
    """Return the keys of a model as a file writes them."""
    return [field.alias or name for name, field in model.model_fields.items()]


@cache
def _fields(model: type[Model]) -> Mapping[str, str]:
    """Return the keys of a model by their folded names."""
    return {fold(key): key for key in keys(model)}


def _without_null(schema: dict[str, Any]) -> None:
    schema.pop("default", None)
    if "anyOf" in schema:
        kept = [choice for choice in schema.pop("anyOf") if choice.get("type") != "null"]
        if len(kept) == 1:
            schema.update({**kept[0], **schema})
        else:
            schema["anyOf"] = kept


def _as_tuple(value: Plain) -> Plain:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


class _OneOrMore:
    """Allow in the JSON Schema one entry without its list."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema: dict[str, Any] = handler(core_schema)
        if "items" not in schema:
            return schema
        return {"anyOf": [schema["items"], schema]}


Several: TypeAlias = Annotated[tuple[Item, ...], BeforeValidator(_as_tuple), _OneOrMore()]
"""``Several[T]``: a list of T; one entry may be written without its list."""


@dataclass(frozen=True, eq=False)
class Choice:
    """Mark text that must be one of ``names``, in any spelling; ``also`` maps further words to names.

    ``instead`` maps some unknown words to what to write, and ``otherwise`` is the hint for all other words.
    """

    names: tuple[str, ...]
    also: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""

    @cached_property
    def _known(self) -> Mapping[str, str]:
        return {fold(name): name for name in self.names} | {fold(word): name for word, name in self.also.items()}

    def named(self, value: Plain) -> str | None:
        """Return the name that a value spells, or None where it is none of them."""
        return self._known.get(fold(value)) if isinstance(value, str) else None

    def _pick(self, value: Plain) -> str:
        if (name := self.named(value)) is not None:
            return name
        advice = {"names": list(self.names), "instead": dict(self.instead), "otherwise": self.otherwise}
        raise PydanticCustomError("choice", "unknown choice", advice)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_before_validator_function(self._pick, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.names)}


@dataclass(frozen=True, slots=True)
class Parsed(Generic[ModelT]):
    """Hold the result of fitting data to a model. ``value`` is None only where no value could be made."""

    value: ModelT | None
    diagnostics: tuple[Diagnostic, ...]
    rejected: frozenset[KeyPath]
    """The paths that were set aside or are missing."""
    indexes: Mapping[KeyPath, tuple[int, ...]]
    """By the path of a list, the index in the file of each entry that was kept."""

    def written(self, path: KeyPath) -> KeyPath:
        """Return a path into ``value`` as a path into the file, where entries of a list were set aside."""
        original: KeyPath = ()
        for step in path:
            kept = self.indexes.get(original)
            if isinstance(step, int) and kept is not None and step < len(kept):
                step = kept[step]
            original = (*original, step)
        return original

    def has_all(self, paths: Iterable[str]) -> bool:
        """Return whether nothing at, under or around some paths was set aside; a step ``*`` is any key or index.

        Such a path is ``descriptors.*.value``. Keys are compared as names are: case, blanks, hyphens and underscores do
        not matter.
        """
        return not any(
            all(pattern == "*" or fold(pattern) == fold(str(step)) for pattern, step in zip(steps, lost, strict=False))
            for steps in (path.split(".") for path in (paths if self.rejected else ()))
            for lost in self.rejected
        )

    def without(self, paths: Iterable[KeyPath]) -> "Parsed[ModelT]":
        """Return the same with further paths of the file as rejected: what has an error counts as not read."""
        more = self.rejected.union(paths)
        return self if len(more) == len(self.rejected) else replace(self, rejected=more)


_ASIDE: Any = object()


def parse(model: type[ModelT], data: Plain, *, partial: bool = False) -> Parsed[ModelT]:
    """Make a ``model`` of plain data; every schema error is reported and set aside.

    ``partial`` data may leave out what a file must state, and may leave keys empty: neither is reported as missing.
    """
    forgotten = {} if partial or not _has_null(data) else dict(_forgotten(model, data))
    if not forgotten and next(_alike(model, data), None) is None:
        try:
            return _complete(model.model_validate(data), (), frozenset(), {}, partial=partial)
        except ValidationError:
            pass  # what is wrong is found out below, on a copy
    return _fit(model, copy.deepcopy(data), forgotten, partial)


def _fit(model: type[ModelT], data: Plain, forgotten: Mapping[KeyPath, bool], partial: bool) -> Parsed[ModelT]:
    """Make a ``model`` of data that has schema errors, which are removed one after the other.

    ``forgotten`` are the keys without a value that need one, and whether the file must state them.
    """
    diagnostics: list[Diagnostic] = []
    rejected: set[KeyPath] = set()
    # pydantic would keep the last of two spellings of one key in silence; the first one is kept here.
    for held, spelling, diagnostic in list(_alike(model, data)):
        del held[spelling]
        diagnostics.append(diagnostic)
        rejected.add(diagnostic.path)
    spellings = Spellings()
    reported: set[tuple[KeyPath, str]] = set()
    possible: set[KeyPath] = set()
    uncounted = 0
    emptied: set[KeyPath] = set()
    for path, is_needed in forgotten.items():
        if len(diagnostics) < limits.SCHEMA_ERRORS:
            diagnostics.append(no_value(path, is_needed=is_needed))
        else:
            uncounted += 1
        rejected.add(path)
        depth = _depth(data, path, spellings)
        if _set_aside(model, data, path, depth, spellings):
            emptied.add(path[:depth])
    # Without the values that do not fit, pydantic may find further errors: in validators that read complete models.
    while True:
        indexes: dict[KeyPath, tuple[int, ...]] = {}
        try:
            value = model.model_validate(_compact(data, (), indexes))
            diagnostics += _more(uncounted)
            return _complete(
                value, tuple(diagnostics), frozenset(rejected), indexes, emptied, possible, partial=partial
            )
        except ValidationError as exc:
            so_far: Parsed[ModelT] = Parsed(None, (), frozenset(), indexes)
            progress = False
            before = frozenset(emptied)
            for error in exc.errors(include_url=False):
                # The path in the file differs: entries were set aside, and a bare value may replace a mapping.
                complete = so_far.written(tuple(step for step in error["loc"] if step != "[key]"))
                path = as_held(data, complete, lambda held, step: _key_as_written(held, step, spellings))
                depth = _depth(data, path, spellings)
                if not _within(path, before):  # else nothing is known of this entry, and its error was reported
                    is_emptied = error["type"] == "too_short" and path in indexes
                    is_left_out = partial and error["type"] == "missing"
                    if len(reported) >= limits.SCHEMA_ERRORS:
                        uncounted += complete not in rejected
                    elif not (is_emptied or is_left_out):
                        diagnostic = schema_error(path, error, lambda around: _expected(model, around), path[:depth])
                        if (identity := (diagnostic.path, diagnostic.message)) not in reported:
                            reported.add(identity)
                            diagnostics.append(diagnostic)
                            if diagnostic.code == UNKNOWN_KEY and diagnostic.fix is None:
                                possible.update(_possible_keys(model, data, path, error["input"]))
                    rejected.add(complete)
                # An error at a part that the data holds is removed; else the next attempt would fail in the same way.
                if depth:
                    progress = True
                    if _set_aside(model, data, path, depth, spellings):
                        emptied.add(path[:depth])
            if not progress:
                return Parsed(None, (*diagnostics, *_more(uncounted)), frozenset(rejected), indexes)


def _has_null(data: Plain) -> bool:
    """Return whether anything in plain data is None."""
    inside = list(data.values() if isinstance(data, dict) else data if isinstance(data, list) else ())
    return None in inside or any(map(_has_null, inside))


def _forgotten(annotation: Any, data: Plain, path: KeyPath = ()) -> Iterator[tuple[KeyPath, bool]]:
    """Yield the path of each key without a value that needs one, and whether the file must state it.

    Needed are the names of a mapping, such as skills, entries of lists, numbers within either, and what a file must
    state. Any other key that is left empty counts as not written, a number at the top of a file included.
    """
    if isinstance(annotation, type) and issubclass(annotation, Model):
        fields = _fields(annotation)
        filled = {fold(str(key)) for key, value in data.items() if value is not None} if isinstance(data, dict) else ()
        for key, value in data.items() if isinstance(data, dict) else ():
            info = annotation.model_fields.get(_names(annotation).get(fields.get(fold(str(key)), ""), ""))
            inner = _extra(annotation) if info is None else info.annotation
            if value is not None:
                yield from _forgotten(inner, value, (*path, key))
            elif fold(str(key)) not in filled and inner is not None:
                is_needed = info is not None and _is_needed(info)
                if is_needed or info is None or (path and _is_number(inner)):
                    yield (*path, key), is_needed
        return
    origin, inner = get_origin(annotation), get_args(annotation)
    if not _is_collection(origin):
        for choice in inner:
            yield from _forgotten(choice, data, path)
    elif issubclass(origin, tuple) and isinstance(data, dict):  # one entry without its list
        yield from _forgotten(inner[0], data, (*path, 0))
    elif isinstance(data, (dict, list)):
        part = inner[0] if issubclass(origin, tuple) else inner[1]
        for step, value in data.items() if isinstance(data, dict) else enumerate(data):
            if value is not None:
                yield from _forgotten(part, value, (*path, step))
            elif part is not Any:
                yield (*path, step), False


def _is_collection(origin: Any) -> bool:
    """Return whether the origin of a generic type is that of a list or a mapping."""
    return isinstance(origin, type) and issubclass(origin, (Mapping, tuple))


@cache
def _extra(model: type[Model]) -> Any:
    """Return the type of what a model holds by names beside its fields; None where it holds nothing else."""
    if model.model_config.get("extra") != "allow":
        return None
    return get_args(get_type_hints(model)["__pydantic_extra__"])[1]


def _is_number(annotation: Any) -> bool:
    """Return whether a value of this type may be a number."""
    if _is_collection(get_origin(annotation)):
        return False
    return annotation in (int, float) or any(map(_is_number, get_args(annotation)))


def _more(uncounted: int) -> list[Diagnostic]:
    """Return a diagnostic that counts the schema errors which are not reported one by one."""
    return [uncounted_errors(uncounted)] if uncounted > 0 else []


def _complete(
    value: ModelT,
    diagnostics: tuple[Diagnostic, ...],
    rejected: frozenset[KeyPath],
    indexes: dict[KeyPath, tuple[int, ...]],
    emptied: Iterable[KeyPath] = (),
    possible: Iterable[KeyPath] = (),
    *,
    partial: bool,
) -> Parsed[ModelT]:
    """Add the missing keys to the result, except in entries that could not be read: those are reported already.

    ``possible`` has the paths that unknown keys may stand for: like misspelt ones, they count as not read.
    """
    misspelt = {(*found.path[:-1], found.fix) for found in diagnostics if found.code == UNKNOWN_KEY and found.fix}
    result = Parsed(value, diagnostics, rejected.union(misspelt, possible), indexes)
    around = {path[:length] for path in rejected for length in range(len(path))}
    missed = [] if partial else _missing(value)
    # A needed key is reported unless it is there with an error, in an entry with an error, or under a misspelt name.
    lacking = [path for path in map(result.written, missed) if path not in around and not _within(path, rejected)]
    if lacking:
        silent = frozenset(emptied)
        meant = set(map(_without_first, misspelt))
        reported = [path for path in lacking if not _within(path, silent) and _without_first(path) not in meant]
        findings = [
            *diagnostics,
            *map(missing, reported[: limits.SCHEMA_ERRORS]),
            *_more(len(reported) - limits.SCHEMA_ERRORS),
        ]
        result = Parsed(value, tuple(findings), result.rejected | set(lacking), indexes)
    # Each model along a rejected path learns which of its parts were rejected, for `Model.unread`.
    marks: dict[int, tuple[Model, set[KeyPath]]] = {}
    for path in result.rejected:
        for model, lost in _along(value, path, indexes):
            marks.setdefault(id(model), (model, set()))[1].add(lost)
    for model, lost_paths in marks.values():
        object.__setattr__(model, "_unread", frozenset(lost_paths))
    return result


def _without_first(path: KeyPath) -> KeyPath:
    """Return a path in which the first entry of a list is the same as one entry without its list."""
    return tuple(step for step in path if step != 0)


def _within(path: KeyPath, places: Collection[KeyPath]) -> bool:
    """Return whether a path is one of some places, or inside one of them."""
    return bool(places) and any(path[:length] in places for length in range(len(path) + 1))


def _along(value: Any, path: KeyPath, indexes: Mapping[KeyPath, tuple[int, ...]]) -> Iterator[tuple[Model, KeyPath]]:
    """Yield every model along ``path``, a path into the file, with the rest of the path from there."""
    for depth, step in enumerate(path):
        if isinstance(value, Model):
            yield value, path[depth:]
            name = _names(type(value)).get(str(step), "")
            if name not in value.model_fields_set and step not in (value.model_extra or ()):
                return
            value = getattr(value, name or str(step))
        elif isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, tuple) and isinstance(step, int):
            kept = indexes.get(path[:depth], range(len(value)))
            value = value[kept.index(step)] if step in kept else None
    if isinstance(value, Model):
        yield value, ()


@cache
def _names(model: type[Model]) -> Mapping[str, str]:
    """Return the fields of a model by the keys of a file."""
    return {info.alias or name: name for name, info in model.model_fields.items()}


def _alike(model: type[Model], data: Plain) -> Iterator[tuple[dict[str, Plain], str, Diagnostic]]:
    """Yield each mapping with two spellings of one key, the second spelling, and its diagnostic."""
    if not isinstance(data, dict):
        return
    spellings = Spellings()
    for name, choice in _chosen_keys(model):
        key = _key_as_written(data, name, spellings)
        value = data.get(key) if key is not None else None
        if not isinstance(value, dict):
            continue
        seen: dict[str, str] = {}
        for spelling in value:
            meant = choice.named(spelling)
            if meant is not None and seen.setdefault(meant, spelling) != spelling:
                yield value, spelling, same_key(spelling, seen[meant], str(key), spelling)


@cache
def _chosen_keys(model: type[Model]) -> tuple[tuple[str, Choice], ...]:
    """Return the keys of a model whose mappings have keys of a choice."""
    choices = (
        (info.alias or name, next(_key_choices(info.annotation), None)) for name, info in model.model_fields.items()
    )
    return tuple((key, choice) for key, choice in choices if choice is not None)


def _key_choices(annotation: Any) -> Iterator[Choice]:
    """Yield the choice that limits the keys of a mapping, if its type has one."""
    inner = get_args(annotation)
    if len(inner) == 2 and isinstance(get_origin(annotation), type) and issubclass(get_origin(annotation), Mapping):
        yield from (arg for arg in get_args(inner[0]) if isinstance(arg, Choice))


def _compact(data: Plain, path: KeyPath, indexes: dict[KeyPath, tuple[int, ...]]) -> Plain:
    """Return the data without what was set aside, and note which entries of a list remain."""
    if isinstance(data, dict):
        return {key: _compact(value, (*path, key), indexes) for key, value in data.items() if value is not _ASIDE}
    if isinstance(data, list):
        kept = tuple(index for index, value in enumerate(data) if value is not _ASIDE)
        if len(kept) != len(data):
            indexes[path] = kept
        return [_compact(data[index], (*path, index), indexes) for index in kept]
    return data


def _key_as_written(data: dict[str, Plain], step: str, spellings: Spellings) -> str | None:
    """Return the key that was used for ``step``: of its spellings that have a value, the exact one first."""
    keys = [step] if step in data else []
    if not keys or data[step] is _ASIDE or data[step] is None:
        keys += spellings.of(data, step)
    alike = [key for key in keys if data.get(key, _ASIDE) is not _ASIDE]
    return next((key for key in alike if data[key] is not None), alike[0] if alike else None)


def _depth(data: Plain, path: KeyPath, spellings: Spellings) -> int:
    """Return how many steps of ``path`` the data holds."""
    for depth, step in enumerate(path):
        if isinstance(data, dict) and isinstance(step, str):
            key = _key_as_written(data, step, spellings)
            if key is None or data[key] is _ASIDE:
                return depth
            data = data[key]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data) and data[step] is not _ASIDE:
            data = data[step]
        else:
            return depth
    return len(path)


def _set_aside(model: type[Model], data: Plain, path: KeyPath, depth: int, spellings: Spellings) -> bool:
    """Set aside the value ``depth`` steps down ``path``, and return whether its entry stays.

    A value in place of a mapping leaves an empty mapping behind: the entry is there, and nothing in it is known.
    """
    key: Any = None
    for place, step in enumerate(path[:depth]):
        data = data if place == 0 else data[key]
        key = _key_as_written(data, step, spellings) if isinstance(data, dict) and isinstance(step, str) else step
    is_mapping = isinstance(data[key], dict)
    stays = not is_mapping and (any(isinstance(step, str) for step in path[depth:]) or _holds_shape(model, path))
    data[key] = {} if stays else _ASIDE
    return stays


def _holds_shape(annotation: Any, path: KeyPath) -> bool:
    """Return whether a value of this type has a model at ``path``."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        if not path:
            return True
        fields = annotation.model_fields
        name = _names(annotation).get(str(path[0]))
        return name is not None and _holds_shape(fields[name].annotation, path[1:])
    inner = get_args(annotation)
    if isinstance(origin := get_origin(annotation), type) and issubclass(origin, (Mapping, tuple)):
        if issubclass(origin, tuple) and path and isinstance(path[0], str):  # one entry without its list
            return _holds_shape(inner[0], path)
        return bool(path) and _holds_shape(inner[1] if issubclass(origin, Mapping) else inner[0], path[1:])
    return any(_holds_shape(choice, path) for choice in inner)


def _missing(value: Any) -> list[KeyPath]:
    """Return the paths of what a file must state and does not. An optional value that is absent lacks nothing."""
    lacking: list[KeyPath] = []
    for step, held, is_needed in _parts(value):
        if held is None and is_needed:
            lacking.append((step,))
        elif isinstance(held, (Model, tuple, dict)):
            lacking += [(step, *path) for path in _missing(held)]
    return lacking


def _parts(value: Any) -> Iterable[tuple[str | int, Any, bool]]:
    """Return the parts of a value that may lack something: last step of the path, part, and whether it is needed."""
    if isinstance(value, Model):
        stated = value.model_fields_set
        return [
            (key, getattr(value, name), is_needed)
            for name, key, is_needed in _holders(type(value))
            if is_needed or name in stated
        ]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [(step, held, False) for step, held in items]


@cache
def _holders(model: type[Model]) -> tuple[tuple[str, str, bool], ...]:
    """Return the fields of a model that are needed or contain needed ones: name, key, and whether it is needed."""
    return tuple(
        (name, info.alias or name, _is_needed(info))
        for name, info in model.model_fields.items()
        if _is_needed(info) or any(_needs(shape) for shape in shapes_in(info.annotation))
    )


def _is_needed(info: FieldInfo) -> bool:
    return any(isinstance(mark, _Needed) for mark in info.metadata)


def _needs(model: type[Model], around: frozenset[type[Model]] = frozenset()) -> bool:
    """Return whether anything in a model is needed; ``around`` are the models that contain it."""
    inner = {shape for info in model.model_fields.values() for shape in shapes_in(info.annotation)}
    around |= {model}
    return any(map(_is_needed, model.model_fields.values())) or any(_needs(shape, around) for shape in inner - around)


def _models_at(model: type[Model], path: KeyPath) -> list[type[Model]]:
    """Return the models that a value at ``path`` within ``model`` may have."""
    holders: list[type[Model]] = [model]
    for step in path:
        inner: list[type[Model]] = []
        for holder in holders:
            for name, info in holder.model_fields.items():
                if step == (info.alias or name):
                    inner.extend(shapes_in(info.annotation))
        holders = inner or holders
    return holders


def _possible_keys(model: type[Model], data: Plain, path: KeyPath, value: Plain) -> Iterator[KeyPath]:
    """Yield the paths of the keys that an unknown key at ``path`` may stand for: absent keys that its value fits."""
    for step in path[:-1]:
        if isinstance(data, dict) and step in data:
            data = data[str(step)]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
    present = set(map(fold, data)) if isinstance(data, dict) else set()
    for holder in _models_at(model, path[:-1]):
        for key in keys(holder):
            if fold(key) not in present and _fits(holder, key, value):
                yield (*path[:-1], key)


def _fits(model: type[Model], key: str, value: Plain) -> bool:
    try:
        model.model_validate({key: value})
    except ValidationError:
        return False
    return True


def _expected(model: type[Model], path: KeyPath) -> Expected:
    """Return what is allowed at ``path`` within ``model``."""
    holders = _models_at(model, path)
    return Expected(
        sorted({key for holder in holders for key in keys(holder)}),
        _example(holders[0]),
        {name: hint for holder in holders for name, hint in holder.instead.items()},
        {fold(name): value for holder in holders for name, value in holder.fixed.items()},
        [name for name, info in holders[0].model_fields.items() if _is_needed(info)] if path else [],
    )


def _example(model: type[Model]) -> str:
    """Return how a file writes such a value: the needed keys, and with them up to two keys."""
    if model.example:
        return model.example
    named = [field.alias or name for name, field in model.model_fields.items() if _is_needed(field)]
    shown = named or keys(model)[:2]
    return "{" + ", ".join(f"{key}: …" for key in shown) + "}"


def shapes_in(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
        return
    for inner in get_args(annotation):
        yield from shapes_in(inner)
