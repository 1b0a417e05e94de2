"""Define the names and numbers of Gamocles, and the settings of a table. A *house default* is chargen's own number.

The text is the published part of the rules: checks, traits, skills and the two ratings. It has no
budget for a new character, no prices, no equipment, and not the chapter on combat.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.game.concept import RuleSet, describe_fixed
from chargen.kit.texts import read_tables
from chargen.kit.vocabulary import Name, Vocabulary

BOOK = "Gamocles"

LARGEST_SUM = 999  # The largest budget that a table may set, and the largest below 0 (house default)
LARGEST_SCORE = 999
"""The largest trait, skill or rating, above or below 0, if the table sets no limit (house default)."""
Budget: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_SUM)]
Balance: TypeAlias = Annotated[int, Field(ge=-LARGEST_SUM, le=LARGEST_SUM)]
Limit: TypeAlias = Annotated[int, Field(ge=-99, le=99)]
TargetNumber: TypeAlias = Annotated[int, Field(ge=1, le=200)]


def _vocabulary(what: str, table: str) -> Vocabulary[Name]:
    # Words of other games (`like`) only serve hints.
    return Vocabulary(what, [Name(full, short, tuple(like)) for full, short, *like in read_tables(__file__)[table]])


TRAITS = _vocabulary("trait", "traits")  # The five traits (GAM-a1)
SKILLS = _vocabulary("skill", "skills")  # The ten skills (GAM-a2)
EVERY = Vocabulary("trait or skill", (*TRAITS, *SKILLS))
SHORT = {name.full: name.short for name in EVERY}  # Full name to abbreviation
RATINGS = Vocabulary("rating", (Name("Offensive Rating", "OR"), Name("Defensive Rating", "DR")))
"""The two ratings (GAM-b1, GAM-b2)."""
GRIT, INSTINCT, MOVEMENT = (trait.full for trait in TRAITS[:3])
COMBAT, DEFENCE = "Combat", "Defence"
UNARMED, UNARMOURED = "unarmed", "unarmoured"  # The names of the ratings without a weapon and without armour

DIE = 10  # The number of faces of a die; a kept highest face is thrown once more and added (GAM-d1)
MOST_ROLLED = 10  # The largest number of dice that a check rolls or keeps (GAM-b4)
EXTRA_DIE_BONUS = 4  # The bonus to the total for each die above the limit, rolled or kept (GAM-b4)
CRITICAL_MARGIN = 15  # A success by this much or more is a critical (GAM-d3)
FUMBLE_MARGIN = 15  # A failure by this much or more is a fumble (GAM-d3)
TARGET_NUMBERS = (5, 10, 15, 20, 25, 30, 35, 40)
"""The target numbers of the full tables (house default: only 15 is in the text)."""
DRAWN_TRAITS = (1, 1, 2, 2, 2, 3, 3)  # The values that the traits of NPCs are drawn from (house default)
DRAWN_SKILLS = (-1, 0, 0, 0, 0, 1, 1, 2, 2, 3)
"""The values that the skills of NPCs are drawn from (house default)."""
USUAL = {"trait_points": 12, "skill_points": 10, "variation_points": 5}
"""The points of a player's character where the table sets none (house default)."""
TRAIT_PRICE = 3
"""The price for NPCs of 1 more of a trait, times its new value (house default: the text has no prices)."""
SKILL_PRICE = 1
"""The price for NPCs of 1 more of a skill, times its new value, but at least this (house default)."""
VARIATION_PRICE = 2  # The price for NPCs of a variation during play (house default)
BARE_WOUNDS = 2
"""The wounds a character with Grit 0 can take if `wound_boxes` is 0; each point of Grit adds 1 (house default)."""


class Rules(RuleSet):
    """The numbers of Gamocles, and the budgets that a table may set."""

    example = "{trait_points: 12, skill_points: 10}"
    fixed = describe_fixed(
        globals(),
        target_numbers="5, 10 … 40",
        drawn_traits="1 to 3, mostly 2",
        drawn_skills="−1 to 3, mostly 0",
        encounter_tn="`sheet_tn` serves for encounters, too",
    )

    trait_points: Budget | None = None
    """The sum of the traits of a new character (house default: the text has none; by default it is not checked)."""
    skill_points: Balance | None = None
    """The sum of the skills of a new character, negative skills subtracted (house default, as above)."""
    variation_points: Balance | None = None
    """The total price of the variations of a new character (house default, as above)."""
    highest_trait: Limit | None = None
    """The highest trait of a new character (house default: the text has no limit)."""
    lowest_skill: Limit | None = None
    """The lowest skill of a new character (house default: the text has no limit)."""
    highest_skill: Limit | None = None
    """The highest skill of a new character (house default: the text has no limit)."""

    sheet_tn: TargetNumber = 15
    """The target number that your table calls for most (house default). The sheet's matrix has it.

    It is also that of a blow in `chargen encounter` where both ratings are equal; at 25, guards hit half of the time.
    """
    wound_boxes: Annotated[int, Field(ge=0, le=60)] = 0
    """Boxes for wounds on the sheet; 0 gives blank lines (house default: the chapter on combat is not in the text)."""
