"""NPCs of Façade, for tests."""

from typing import Any

from tests import npc
from tests.npc import check_npc as checked

__all__ = ["checked", "errors", "npc_of"]


def npc_of(
    seed: int = 0,
    *,
    words: dict[str, Any] | None = None,
    experience: dict[str, Any] | None = None,
    **pins: Any,
) -> dict[str, Any]:
    """Return the NPC of a seed; the keywords are its pins."""
    return npc.made("facade", seed, pins, words=words, experience=experience)


def errors(data: dict[str, Any]) -> list[str]:
    """Return all that the check reports, notes too."""
    return [
        f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}" for diagnostic in checked(data).diagnostics
    ]
