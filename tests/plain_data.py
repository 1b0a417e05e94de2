"""Go through plain data: mappings, lists and single values."""

from collections.abc import Iterator
from typing import Any

from chargen.text.diagnostic import KeyPath


def walk(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield each part of plain data with its path, from the outside in: first all of it."""
    yield path, data
    for step, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from walk(value, (*path, step))
