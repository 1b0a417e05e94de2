"""Define the numbers of the 5+ system, and the options of a table. *House default* marks numbers not in the text."""

from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.game.concept import RuleSet, Text, describe_fixed
from chargen.schema.model import Choice, Model, Several

BOOK = "the 5+ system"
LAST_FACE = 6  # The highest double that two six-sided dice can show
PHYSICAL = "Physical"  # The resistance that every NPC has (house default: the text calls it the most obvious one)
LAST_TIER = 6  # The last tier in which a double can still improve (section 3.3)

Method: TypeAlias = Annotated[
    str,
    Choice(
        ("fixed", "random", "points"),
        {"negotiated": "fixed", "randomized": "random", "randomised": "random", "buy points": "points"},
    ),
]
Focus: TypeAlias = Annotated[str, Choice(("total", "literal"))]
Overflow: TypeAlias = Annotated[str, Choice(("reset", "carry"))]
SmallNumber: TypeAlias = Annotated[int, Field(ge=-99, le=99)]


class Level(Model):
    """A row of the level table."""

    name: str
    """The name of the level."""


_NAMES = ("incompetent", "novice", "trained", "competent", "proficient", "specialist", "expert")
LEVELS = {level: Level(name=name) for level, name in enumerate(_NAMES)}
"""The table of levels in the text, by how far the success range extends above 5 (section 2.3)."""


BASE = 5  # The start of the success range, and its end for the untrained (section 3.1)
LOWEST_RANDOM_LEVEL = 1  # The lowest possible lower of two dice (section 2.3)
TURN_BONUS = 2  # The modifier that every turn starts with (section 4.3)
ACTION_PENALTY = -1  # For each action, on all rolls of the turn; resisting is no action (section 4.3)
MOVE_PENALTY = -2  # For a full move to another zone, on all actions of the turn (section 4.3)
HELP_BONUS = 1  # For the character who is helped (section 3.1)
HELP_EVERYONE_PENALTY = -1  # The penalty on a roll that helps all others (section 3.1)
WOUND_PENALTY = -1  # For each wound, on all rolls (section 3.2)
REROLL_COST = 1  # Fatigue damage for raising the stakes: one re-roll (section 3.3)
OPPOSITION_DAMAGE = 1  # The damage of an opponent of rank 0; each rank adds one (section 4.2)
LARGE_BONUS = 2  # The table should agree to a larger bonus or penalty (*house default*; the text only has 1)


class Rules(RuleSet):
    """The numbers and options of the 5+ system."""

    # The numbers above, by their names; other settings have a description.
    fixed = describe_fixed(
        globals(),
        levels="incompetent 0 to expert 6",
        recovery_actions="a number for each rest, which the group agrees on",
        solo_hand="3 or 4 cards",
        solo_suits="the four suits of section 5",
    )

    creation: Method = "fixed"
    """The method for starting levels: `fixed` (by agreement), `random` (the lower of two dice, 1 to 6) or `points`."""
    points: Annotated[int, Field(ge=0, le=9999)] | None = None
    """The points to buy levels, for `creation: points`. The text sets no number; your table may."""
    tier: Annotated[int, Field(ge=0, le=LAST_FACE)] = 0
    """The default tier of skills and resistances: 0 for a short game, 1 for a long one (ruling FPL-Q8)."""
    tiers: bool = True
    """Whether the table uses tiers; without them a double six only raises the level (section 2.3)."""
    focus: Focus = "total"
    """The modifier of a turn (section 4.3 gives both): `total`, 2 minus the number of actions.

    `literal`: +1 for a single action, −1 for each further one.
    """
    overflow: Overflow = "reset"
    """The damage after a wound: `reset` it to 0 (sections 1 and 3.2), or `carry` the excess (its example)."""
    failure_margin: bool = False
    """Optional: a miss counts, with one success less for each point outside the range (section 3.1, an example).

    Sheets explain it and encounters count it; averages on sheets and in `chargen odds` do not.
    """
    solo_deck: bool = False
    """Optional: play without a Game Master, with a deck of cards (section 5)."""
    groups: Several[Text] = ()
    """Groups in which every character should have a skill, such as physical, combat or social (section 2.3)."""

    def tier_of(self, stated: int | None) -> int:
        """Return the tier of a skill or resistance: the stated tier, else the table's; 0 if tiers are off."""
        if not self.tiers:
            return 0
        return self.tier if stated is None else stated

    def turn_modifier(self, actions: int) -> int:
        """Return the modifier of each roll in a turn with a number of actions.

        >>> [Rules().turn_modifier(actions) for actions in (1, 2, 3)]
        [1, 0, -1]
        >>> [Rules(focus="literal").turn_modifier(actions) for actions in (1, 2, 3)]
        [1, -1, -2]
        """
        # Both readings agree for a single action; they differ from the second on (ruling FPL-Q1).
        if self.focus == "literal" and actions > 1:
            return ACTION_PENALTY * (actions - 1)
        return TURN_BONUS + ACTION_PENALTY * actions


LOWEST_LEVEL, HIGHEST_LEVEL = min(LEVELS), max(LEVELS)


def maximum(tier: int) -> int:
    """Return the highest level of a tier, limited by the doubles (level plus tier up to 7) and by the table of levels.

    0 for a tier that does not exist.

    >>> [maximum(tier) for tier in range(8)]
    [6, 6, 5, 4, 3, 2, 1, 0]
    """
    return max(0, min(HIGHEST_LEVEL, LAST_FACE + 1 - tier))


def clamp_level(level: int | None) -> int:
    """Return a level for sums: limited to the table; a missing level is 0."""
    return min(max(level or 0, LOWEST_LEVEL), HIGHEST_LEVEL)


def level_name(level: int) -> str:
    """Return the name of a level.

    >>> level_name(4), level_name(9)
    ('proficient', 'expert')
    """
    return LEVELS[clamp_level(level)].name


def cost(level: int) -> int:
    """Return the cost of a level in points, including all levels below: 1 + 2 + … + level (ruling FPL-Q6).

    >>> [cost(level) for level in range(7)]
    [0, 1, 3, 6, 10, 15, 21]
    """
    return level * (level + 1) // 2
