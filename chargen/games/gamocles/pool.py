"""Determine the dice of a check: what the Boss calls for, and the rules on too many and too few dice."""

import re
from dataclasses import dataclass
from enum import StrEnum

from chargen.games.gamocles.rules import EXTRA_DIE_BONUS, MOST_ROLLED
from chargen.page.roll import signed

_CALL = re.compile(r"\s*(-?\d{1,4})\s*[kK]\s*(-?\d{1,4})\s*(?:([+-])\s*(\d{1,4}))?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the Boss: dice to roll, dice to keep, and a bonus."""

    rolled: int
    kept: int
    bonus: int = 0

    def __str__(self) -> str:
        return f"{signed(self.rolled)}k{signed(self.kept)}{_bonus(self.bonus)}"


class Kind(StrEnum):
    """The kinds of pools: dice, a total of 0 because no die is rolled or kept, or a fumble without a roll."""

    DICE = "dice"
    NOTHING = "nothing"
    FUMBLE = "fumble"


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice that are rolled and kept, never more kept than rolled. Both are 0 unless ``kind`` is dice."""

    kind: Kind
    rolled: int = 0
    kept: int = 0
    bonus: int = 0

    def __str__(self) -> str:
        if self.kind is Kind.FUMBLE:
            return "fumble"
        return f"{self.rolled}k{self.kept}{_bonus(self.bonus)}"


def _bonus(bonus: int) -> str:
    return f"+{bonus}" if bonus > 0 else signed(bonus) if bonus else ""


def read(text: str) -> Call | None:
    """Parse a call such as 6k3; None for any other text.

    >>> str(read("12k11")), str(read(" 6 K 3 + 4 ")), read("6 keep 3")
    ('12k11', '6k3+4', None)
    """
    call = _CALL.fullmatch(text)
    if call is None:
        return None
    rolled, kept, sign, bonus = call.groups()
    return Call(int(rolled), int(kept), int(f"{sign}{bonus}") if bonus else 0)


def check(trait: int, skill: int) -> Call:
    """Return the call of a check of trait and skill, (T+S)kT; a negative skill lowers the dice kept as well.

    Source: Gamocles, The Character Sheet (GAM-b3, GAM-b5, ruling GAM-Q2)

    >>> str(check(2, 3)), str(check(2, -1))
    ('5k2', '1k1')
    """
    return Call(trait + skill, trait + min(skill, 0))


def pool(call: Call) -> Pool:
    """Return the dice that a call rolls and keeps.

    Dice above ten are not rolled; each adds 4. Then dice to keep above the dice rolled are not kept; each adds 4.
    A negative number of dice, rolled or kept, is a fumble; 0 dice give a total of 0.
    Source: Gamocles, basic mechanics (GAM-b4, GAM-b6, ruling GAM-Q3)

    >>> [str(pool(Call(*dice))) for dice in ((5, 2), (12, 8), (12, 11), (3, 4), (1, 0), (-1, 2))]
    ['5k2', '10k8+8', '10k10+12', '3k3+4', '0k0', 'fumble']
    """
    if call.rolled < 0 or call.kept < 0:
        return Pool(Kind.FUMBLE)
    if not call.rolled or not call.kept:
        return Pool(Kind.NOTHING)
    # The order of the text matters: 12k11 first loses two rolled dice, and only then keeps more than the ten that are
    # left.
    rolled = min(call.rolled, MOST_ROLLED)
    kept = min(call.kept, rolled)
    extra = call.rolled - rolled + call.kept - kept
    return Pool(Kind.DICE, rolled, kept, call.bonus + EXTRA_DIE_BONUS * extra)
