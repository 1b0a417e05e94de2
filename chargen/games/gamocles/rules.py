"""Every number of Gamocles that we have, and what a table may set. What the text leaves open says *ours*.

The text is the part of the rules that its author published: checks, traits, skills and the two ratings. It has no
budget for a new character, no prices, no equipment, and not the chapter on combat.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.core.concept import RuleSet
from chargen.core.model import Several

BOOK = "Gamocles"

LARGEST_SUM = 999
"""The largest budget that a table may set, and what one may fall below 0 (ours)."""
LARGEST_SCORE = 999
"""The highest trait, skill or rating, and what one may fall below 0, where no table's limit says less (ours)."""
Budget: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_SUM)]
Balance: TypeAlias = Annotated[int, Field(ge=-LARGEST_SUM, le=LARGEST_SUM)]
Limit: TypeAlias = Annotated[int, Field(ge=-99, le=99)]
TargetNumber: TypeAlias = Annotated[int, Field(ge=1, le=200)]
Step: TypeAlias = Annotated[int, Field(ge=0, le=100)]
Price: TypeAlias = Annotated[int, Field(ge=1, le=100)]


class Rules(RuleSet):
    """Gamocles: its numbers, and the budgets that a table may set."""

    example = "{trait_points: 12, skill_points: 10}"

    trait_points: Budget | None = None
    """What the traits of a new character add up to (ours: the text has no budget, and without one none is checked)."""
    skill_points: Balance | None = None
    """What the skills of a new character add up to, negative ones subtracted (ours, as above)."""
    variation_points: Balance | None = None
    """What the variations of a new character cost together (ours, as above)."""
    highest_trait: Limit | None = None
    """The highest trait of a new character (ours: the text has no limit)."""
    lowest_skill: Limit | None = None
    """The lowest skill of a new character (ours: the text has no limit)."""
    highest_skill: Limit | None = None
    """The highest skill of a new character (ours: the text has no limit)."""

    die: Annotated[int, Field(ge=2, le=20)] = 10
    """The die; its highest face, when kept, is thrown once more and added (GAM-d1)."""
    most_rolled: Annotated[int, Field(ge=1, le=20)] = 10
    """No check rolls or keeps more dice than these (GAM-b4)."""
    extra_die_bonus: Step = 4
    """What each die too many, rolled or kept, adds to the total instead (GAM-b4)."""
    critical_margin: Step = 15
    """A success by this much or more is a critical (GAM-d3)."""
    fumble_margin: Step = 15
    """A failure by this much or more is a fumble (GAM-d3)."""

    sheet_tn: TargetNumber = 15
    """The target number of the sheet's matrix; choose the one your table calls for most (ours)."""
    target_numbers: Several[TargetNumber] = (5, 10, 15, 20, 25, 30, 35, 40)
    """The target numbers of the full tables (ours: only 15 stands in the text)."""
    wound_boxes: Annotated[int, Field(ge=0, le=60)] = 0
    """Boxes for wounds on the sheet; 0 gives blank lines (ours: the chapter on combat is not in the text)."""
    drawn_traits: Several[Limit] = (1, 1, 2, 2, 2, 3, 3)
    """What the traits of random characters are drawn from (ours)."""
    drawn_skills: Several[Limit] = (-1, 0, 0, 0, 0, 1, 1, 2, 2, 3)
    """What the skills of random characters are drawn from (ours)."""
    trait_price: Price = 3
    """What random characters pay for one more of a trait, times its new value (ours: the text has no prices)."""
    skill_price: Price = 1
    """What random characters pay for one more of a skill, times its new value, and at least this (ours, as above)."""
    variation_price: Price = 2
    """What random characters pay for a variation in the course of play (ours, as above)."""

    encounter_tn: TargetNumber = 15
    """The TN of a blow where Offensive and Defensive Rating are equal (ours: the text lacks the chapter on combat)."""
    bare_wounds: Annotated[int, Field(ge=1, le=60)] = 2
    """Wounds that Grit 0 takes, and each point of Grit one more; for cards, where `wound_boxes` is 0 (ours)."""
