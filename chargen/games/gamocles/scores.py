"""Traits, skills and modifiers as a file writes them, read under the names of the rules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.names import SKILLS, TRAITS, Name, called
from chargen.games.gamocles.rules import Rules

BELOW_ZERO, CHANGED_BELOW_ZERO = "gamocles/negative-traits", "gamocles/changed-traits"
"""The codes of the rules that keep traits from falling below 0, at creation and in play."""


def is_whole(value: object) -> bool:
    """Whether a value is a whole number: yes and no are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def written(values: Mapping[str, Any] | None) -> Iterator[tuple[str, Any]]:
    """What a mapping states, in order. A name whose value was left empty counts as not written."""
    return ((word, value) for word, value in (values or {}).items() if value is not None)


def numbers(values: Mapping[str, Any] | None, among: Iterable[Name]) -> dict[str, int]:
    """The usable numbers of a mapping by full name; of a name that stands twice, the first usable one.

    >>> numbers({"Cmb": 3, "combat": 4, "Stealth": 2, "def": 2.5}, SKILLS)
    {'Combat': 3}
    """
    known = tuple(among)
    found: dict[str, int] = {}
    for word, value in written(values):
        name = called(word, known)
        if name is not None and is_whole(value):
            found.setdefault(name.full, value)
    return found


def unreadable(values: Mapping[str, Any] | None, among: Iterable[Name]) -> frozenset[str]:
    """The full names that are written, and have no usable number."""
    if all(map(is_whole, (values or {}).values())):
        return frozenset()
    known = tuple(among)
    named = {name.full for word, _ in written(values) if (name := called(word, known)) is not None}
    return frozenset(named - set(numbers(values, known)))


def unread(concept: Concept) -> frozenset[str]:
    """The full names of traits and skills whose number is written, and could not be read."""
    lost = [among for among, key in ((TRAITS, "traits"), (SKILLS, "skills")) if concept.unread(key)]
    every = {name.full for among in lost for name in among}
    return unreadable(concept.traits, TRAITS) | unreadable(concept.skills, SKILLS) | every


def traits(values: Mapping[str, Any] | None, rules: Rules) -> dict[str, int]:
    """All five traits: a missing one counts as 0, and so does one below 0, unless the table waives that rule.

    >>> traits({"G": 3, "will": -1}, Rules())
    {'Grit': 3, 'Instinct': 0, 'Movement': 0, 'Reason': 0, 'Will': 0}
    """
    found = numbers(values, TRAITS)
    if rules.waives(BELOW_ZERO) or rules.waives(CHANGED_BELOW_ZERO):
        return {name.full: found.get(name.full, 0) for name in TRAITS}
    return {name.full: max(found.get(name.full, 0), 0) for name in TRAITS}


def skills(values: Mapping[str, Any] | None) -> dict[str, int]:
    """All ten skills: what is not listed is 0."""
    found = numbers(values, SKILLS)
    return {name.full: found.get(name.full, 0) for name in SKILLS}


def modifiers(values: Mapping[str, Any] | None, rating: Name) -> int:
    """What a mapping adds to a rating."""
    return numbers(values, (rating,)).get(rating.full, 0)
