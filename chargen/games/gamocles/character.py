"""Hold what the pages of Gamocles need of a character besides its game file: checks, pools, and ratings by addends."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from chargen.gamefile.character import FileCharacter
from chargen.games.gamocles import odds
from chargen.games.gamocles.odds import Pool
from chargen.games.gamocles.rules import BARE_WOUNDS, GRIT, MADE, SKILLS, TRAITS
from chargen.page.roll import Odds, Roll
from chargen.text.names import fold, unique_slugs

_CHECKS = tuple((trait, skill, f"{trait} {skill}") for trait in TRAITS.names for skill in SKILLS.names)
"""Every pair of a trait and a skill, with its name."""


class Further(NamedTuple):
    """A check that is no sum of a trait and a skill."""

    name: str
    call: Pool


class Side(NamedTuple):
    """One of the two ratings."""

    title: str
    short: str
    key: str  # Its key in the game file
    gear: str  # The key of the things that each have it


OFFENSIVE = Side("Offensive Rating", "OR", "offensive_rating", "weapon")  # (GAM-b1)
DEFENSIVE = Side("Defensive Rating", "DR", "defensive_rating", "armour")  # (GAM-b2)


SHARED = 3  # The addends that a rating has with all gear: two traits and a skill


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with a weapon or armour, and its addends: traits, skill and gear, then variations."""

    gear: str
    addends: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """Return the sum, which may be negative (ruling GAM-Q13)."""
        return sum(number for _, number in self.addends)


class Character(FileCharacter):
    """A Gamocles character with all derived numbers."""

    @cached_property
    def traits(self) -> Mapping[str, int]:
        """Return the five traits."""
        return self.scores(TRAITS)

    @cached_property
    def skills(self) -> Mapping[str, int]:
        """Return the ten skills."""
        return self.scores(SKILLS)

    @property
    def variations(self) -> tuple[Any, ...]:
        """Return the variations."""
        return tuple(self.advanced.concept.variations)

    @cached_property
    def offensive(self) -> tuple[Rating, ...]:
        """Return the Offensive Rating with each weapon, unarmed last."""
        return self._ratings(OFFENSIVE)

    @cached_property
    def defensive(self) -> tuple[Rating, ...]:
        """Return the Defensive Rating in each suit of armour, unarmoured last."""
        return self._ratings(DEFENSIVE)

    def _ratings(self, side: Side) -> tuple[Rating, ...]:
        # The formula of the game file, addend by addend; the last one is that of the gear.
        *names, _ = self.definition.formulas["derived", side.key, "is"].text.split(" + ")
        base = tuple((name, self.values.numbers[fold(name)]) for name in names)
        rated = MADE.things["variations"].derived
        added = [(each.name or "", rated.by_entry(each.modifies)) for each in self.variations]
        extra = tuple((name, numbers[side.key]) for name, numbers in added if numbers.get(side.key))
        gear = self.values.parts[fold(side.gear)]
        return tuple(Rating(each["name"], (*base, (each["name"], each["rating"]), *extra)) for each in gear)

    @cached_property
    def further(self) -> tuple[Further, ...]:
        """Return the checks that are no sum of a trait and a skill."""
        calls = [(further.name or "", Pool.read(further.pool or "")) for further in self.advanced.concept.pools]
        return tuple(Further(name, call) for name, call in calls if call is not None)

    def pool(self, trait: str, skill: str) -> Pool:
        """Return the dice of a check of a trait and a skill."""
        return Pool.check(self.traits[trait], self.skills[skill]).thrown

    @property
    def wounds(self) -> int:
        """Return the number of wounds that it can take: the table's boxes, else a house default."""
        return self.rules.wound_boxes or BARE_WOUNDS + self.traits[GRIT]


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names. A rating with an unreadable addend is None."""
    offensive, defensive = _by_gear(character, OFFENSIVE), _by_gear(character, DEFENSIVE)
    return {
        "offensive_rating": offensive[character.offensive[0].gear],
        "defensive_rating": defensive[character.defensive[0].gear],
        "offensive_ratings": offensive,
        "defensive_ratings": defensive,
        "traits": dict(character.traits),
        "skills": dict(character.skills),
    }


def _by_gear(character: Character, side: Side) -> dict[str, int | None]:
    """Return the ratings by gear; if two pieces share a name, the first counts."""
    ratings, advanced = character.offensive if side is OFFENSIVE else character.defensive, character.advanced
    lost = TRAITS.unread(advanced.created) | SKILLS.unread(advanced.created)
    for index, line in enumerate(advanced.created.advancement):
        # A line that cannot be read, or breaks a rule, may change what it names.
        if (index in advanced.refused or not line.readable) and line.change is not None:
            lost |= {name for group in (TRAITS, SKILLS) if (name := group.names.find(line.change)) is not None}
    is_read = lost.isdisjoint(name for name, _ in ratings[0].addends[:SHARED])
    # A rating that is missing counts as 0, and one that cannot be read as nothing.
    unread = {piece.name for piece in getattr(advanced.concept, side.gear) if piece.unreadable_paths("rating")}
    numbers: dict[str, int | None] = {}
    for rating in ratings:
        # A number with an unread addend is wrong, and comparing it with a stated one would report a second error.
        numbers.setdefault(rating.gear, rating.number if is_read and rating.gear not in unread else None)
    return numbers


def rolls(character: Character) -> list[Roll]:
    """Return all fifty pairs of a trait and a skill with their odds, then further pools."""
    identities = unique_slugs([*(label for *_, label in _CHECKS), *(further.name for further in character.further)])
    # The fifty come first, so that a further pool named like one of them gets the ``-2`` and scripts keep their ids.
    checks = [
        (label, character.traits[trait] + character.skills[skill], character.pool(trait, skill))
        for trait, skill, label in _CHECKS
    ]
    checks += [(name, call.rolled, call.thrown) for name, call in character.further]
    target = character.rules.sheet_tn
    return [
        Roll(
            id=identity,
            label=label,
            value=value,
            roll=str(pool),
            odds=Odds(odds.of_pool(pool, target)),
            dice=odds.dice_rule(pool, target),
            chance_of=f"success at TN {target}",
        )
        for identity, (label, value, pool) in zip(identities, checks, strict=True)
    ]
