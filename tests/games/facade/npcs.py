"""Orders for NPCs, as an archetype gives them, and what came of them."""

from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.npc import Experience, NpcSpec
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.facade import GAME
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import Rules
from tests.npc import drawn


def npc_of(
    seed: int = 0,
    *,
    words: dict[str, Any] | None = None,
    experience: dict[str, Any] | None = None,
    **pins: Any,
) -> dict[str, Any]:
    """An NPC of a seed, as plain data."""
    settled = {"system": "facade", "name": "Somebody", **pins}
    pinned = Concept.model_validate(settled)
    rules = Rules.model_validate(pins.get("rules") or {})
    spec = NpcSpec(
        name="Somebody",
        pins=settled,
        pinned=pinned,
        words=GAME.words_with(words or {}),
        experience=Experience.model_validate(experience) if experience else None,
    )
    return drawn(GAME, seed, rules, spec)


def checked(data: dict[str, Any]) -> Checked:
    """An NPC, checked as a file."""
    return checking.check(Input("an NPC", source=Source("an NPC", "", data)))


def faults(data: dict[str, Any]) -> list[str]:
    """Whatever the check finds, notes too."""
    return [f"{finding.severity}[{finding.code}]: {finding.message}" for finding in checked(data).diagnostics]


def keeps(pin: Any, value: Any) -> bool:
    """Whether all that is pinned stands in a value; one entry of a list may be pinned without its list."""
    if isinstance(pin, dict) and isinstance(value, list):
        pin = [pin]
    if isinstance(pin, dict):
        return isinstance(value, dict) and all(key in value and keeps(pin[key], value[key]) for key in pin)
    if isinstance(pin, list):
        return isinstance(value, list) and len(pin) == len(value) and all(map(keeps, pin, value))
    return bool(pin == value)
