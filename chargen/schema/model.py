"""Describe what a file holds as frozen pydantic values: strict, no unknown keys, and keys in any spelling.

`chargen.schema.parsing` makes such values of plain data and reports what does not fit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, model_validator
from pydantic.annotated_handlers import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.fields import FieldInfo
from pydantic.types import GetPydanticSchema
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import no_info_before_validator_function

from chargen.schema.docstrings import descriptions
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold
from chargen.text.reader import Plain

Item = TypeVar("Item")

NEEDED = object()
"""Marks a field that a file must state. Its value may be None after it was reported as missing."""


class Model(BaseModel):
    """Hold a value as a file writes it: frozen, strict, no unknown keys, and keys in any spelling of their name.

    A key whose value is left empty counts as not written; `parse` reports those where a value was forgotten. A field
    marked ``NEEDED`` is required of the file; inside it is None where it is missing or unusable.
    """

    # Without protected names, whose check takes a twentieth of the time in which a model is made.
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", protected_namespaces=())

    shorthand: ClassVar[str | None] = None
    """The field that takes a bare value, where one may be written in place of the mapping."""
    example: ClassVar[str] = ""
    """One as a file writes it, for messages; left out, its first keys with an ellipsis each."""
    instead: ClassVar[Mapping[str, str]] = {}
    """By the folded name of an unknown key that is often written, what to write in its place."""
    fixed: ClassVar[Mapping[str, str]] = {}
    """By the name of a number that the book fixes and a file may not set, the book's value in a few words."""
    may_be_empty: ClassVar[bool] = False
    """Whether a file that is all of this model may leave a number empty for its default."""
    _unread: ClassVar[frozenset[KeyPath]] = frozenset()
    """The paths, from this value, of what has an error or is missing; each value has its own."""
    _unreadable: ClassVar[frozenset[KeyPath]] = frozenset()
    """Those of them whose value is there and cannot be read, not even as a number out of range."""
    _unknown: ClassVar[frozenset[KeyPath]] = frozenset()
    """Those of them that are unknown keys, and the keys that these may stand for, unless they are needed."""

    def unread(self, *path: str | int) -> bool:
        """Return whether the value at ``path`` is in the file, or is required, and could not be read.

        A value that is None and unread is not reported as missing: its schema error was reported already.
        """
        return any(path[: len(lost)] == lost for lost in self._unread)

    def unread_within(self, *path: str | int) -> bool:
        """Return whether anything at, around or inside ``path`` could not be read; without a path, anything."""
        return bool(self._unread) and any(path[: len(lost)] == lost[: len(path)] for lost in self._unread)

    def unreadable_paths(self, *path: str | int) -> set[KeyPath]:
        """Return the paths at, around or inside ``path`` whose value is there and cannot be read."""
        return {lost for lost in self._unreadable if path[: len(lost)] == lost[: len(path)]}

    def unread_paths(self) -> frozenset[KeyPath]:
        """Return the paths of all values in it that could not be read, spelled as in the file."""
        return self._unread

    def unread_keys(self, *path: str | int) -> set[str | int]:
        """Return the keys of the mapping at ``path`` whose value could not be read, spelled as in the file."""
        return {lost[len(path)] for lost in self._unread if len(lost) > len(path) and lost[: len(path)] == path}

    @property
    def unknown_keys(self) -> set[str | int]:
        """Return the keys of the file that no field has; each may be meant for one that is missing."""
        return self.unread_keys() - {*keys(type(self))}

    @model_validator(mode="before")
    @classmethod
    def _as_mapping(cls, data: Plain, info: ValidationInfo) -> Plain:
        if cls.shorthand is not None and data is not None and not isinstance(data, (dict, BaseModel)):
            data = {cls.shorthand: data}
        if not isinstance(data, dict):
            return data
        known = field_names(cls)
        # The usual case: nothing to rename, and no copy.
        if known.keys() >= data.keys() and None not in data.values():
            return data
        fields = folded_keys(cls)
        named: dict[Plain, Plain] = {}
        # The exact spelling first: it gets the name of the field, and other spellings of it are reported.
        for key, value in sorted(data.items(), key=lambda item: item[0] not in known):
            name = fields.get(fold(str(key)), key)
            if value is not None or name not in known:
                named[key if name in named else name] = value
        # A number without a value was most likely forgotten, and what a file must state is missing. Any other key that
        # is left empty is the same as its default. The context is the model of a complete file; partial data has none.
        errors: list[InitErrorDetails] = []
        for key, value in data.items() if info.context is not None else ():
            name = fields.get(fold(str(key)), "")
            if value is None and name and name not in named:
                field = cls.model_fields[known[name]]
                may_be_empty = info.context is cls and cls.may_be_empty
                if is_needed(field) or (_is_number(field.annotation) and not may_be_empty):
                    kind = PydanticCustomError("no_value", "no value", {"is_needed": is_needed(field)})
                    errors.append(InitErrorDetails(type=kind, loc=(key,), input=None))
        if errors:
            raise ValidationError.from_exception_data(cls.__name__, errors)
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
            if is_needed(info):
                described.setdefault("required", []).append(key)
            if not info.is_required() and info.default is None:
                # Null is what a key means that is left out, and nothing that a file writes.
                own = described["properties"][key]
                own.pop("default", None)
                kept = [choice for choice in own.pop("anyOf", ()) if choice.get("type") != "null"]
                if len(kept) == 1:
                    own.update({**kept[0], **own})
                elif kept:
                    own["anyOf"] = kept
        if cls.shorthand is not None and "properties" in described:
            bare = dict(described["properties"][cls.shorthand])
            bare.pop("default", None)
            # Changed in place, because other schemas refer to this definition.
            complete = dict(described)
            described.clear()
            described["anyOf"] = [bare, complete]
        return schema


