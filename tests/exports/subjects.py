"""The characters that exports are tried with: every preset, and one NPC of each role."""

from functools import cache

import pytest

from chargen import ready_made
from chargen.exports.subject import Subject, prepare
from chargen.npc import roles
from chargen.npc.archetype_file import FULL
from chargen.sources.source_parser import SourceParser
from tests.scale import some

GAMES = ("facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need")
PRESETS = [str(preset.path) for game in GAMES for preset in ready_made.presets(game)]
ROLES = [f"{game}/{role}" for game in GAMES for role in roles.list_roles(game)]
NAMES = [*some(PRESETS, 12), *some(ROLES, 12)]
OF_EACH = pytest.mark.parametrize("name", NAMES, ids=lambda name: "/".join(name.split("/")[-2:]))


@cache
def subject(name: str) -> Subject:
    """A character ready for export, by the argument that names it."""
    (request,) = SourceParser(number=1, seed="docks", detail=FULL).requests([name])
    checked = request.character()
    assert checked.ok, checked.diagnostics
    seed = request.order.seed_of(1) if request.order is not None else ""
    return prepare(checked, set(), seed=seed, role=name.partition("/")[2] if seed else "")
