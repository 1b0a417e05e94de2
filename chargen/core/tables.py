"""Put rows of a book's tables into words."""

from typing import Any

from chargen.core.model import Model
from chargen.core.plain_data import as_plain


def in_words(key: str, value: Any) -> str:
    """Return the value that a row has under a key, or a list of values, in words.

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
    """Return a row of a table in a line: its name and its values, except the name that it is ``called`` by."""
    values = {key: value for key, value in as_plain(row, short=False).items() if value != called}
    name = [str(values.pop("name"))] if "name" in values else []
    return "; ".join([*name, *(in_words(key, value) for key, value in values.items())])
