"""Blows between characters of Façade, against a plain walk through all dice by the rules of a fight."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import pytest

from chargen.core.fight import Blow, Fight
from chargen.systems.facade import SYSTEM, odds
from chargen.systems.facade.character import Character
from chargen.systems.facade.rules import Rules
from tests.systems.facade.briefs import checked, made
from tests.systems.facade.concepts import attributes, nobody

SWORDS = {"Martial": {"level": 3, "attribute": "agility", "Swords": {"level": 2, "Rapier": 2}}}
"""Agility 3 + 7 = 10."""
BOOK = Rules()


def fight() -> Fight[Any, Any]:
    assert SYSTEM.fight is not None
    return SYSTEM.fight


def character(**changes: Any) -> Character:
    """Somebody of all 3s, with changes."""
    found: Character = nobody(**changes).character
    return found


def struck(attacker: Character, target: Character, rules: Rules = BOOK) -> Blow:
    found = fight().blow(attacker, target, rules)
    assert found is not None
    assert sum(found.harm.values()) == 1
    assert all(chance > 0 or harm == 0 for harm, chance in found.harm.items())
    assert 0 <= found.hit <= 1
    return found


def totals(trait: int) -> list[int]:
    """The totals of all ways that a trait's dice may fall."""
    return [sum(faces) for faces in product(*(range(1, sides + 1) for sides in odds.dice(trait)))]


def mean(blow: Blow) -> Fraction:
    return sum((harm * chance for harm, chance in blow.harm.items()), Fraction(0))


