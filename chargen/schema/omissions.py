"""Find the keys that a file must state and does not."""

from functools import cache
from typing import Any

from chargen.schema.model import Model, is_needed
from chargen.text.diagnostic import KeyPath


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
