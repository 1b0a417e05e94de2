"""Blows between characters of Façade, against a plain walk through all dice by the rules of a fight."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from chargen.game.fight import NOTHING, Blow, Fight, Harm
from chargen.games.facade import GAME, odds
from chargen.games.facade.character import Character
from chargen.games.facade.rules import Rules
from tests.games.facade.concepts import attributes, make_average

SWORDS = {"Martial": {"level": 3, "attribute": "agility", "Swords": {"level": 2, "Rapier": 2}}}
"""Agility 3 + 7 = 10."""
BOOK = Rules()


def fight() -> Fight[Any]:
    assert GAME.fight is not None
    return GAME.fight


def character(**changes: Any) -> Character:
    """Check a character of all 3s, with changes."""
    trained: Character = make_average(**changes).character
    return trained


def struck(attacker: Character, target: Character, rules: Rules = BOOK) -> Blow:
    """What the one does to the other, as both stand when the fight begins."""
    landed = fight().blow(
        fight().combatant(replace(attacker, rules=rules)), fight().combatant(replace(target, rules=rules))
    )
    assert landed is not None
    assert sum(landed.harm.values()) == 1
    assert all(chance > 0 or harm == 0 for harm, chance in landed.harm.items())
    assert 0 <= landed.hit <= 1
    return landed


def totals(trait: int) -> list[int]:
    """The totals of all ways that a trait's dice may fall."""
    return [sum(faces) for faces in product(*(range(1, sides + 1) for sides in odds.dice_of(trait)))]


def mean(blow: Blow) -> Fraction:
    return sum((harm * chance for harm, chance in blow.harm.items()), Fraction(0))


