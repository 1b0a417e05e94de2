"""NPCs of the 5+ system, for tests."""

from typing import Any

from chargen.checking.concept import Checked
from chargen.games.five_plus.rules import Rules
from chargen.games.five_plus.words import Words
from tests import npc
from tests.npc import keeps

__all__ = ["checked", "findings", "keeps", "made"]


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


def checked(data: dict[str, Any]) -> Checked:
    """Check an NPC as its player's file would be."""
    return npc.check_npc(data)


def findings(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what the check finds, except that something new was free: it should be nothing."""
    found = checked(data).diagnostics
    return [
        (diagnostic.code, diagnostic.message) for diagnostic in found if diagnostic.code != "five-plus/free-descriptor"
    ]
