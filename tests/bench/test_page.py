"""The page of figures, and what stands on it."""

from bench.__main__ import page
from bench.limits import Limit, verdicts


def test_what_was_not_measured_stays_on_the_page() -> None:
    """A section that is measured is written again, and another one stands as it stood."""
    before = page({"people": "old people", "batch": "old batch"})
    after = page({"people": "new people"}, before)
    assert "new people" in after
    assert "old people" not in after
    assert "old batch" in after


def test_limits_hold_from_both_sides() -> None:
    """A figure may be too large, or too small."""
    assert Limit("a share", 0.45, most=0.45).holds
    assert not Limit("a share", 0.46, most=0.45).holds
    assert Limit("a rate", 1.8, least=1.8).holds
    assert not Limit("a rate", 1.7, least=1.8).holds


def test_what_does_not_hold_is_named() -> None:
    """Whoever reads the page sees which promises are not kept, with figure and limit."""
    said = verdicts([Limit("quick", 1, most=2), Limit("slow", 3, most=2)])
    assert "1 of 2" in said
    assert "slow: 3.00, at most 2" in said
    assert "quick" not in said
