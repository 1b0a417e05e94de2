"""Cells that several tables of the sheet share."""

from chargen.core.roll import percent
from chargen.core.sheet import Chance, Label
from chargen.games.five_plus import odds
from chargen.games.five_plus.rules import HELP_BONUS, Rules

RANGE = "the sums of two dice that succeed"
CHANCE = "percent, and how many of the 36 throws of two dice succeed"
"""What two columns mean."""


def plain(proficiency: int, rank: int = 0) -> Chance:
    """The chance alone."""
    rolled = odds.span(proficiency, rank)
    return Chance(odds.chance(rolled), help=odds.roll_text(rolled))


def bar(proficiency: int, rules: Rules, rank: int = 0) -> Chance:
    """The chance as a bar, with what 1 more adds as its lighter end."""
    more = odds.success(proficiency + HELP_BONUS, rank, rules)
    rolled = odds.span(proficiency, rank)
    return Chance(odds.chance(rolled), out_of=odds.THROWS, bar=True, up_to=more, help=odds.roll_text(rolled))


def success_range(proficiency: int, rank: int = 0) -> str:
    """A success range without its dice.

    >>> success_range(4), success_range(0), success_range(0, 1)
    ('5–9', '5', 'none')
    """
    rolled = odds.span(proficiency, rank)
    if rolled is None:
        return "none"
    return f"{rolled[0]}–{rolled[1]}" if rolled[0] < rolled[1] else str(rolled[0])


def range_and_chance(proficiency: int, rules: Rules) -> Label:
    """A success range with its chance below it."""
    return Label(success_range(proficiency), f"{percent(odds.success(proficiency, 0, rules))} %")
