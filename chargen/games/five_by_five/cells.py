"""Cells that several tables of the sheet share."""

from chargen.core.sheet import Chance
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.rules import Rules


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
        out_of=odds.throws(value, rules),
        bar=True,
        up_to=odds.chance(value, rules, token=True),
        help=roll(value, rules),
    )


def damage(bonus: int) -> str:
    """The dice of a weapon's damage."""
    return f"1d6+{bonus}" if bonus else "1d6"


def amount(hit_points: int) -> str:
    """An amount of damage or healing as a table is headed; the last one stands for more, too."""
    return f"{hit_points}+" if hit_points == odds.LAST_DAMAGE else str(hit_points)


def another_die(bonus: int, rules: Rules, *, token: bool = False) -> str:
    """What a trump does on a die of damage, healing or harm."""
    return f"a {odds.faces(rules, token=token)} is +{bonus} and another die"
