"""Blows of Five by Five against throws written out in full."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from chargen.game.fight import Blow
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.character import Character
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import mara

FACES = (1, 2, 3, 4, 5, 6)
CHAIN = 8
"""How many sixes in a row the witness follows: more than any harm that counts."""


def fighter(**changes: Any) -> Character:
    """Mara, with keys of her concept changed."""
    checked = mara(**changes)
    assert checked.ok
    assert isinstance(checked.character, Character)
    return checked.character


def blow(attacker: Character, target: Character, rules: Rules | None = None, others: Rules | None = None) -> Blow:
    """Return the attack of one on another, who may have house rules of its own."""
    fight = GAME.fight
    assert fight is not None
    own = rules or Rules()
    found = fight.blow(
        fight.combatant(replace(attacker, rules=own)), fight.combatant(replace(target, rules=others or own))
    )
    assert found is not None
    return found


def succeeds(value: int, throw: tuple[int, int]) -> bool:
    """Whether a throw of two dice succeeds, as the book tells it; of a poor value only the first die is thrown."""
    if value == -5:
        return throw[0] == 6
    return 6 in throw or throw[0] * throw[1] <= value


def damages(bonus: int, armor: int, sixes: int = 0) -> Iterator[tuple[int, Fraction]]:
    """Every damage with its chance: a six is replaced by 5 and another die."""
    for face in FACES:
        if face < 6:
            yield max(0, 5 * sixes + face + bonus - armor), Fraction(1, 6 ** (sixes + 1))
        elif sixes < CHAIN:
            yield from damages(bonus, armor, sixes + 1)


def thrown(attack: int, dodge: int | None, bonus: int, armor: int, last: int) -> dict[int, Fraction]:
    """Every harm up to ``last`` with its chance, by throwing to hit, to dodge and for damage."""
    throws = list(product(FACES, FACES))
    landed = 0
    for hit in throws:
        for evade in throws:
            landed += succeeds(attack, hit) and not (dodge is not None and succeeds(dodge, evade))
    hits = Fraction(landed, len(throws) ** 2)
    harm: dict[int, Fraction] = {}
    for amount, chance in damages(bonus, armor):
        if 0 < amount < last:
            harm[amount] = harm.get(amount, Fraction(0)) + hits * chance
    absorbed = sum((chance for amount, chance in damages(bonus, armor) if amount == 0), Fraction(0))
    harm[0] = 1 - hits * (1 - absorbed)
    harm[last] = 1 - sum(harm.values(), Fraction(0))
    return harm


VALUES = [(4, 2), (2, 4), (4, -5), (-5, 4)]


@pytest.mark.parametrize(("attack", "dodge"), VALUES)
@pytest.mark.parametrize(("bonus", "armor"), [(3, 2), (0, 6), (5, 0)])
def test_a_blow_is_what_all_throws_say(attack: int, dodge: int, bonus: int, armor: int) -> None:
    """To hit, not dodged, 1d6 and the weapon less the armour, a six replaced by 5 and a die: to the last fraction."""
    others = {"A": 6, "B": 4 if attack != 4 else 2, "C": 2}
    striker = fighter(
        descriptors={**others, "Hit": {"value": attack, "exclusive": "attack"}, "Poor": -5 if attack != -5 else 2},
        hit_points=4,
        weapons=[{"name": "Thing", "damage_bonus": bonus}],
    )
    checked = mara(
        descriptors={
            "A": 6,
            "B": 4 if dodge != 4 else 2,
            "C": 2,
            "Evade": {"value": dodge, "exclusive": "dodge"},
            "Poor": -5 if dodge != -5 else 2,
        },
        hit_points=4,
        armor={"name": "Shell", "armor_value": armor},
    )
    assert checked.ok
    found = blow(striker, checked.character)
    last = 14 + 10
    expected = thrown(attack, dodge, bonus, armor, last)
    assert found.hit == 1 - expected[0] if armor <= bonus else found.hit > 1 - expected[0]
    assert found.harm == expected
    assert sum(found.harm.values()) == 1
    assert found.exact
