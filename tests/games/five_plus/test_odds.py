"""Each count against the rule on all throws."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import fsum

import pytest

from chargen.games.five_plus import odds
from chargen.games.five_plus.odds import Span
from chargen.games.five_plus.rating import Rating, apply_double, find_raising_faces
from chargen.games.five_plus.rules import Rules, maximum

BOOK = Rules()
THROWS = [(one, two) for one, two in product(range(1, 7), range(1, 7))]
SPANS: list[Span | None] = [None, *((low, high) for low in range(2, 13) for high in range(low, 13))]
RATINGS = [
    Rating(level, tier, upper)
    for tier in range(7)
    for level in range(maximum(tier) + 1)
    for upper in range(maximum(tier + 1) + 1)
    if not upper or level < maximum(tier)  # at its highest level, the tier above is the base
]


def share(holds: Callable[[int, int], bool]) -> Fraction:
    """How many of the 36 throws fulfil something."""
    return Fraction(sum(holds(one, two) for one, two in THROWS), 36)


def succeeds(one: int, two: int, rolled: Span | None) -> bool:
    """Return whether a sum succeeds by the text: it lies in the range, both ends in."""
    return rolled is not None and rolled[0] <= one + two <= rolled[1]


def test_the_chance_of_a_range_is_that_of_36_throws() -> None:
    """Every range from 2 to 12."""
    for rolled in SPANS:
        assert odds.chance(rolled) == share(lambda one, two, rolled=rolled: succeeds(one, two, rolled))  # type: ignore[misc]


def test_the_range_follows_from_proficiency_and_rank() -> None:
    """Counted on the throws without any clipping: the dice themselves end at 2 and 12."""
    for proficiency in range(-8, 15):
        for rank in range(-8, 10):
            plain = share(lambda one, two, p=proficiency, r=rank: 5 + r <= one + two <= 5 + p)  # type: ignore[misc]
            assert odds.success(proficiency, rank) == plain


def test_successes_are_the_lower_die_where_the_roll_succeeds() -> None:
    """Against a weakness the higher one; nothing where it fails."""
    for rolled in SPANS:
        for weak, keep in ((False, min), (True, max)):
            for amount in range(7):
                plain = share(
                    lambda one, two, keep=keep, amount=amount, rolled=rolled: (  # type: ignore[misc]
                        (keep(one, two) if succeeds(one, two, rolled) else 0) == amount
                    )
                )
                assert odds.successes(rolled, against_weakness=weak).chance(amount) == plain


def test_a_success_with_a_six_is_counted_on_the_throws() -> None:
    """The special value of section 3.1."""
    for rolled in SPANS:
        plain = share(lambda one, two, rolled=rolled: succeeds(one, two, rolled) and 6 in (one, two))  # type: ignore[misc]
        assert odds.with_a_six(rolled) == plain


def doubled(level: int, tier: int, upper: int, face: int) -> tuple[int, int, int]:
    """Return level, tier and upper after a double by section 3.3, computed by hand."""
    top, top_above = min(6, 7 - tier), min(6, 6 - tier)
    if face < level + tier:
        return level, tier, upper
    if face == 6 and upper < top_above:
        upper += 1
    if level < top:
        level += 1
    return (upper, tier + 1, 0) if level == top and upper else (level, tier, upper)


def test_each_double_raises_opens_a_tier_or_marks() -> None:
    """A new tier is one that is opened, raised or made the base. A double below level and tier raises nothing."""
    for rating in RATINGS:
        before = (rating.level, rating.tier, rating.upper)
        reached = {face: doubled(*before, face) for face in range(1, 7)}
        raising = tuple(face for face, after in reached.items() if after != before)
        for face, after in reached.items():
            assert apply_double(rating, face, BOOK) == Rating(*after, marked=after == before), (rating, face)
        assert find_raising_faces(rating, BOOK) == raising, rating
        assert odds.improvement(rating, BOOK) == {
            "level_up": Fraction(len(raising), 36),
            "new_tier": Fraction(sum(after[1:] > before[1:] for after in reached.values()), 36),
            "mark": Fraction(6 - len(raising), 36),
        }


@pytest.mark.parametrize("rolled", [(5, 5), (5, 8), (5, 12), (7, 9)])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_challenges_are_those_of_every_sequence(rolled: Span, needed: int) -> None:
    """Up to two rolls, all 36 × 36 sequences; and up to two failures in any order."""
    roll = odds.successes(rolled)

    def got(one: int, two: int) -> int:
        return min(one, two) if succeeds(one, two, rolled) else 0

    amounts = [got(one, two) for one, two in THROWS]
    one = Fraction(sum(amount >= needed for amount in amounts), 36)
    two = Fraction(sum(first + second >= needed for first, second in product(amounts, repeat=2)), 36**2)
    assert odds.within_rolls(needed, 1, roll) == one
    assert odds.within_rolls(needed, 2, roll) == two


@pytest.mark.parametrize("rolled", [(5, 6), (5, 9)])
def test_expected_rolls_are_the_sum_of_the_chances_not_to_be_done(rolled: Span) -> None:
    """An average number of rolls is the sum over n of the chance that n rolls do not suffice."""
    roll = odds.successes(rolled)
    exact = odds.expected_rolls(4, roll)
    summed = fsum(float(1 - odds.within_rolls(4, rolls, roll)) for rolls in range(120))
    assert exact is not None
    assert abs(float(exact) - summed) < 1e-9


@pytest.mark.parametrize("failures", [1, 2, 3])
def test_the_chance_before_failures_is_that_of_the_dice_in_full(failures: int) -> None:
    """Rolled out as a tree: a success takes its number off, a failure one of those allowed."""
    weights = odds.successes((5, 8))

    def told(left: int, allowed: int) -> Fraction:
        if left <= 0:
            return Fraction(1)
        if allowed == 0:
            return Fraction(0)
        return sum(
            (
                chance * (told(left - amount, allowed) if amount else told(left, allowed - 1))
                for amount, chance in weights
            ),
            Fraction(0),
        )

    assert odds.before_failures(5, failures, weights) == told(5, failures)
