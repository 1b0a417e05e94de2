"""Derive every number of a character of Roll When You Need from its concept."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from chargen.game.contract import Character as AnyCharacter
from chargen.game.contract import Tracker
from chargen.game.ledger import Advanced
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.concept import DEGREES, Concept, Move, Quality, Talent
from chargen.games.roll_when_you_need.odds import Pool, Task
from chargen.games.roll_when_you_need.rules import (
    ACQUIRED,
    DIFFICULTIES,
    ENDURANCE,
    LOWEST_ABILITY,
    RESILIENCE,
    Rules,
    is_acquired,
    named,
    spans,
)
from chargen.page.roll import Mean, Odds, OddsData, Roll
from chargen.text.names import fold, unique_slugs

MOST_DICE_MET = 5  # The highest ability, at least, that a move is shown against (house default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """An ability with its rating."""

    name: str
    rating: int
    listed: bool = True  # Whether the concept or its ledger lists the ability


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """A character of Roll When You Need with all derived numbers."""

    abilities: tuple[Ability, ...]
    """The twenty abilities, Resilience, Wealth and Reputation if listed, and abilities of the table."""
    physical_stress: int
    physical_stress_from: str
    social_stress: int
    social_stress_from: str
    qualities: tuple[Quality, ...]
    talents: tuple[Talent, ...]
    consequences: Mapping[str, str]
    """The text of each degree that was taken. A degree that was taken twice, if waived, has both texts."""
    moves: tuple[Move, ...]

    def rating(self, name: str) -> int | None:
        """Return the rating of a listed ability; None for any other."""
        return next(
            (ability.rating for ability in self.abilities if ability.listed and fold(ability.name) == fold(name)), None
        )

    def means(self) -> list[tuple[str, int]]:
        """Return Wealth and Reputation, if they are listed."""
        ratings = ((name, self.rating(name)) for name in ACQUIRED)
        return [(name, rating) for name, rating in ratings if rating is not None]

    def own(self) -> list[Ability]:
        """Return all abilities except Wealth and Reputation."""
        return [ability for ability in self.abilities if not is_acquired(ability.name)]

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
        return bool(self.moves)


def derive(advanced: Advanced[Concept], rules: Rules) -> Character:
    """Return the character that an advanced concept describes."""
    concept = advanced.concept
    listed = named(concept.abilities.items(), rules)
    known, every = rules.known(), spans(rules)
    everyone = [
        Ability(name=name, rating=listed[name])
        if name in listed
        else Ability(name=name, rating=every[name].unlisted if name in every else rules.start, listed=False)
        for name in rules.abilities
    ]
    # Resilience, Wealth and Reputation are no abilities that everyone has: unlisted, they are not on the sheet.
    further = [name for name in known if name not in rules.abilities and name in listed]
    others = [name for name in listed if name not in known]

    # The table's word comes first, then the text's Resilience, and Endurance where the concept lists none (ruling
    # RWN-Q1).
    physical = rules.physical_stress or (RESILIENCE if RESILIENCE in listed else ENDURANCE)
    sources = [rules.ability(name) or name for name in (physical, rules.social_stress)]
    # A waived negative rating still leaves a track with no boxes.
    stress = [max(listed.get(name, rules.unlisted_rating(name)), 0) for name in sources]

    taken: dict[str, str] = {}
    for consequence in concept.consequences:
        for degree, words in consequence.taken():
            taken[degree] = "; ".join(filter(None, (taken.get(degree), words)))
    return Character(
        advanced=advanced,
        rules=rules,
        abilities=(*everyone, *(Ability(name=name, rating=listed[name]) for name in (*further, *others))),
        physical_stress=stress[0],
        physical_stress_from=sources[0],
        social_stress=stress[1],
        social_stress_from=sources[1],
        qualities=concept.qualities,
        talents=concept.talents,
        consequences={degree: taken[degree] for degree in DEGREES if degree in taken},
        moves=concept.moves,
    )


def paths_of_physical_stress(character: Character) -> tuple[str, ...]:
    """Return the paths of the ability that gives physical stress, and of one that would give it if it could be read."""
    own = (f"abilities.{RESILIENCE}",) if character.rules.physical_stress is None else ()
    return (*own, f"abilities.{character.physical_stress_from}")


def stats(character: Character) -> dict[str, object]:
    """Return the derived numbers by their public names."""
    return {"physical_stress": character.physical_stress, "social_stress": character.social_stress}


def dice_met(rules: Rules) -> range:
    """Return the numbers of dice that tables have a row for, and that a move is shown against."""
    return range(LOWEST_ABILITY, max(rules.highest_ability, MOST_DICE_MET) + 1)


def against_difficulties(ability: int, rules: Rules, *, extra: int = 0) -> dict[str, OddsData]:
    """Return the odds of the results of a roll, by difficulty."""
    return {
        f"difficulty_{difficulty.rating}": odds.outcome(Task.of(ability, difficulty.rating, rules, extra=extra), rules)
        for difficulty in DIFFICULTIES
    }


@lru_cache(maxsize=512)
def ability_odds(ability: int, rules: Rules) -> OddsData:
    """Return the odds of an ability: results by difficulty, and the number of effects."""
    pool = Pool.of(ability, rules)
    return {**against_difficulties(ability, rules), "successes": Mean(pool.mean), "effects": odds.effects(pool)}


def rolls(character: Character) -> list[Roll]:
    """Return every ability with all its odds."""
    rules = character.rules
    by_rating = {
        rating: (odds.roll_text(Pool.of(rating, rules), rules), ability_odds(rating, rules))
        for rating in {ability.rating for ability in character.abilities}
    }
    # Equal ratings have equal odds, which are computed once.
    ids = unique_slugs(ability.name for ability in character.abilities)
    return [
        Roll(
            id=identity,
            label=ability.name,
            value=ability.rating,
            roll=text,
            odds=Odds(chances),
            dice=odds.ability_rule(ability.rating, rules),
        )
        for identity, ability in zip(ids, character.abilities, strict=True)
        for text, chances in (by_rating[ability.rating],)
    ]


def trackers(character: Character) -> list[Tracker]:
    """Return the trackers of play state."""
    return [
        Tracker(name="physical_stress", title="Physical stress", high=character.physical_stress),
        Tracker(name="social_stress", title="Social stress", high=character.social_stress),
        Tracker(name="taken_out", title="Taken out", yes_or_no=True),
        *(Tracker(name=fold(name), title=f"{name} left", high=max(rating, 0)) for name, rating in character.means()),
    ]
