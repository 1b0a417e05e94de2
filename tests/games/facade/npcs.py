"""NPCs of Façade, for tests."""

from typing import Any

from chargen.checking.concept import Checked
from tests import npc
from tests.npc import keeps

__all__ = ["checked", "errors", "keeps", "npc_of"]


def npc_of(
    seed: int = 0,
    *,
    words: dict[str, Any] | None = None,
    experience: dict[str, Any] | None = None,
    **pins: Any,
) -> dict[str, Any]:
    """Return the NPC of a seed; the keywords are its pins."""
    return npc.made("facade", seed, pins, words=words, experience=experience)


def checked(data: dict[str, Any]) -> Checked:
    """Check an NPC as a player's file is checked."""
    return npc.check_npc(data)


def errors(data: dict[str, Any]) -> list[str]:
    """Return everything that the check finds, notes too."""
    return [
        f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}" for diagnostic in checked(data).diagnostics
    ]
