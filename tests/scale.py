"""How much the tests try: `make test` runs every test on a part of the cases, `make test-all` on all of them.

The variable CHARGEN_TESTS says which: quick (the default), whole, or fuzz, which draws new examples in the property
tests every time. Each helper here returns all of what it is given unless the scale is quick.
"""

import os
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from hypothesis import HealthCheck, settings

SCALE = os.environ.get("CHARGEN_TESTS", "quick")
QUICK = SCALE == "quick"
TRIES_MUTANTS = "MUTANTS" in os.environ
"""Whether the tests run to notice mutants (scripts/mutants.py), which takes more cases than an ordinary run has."""
QUICK_RUN = "quick run: about a tenth of the cases; `make test-all` tries all of them"
"""The last line of a quick run."""

Row = TypeVar("Row")
Column = TypeVar("Column")

SLOW = [HealthCheck.too_slow]
"""To draw a whole character takes its time; that is not what a property test is about."""


def tenth(number: int) -> int:
    """Return a tenth of a number of NPCs, fights or seeds, rounded up."""
    return -(-number // 10) if QUICK else number


def fourth(number: int) -> int:
    """Return a fourth of a sample, rounded up: with fewer, a share that is wrong would not be seen in it."""
    return -(-number // 4) if QUICK else number


def first(cases: Sequence[Row]) -> Sequence[Row]:
    """Return the first of some cases that differ in little."""
    return cases[:1] if QUICK else cases


def some(cases: Sequence[Row], number: int) -> Sequence[Row]:
    """Return so many of some cases that differ in little, from the first on and as far apart as can be.

    Half of them are enough where no mutants are tried, which more cases notice.
    """
    number = number if TRIES_MUTANTS else -(-number // 2)
    return cases[:: -(-len(cases) // number)] if QUICK else cases


def pairs(rows: Sequence[Row], columns: Sequence[Column]) -> list[tuple[Row, Column]]:
    """Return every row with every column; of these pairs so many that each row and each column is in one of them."""
    if not QUICK:
        return list(product(rows, columns))
    number = max(len(rows), len(columns))
    return [(rows[index % len(rows)], columns[index % len(columns)]) for index in range(number)]


def set_examples() -> None:
    """Set how many examples a property test tries, and whether they are the same ones every time."""
    steady = settings(derandomize=True, deadline=None, database=None, max_examples=100, suppress_health_check=SLOW)
    settings.register_profile("quick", steady, max_examples=tenth(50))
    settings.register_profile("whole", steady)
    settings.register_profile("fuzz", deadline=None, max_examples=2000, suppress_health_check=SLOW)
    settings.load_profile(SCALE)
