"""The numbers of Roll When You Need, and the switches that a table may set.

A *house default* is chargen's own answer where the text has none.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, ClassVar, NamedTuple

from pydantic import Field

from chargen.core.concept import RuleSet, Text
from chargen.core.identity_key import IdentityKey
from chargen.core.model import Model, Several
from chargen.kit.vocabulary import Vocabulary, make_vocabulary

BOOK = "Roll When You Need"
RESILIENCE = "Resilience"
"""Called an ability like everything else (paragraph 9), and yet not among the twenty (ruling RWN-Q1)."""


LIKE = (
    ("perception", "Awareness"), ("notice", "Awareness"), ("fighting", "Brawling"), ("unarmed", "Brawling"),
    ("swords", "Melee"), ("shooting", "Guns"), ("firearms", "Guns"), ("sneak", "Stealth"), ("hide", "Stealth"),
    ("deception", "Subterfuge"), ("lying", "Subterfuge"), ("persuasion", "Charm"), ("charisma", "Charm"),
    ("constitution", "Endurance"), ("stamina", "Endurance"), ("agility", "Gymnastics"), ("dexterity", "Gymnastics"),
    ("strength", "Athletics"), ("willpower", "Resilience"), ("will", "Resilience"), ("empathy", "Insight"),
    ("lore", "Academics"), ("knowledge", "Academics"), ("medicine", "Science"), ("technology", "Devices"),
    ("money", "Wealth"), ("status", "Reputation"), ("fame", "Reputation"), ("composure", "Poise"),
)  # fmt: skip
"""What other games call something like an ability (house default): only for hints."""


class Difficulty(Model):
    """A rung of the difficulties."""

    rating: Annotated[int, Field(ge=1, le=20)]
    """What an ability is compared with."""
    name: str
    """What it is called."""


class DieKind(Model):
    """A kind of die, and where its successes begin."""

    sides: int
    """How many faces it has."""
    success_on: int
    """The lowest face that is a success."""


class Scale(Model):
    """How high abilities go, and the rating that all start at."""

    highest: int
    """The highest rating."""
    unlisted: Annotated[int, Field(ge=0, le=20)]
    """The rating of an ability that a concept does not list."""


LOWEST_ABILITY = 1
"""The lowest rating of an ability (paragraph 3)."""
LOWEST_ACQUIRED = 0
"""The lowest rating of Wealth and Reputation (paragraph 12; that it is 0 is a house default)."""
SCALES = (Scale(highest=5, unlisted=1), Scale(highest=10, unlisted=5))
"""The rating of an unlisted ability, by the highest rating (paragraphs 3 and 26; the 1 is a house default)."""
DICE = (DieKind(sides=6, success_on=5), DieKind(sides=10, success_on=6))
"""Where the successes of a die begin (paragraphs 1 and 27); for other dice, at their upper half (house default)."""
DIFFICULTIES = (
    Difficulty(rating=1, name="Simple"),
    Difficulty(rating=2, name="Easy"),
    Difficulty(rating=3, name="Moderate"),
    Difficulty(rating=4, name="Tough"),
    Difficulty(rating=5, name="Hard"),
    Difficulty(rating=6, name="Impossible"),
)
"""The difficulties; the last one means 6 and more (paragraph 23)."""
MOST_DICE = 10
"""A pool is never more dice than this (paragraph 21)."""
DICE_FOR_A_SUCCESS = 2
"""This many dice above that are one automatic success (paragraph 21)."""
DISASTER_DICE_KEPT = 1
"""This many disaster dice cannot be bought off (paragraph 6)."""
SUCCESSES_KEPT = 1
"""This many successes cannot be given up: the task would not be done (house default)."""
ABILITY_FOR_TIME = 2
"""With `take_time`, an automatic success needs an ability of this times their number (paragraph 26)."""
MOST_TIME = 2
"""With `take_time`, the most successes that time is worth (paragraph 26)."""
FREE_BELOW = 2
"""What costs this much less than Wealth is bought without restriction (paragraph 13)."""
LIMITED_BELOW = 1
"""What costs this much less than Wealth is bought in limited numbers (paragraph 13)."""
LOST_PER_PROBLEM = 1
"""What each success on the disaster dice of a purchase takes off Wealth, for good (paragraph 13)."""


class Rules(RuleSet):
    """Roll When You Need: its numbers, and the designer's ideas as switches."""

    example = "{ability_points: 19}"
    fixed: ClassVar[Mapping[str, str]] = {
        "lowest_ability": "1",
        "lowest_acquired": "0",
        "scales": "1 up to 5, 5 up to 10",
        "dice": "5 on a d6, 6 on a d10",
        "difficulties": "Simple 1 to Impossible 6",
        "most_dice": "10",
        "dice_for_a_success": "2",
        "disaster_dice_kept": "1",
        "successes_kept": "1",
        "ability_for_time": "2",
        "most_time": "2",
        "free_below": "2",
        "limited_below": "1",
        "lost_per_problem": "1",
    }

    success_on: Annotated[int, Field(ge=2, le=20)] | None = None
    """The lowest face that is a success. Left out: 5 on a d6 (paragraph 1). The designer weighs 4 (paragraph 26)."""
    die: Annotated[int, Field(ge=2, le=20)] = 6
    """The sides of a die (paragraph 1). The designer weighs 10, with successes from 6 on (paragraph 27)."""
    highest_ability: Annotated[int, Field(ge=1, le=20)] = 5
    """The highest rating (paragraph 3). The designer weighs 10, with all abilities starting at 5 (paragraph 26)."""
    take_time: bool = False
    """The designer's idea: time taken is worth a success, or two, to those who are good enough (paragraph 26)."""
    difficulty_is_successes: bool = False
    """The designer's idea: a difficulty is the number of successes needed, and there are no disaster dice
    (paragraphs 22 to 27). Purchases keep theirs (house default)."""

    ability_points: Annotated[int, Field(ge=0, le=999)] | None = None
    """Steps above unlisted that a new character has, Wealth and Reputation included. The text sets no budget."""
    starting_maximum: Annotated[int, Field(ge=0, le=20)] | None = None
    """The highest rating a new character may have (house default). Left out: as high as ratings go."""
    unlisted: Annotated[int, Field(ge=0, le=20)] | None = None
    """The rating of an ability that is not listed (house default). Left out: 1, or 5 where ratings go to 10."""
    physical_stress: Text | None = None
    """The ability that gives physical stress. Left out: Resilience, else `physical_stress_otherwise`."""
    physical_stress_otherwise: Text = "Endurance"
    """Where a concept gives no Resilience, this gives physical stress (house default; the nearest of the twenty)."""
    social_stress: Text = "Poise"
    """The ability that gives social (mental) stress (paragraph 9)."""

    abilities: Several[str] = (
        "Academics", "Art", "Athletics", "Awareness", "Brawling", "Charm", "Debauchery", "Devices", "Endurance", "Guns",
        "Gymnastics", "Insight", "Mathematics", "Melee", "Performance", "Poise", "Science", "Stealth", "Subterfuge",
        "Survival",
    )  # fmt: skip
    """The abilities that everyone has (paragraph 11)."""
    acquired: Several[str] = ("Wealth", "Reputation")
    """What is picked up beside them: 0 unless listed (paragraph 12)."""

    @property
    def lowest_success(self) -> int:
        """The lowest face that is a success on the die in use.

        >>> Rules().lowest_success, Rules(die=10).lowest_success, Rules(success_on=4).lowest_success
        (5, 6, 4)
        """
        if self.success_on is not None:
            return self.success_on
        return next((die.success_on for die in DICE if die.sides == self.die), self.die // 2 + 1)

    @property
    def start(self) -> int:
        """The rating of an ability that is not listed.

        >>> Rules().start, Rules(highest_ability=10).start, Rules(unlisted=0).start
        (1, 5, 0)
        """
        if self.unlisted is not None:
            return self.unlisted
        starts = (scale.unlisted for scale in SCALES if scale.highest == self.highest_ability)
        return next(starts, LOWEST_ABILITY)

    @property
    def usual_successes(self) -> int:
        """The successes that a task is drawn for (house default): one, or as many as the middle difficulty.

        >>> Rules().usual_successes, Rules(difficulty_is_successes=True).usual_successes
        (1, 3)
        """
        if not self.difficulty_is_successes:
            return 1
        return DIFFICULTIES[(len(DIFFICULTIES) - 1) // 2].rating

    def known(self) -> tuple[str, ...]:
        """Every ability a concept may list: the twenty, Resilience, Wealth and Reputation."""
        return (*self.abilities, RESILIENCE, *self.acquired)

    @property
    def vocabulary(self) -> Vocabulary[str]:
        """The same as a vocabulary."""
        return _vocabulary(IdentityKey(self))

    def ability(self, name: str) -> str | None:
        """Return the ability of that name as the text spells it, or None.

        >>> Rules().ability("  STEALTH "), Rules().ability("hacking")
        ('Stealth', None)
        """
        return self.vocabulary.find(name)

    def is_acquired(self, name: str) -> bool:
        """Whether it is Wealth or Reputation."""
        return make_vocabulary("ability", self.acquired).find(name) is not None

    def unlisted_rating(self, name: str) -> int:
        """Return the rating that an ability has where a concept does not list it."""
        return LOWEST_ACQUIRED if self.is_acquired(name) else self.start

    def lowest(self, name: str) -> int:
        """Return the lowest rating that an ability may be given."""
        return LOWEST_ACQUIRED if self.is_acquired(name) else min(LOWEST_ABILITY, self.start)

    def difficulty_name(self, rating: int) -> str:
        """Return what a difficulty is called.

        >>> Rules().difficulty_name(3), Rules().difficulty_name(9)
        ('Moderate', 'Impossible')
        """
        reached = [difficulty.name for difficulty in DIFFICULTIES if difficulty.rating <= rating]
        return reached[-1] if reached else DIFFICULTIES[0].name


@lru_cache(maxsize=64)
def _vocabulary(book: IdentityKey[Rules]) -> Vocabulary[str]:
    return make_vocabulary("ability", book.value.known(), LIKE)


class Span(NamedTuple):
    """How far an ability goes, and where it starts."""

    lowest: int
    unlisted: int
    """The rating where a concept does not list it."""


def spans(rules: Rules) -> Mapping[str, Span]:
    """Return the span of every ability, by its name in the rules: all at once, for those who look at many."""
    return _spans(IdentityKey(rules))


@lru_cache(maxsize=64)
def _spans(book: IdentityKey[Rules]) -> Mapping[str, Span]:
    rules = book.value
    abilities = dict.fromkeys(rules.ability(name) or name for name in rules.known())
    return {name: Span(rules.lowest(name), rules.unlisted_rating(name)) for name in abilities}


def stress_sources(rules: Rules) -> dict[str, str]:
    """Return the abilities that give stress to a character with a Resilience, by the name of the stress."""
    return {
        "physical_stress": rules.ability(rules.physical_stress or RESILIENCE) or RESILIENCE,
        "social_stress": rules.ability(rules.social_stress) or rules.social_stress,
    }
