"""Traits, skills and modifiers as a file writes them, read under the names of the rules."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from chargen.games.gamocles.concept import Concept, Variation
from chargen.games.gamocles.names import EVERY, RATINGS, SKILLS, TRAITS
from chargen.games.gamocles.rules import Rules
from chargen.kit.vocabulary import Name, Vocabulary

BELOW_ZERO, CHANGED_BELOW_ZERO = "gamocles/negative-traits", "gamocles/changed-traits"
"""The codes of the rules that keep traits from falling below 0, at creation and in play."""


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number: yes and no are none."""
    return type(value) is int


def written(values: Mapping[str, Any] | None) -> Iterator[tuple[str, Any]]:
    """Yield what a mapping states, in order. A name whose value was left empty counts as not written."""
    return ((word, value) for word, value in (values or {}).items() if value is not None)


def numbers(values: Mapping[str, Any] | None, among: Vocabulary[Name]) -> dict[str, int]:
    """Return the usable numbers of a mapping by full name; of a name that stands twice, the first usable one.

    >>> numbers({"Cmb": 3, "combat": 4, "Stealth": 2, "def": 2.5}, SKILLS)
    {'Combat': 3}
    """
    usable = {word: value for word, value in written(values) if is_whole(value)}
    return {name.full: value for name, value in among.read(usable).items()}


def required(variation: Variation) -> Iterator[tuple[str, Name, int]]:
    """Yield what a variation asks for that can be judged: the word as written, what it names, and the least number."""
    for word, least in written(variation.requires):
        if (name := EVERY.called(word)) is not None and is_whole(least):
            yield word, name, least


def unreadable(values: Mapping[str, Any] | None, among: Vocabulary[Name]) -> frozenset[str]:
    """Return the full names that are written, and have no usable number."""
    if all(map(is_whole, (values or {}).values())):
        return frozenset()
    named = {name.full for word, _ in written(values) if (name := among.called(word)) is not None}
    return frozenset(named - set(numbers(values, among)))


def unread(concept: Concept) -> frozenset[str]:
    """Return the full names of traits and skills whose number is written, and could not be read."""
    lost = [among for among, key in ((TRAITS, "traits"), (SKILLS, "skills")) if concept.unread(key)]
    every = {name.full for among in lost for name in among}
    return unreadable(concept.traits, TRAITS) | unreadable(concept.skills, SKILLS) | every


def traits(values: Mapping[str, Any] | None, rules: Rules) -> dict[str, int]:
    """Return all five traits: a missing one counts as 0, and so does one below 0, unless the table waives that rule.

    >>> traits({"G": 3, "will": -1}, Rules())
    {'Grit': 3, 'Instinct': 0, 'Movement': 0, 'Reason': 0, 'Will': 0}
    """
    stated = numbers(values, TRAITS)
    if rules.waives(BELOW_ZERO) or rules.waives(CHANGED_BELOW_ZERO):
        return {name.full: stated.get(name.full, 0) for name in TRAITS}
    return {name.full: max(stated.get(name.full, 0), 0) for name in TRAITS}


def skills(values: Mapping[str, Any] | None) -> dict[str, int]:
    """Return all ten skills: what is not listed is 0."""
    stated = numbers(values, SKILLS)
    return {name.full: stated.get(name.full, 0) for name in SKILLS}


def every(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return all traits and skills of a concept."""
    return traits(concept.traits, rules) | skills(concept.skills)


SPENT: Mapping[str, Callable[[Concept, Rules], int]] = {
    "traits": lambda concept, rules: sum(traits(concept.traits, rules).values()),
    "skills": lambda concept, rules: sum(skills(concept.skills).values()),
    "variations": lambda concept, rules: sum(variation.points for variation in concept.variations),
}
"""What traits, skills and variations come to."""


def spent(concept: Concept, rules: Rules) -> dict[str, tuple[int | None, int]]:
    """Return the budgets of traits, skills and variations, None where the table sets none, and what they come to."""
    granted = {"traits": rules.trait_points, "skills": rules.skill_points, "variations": rules.variation_points}
    return {name: (points, SPENT[name](concept, rules)) for name, points in granted.items()}


def modifiers(values: Mapping[str, Any] | None, rating: Name) -> int:
    """Return what a mapping adds to a rating."""
    return numbers(values, RATINGS).get(rating.full, 0)
