"""Fights of Gamocles: how ratings meet is a house default, and the results follow exactly from it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from chargen import checking
from chargen.game.fight import Blow
from chargen.games.gamocles import GAME
from chargen.games.gamocles.character import Character
from chargen.games.gamocles.play import FIGHT
from chargen.text.source import Source


def character(traits: Mapping[str, int], skills: Mapping[str, int], **more: Any) -> Character:
    """A character of whom no more than that matters."""
    data = {"system": "gamocles", "name": "Any", "traits": dict(traits), "skills": dict(skills), **more}
    checked = checking.check_source(Source("any", "", data), None)
    assert isinstance(checked.character, Character)
    return checked.character


def blow(attacker: Character, target: Character, rules: Any, others: Any = None) -> Blow:
    """What the one does to the other, who may have rules of their own."""
    landed = FIGHT.blow(
        FIGHT.combatant(replace(attacker, rules=rules)), FIGHT.combatant(replace(target, rules=others or rules))
    )
    assert landed is not None
    return landed


ONES = {"G": 1, "I": 1, "M": 1, "R": 1, "W": 1}
GUARD = character(ONES | {"I": 2}, {"Cmb": 1, "Def": 1}, weapon={"name": "Pike", "rating": 3})
THIEF = character(ONES | {"M": 2}, {"Sub": 3}, armour={"name": "Soot", "rating": 2}, state={"wounds": 1})


def totals(rolled: int, kept: int) -> Counter[int]:
    """Every way that dice may fall, weighed: the highest are kept, and each kept 10 is thrown once more."""
    counts: Counter[int] = Counter()
    for faces in product(range(1, 11), repeat=rolled):
        best = sorted(faces, reverse=True)[:kept]
        tens = best.count(10)
        for again in product(range(1, 11), repeat=tens):
            counts[sum(best) + sum(again)] += int(10 ** (kept - tens))
    return counts


def test_a_blow_is_a_check_against_the_difference_of_ratings() -> None:
    """The guard's 3k2 and OR 7 (M 1, I 2, Cmb 1, pike 3) against the thief's DR 4 (G 1, I 1, soot 2), counted out."""
    landed = blow(GUARD, THIEF, GAME.rules())
    to_reach = 15 + 4 - 7
    ways = totals(3, 2)
    complete = sum(ways.values())
    hit = Fraction(sum(weight for total, weight in ways.items() if total >= to_reach), complete)
    critical = Fraction(sum(weight for total, weight in ways.items() if total >= to_reach + 15), complete)
    assert landed.hit == hit
    assert {number: landed.harm.get(number, Fraction(0)) for number in range(3)} == {
        0: 1 - hit,
        1: hit - critical,
        2: critical,
    }
    assert sum(landed.harm.values()) == 1
    assert landed.what == "Instinct Combat 3k2 with Pike"
