"""Read the game file of Roll When You Need, and define its further numbers, and the options of a table.

A *house default* is chargen's own choice where the text has none.
"""

from collections.abc import Mapping
from pathlib import Path

from chargen.game.concept import RuleSet, Text, describe_fixed
from chargen.gamefile.build import read_definition
from chargen.gamefile.definition import Begins
from chargen.schema.model import Model, Several
from chargen.text.names import fold

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
ACQUIRED = ("Wealth", "Reputation")  # What characters acquire (paragraph 12)


LOWEST_ABILITY = 1  # The lowest rating of an ability (paragraph 3)
LOWEST_ACQUIRED = 0
"""The lowest rating of Wealth and Reputation (paragraph 12; that it is 0 is a house default)."""
UNLISTED = {5: 1, 10: 5}
"""The rating of an unlisted ability, by the highest rating (paragraphs 3 and 26; the 1 is a house default)."""
SUCCESS_ON = {6: 5, 10: 6}
"""The lowest face that succeeds, by the sides (paragraphs 1 and 27); on other dice, the upper half (house default)."""
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


def _begin(rules: "Rules") -> Mapping[str, Begins]:
    """Return every ability that a concept may list: those that everyone has, Resilience, Wealth and Reputation."""
    ability, acquired = Begins(rules.start, LOWEST_ABILITY), Begins(LOWEST_ACQUIRED, LOWEST_ACQUIRED)
    begins = {fold(name): (name, ability) for name in (*rules.abilities, RESILIENCE)}
    # A table's own list may repeat them in another spelling; each counts once.
    begins |= {fold(name): (name, acquired) for name in ACQUIRED}
    return dict(begins.values())


MADE = read_definition(Path(__file__).with_name("roll-when-you-need.game.yaml"), abilities=_begin)
"""The abilities, qualities, talents, moves and ledger, and the numbers that a table may set."""
ABILITIES = MADE.scores["abilities"]
DIFFICULTIES = {rating: name for name, rating in MADE.things["moves"].file.has["difficulty"].called.items()}
"""The difficulties by their numbers; the last one means 6 and more (paragraph 23)."""


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

    success_on: int | None = MADE.setting("success_on")
    die: int = MADE.setting("die")
    highest_ability: int = MADE.setting("highest_ability")
    take_time: bool = False
    """The designer's idea: taking time gives one or two automatic successes to high abilities (paragraph 26)."""
    difficulty_is_successes: bool = False
    """The designer's idea: a difficulty is the number of successes needed, and there are no disaster dice
    (paragraphs 22 to 27). Purchases still use disaster dice (house default)."""

    ability_points: int | None = MADE.setting("ability_points")
    starting_maximum: int | None = MADE.setting("starting_maximum")
    physical_stress: Text | None = None
    """The ability that gives physical stress. By default Resilience if listed, else Endurance (house default)."""
    social_stress: Text = "Poise"
    """The ability that gives social (mental) stress (paragraph 9)."""

    abilities: Several[str] = tuple(name for name in ABILITIES.names if name not in (RESILIENCE, *ACQUIRED))
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
        return len(DIFFICULTIES) // 2

    def ability(self, name: str) -> str | None:
        """Return an ability as the text spells it; None for an unknown name.

        >>> Rules().ability("  STEALTH "), Rules().ability("hacking")
        ('Stealth', None)
        """
        return ABILITIES.under(self).names.find(name)

    def difficulty_name(self, rating: int) -> str:
        """Return the name of a difficulty.

        >>> Rules().difficulty_name(3), Rules().difficulty_name(9)
        ('Moderate', 'Impossible')
        """
        return DIFFICULTIES[min(max(rating, 1), max(DIFFICULTIES))]
