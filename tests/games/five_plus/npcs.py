"""NPCs of the 5+ system, for tests."""

from typing import Any

from chargen.games.five_plus.rules import Rules
from chargen.games.five_plus.words import Words
from tests import npc
from tests.npc import check_npc as checked

__all__ = ["checked", "findings", "made"]


def made(
    seed: int = 0,
    *,
    table: Rules | None = None,
    words: Words | None = None,
    award: int = 0,
    prefer: tuple[str, ...] = (),
    **pins: Any,
) -> dict[str, Any]:
    """Return the NPC of a seed; the keywords are its pins."""
    experience = {"award": award, "prefer": prefer}
    return npc.made("five-plus", seed, pins, rules=table, words=words, experience=experience)


def findings(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what the check reports, except that something new was free: it should be nothing."""
    found = checked(data).diagnostics
    return [
        (diagnostic.code, diagnostic.message) for diagnostic in found if diagnostic.code != "five-plus/free-descriptor"
    ]
