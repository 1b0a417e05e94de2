"""Hold what the pages of Gamocles need of a character besides its game file: checks, pools, and ratings by addends."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from chargen.gamefile.character import FileCharacter
from chargen.games.gamocles import odds
from chargen.games.gamocles.odds import Pool
from chargen.games.gamocles.rules import BARE_WOUNDS, COMBAT, DEFENCE, GRIT, MADE, SKILLS, TRAITS
from chargen.page.roll import Kind, Odds, Roll
from chargen.text.names import fold, unique_slugs


class Side(NamedTuple):
    """One of the two ratings, and what it is for."""

    title: str
    short: str
    key: str  # Its key in the game file
    gear: str  # The key of the things that each have it
    kind: Kind  # That of its checks
    skill: str


OFFENSIVE = Side("Offensive Rating", "OR", "offensive_rating", "weapon", "attack", COMBAT)  # (GAM-b1)
DEFENSIVE = Side("Defensive Rating", "DR", "defensive_rating", "armour", "defence", DEFENCE)  # (GAM-b2)
SIDES = OFFENSIVE, DEFENSIVE
SHARED = 3  # The addends that a rating has with all gear: two traits and a skill


class Rating(NamedTuple):
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

    @cached_property
    def ratings(self) -> Mapping[Side, tuple[Rating, ...]]:
        """Return each rating with all gear of its side, without any last."""
        ratings = {}
        rated = MADE.things["variations"].derived
        added = [(each.name or "", rated.by_entry(each.modifies)) for each in self.advanced.concept.variations]
        for side in SIDES:
            # The formula of the game file, addend by addend; the last one is that of the gear.
            *names, _ = self.definition.formulas["derived", side.key, "is"].text.split(" + ")
            base = tuple((name, self.values.numbers[fold(name)]) for name in names)
            extra = tuple((name, numbers[side.key]) for name, numbers in added if numbers.get(side.key))
            gear = self.values.parts[fold(side.gear)]
            ratings[side] = tuple(
                Rating(each["name"], (*base, (each["name"], each["rating"]), *extra)) for each in gear
            )
        return ratings

    @cached_property
    def further(self) -> list[tuple[str, Pool]]:
        """Return the calls of checks that are no sum of a trait and a skill, each with its name."""
        calls = [(further.name or "", Pool.read(further.pool or "")) for further in self.advanced.concept.pools]
        return [(name, call) for name, call in calls if call is not None]

    def pool(self, trait: str, skill: str) -> Pool:
        """Return the dice of a check of a trait and a skill."""
        return Pool.check(self.traits[trait], self.skills[skill]).thrown

    @property
    def wounds(self) -> int:
        """Return the number of wounds that it can take: the table's boxes, else a house default."""
        return self.rules.wound_boxes or BARE_WOUNDS + self.traits[GRIT]


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names; the ratings are those of the first weapon and armour."""
    missing = TRAITS.unread(character.advanced.created)
    by_gear: dict[str, dict[str, int | None]] = {}
    for side, ratings in character.ratings.items():
        # Without one of its traits it is no number to compare a stated one with.
        is_known = missing.isdisjoint(name for name, _ in ratings[0].addends[:SHARED])
        numbers = by_gear.setdefault(side.key, {})
        for rating in ratings:
            numbers.setdefault(rating.gear, rating.number if is_known else None)
    return {
        **{key: next(iter(numbers.values())) for key, numbers in by_gear.items()},
        **{f"{key}s": numbers for key, numbers in by_gear.items()},
        "traits": dict(character.traits),
        "skills": dict(character.skills),
    }


def rolls(character: Character) -> list[Roll]:
    """Return all fifty pairs of a trait and a skill with their odds, then further pools."""
    # The fifty come first, so that a further pool named like one of them gets the ``-2`` and scripts keep their ids.
    checks = [
        (f"{trait} {skill}", kept + more, character.pool(trait, skill))
        for trait, kept in character.traits.items()
        for skill, more in character.skills.items()
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
        for identity, (label, value, pool) in zip(unique_slugs(label for label, *_ in checks), checks, strict=True)
    ]
