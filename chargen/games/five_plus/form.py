"""Declare how the form of 5+ is laid out: each level as the range of sums that succeed."""

from typing import Any

from chargen.core.form import Bars, Form
from chargen.games.five_plus.odds import HIGHEST_ROLL, LOWEST_ROLL, span
from chargen.games.five_plus.rules import HIGHEST_LEVEL, LOWEST_LEVEL


def _succeeds(level: int) -> tuple[int, int]:
    rolled = span(level, 0)
    assert rolled is not None, "a level of the table always has a range"
    return rolled


_LEVELS = tuple(range(LOWEST_LEVEL, HIGHEST_LEVEL + 1))

FORM: Form[Any, Any] = Form(
    layouts=tuple(
        Bars(key=key, low=LOWEST_ROLL, high=HIGHEST_ROLL, succeeds=_succeeds, levels=_LEVELS)
        for key in ("skills", "resistances")
    ),
)
