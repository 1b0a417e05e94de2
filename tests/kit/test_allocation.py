"""Numbers that meet a total, and levels that points buy, tested against plain arithmetic."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.kit.allocation import Span, draw_nearest, raise_levels

NAMES = "abcd"
SPANS = st.tuples(st.integers(-2, 2), st.integers(0, 3)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
USUAL = st.lists(st.integers(-3, 6), max_size=4)


@given(st.tuples(*(SPANS for _ in NAMES)), USUAL, st.integers(-4, 4000), st.integers(0, 99))
def test_numbers_come_as_near_to_a_total_as_their_spans_allow(
    ends: tuple[Span, ...], usual: list[int], total: int, seed: int
) -> None:
    """Within their spans, of which one is large, and with any usual values."""
    spans = {name: span._replace(usual=tuple(usual)) for name, span in zip(NAMES, ends, strict=True)}
    spans["large"] = Span(0, 1000)
    found = draw_nearest(Random(seed), spans, [([*spans], total)])
    assert all(span.low <= found[name] <= span.high for name, span in spans.items())
    reached = Span(sum(span.low for span in spans.values()), sum(span.high for span in spans.values()))
    assert sum(found.values()) == reached.nearest(total)


@given(USUAL.filter(bool), st.integers(0, 99))
def test_without_a_total_each_number_is_a_usual_one(usual: list[int], seed: int) -> None:
    """Or the nearest to one that the span allows."""
    span = Span(0, 3, usual)
    assert draw_nearest(Random(seed), {"a": span})["a"] in map(span.nearest, usual)


@given(st.tuples(*(SPANS for _ in NAMES)), st.integers(-6, 12), st.integers(-6, 12), st.integers(0, 99))
def test_two_totals_are_met_each_by_itself(ends: tuple[Span, ...], one: int, two: int, seed: int) -> None:
    """What one of them lacks does not keep the other from being met."""
    spans = dict(zip(NAMES, ends, strict=True))
    found = draw_nearest(Random(seed), spans, [("ab", one), ("cd", two)])
    for names, total in (("ab", one), ("cd", two)):
        reached = Span(sum(spans[name].low for name in names), sum(spans[name].high for name in names))
        assert sum(found[name] for name in names) == reached.nearest(total)


def test_an_empty_span_is_refused() -> None:
    with pytest.raises(ValueError, match="no number from 2 to 1"):
        draw_nearest(Random(1), {"a": Span(2, 1)})


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5), min_size=1), st.integers(0, 60), st.integers(0, 9))
def test_levels_are_raised_until_nothing_more_can_be_paid(tops: dict[str, int], points: int, seed: int) -> None:
    """Each step costs what its level says; what is left pays for no step of anything."""
    start = dict.fromkeys(NAMES, 0)
    found, left = raise_levels(Random(seed), start, tops, points, price=lambda name, level: level)
    assert sum(level * (level + 1) // 2 for level in found.values()) + left == points
    assert all(found[name] <= tops.get(name, 0) for name in NAMES)
    assert not any(found[name] < top and found[name] + 1 <= left for name, top in tops.items())
