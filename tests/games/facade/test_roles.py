"""The roles of Façade that come with chargen: who fights, with what, and where."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from chargen.games.facade import armory
from chargen.games.facade.armory import fold_singular
from chargen.games.facade.character import Character
from chargen.games.facade.play import find_strikes
from chargen.npc import packs, roles
from tests.npc.archetypes import npcs_of
from tests.scale import fourth

ROLES = roles.list_roles("facade")
FIGHTERS = ("beast", "duellist", "guard", "gunman", "poacher", "ruffian", "sergeant")
"""Roles that live by fighting."""
ARMED_ABROAD = ("guard", "sergeant", "ruffian", "thief", "physician")
"""Roles that packs have as people of their own."""


def people(role: str, pack: str = "", number: int = 12) -> list[Character]:
    """Return twelve NPCs of a role: of fewer, chance would decide who is better."""
    return [npc.checked.character for npc in npcs_of("facade", number, role, pack)]


def mean(measure: Callable[[Character], int], role: str, pack: str = "") -> Fraction:
    """A number of the people of a role, on average."""
    return Fraction(sum(map(measure, people(role, pack))), 12)


def attack(character: Character) -> int:
    return find_strikes(character)[0][1]


def defence(character: Character) -> int:
    return max(character.named["dodge"].value, *(total.value for _, total in character.defenses))


def body(character: Character) -> int:
    """The category on which bruises and Strain depend."""
    return character.categories["body"]


def test_fighters_fight_better() -> None:
    """Any fighter is better with a weapon than any doctor, official or bystander; the thief is between them."""
    means = {role: mean(attack, role) for role in ROLES if role != "thief"}
    best = max(number for role, number in means.items() if role not in FIGHTERS)
    assert {role for role, number in means.items() if number >= best + 2} == set(FIGHTERS)


@pytest.mark.parametrize("pack", ["", "station", "modern"])
def test_a_sergeant_beats_the_guards(pack: str) -> None:
    """In attack, in defence and in body, wherever they serve."""
    for measure in (attack, defence, body):
        assert mean(measure, "sergeant", pack) > mean(measure, "guard", pack)


@pytest.mark.parametrize("role", ROLES)
def test_a_weapon_comes_with_a_fighting_skill(role: str) -> None:
    """An attack is an attribute and a Martial skill: no scalpel by Surgery."""
    for character in people(role):
        fighting = armory.fighting_skills(character.rules)
        assert all(strike.skill and fold_singular(strike.skill.path[0]) in fighting for strike in character.attacks)


@pytest.mark.parametrize("pack", [name for name in packs.list_packs() if name != packs.ANYWHERE])
@pytest.mark.parametrize("role", ARMED_ABROAD)
def test_npcs_of_a_pack_are_armed(role: str, pack: str) -> None:
    """In any place a guard has a weapon, and the skill that it is used with."""
    for character in people(role, pack, fourth(12)):
        assert character.attacks
        assert all(strike.learned and strike.arm.usable for strike in character.attacks)
