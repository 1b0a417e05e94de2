"""What makes NPCs, alike in every game: what is fixed is laid over what a game proposes."""

from random import Random
from typing import Any

import pytest

from chargen import registry
from chargen.game.plain_data import as_plain
from chargen.games.five_by_five.concept import Concept
from chargen.kit.npc import merge_pins
from chargen.npc.proposal import propose_unpinned
from chargen.schema.model import keys
from tests.npc.archetypes import GAMES


def over(proposal: dict[str, Any], fixed: dict[str, Any]) -> dict[str, Any]:
    """A proposal with what is fixed laid over it."""
    return merge_pins(Concept, proposal, fixed)


def test_a_fixed_mapping_is_completed_and_stays_as_it_was_spelled() -> None:
    """By what is proposed besides, at any depth, and in the order of the proposal."""
    proposal = {"descriptors": {"Cook": 6, "rope work": {"value": 4, "exclusive": "dodge"}, "Sing": 2}}
    fixed = {"descriptors": {"Lie": -5, "Rope Work": {"Exclusive": "attack"}}}
    assert over(proposal, fixed) == {
        "descriptors": {"Cook": 6, "Rope Work": {"value": 4, "Exclusive": "attack"}, "Sing": 2, "Lie": -5}
    }


def test_anything_else_that_is_fixed_is_in_place_of_the_proposal() -> None:
    """A list is not mixed with another, a bare value not with a mapping; an empty list is fixed as well."""
    proposal = {"weapons": ["knife", "bow"], "descriptors": {"Cook": {"value": 6}}, "equipment": ["rope"]}
    fixed = {"weapons": [], "descriptors": {"Cook": 4}, "equipment": ["lamp"]}
    assert over(proposal, fixed) == {"descriptors": {"Cook": 4}, "weapons": [], "equipment": ["lamp"]}


def test_two_fixed_spellings_of_a_name_are_both_kept() -> None:
    """So that the rule about names that appear twice can report them."""
    assert over({"descriptors": {"cook": 4}}, {"descriptors": {"Cook": 6, "COOK": 2}}) == {
        "descriptors": {"Cook": 6, "COOK": 2}
    }


def test_what_is_left_empty_is_not_fixed_and_not_proposed() -> None:
    """A key without a value asks for nothing."""
    assert over({"hit_points": 4, "notes": "", "weapons": [], "player": None}, {"hit_points": None}) == {
        "hit_points": 4
    }


def test_keys_follow_one_another_as_a_concept_is_read() -> None:
    """The fields of every concept come first and last, those of the game between them; none can be lost."""
    complete: dict[str, Any] = dict.fromkeys(reversed(keys(Concept)), "x")
    assert list(over(complete, {})) == [
        *("system", "name", "player", "concept", "portrait", "campaign"),
        *("rules", "descriptors", "hit_points", "aspects", "weapons", "armor", "shield", "off_hand"),
        *("equipment", "want", "secret", "look", "voice", "ties", "notes", "advancement", "waive", "stated", "state"),
    ]


@pytest.mark.parametrize("key", GAMES)
def test_an_npc_without_fixed_values_is_plain_data(key: str) -> None:
    """Mappings, lists, texts and numbers, the same again for the same seed."""
    game = registry.system(key)
    data = propose_unpinned(game, Random(3), game.rules(), "Bo")
    assert data["name"] == "Bo"
    assert as_plain(data) == data
    assert data == propose_unpinned(game, Random(3), game.rules(), "Bo")
