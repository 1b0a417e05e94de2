"""Numbers that meet sums, tested against plain enumeration."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.kit.allocation import (
    Span,
    Sum,
    draw_nearest,
    pick_weighted,
    raise_levels,
)

NAMES = "abcd"
SPANS = st.tuples(st.integers(-2, 2), st.integers(0, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))
SUMS = st.tuples(
    st.sets(st.sampled_from(NAMES), min_size=1), st.integers(-4, 8), st.integers(0, 3), st.sampled_from("=<>")
)


def sums_of(drawn: list[tuple[set[str], int, int, str]]) -> list[Sum[str]]:
    return [
        Sum(sorted(of), None if kind == "<" else least, None if kind == ">" else least + more)
        for of, least, more, kind in drawn
    ]


def is_met(sum_: Sum[str], total: int) -> bool:
    return (sum_.least is None or total >= sum_.least) and (sum_.most is None or total <= sum_.most)


def enumerated(spans: dict[str, tuple[int, int]], sums: list[Sum[str]]) -> list[dict[str, int]]:
    """All numbers within the spans that meet the sums, by trying each."""
    every = product(*(range(low, high + 1) for low, high in spans.values()))
    combinations = (dict(zip(spans, values, strict=True)) for values in every)
    return [
        found for found in combinations if all(is_met(total, sum(found[name] for name in total.of)) for total in sums)
    ]


@given(st.tuples(*(SPANS for _ in NAMES)), st.lists(SUMS, max_size=2), st.integers(0, 99))
def test_numbers_meet_two_sums_wherever_any_numbers_do(
    ends: tuple[tuple[int, int], ...], drawn: list[tuple[set[str], int, int, str]], seed: int
) -> None:
    """Within their spans and with all sums met; where trying each finds none, at least within their spans."""
    spans, sums = dict(zip(NAMES, ends, strict=True)), sums_of(drawn)
    possible = enumerated(spans, sums)
    given_spans = {name: Span(*ends) for name, ends in spans.items()}
    found = draw_nearest(Random(seed), given_spans, sums)
    assert found in possible if possible else all(low <= found[name] <= high for name, (low, high) in spans.items())


@given(st.tuples(*(SPANS for _ in NAMES)), st.sets(st.sampled_from(NAMES), min_size=1), st.integers(-20, 20))
def test_a_sum_that_is_out_of_reach_is_missed_by_as_little_as_possible(
    ends: tuple[tuple[int, int], ...], of: set[str], budget: int
) -> None:
    """No numbers within the spans come nearer to it."""
    spans = dict(zip(NAMES, ends, strict=True))
    totals = {sum(found[name] for name in of) for found in enumerated(spans, [])}
    given_spans = {name: Span(*ends) for name, ends in spans.items()}
    drawn = draw_nearest(Random(1), given_spans, [Sum(sorted(of), budget, budget)])
    assert sum(drawn[name] for name in of) == min(totals, key=lambda total: abs(budget - total))


def test_an_empty_span_is_a_mistake_of_the_game() -> None:
    """Also where the number is drawn from its usual values."""
    with pytest.raises(ValueError, match="no number from 3 to 2 for 'a'"):
        draw_nearest(Random(1), {"a": Span(3, 2, usual=(2, 3))})


def test_numbers_that_meet_their_sums_are_as_drawn() -> None:
    """A fixed number leaves the others as they were, and what no sum asks for is never moved."""
    spans = {name: Span(0, 9, usual=(2, 3, 4)) for name in NAMES}
    free = draw_nearest(Random(7), spans)
    assert set(free.values()) <= {2, 3, 4}
    assert draw_nearest(Random(7), spans | {"b": Span(9, 9)}) == free | {"b": 9}
    moved = draw_nearest(Random(7), spans, [Sum("ab", 9, 9)])
    assert {name: moved[name] for name in "cd"} == {name: free[name] for name in "cd"}


def test_numbers_stay_with_what_they_are_usually_drawn_from() -> None:
    """Beyond it they go only where sums cannot be met within it."""
    spans = {name: Span(0, 99, usual=(1, 2, 3)) for name in NAMES}
    for seed in range(20):
        assert set(draw_nearest(Random(seed), spans, [Sum(NAMES, 11, 11)]).values()) <= {2, 3}
        assert min(draw_nearest(Random(seed), spans, [Sum(NAMES, 13, 13)]).values()) >= 1
        assert sum(draw_nearest(Random(seed), spans, [Sum(NAMES, 300, 300)]).values()) == 300


def test_what_a_budget_lacks_is_spread() -> None:
    """No number is moved two steps where one step of each is enough."""
    spans = {name: Span(0, 9, usual=(4,)) for name in NAMES}
    for lack in range(5):
        drawn = draw_nearest(Random(lack), spans, [Sum(NAMES, 16 + lack, 16 + lack)])
        assert sorted(drawn.values()) == [4] * (4 - lack) + [5] * lack
    assert len({tuple(draw_nearest(Random(seed), spans, [Sum(NAMES, 17, 17)]).values()) for seed in range(40)}) == 4


def test_wide_spans_and_parities_come_to_an_end() -> None:
    """Where three sums of two ask for a half, one of them is given up; what is far away is met in large steps."""
    spans = {name: Span(0, 60) for name in "abc"}
    odd = [Sum(pair, 41, 41) for pair in ("ab", "bc", "ac")]
    found = draw_nearest(Random(1), spans, odd)
    assert [found[one] + found[two] for one, two in ("ab", "bc", "ac")].count(41) == 2
    huge = {name: Span(-(10**9), 10**9, usual=(1, 2)) for name in NAMES}
    assert sum(draw_nearest(Random(1), huge, [Sum(NAMES, 10**6, 10**6)]).values()) == 10**6


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5), min_size=1), st.integers(0, 60), st.integers(0, 9))
def test_levels_are_raised_until_nothing_more_can_be_paid(tops: dict[str, int], points: int, seed: int) -> None:
    """Each step costs what its level says; what is left pays for no step of anything."""
    start = dict.fromkeys(NAMES, 0)
    found, left = raise_levels(Random(seed), start, tops, points, price=lambda name, level: level)
    assert sum(level * (level + 1) // 2 for level in found.values()) + left == points
    assert all(found[name] <= tops.get(name, 0) for name in NAMES)
    assert not any(found[name] < top and found[name] + 1 <= left for name, top in tops.items())


def test_weights_say_how_often_a_level_is_raised() -> None:
    """Three of four points go to what is three times as likely, in the long run."""
    found, left = raise_levels(
        Random(1), {"a": 0, "b": 0}, {"a": 9999, "b": 9999}, 4000, weight=lambda name: 3 if name == "a" else 1
    )
    assert left == 0
    assert 2900 < found["a"] < 3100


def test_what_has_no_weight_is_never_picked() -> None:
    """And the others as often as they are heavy."""
    random = Random(3)
    counted = Counter(pick_weighted(random, [0, 1, 0, 3]) for _ in range(400))
    assert counted.keys() == {1, 3}
    assert 260 < counted[3] < 340
