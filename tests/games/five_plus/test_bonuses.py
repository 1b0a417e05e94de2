"""Bonuses to successes and to groups of skills, wounds with an open tier, and default challenges, counted by hand."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from chargen.checking.concept import Checked
from chargen.games.five_plus import character, odds
from chargen.games.five_plus.sheet import sheet
from chargen.page.roll import Mean
from chargen.page.sheet import Track
from tests.games.five_plus.concepts import good, tomo
from tests.games.five_plus.test_fight import blow, opponent

THROWS = list(product(range(1, 7), repeat=2))


def count(high: int, *, more: int = 0, doubles: bool = False) -> list[int]:
    """Return the successes of each throw in a range from 5, by the text: the lower die, doubled by a 6, and more."""
    brought = []
    for one, two in THROWS:
        lower = min(one, two) * (2 if doubles and 6 in (one, two) else 1)
        brought.append(lower + more if 5 <= one + two <= high else 0)
    return brought


def rolls_to(needed: int, brought: list[int]) -> Fraction:
    """Return the average number of rolls to collect successes, by its recursion."""
    if needed <= 0:
        return Fraction(0)
    able = [amount for amount in brought if amount]
    after = sum((rolls_to(needed - amount, brought) for amount in able), Fraction(0))
    return (36 + after) / len(able)


def odds_of(found: Checked, name: str) -> dict[str, Any]:
    return dict(next(roll for roll in found.rolls() if roll.label == name).odds)


def value(number: object) -> Fraction:
    assert isinstance(number, Mean)
    return Fraction(number.value)


def test_only_what_helps_a_skill_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred traits, each for a skill of its own: a long file takes no longer for each of its lines."""
    looked: list[object] = []
    monkeypatch.setattr(character, "find_help", lambda _, sources: tuple(map(looked.append, sources))[:0])
    skills = {f"Skill {number}": "2" for number in range(100)}
    traits = [{"name": f"For {name}", "effect": "Helps", "bonus": {name: 1}} for name in skills]
    tomo(skills=skills, traits=traits)
    assert len(looked) == len(traits)


def test_a_bonus_to_a_group_and_to_successes_is_in_all_averages() -> None:
    """The axe has 3 and +1 for its group; searching brings 1 success more. Equipment is not in the printed odds."""
    found = good("bonuses")
    axe, search = odds_of(found, "Axe"), odds_of(found, "Search")
    assert axe["success"] == Fraction(sum(map(bool, count(9))), 36)
    assert value(axe["successes"]) == Fraction(sum(count(9)), 36)
    brought = count(7, more=1)
    assert value(search["successes"]) == Fraction(sum(brought), 36)
    assert {int(name): chance * 36 for name, chance in search["amounts"].items() if chance} == {
        amount: brought.count(amount) for amount in brought
    }
    assert value(search["challenges"]["6"]["rolls"]) == rolls_to(6, brought)


def test_equipment_that_doubles_a_six_counts_in_a_fight() -> None:
    """With the axe in hand, a single action up to 10: the lower die twice where a 6 lies, and 1 more."""
    brought = count(10, more=1, doubles=True)
    assert blow(good("bonuses"), opponent(successes=9)).harm == {
        amount: Fraction(brought.count(amount), 36) for amount in sorted(set(brought))
    }


@pytest.mark.parametrize("high", [5, 7, 9, 12])
@pytest.mark.parametrize(("more", "doubles"), [(0, False), (1, False), (0, True), (2, True)])
def test_a_thrown_roll_brings_what_is_printed(high: int, more: int, doubles: bool) -> None:
    """The dice button reads off the same successes."""
    outcomes = odds.dice_rule((5, high), odds.Extra(more, doubles)).outcomes
    brought = count(high, more=more, doubles=doubles)
    for amount in range(1, 15):
        label = f"{amount} success{'es' if amount > 1 else ''}"
        assert outcomes.get(label, 0) == Fraction(brought.count(amount), 36)


@pytest.mark.parametrize(("damage", "wounds", "now"), [(0, 0, 9), (2, 0, 7), (0, 1, 6), (1, 1, 5), (0, 2, 5)])
def test_after_a_wound_the_open_tier_counts_on_sheet_and_in_play(damage: int, wounds: int, now: int) -> None:
    """(4:1+2): four boxes, then two; each wound takes 1 off, and each box 1 more."""
    physical = {"level": 4, "tier": 1, "next": 2, "damage": damage, "wounds": wounds}
    found = tomo(resistances={"Physical": physical})
    inside = sum(5 <= one + two <= now for one, two in THROWS)
    assert odds_of(found, "Physical")["now"]["success"] == Fraction(inside, 36)
    (track,) = (block for block in sheet(found.character).blocks if isinstance(block, Track) and block.name == "damage")
    rows = [[box.below for box in track.boxes if box.zone == zone] for zone in ("unhurt", "wound 1: −1")]
    assert rows == [["8", "7", "6", "5"], ["6", "5", "–"]]
    if wounds < 2:
        assert sum(box.filled for box in track.boxes if box.zone != "mark") == damage + 5 * wounds
