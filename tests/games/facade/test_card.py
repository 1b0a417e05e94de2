"""A character of Façade on a card: what a GM rolls, with its chance, and what the character takes."""

from collections import Counter
from typing import Any

from chargen.games.facade import GAME
from chargen.page.card import Card
from chargen.page.sheet import Track
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
