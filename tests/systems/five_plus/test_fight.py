"""Blows and what they wear down, beside the rules played out one throw at a time."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from chargen.core.fight import Blow, Fighter
from chargen.pipeline import Checked
from chargen.systems.five_plus import SYSTEM, stamina
from chargen.systems.five_plus.character import Rated
from chargen.systems.five_plus.fight import strikes
from chargen.systems.five_plus.improvement import Rating
from chargen.systems.five_plus.rules import Rules
from tests.systems.five_plus.concepts import tomo
from tests.systems.five_plus.people import checked, made

THROWS = list(product(range(1, 7), repeat=2))


def opponent(**card: Any) -> Checked:
    """An opponent that bites."""
    return checked(made(opposition={"rank": 0, "successes": 6, "actions": ["Bites"], **card}))


def fighter(found: Checked) -> Fighter:
    """What somebody can take."""
    assert SYSTEM.fight is not None
    return SYSTEM.fight.fighter(found.character, found.rules)  # type: ignore[arg-type]


def blow(one: Checked, other: Checked) -> Blow:
    """What the first does to the second."""
    assert SYSTEM.fight is not None
    found = SYSTEM.fight.blow(one.character, other.character, one.rules)  # type: ignore[arg-type]
    assert found is not None
    assert sum(found.harm.values()) == 1
    assert found.hit == 1 - found.harm.get(0, 0)
    return found


@pytest.mark.parametrize("rank", [-2, 0, 1, 3, 5])
@pytest.mark.parametrize("margin", [False, True])
def test_a_strike_at_an_opponent_is_the_rules_own(rank: int, margin: bool) -> None:
    """Sword 3 alone in the turn: up to 9, from 5 and the rank; the lower die; misses count if the table says so."""
    found = blow(tomo(rules={"tier": 1, "failure_margin": margin}), opponent(rank=rank))
    low, high = max(2, 5 + rank), 5 + 3 + 1
    counted: Counter[int] = Counter()
    for one, two in THROWS:
        beside = 0 if low <= one + two <= high else min(abs(low - one - two), abs(one + two - high))
        counts = low <= high and (margin or not beside)
        counted[max(0, min(one, two) - beside) if counts else 0] += 1
    assert {amount: chance for amount, chance in found.harm.items() if chance} == {
        amount: Fraction(number, 36) for amount, number in counted.items()
    }
    assert found.exact
    assert found.what.startswith("Sword, ")


def test_what_stands_now_counts() -> None:
    """A wound takes 1 off, equipment adds its bonus: 5 to 9 becomes 5 to 8, and then 5 to 10."""
    wounded = tomo(resistances={"Physical": {"level": 3, "wounds": 1}})
    assert blow(wounded, opponent()).hit == Fraction(20, 36)
    armed = tomo(equipment=[{"name": "Good sword", "bonus": {"Sword": 1}}])
    assert blow(armed, opponent()).hit == Fraction(27, 36)


def test_the_best_skill_to_strike_with_is_taken() -> None:
    """Known by its name; a better one that is for something else is left out; where there is none, any will do."""
    found = tomo(skills={"Persuade": 6, "Paper knife": 2, "Longbow": 3, "Balance": 5, "Bowing": 5})
    assert blow(found, opponent()).what.startswith("Longbow, ")
    assert [each.name for each in strikes(tomo(skills={"Balance": 5, "Law": 2}).character)] == ["Balance", "Law"]
    assert blow(checked(made(opposition={}, skills={"Sword": 3})), tomo()).what.startswith("")


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_an_opponent_acts_where_the_roll_to_resist_fails(rank: int) -> None:
    """Physical 3 against rank 0 to 2: out of 36 throws those from 5 and the rank to 8 resist."""
    found = blow(opponent(rank=rank), tomo())
    resisted = sum(5 + rank <= one + two <= 8 for one, two in THROWS)
    assert found.hit == 1 - Fraction(resisted, 36)
    assert not found.exact
    assert "ours" in found.remark
    assert blow(opponent(damage=0), tomo()).hit == 0


def test_opponents_do_nothing_to_each_other() -> None:
    """NPCs do not roll."""
    assert SYSTEM.fight is not None
    one = opponent()
    assert SYSTEM.fight.blow(one.character, one.character, Rules()) is None


def test_characters_fight_each_other_by_both_their_rolls() -> None:
    """The strike has to succeed, and the roll to resist it to fail: Sword 5–9, then Physical 5–8; marked as ours."""
    found = blow(tomo(), tomo())
    assert found.hit == Fraction(24, 36) * Fraction(16, 36)
    assert not found.exact


def test_stamina_is_successes_or_boxes() -> None:
    """An opponent's successes to win; for a character all boxes of what blows wear down; less what is gone."""
    assert (fighter(opponent(successes=9)).stamina, fighter(opponent()).unit) == (9, "successes")
    hurt = fighter(tomo(resistances={"Nerve": 5, "Physical": {"level": 3, "damage": 1, "wounds": 1}}))
    assert (hurt.stamina, hurt.taken, hurt.unit) == (8, 5, "boxes of Physical")
    carried = fighter(tomo(rules={"tier": 1, "overflow": "carry"}))
    assert carried.stamina == 7
    assert fighter(tomo(resistances={"Nerve": 2})).unit == "boxes of Nerve"
    assert fighter(checked(made(opposition={}, state={}))).stamina >= 1


def out_after(damage: int, rated: Rated, rules: Rules) -> int:
    """How many hits of that damage put somebody out of action, played by the rules of section 3.2."""
    taken = wounds = hits = 0
    while wounds <= rated.rating.tier:
        hits += 1
        taken += damage
        if taken > rated.rating.level:
            wounds += 1
            taken = min(taken - rated.rating.level, rated.rating.level) if rules.overflow == "carry" else 0
    return hits


@pytest.mark.parametrize("overflow", ["reset", "carry"])
def test_boxes_fall_as_fast_as_the_rules_have_it(overflow: str) -> None:
    """Levels 0 to 6 of tiers 0 to 2, damage 1 to 6: exact where it says so, and never more than a hit beside a row."""
    rules = Rules(overflow=overflow)
    exact = 0
    for level, tier, damage in product(range(7), range(3), range(1, 7)):
        rated = Rated(name="Physical", rating=Rating(level, tier), resists=True)
        points = stamina.points(damage, rated, rules)
        assert sum(points.values()) == 1
        mean = sum((number * chance for number, chance in points.items()), Fraction(0))
        needed = stamina.borne(rated, rules) / mean
        hits = -(-needed.numerator // needed.denominator)
        if stamina.is_exact(damage, rated, rules):
            exact += 1
            assert hits == out_after(damage, rated, rules), (level, tier, damage)
        elif overflow == "reset":
            assert hits == out_after(damage, rated, rules), (level, tier, damage)
    assert exact > 60
