"""Ten thousand NPCs of every game, from random seeds and all of its roles, are legal; a quick run makes 100."""

from functools import cache
from random import Random

import pytest

from chargen.game.npc import Infeasible
from chargen.npc import archetype, roles
from chargen.npc.archetype import Archetype
from chargen.npc.generation import make_npc
from tests.npc.archetypes import GAMES, order
from tests.scale import QUICK

NPCS = 100 if QUICK else 10_000
PARTS = 1 if QUICK else 4
"""In how many tests a game's NPCs are made, so that several processes can share them."""


@cache
def archetypes(game: str) -> list[Archetype]:
    """Return every role of a game, and the game with nothing fixed; there are at least six roles."""
    names = roles.list_roles(game)
    assert len(names) >= 6
    readings = [archetype.read_archetype(game, name) for name in ["", *names]]
    assert [reading.diagnostics for reading in readings] == [()] * len(readings)
    return [reading.archetype for reading in readings if reading.archetype is not None]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_every_npc_is_legal(game: str, part: int) -> None:
    """No error, no warning and no note, with every pin as it was: making an NPC refuses anything else."""
    random = Random(f"every NPC of {game}, part {part}")
    every = archetypes(game)
    reasons = []
    seeds: set[str] = set()
    for number in range(NPCS // PARTS):
        role = every[number % len(every)]
        seed, which = f"{random.randrange(10**9)}", random.randint(1, 10_000)
        try:
            seeds.add(make_npc(order(role, seed), which).seed)
        except Infeasible as exc:
            reasons.append(f"{game} {role.role or '-'}, seed {seed}, NPC {which}: {exc}")
    assert not reasons, "\n".join(reasons[:20])
    assert len(seeds) == NPCS // PARTS
