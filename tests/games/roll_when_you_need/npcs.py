"""NPCs of Roll When You Need, for tests: around pins, and of the roles that come with the game."""

from typing import Any

from chargen.checking.concept import Checked
from chargen.games.roll_when_you_need import GAME
from tests import npc


def made(
    seed: int,
    pins: dict[str, Any] | None = None,
    *,
    words: dict[str, Any] | None = None,
    experience: dict[str, Any] | None = None,
) -> dict[str, Any]:
    return npc.made(GAME.key, seed, {"name": "Someone", **(pins or {})}, words=words, experience=experience)


def checked(data: dict[str, Any]) -> Checked:
    """Check an NPC, and assert that nothing is found."""
    return npc.check_legal(data)
