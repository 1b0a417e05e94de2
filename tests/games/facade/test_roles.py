"""The roles of Façade that come with chargen: legal people, whose sheets have the same rows."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from chargen.core.identity_key import IdentityKey
from chargen.games.facade import GAME, armory
from chargen.games.facade.armory import fold_singular
from chargen.games.facade.character import Character
from chargen.games.facade.fight import find_strikes
from chargen.games.facade.rules import Rules
from chargen.npc import archetype, generation, packs, roles
from tests.scale import fourth

ROLES = roles.list_roles("facade")
FIGHTERS = ("beast", "duellist", "guard", "gunman", "poacher", "ruffian", "sergeant")
"""Roles that live by fighting."""
ARMED_ABROAD = ("guard", "sergeant", "ruffian", "thief", "physician")
"""Roles that packs have as people of their own."""


def generate_npc(role: str, number: int, pack: str = "") -> generation.Npc:
    """A person of a role, by a pack where one is named."""
    read = archetype.read_archetype("facade", role, pack)
    assert read.archetype is not None, read.diagnostics
    order = generation.Order(system="facade", role=role, seed="tests", archetype=read.archetype)
    return generation.make_npc(order, number)


@cache
def people(role: str, pack: str = "") -> tuple[generation.Npc, ...]:
    """Twelve people of a role, in the quick run three."""
    return tuple(generate_npc(role, number, pack) for number in range(1, 1 + fourth(12)))


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


@pytest.mark.parametrize("role", ROLES)
def test_people_of_a_role_are_legal_and_share_their_rows(role: str) -> None:
    """No finding, the same skills in the same order, as much of all else, other levels, and a card."""
    rows = set()
    levels = set()
    for npc in people(role):
        assert npc.checked.diagnostics == ()
        character = npc.checked.character
        rows.add(
            (
                tuple(known.path for known in character.skills),
                len(character.attacks),
                len(character.armor),
                len(character.modifiers),
                len(character.backgrounds),
                len(character.equipment),
            )
        )
        levels.add(tuple(known.level for known in character.skills))
        assert GAME.card is not None
        assert isinstance(npc.checked.rules, Rules)
        assert GAME.card(character).rolls
    assert len(rows) == 1
    assert len(levels) == len(people(role))


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
        fighting = armory.fighting_skills(IdentityKey(character.rules))
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
