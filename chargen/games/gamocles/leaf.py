"""The leaf of the game: how to roll, and what any pool is worth."""

from collections.abc import Callable, Iterator

from chargen.core.roll import decimal, percent
from chargen.core.sheet import Block, Chance, Prose, Table
from chargen.games.gamocles import odds
from chargen.games.gamocles import pool as pools
from chargen.games.gamocles.how import HOW
from chargen.games.gamocles.pool import Call
from chargen.games.gamocles.rules import CRITICAL_MARGIN, FUMBLE_MARGIN, MOST_ROLLED, TARGET_NUMBERS, Rules
from chargen.kit.tables import left, right, spread, table

KEPT = range(1, 6)
"""So many dice are kept in the tables of all pools (ours)."""


def leaf(_: Rules) -> Iterator[Block | None]:
    """Yield how to roll, where criticals and fumbles lie, and the odds of every pool and of opposed checks."""
    yield Prose(name="rules", title="How to roll", items=HOW, reference=True)
    yield _margins()
    for kept in KEPT:
        yield _pools(kept)
    yield _opposed()


def _margins() -> Table:
    """From which total a success is a critical, and down to which a failure is a fumble."""
    margins: list[tuple[str, Callable[[int], str]]] = [
        ("A critical: this total or more", lambda target: str(target + CRITICAL_MARGIN)),
        ("A fumble: this total or less", lambda target: _fumble_at(target - FUMBLE_MARGIN)),
    ]
    return table(
        "margins",
        "Criticals and fumbles",
        margins,
        (left("", 20), lambda margin: margin[0]),
        *spread(
            sorted(set(TARGET_NUMBERS)),
            (lambda target: right(f"TN {target}", 10), lambda target, margin: margin[1](target)),
        ),
        reference=True,
    )


def _fumble_at(total: int) -> str:
    """The highest total that is a fumble; none where dice cannot show it."""
    return str(total) if total >= 0 else "–"


def _pools(kept: int) -> Table:
    """All pools that keep so many dice, against every target number."""
    return table(
        "kept",
        f"Keep {kept}",
        [pools.pool(Call(rolled, kept)) for rolled in range(kept, MOST_ROLLED + 1)],
        (left("", 14), str),
        (right("average", 12), lambda pool: decimal(odds.mean(pool))),
        *spread(
            sorted(set(TARGET_NUMBERS)),
            (
                lambda target: right(f"TN {target}", 9),
                lambda target, pool: Chance(odds.success(pool, target)),
            ),
        ),
        place="half",
        reference=True,
    )


def _opposed() -> Table:
    """Who wins when one acts after the other: the total of the first is the target number of the second."""

    def second_wins(first: Call, second: Call) -> str:
        return percent(odds.opposed(pools.pool(second), pools.pool(first))["acting_second"])

    return table(
        "any-opposed",
        "Opposed checks",
        odds.OPPONENTS,
        (left("Second", 16), str),
        *spread(odds.OPPONENTS, (lambda first: right(str(first), 8), second_wins)),
        caption="Chance in percent that who acts second (rows) beats who acted first (columns). "
        "Who acts second wins ties.",
        place="half",
        reference=True,
    )
