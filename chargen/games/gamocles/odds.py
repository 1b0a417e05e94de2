"""Compute the odds of Gamocles: keep the highest dice, throw kept tens once more, compare the total with a TN."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from chargen.dice import DiceGroup, DiceResult, DiceRule, Distribution, Measure, keep_then_explode
from chargen.games.gamocles.pool import Call, Kind, Pool, check, pool
from chargen.games.gamocles.rules import CRITICAL_MARGIN, DIE, FUMBLE_MARGIN, TARGET_NUMBERS
from chargen.page.roll import FAILURE, SUCCESS, Mean, OddsData

PROMISED = (10, 15, 20, 25, 30)
"""The target numbers that the odds of a roll always have (a stable interface for scripts)."""
OPPONENTS = tuple(
    Call(rolled, kept)
    for rolled, kept in ((1, 1), (2, 2), (3, 2), (4, 2), (4, 3), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5))
)
"""The opponents of the opposed checks: from a bystander to a master (house default)."""

_NOTHING = Distribution({0: 1})


@lru_cache(maxsize=1024)
def of_pool(pool: Pool, sheet_tn: int) -> dict[str, Fraction | Mean | OddsData]:
    """Return the odds of a pool: by promised target number, the total, and by the other target numbers of the sheet.

    The result is cached and shared, so callers must not change it.
    """
    further = [target for target in sorted({*TARGET_NUMBERS, sheet_tn}) if target not in PROMISED]
    return {
        **by_target(pool, PROMISED),
        "total": Mean(mean(pool)),
        "further": by_target(pool, further),
    }


CRITICAL, FUMBLE = "critical", "fumble"


@lru_cache(maxsize=4096)
def dice_rule(pool: Pool, target: int) -> DiceRule:
    """Return how a pool is rolled against a target number, with criticals and fumbles by their margins.

    >>> dice_rule(Pool(Kind.DICE, 10, 8, 8), 15).formula
    '10d10kh8xo10 + 8'
    """
    dice, total = DiceGroup((DIE,) * pool.rolled, keep=pool.kept), Measure(bonus=pool.bonus)
    if pool.kind is Kind.FUMBLE:
        return DiceRule((dice,), (total,), (DiceResult(FUMBLE),))
    results = (
        DiceResult(CRITICAL, ((0, target + CRITICAL_MARGIN, None),), wanted=True),
        DiceResult(SUCCESS, ((0, target, None),), wanted=True),
        DiceResult(FAILURE, ((0, target - FUMBLE_MARGIN + 1, None),)),
        DiceResult(FUMBLE),
    )
    return DiceRule((dice,), (total,), results, str(pool) if pool.kind is Kind.DICE else "")


def total(pool: Pool) -> Distribution:
    """Return the distribution of the dice total of a pool, without its bonus; a fumble without a roll counts as 0.

    >>> float(total(Pool(Kind.DICE, 5, 2)).mean())
    18.658585
    """
    return keep_then_explode(pool.rolled, pool.kept, DIE) if pool.kind is Kind.DICE else _NOTHING


def success(pool: Pool, target: int) -> Fraction:
    """Return the chance to reach a target number with the highest dice kept.

    >>> str(success(Pool(Kind.DICE, 2, 1), 16))
    '19/200'
    """
    # A fumble fails even against a target number of 0 or less, which a total of 0 would reach (ruling GAM-Q3).
    return Fraction(0) if pool.kind is Kind.FUMBLE else total(pool).at_least(target - pool.bonus)


def critical(pool: Pool, target: int) -> Fraction:
    """Return the chance of a critical: a success by 15 or more.

    Source: Gamocles, basic mechanics (GAM-d3)
    """
    return success(pool, target + CRITICAL_MARGIN)


def fumble(pool: Pool, target: int) -> Fraction:
    """Return the chance of a fumble: a failure by 15 or more, or a negative number of dice.

    Source: Gamocles, basic mechanics (GAM-b6, GAM-d3, ruling GAM-Q12)
    """
    # Failing by exactly the margin is a fumble, so the lowest total that is none is 1 higher.
    return 1 - success(pool, target - FUMBLE_MARGIN + 1)


def against(pool: Pool, target: int) -> dict[str, Fraction]:
    """Return success, critical and fumble against a target number."""
    return {
        "success": success(pool, target),
        "critical": critical(pool, target),
        "fumble": fumble(pool, target),
    }


def mean(pool: Pool) -> Fraction:
    """Return the average total; a fumble without a roll counts as 0."""
    return total(pool).mean() + pool.bonus


def by_target(pool: Pool, targets: Iterable[int]) -> dict[str, dict[str, Fraction]]:
    """Return success, critical and fumble by target number."""
    return {f"tn_{target}": against(pool, target) for target in targets}


def one_more(trait: int, skill: int, target: int) -> dict[str, Fraction]:
    """Return the chance of success with 1 more of the trait, and with 1 more of the skill."""
    better = {"trait": pool(check(trait + 1, skill)), "skill": pool(check(trait, skill + 1))}
    return {what: success(with_it, target) for what, with_it in better.items()}


def opposed(mine: Pool, theirs: Pool) -> dict[str, Fraction]:
    """Return the chances to win an opposed check, acting first and acting second, and the chance of a tie.

    The total of the first is the target number of the second, so the second wins a tie. A fumble without a roll loses
    against every pool; two fumbles both fail (house default).
    Source: Gamocles, basic mechanics (GAM-d4, ruling GAM-Q9)

    >>> opposed(Pool(Kind.DICE, 1, 1), Pool(Kind.NOTHING))
    {'acting_first': Fraction(1, 1), 'acting_second': Fraction(1, 1), 'tie': Fraction(0, 1)}
    """
    failed = (mine.kind is Kind.FUMBLE, theirs.kind is Kind.FUMBLE)
    if any(failed):
        won = Fraction(int(failed == (False, True)))
        return {"acting_first": won, "acting_second": won, "tie": Fraction(0)}
    # Who acts second wins ties, and who acts first needs 1 more.
    second, first = _reached(mine, theirs, 0), _reached(mine, theirs, 1)
    return {"acting_first": first, "acting_second": second, "tie": second - first}


def _reached(mine: Pool, theirs: Pool, more: int) -> Fraction:
    """Return the chance that my total is theirs and ``more``, or higher."""
    reached = (chance * success(mine, outcome + theirs.bonus + more) for outcome, chance in total(theirs))
    return sum(reached, Fraction(0))
