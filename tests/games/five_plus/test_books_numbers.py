"""The numbers that the text prints or works out, and those of the example characters (FPL-X1 to FPL-X3)."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.parsing import parse
from chargen.core.roll import Mean, Points
from chargen.fileio import Input
from chargen.games.five_plus import GAME, odds
from chargen.games.five_plus.concept import Concept, Levelled
from chargen.games.five_plus.question import Options, reply
from chargen.games.five_plus.rating import Rating, apply_double, find_raising_faces
from chargen.games.five_plus.rules import Rules, cost, level_name, maximum
from tests.games.five_plus.concepts import codes, good, grown, tomo

BOOK = Rules()


def stands(checked: Checked) -> dict[str, str]:
    """Every level of a checked character as the text writes it."""
    assert checked.advanced is not None
    concept: Concept = checked.advanced.concept
    found: dict[str, Levelled] = {**concept.skills, **concept.resistances}
    return {
        name: f"{rating.level}:{rating.tier}" + (f"+{rating.upper}" if rating.upper else "")
        for name, rating in found.items()
    }


def success(checked: Checked) -> dict[str, object]:
    """Return the chance of success of each roll, by its id."""
    return {roll.id: roll.odds["success"] for roll in checked.rolls()}


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


def test_the_guarded_castle_is_entered_with_seven_to_nine() -> None:
    """Section 3.1: sneak (4:1), +1 training, −1 alert guards, rank 2: 7 to 9, which is 15 in 36."""
    assert odds.span(4 + 1 - 1, 2) == (7, 9)
    answer = reply(Options(level=4, tier=1, bonus=0, rank=2), BOOK)
    assert (answer.roll, answer.odds["success"]) == ("2d6 in 7–9", Fraction(15, 36))


def test_a_seven_succeeds_in_five_to_seven_and_not_in_five_to_six() -> None:
    """Section 3.1: both ends of a range are in it."""
    assert odds.chance((5, 7)) - odds.chance((5, 6)) == Fraction(6, 36)


def test_the_untrained_succeed_with_a_five_alone() -> None:
    """Section 3.1: the base range is 5 to 5."""
    assert odds.span(0, 0) == (5, 5)


def test_a_range_that_ends_before_it_starts_is_no_chance() -> None:
    """Section 3.1 (FPL-b3)."""
    assert odds.span(0, 1) is None
    assert odds.success(0, 1) == 0


def test_a_range_stays_within_what_two_dice_show() -> None:
    """Ruling FPL-Q11: never below 2 and never above 12, so at best 30 in 36 at rank 0."""
    assert odds.span(20, -9) == (2, 12)
    assert odds.success(20) == Fraction(30, 36)
    assert odds.span(20, 8) is None


def test_the_shield_learns_from_a_double_five_and_is_marked_by_a_double_four() -> None:
    """Section 3.3: shield (3:2) becomes (4:2), or (3:2) with a mark."""
    assert apply_double(Rating(3, 2), 5, BOOK) == Rating(4, 2)
    assert apply_double(Rating(3, 2), 4, BOOK) == Rating(3, 2, marked=True)


def test_the_sword_opens_its_next_tier_with_a_double_six() -> None:
    """Section 3.3: sword (3:1) becomes (4:1+1)."""
    assert apply_double(Rating(3, 1), 6, BOOK) == Rating(4, 1, 1)


def test_fire_magic_changes_its_base_tier() -> None:
    """Section 3.3: Fire magic (5:1+2) with a double six becomes (3:2)."""
    assert apply_double(Rating(5, 1, 2), 6, BOOK) == Rating(3, 2)


def test_the_top_of_tier_nought_moves_on_with_a_double_six() -> None:
    """Ruling on FPL-Q4: at (6:0) a double six counts as level_up and new_tier, and the base becomes (1:1)."""
    assert apply_double(Rating(6, 0), 6, BOOK) == Rating(1, 1)
    assert odds.improvement(Rating(6, 0), BOOK) == {
        "level_up": Fraction(1, 36),
        "new_tier": Fraction(1, 36),
        "mark": Fraction(5, 36),
    }


@pytest.mark.parametrize("rating", [Rating(6, 1), Rating(5, 2), Rating(4, 3), Rating(1, 6)])
def test_beyond_a_sum_of_six_nothing_is_learned(rating: Rating) -> None:
    """Ruling on FPL-Q4: level_up is 0 there."""
    assert odds.improvement(rating, BOOK) == {"level_up": 0, "new_tier": 0, "mark": Fraction(6, 36)}


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


def test_opponents_do_one_damage_and_their_rank() -> None:
    """Section 4.2 (FPL-b8): the spider of rank 1 does 2."""
    assert good("card").stats()["opposition"] == {"rank": 1, "damage": 2, "successes": 6}


def test_tomo_costs_forty_of_forty() -> None:
    """FPL-X1: 22 for skills and 18 for resistances."""
    assert good("tomo").points() == {"creation": Points(budget=40, spent=40, available=0)}


def test_tomo_has_the_chances_of_the_inventory() -> None:
    """FPL-X1: Sword 20, Sneak with its training 24, Ride 9 of 36."""
    chances = success(good("tomo"))
    assert chances["sword"] == Fraction(20, 36)
    assert chances["sneak"] == Fraction(24, 36)
    assert chances["ride"] == Fraction(9, 36)


def test_tomo_with_a_single_action_and_at_the_castle() -> None:
    """FPL-X1: Sword alone 24 of 36; Sneak at the guarded castle (rank 2, alert) 7 to 8, 11 of 36."""
    rolls = {roll.id: roll for roll in good("tomo").rolls()}
    actions = rolls["sword"].odds["actions"]
    assert not isinstance(actions, Fraction | Mean)
    assert actions["1"] == {"success": Fraction(24, 36)}
    assert rolls["sneak"].roll == "2d6 in 5–9"
    assert odds.span(3 + 1 - 1, 2) == (7, 8)
    assert odds.success(3 + 1 - 1, 2) == Fraction(11, 36)


def test_tomo_learns_as_the_inventory_says() -> None:
    """FPL-X1: Sword from doubles 4, 5 and 6 (3 of 36), Ride from five of the six."""
    rolls = {roll.id: roll for roll in good("tomo").rolls()}
    assert find_raising_faces(Rating(3, 1), BOOK) == (4, 5, 6)
    assert rolls["sword"].odds["level_up"] == Fraction(3, 36)
    assert rolls["sword"].odds["new_tier"] == Fraction(1, 36)
    assert rolls["sword"].odds["mark"] == Fraction(3, 36)
    assert rolls["ride"].odds["level_up"] == Fraction(5, 36)


def test_tomo_bears_three_damage_and_one_wound() -> None:
    """FPL-X1: damage 4 is a wound; in tier 1 the first is a −1, the second puts him out."""
    assert good("tomo").stats()["Physical"] == {"damage": 0, "level": 3, "tier": 1, "wounds": 0}
    once = tomo(resistances={"Physical": {"level": 3, "wounds": 1}})
    assert codes(once) == []
    assert once.stats()["wound_penalty"] == -1
    assert codes(tomo(resistances={"Physical": {"level": 3, "wounds": 2}})) == ["incapacitated"]
    assert codes(tomo(resistances={"Physical": "4/3"})) == ["damage-within-level"]


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
        assert stands(checked)[name] == expected
    assert checked.advanced is not None
    assert not any(skill.marked for skill in checked.advanced.concept.skills.values())


def test_tomo_after_a_winter_stands_as_the_inventory_says() -> None:
    """FPL-X2: Sword (2:2), Shield (3:1), Persuade 3, Mental 3; all 6 milestone points spent."""
    checked = good("tomo-one-winter-later")
    expected = {"Sword": "2:2", "Shield": "3:1", "Persuade": "3:1", "Mental": "3:1"}
    assert expected.items() <= stands(checked).items()
    assert checked.points() == {
        "creation": Points(budget=40, spent=40, available=0),
        "milestone": Points(budget=6, spent=6, available=0),
    }


def test_tomos_finished_tier_stays_usable() -> None:
    """FPL-X2 and FPL-Q23: Sword (2:2) is 15 of 36, and in the finished tier 1 still 29 of 36; doubles 4 to 6 teach."""
    sword = next(roll for roll in good("tomo-one-winter-later").rolls() if roll.id == "sword")
    assert sword.odds["success"] == Fraction(15, 36)
    assert sword.odds["tiers"] == {"1": {"success": Fraction(29, 36)}}
    assert sword.odds["level_up"] == Fraction(3, 36)
    assert odds.success(2, -1) == Fraction(18, 36)  # what the other reading would make of it


def test_two_levels_at_once_cost_both() -> None:
    """FPL-X2: Persuade from 2 to 4 is 3 + 4 = 7, more than the 6 there are."""
    assert codes(grown({"award": 6}, {"raise": "Persuade", "to": 4})) == ["milestone-points"]
    assert codes(grown({"award": 7}, {"raise": "Persuade", "to": 4})) == []


def test_the_paragon_is_wrong_in_every_way_at_once() -> None:
    """FPL-X3: six diagnostics in one pass. What they cost is computed once the levels are legal."""
    path = Path(__file__).parent / "bad" / "the_paragon.yaml"
    checked = checking.check_input(Input(path.name, path))
    assert sorted(codes(checked)) == sorted(
        [
            "levels",
            "tier-maximum",
            "effects",
            "damage-within-level",
            "one-open-tier",
            "yaml/doubled-key",
        ]
    )


def test_kaede_loads_as_she_stands() -> None:
    """The example of the interface: 35 of 40 points, her training in the odds of Sneak, and no diagnostic."""
    checked = good("five-plus-kaede")
    assert codes(checked) == []
    assert checked.points() == {"creation": Points(budget=40, spent=35, available=5)}
    sneak = next(roll for roll in checked.rolls() if roll.id == "sneak")
    assert (sneak.value, sneak.roll, sneak.odds["success"]) == (4, "2d6 in 5–10", Fraction(27, 36))


def test_success_leaves_damage_wounds_and_conditions_to_the_moment() -> None:
    """RULINGS: the bare roll has the traits in it; `now` has the rest."""
    checked = tomo(
        resistances={"Physical": {"level": 3, "damage": 1, "wounds": 1}},
        traits=[{"name": "Hardy", "effect": "Is", "bonus": {"physical": 1}}],
        conditions=[{"name": "Tired", "bonus": {"all": -1}}],
        equipment=[{"name": "Charm", "effect": "Wards", "bonus": {"Physical": 2}}],
    )
    physical = next(roll for roll in checked.rolls() if roll.id == "physical")
    assert physical.odds["success"] == odds.success(4)
    assert physical.odds["now"] == {"success": odds.success(4 + 2 - 1 - 1 - 1)}
    assert "actions" not in physical.odds


def test_without_tiers_nothing_opens() -> None:
    """FPL-h1: a double six only raises, and 6 is the end."""
    flat = Rules(tiers=False)
    assert apply_double(Rating(5, 0), 6, flat) == Rating(6, 0)
    assert apply_double(Rating(6, 0), 6, flat) == Rating(6, 0, marked=True)
    assert good("no-tiers").ok
    assert stands(good("no-tiers"))["Axe"] == "6:0"


def test_state_is_what_the_pencil_wrote() -> None:
    """The trackers of the sheet overrule the file's own damage."""
    checked = good("interface")
    assert checked.ok
    assert checked.stats()["Physical"] == {"damage": 3, "level": 3, "tier": 1, "wounds": 0}


def test_the_base_changes_by_points_as_well() -> None:
    """Ours: a raise to the top of a tier whose next tier is open moves on to that tier."""
    concept = parse(
        Concept,
        {
            "system": "five-plus",
            "name": "X",
            "skills": {"Sword": "5:1+2"},
            "advancement": [{"award": 6}, {"raise": "Sword", "to": 6}],
        },
    ).value
    assert concept is not None
    sword = GAME.advance(concept, BOOK).concept.skills["Sword"]
    assert (sword.level, sword.tier, sword.upper) == (2, 2, 0)


@given(st.integers(0, 6), st.lists(st.integers(1, 6), max_size=60))
def test_doubles_only_ever_lead_upwards(tier: int, doubles: list[int]) -> None:
    """Tier by tier, and within a tier level by level, whatever is rolled; never beyond tier 6."""
    rating = Rating(0, tier)
    for face in doubles:
        after = apply_double(rating, face, Rules())
        assert (after.tier, after.level, after.upper) >= (rating.tier, rating.level, rating.upper)
        assert after.tier <= 6
        assert after.level <= maximum(after.tier)
        assert after.upper <= maximum(after.tier + 1)
        rating = after
