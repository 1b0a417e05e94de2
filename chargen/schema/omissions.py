"""Find what a file left out: keys without a value, and keys that it must state."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from chargen.schema.model import Model, field_names, folded_keys, is_needed
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold
from chargen.text.reader import Plain


def has_null(data: Plain) -> bool:
    """Return whether anything in plain data is None."""
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any(value is None or (isinstance(value, (dict, list)) and has_null(value)) for value in inside)


def forgotten_keys(annotation: Any, data: Plain, path: KeyPath = ()) -> Iterator[tuple[KeyPath, bool]]:
    """Yield the path of each key without a value that needs one, and whether the file must state it.

    Needed are the names of a mapping, such as skills, entries of lists, numbers, and what a file must state. Any other
    key that is left empty counts as not written.
    """
    if isinstance(annotation, type) and issubclass(annotation, Model):
        fields = folded_keys(annotation)
        filled = {fold(str(key)) for key, value in data.items() if value is not None} if isinstance(data, dict) else ()
        for key, value in data.items() if isinstance(data, dict) else ():
            info = annotation.model_fields.get(field_names(annotation).get(fields.get(fold(str(key)), ""), ""))
            inner = _extra(annotation) if info is None else info.annotation
            if value is not None:
                yield from forgotten_keys(inner, value, (*path, key))
            # Another spelling with a value counts instead; an unknown key is reported as unknown.
            elif fold(str(key)) not in filled and inner is not None:
                stated = info is not None and is_needed(info)
                # An empty text or list is the same as its default, but an empty number was most likely forgotten.
                if stated or info is None or (_is_number(inner) and (path or not annotation.may_be_empty)):
                    yield (*path, key), stated
        return
    origin, inner = get_origin(annotation), get_args(annotation)
    if not _is_collection(origin):
        for choice in inner:
            yield from forgotten_keys(choice, data, path)
    elif issubclass(origin, tuple) and isinstance(data, dict):  # one entry without its list
        yield from forgotten_keys(inner[0], data, (*path, 0))
    elif isinstance(data, (dict, list)):
        part = inner[0] if issubclass(origin, tuple) else inner[1]
        for step, value in data.items() if isinstance(data, dict) else enumerate(data):
            if value is not None:
                yield from forgotten_keys(part, value, (*path, step))
            # Free data, such as play state of any type, may be empty.
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
    if _is_collection(get_origin(annotation)):
        return False
    return annotation in (int, float) or any(map(_is_number, get_args(annotation)))


def missing_keys(value: Any) -> list[KeyPath]:
    """Return the paths of what a file must state and does not. An optional value that is absent lacks nothing."""
    lacking: list[KeyPath] = []
    parts: list[tuple[str | int, Any, bool]]
    if isinstance(value, Model):
        stated = value.model_fields_set
        fields = _fields(type(value))
        parts = [(key, getattr(value, name), needed) for name, key, needed in fields if needed or name in stated]
    else:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        parts = [(step, held, False) for step, held in items]
    for step, held, must_be_there in parts:
        if held is None and must_be_there:
            lacking.append((step,))
        elif isinstance(held, (Model, tuple, dict)):
            lacking += [(step, *path) for path in missing_keys(held)]
    return lacking


@cache
def _fields(model: type[Model]) -> tuple[tuple[str, str, bool], ...]:
    """Return the name of each field, its key in a file, and whether it is needed."""
    return tuple((name, info.alias or name, is_needed(info)) for name, info in model.model_fields.items())
