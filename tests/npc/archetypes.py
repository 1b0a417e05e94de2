"""Archetypes for tests, written to a folder and read again."""

from functools import cache
from pathlib import Path

from chargen.game.npc import Infeasible
from chargen.npc import archetype
from chargen.npc.archetype import Archetype, Reading
from chargen.npc.generation import Npc, Order, make_npc

GAMES = ("facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need")


def reading(folder: Path, text: str, name: str = "guard.yaml") -> Reading:
    """Read a file with this text; ``archetype: five-by-five`` is put before it."""
    path = folder / name
    path.write_text(f"archetype: five-by-five\n{text}", encoding="utf-8")
    return archetype.check_archetype(path, name)


def made(folder: Path, text: str, name: str = "guard.yaml") -> Archetype:
    """Return the archetype of a valid text."""
    found = reading(folder, text, name)
    assert found.archetype is not None, found.diagnostics
    assert found.diagnostics == ()
    return found.archetype


def order(archetype: Archetype, seed: str = "docks") -> Order:
    """Return an order for NPCs of an archetype."""
    return Order(seed=seed, archetype=archetype)


def people(archetype: Archetype, number: int, seed: str = "docks") -> list[Npc]:
    return [make_npc(order(archetype, seed), index) for index in range(1, number + 1)]


def npcs_of(game: str, number: int, role: str = "", pack: str = "") -> tuple[Npc, ...]:
    """Return the first NPCs of a game or of one of its roles, with the words of a pack if one is named."""
    return tuple(npc_of(game, role, pack, index) for index in range(1, number + 1))


@cache
def npc_of(game: str, role: str, pack: str, index: int) -> Npc:
    return make_npc(order(read(game, role, pack)), index)


@cache
def read(spec: str, role: str = "", pack: str = "") -> Archetype:
    """Return the archetype of a game, of one of its roles, or of a valid file."""
    found = archetype.read_archetype(spec, role, pack)
    assert found.diagnostics == ()
    assert found.archetype is not None
    return found.archetype


def refused(of: Order, number: int = 1) -> Infeasible:
    try:
        make_npc(of, number)
    except Infeasible as exc:
        return exc
    raise AssertionError(f"NPC {number} was made")
