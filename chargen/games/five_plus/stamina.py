"""How much a resistance bears, in boxes: its level in each row, and one for every wound."""

from chargen.core.roll import signed
from chargen.games.five_plus.character import Rated
from chargen.games.five_plus.rules import Rules


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
