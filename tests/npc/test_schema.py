"""The schema of an archetype: a concept's keys, any of which may be drawn, each with what it means."""

import json
import re
from typing import Any

import pytest

from chargen import registry
from chargen.npc.packs import Pack
from chargen.npc.schema import archetype_schema
from chargen.schema.model import keys
from tests.cli.running import run
from tests.npc.archetypes import GAMES


def references(schema: Any) -> set[str]:
    """Return the names of the definitions that a schema refers to."""
    return set(re.findall(r'"\$ref": "#/\$defs/([^"]+)"', json.dumps(schema)))


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_concept_may_be_pinned_or_drawn(game: str) -> None:
    """None has to be there, each says what it means, and each takes a draw in place of its value."""
    system = registry.system(game)
    complete = archetype_schema(system)
    assert references(complete) <= set(complete["$defs"])
    pins = complete["properties"]["pins"]
    assert set(pins["properties"]) == set(keys(system.concept))
    assert "required" not in pins
    for key, pin in pins["properties"].items():
        assert pin["description"], key
        assert {"$ref": "#/$defs/Draw"} in pin["anyOf"]


def test_a_pack_has_words_for_every_game() -> None:
    """`chargen schema --pack` prints the lists of each, with what they are for; every reference leads somewhere."""
    ended = run("schema", "--pack")
    assert ended.code == 0
    complete = json.loads(ended.out)
    assert set(complete["properties"]) == set(keys(Pack))
    for game in GAMES:
        lists = complete["properties"]["words"]["properties"][game]["properties"]
        assert set(lists) == set(keys(registry.system(game).words))
        assert all(one["description"] for one in lists.values())
    assert references(complete) <= set(complete["$defs"])
    assert run("schema", "five-by-five", "--pack").code == 2