def levels_of_torso_damage(margin: int, damage: int) -> int:
    """Damage of a blow to the torso by its margin: half, all, twice, three times; halves round down, to 1 at least."""
    step = margin // 3
    return max(damage // 2, 1) if step < 2 else damage * (1 if step < 4 else 2 if step < 6 else 3)


def test_a_trained_defence_takes_the_place_of_action_where_it_is_higher() -> None:
    """Trait 10 against Action 9 and a dodge of 9: both rolls walked through."""
    dodge = {"Athletics": {"level": 2, "attribute": "agility", "Dodge": {"level": 2, "Roll": 2}}}
    blow = struck(character(skills=SWORDS, weapons=["rapier"]), character(skills=dodge))
    pairs = [(mine, max(other, 9)) for mine in totals(10) for other in totals(9)]
    assert blow.hit == Fraction(sum(mine >= other for mine, other in pairs), len(pairs))
    full = sum(2 <= (mine - other) // 3 < 4 for mine, other in pairs if mine >= other)
    assert blow.harm[2] == Fraction(full, len(pairs))
    near = sum(-2 <= mine - (other if mine >= 9 else 9) < 0 for mine, other in pairs)
    assert blow.harm[Fraction(1, 3)] == Fraction(near, len(pairs))
    assert "Roll 9" in blow.what
    assert "parries or dodges once" in blow.remark


def test_one_attack_a_turn_is_parried_and_only_one_that_would_succeed() -> None:
    """Without a defence left, Action is all; a near miss of Action scratches, and uses no defence up."""
    dodge = {"Athletics": {"level": 2, "attribute": "agility", "Dodge": {"level": 2, "Roll": 2}}}
    guarded, bare = character(skills=dodge), character()
    attacker = character(skills=SWORDS, weapons=["rapier"])
    assert fight().fighter(guarded).dodges == 1
    blow, open_ = struck(attacker, guarded), struck(attacker, bare)
    assert blow.undodged is not None
    assert (blow.undodged.hit, blow.undodged.dealt) == (odds.chance(10, 9), open_.dealt)
    near = odds.level_chances(10, 9)[odds.NEAR_MISS]
    scratch = Harm(Fraction(1, 3), (0, 0, 0), (1, 0, 0))
    assert blow.undodged.misses() == {NOTHING: 1 - odds.chance(10, 9) - near, scratch: near}


def test_armour_stops_and_turns_damage() -> None:
    """Of a full blow of 3D, armour of 2D and Reduction 3 lets 1 Bruising through, as FAC-d8 works out."""
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
        blow_to_torso = max(Fraction(rest - turned), Fraction(turned, 3))  # what fills more of its track
        walked[max(blow_to_torso, Fraction(1, 3))] += 1  # at the least a Scratch somewhere
    expected = sum((amount * Fraction(times, len(rolls)) for amount, times in walked.items()), Fraction(0))
    assert mean(blow) == expected
    assert "armour" in blow.remark


NUMB = {"attributes": attributes(agility=0)}
"""Agility 0, so that every attack and dodge with it loses where the other rolls as well (FAC-d9)."""
SKILLED = {
    "Martial": {
        "level": 4,
        "attribute": "agility",
        "Swords": {"level": 4, "Rapier": 4},
        "Parry": {"level": 4, "Cross": 4},
    }
}


def test_an_attribute_of_0_loses_every_active_contest_of_dramatic_combat() -> None:
    """It hits as usual who does not defend, never who does, not even untrained; and its own parry does nothing."""
    numb, hale = character(skills=SKILLED, weapons=["rapier"], **NUMB), character(skills=SKILLED, weapons=["rapier"])
    blow = struck(numb, hale)
    assert blow.undodged is not None
    assert (blow.hit, blow.undodged.hit) == (
        Fraction(0),
        Fraction(sum(total >= 9 for total in totals(12)), len(totals(12))),
    )
    assert struck(numb, character()).hit == 0
    near = Fraction(sum(7 <= total < 9 for total in totals(12)), len(totals(12)))  # a scratch, before any defence
    assert blow.harm == {0: 1 - near, Fraction(1, 3): near}
    assert struck(hale, numb).hit == Fraction(sum(total >= 6 for total in totals(15)), len(totals(15)))
    assert struck(numb, numb).hit == Fraction(sum(total >= 6 for total in totals(12)), len(totals(12)))


SIMPLE = make_average(skills=SWORDS, weapons=["rapier"], rules={"combat": "simple"})


def test_simple_combat_is_one_contest_for_both() -> None:
    """FAC-d8: both roll, and only the loser is hurt, but for a tie, which glances both ways."""
    one = fight().combatant(SIMPLE.character)
    contest = fight().contest(one, one)  # type: ignore[misc]
    assert contest is not None
    walked = _rolled(10, 10)
    assert {(a.amount, b.amount): chance for (a, b), chance in contest.dealt.items()} == {
        key: Fraction(times, walked.total()) for key, times in walked.items()
    }
    assert all(min(key) == 0 or key == (1, 1) for key in walked)


def _simple(mine: int, other: int) -> int:
    """Deadly levels by 2D in simple combat."""
    if mine < other:
        return 0
    return 1 if mine - other < 2 else 2 * (3 if mine >= 3 * other else 2 if mine >= 2 * other else 1)


@cache
def _rolled(trait: int, opposed: int) -> Counter[tuple[int, int]]:
    """In how many ways a contest does so much to the one and the other."""
    return Counter((_simple(a, b), _simple(b, a)) for a, b in product(totals(trait), totals(opposed)))


@pytest.mark.parametrize("combat", ["dramatic", "simple"])
@pytest.mark.parametrize("damage", ["2D", "1C", "5B"])
def test_the_harm_of_an_attack_is_what_all_dice_come_to(damage: str, combat: str) -> None:
    """Of all throws against Action 9 that hit: the levels to the torso, before armour."""
    thing = {"name": "Thing", "damage": damage, "strength": 3, "minimum": 1, "skill": "Rapier"}
    view = make_average(rules={"combat": combat}, weapons=[thing], skills=SWORDS).view
    assert view is not None
    attack = next(action for action in view.actions() if action.name == "Thing")
    full, dealt = int(damage[0]), Counter[int]()
    for total in totals(10):
        margin = total - 9
        if combat == "simple" and margin >= 0:
            times = 3 if total >= 27 else 2 if total >= 18 else 1
            dealt[max(full // 2, 1) if margin < 2 else full * times] += 1
        else:
            dealt[levels_of_torso_damage(margin, full) if margin >= 0 else 0] += 1
    missed, throws = dealt.pop(0), len(totals(10))
    assert attack.harm is not None
    assert attack.harm.text == damage
    assert attack.harm.chances == {levels: Fraction(number, throws - missed) for levels, number in dealt.items()}
    assert attack.chance == Fraction(throws - missed, throws)
