"""The roles that come with this game."""

from collections import Counter
from functools import cache

import pytest

from chargen.games.five_plus import GAME
from chargen.npc import archetype, generation, roles
from chargen.npc.generation import Npc, Order
from tests.scale import fourth

NAMES = roles.list_roles(GAME.key)
NPCS = fourth(60)
OPPONENTS = {"beast", "captain", "haunting", "ruffian"}


@cache
def batch(role: str, number: int = NPCS) -> list[Npc]:
    """So many people of a role, each made and checked."""
    read = archetype.read_archetype(GAME.key, role)
    assert read.diagnostics == ()
    assert read.archetype is not None
    order = Order(system=GAME.key, role=role, seed="ash gate", archetype=read.archetype)
    return [generation.make_npc(order, index) for index in range(1, number + 1)]


def test_there_are_roles_of_both_kinds() -> None:
    """Opponents on a card, and full characters."""
    assert set(NAMES) > OPPONENTS


@pytest.mark.parametrize("role", NAMES)
def test_everybody_of_a_role_is_legal_and_somebody_else(role: str) -> None:
    """All without a diagnostic, hardly two alike; a card says what to roll, and boxes what they can take."""
    assert GAME.card is not None
    found = batch(role)
    for person in found:
        assert person.checked.diagnostics == ()
        assert (person.checked.character.opposition is not None) == (role in OPPONENTS)
        card = GAME.card(person.checked.character)
        assert card.rolls
        assert card.tracks
    assert len({str({**person.concept, "name": ""}) for person in found}) >= NPCS * 11 / 12


@pytest.mark.parametrize("role", ["guard", "healer", "smuggler", "veteran"])
def test_the_rows_of_a_role_stay_the_same(role: str) -> None:
    """The same skills and resistances in the same order, so that sheets of a role look alike."""
    rows = {(tuple(npc.concept["skills"]), tuple(npc.concept["resistances"])) for npc in batch(role)}
    assert len(rows) == 1


def test_old_soldiers_have_learned_arms_first() -> None:
    """Every one has an award, and anyone who can pay it has raised the spear."""
    first = Counter(str(line.get("raise", "")) for npc in batch("veteran") for line in npc.concept["advancement"][1:2])
    assert first["Spear"] > NPCS / 2
    assert set(first) <= {"Spear", "Shield", "Physical"}


def test_captains_are_harder_than_ruffians() -> None:
    """They build on one another: more rank, more successes, and the same things in their pockets."""
    ruffians, captains = ([npc.concept for npc in batch(role)] for role in ("ruffian", "captain"))
    assert max(ruffian["opposition"]["successes"] for ruffian in ruffians) < min(
        captain["opposition"]["successes"] for captain in captains
    )
    assert Counter(captain["opposition"]["rank"] for captain in captains).most_common(1)[0][0] == 1
    assert {str(captain["equipment"][0]) for captain in captains} <= {"Cudgel", "Boat hook", "Chain"}
