"""Derive every number of a Gamocles character from its concept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from chargen.game.contract import Character as AnyCharacter
from chargen.game.contract import Tracker
from chargen.game.ledger import Advanced
from chargen.games.gamocles import odds, scores
from chargen.games.gamocles.concept import Concept, Variation
from chargen.games.gamocles.odds import Pool
from chargen.games.gamocles.rules import BARE_WOUNDS, EVERY, GRIT, SKILLS, TRAITS, Rules
from chargen.games.gamocles.scores import DEFENSIVE, OFFENSIVE, Rating, Side
from chargen.page.roll import Odds, Roll
from chargen.text.names import unique_slugs

MOST_WOUNDS = 99  # The largest number of wounds in a file if the sheet has no boxes for them (house default)

_CHECKS = tuple((trait.full, skill.full, f"{trait} {skill}") for trait in TRAITS for skill in SKILLS)
"""Every pair of a trait and a skill, with its name."""


class Further(NamedTuple):
    """A check that is no sum of a trait and a skill."""

    name: str
    call: Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """A Gamocles character with all derived numbers."""

    traits: Mapping[str, int]
    skills: Mapping[str, int]
    offensive: tuple[Rating, ...]  # The Offensive Rating with each weapon, unarmed last
    defensive: tuple[Rating, ...]  # The Defensive Rating in each suit of armour, unarmoured last
    variations: tuple[Variation, ...]
    further: tuple[Further, ...]
    unread: frozenset[str]  # The traits and skills whose number could not be read; it counts as 0

    def pool(self, trait: str, skill: str) -> Pool:
        """Return the dice of a check of a trait and a skill."""
        return Pool.check(self.traits[trait], self.skills[skill]).thrown


def derive(advanced: Advanced[Concept], rules: Rules) -> Character:
    """Return the character of a concept after its ledger."""
    concept = advanced.concept
    traits, skills = scores.traits(concept, rules), scores.skills(concept)
    numbers, variations = traits | skills, concept.variations
    calls = [(further.name or "", Pool.read(further.pool or "")) for further in concept.pools]
    return Character(
        advanced=advanced,
        rules=rules,
        traits=traits,
        skills=skills,
        offensive=scores.ratings(OFFENSIVE, numbers, concept.weapon, variations),
        defensive=scores.ratings(DEFENSIVE, numbers, concept.armour, variations),
        variations=variations,
        further=tuple(Further(name, call) for name, call in calls if call is not None),
        unread=scores.unread(advanced.created).union(
            # A line that cannot be read, or breaks a rule, may change what it names.
            name.full
            for index, line in enumerate(advanced.created.advancement)
            if (index in advanced.refused or not line.readable) and line.change is not None
            if (name := EVERY.find(line.change)) is not None
        ),
    )


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names. A rating with an unreadable addend is None."""
    offensive = _by_gear(character.offensive, OFFENSIVE, character)
    defensive = _by_gear(character.defensive, DEFENSIVE, character)
    return {
        "offensive_rating": offensive[character.offensive[0].gear],
        "defensive_rating": defensive[character.defensive[0].gear],
        "offensive_ratings": offensive,
        "defensive_ratings": defensive,
        "traits": dict(character.traits),
        "skills": dict(character.skills),
    }


def _by_gear(ratings: tuple[Rating, ...], side: Side, character: Character) -> dict[str, int | None]:
    """Return the ratings by gear; if two pieces share a name, the first counts."""
    is_read = character.unread.isdisjoint(side.addends)
    # A rating that is missing counts as 0, and one that cannot be read as nothing.
    unread = {piece.name for piece in getattr(character.advanced.concept, side.key) if piece.unreadable_paths("rating")}
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


def trackers(character: Character) -> list[Tracker]:
    """Return the tracker of wounds; it has boxes if the table sets their number."""
    return [Tracker(name="wounds", title="Wounds", high=most_wounds(character.rules))]


def most_wounds(rules: Rules) -> int:
    """Return the largest number of wounds that a file may state."""
    return rules.wound_boxes or MOST_WOUNDS


def wounds(character: Character) -> int:
    """Return the number of wounds that a character can take: the table's boxes, else a house default."""
    rules = character.rules
    return rules.wound_boxes or BARE_WOUNDS + character.traits[GRIT]