def keys(model: type[Model]) -> list[str]:
    """Return the keys of a model as a file writes them."""
    return [field.alias or name for name, field in model.model_fields.items()]


@cache
def folded_keys(model: type[Model]) -> Mapping[str, str]:
    """Return the keys of a model by their folded names."""
    return {fold(key): key for key in keys(model)}


@cache
def field_names(model: type[Model]) -> Mapping[str, str]:
    """Return the fields of a model by the keys of a file."""
    return {info.alias or name: name for name, info in model.model_fields.items()}


def is_needed(info: FieldInfo) -> bool:
    return any(mark is NEEDED for mark in info.metadata)


def shapes_in(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
        return
    for inner in get_args(annotation):
        yield from shapes_in(inner)


def models_at(model: type[Model], path: KeyPath) -> list[type[Model]]:
    """Return the models that a value at ``path`` within ``model`` may have; its keys may be in any spelling."""
    holders: list[type[Model]] = [model]
    for step in path:
        inner: list[type[Model]] = []
        for holder in holders:
            key = folded_keys(holder).get(fold(str(step)))
            if key is not None:
                inner.extend(shapes_in(holder.model_fields[field_names(holder)[key]].annotation))
        # A name in a mapping, or an index of a list, is a step that stays at the same models.
        holders = inner or holders
    return holders


def _is_number(annotation: Any) -> bool:
    if isinstance(origin := get_origin(annotation), type) and issubclass(origin, (Mapping, tuple)):
        return False
    return annotation in (int, float) or any(map(_is_number, get_args(annotation)))


OR_NAMES = GetPydanticSchema(
    None, lambda schema, handler: {"anyOf": [handler(schema), {"type": "array", "items": {"type": "string"}}]}
)
"""Allows a list of names beside a mapping in the JSON Schema."""


def _as_tuple(value: Plain) -> tuple[Plain, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _describe_several(core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
    schema: dict[str, Any] = handler(core_schema)
    return {"anyOf": [schema["items"], schema]} if "items" in schema else schema


Several: TypeAlias = Annotated[
    tuple[Item, ...],
    # A `BeforeValidator` is inspected wherever it is used, which takes longer.
    GetPydanticSchema(
        lambda source, handler: no_info_before_validator_function(_as_tuple, handler(source)), _describe_several
    ),
]
"""``Several[T]``: a list of T, read as a tuple; one entry may be written without its list."""


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
