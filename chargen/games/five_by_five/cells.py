"""Cells that several tables of the sheet share."""

from chargen.core.sheet import Chance
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.rules import Rules


def chance(value: odds.Value, *, token: bool = False) -> Chance:
    """The chance against a value, with what to roll for those who ask."""
    return Chance(odds.chance(value, token=token), help=roll(value, token=token))


def roll(value: odds.Value, *, token: bool = False) -> str:
    """What to roll; nothing where there is no chance."""
    return "" if value is None else odds.roll_text(value, token=token)


def bar(value: odds.Value, rules: Rules) -> Chance:
    """The chance as a bar, with what a token adds as its lighter end."""
    return Chance(
        odds.chance(value),
        out_of=odds.throws(value),
        bar=True,
        up_to=odds.chance(value, token=True),
        help=roll(value),
    )


def damage(bonus: int) -> str:
    """The dice of a weapon's damage."""
    return f"1d6+{bonus}" if bonus else "1d6"


def amount(hit_points: int) -> str:
    """An amount of damage or healing as a table is headed; the last one stands for more, too."""
    return f"{hit_points}+" if hit_points == odds.LAST_DAMAGE else str(hit_points)


def another_die(bonus: int, *, token: bool = False) -> str:
    """What a trump does on a die of damage, healing or harm."""
    return f"a {odds.faces(token=token)} is +{bonus} and another die"
