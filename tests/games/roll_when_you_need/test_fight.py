"""Blows of Roll When You Need are the rule rolled out in full, die by die."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from chargen.checking.concept import Checked
from chargen.game.fight import Blow, Fighter
from chargen.games.roll_when_you_need import GAME
from chargen.games.roll_when_you_need.play import move_harm, strike_harm
from chargen.games.roll_when_you_need.rules import Rules
from tests.npc import check_legal, made
from tests.scale import pairs

BOOK = Rules()


def thrown(dice: int) -> Iterator[tuple[int, ...]]:
    """Every way that a number of dice may fall."""
    return product(range(1, 7), repeat=dice)


def successes(faces: tuple[int, ...]) -> int:
    """The fives and sixes."""
    return sum(face >= 5 for face in faces)


def rolled_out(counts: Mapping[int, int]) -> dict[int, Fraction]:
    """Counted ways as chances, without what never happens."""
    complete = sum(counts.values())
    return {hits: Fraction(ways, complete) for hits, ways in counts.items() if ways}


def someone(**pins: Any) -> Checked:
    """A character with these values."""
    return check_legal(made("roll-when-you-need", 1, pins))


def blow(attacker: Checked, target: Checked) -> Blow | None:
    fight = GAME.fight
    assert fight is not None
    one, other = (fight.combatant(checked.character) for checked in (attacker, target))
    return fight.blow(one, other)


def fighter(one: Checked) -> Fighter:
    assert GAME.fight is not None
    assert isinstance(one.rules, Rules)
    return GAME.fight.fighter(one.character)


@pytest.mark.parametrize("ability", range(6))
def test_each_success_of_a_strike_is_a_hit(ability: int) -> None:
    """Of every throw, as many hits as there are fives and sixes."""
    counts: dict[int, int] = dict.fromkeys(range(ability + 1), 0)
    for faces in thrown(ability):
        counts[successes(faces)] += 1
    assert strike_harm(ability, 1, BOOK) == rolled_out(counts)


@pytest.mark.parametrize("needed", range(1, 5))
def test_a_difficulty_of_successes_takes_from_the_hits(needed: int) -> None:
    """With difficulties read as successes, the last one needed is the first hit."""
    counts: dict[int, int] = dict.fromkeys(range(5), 0)
    for faces in thrown(4):
        counts[max(successes(faces) - needed + 1, 0)] += 1
    assert strike_harm(4, needed, Rules(difficulty_is_successes=True)) == rolled_out(counts)


@pytest.mark.parametrize(("ability", "difficulty"), pairs(range(5), range(1, 7)))
@pytest.mark.parametrize("failed", [1, 2])
def test_a_move_that_is_met_is_the_rule_rolled_out(ability: int, difficulty: int, failed: int) -> None:
    """No success is a failure; all but one success buy off disaster dice, but for the last; the rest hit on 5 and 6."""
    disaster = max(difficulty - ability, 0)
    counts: dict[int, int] = dict.fromkeys(range(failed + disaster + 1), 0)
    for faces in thrown(ability):
        left, dice = successes(faces), disaster
        while left > 1 and dice > 1:
            left, dice = left - 1, dice - 1
        for disasters in thrown(disaster):  # the dice that were bought off are not looked at
            counts[(0 if left else failed) + successes(disasters[:dice])] += 1
    assert move_harm(ability, difficulty, failed, BOOK) == rolled_out(counts)


def test_players_roll_for_both_sides() -> None:
    """A character strikes a card with its best weapon, meets the card's worst move with its best guard; cards wait."""
    guns = {"guns": 4, "brawling": 2, "melee": 1, "athletics": 1, "gymnastics": 3}
    player = someone(abilities=guns)
    enemy = someone(moves=[{"name": "Shove", "difficulty": 3}, {"name": "Throttle", "difficulty": 5}])
    strike, met = blow(player, enemy), blow(enemy, player)
    assert strike is not None
    assert met is not None
    assert (strike.what, strike.hit, strike.exact) == ("Guns 4", Fraction(65, 81), False)
    assert met.what == "Throttle 5, met with Gymnastics 3"
    assert met.harm == move_harm(3, 5, 1, BOOK)
    assert "house default" in strike.remark
    assert "house default" in met.remark
    assert blow(enemy, enemy) is None


def test_moves_hit_as_hard_as_they_say() -> None:
    """Two boxes are two hits; a move that speaks of social stress only does not hurt the body."""
    player = someone(abilities={"melee": 3, "athletics": 1, "gymnastics": 1, "brawling": 1})
    bite = {"name": "Bite", "difficulty": 2, "effect": "Two boxes of physical stress"}
    insult = {"name": "Insult", "difficulty": 6, "effect": "One box of social stress"}
    met = blow(someone(moves=[insult, bite]), player)
    assert met is not None
    assert met.what.startswith("Bite 2")
    assert met.harm == {0: Fraction(19, 27), 2: Fraction(8, 27)}
    assert blow(someone(moves=[insult]), player) is None


def test_a_move_is_met_by_the_rules_of_who_meets_it() -> None:
    """Players roll all dice: a success on 4 in the player's own file counts against a card, and not only in strikes."""
    generous = someone(rules={"success_on": 4}, abilities={"melee": 1, "brawling": 1, "athletics": 1, "gymnastics": 3})
    card = someone(moves=[{"name": "Swing", "difficulty": 4, "effect": "2 physical stress"}])
    met = blow(card, generous)
    assert met is not None
    assert met.harm == move_harm(3, 4, 2, Rules(success_on=4))
    assert met.harm != move_harm(3, 4, 2, BOOK)


def test_boxes_come_before_consequences() -> None:
    """Three boxes, three consequences, and the fourth takes out; a card is out with the first hit beyond its boxes."""
    complete = fighter(someone(abilities={"resilience": 3}))
    assert (complete.stamina, complete.taken, complete.acts, complete.first) == (7, 0, 1, None)
    assert fighter(someone(abilities={"resilience": 3}, moves={})).stamina == 4
