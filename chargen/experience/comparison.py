"""Compare two characters, or one at two times."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from chargen.game.contract import View
from chargen.page.roll import Mean


def compare_numbers(one: View, other: View) -> dict[str, tuple[Any, Any]]:
    """Return the derived numbers that differ, by name; None for the character that does not have one.

    Numbers in a group carry both names, such as ``traits Brave``.
    """
    first, second = dict(_flat(one.stats())), dict(_flat(other.stats()))
    both = {name: (first.get(name), second.get(name)) for name in dict.fromkeys((*first, *second))}
    return {name: (here, there) for name, (here, there) in both.items() if here != there}


def _flat(stats: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the plain numbers, and those in a mapping of plain numbers; skip nested tables."""
    for name, value in stats.items():
        inner = value if isinstance(value, Mapping) else {"": value}
        if all(isinstance(number, (Fraction, Mean, int, float, str)) for number in inner.values()):
            for key, number in inner.items():
                yield f"{name} {key}".strip().replace("_", " "), number
