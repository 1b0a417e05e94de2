"""A character of Façade on a card: what a GM rolls, with its chance, and what the character takes."""

from collections import Counter
from typing import Any

from chargen.core.card import Card
from chargen.core.sheet import Track
from chargen.games.facade import GAME, odds
from tests.games.facade.concepts import make_average


def card_of(**changes: Any) -> Card:
    assert GAME.card is not None
    card: Card = GAME.card(make_average(**changes).character)
    return card


def test_the_box_at_the_threshold_is_the_first_that_counts() -> None:
    """At Body 9 the ninth point of Strain is the least difficulty (FAC-b4), on the card as on the sheet."""
    drawn = GAME.sheet(make_average().character).block("limit-strain")
    assert isinstance(drawn, Track)
    assert [box.frame for box in drawn.boxes[7:9]] == ["plain", "double"]
    (zones,) = (track.zones for track in card_of().tracks if track.title == "Strain")
    assert [length for _, length in zones] == list(Counter(box.frame for box in drawn.boxes).values()) == [8, 9, 4]


def test_the_back_is_the_same_for_all_and_follows_the_options() -> None:
    """It says how to roll; simple combat, stunts and automatic success change it."""

    def back(**changes: Any) -> str:
        return " ".join(text for _, text in card_of(**changes).back)

    assert back(frame="male", weapons=["knife"], state={"deadly": 1}) == back()
    assert "4d4" not in back()
    assert "5d4" in back(rules={"stunts": True})
    assert "needs no roll" not in back(rules={"automatic_success": False})
    simple = card_of(rules={"combat": "simple"})
    assert "Defense" not in dict(simple.back)
    assert simple.foot == "Façade 0.1, simple combat"


def test_what_the_back_says_of_levels_is_the_hit_table() -> None:
    """Torso: half at 0 and 1, full from 2, double from 4, triple from 6; legs, arms and head each a level later."""
    first = [
        [next(level for level in range(10) if odds.HIT_TABLE[level][column] == blow) for column in range(4)]
        for blow in ("Full", "Strong", "Savage")
    ]
    assert first == [[2, 3, 4, 5], [4, 5, 6, 7], [6, 7, 8, 9]]
    assert [odds.HIT_TABLE[level][0] for level in (0, 1)] == ["Glancing", "Glancing"]
