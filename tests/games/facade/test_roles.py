"""The roles of Façade that come with chargen: who fights, with what, and where."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest

from chargen.games.facade import armory
from chargen.games.facade.armory import fold_singular
from chargen.games.facade.character import Character
from chargen.games.facade.fight import find_strikes
from chargen.npc import packs, roles
from chargen.npc.generation import Npc
from tests.npc.archetypes import npcs_of

ROLES = roles.list_roles("facade")
FIGHTERS = ("beast", "duellist", "guard", "gunman", "poacher", "ruffian", "sergeant")
"""Roles that live by fighting."""
ARMED_ABROAD = ("guard", "sergeant", "ruffian", "thief", "physician")
"""Roles that packs have as people of their own."""


def people(role: str, pack: str = "") -> tuple[Npc, ...]:
    """Return twelve NPCs of a role: of fewer, chance would decide who is better."""
    return npcs_of("facade", 12, role, pack)


def mean(measure: Callable[[Character], int], role: str, pack: str = "") -> Fraction:
    """A number of the people of a role, on average."""
    npcs = people(role, pack)
    return Fraction(sum(measure(npc.checked.character) for npc in npcs), len(npcs))


def attack(character: Character) -> int:
    """The trait total of the best attack."""
    return find_strikes(character)[0][1]


def defence(character: Character) -> int:
    """The trait total of the best defence."""
    return max(character.named["dodge"].value, *(total.value for _, total in character.defenses))


def body(character: Character) -> int:
    """The category on which bruises and Strain depend."""
    return character.categories["body"]


def test_who_lives_by_fighting_fights_better() -> None:
    """Any fighter is better with a weapon than any doctor, official or bystander; the thief is between them."""
    means = {role: mean(attack, role) for role in ROLES if role != "thief"}
    best = max(number for role, number in means.items() if role not in FIGHTERS)
    assert {role for role, number in means.items() if number >= best + 2} == set(FIGHTERS)


@pytest.mark.parametrize("pack", ["", "station", "modern"])
@pytest.mark.parametrize("measure", [attack, defence, body])
def test_a_sergeant_beats_the_guards(measure: Callable[[Character], int], pack: str) -> None:
    """In attack, in defence and in body, wherever they serve."""
    assert mean(measure, "sergeant", pack) > mean(measure, "guard", pack)


@pytest.mark.parametrize("role", ROLES)
def test_a_weapon_comes_with_a_fighting_skill(role: str) -> None:
    """An attack is an attribute and a Martial skill: no scalpel by Surgery."""
    for npc in people(role):
        character = npc.checked.character
        fighting = armory.fighting_skills(character.rules)
        assert all(strike.skill and fold_singular(strike.skill.path[0]) in fighting for strike in character.attacks)


def test_a_background_has_the_class_of_its_name() -> None:
    """A jealous corporal is no debt, nor is what the canteen is owed a dysfunction."""
    classes = defaultdict(set)
    for role in ROLES:
        for npc in people(role):
            for background, *_ in npc.checked.character.backgrounds:
                classes[background.name].add(background.class_)
    assert {name for name, found in classes.items() if len(found) > 1} == set()
    assert classes["Owes the canteen"] <= {"debts"}


@pytest.mark.parametrize("pack", [name for name in packs.list_packs() if name != packs.ANYWHERE])
@pytest.mark.parametrize("role", ARMED_ABROAD)
def test_a_pack_leaves_nobody_unarmed(role: str, pack: str) -> None:
    """In any place a guard has a weapon, and the skill that it is used with."""
    for npc in people(role, pack):
        attacks = npc.checked.character.attacks
        assert attacks
        assert all(strike.learned and strike.arm.usable for strike in attacks)


@pytest.mark.parametrize("pack", ["station", "modern"])
def test_a_guard_of_another_time_has_a_baton(pack: str) -> None:
    """And is trained with it, not with the spear, and has searched no carts."""
    for npc in people("guard", pack):
        assert npc.checked.character.attacks[0].arm.name == "Baton"
        assert not {"Polearms", "Gate Drill", "Shaft Parry", "Carts and Boots"} & {
            step for known in npc.checked.character.skills for step in known.path
        }
        assert "Baton" in {known.name for known in npc.checked.character.skills}
        assert pack == "modern" or "bakery" not in str(npc.concept["backgrounds"])
