"""Parts of plain data by their paths: one that is there, and the same data with another one."""

from copy import copy
from functools import reduce
from operator import getitem
from typing import Any

from chargen.core.diagnostic import KeyPath

ABSENT: Any = object()
"""Stands for a part that is taken out."""


def value_at(data: Any, path: KeyPath) -> Any:
    """Return what is at a path. Raises LookupError or TypeError where nothing is."""
    return reduce(getitem, path, data)


def with_value_at(data: Any, path: KeyPath, value: Any) -> Any:
    """Return the same data with another value at a path, or with none where it is `ABSENT`; the rest is shared.

    >>> with_value_at({"bag": ["rope", "oil"], "age": 30}, ("bag", 0), ABSENT)
    {'bag': ['oil'], 'age': 30}
    """
    if not path:
        return value
    first, *rest = path
    changed = copy(data)
    inner = with_value_at(data[first], tuple(rest), value) if rest else value
    if inner is ABSENT:
        del changed[first]
    else:
        changed[first] = inner
    return changed


def number_of_values(data: Any) -> int:
    """Return how many values plain data has, each list and each mapping counted as one besides what is in it.

    >>> number_of_values({"bag": ["rope", "oil"], "age": 30})
    5
    """
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + sum(map(number_of_values, inner))
