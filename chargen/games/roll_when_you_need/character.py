"""Derive every number of a character of Roll When You Need from its concept."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from chargen.game.contract import Tracker
from chargen.game.ledger import Advanced
from chargen.gamefile.character import FileCharacter
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.creation import DEGREES
from chargen.games.roll_when_you_need.rules import (
    ABILITIES,
    ACQUIRED,
    ENDURANCE,
    LOWEST_ABILITY,
    RESILIENCE,
    Rules,
)
from chargen.page.roll import Odds, Points, Roll
from chargen.text.names import fold, unique_slugs

MOST_DICE_MET = 5  # The highest ability, at least, that a move is shown against (house default)


class Ability(NamedTuple):
    """An ability with its rating."""

    name: str
    rating: int


class Character(FileCharacter):
    """A character of Roll When You Need with all derived numbers."""

    rules: Rules

    @cached_property
    def listed(self) -> Mapping[str, int]:
        """Return the ratings of its file; the first of two spellings counts, and unknown names stay where waived."""
        ratings: dict[str, int] = {}
        for name, rating in self.advanced.concept.abilities.items():
            ratings.setdefault(self.rules.ability(name) or name, rating)
        return ratings

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        """Return those that everyone has, Resilience, Wealth and Reputation if listed, and abilities of the table."""
        begins = ABILITIES.under(self.rules).file.base
        # Resilience, Wealth and Reputation are no abilities that everyone has: unlisted, they are not on the sheet.
        names = [name for name in (*begins, *self.listed) if name in self.listed or name in self.rules.abilities]
        return tuple(Ability(name, self.listed.get(name, begins.get(name, 0))) for name in dict.fromkeys(names))

    @cached_property
    def stress(self) -> Mapping[str, tuple[int, str]]:
        """Return the boxes of physical and social stress, each with the ability that gives them."""
        rules, base = self.rules, ABILITIES.under(self.rules).file.base
        # The table's word comes first, then the text's Resilience, and Endurance where the concept lists none (ruling
        # RWN-Q1).
        physical = rules.physical_stress or (RESILIENCE if RESILIENCE in self.listed else ENDURANCE)
        stress = {}
        for kind, word in (("physical", physical), ("social", rules.social_stress)):
            name = rules.ability(word) or word
            # A waived negative rating still leaves a track with no boxes.
            stress[kind] = max(self.listed.get(name, base.get(name, rules.start)), 0), name
        return stress

    @cached_property
    def consequences(self) -> Mapping[str, str]:
        """Return the text of each degree that was taken. A degree that was taken twice, if waived, has both texts."""
        taken: dict[str, str] = {}
        for consequence in self.advanced.concept.consequences:
            for degree, words in consequence.taken():
                taken[degree] = "; ".join(filter(None, (taken.get(degree), words)))
        return {degree: taken[degree] for degree in DEGREES if degree in taken}

    def means(self) -> list[tuple[str, int]]:
        """Return Wealth and Reputation, if they are listed."""
        return [(ability.name, ability.rating) for ability in self.abilities if ability.name in ACQUIRED]

    def own(self) -> list[Ability]:
        """Return all abilities except Wealth and Reputation."""
        return [ability for ability in self.abilities if ability.name not in ACQUIRED]

    def trained(self) -> list[Ability]:
        """Return the abilities that differ from the starting rating, best first, without Wealth and Reputation."""
        # Also lower ones: where abilities start at 5 (RWN-h3), one of 3 has odds of its own.
        trained = (ability for ability in self.own() if ability.rating != self.rules.start)
        return sorted(trained, key=lambda ability: -ability.rating)

    def untrained(self) -> list[Ability]:
        """Return the abilities at the starting rating, without Wealth and Reputation."""
        return [ability for ability in self.own() if ability.rating == self.rules.start]

    @property
    def is_npc(self) -> bool:
        """Return whether this is the card of an NPC, which has moves and rolls no dice."""
        return bool(self.advanced.concept.moves)


def paths_of_physical_stress(character: Character) -> tuple[str, ...]:
    """Return the paths of the ability that gives physical stress, and of one that would give it if it could be read."""
    own = (f"abilities.{RESILIENCE}",) if character.rules.physical_stress is None else ()
    return (*own, f"abilities.{character.stress['physical'][1]}")


def points(advanced: Advanced[Any], rules: Rules) -> dict[str, Points]:
    """Return the steps above unlisted at creation, against the table's budget if it sets one, and the XP."""
    return {
        "abilities": Points.of(rules.ability_points, ABILITIES.spent(advanced.created, rules)),
        "xp": advanced.account.points(),
    }


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names."""
    return {f"{kind}_stress": boxes for kind, (boxes, _) in character.stress.items()}


def dice_met(rules: Rules) -> range:
    """Return the numbers of dice that tables have a row for, and that a move is shown against."""
    return range(LOWEST_ABILITY, max(rules.highest_ability, MOST_DICE_MET) + 1)


def rolls(character: Character) -> list[Roll]:
    """Return every ability with all its odds."""
    rules = character.rules
    ids = unique_slugs(ability.name for ability in character.abilities)
    return [
        Roll(
            id=identity,
            label=ability.name,
            value=ability.rating,
            roll=str(odds.Pool.of(ability.rating, rules)),
            odds=Odds(odds.against_difficulties(ability.rating, rules)),
            dice=odds.ability_rule(ability.rating, rules),
        )
        for identity, ability in zip(ids, character.abilities, strict=True)
    ]


def trackers(character: Character) -> list[Tracker]:
    """Return the trackers of play state."""
    return [
        *(
            Tracker(name=f"{kind}_stress", title=f"{kind.capitalize()} stress", high=boxes)
            for kind, (boxes, _) in character.stress.items()
        ),
        Tracker(name="taken_out", title="Taken out", yes_or_no=True),
        *(Tracker(name=fold(name), title=f"{name} left", high=max(rating, 0)) for name, rating in character.means()),
    ]
