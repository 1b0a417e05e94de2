"""Strangers for tests: of pins, of words and of experience, and of the roles that come with the game."""

from typing import Any

from chargen import pipeline
from chargen.batch import archetype, people, roles
from chargen.core.shape import fit
from chargen.core.source import Source
from chargen.core.stranger import Brief, Experience
from chargen.files import Input
from chargen.pipeline import Checked
from chargen.systems.roll_when_you_need import SYSTEM
from tests.npcs import drawn

ROLES = tuple(roles.names(SYSTEM.key))


def made(
    seed: int,
    pins: dict[str, Any] | None = None,
    *,
    words: dict[str, Any] | None = None,
    experience: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A stranger after a brief."""
    settled = {"system": SYSTEM.key, "name": "Someone", **(pins or {})}
    pinned = fit(SYSTEM.concept, settled).value
    assert pinned is not None
    spent = Experience.model_validate(experience) if experience else None
    brief = Brief(name="Someone", pins=settled, pinned=pinned, words=SYSTEM.words_with(words or {}), experience=spent)
    return drawn(SYSTEM, seed, pinned.rules, brief)


def checked(data: dict[str, Any]) -> Checked:
    """A stranger as it comes out of the checks, without a single finding."""
    result = pipeline.check(Input("someone.yaml", fault=Source("someone.yaml", "", data)))
    assert [f"{each.severity}: {each.message}" for each in result.diagnostics] == []
    return result


def of_role(role: str, number: int = 1, seed: str = "quays") -> people.Person:
    """A person of a role."""
    read = archetype.read(SYSTEM.key, role).archetype
    assert read is not None
    return people.person(people.Order(system=SYSTEM.key, role=role, seed=seed, archetype=read), number)
