"""Façade's chances, each against the rule on all throws."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from chargen.games.facade import odds


def throws(trait: int, stunts: int = 0) -> Iterator[int]:
    """Every total of a trait's dice and some d4s, one by one: the chart of the text, and its pattern above 18."""
    chart = {1: [2], 2: [4], 3: [6], 4: [8], 5: [10], 6: [12]}
    cycle = [4, 6, 8, 10, 12]
    if trait <= 0:
        return iter((0,))
    sides = chart.get(trait) or [10] * (1 + (trait - 7) // 5) + [cycle[(trait - 7) % 5]]
    return (sum(faces) for faces in product(*(range(1, die + 1) for die in [*sides, *[4] * stunts])))


def share(trait: int, difficulty: int, stunts: int = 0) -> Fraction:
    """The chance of success, counted throw by throw."""
    totals = list(throws(trait, stunts))
    return Fraction(sum(total >= difficulty for total in totals), len(totals)) if trait > 0 else Fraction(0)


@pytest.mark.parametrize("trait", [*range(-1, 19), 22])
def test_chances_are_those_of_every_throw(trait: int) -> None:
    """Each trait against difficulties 1 to 40: success, near miss and every level, throw by throw."""
    totals = list(throws(trait))
    for difficulty in range(1, 41):
        assert odds.chance(trait, difficulty) == share(trait, difficulty)
        counted = dict.fromkeys(odds.level_chances(trait, difficulty), 0)
        for total in totals:
            margin = total - difficulty
            if trait <= 0 or margin < -2:
                counted["Complete Failure"] += 1
            elif margin < 0:
                counted["Near Miss"] += 1
            else:
                counted[odds.SUCCESS_LEVELS[min(margin // 3, 9)]] += 1
        assert odds.level_chances(trait, difficulty) == {name: Fraction(n, len(totals)) for name, n in counted.items()}
        assert sum(odds.level_chances(trait, difficulty).values()) == 1


@pytest.mark.parametrize(("trait", "stunts"), [(1, 5), (6, 3), (7, 2), (10, 2), (12, 1), (13, 2), (0, 5)])
def test_stunts_add_four_sided_dice(trait: int, stunts: int) -> None:
    """Up to five d4s are added to the roll; where nothing is rolled they add nothing."""
    for difficulty in (1, 5, 9, 14, 20):
        assert odds.chance(trait, difficulty, stunts) == share(trait, difficulty, stunts)


@pytest.mark.parametrize(("mine", "other"), [(10, 12), (3, 3), (7, 1), (0, 5), (5, 0), (0, 0), (12, 6)])
def test_active_contests_are_those_of_every_pair_of_throws(mine: int, other: int) -> None:
    """The higher total wins, no one wins a tie, and the margin gives the level."""
    pairs = [one - two for one in throws(mine) for two in throws(other)]
    chances = odds.against_opponent(mine, other)
    assert chances["win"] == Fraction(sum(pair > 0 for pair in pairs), len(pairs))
    assert chances["tie"] == Fraction(pairs.count(0), len(pairs))
    assert chances["lose"] == Fraction(sum(pair < 0 for pair in pairs), len(pairs))
    levels = chances["levels"]
    assert not isinstance(levels, Fraction)
    assert sum(levels.values()) == 1  # type: ignore[arg-type]
    assert levels["Minor Success"] == Fraction(sum(3 <= pair <= 5 for pair in pairs), len(pairs))


def test_blows_are_those_of_the_printed_table() -> None:
    """Every throw of trait 15 against Action 9, looked up in the table of the text."""
    table = [
        (-2, "torso scratch"), (0, "torso glancing, legs scratch"), (3, "torso glancing, legs glancing, arms scratch"),
        (6, "torso full, legs glancing, arms glancing, head scratch"),
        (9, "torso full, legs full, arms glancing, head glancing, specific scratch"),
        (12, "torso strong, legs full, arms full, head glancing, specific glancing"),
        (15, "torso strong, legs strong, arms full, head full, specific glancing"),
        (18, "torso savage, legs strong, arms strong, head full, specific full"),
        (21, "torso savage, legs savage, arms strong, head strong, specific full"),
    ]  # fmt: skip
    totals = list(throws(15))
    counted: dict[str, int] = {}
    for total in totals:
        rows = [blows for least, blows in table if total - 9 >= least]
        for blow in rows[-1].split(", ") if rows else ():
            counted[blow] = counted.get(blow, 0) + 1
    by_location = odds.blow_chances(15, 9)
    assert len(counted) > 15
    for location, chances in by_location.items():
        for blow, chance in chances.items():
            assert chance == Fraction(counted.get(f"{location} {blow}", 0), len(totals)), (location, blow)


@pytest.mark.parametrize(("primary", "helpers"), [(3, [3]), (3, [4, 2]), (2, [3, 3, 3]), (5, [6, 1, 4]), (4, [0, 5])])
def test_cooperation_is_that_of_every_throw(primary: int, helpers: list[int]) -> None:
    """The rolls are sorted and gone through from the lowest: each that reaches the trait adds its success level."""
    counted: dict[int, int] = {}
    every = list(product(*(list(throws(helper)) for helper in helpers)))
    for rolls in every:
        trait = primary
        for roll in sorted(rolls):
            if roll > 0 and roll >= trait:
                trait += min((roll - trait) // 3, 9)
        counted[trait] = counted.get(trait, 0) + 1
    assert odds.cooperation(primary, helpers) == {
        trait: Fraction(number, len(every)) for trait, number in sorted(counted.items())
    }
    expected = sum((Fraction(n, len(every)) * share(trait, 8) for trait, n in counted.items()), Fraction(0))
    assert odds.chance_with_help(primary, helpers, 8) == expected
