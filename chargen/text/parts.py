"""Read and replace parts of plain data by their paths."""

from collections.abc import Iterator
from copy import copy
from functools import reduce
from operator import getitem
from typing import Any

from chargen.text.diagnostic import KeyPath

ABSENT: Any = object()  # The marker for a part that is removed


def value_at(data: Any, path: KeyPath) -> Any:
    """Return what is at a path. Raises LookupError or TypeError where nothing is."""
    return reduce(getitem, path, data)


def find_value(data: Any, path: KeyPath) -> Any:
    """Return what is at a path, or None where nothing is."""
    try:
        return value_at(data, path)
    except (LookupError, TypeError):
        return None


def with_value_at(data: Any, path: KeyPath, value: Any) -> Any:
    """Return a copy of the data with another value at a path, or with none for `ABSENT`; the rest is shared.

    Mappings and lists that the path leads through are made where they are missing; the number after the last of a list
    adds one. Raises LookupError or TypeError where something else is in the way.

    >>> with_value_at({"bag": ["rope", "oil"], "age": 30}, ("bag", 0), ABSENT)
    {'bag': ['oil'], 'age': 30}
    >>> with_value_at({}, ("skills", "Sword"), 3)
    {'skills': {'Sword': 3}}
    >>> with_value_at({}, ("weapons", 0, "name"), "knife")
    {'weapons': [{'name': 'knife'}]}
    """
    if not path:
        return value
    first, *rest = path
    if rest and value is ABSENT and find_value(data, (first,)) is None:
        return data
    changed: Any = copy(data) if data is not None else [] if isinstance(first, int) else {}
    inner = with_value_at(find_value(data, (first,)), tuple(rest), value) if rest else value
    if inner is not ABSENT:
        if isinstance(changed, list) and first == len(changed):
            changed.append(inner)
        else:
            changed[first] = inner
    elif not isinstance(changed, dict) or first in changed:
        del changed[first]
    return changed


def find_texts(data: Any) -> Iterator[tuple[str, bool]]:
    """Yield the keys and texts of plain data, each with whether it is a key; a switch that is off is not there.

    >>> list(find_texts({"shield": False, "bag": ["rope", {"oil": 2}]}))
    [('bag', True), ('rope', False), ('oil', True)]
    """
    if isinstance(data, dict):
        for key, value in data.items():
            if value is not False:
                yield str(key), True
                yield from find_texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from find_texts(value)
    elif isinstance(data, str):
        yield data, False


def number_of_values(data: Any) -> int:
    """Return how many values plain data has, each list and each mapping counted as one besides what is in it.

    >>> number_of_values({"bag": ["rope", "oil"], "age": 30})
    5
    """
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + sum(map(number_of_values, inner))
