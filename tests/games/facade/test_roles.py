"""The roles of Façade that come with chargen: legal people, whose sheets have the same rows."""

import pytest

from chargen.games.facade import GAME
from chargen.games.facade.rules import Rules
from chargen.npc import archetype, generation, roles
from tests.scale import tenth

ROLES = roles.list_roles("facade")


def generate_npc(role: str, number: int) -> generation.Npc:
    """A person of a role."""
    read = archetype.read_archetype("facade", role)
    assert read.archetype is not None, read.diagnostics
    order = generation.Order(system="facade", role=role, seed="tests", archetype=read.archetype)
    return generation.make_npc(order, number)


@pytest.mark.parametrize("role", ROLES)
def test_people_of_a_role_are_legal_and_share_their_rows(role: str) -> None:
    """Twelve people: no finding, the same skills in the same order, as much of all else, other levels, and a card."""
    npcs = [generate_npc(role, number) for number in range(1, 1 + tenth(12))]
    rows = set()
    levels = set()
    for npc in npcs:
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
    assert len(levels) == len(npcs)
