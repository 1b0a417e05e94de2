"""Define the numbers of Roll When You Need, and the options of a table.

A *house default* is chargen's own choice where the text has none.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

from pydantic import Field

from chargen.game.concept import RuleSet, Text, describe_fixed
from chargen.game.identity_cache import cache_by_identity
from chargen.kit.texts import read_tables
from chargen.kit.vocabulary import Vocabulary, make_vocabulary
from chargen.schema.model import Model, Several

BOOK = "Roll When You Need"


class WholeQuality(Model):
    """A quality with its benefit and its drawback."""

    name: Text
    """The name of the quality."""
    benefit: Text
    """How it helps."""
    drawback: Text
    """How it hinders."""


ENDURANCE = "Endurance"  # Gives physical stress without Resilience (house default; the most similar of the twenty)
RESILIENCE = "Resilience"  # An ability by paragraph 9, although it is not one of the twenty (ruling RWN-Q1)


ACQUIRED = make_vocabulary("ability", ("Wealth", "Reputation"))  # What characters acquire (paragraph 12)


def is_acquired(name: str) -> bool:
    """Return whether a name is Wealth or Reputation."""
    return ACQUIRED.find(name) is not None


LIKE: tuple[tuple[str, str], ...] = tuple(read_tables(__file__)["like"].items())
"""Words of other games for similar abilities (house default), only for hints."""


class Difficulty(Model):
    """A step of the scale of difficulties."""

    rating: Annotated[int, Field(ge=1, le=20)]
    """The number that is compared with an ability."""
    name: str
    """The name of the difficulty."""


LOWEST_ABILITY = 1  # The lowest rating of an ability (paragraph 3)
LOWEST_ACQUIRED = 0
"""The lowest rating of Wealth and Reputation (paragraph 12; that it is 0 is a house default)."""
UNLISTED = {5: 1, 10: 5}
"""The rating of an unlisted ability, by the highest rating (paragraphs 3 and 26; the 1 is a house default)."""
SUCCESS_ON = {6: 5, 10: 6}
"""The lowest face that succeeds, by the sides (paragraphs 1 and 27); on other dice, the upper half (house default)."""
DIFFICULTIES = tuple(
    Difficulty(rating=rating, name=name)
    for rating, name in enumerate(("Simple", "Easy", "Moderate", "Tough", "Hard", "Impossible"), start=1)
)
"""The difficulties; the last one means 6 and more (paragraph 23)."""
MOST_DICE = 10  # The largest number of dice in a pool (paragraph 21)
DICE_FOR_A_SUCCESS = 2  # The number of dice above `MOST_DICE` that give one automatic success (paragraph 21)
DISASTER_DICE_KEPT = 1  # The number of disaster dice that cannot be removed (paragraph 6)
SUCCESSES_KEPT = 1
"""The number of successes that cannot be given up, because the task would fail (house default)."""
ABILITY_FOR_TIME = 2  # With `take_time`, the ability needed for each automatic success (paragraph 26)
MOST_TIME = 2  # With `take_time`, the largest number of automatic successes (paragraph 26)
FREE_BELOW = 2
"""Items that cost at least this much less than Wealth are bought without restriction (paragraph 13)."""
LIMITED_BELOW = 1  # Items that cost this much less than Wealth are bought in limited numbers (paragraph 13)
LOST_PER_PROBLEM = 1
"""The permanent loss of Wealth for each success on the disaster dice of a purchase (paragraph 13)."""


class Rules(RuleSet):
    """The numbers of Roll When You Need, and the designer's ideas as options."""

    example = "{ability_points: 19}"
    fixed = describe_fixed(
        globals(),
        scales="1 up to 5, 5 up to 10",
        unlisted="1, or 5 where ratings go to 10",
        acquired="Wealth and Reputation",
        dice="5 on a d6, 6 on a d10",
        difficulties="Simple 1 to Impossible 6",
    )

    success_on: Annotated[int, Field(ge=2, le=6)] | None = None
    """The lowest face that is a success: on a d6, 5 (paragraph 1). The designer considers 4 (paragraph 26)."""
    die: Annotated[int, Field(ge=6, le=10)] = 6
    """The sides of a die (paragraph 1). The designer considers 10, with successes from 6 (paragraph 27)."""
    highest_ability: Annotated[int, Field(ge=5, le=10)] = 5
    """The highest rating (paragraph 3). The designer considers 10, with abilities starting at 5 (paragraph 26)."""
    take_time: bool = False
    """The designer's idea: taking time gives one or two automatic successes to high abilities (paragraph 26)."""
    difficulty_is_successes: bool = False
    """The designer's idea: a difficulty is the number of successes needed, and there are no disaster dice
    (paragraphs 22 to 27). Purchases still use disaster dice (house default)."""

    ability_points: Annotated[int, Field(ge=0, le=999)] | None = None
    """The steps above starting ratings for a new character, Wealth and Reputation included. The text has no budget."""
    starting_maximum: Annotated[int, Field(ge=0, le=10)] | None = None
    """The highest rating of a new character (house default). By default, the highest rating of the scale."""
    physical_stress: Text | None = None
    """The ability that gives physical stress. By default Resilience if listed, else Endurance (house default)."""
    social_stress: Text = "Poise"
    """The ability that gives social (mental) stress (paragraph 9)."""

    abilities: Several[str] = (
        "Academics", "Art", "Athletics", "Awareness", "Brawling", "Charm", "Debauchery", "Devices", "Endurance", "Guns",
        "Gymnastics", "Insight", "Mathematics", "Melee", "Performance", "Poise", "Science", "Stealth", "Subterfuge",
        "Survival",
    )  # fmt: skip
    """The abilities that everyone has (paragraph 11)."""

    surroundings: Several[WholeQuality] = ()
    """The qualities of places and situations at this table, each with a benefit and a drawback (paragraph 2)."""

    @property
    def lowest_success(self) -> int:
        """Return the lowest face that is a success on the die in use.

        >>> Rules().lowest_success, Rules(die=10).lowest_success, Rules(success_on=4).lowest_success
        (5, 6, 4)
        """
        if self.success_on is not None:
            return self.success_on
        # The text has the d6 and the d10, and on the d10 half of the faces succeed.
        return SUCCESS_ON.get(self.die, self.die // 2 + 1)

    @property
    def start(self) -> int:
        """Return the rating of an ability that is not listed.

        >>> Rules().start, Rules(highest_ability=10).start
        (1, 5)
        """
        # A scale that the text does not have starts at the lowest rating, as its own first scale does.
        return UNLISTED.get(self.highest_ability, LOWEST_ABILITY)

    @property
    def usual_successes(self) -> int:
        """Return the successes needed for a usual task (house default): one, or the number of the middle difficulty.

        >>> Rules().usual_successes, Rules(difficulty_is_successes=True).usual_successes
        (1, 3)
        """
        if not self.difficulty_is_successes:
            return 1
        # The third of six, Moderate: an average character should reach it half the time (paragraph 24).
        return DIFFICULTIES[len(DIFFICULTIES) // 2 - 1].rating

    def known(self) -> tuple[str, ...]:
        """Return every ability that a concept may list: the twenty, Resilience, Wealth and Reputation."""
        return (*self.abilities, RESILIENCE, *ACQUIRED)

    @property
    @cache_by_identity(64)
    def vocabulary(self) -> Vocabulary[str]:
        """Return the abilities of `known` as a vocabulary."""
        return make_vocabulary("ability", self.known(), LIKE)

    def ability(self, name: str) -> str | None:
        """Return an ability as the text spells it; None for an unknown name.

        >>> Rules().ability("  STEALTH "), Rules().ability("hacking")
        ('Stealth', None)
        """
        return self.vocabulary.find(name)

    def unlisted_rating(self, name: str) -> int:
        """Return the rating of an ability that a concept does not list."""
        return LOWEST_ACQUIRED if is_acquired(name) else self.start

    def lowest(self, name: str) -> int:
        """Return the lowest allowed rating of an ability."""
        return LOWEST_ACQUIRED if is_acquired(name) else LOWEST_ABILITY

    def difficulty_name(self, rating: int) -> str:
        """Return the name of a difficulty.

        >>> Rules().difficulty_name(3), Rules().difficulty_name(9)
        ('Moderate', 'Impossible')
        """
        return DIFFICULTIES[min(max(rating, 1), len(DIFFICULTIES)) - 1].name


class Span(NamedTuple):
    """The range of an ability, and its rating if it is not listed."""

    lowest: int
    unlisted: int  # The rating of an ability that a concept does not list


@cache_by_identity(64)
def spans(rules: Rules) -> Mapping[str, Span]:
    """Return the span of every ability, by its name in the rules; faster than single lookups."""
    # A table's own list may repeat Resilience or Wealth in another spelling; each counts once.
    abilities = dict.fromkeys(rules.ability(name) or name for name in rules.known())
    return {name: Span(rules.lowest(name), rules.unlisted_rating(name)) for name in abilities}


def stress_sources(rules: Rules) -> dict[str, str]:
    """Return the ability that gives each kind of stress to a character with Resilience."""
    return {
        "physical_stress": rules.ability(rules.physical_stress or RESILIENCE) or RESILIENCE,
        "social_stress": rules.ability(rules.social_stress) or rules.social_stress,
    }


def named(abilities: Iterable[tuple[str, int]], rules: Rules) -> dict[str, int]:
    """Return ratings by the names of the rules; the first of two spellings counts, and names of a table stay."""
    ratings: dict[str, int] = {}
    for name, rating in abilities:
        ratings.setdefault(rules.ability(name) or name, rating)
    return ratings
