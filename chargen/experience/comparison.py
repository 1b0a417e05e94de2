"""Compare two characters, or one at two times."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chargen.game.contract import View
from chargen.page.roll import Mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A derived number that differs; None for the character that does not have it."""

    name: str
    one: Any
    other: Any


def compare_numbers(one: View, other: View) -> list[Difference]:
    """Return the derived numbers that differ; numbers in a group carry both names, such as ``traits Brave``."""
    first, second = dict(_flat(one.stats())), dict(_flat(other.stats()))
    names = dict.fromkeys((*first, *second))
    return [
        Difference(name=name, one=first.get(name), other=second.get(name))
        for name in names
        if first.get(name) != second.get(name)
    ]


def _flat(stats: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the plain numbers, and those in a mapping of plain numbers; skip nested tables."""
    for name, value in stats.items():
        inner = value if isinstance(value, Mapping) else {"": value}
        if all(isinstance(number, (Fraction, Mean, int, float, str)) for number in inner.values()):
            for key, number in inner.items():
                yield f"{name} {key}".strip().replace("_", " "), number
