"""The line of an NPC: NPCs of one role differ in what a GM reads."""

import pytest

from chargen.npc import archetype, roles
from chargen.npc.generation import Order, make_npc
from tests.npc.archetypes import GAMES
from tests.scale import some

ROLES = [(game, role) for game in GAMES for role in ("", *roles.list_roles(game))]
A_PAGE = 9
"""The number of cards on a page."""


def lines(game: str, role: str, number: int) -> list[str]:
    """Return the lines of the first NPCs of a role."""
    read = archetype.read_archetype(game, role).archetype
    assert read is not None
    order = Order(system=game, role=role, seed="docks", archetype=read)
    return [make_npc(order, index).concept["concept"] for index in range(1, number + 1)]


@pytest.mark.parametrize(("game", "role"), some(ROLES, 10))
def test_people_of_a_role_differ_in_what_is_read(game: str, role: str) -> None:
    """Among forty, 24 lines at least differ, and no line appears twice on a page of nine cards."""
    found = lines(game, role, 40)
    assert len(set(found)) >= 24
    assert all(len(set(found[start : start + A_PAGE])) == len(found[start : start + A_PAGE]) for start in range(40))
