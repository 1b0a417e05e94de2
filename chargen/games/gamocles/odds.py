"""Determine the dice of a check, and compute its odds: keep the highest, throw kept tens once more, reach a TN."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from chargen.dice import DiceGroup, DiceResult, DiceRule, Distribution, Measure, keep_then_explode
from chargen.games.gamocles.rules import (
    CRITICAL_MARGIN,
    DIE,
    EXTRA_DIE_BONUS,
    FUMBLE_MARGIN,
    MOST_ROLLED,
    TARGET_NUMBERS,
)
from chargen.page.roll import FAILURE, SUCCESS, Mean, OddsData, signed
from chargen.text.diagnostic import Diagnostic, error

PROMISED = (10, 15, 20, 25, 30)
"""The target numbers that the odds of a roll always have (a stable interface for scripts)."""
CRITICAL, FUMBLE = "critical", "fumble"
_CALL = re.compile(r"\s*(-?\d{1,4})\s*[kK]\s*(-?\d{1,4})\s*(?:([+-])\s*(\d{1,4}))?\s*", re.ASCII)


class Pool(NamedTuple):
    """Dice to roll, dice to keep, and a bonus: as the Boss calls for them or, after `thrown`, as they are thrown."""

    rolled: int
    kept: int
    bonus: int = 0
    fumbles: bool = False
    """Whether it is a fumble without a roll."""

    def __str__(self) -> str:
        bonus = f"+{self.bonus}" if self.bonus > 0 else signed(self.bonus) if self.bonus else ""
        return FUMBLE if self.fumbles else f"{signed(self.rolled)}k{signed(self.kept)}{bonus}"

    @classmethod
    def read(cls, text: str) -> "Pool | None":
        """Parse a call such as 6k3; None for any other text.

        >>> str(Pool.read("12k11")), str(Pool.read(" 6 K 3 + 4 ")), Pool.read("6 keep 3")
        ('12k11', '6k3+4', None)
        """
        call = _CALL.fullmatch(text)
        if call is None:
            return None
        rolled, kept, sign, bonus = call.groups()
        return cls(int(rolled), int(kept), int(f"{sign}{bonus}") if bonus else 0)

    @classmethod
    def check(cls, trait: int, skill: int) -> "Pool":
        """Return the call of a check of trait and skill, (T+S)kT; a negative skill lowers the dice kept as well.

        Source: Gamocles, The Character Sheet (GAM-b3, GAM-b5, ruling GAM-Q2)

        >>> str(Pool.check(2, 3)), str(Pool.check(2, -1))
        ('5k2', '1k1')
        """
        return cls(trait + skill, trait + min(skill, 0))

    @property
    def thrown(self) -> "Pool":
        """Return the dice that a call rolls and keeps.

        Dice above ten are not rolled; each adds 4. Then dice to keep above the dice rolled are not kept; each adds 4.
        A negative number of dice, rolled or kept, is a fumble; 0 dice give a total of 0.
        Source: Gamocles, basic mechanics (GAM-b4, GAM-b6, ruling GAM-Q3)

        >>> [str(Pool(*dice).thrown) for dice in ((5, 2), (12, 8), (12, 11), (3, 4), (1, 0), (-1, 2))]
        ['5k2', '10k8+8', '10k10+12', '3k3+4', '0k0', 'fumble']
        """
        if self.rolled < 0 or self.kept < 0:
            return Pool(0, 0, fumbles=True)
        if not self.rolled or not self.kept:
            return Pool(0, 0)
        # The order of the text matters: 12k11 first loses two rolled dice, and only then keeps more than the ten that
        # are left.
        rolled = min(self.rolled, MOST_ROLLED)
        kept = min(self.kept, rolled)
        extra = self.rolled - rolled + self.kept - kept
        return Pool(rolled, kept, self.bonus + EXTRA_DIE_BONUS * extra)

    # The rest is for dice that are thrown.

    @property
    def total(self) -> Distribution:
        """Return the distribution of the total; without dice it is 0.

        >>> float(Pool(5, 2, 3).total.mean())
        21.658585
        """
        return _total(self)

    def success(self, target: int) -> Fraction:
        """Return the chance to reach a target number with the highest dice kept.

        >>> str(Pool(2, 1).success(16))
        '19/200'
        """
        # A fumble fails even against a target number of 0 or less, which a total of 0 would reach (ruling GAM-Q3).
        return Fraction(0) if self.fumbles else self.total.at_least(target)

    def against(self, target: int) -> dict[str, Fraction]:
        """Return success, critical and fumble against a target number.

        A critical is a success by 15 or more, a fumble a failure by 15 or more, or a negative number of dice.
        Source: Gamocles, basic mechanics (GAM-b6, GAM-d3, ruling GAM-Q12)
        """
        return {
            SUCCESS: self.success(target),
            CRITICAL: self.success(target + CRITICAL_MARGIN),
            # Failing by exactly the margin is a fumble, so the lowest total that is none is 1 higher.
            FUMBLE: 1 - self.success(target - FUMBLE_MARGIN + 1),
        }


@lru_cache(maxsize=1024)
def _total(pool: Pool) -> Distribution:
    if not pool.rolled:
        return Distribution({0: 1})
    return keep_then_explode(pool.rolled, pool.kept, DIE).map(lambda total: total + pool.bonus)


def pools(written: str, rules: Any, *path: str | int) -> Iterator[Diagnostic]:
    """Write a further pool as dice rolled, k, and dice kept.

    Nearly every check is the sum of a trait and a skill; this is for the others.

    Source: Gamocles, basic mechanics (ruling GAM-Q11)
    """
    if Pool.read(written) is None:
        hint = "write dice rolled, k, and dice kept, such as 6k3, or 6k3+4"
        yield error(f"`{written}` is no pool", *path, hint=hint)


@lru_cache(maxsize=1024)
def of_pool(pool: Pool, sheet_tn: int) -> dict[str, Fraction | Mean | OddsData]:
    """Return the odds of a pool: by promised target number, the total, and by the other target numbers of the sheet.

    The result is cached and shared, so callers must not change it.
    """
    promised, further = (
        {f"tn_{target}": pool.against(target) for target in targets}
        for targets in (PROMISED, sorted({*TARGET_NUMBERS, sheet_tn}.difference(PROMISED)))
    )
    return {**promised, "total": Mean(pool.total.mean()), "further": further}


@lru_cache(maxsize=4096)
def dice_rule(pool: Pool, target: int) -> DiceRule:
    """Return how a pool is rolled against a target number, with criticals and fumbles by their margins.

    >>> dice_rule(Pool(10, 8, 8), 15).formula
    '10d10kh8xo10 + 8'
    """
    dice, total = DiceGroup((DIE,) * pool.rolled, keep=pool.kept), Measure(bonus=pool.bonus)
    if pool.fumbles:
        return DiceRule((dice,), (total,), (DiceResult(FUMBLE),))
    results = (
        DiceResult(CRITICAL, ((0, target + CRITICAL_MARGIN, None),), wanted=True),
        DiceResult(SUCCESS, ((0, target, None),), wanted=True),
        DiceResult(FAILURE, ((0, target - FUMBLE_MARGIN + 1, None),)),
        DiceResult(FUMBLE),
    )
    return DiceRule((dice,), (total,), results, str(pool) if pool.rolled else "")


def opposed(mine: Pool, theirs: Pool) -> dict[str, Fraction]:
    """Return the chances to win an opposed check, acting first and acting second, and the chance of a tie.

    The total of the first is the target number of the second, so the second wins a tie. A fumble without a roll loses
    against every pool; two fumbles both fail (house default).
    Source: Gamocles, basic mechanics (GAM-d4, ruling GAM-Q9)

    >>> opposed(Pool(1, 1), Pool(0, 0))
    {'acting_first': Fraction(1, 1), 'acting_second': Fraction(1, 1), 'tie': Fraction(0, 1)}
    """
    if mine.fumbles or theirs.fumbles:
        won = Fraction(not mine.fumbles)
        return {"acting_first": won, "acting_second": won, "tie": Fraction(0)}

    # Who acts second wins ties, and who acts first needs 1 more.
    second, first = (
        sum((chance * mine.success(outcome + more) for outcome, chance in theirs.total), Fraction(0)) for more in (0, 1)
    )
    return {"acting_first": first, "acting_second": second, "tie": second - first}
