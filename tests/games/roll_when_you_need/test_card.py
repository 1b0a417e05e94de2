"""The content of a GM's card of Roll When You Need."""

from fractions import Fraction
from typing import Any

import pytest

from chargen.core.card import Card
from chargen.games.roll_when_you_need import GAME
from chargen.games.roll_when_you_need.odds import Pool
from chargen.games.roll_when_you_need.reference import back
from chargen.games.roll_when_you_need.rules import Rules
from tests.games.roll_when_you_need.npcs import ROLES, checked, made
from tests.npc.archetypes import npcs_of
from tests.scale import tenth

WHOLE: dict[str, Any] = {
    "concept": "Fencing teacher",
    "rules": {"ability_points": 15},
    "abilities": {"melee": 4, "gymnastics": 5, "poise": 3, "insight": 3, "resilience": 2, "wealth": 2, "reputation": 1},
    "qualities": [{"name": "Proud", "benefit": "Never begs", "drawback": "Never asks"}],
    "talents": [{"name": "Move on", "effect": "Moves again"}, "TNT by feel"],
    "equipment": [{"name": "Foil", "effect": "blunted"}, "Mask"],
    "consequences": [{"minor": "Bruised ribs"}, "moderate"],
    "state": {"physical_stress": 1},
}
ENEMY: dict[str, Any] = {
    "concept": "Chauffeur",
    "abilities": {"resilience": 4, "poise": 2, "melee": 3},
    "qualities": [{"name": "Silent", "benefit": "Is not noticed", "drawback": "Cannot call"}],
    "moves": [
        {"name": "Pin you down", "difficulty": 4, "effect": "You cannot leave"},
        {"name": "Cut the brakes", "difficulty": 6, "effect": ""},
    ],
    "state": {"social_stress": 2},
}


def card_of(pins: dict[str, Any]) -> Card:
    """The card of a character with nearly everything fixed."""
    result = checked(made(1, pins))
    assert GAME.card is not None
    assert isinstance(result.rules, Rules)
    return GAME.card(result.character)


def test_pencils_find_their_boxes() -> None:
    """Physical stress is first; a complete character has consequences as well, and what is marked is filled."""
    physical, social, consequences = card_of(WHOLE).tracks
    assert (physical.title, physical.boxes, physical.filled) == ("Physical stress", 2, 1)
    assert (social.boxes, social.filled) == (3, 0)
    assert consequences.zones == (("minor", 1), ("moderate", 1), ("major", 1), ("out", 1))
    assert (consequences.boxes, consequences.filled) == (4, 2)
    assert [(track.boxes, track.filled) for track in card_of(ENEMY).tracks] == [(4, 0), (2, 2)]


def test_the_outcomes_of_a_move_are_four() -> None:
    """Success and trouble are thrown with different dice; the effect is what happens where it is not met."""
    pinned, brakes = checked(made(1, ENEMY)).actions()
    assert (pinned.kind, pinned.dice, pinned.against, pinned.effect) == (
        "move",
        "3d6",
        "difficulty 4",
        "You cannot leave",
    )
    assert sum(pinned.outcomes.values()) == 1
    assert pinned.outcomes["failure with trouble"] == Fraction(8, 27) * Fraction(1, 3)
    assert brakes.chance_of == "success without trouble"
    assert dict(card_of(ENEMY).notes)["Abilities"] == "Melee 3"


def test_one_ability_may_attack_and_defend() -> None:
    """It is listed for both; each success of an attack is a hit."""
    attack, defence, *_ = checked(made(1, WHOLE | {"abilities": {"melee": 5, "poise": 3, "resilience": 2}})).actions()
    assert (attack.name, attack.kind, defence.name, defence.kind) == ("Melee", "attack", "Melee, in defence", "defence")
    assert attack.harm is not None
    assert sum(attack.harm.chances.values()) == 1
    assert attack.harm.mean == 5 * Fraction(1, 3) / attack.chance


@pytest.mark.parametrize("role", ROLES)
def test_a_card_of_any_role_is_fit_for_a_table(role: str) -> None:
    """Something to roll in few words with a chance, boxes to fill, what it carries; and one back for all."""
    assert GAME.card is not None
    for result in (npc.checked for npc in npcs_of(GAME.key, tenth(20), role)):
        assert isinstance(result.rules, Rules)
        card = GAME.card(result.character)
        assert card.name == result.name
        assert 2 <= len(card.numbers) <= 5
        assert card.rolls
        assert all(0 < roll.chance < 1 and len(roll.what) <= 18 for roll in card.rolls)
        assert card.tracks[0].title == "Physical stress"
        assert role == "crowd" or "Carries" in dict(card.notes)
        assert card.back == back(Rules())
        assert card.ladder is not None
        assert card.ladder.steps[:2] == (("1", Fraction(1, 3)), ("2", Fraction(5, 9)))


def test_the_back_follows_the_rules_in_force() -> None:
    """The book's back names disaster dice and their chances; with difficulties as successes there are none."""
    assert "(33, 56, 70 % with 1, 2, 3 dice)" in dict(back(Rules()))["Trouble"]
    other = Rules(die=10, difficulty_is_successes=True, take_time=True)
    assert [heading for heading, _ in back(other)] == ["A task", "Mixed", "Moves", "Stress", "Time"]
    assert "d10" in dict(back(other))["A task"]


def test_the_back_says_what_is_computed() -> None:
    """Moves are met with nothing given up, and the first hit beyond the boxes is the first consequence."""
    printed = dict(back(Rules()))
    assert "done, and no trouble, with no successes given up." in printed["Moves"]
    assert "A hit fills a box. Each beyond them is a consequence (house default)" in printed["Stress"]


def test_means_go_by_the_tables_own_names() -> None:
    """Each acquired ability is among the numbers, by its name."""
    rules = {"acquired": ["Gold"]}
    card = card_of({"rules": rules, "abilities": {"gold": 3}, "talents": "Lends"})
    assert [(number.label, number.value) for number in card.numbers][2:] == [("Gold", "3")]


def test_options_in_force_stand_on_the_foot() -> None:
    """The table's die and the designer's ideas are named; the rolls go by them."""
    own = {"die": 10, "difficulty_is_successes": True, "take_time": True, "ability_points": 15}
    card = card_of({**WHOLE, "rules": own})
    assert card.foot == "d10 from 6, difficulty is successes, take time"
    assert card.rolls[0].what == "4d10: 3 × 6+"
    assert card.rolls[0].chance == Pool.of(4, Rules(die=10)).at_least(3)
    assert card_of(WHOLE).foot == ""
