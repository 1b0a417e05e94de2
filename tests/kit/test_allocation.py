"""Numbers that meet a total, and levels that points buy, tested against plain arithmetic."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.kit.allocation import draw_total, raise_levels

NAMES = "abcd"


@given(
    st.integers(-2, 2), st.integers(0, 3), st.dictionaries(st.sampled_from(NAMES), st.integers(-4, 9)),
    st.integers(-20, 40), st.integers(0, 99),
)  # fmt: skip
def test_numbers_come_as_near_to_a_total_as_their_span_allows(
    low: int, more: int, fixed: dict[str, int], total: int, seed: int
) -> None:
    """Those that are fixed stay, whatever they are."""
    found = draw_total(Random(seed), NAMES, total, low, low + more, fixed)
    assert {name: found[name] for name in fixed} == fixed
    free = [found[name] for name in NAMES if name not in fixed]
    assert all(low <= number <= low + more for number in free)
    least = sum(fixed.values()) + low * len(free)
    assert sum(found.values()) == max(least, min(total, least + more * len(free)))


def test_an_empty_span_is_refused() -> None:
    with pytest.raises(ValueError, match="empty range"):
        draw_total(Random(1), NAMES, 4, 2, 1, {})


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5), min_size=1), st.integers(0, 60), st.integers(0, 9))
def test_levels_are_raised_until_nothing_more_can_be_paid(tops: dict[str, int], points: int, seed: int) -> None:
    """Each step costs what its level says; what is left pays for no step of anything."""
    start = dict.fromkeys(NAMES, 0)
    found, left = raise_levels(Random(seed), start, tops, points, price=lambda name, level: level)
    assert sum(level * (level + 1) // 2 for level in found.values()) + left == points
    assert all(found[name] <= tops.get(name, 0) for name in NAMES)
    assert not any(found[name] < top and found[name] + 1 <= left for name, top in tops.items())
