"""Numbers that meet sums, tested against plain enumeration."""

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from chargen.kit.allocation import (
    Span,
    Sum,
    draw_nearest,
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


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5), min_size=1), st.integers(0, 60), st.integers(0, 9))
def test_levels_are_raised_until_nothing_more_can_be_paid(tops: dict[str, int], points: int, seed: int) -> None:
    """Each step costs what its level says; what is left pays for no step of anything."""
    start = dict.fromkeys(NAMES, 0)
    found, left = raise_levels(Random(seed), start, tops, points, price=lambda name, level: level)
    assert sum(level * (level + 1) // 2 for level in found.values()) + left == points
    assert all(found[name] <= tops.get(name, 0) for name in NAMES)
    assert not any(found[name] < top and found[name] + 1 <= left for name, top in tops.items())
