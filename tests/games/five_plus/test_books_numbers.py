"""The numbers that the text prints or works out, and those of the example characters (FPL-X1 to FPL-X3)."""

from fractions import Fraction

import pytest

from chargen.checking.concept import Checked
from chargen.games.five_plus import odds
from chargen.games.five_plus.concept import Concept, Levelled
from chargen.games.five_plus.rating import Rating, apply_double
from chargen.games.five_plus.rules import Rules, cost, level_name, maximum
from chargen.page.roll import Roll
from tests.games.five_plus.concepts import good, grown, tomo

BOOK = Rules()


def list_levels(checked: Checked) -> dict[str, str]:
    """Return each level of a character as the text writes it."""
    assert checked.advanced is not None
    concept: Concept = checked.advanced.concept
    found: dict[str, Levelled] = {**concept.skills, **concept.resistances}
    return {
        name: f"{rating.level}:{rating.tier}" + (f"+{rating.upper}" if rating.upper else "")
        for name, rating in found.items()
    }


def list_rolls(checked: Checked) -> dict[str, Roll]:
    return {roll.id: roll for roll in checked.rolls()}


@pytest.mark.parametrize(
    ("level", "name", "ways"),
    [
        (0, "incompetent", 4),
        (1, "novice", 9),
        (2, "trained", 15),
        (3, "competent", 20),
        (4, "proficient", 24),
        (5, "specialist", 27),
        (6, "expert", 29),
    ],
)
def test_the_seven_levels_have_their_exact_chances(level: int, name: str, ways: int) -> None:
    """FPL-a5 and FPL-b4: level 3 succeeds in 20 of 36, whatever rough percentage the text prints."""
    assert level_name(level) == name
    assert odds.success(level) == Fraction(ways, 36)


@pytest.mark.parametrize(
    ("proficiency", "rank", "span", "ways"),
    [
        (4 + 1 - 1, 2, (7, 9), 15),  # section 3.1: sneak (4:1), +1 training, -1 alert guards, a castle of rank 2
        (3 + 1 - 1, 2, (7, 8), 11),  # FPL-X1: Tomo at the same castle
        (0, 0, (5, 5), 4),  # section 3.1: the untrained succeed with a five alone
        (0, 1, None, 0),  # FPL-b3: a range that ends before it starts
        (20, -9, (2, 12), 36),  # ruling FPL-Q11: no range goes beyond what two dice show
        (20, 0, (5, 12), 30),
        (20, 8, None, 0),
    ],
)
def test_a_range_starts_at_five_and_the_rank(
    proficiency: int, rank: int, span: tuple[int, int] | None, ways: int
) -> None:
    assert odds.span(proficiency, rank) == span
    assert odds.success(proficiency, rank) == Fraction(ways, 36)


@pytest.mark.parametrize(
    ("before", "face", "after"),
    [
        (Rating(3, 2), 5, Rating(4, 2)),  # section 3.3: the shield
        (Rating(3, 2), 4, Rating(3, 2, marked=True)),
        (Rating(3, 1), 6, Rating(4, 1, 1)),  # the sword opens its next tier
        (Rating(5, 1, 2), 6, Rating(3, 2)),  # fire magic changes its base tier
        (Rating(6, 0), 6, Rating(1, 1)),  # ruling on FPL-Q4
        (Rating(6, 1), 6, Rating(6, 1, marked=True)),
    ],
)
def test_a_double_raises_a_rating_or_marks_it(before: Rating, face: int, after: Rating) -> None:
    assert apply_double(before, face, BOOK) == after


def test_a_level_may_reach_seven_less_its_tier() -> None:
    """Ruling FPL-Q4, as the data file lists it."""
    assert {tier: maximum(tier) for tier in range(7)} == {0: 6, 1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}


def test_levels_cost_the_sum_of_their_numbers() -> None:
    """Ruling FPL-Q6: 1, 3, 6, 10, 15, 21."""
    assert [cost(level) for level in range(7)] == [0, 1, 3, 6, 10, 15, 21]


def test_a_turn_starts_with_two_and_each_action_takes_one() -> None:
    """Ruling FPL-Q1; read to the letter, each action beyond the first takes one."""
    assert [BOOK.turn_modifier(actions) for actions in (1, 2, 3, 4)] == [1, 0, -1, -2]
    assert [Rules(focus="literal").turn_modifier(actions) for actions in (1, 2, 3, 4)] == [1, -1, -2, -3]


def test_tomo_grows_step_by_step() -> None:
    """FPL-X2: (3:1), (4:1), (5:1+1), a mark; Shield (3:1), a mark; practice makes the Sword (2:2)."""
    steps = [
        ({"rolled": "Sword", "double": 4}, "Sword", "4:1"),
        ({"rolled": "Sword", "double": 6}, "Sword", "5:1+1"),
        ({"rolled": "Sword", "double": 5}, "Sword", "5:1+1"),
        ({"rolled": "Shield", "double": 3}, "Shield", "3:1"),
        ({"rolled": "Shield", "double": 2}, "Shield", "3:1"),
        ({"practice": ["Sword", "Shield"], "for": "Sword", "double": 6}, "Sword", "2:2"),
    ]
    for count in range(1, len(steps) + 1):
        checked = grown(*(line for line, _, _ in steps[:count]))
        assert checked.ok
        _, name, expected = steps[count - 1]
        assert list_levels(checked)[name] == expected
    assert checked.advanced is not None
    assert not any(skill.marked for skill in checked.advanced.concept.skills.values())


def test_success_leaves_damage_wounds_and_conditions_to_the_moment() -> None:
    """RULINGS: the bare roll has the traits in it; `now` has the rest."""
    checked = tomo(
        resistances={"Physical": {"level": 3, "damage": 1, "wounds": 1}},
        traits=[{"name": "Hardy", "effect": "Is", "bonus": {"physical": 1}}],
        conditions=[{"name": "Tired", "bonus": {"all": -1}}],
        equipment=[{"name": "Charm", "effect": "Wards", "bonus": {"Physical": 2}}],
    )
    physical = list_rolls(checked)["physical"]
    assert physical.odds["success"] == odds.success(4)
    assert physical.odds["now"] == {"success": odds.success(4 + 2 - 1 - 1 - 1)}
    assert "actions" not in physical.odds


def test_without_tiers_nothing_opens() -> None:
    """FPL-h1: a double six only raises, and 6 is the end."""
    flat = Rules(tiers=False)
    assert apply_double(Rating(5, 0), 6, flat) == Rating(6, 0)
    assert apply_double(Rating(6, 0), 6, flat) == Rating(6, 0, marked=True)
    assert good("no-tiers").ok
    assert list_levels(good("no-tiers"))["Axe"] == "6:0"
