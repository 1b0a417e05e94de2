"""NPCs of the 5+ system, for tests."""

from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.model import parse
from chargen.core.npc import Experience, NpcSpec
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.five_plus import GAME
from chargen.games.five_plus.concept import Concept
from chargen.games.five_plus.rules import Rules
from chargen.games.five_plus.words import Words
from tests.npc import drawn


def made(
    seed: int = 0,
    *,
    table: Rules | None = None,
    words: Words | None = None,
    award: int = 0,
    prefer: tuple[str, ...] = (),
    **pins: Any,
) -> dict[str, Any]:
    """An NPC of a table, as plain data, of whom something is pinned."""
    settled = {"system": "five-plus", "name": "Somebody", **pins}
    pinned = parse(Concept, settled).value
    assert pinned is not None
    spec = NpcSpec(
        name="Somebody",
        pins=settled,
        pinned=pinned,
        words=words or GAME.words_with(),
        experience=Experience(award=award, prefer=prefer) if award else None,
    )
    rules = table or Rules.model_validate(pins.get("rules") or {})
    return drawn(GAME, seed, rules, spec)


def checked(data: dict[str, Any]) -> Checked:
    """An NPC, checked as its player's file would be."""
    found = checking.check(Input("somebody", source=Source("somebody", "", data)))
    assert found.game is GAME
    return found


def findings(data: dict[str, Any]) -> list[tuple[str, str]]:
    """What the check says of an NPC but that something new was free: it should be nothing."""
    found = checked(data).diagnostics
    return [(finding.code, finding.message) for finding in found if finding.code != "five-plus/free-descriptor"]


def keeps(pin: Any, value: Any) -> bool:
    """Whether all that is pinned stands in a value; a mapping may hold more."""
    if isinstance(pin, dict):
        return isinstance(value, dict) and all(key in value and keeps(part, value[key]) for key, part in pin.items())
    return bool(pin == value)
