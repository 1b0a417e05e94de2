"""The fifteen attributes in their five categories, and the limit pool of each category.

Names only; what a character has of them stands in the concept.
"""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from chargen.core.names import fold
from chargen.core.shape import Choice

CATEGORIES: Mapping[str, tuple[str, str, str]] = {
    "body": ("strength", "stamina", "health"),
    "action": ("finesse", "grace", "agility"),
    "mind": ("reason", "insight", "perception"),
    "persona": ("poise", "charisma", "wits"),
    "soul": ("creativity", "luck", "will"),
}
"""Category to its three attributes (FAC-a5)."""
LIMIT_POOLS: Mapping[str, str] = {
    "body": "strain",
    "action": "fatigue",
    "mind": "stress",
    "persona": "passion",
    "soul": "exhaustion",
}
"""Category to its limit pool (FAC-b4)."""
EXTENDED_BY_WILL = ("strain", "fatigue")
"""The pools to which Will is added while Exhaustion pays for it (FAC-b5)."""
ATTRIBUTES: tuple[str, ...] = tuple(each for three in CATEGORIES.values() for each in three)
CATEGORY_OF: Mapping[str, str] = {each: category for category, three in CATEGORIES.items() for each in three}
"""Attribute to its category."""

Attribute: TypeAlias = Annotated[str, Choice(ATTRIBUTES)]
Category: TypeAlias = Annotated[
    str,
    Choice(
        tuple(CATEGORIES),
        instead={
            each: f"{each} is an attribute of {category}: write {category}" for each, category in CATEGORY_OF.items()
        },
    ),
]


def named(name: str) -> str | None:
    """The attribute of that name in its plain spelling, or None. Short forms such as Per are none (FAC-Q39).

    >>> named(" Will "), named("Per")
    ('will', None)
    """
    return fold(name) if fold(name) in ATTRIBUTES else None
