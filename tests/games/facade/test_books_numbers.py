"""Façade's own numbers, as the text prints or works them out, and the example characters FAC-X1 to FAC-X3."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from chargen.checking.concept import Checked
from chargen.games.facade import body, odds
from chargen.games.facade import rules as book
from chargen.games.facade.budget import background_cost, compute_budget, granted_points, modifier_cost
from chargen.games.facade.concept import Background, Concept, Modifier
from chargen.games.facade.rules import CLASSES, Rules
from tests.characters import check
from tests.games.facade.concepts import make_average

FOLDER = Path(__file__).parent
BOOK = Rules()


def file(name: str) -> Checked:
    return check(FOLDER / f"{name}.yaml")


def test_the_dice_chart_is_the_printed_one() -> None:
    """Part 1: d2 to d12, then 1d10, 2d10 and 3d10 with a growing die; above 18 the pattern goes on (FAC-Q2)."""
    printed = [
        "d2", "d4", "d6", "d8", "d10", "d12", "1d10+d4", "1d10+d6", "1d10+d8", "1d10+d10", "1d10+d12", "2d10+d4",
        "2d10+d6", "2d10+d8", "2d10+d10", "2d10+d12", "3d10+d4", "3d10+d6", "3d10+d8", "3d10+d10", "3d10+d12",
        "4d10+d4",
    ]  # fmt: skip
    words = [odds.roll_text(trait).replace(" ", "").replace("+1d", "+d") for trait in range(1, 23)]
    assert [word.removeprefix("1") if "+" not in word else word for word in words] == printed


def test_steps_and_totals_of_the_cost_tables_agree() -> None:
    """Each total is the sum of the printed steps (part 5); only the corrected misprints differ (FAC-Q8, FAC-Q9)."""
    steps = {
        "minor": [1, 0, 1, 0, 1, 0], "simple": [1] * 6, "medium": [2, 1, 2, 1, 2, 1], "major": [2] * 6,
        "extreme": [3, 2, 3, 2, 3, 2],
    }  # fmt: skip
    growing = {
        "minor": [1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5], "simple": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
        "medium": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "major": [1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18],
        "extreme": [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24],
    }  # fmt: skip
    for name in CLASSES:
        assert list(book.MODIFIER_COSTS[name]) == [sum(steps[name][:level]) for level in range(7)]
        assert list(book.EXPONENTIAL_BACKGROUND_COSTS[name]) == [sum(growing[name][:level]) for level in range(13)]
    wrong = [
        (level, book.EXPONENTIAL_MEDIUM_AS_PRINTED[level])
        for level, right in enumerate(book.EXPONENTIAL_BACKGROUND_COSTS["medium"])
        if right != book.EXPONENTIAL_MEDIUM_AS_PRINTED[level]
    ]
    assert wrong == [(10, 35), (12, 88)]
    assert book.CASCADE_SKILL_COSTS["broad"][4] == 45
    assert book.CASCADE_BROAD_AS_PRINTED[4] == 35


@pytest.mark.parametrize(("cost", "rate"), [("minor", 1), ("simple", 2), ("medium", 3), ("major", 4), ("extreme", 5)])
def test_a_negative_modifier_gives_back_what_it_is_worth_rounded_down(cost: str, rate: int) -> None:
    """Each level is worth half of its class's rate; a price rounds the sum up, and a refund rounds it down."""
    for level in range(1, 7):
        taken, given = (
            modifier_cost(Modifier(name="x", category="mind", cost=cost, level=degree)) for degree in (level, -level)
        )
        assert taken == -(-level * rate // 2)
        assert -given == level * rate // 2


def test_odd_levels_of_standard_backgrounds_round_up() -> None:
    """FAC-Q12: 1, 2 and 3 BP for the first level of Minor, Medium and Extreme."""

    def price(cost: str, level: int, **more: Any) -> int:
        background = Background.model_validate(
            {"name": "x", "class": "status", "kind": "standard", "cost": cost, "level": level, **more}
        )
        return background_cost(background, BOOK)

    assert [price(cost, 1) for cost in CLASSES] == [1, 1, 2, 2, 3]
    assert [price(cost, 2) for cost in CLASSES] == [1, 2, 3, 4, 5]
    assert price("simple", 3, **{"class": "debts"}) == -3


def test_background_points_by_age() -> None:
    """FAC-Q14: the root of 25 times ten is 50, and so is 25 times two; roots round down."""
    for age, setting, points in ((25, "age-root", 50), (30, "age-root", 54), (25, "age-double", 50)):
        assert granted_points(Concept(age=age), Rules(background_points_from=setting))["BP"] == points
    checked = make_average(age=36, rules={"background_points_from": "age-root"})
    assert checked.points()["bp"].budget == 60


def test_grok_costs_what_the_inventory_says() -> None:
    """FAC-X3, with a refund that rounds down: 128 AP, 40 SP, 76 BP; 54 EP where 50 are, and 64 with the misprint."""
    advanced = file("bad/grok").advanced
    assert advanced is not None
    budget = compute_budget(advanced.created, Rules())
    assert [area.spent for area in budget.areas] == [128, 40, 76]
    assert (budget.needed, budget.available) == (54, 50)
    assert compute_budget(advanced.created, Rules(as_printed=True)).needed == 64


def test_loads_are_the_printed_percentages() -> None:
    """Part 4: light, comfortable, heavy and unbearable, by Strength; of 100 pounds, they are the percentages."""
    printed = [
        (3, 5, 10, 20), (8, 15, 30, 60), (10, 20, 40, 80), (12, 25, 50, 100), (20, 40, 80, 160), (30, 60, 120, 240),
        (40, 75, 150, 300),
    ]  # fmt: skip
    loads = [body.loads(strength, 100) for strength in range(7)]
    assert [tuple(load.values()) for load in loads if load] == printed
    assert body.loads(3, None) is None


def test_speeds_are_the_printed_ones() -> None:
    """Part 4: feet a second and miles a minute, by Agility; slower, Agility + 1 miles an hour; a stroll, half of it."""
    speeds = [body.running(agility, 3) for agility in range(7)]
    assert [speed.feet_per_second for speed in speeds] == [1, 3, 6, 12, 18, 24, 32]
    miles = ["0.01", "0.04", "0.07", "0.10", "0.15", "0.20", "0.25"]
    assert [speed.miles_per_minute for speed in speeds] == list(map(Fraction, miles))
    assert [speed.slow_miles_per_hour for speed in speeds] == [1, 2, 3, 4, 5, 6, 7]
    assert [speed.stroll_miles_per_hour for speed in speeds] == [Fraction(agility, 2) for agility in range(7)]
    assert [body.running(3, stamina).every for stamina in (0, 1, 4)] == [1, 1, 4]


def test_a_family_of_weapons_has_the_skills_of_the_families_inside_it() -> None:
    families = {row.name: row.families for row in BOOK.ranged_weapons}
    assert families["Small SMG"][:5] == ("smgs", "submachine guns", "automatic weapons", "guns", "firearms")
    assert families["Small SMG"][5:] == families["Big Rock"][1:]
