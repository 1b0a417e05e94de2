"""A character of Façade on a card: what a GM rolls, with its chance, and what the character takes."""

from collections import Counter
from dataclasses import replace
from typing import Any

from chargen.core.card import Card
from chargen.core.sheet import Track
from chargen.games.facade import GAME, odds
from chargen.games.facade.rules import Rules
from tests.games.facade.concepts import make_average
from tests.games.facade.npcs import checked, npc_of

GUARD: dict[str, Any] = {
    "name": "Ruck",
    "concept": "Gate warden",
    "frame": "male",
    "skills": {
        "Martial": {
            "level": 3,
            "attribute": "agility",
            "Blades": {"level": 3, "Knife": 3, "Parry": 2},
            "Brawling": {"level": 1, "Punch": 1},
        },
        "Alertness": {"level": 2, "attribute": "perception", "Empathy": {"level": 4, "Sense Motive": 1}},
    },
    "modifiers": [{"name": "Limp", "category": "body", "cost": "minor", "level": -1, "effect": "on stairs"}],
    "backgrounds": [
        {"name": "The watch", "class": "relationships", "kind": "standard", "cost": "simple", "level": 4},
        {"name": "Bar tab", "class": "debts", "kind": "standard", "cost": "simple", "level": 2},
    ],
    "weapons": ["knife", "staff"],
    "armor": ["leather jacket"],
    "equipment": ["Keys", {"name": "Whistle", "effect": "loud"}],
    "state": {"deadly": 1, "strain": 2},
}


def card_of(rules: Rules | None = None, **changes: Any) -> Card:
    assert GAME.card is not None
    character = make_average(**changes).character
    card: Card = GAME.card(character if rules is None else replace(character, rules=rules))
    return card


def test_the_box_at_the_threshold_is_the_first_that_counts() -> None:
    """At Body 9 the ninth point of Strain is the least difficulty (FAC-b4), on the card as on the sheet."""
    drawn = GAME.sheet(make_average(**GUARD).character).block("limit-strain")
    assert isinstance(drawn, Track)
    assert [box.frame for box in drawn.boxes[7:9]] == ["plain", "double"]
    (zones,) = (track.zones for track in card_of(**GUARD).tracks if track.title == "Strain")
    assert [length for _, length in zones] == list(Counter(box.frame for box in drawn.boxes).values()) == [8, 9, 4]


def test_the_back_is_the_same_for_all_and_follows_the_options() -> None:
    """It says how to roll; simple combat, stunts and automatic success change it."""
    book = card_of().back
    assert card_of(**GUARD).back == book
    words = " ".join(text for _, text in book)
    assert "4d4" not in words
    assert "5d4" in " ".join(text for _, text in card_of(Rules(stunts=True)).back)
    assert "needs no roll" not in " ".join(text for _, text in card_of(Rules(automatic_success=False)).back)
    simple = card_of(Rules(combat="simple"))
    assert [heading for heading, _ in simple.back].count("Defense") == 0
    assert simple.foot == "Façade 0.1, simple combat"


def test_what_the_back_says_of_levels_is_the_hit_table() -> None:
    """Torso: half at 0 and 1, full from 2, double from 4, triple from 6; legs, arms and head each a level later."""
    first = [
        [next(level for level in range(10) if odds.HIT_TABLE[level][column] == blow) for column in range(4)]
        for blow in ("Full", "Strong", "Savage")
    ]
    assert first == [[2, 3, 4, 5], [4, 5, 6, 7], [6, 7, 8, 9]]
    assert [odds.HIT_TABLE[level][0] for level in (0, 1)] == ["Glancing", "Glancing"]


def test_every_npc_has_a_card() -> None:
    """With an attack at its head, chances from 0 to 1, and at most five numbers."""
    assert GAME.card is not None
    for seed in range(30):
        character = checked(npc_of(seed)).character
        card = GAME.card(character)
        assert card.rolls[0].note
        assert len(card.numbers) == 5
        assert all(0 <= roll.chance <= 1 for roll in card.rolls)
        assert len({(roll.label, roll.what, roll.note) for roll in card.rolls}) == len(card.rolls)
