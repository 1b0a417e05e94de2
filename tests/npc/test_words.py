"""The words of an archetype: NPCs are made of them, in place of those of the game."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.npc import check_legal, made
from tests.scale import tenth

FACADE_SKILLS = {
    broad: {"attribute": "luck", "foci": {f"{broad} {letter}": ["One", "Two"] for letter in "AB"}}
    for broad in ("Lamps", "Ladders", "Fog", "Oil", "Wicks", "Dogs", "Gates", "Cats", "Bells")
}
ROPE = {"name": "Rope", "effect": "holds two"}
WORDS: dict[str, tuple[dict[str, Any], str, dict[str, set[str]]]] = {
    "facade": (
        {
            "callings": ["Lamplighter"],
            "manners": ["in a hurry"],
            "modifiers": [{"name": "Tall", "category": "body"}, {"name": "Calm", "category": "soul"}],
            "skills": FACADE_SKILLS,
            "backgrounds": [{"name": "Ladder", "class": "resources"}, {"name": "Guild", "class": "status"}],
            "liabilities": [{"name": "Moths", "class": "notoriety"}],
            "weapons": ["Staff"],
            "armor": ["Leather Pants"],
            "gear": ["Wick"],
        },
        "Lamplighter in a hurry",
        {
            "modifiers": {"Tall", "Calm"},
            "skills": set(FACADE_SKILLS),
            "backgrounds": {"Ladder", "Guild", "Moths"},
            "weapons": {"Staff"},
            "armor": {"Leather Pants"},
            "equipment": {"Wick"},
        },
    ),
    "five-by-five": (
        {
            "arms": {"harpoon": {"name": "Harpoon", "damage_bonus": 4}},
            "attack": "Harpoon",
            "occupation": ["Whaler"],
            "manner": ["who sings"],
            "armor": ["heavy clothes"],
            "equipment": ["Tallow"],
        },
        "Whaler who sings",
        {"weapons": {"Harpoon"}, "armor": {"heavy clothes"}, "equipment": {"Tallow"}},
    ),
    "five-plus": (
        {
            "skills": {"arms": ["Spear", "Net"], "sea": ["Sails"]},
            "traits": [{"name": "Tall", "effect": "Sees far", "group": "sea"}],
            "trades": "Fisher",
            "manners": "of men",
            "things": ["Net"],
            "comes_with": {"Net": "Cork floats", "spear": "Fish spear"},
            "resistances": ["Cold"],
        },
        "Fisher of men",
        {
            "skills": {"Spear", "Net", "Sails"},
            "traits": {"Tall"},
            "resistances": {"Cold", "Physical"},
            "equipment": {"Net", "Cork floats", "Fish spear"},
        },
    ),
    "gamocles": (
        {
            "trades": "Diver",
            "manners": "in debt",
            "weapons": [{"name": "Fork", "rating": -2}],
            "armour": {"name": "Tin", "rating": 1},
            "variations": ["Grim", {"name": "Slow", "modifies": {"DR": -30}}],
            "equipment": ROPE,
        },
        "Diver in debt",
        {"weapon": {"Fork"}, "armour": {"Tin"}, "variations": {"Grim"}, "equipment": {"Rope"}},
    ),
    "roll-when-you-need": (
        {
            "trades": {"Thief": "stealth"},
            "pastimes": ["devices", "guns", "charm", "insight", "athletics"],
            "wants": "in a hurry",
            "qualities": {"name": "Odd", "benefit": "is remembered", "drawback": "is remembered"},
            "talents": "Vanish",
            "things": ROPE,
            "comes_with": {"guns": "Duck gun"},
        },
        "Thief in a hurry",
        {"qualities": {"Odd"}, "talents": {"Vanish"}, "equipment": {"Rope", "Duck gun"}},
    ),
}
"""Of each game some words, what the concept of every NPC is then, and the names that are under some keys."""


@pytest.mark.parametrize("game", WORDS)
def test_npcs_are_made_of_the_words_of_their_archetype(game: str) -> None:
    """Each list that is given is the only one that is drawn from, and all NPCs are legal."""
    words, concept, listed = WORDS[game]
    for seed in range(tenth(20)):
        data = made(game, seed, words=words)
        check_legal(data)
        assert data["concept"] == concept
        for key, allowed in listed.items():
            things = data.get(key, ())
            things = [things] if isinstance(things, str) else things
            assert {thing["name"] if isinstance(thing, Mapping) else thing for thing in things} <= allowed, data
