"""Cells that several tables of the sheet share."""

from chargen.core.sheet import Chance
from chargen.systems.five_by_five import odds
from chargen.systems.five_by_five.rules import Rules


def chance(value: odds.Value, rules: Rules, *, token: bool = False) -> Chance:
    """The chance against a value, with what to roll for those who ask."""
    return Chance(odds.chance(value, rules, token=token), help=roll(value, rules, token=token))


def roll(value: odds.Value, rules: Rules, *, token: bool = False) -> str:
    """What to roll; nothing where there is no chance."""
    return "" if value is None else odds.roll_text(value, rules, token=token)


def bar(value: odds.Value, rules: Rules) -> Chance:
    """The chance as a bar, with what a token adds as its lighter end."""
    return Chance(
        odds.chance(value, rules),
        out_of=36,
        bar=True,
        up_to=odds.chance(value, rules, token=True),
        help=roll(value, rules),
    )
