"""Define ratings: a level in its tier, its notation, and its change by a double.

The notation of the text is ``name (counter/level:tier+next)``; in a concept it follows the name.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic_core import PydanticCustomError

from chargen.games.five_plus.rules import LAST_FACE, Rules, maximum
from chargen.schema.schema_error import read_number
from chargen.text.names import short

FACES = range(1, LAST_FACE + 1)  # The doubles that two dice can show
_NUMBER = r"\s*-?[0-9]{1,4}\s*"
_TIERS = rf"(?P<tier>{_NUMBER})(?P<next>(?:\+{_NUMBER})*)"
_SKILL = re.compile(rf"(?P<level>{_NUMBER})(?:[:/]{_TIERS})?(?P<marked>\*?)\s*")
_RESISTANCE = re.compile(rf"(?:(?P<damage>{_NUMBER})/)?(?P<level>{_NUMBER})(?::{_TIERS})?(?P<marked>\*?)\s*")


def parse_skill(text: str) -> dict[str, object]:
    """Parse the shorthand of a skill to a mapping.

    >>> parse_skill("3:1")
    {'level': 3, 'tier': 1}
    >>> parse_skill("5:1+2*")
    {'level': 5, 'tier': 1, 'next': [2], 'marked': True}
    """
    parts = _SKILL.fullmatch(text)
    if parts is None:
        damaged = _RESISTANCE.fullmatch(text) is not None
        hint = "damage before a slash is for resistances" if damaged else 'as in 4, "4:1" or "5:1+2"'
        raise _unreadable(text, "write level, level:tier or level:tier+next", hint)
    return _mapping(parts)


def parse_resistance(text: str) -> dict[str, object]:
    """Parse the shorthand of a resistance to a mapping.

    >>> parse_resistance("0/3:1")
    {'damage': 0, 'level': 3, 'tier': 1}
    """
    parts = _RESISTANCE.fullmatch(text)
    if parts is None:
        raise _unreadable(
            text, "write damage/level:tier, where damage and tier are optional", 'as in 3, "0/3" or "0/3:1"'
        )
    return _mapping(parts)


def _mapping(parts: re.Match[str]) -> dict[str, object]:
    read: dict[str, Callable[[str], object]] = {
        "next": lambda text: list(map(int, text.split("+")[1:])),
        "marked": bool,
    }
    return {key: read.get(key, int)(text) for key, text in parts.groupdict().items() if text}


def _unreadable(text: str, form: str, hint: str) -> PydanticCustomError:
    details = {"form": form, "text": f'"{short(text, 40)}"', "hint": read_number(text)[0] or hint}
    return PydanticCustomError("notation", "{form}; found {text}", details)


@dataclass(frozen=True, slots=True)
class Rating:
    """A level in its tier, the level in the tier above (0 while that is closed), and the mark."""

    level: int
    tier: int
    upper: int = 0
    marked: bool = False

    @property
    def highest_tier(self) -> int:
        """Return the highest usable tier: the open tier above, else its own.

        >>> Rating(5, 1).highest_tier, Rating(5, 1, upper=2).highest_tier
        (1, 2)
        """
        return self.tier + (1 if self.upper else 0)

    def level_after(self, wounds: int) -> int:
        """Return the level of a resistance after a number of wounds: that of the tier above, where one is open.

        Source: section 3.2, whose example moves a resistance of tier 1 to tier 2 with its first wound (FPL-Q13).

        >>> Rating(4, 1, 2).level_after(0), Rating(4, 1, 2).level_after(1), Rating(4, 1).level_after(1)
        (4, 2, 4)
        """
        return self.upper if wounds and self.upper else self.level

    def __str__(self) -> str:
        """Return the rating as the text writes it: ``5:1+2`` or ``3:0``, without the mark."""
        return f"{self.level}:{self.tier}" + (f"+{self.upper}" if self.upper else "")


def apply_double(rating: Rating, face: int, rules: Rules) -> Rating:
    """Return a rating after a double.

    A face of at least level plus tier raises the level; any other double is a mark. A double six that raises also opens
    the tier above, or raises the level there, up to what that tier allows (*house default*); at the highest level, as
    at (6:0), it must do so. When the base tier is at its highest level and the tier above is open, that tier becomes
    the base (FPL-e3, rulings FPL-Q4 and FPL-Q5).

    >>> [str(apply_double(rating, 6, Rules())) for rating in (Rating(3, 1), Rating(5, 1, 2), Rating(6, 0))]
    ['4:1+1', '3:2', '1:1']
    >>> apply_double(Rating(3, 1), 3, Rules()).marked, apply_double(Rating(6, 1), 6, Rules()).marked
    (True, True)
    """
    opens = face == LAST_FACE and rules.tiers and rating.upper < maximum(rating.tier + 1)
    if face < rating.level + rating.tier or not (opens or rating.level < maximum(rating.tier)):
        return replace(rating, marked=True)
    return move_up_if_finished(replace(rating, level=rating.level + 1, upper=rating.upper + opens))


def move_up_if_finished(rating: Rating) -> Rating:
    """Move a rating at the top of its tier to the tier above if that is open; other ratings stay unchanged.

    >>> str(move_up_if_finished(Rating(6, 1, 2))), str(move_up_if_finished(Rating(6, 1)))
    ('2:2', '6:1')
    """
    top = maximum(rating.tier)
    if rating.level < top:
        return rating
    if rating.upper > 0:
        return replace(rating, level=rating.upper, tier=rating.tier + 1, upper=0)
    return replace(rating, level=top)


def find_raising_faces(rating: Rating, rules: Rules) -> tuple[int, ...]:
    """Return the doubles that improve a descriptor, ascending.

    >>> [find_raising_faces(rating, Rules()) for rating in (Rating(3, 1), Rating(6, 0), Rating(6, 1))]
    [(4, 5, 6), (6,), ()]
    """
    same = replace(rating, marked=True)
    return tuple(face for face in FACES if apply_double(rating, face, rules) != same)
