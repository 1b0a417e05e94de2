"""Rows of a book's tables as plain data, and in a line of words."""

from collections.abc import Mapping
from typing import Any

from chargen.core.model import Model, keys


def plain(value: Any, *, whole: bool = True) -> Any:
    """Return rules as a campaign file would write them; not ``whole``: without what is not said otherwise.

    Rows of a table are never whole.
    """
    if isinstance(value, Model):
        fields = zip(keys(type(value)), type(value).model_fields.items(), strict=True)
        said = ((key, getattr(value, name), field.default) for key, (name, field) in fields)
        return {key: plain(inner, whole=whole) for key, inner, usual in said if whole or inner != usual}
    if isinstance(value, Mapping):
        return {str(key): plain(inner, whole=whole) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(inner, whole=False) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def in_words(key: str, value: Any) -> str:
    """Return what a row says under a key, or a list of it, in words.

    >>> in_words("covers", ["torso", "arms"]), in_words("bow", True), in_words("damage", "2D")
    ('covers: torso, arms', 'bow', 'damage: 2D')
    """
    name = key.replace("_", " ")
    if value is True:
        return name
    if isinstance(value, dict):
        value = [f"{inner} {number}" for inner, number in value.items()]
    return f"{name}: {', '.join(map(str, value)) if isinstance(value, list) else value}"


def row_in_words(row: Model, called: str | int = "") -> str:
    """Return a row of a table in a line: its name, and all that it says of itself but what it is ``called``."""
    said = {key: value for key, value in plain(row, whole=False).items() if value != called}
    name = [str(said.pop("name"))] if "name" in said else []
    return "; ".join([*name, *(in_words(key, value) for key, value in said.items())])
