"""How much a resistance bears, in boxes: its level in each row, and one for every wound."""

from collections.abc import Mapping
from fractions import Fraction

from chargen.core.roll import signed
from chargen.systems.five_plus.character import Rated
from chargen.systems.five_plus.rules import Rules


def level(rated: Rated) -> int:
    """The damage that is borne without a wound."""
    return max(rated.rating.level, 0)


def boxes(rated: Rated) -> int:
    """All boxes to the last wound, which puts the character out of action."""
    return (level(rated) + 1) * (rated.rating.tier + 1)


def filled(rated: Rated) -> int:
    """How many of them are filled."""
    return min(rated.wounds * (level(rated) + 1) + min(rated.damage, level(rated)), boxes(rated))


def zones(rated: Rated, rules: Rules) -> tuple[tuple[str, int], ...]:
    """The rows: unhurt, then by what the wounds take off, and the last box of all."""
    row = level(rated) + 1
    hurt = ((signed(wounds * rules.wound_penalty), row) for wounds in range(1, rated.rating.tier + 1))
    return tuple((name, length) for name, length in (("unhurt", row - 1), *hurt, ("out", 1)) if length)


def borne(rated: Rated, rules: Rules) -> int:
    """The points after which a character is out of action, as blows count them.

    Where a wound empties the row these are the boxes; where the excess is carried over, points of damage: every wound
    but the last takes the level's number of them.
    """
    if rules.overflow == "carry" and level(rated):
        return level(rated) * (rated.rating.tier + 1) + 1
    return boxes(rated)


def taken(rated: Rated, rules: Rules) -> int:
    """How many of these points are gone."""
    if rules.overflow == "carry" and level(rated):
        return min(rated.wounds * level(rated) + min(rated.damage, level(rated)), borne(rated, rules))
    return filled(rated)


def points(damage: int, rated: Rated, rules: Rules) -> Mapping[int, Fraction]:
    """What a hit of that damage takes of these points, if all hits are alike.

    Where a wound empties the row, what exceeds the level is lost: a row of 4 boxes falls to two hits of 3, which is
    2 boxes a hit. Where that is no whole number, it is the one below or above, right on average.
    """
    if damage <= 0:
        return {0: Fraction(1)}
    if rules.overflow == "carry" and level(rated):
        return {min(damage, level(rated)): Fraction(1)}
    row = level(rated) + 1
    hits = -(-row // damage)
    whole, rest = divmod(row, hits)
    share = {whole: Fraction(hits - rest, hits), whole + 1: Fraction(rest, hits)}
    return {number: chance for number, chance in share.items() if chance}


def is_exact(damage: int, rated: Rated, rules: Rules) -> bool:
    """Whether `points` is what the rules say, and not only right on average."""
    if rules.overflow == "carry" and level(rated):
        return damage <= level(rated)
    return len(points(damage, rated, rules)) == 1
