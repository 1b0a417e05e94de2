"""Blows between characters of Façade, against a plain walk through all dice by the rules of a fight."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from chargen.checking.concept import Checked
from chargen.fights.exact import solve
from chargen.fights.sides import Encounter, build_encounter
from chargen.fights.simulation import simulate
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


def test_a_fighter_lasts_until_any_one_kind_of_damage_is_full() -> None:
    """Damage that is marked already counts, each kind in its own track: shown is the fullest, as Deadly levels."""
    fresh = fight().fighter(character())
    assert (fresh.stamina, fresh.unit, fresh.taken, fresh.acts) == (3, "Deadly", 0, 1)
    hurt = fight().fighter(character(state={"deadly": 1, "bruising": 4, "crushing": 1}))
    assert hurt.taken == Fraction(4, 9) * 3
    assert (hurt.state.marks, hurt.suffer(hurt.state, Harm(2, (1, 0, 0), (0, 1, 1))).taken) == ((4, 1, 1), 2)
    for kind, levels in (("bruising", 9), ("crushing", 6), ("deadly", 3)):
        less = {"bruising": 8, "crushing": 5, "deadly": 2}
        assert fight().fighter(character(state={**less, kind: levels})).taken == 3
        assert fight().fighter(character(state=less)).taken < 3


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


def armed(*defences: str, **changes: Any) -> Character:
    """Check a character of great skill in some defences."""
    skills = {
        "Martial": {"level": 4, "attribute": "agility", **{name: {"level": 4, name + " 1": 4} for name in defences}}
    }
    return character(skills=skills, **changes)


def test_what_cannot_be_parried_is_dodged() -> None:
    """A headbutt, and what is shot or thrown, meet no parry; a shield blocks arrows; everything may be dodged."""
    shots = {"Shooting": {"level": 4, "attribute": "agility", "Guns": {"level": 4, "Rifle": 4, "Shortbow": 4}}}
    rifle, bow = (character(skills=shots, weapons=[weapon]) for weapon in ("rifle", "shortbow"))
    swordsman = character(skills=SWORDS, weapons=["rapier"])
    butting = {"Brawl": {"level": 4, "attribute": "agility", "Butting": {"level": 4, "Headbutt": 4}}}
    butter = character(skills=butting)
    assert struck(butter, character()).what.startswith("Headbutt")
    shield = {"armor": ["Shield, Large"]}
    for attacker, defences, changes, met in (
        (swordsman, ("Parry",), {}, "Parry 1 15"), (swordsman, ("Block",), shield, "Block 1 15"),
        (rifle, ("Parry",), {}, None), (bow, ("Parry", "Block"), {}, None), (bow, ("Block",), shield, "Block 1 15"),
        (rifle, ("Parry", "Dodge"), {}, "Dodge 1 15"), (butter, ("Parry", "Block"), shield, None),
        (butter, ("Dodge",), {}, "Dodge 1 15"),
    ):  # fmt: skip
        what = struck(attacker, armed(*defences, **changes)).what
        assert what.endswith("against Action 9" if met is None else f"against Action 9 and {met}"), (what, met)


def test_kevlar_turns_bullets_by_sixteen() -> None:
    """Its Reduction of 16, which bullets halve, turns all of a full blow to the torso; a shotgun meets only 2."""
    shots = {"Shooting": {"level": 4, "attribute": "agility", "Guns": {"level": 4, "Big Handgun": 4, "Shotgun": 4}}}
    slow = {"attributes": attributes(finesse=1, grace=1, agility=1)}
    all_over = {"covers": ["torso", "legs", "arms", "head"]}
    vest = character(armor=[{"name": "Kevlar Vest", **all_over}], **slow)
    jacket = character(armor=[{"name": "Leather Jacket", **all_over}], **slow)
    gun = character(skills=shots, weapons=["big handgun"])
    assert struck(gun, vest).harm.keys() == {0, Fraction(2, 3), Fraction(5, 3), Fraction(8, 3)}
    assert mean(struck(gun, vest)) < mean(struck(gun, jacket))
    shotgun = character(skills=shots, weapons=["shotgun"], attributes=attributes(strength=4))
    assert mean(struck(shotgun, vest)) == mean(struck(shotgun, jacket))


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


def test_an_attribute_of_0_loses_every_exchange_of_simple_combat() -> None:
    """Whatever the skill: the other always strikes, and of two who have it neither does."""
    simple = {"rules": {"combat": "simple"}, "weapons": ["rapier"]}
    numb = fight().combatant(character(skills=SKILLED, **NUMB, **simple))
    hale = fight().combatant(character(skills=SWORDS, **simple))
    contest, none = (fight().contest(numb, other) for other in (hale, numb))  # type: ignore[misc]
    assert contest is not None
    assert none is not None
    assert [blow.hit for blow in (*contest.blows, *none.blows)] == [0, 1, 0, 0]
    assert {mine.amount for mine, _ in contest.dealt} == {0}


def test_wounds_make_attacks_and_defences_worse() -> None:
    """A hit to the arms takes one off what is done with them, one to the legs off kicks and dodges, others off all."""
    fresh = character(skills=SWORDS, weapons=["rapier"])
    hurt = character(skills=SWORDS, weapons=["rapier"], state={"arms_hits_deadly": 1, "head_hits_crushing": 1})
    lame = character(skills=SWORDS, weapons=["rapier"], state={"legs_hits_deadly": 2})
    assert [struck(target, character()).undodged.hit for target in (fresh, hurt, lame)] == [  # type: ignore[union-attr]
        odds.chance(10, 9), odds.chance(8, 9), odds.chance(10, 9)
    ]  # fmt: skip
    assert struck(fresh, armed("Dodge", state={"legs_hits_deadly": 2})).what.endswith("and Dodge 1 13")
    assert struck(fresh, armed("Parry", state={"legs_hits_deadly": 2})).what.endswith("and Parry 1 15")
    assert struck(fresh, armed("Parry", state={"arms_hits_deadly": 1})).what.endswith("and Parry 1 14")


def met(party: list[Checked], others: list[Checked]) -> Encounter:
    return build_encounter(party, others)


DUEL = make_average(skills=SWORDS, weapons=["rapier"])
QUICK = make_average(skills=SWORDS, weapons=["rapier"], attributes=attributes(grace=4, will=2))
MAIL = {"name": "Mail", "protects": "0B/0C/0D", "reduction": 1, "covers": ["torso", "arms", "legs", "head"]}
ARMORED = make_average(skills=SWORDS, weapons=["rapier"], armor=[MAIL])
CLUB = {"name": "Club", "damage": "4B", "strength": 3, "minimum": 1, "skill": "Rapier"}
MAUL = {"name": "Maul", "damage": "3C", "strength": 3, "minimum": 1, "skill": "Rapier"}
CLUBBER, MAULER = (make_average(skills=SWORDS, weapons=[weapon]) for weapon in (CLUB, MAUL))
Marks = tuple[int, ...]  # Of the three kinds of damage, then what wounds take off


def _by_rapier(damage: int) -> Marks:
    return 0, 0, damage, 1


def _by_rapier_on_mail(damage: int) -> Marks:
    """Mail turns 1 into Bruising."""
    return 1, 0, damage - 1, int(damage > 1)


def _by_club(damage: int) -> Marks:
    return damage, 0, 0, 0


def _by_maul(damage: int) -> Marks:
    return 0, damage, 0, 1


@pytest.mark.parametrize(
    ("first", "second", "damage", "deals", "order"),
    [
        (QUICK, DUEL, (2, 2), (_by_rapier, _by_rapier), "first"),
        (DUEL, DUEL, (2, 2), (_by_rapier, _by_rapier), "equal"),
        (DUEL, ARMORED, (2, 2), (_by_rapier_on_mail, _by_rapier), "equal"),
        (CLUBBER, MAULER, (4, 3), (_by_club, _by_maul), "equal"),
        (CLUBBER, ARMORED, (4, 2), (_by_club, _by_rapier), "equal"),
    ],
)
def test_a_duel_is_what_all_dice_come_to(
    first: Checked, second: Checked, damage: tuple[int, int], deals: tuple[Any, Any], order: str
) -> None:
    """Dramatic: turn by turn through all totals, with wounds, scratches, three tracks and the order of Action."""
    wins = solve(met([first], [second])).wins["party"].value
    orders = [(0, 1)] if order == "first" else [(0, 1), (1, 0)]
    action = 10 if order == "first" else 9, 9
    by_hand = sum(_duelled(order, action, damage, deals) for order in orders) / len(orders)
    assert float(wins) == pytest.approx(by_hand, abs=1e-6)


def _dealt(trait: int, action: int, damage: int, deal: Any) -> Counter[Marks]:
    """Count the ways in which a weapon does so much of each kind, and makes wounds."""
    counts: Counter[Marks] = Counter()
    for total in totals(trait):
        margin = total - action
        dealt = deal(levels_of_torso_damage(margin, damage)) if margin >= 0 else (int(margin >= -2), 0, 0, 0)
        counts[dealt] += 1
    return counts


def _duelled(order: tuple[int, ...], action: tuple[int, int], damage: tuple[int, int], deals: tuple[Any, Any]) -> float:
    """The chance that the first wins: two of trait 10 with 9 Bruising, 6 Crushing and 3 Deadly levels."""
    fresh = (0, 0, 0, 0)
    states: dict[tuple[Marks, Marks], float] = {(fresh, fresh): 1.0}
    won = 0.0
    dealt = cache(lambda mover, wounds: _dealt(10 - wounds, action[1 - mover], damage[mover], deals[mover]))
    for _ in range(80):
        for mover in order:
            after: dict[tuple[Marks, Marks], float] = {}
            for state, chance in states.items():
                landed = dealt(mover, min(state[mover][3], 10))
                for marks, times in landed.items():
                    part = chance * times / landed.total()
                    hurt = tuple(map(sum, zip(state[1 - mover], marks, strict=True)))
                    if hurt[0] >= 9 or hurt[1] >= 6 or hurt[2] >= 3:
                        won += part if mover == 0 else 0
                        continue
                    now = (state[0], hurt) if mover == 0 else (hurt, state[1])
                    after[now] = after.get(now, 0.0) + part
            states = {state: chance for state, chance in after.items() if chance > 1e-12}
    return won


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


def test_a_simple_fight_is_what_all_dice_come_to() -> None:
    """One contest a turn, harm at its end for both, wounds off the next roll: turn by turn through all totals."""
    wins = solve(met([SIMPLE], [SIMPLE])).wins
    states = {((0, 0), (0, 0)): 1.0}
    ends = dict.fromkeys(("party", "others", "both"), 0.0)
    for _ in range(60):
        after: dict[Any, float] = {}
        for state, chance in states.items():
            rolled = _rolled(*(10 - wounds for _, wounds in state))
            for (dealt, suffered), times in rolled.items():
                part = chance * times / rolled.total()
                now = tuple(
                    (one + more, two + (more > 0)) for (one, two), more in zip(state, (suffered, dealt), strict=True)
                )
                down = [taken >= 3 for taken, _ in now]
                if any(down):
                    ends["both" if all(down) else "others" if down[0] else "party"] += part
                else:
                    after[now] = after.get(now, 0.0) + part
        states = after
    assert {name: float(wins[name].value) for name in ends} == pytest.approx(ends, abs=1e-6)
    assert float(wins["both"].value) > 0


def test_who_is_attacked_by_two_rolls_one_contest() -> None:
    """A character under attack meets further ones by Action and one defence; a simulation comes to the same."""
    fought = met([SIMPLE, SIMPLE, SIMPLE], [SIMPLE, SIMPLE])
    right, played = solve(fought), simulate(fought, 4000, "docks")
    for name, figure in right.wins.items():
        error = played.wins[name].error
        assert error is not None
        assert abs(float(figure.value) - float(played.wins[name].value)) <= 5 * error


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
