"""NPCs of Five by Five, for tests."""

from collections.abc import Mapping
from typing import Any

from tests import npc


def made(
    seed: int,
    pins: Mapping[str, Any] | None = None,
    *,
    words: Mapping[str, Any] | None = None,
    award: int = 0,
    prefer: tuple[str, ...] = (),
) -> dict[str, Any]:
    return npc.made("five-by-five", seed, pins, words=words, experience={"award": award, "prefer": prefer})


def values(data: Mapping[str, Any]) -> dict[str, int]:
    """Every value that an NPC has, by the descriptor's name; that of hit points by theirs."""
    found = {
        name: descriptor["value"] if isinstance(descriptor, dict) else descriptor
        for name, descriptor in data["descriptors"].items()
    }
    return {**found, "hit_points": data["hit_points"]}


def actions(data: Mapping[str, Any]) -> list[str]:
    """Return the exclusive actions that an NPC's descriptors improve."""
    return [
        descriptor["exclusive"]
        for descriptor in data["descriptors"].values()
        if isinstance(descriptor, dict) and "exclusive" in descriptor
    ]
