"""The exact odds of Five by Five against throws written out in full."""

from fractions import Fraction
from itertools import product

import pytest

from chargen.games.five_by_five import odds
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import mara

BASE = Rules()
ADVANCED = Rules(advanced_descriptors=True)
LADDER = (-5, 0, 2, 4, 6, 9, 12, 16)
FACES = (1, 2, 3, 4, 5, 6)


def thrown(value: int, token: bool = False) -> Fraction:
    """Return the chance of success by throwing every pair of dice, or every one die at −5, as the book describes it."""
    trumps = (5, 6) if token else (6,)
    if value == -5:
        return Fraction(sum(face in trumps for face in FACES), 6)
    successes = 0
    for one in FACES:
        for two in FACES:
            if one in trumps or two in trumps or one * two <= value:
                successes += 1
    return Fraction(successes, 36)


@pytest.mark.parametrize("token", [False, True])
@pytest.mark.parametrize("value", LADDER)
def test_the_chance_of_a_value_is_what_all_36_throws_say(value: int, token: bool) -> None:
    """Each rank's chance, plain and with a token, is the count of successes among all throws."""
    assert odds.chance(value, token=token) == thrown(value, token)


@pytest.mark.parametrize("steps", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("value", LADDER)
def test_a_shifted_value_is_thrown_at_its_new_rank(value: int, steps: int) -> None:
    """A shift moves along −5 … 16 and stops at both ends; its chance is that of the rank it comes to."""
    rung = min(max(LADDER.index(value) + steps, 0), len(LADDER) - 1)
    shifted = odds.shift_value(value, steps, BASE)
    assert shifted == LADDER[rung]
    assert odds.chance(shifted) == thrown(LADDER[rung])
    assert odds.chance(shifted, token=True) == thrown(LADDER[rung], token=True)


def test_the_advanced_ladder_ends_in_no_chance() -> None:
    """With advanced descriptors in play, any descriptor may be shifted below −5, where nothing succeeds."""
    for value, steps in ((-5, -1), (0, -2), (2, -3), (-5, -9)):
        shifted = odds.shift_value(value, steps, ADVANCED)
        assert shifted is None
        assert odds.chance(shifted) == 0
        assert odds.chance(shifted, token=True) == 0
        assert odds.describe_roll(shifted) == "no chance"


def test_advanced_descriptors_roll_two_ranks_lower() -> None:
    """An advanced descriptor's rank is two lower when it is used; 20 and 25 are steps of the ladder."""
    ladder: tuple[int | None, ...] = (None, *LADDER, 20, 25)
    for value in (2, 4, 6, 9, 12, 16, 20, 25):
        lower = ladder[ladder.index(value) - 2]
        assert odds.shift_value(value, -2, ADVANCED) == lower


def test_no_value_is_rolled_above_16() -> None:
    """At any rank and shift, at best 33 of 36 throws succeed; with a token all do."""
    tried = [odds.shift_value(value, steps, ADVANCED) for value in (*LADDER, 20, 25) for steps in range(-3, 4)]
    chances = [odds.chance(value) for value in tried]
    assert len(chances) == 70
    assert max(chances) == Fraction(33, 36)
    assert odds.chance(16, token=True) == 1
    assert max(odds.chance(value, token=True) for value in tried) == 1


@pytest.mark.parametrize("attack", LADDER)
def test_a_blow_lands_when_it_hits_and_is_not_dodged(attack: int) -> None:
    """Hit and not dodged is the count of all throws of attacker and defender in which the one succeeds alone."""
    for dodge in LADDER:
        expected = thrown(attack) * (1 - thrown(dodge))
        assert odds.hit_and_not_dodged(attack, dodge) == expected
    throws = list(product(FACES, repeat=4))
    landed = sum((6 in (a, b) or a * b <= 4) and not (6 in (c, d) or c * d <= 2) for a, b, c, d in throws)
    assert odds.hit_and_not_dodged(4, 2) == Fraction(landed, len(throws)) == Fraction(418, 1296)


def thrown_damage(trumps: set[int], bonus: int, armor: int) -> tuple[dict[int, Fraction], Fraction]:
    """Return the damage of a hit, thrown die by die up to 40 trumps in a row: each chance, and the average.

    A face that trumps adds 5 and throws again; the first other face ends it.
    """
    amounts: dict[int, Fraction] = {}
    going, so_far = Fraction(1), 0
    for _ in range(40):
        for face in {1, 2, 3, 4, 5, 6} - trumps:
            amount = max(0, so_far + face + bonus - armor)
            amounts[amount] = amounts.get(amount, Fraction(0)) + going / 6
        going, so_far = going * Fraction(len(trumps), 6), so_far + 5
    return amounts, sum((amount * chance for amount, chance in amounts.items()), Fraction(0))


@pytest.mark.parametrize("bonus", range(6))
def test_damage_with_a_token_is_thrown_in_full(bonus: int) -> None:
    """For every weapon against every armour: each amount to the last fraction, and the average with it."""
    for armor in range(7):
        for token, trumps in ((False, {6}), (True, {5, 6})):
            amounts, mean = thrown_damage(trumps, bonus, armor)
            *rows, (last, rest) = odds.damage_table(bonus, armor, 12, token=token)
            assert last == 12
            assert [chance for _, chance in rows] == [amounts.get(amount, 0) for amount, _ in rows]
            assert rest == 1 - sum(chance for _, chance in rows)
            assert 0 <= odds.mean_damage(bonus, armor, token=token) - mean < Fraction(1, 10**15)
    assert odds.mean_damage(bonus, 0, token=True) == 5 + bonus


def test_a_healing_check_heals_or_harms() -> None:
    """On average a check changes p · 4 − (1 − p) · 9/5 hit points; the untrained lose 1/36 a try."""
    for value in LADDER:
        p = thrown(value)
        assert odds.healing_gain(value) == 4 * p - Fraction(9, 5) * (1 - p)
    assert odds.healing_gain(0) == Fraction(-1, 36)


def test_the_best_chance_counts_for_an_exclusive_action() -> None:
    """Attack takes the descriptor with the best chance after its own shifts, not the highest value."""
    checked = mara(
        rules={"advanced_descriptors": True},
        descriptors={
            "Psychic Blast": {"value": 6, "exclusive": "attack", "advanced": True},
            "Hand Gun": {"value": 4, "exclusive": "attack"},
            "Uncanny Reflexes": 2,
            "First Aid": {"value": -5, "exclusive": "healing"},
            "Pilot": 2,
        },
    )
    rolls = {roll.id: roll for roll in checked.rolls()}
    assert rolls["attack"].value == 4
    assert rolls["attack"].odds["success"] == thrown(4)
    assert rolls["healing"].value == -5, "a poor descriptor for it is rolled, not the untrained line"
    assert rolls["dodge"].value == 0
    assert rolls["steal-initiative"].odds == rolls["untrained"].odds
