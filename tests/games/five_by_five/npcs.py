"""NPCs of Five by Five, for tests."""

from collections.abc import Mapping
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.model import parse
from chargen.core.npc import Experience, NpcSpec
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.concept import Concept
from chargen.games.five_by_five.rules import Rules
from tests.npc import drawn


def made(
    seed: int,
    pins: Mapping[str, Any] | None = None,
    *,
    words: Mapping[str, Any] | None = None,
    award: int = 0,
    prefer: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The NPC of a seed; ``rules`` among the pins are in force."""
    whole = {"system": "five-by-five", "name": "Somebody", **(pins or {})}
    pinned = parse(Concept, whole).value
    assert pinned is not None
    spec = NpcSpec(
        name=whole["name"],
        pins=whole,
        pinned=pinned,
        words=GAME.words_with(words or {}),
        experience=Experience(award=award, prefer=prefer) if award else None,
    )
    return drawn(GAME, seed, Rules.model_validate(whole.get("rules", {})), spec)


def lawful(data: Mapping[str, Any]) -> Checked:
    """The NPC as any file is checked; asserts that nothing at all is found."""
    checked = checking.check(Input("NPC", source=Source("NPC", "", dict(data))))
    assert [finding.message for finding in checked.diagnostics] == []
    return checked


def within(pinned: Any, found: Any) -> bool:
    """Whether a pinned value stands unchanged in what was made of it."""
    if isinstance(pinned, dict):
        return isinstance(found, dict) and all(key in found and within(pinned[key], found[key]) for key in pinned)
    return bool(pinned == found) and isinstance(pinned, bool) == isinstance(found, bool)


def values(data: Mapping[str, Any]) -> dict[str, int]:
    """Every value that an NPC has, by the descriptor's name; that of hit points by theirs."""
    found = {
        name: descriptor["value"] if isinstance(descriptor, dict) else descriptor
        for name, descriptor in data["descriptors"].items()
    }
    return {**found, "hit_points": data["hit_points"]}


def actions(data: Mapping[str, Any]) -> list[str]:
    """The exclusive actions that an NPC's descriptors improve."""
    return [
        descriptor["exclusive"]
        for descriptor in data["descriptors"].values()
        if isinstance(descriptor, dict) and "exclusive" in descriptor
    ]
