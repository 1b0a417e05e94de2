"""Strangers for tests: of pins, of words and of experience, and of the roles that come with the game."""

from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.model import parse
from chargen.core.npc import Experience, NpcSpec
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.roll_when_you_need import GAME
from chargen.npc import archetype, generation, roles
from tests.npc import drawn

ROLES = tuple(roles.names(GAME.key))


def made(
    seed: int,
    pins: dict[str, Any] | None = None,
    *,
    words: dict[str, Any] | None = None,
    experience: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A stranger after a brief."""
    settled = {"system": GAME.key, "name": "Someone", **(pins or {})}
    pinned = parse(GAME.concept, settled).value
    assert pinned is not None
    spent = Experience.model_validate(experience) if experience else None
    spec = NpcSpec(name="Someone", pins=settled, pinned=pinned, words=GAME.words_with(words or {}), experience=spent)
    return drawn(GAME, seed, pinned.rules, spec)


def checked(data: dict[str, Any]) -> Checked:
    """A stranger as it comes out of the checks, without a single finding."""
    result = checking.check(Input("someone.yaml", source=Source("someone.yaml", "", data)))
    assert [f"{finding.severity}: {finding.message}" for finding in result.diagnostics] == []
    return result


def of_role(role: str, number: int = 1, seed: str = "quays") -> generation.Npc:
    """A person of a role."""
    read = archetype.read(GAME.key, role).archetype
    assert read is not None
    return generation.make_npc(generation.Order(system=GAME.key, role=role, seed=seed, archetype=read), number)
