"""Blows and what they wear down, beside the rules played out one throw at a time."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from chargen.checking.concept import Checked
from chargen.game.fight import Blow, Fighter, Harm
from chargen.games.five_plus import GAME
from chargen.games.five_plus.rules import maximum
from tests.games.five_plus.concepts import tomo
from tests.npc import check_npc, made

THROWS = list(product(range(1, 7), repeat=2))


def opponent(**card: Any) -> Checked:
    """Return an opponent that bites."""
    bites = {"rank": 0, "successes": 6, "actions": ["Bites"], **card}
    return check_npc(made("five-plus", pins={"opposition": bites}))


def fighter(found: Checked) -> Fighter:
    assert GAME.fight is not None
    return GAME.fight.fighter(found.character)


def find_blow(one: Checked, other: Checked) -> Blow | None:
    """Return the attack of the first on the second, if there is one."""
    assert GAME.fight is not None
    return GAME.fight.blow(*(GAME.fight.combatant(checked.character) for checked in (one, other)))


def blow(one: Checked, other: Checked) -> Blow:
    """Return the attack of the first on the second."""
    found = find_blow(one, other)
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


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_an_opponent_acts_where_the_roll_to_resist_fails(rank: int) -> None:
    """Physical 3 against rank 0 to 2: out of 36 throws those from 5 and the rank to 8 resist."""
    checked = opponent(rank=rank)
    found = blow(checked, tomo())
    resisted = sum(5 + rank <= one + two <= 8 for one, two in THROWS)
    assert found.hit == 1 - Fraction(resisted, 36)
    rule = checked.actions()[0].rule
    assert rule is not None
    assert rule.outcomes == {"resisted": 1 - found.hit, "not resisted": found.hit}
    assert not found.exact
    assert "house default" in found.remark
    assert blow(opponent(damage=0), tomo()).hit == 0


def out_after(damage: int, level: int, tier: int, overflow: str) -> int:
    """Return how many hits of a damage put a character out of action, by the rules of section 3.2."""
    taken = wounds = hits = 0
    while wounds <= tier:
        hits += 1
        taken += damage
        if taken > level:
            wounds += 1
            taken = min(taken - level, level) if overflow == "carry" else 0
    return hits


@pytest.mark.parametrize("overflow", ["reset", "carry"])
def test_harm_wears_down_as_the_rules_have_it(overflow: str) -> None:
    """Levels 0 to 6 of tiers 0 to 2, damage 1 to 6: as many hits put out of action as the rules say."""
    lawful = [(level, tier) for level, tier in product(range(7), range(3)) if level <= maximum(tier)]
    for level, tier in lawful:
        worn = fighter(tomo(rules={"overflow": overflow}, resistances={"Physical": {"level": level, "tier": tier}}))
        for damage in range(1, 7):
            state, hits = worn.state, 0
            while state.taken < worn.stamina:
                state, hits = worn.suffer(state, Harm(damage)), hits + 1
            assert hits == out_after(damage, level, tier, overflow), (level, tier, damage)


State = tuple[int, int, int]
"""The wounds and the damage of a character, and the successes that are still to be won."""


def played(skill: int, level: int, tier: int, rank: int, needed: int) -> dict[str, float]:
    """Return how a character and an opponent end, by all throws of up to 400 turns."""
    states: dict[State, float] = {(0, 0, needed): 1.0}
    ends = dict.fromkeys(("party", "others", "both"), 0.0)
    for _ in range(400):
        after: dict[State, float] = {}
        for (wounds, damage, left), chance in states.items():
            strike = Counter(min(throw) if 5 + rank <= sum(throw) <= 5 + skill + 1 - wounds else 0 for throw in THROWS)
            resisted = sum(5 + rank <= sum(throw) <= 5 + level - damage - wounds for throw in THROWS) / 36
            for got, times in strike.items():
                for harmed, part in ((False, resisted), (True, 1 - resisted)):
                    worn = damage + (1 + rank if harmed else 0)
                    now = (wounds + 1, 0) if worn > level else (wounds, worn)
                    share = chance * part * times / 36
                    won, lost = got >= left, now[0] > tier
                    if won or lost:
                        ends["both" if won and lost else "party" if won else "others"] += share
                    else:
                        after[*now, left - got] = after.get((*now, left - got), 0.0) + share
        states = after
    return ends
