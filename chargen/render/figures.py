"""Chances as words and figures."""

from chargen.core.roll import percent
from chargen.core.sheet import Chance, Table

THIN_SPACE = "\u202f"


PERCENT = f"{THIN_SPACE}%"


def percentage(chance: Chance, sign: str = PERCENT) -> str:
    """A chance in percent: whole, or with one decimal where it has a bar and no exact count beside it.

    >>> from fractions import Fraction
    >>> percentage(Chance(Fraction(19, 36), out_of=36)) == "53" + THIN_SPACE + "%"
    True
    """
    return f"{percent(chance.value, 1 if chance.bar and not chance.out_of else 0)}{sign}"


def count(chance: Chance) -> str:
    """The exact chance: "19 in 36", or nothing where it has no such count.

    >>> from fractions import Fraction
    >>> count(Chance(Fraction(1, 2), out_of=36)), count(Chance(Fraction(1, 7), out_of=36)), count(Chance(Fraction(1)))
    ('18 in 36', '', '')
    """
    if not chance.out_of:
        return ""
    number = chance.value * chance.out_of
    return f"{number.numerator} in {chance.out_of}" if number.denominator == 1 else ""


def spoken(chance: Chance) -> str:
    """What a bar shows, for those who cannot see it.

    >>> from fractions import Fraction
    >>> spoken(Chance(Fraction(1, 2), out_of=36, bar=True, up_to=Fraction(3, 4))).replace(THIN_SPACE, " ")
    'a bar of 50 %, with help 75 %'
    """
    bar = f"a bar of {percentage(chance)}"
    return bar if chance.up_to is None else f"{bar}, with help {percent(chance.up_to)}{PERCENT}"


def has_chances(table: Table) -> bool:
    """Whether any cell is a chance."""
    return any(isinstance(cell, Chance) for row in table.rows for cell in row)
