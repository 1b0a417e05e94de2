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


def test_attack_defence_and_specialty_come_first() -> None:
    """The best of each, with dice, target, exact chance and harm; then the other attacks and the senses."""
    rolls = card_of(**GUARD).rolls
    assert [(roll.label, roll.what, roll.note) for roll in rolls[:4]] == [
        ("staff", "1d12 ≥ 9", "3C, Large"),
        ("Parry", "1d10 + 1d12 ≥ 9", "defence"),
        ("Sense Motive", "1d10 + 1d10 ≥ 11", ""),
        ("knife, held", "2d10 + 1d4 ≥ 9", "1D, Small"),
    ]
    assert [roll.label for roll in rolls[4:]] == ["knife, thrown", "Punch", "Perception", "Will"]
    assert (rolls[2].chance, rolls[3].chance) == (odds.chance(10, 11), odds.chance(12, 9))
    assert rolls[6].what == "1d6 ≥ 5"
    assert all(len(roll.what) <= 18 for roll in rolls)


def test_a_weapon_that_never_hits_is_gear() -> None:
    """For want of a skill: it is carried, once, and is listed among no rolls."""
    armed = card_of(**{**GUARD, "skills": {"Alertness": GUARD["skills"]["Alertness"]}, "weapons": ["knife"]})
    assert [roll.label for roll in armed.rolls if roll.label.startswith("knife")] == ["knife, held"]
    assert dict(armed.notes)["Gear"] == "Whistle (loud); Keys; knife; leather jacket"
    assert dict(card_of(**GUARD).notes)["Gear"] == "Whistle (loud); Keys; leather jacket"


def test_deadly_boxes_are_the_first_track() -> None:
    """What is marked already is filled; limit pools show where they turn and where they end."""
    tracks = {track.title: track for track in card_of(**GUARD).tracks}
    assert list(tracks) == ["Deadly", "Crushing", "Bruising", "Strain", "Fatigue"]
    assert (tracks["Deadly"].boxes, tracks["Deadly"].filled) == (3, 1)
    assert (tracks["Crushing"].boxes, tracks["Bruising"].boxes) == (6, 9)
    assert (tracks["Strain"].boxes, tracks["Strain"].filled) == (21, 2)
    assert tracks["Strain"].zones == (("free", 8), ("least difficulty", 9), ("Will", 4))


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


def test_other_skills_come_from_the_best_to_the_worst() -> None:
    """Whatever their order in the file is."""
    empathy = {"level": 2, "Sense Motive": 1, "Calming": 3, "Reading": 2}
    skills = {"Alertness": {"level": 2, "attribute": "perception", "Empathy": empathy}}
    labels = [roll.label for roll in card_of(**{**GUARD, "skills": skills}).rolls]
    assert [label for label in labels if label in empathy] == ["Calming", "Reading", "Sense Motive"]
