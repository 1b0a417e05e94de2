"""What an NPC fights with, and what a card names, is carried; in packs as well."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from chargen.npc import packs, roles
from chargen.npc.generation import Npc
from chargen.text.names import fold
from tests.npc.archetypes import npc_of
from tests.scale import some, tenth

GAMES = ("five-plus", "roll-when-you-need")
CASES = [(game, role, pack) for game in GAMES for role in ("", *roles.list_roles(game)) for pack in ("", "any")]
NUMBER = tenth(40)
WEAPONS = (
    r"spear|axe\b|kni(?:fe|ves)|sling\b|quarterstaff|crossbow|shield|cudgel|club\b|sword|cutlass|boat hook|pistol|"
    r"baton|bolt driver|cutting torch|baseball bat|walking stick|whistle|bottle"
)
FIREARMS = "pistol|revolver|rifle|shotgun|automatic"
SHOTS = "shot\\b|shoot"


def make(game: str, role: str, pack: str, number: int) -> Npc:
    """Return an NPC of a role, in one of the packs if it is to be in any."""
    names = packs.list_packs()
    return npc_of(game, role, names[number % len(names)] if pack else "", number)


def needed(concept: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what skills, actions, moves and abilities call for, as patterns, each with where it is named."""
    named = [*concept.get("skills", ()), *concept.get("opposition", {}).get("actions", ())]
    moves = [move["name"] for move in concept.get("moves", ())]
    for name in (*named, *moves):
        for weapon in re.findall(WEAPONS, fold(name)):
            yield name, "kni(fe|ves)" if weapon.startswith("kni") else weapon
    abilities = concept["abilities"] if concept["system"] == "roll-when-you-need" else {}
    shooting = [name for name, rating in abilities.items() if fold(name) == "guns" and rating >= 3 and not moves]
    shooting += [talent["name"] for talent in concept.get("talents", ()) if fold(talent["name"]) == "dead shot"]
    yield from ((name, FIREARMS) for name in (*shooting, *(move for move in moves if re.search(SHOTS, fold(move)))))


@pytest.mark.parametrize(("game", "role", "pack"), some(CASES, len(CASES)))
def test_every_weapon_that_is_named_is_carried(game: str, role: str, pack: str) -> None:
    """A skill with a weapon, an action, a move or a hand for guns comes with the thing itself."""
    for number in range(1, NUMBER + 1):
        npc = make(game, role, pack, number)
        assert not npc.checked.diagnostics
        carried = fold(str(npc.concept.get("equipment", ())))
        lacking = [named for named, pattern in needed(npc.concept) if not re.search(pattern, carried)]
        assert not lacking, (npc.name, lacking, npc.concept.get("equipment"))
