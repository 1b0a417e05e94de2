"""Compute traits, skills and the two ratings, by the names of the rules; files may use abbreviations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from chargen.games.gamocles import rules as book
from chargen.games.gamocles.concept import Concept, Gear, Scores, Variation
from chargen.games.gamocles.rules import Rules
from chargen.kit.vocabulary import Name, Vocabulary

BELOW_ZERO = ("gamocles/negative-traits", "gamocles/changed-traits")
"""The codes of the rules against traits below 0, at creation and in play."""


def numbers(values: Scores | None, among: Vocabulary[Name]) -> dict[str, int]:
    """Return the numbers of a mapping by full name; if two keys mean the same name, the first counts.

    >>> numbers({"Cmb": 3, "combat": 4, "Stealth": 2, "def": None}, book.SKILLS)
    {'Combat': 3}
    """
    stated = {word: value for word, value in (values or {}).items() if value is not None}
    return {name.full: value for name, value in among.by_entry(stated).items()}


def traits(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return all five traits. A missing trait counts as 0, and so does a negative one unless the table waives it."""
    stated = numbers(concept.traits, book.TRAITS)
    # A waived error counts as if it were legal (rulings, all games), so a negative trait then lowers every number it is
    # in.
    lowest = None if any(map(rules.waives, BELOW_ZERO)) else 0
    values = {name.full: stated.get(name.full, 0) for name in book.TRAITS}
    return values if lowest is None else {name: max(value, lowest) for name, value in values.items()}


def skills(concept: Concept) -> dict[str, int]:
    """Return all ten skills; a skill that is not listed is 0."""
    stated = numbers(concept.skills, book.SKILLS)
    return {name.full: stated.get(name.full, 0) for name in book.SKILLS}


def every(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return all traits and skills of a concept."""
    return traits(concept, rules) | skills(concept)


def unread(concept: Concept) -> frozenset[str]:
    """Return the full names of traits and skills whose number could not be read, by its name or its value."""
    lost = set[str]()
    for key, among in (("traits", book.TRAITS), ("skills", book.SKILLS)):
        stated = {word for word, value in (getattr(concept, key) or {}).items() if value is not None}
        unread = [among.find(str(word)) for word in concept.unread_keys(key)]
        unread += [None for word in stated if among.find(word) is None]
        # An unknown key may be any of the names, misspelled.
        lost |= {name.full for name in among if concept.unread(key) or name in unread or None in unread}
        # A name that appears twice, once with a readable number, has that number.
        lost -= set(numbers(getattr(concept, key), among))
    return frozenset(lost)


def known(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return the traits and skills that could be read: an unknown number breaks no requirement."""
    lost = unread(concept)
    return {name: number for name, number in every(concept, rules).items() if name not in lost}


def spent(concept: Concept, rules: Rules) -> dict[str, int]:
    """Return the points spent on traits, skills and variations; no budget is read, so that each is judged alone."""
    return {
        "traits": sum(traits(concept, rules).values()),
        "skills": sum(skills(concept).values()),
        "variations": sum(variation.points for variation in concept.variations),
    }


def budgets(concept: Concept, rules: Rules) -> dict[str, tuple[int | None, int]]:
    """Return the budget (None if the table sets none) and the points spent of traits, skills and variations."""
    granted = (rules.trait_points, rules.skill_points, rules.variation_points)
    return {name: (budget, used) for budget, (name, used) in zip(granted, spent(concept, rules).items(), strict=True)}


class Side(NamedTuple):
    """One of the two ratings."""

    rating: Name
    key: str  # The key of the concept with the gear of the rating
    addends: tuple[str, ...]  # The traits and the skill that are added to the rating of the gear
    bare: str  # The name for fighting without such gear


OFFENSIVE = Side(book.RATINGS[0], "weapon", (book.MOVEMENT, book.INSTINCT, book.COMBAT), book.UNARMED)
"""With each weapon: M + I + Cmb (GAM-b1)."""
DEFENSIVE = Side(book.RATINGS[1], "armour", (book.GRIT, book.INSTINCT, book.DEFENCE), book.UNARMOURED)
"""In each suit of armour: G + I + Def (GAM-b2)."""
SIDES = (OFFENSIVE, DEFENSIVE)


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with a weapon or armour, and its addends: traits, skill and gear, then variations."""

    gear: str
    addends: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """Return the sum, which may be negative (ruling GAM-Q13)."""
        return sum(number for _, number in self.addends)


def ratings(
    side: Side, numbers: Mapping[str, int], gear: Iterable[Gear], variations: Iterable[Variation]
) -> tuple[Rating, ...]:
    """Return the rating with each piece of gear, last without any gear.

    Source: Gamocles, The Character Sheet (GAM-b1, GAM-b2)
    """
    base = tuple((name, numbers[name]) for name in side.addends)
    extra = tuple((variation.name or "", added) for variation in variations if (added := modifier(variation, side)))
    # Last, because the first piece is what the sheet leads with, and bare hands lead only without gear.
    pieces = [*((piece.name or "", piece.rating or 0) for piece in gear), (side.bare, 0)]
    return tuple(Rating(piece[0], (*base, piece, *extra)) for piece in pieces)


def modifier(variation: Variation, side: Side) -> int:
    """Return the bonus of a variation to a rating."""
    return numbers(variation.modifies, book.RATINGS).get(side.rating.full, 0) if variation.modifies else 0