def levels_of_torso_damage(margin: int, damage: int) -> int:
    """Damage of a blow to the torso by its margin: half, all, twice, three times; halves round down, to 1 at least."""
    step = margin // 3
    return max(damage // 2, 1) if step < 2 else damage * (1 if step < 4 else 2 if step < 6 else 3)


def test_a_fighter_lasts_as_long_as_its_deadly_levels() -> None:
    """Damage that is marked already counts, other kinds by the part of their own track that they fill."""
    fresh = fight().fighter(character(), BOOK)
    assert (fresh.stamina, fresh.unit, fresh.taken, fresh.acts) == (3, "Deadly", 0, 1)
    hurt = fight().fighter(character(state={"deadly": 1, "bruising": 3, "crushing": 1}), BOOK)
    assert hurt.taken == floor(1 + Fraction(3, 9) * 3 + Fraction(1, 6) * 3)


def test_a_rapier_against_nothing_but_action() -> None:
    """Trait 10 against Action 9: every pair of d10 walked through; the torso is always the best place."""
    blow = struck(character(skills=SWORDS, weapons=["rapier"]), character())
    walked: Counter[int] = Counter()
    rolls = totals(10)
    for total in rolls:
        if total >= 9:
            walked[levels_of_torso_damage(total - 9, 2)] += 1
    near = sum(9 - 2 <= total < 9 for total in rolls)  # a Scratch of 1 Bruising: the third part of a Deadly level
    assert blow.hit == Fraction(sum(walked.values()), len(rolls)) == odds.chance(10, 9)
    assert blow.harm[1] == Fraction(walked[1], len(rolls)) + Fraction(near, len(rolls)) / 3
    assert blow.harm[2] == Fraction(walked[2], len(rolls))
    assert blow.harm.get(4, 0) == Fraction(walked[4], len(rolls))
    assert "Rapier" in blow.what
    assert not blow.exact


def test_a_trained_defence_takes_the_place_of_action_where_it_is_higher() -> None:
    """Trait 10 against Action 9 and a dodge of 9: both rolls walked through."""
    dodge = {"Athletics": {"level": 2, "attribute": "agility", "Dodge": {"level": 2, "Roll": 2}}}
    blow = struck(character(skills=SWORDS, weapons=["rapier"]), character(skills=dodge))
    pairs = [(mine, max(other, 9)) for mine in totals(10) for other in totals(9)]
    assert blow.hit == Fraction(sum(mine >= other for mine, other in pairs), len(pairs))
    full = sum(2 <= (mine - other) // 3 < 4 for mine, other in pairs if mine >= other)
    assert blow.harm[2] == Fraction(full, len(pairs))
    assert "Roll 9" in blow.what
    assert "warded off" in blow.remark


def test_armour_stops_and_turns_damage() -> None:
    """3D against armour of 2D and Reduction 3, everywhere: a full blow leaves 1 Bruising, as FAC-d8 works out."""
    mail = [{"name": "Mail", "protects": "0B/0C/2D", "reduction": 3, "covers": ["torso", "legs", "arms", "head"]}]
    swords = {"Martial": {"level": 4, "attribute": "agility", "Swords": {"level": 4, "Broadsword": 4}}}
    strong = attributes(strength=4)
    blow = struck(character(attributes=strong, skills=swords, weapons=["broadsword"]), character(armor=mail))
    walked: Counter[Fraction] = Counter()
    rolls = totals(15)
    for total in rolls:
        margin = total - 9
        if margin < -2:
            continue
        if margin < 0:
            walked[Fraction(1, 3)] += 1  # a Scratch: 1 Bruising of 9, in Deadly levels of 3
            continue
        rest = max(levels_of_torso_damage(margin, 3) - 2, 0)
        turned = min(rest, 3)
        blow_to_torso = Fraction(rest - turned) + Fraction(turned, 3)
        walked[max(blow_to_torso, Fraction(1, 3))] += 1  # at the least a Scratch somewhere
    expected = sum((amount * Fraction(times, len(rolls)) for amount, times in walked.items()), Fraction(0))
    assert mean(blow) == expected
    assert "armour" in blow.remark


def test_guns_count_twice_against_reduction() -> None:
    """The same armour turns half as much of a bullet's damage into Bruising."""
    mail = [{"name": "Mail", "protects": "0B/0C/0D", "reduction": 4, "covers": ["torso", "legs", "arms", "head"]}]
    shots = {"Shooting": {"level": 4, "attribute": "agility", "Guns": {"level": 4, "Rifle": 4, "Shotgun": 4}}}
    rifle = struck(character(skills=shots, weapons=["rifle"]), character(armor=mail))
    plain = [{"name": "Musket", "damage": "3D", "strength": 3, "skill": "Rifle"}]
    assert mean(rifle) > mean(struck(character(skills=shots, weapons=plain), character(armor=mail)))


def test_a_deadly_weapon_in_the_open_is_exact_but_for_scratches() -> None:
    """Where Action is too high for near misses to matter, nothing is left open."""
    sure = struck(
        character(attributes=attributes(agility=6), skills=SWORDS, weapons=["rapier"]),
        character(attributes=attributes(finesse=1, grace=1, agility=1)),
    )
    assert sure.exact
    assert sure.remark == ""


def test_the_best_attack_is_chosen() -> None:
    """Of a knife and a rapier of the same skill it is the rapier; with neither, whatever bare hands do best."""
    both = {"Martial": {"level": 3, "attribute": "agility", "Swords": {"level": 2, "Rapier": 2, "Knife": 2}}}
    assert struck(character(skills=both, weapons=["knife", "rapier"]), character()).what.startswith("rapier")
    slow = character(attributes=attributes(finesse=1, grace=1, agility=1))
    assert struck(character(), slow).what.startswith("Leaping Kick")


def test_a_weapon_too_heavy_to_use_is_left_aside() -> None:
    """A Strength of 2 swings no bastard sword."""
    weak = character(attributes=attributes(strength=2), weapons=["bastard sword"])
    assert "sword" not in struck(weak, character()).what


def test_wounds_make_attacks_worse() -> None:
    """A hit to the arms takes one off the trait."""
    fresh = character(skills=SWORDS, weapons=["rapier"])
    hurt = character(skills=SWORDS, weapons=["rapier"], state={"arms_hits_deadly": 1, "head_hits_crushing": 1})
    assert struck(fresh, character()).hit == odds.chance(10, 9)
    assert struck(hurt, character()).hit == odds.chance(8, 9)


def test_simple_combat_is_a_contest() -> None:
    """FAC-d8: both roll; a tie or one more is half, double the other's roll twice, triple three times the damage."""
    simple = Rules(combat="simple")
    one, two = character(skills=SWORDS, weapons=["rapier"]), character(skills=SWORDS, weapons=["rapier"])
    blow = struck(one, two, simple)
    pairs = list(product(totals(10), totals(10)))
    assert blow.hit == Fraction(sum(mine >= other for mine, other in pairs), len(pairs))
    expected = Fraction(0)
    for mine, other in pairs:
        if mine >= other:
            times = 3 if mine >= 3 * other else 2 if mine >= 2 * other else 1
            expected += 1 if mine - other < 2 else 2 * times
    assert mean(blow) == expected / len(pairs)


@pytest.mark.parametrize("combat", ["dramatic", "simple"])
def test_anybody_can_strike_at_anybody(combat: str) -> None:
    """Strangers strike at each other: chances sum to 1, and more harm is never certain of those who cannot hit."""
    rules = Rules(combat=combat)
    people = [checked(made(seed)).character for seed in range(8)]
    for one, other in product(people, people):
        blow = struck(one, other, rules)
        assert blow.what
        assert fight().fighter(other, rules).stamina >= 1
