"""The card of a Five by Five character: what a GM rolls, with what chance, and how much somebody can take."""

from fractions import Fraction
from typing import Any

from chargen.core.card import Card
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import mara
from tests.games.five_by_five.npcs import made
from tests.npc import check_legal

BRAIN_SURGEON: dict[str, Any] = {
    "rules": {"advanced_descriptors": True, "aspects": True},
    "aspects": {"cognition": "superior", "brawn": "inferior"},
    "descriptors": {
        "Brain Surgery": {"value": 6, "advanced": True, "aspect": "cognition"},
        "Scalpel": {"value": 4, "exclusive": "attack"},
        "Stitches": {"value": 4, "exclusive": "healing"},
        "Alert": {"value": 2, "exclusive": "steal initiative"},
        "Ducking": {"value": -5, "exclusive": "dodge"},
    },
    "hit_points": 2,
}


WITCH: dict[str, Any] = {
    "Brawler": {"value": 4, "exclusive": "attack"},
    "Ducking": {"value": 2, "exclusive": "dodge"},
    "Calling the Fog": {"value": 6, "power": True, "advanced": True},
    "Weather in the Bones": 2,
    "Speaking Plainly": -5,
}


def card(**changes: Any) -> Card:
    """Mara's card, with keys of her concept changed."""
    checked = mara(**changes)
    assert checked.ok
    assert GAME.card is not None
    assert isinstance(checked.rules, Rules)
    return GAME.card(checked.character)


def test_who_cannot_fight_attacks_and_dodges_untrained() -> None:
    """Without a descriptor for it, attack and dodge are the untrained line, by bare hands if need be."""
    rolls = card(
        descriptors={"Pilot": 6, "Cook": 4, "Sing": 2, "Swim": 2, "Lie": -5}, weapons=[], equipment=["Rope"]
    ).rolls
    assert (rolls[0].label, rolls[0].chance, rolls[0].note) == (
        "Untrained attack: bare hands",
        Fraction(11, 36),
        "1d6",
    )
    assert (rolls[1].label, rolls[1].chance, rolls[1].note) == (
        "Untrained dodge",
        Fraction(11, 36),
        "defence",
    )
    assert len(rolls) == 2 + 4 + 1


def test_hit_points_are_boxes_down_to_zero_and_below() -> None:
    """The first track goes to 0, where somebody is out; the second through dying to death. Lost ones are filled."""
    hale, dying = card().tracks, card(state={"hit_points": -3}).tracks
    assert [(track.boxes, track.filled) for track in hale] == [(14, 0), (10, 0)]
    assert hale[1].zones == (("dying", 9), ("dead", 1))
    assert [track.filled for track in dying] == [14, 3]
    assert [track.filled for track in card(state={"hit_points": 9}).tracks] == [5, 0]


def test_options_show_in_rolls_notes_foot_and_back() -> None:
    """Advanced descriptors and aspects shift the chances, and the card says by what."""
    made_card = card(**BRAIN_SURGEON)
    surgery = next(roll for roll in made_card.rolls if roll.label == "Brain Surgery")
    assert (surgery.what, surgery.note) == ("2d6 product ≤ 4", "advanced, by cognition")
    assert next(roll for roll in made_card.rolls if roll.label == "Alert").note == "steal initiative"
    assert ("Aspects", "inferior brawn, superior cognition") in made_card.notes
    assert made_card.foot == "Five by Five 2.5 · aspects · advanced descriptors"
    assert [title for title, _ in made_card.back][-2:] == ["Aspects", "Advanced"]
    assert card().foot == "Five by Five 2.5"


def test_the_chances_are_those_of_the_rolls() -> None:
    """On the cards of NPCs every chance is that of the sheet's roll of the same name, or of the exclusive action."""
    compared = 0
    for seed in range(50):
        checked = check_legal(made(seed, {"rules": {"aspects": seed % 2 == 0, "advanced_descriptors": seed % 3 == 0}}))
        rolls = {roll.label: roll.odds["success"] for roll in checked.rolls()}
        for action in checked.actions():
            name = action.name.partition(":")[0]
            assert action.chance == rolls["Untrained" if name == "Anything else" or name not in rolls else name]
            compared += 1
    assert compared > 300


def test_an_action_lists_what_can_come_of_it() -> None:
    """The outcomes sum to 1; the harm of an attack is that of its weapon, exactly; powers are the role's own."""
    checked = mara(rules={"advanced_descriptors": True}, descriptors=WITCH)
    actions = checked.actions()
    assert [action.kind for action in actions[:3]] == ["attack", "defence", "power"]
    assert all(sum(action.outcomes.values()) == 1 for action in actions)
    strike, _, fog = actions[:3]
    assert (strike.dice, strike.against, strike.chance_of) == ("2d6", "product 4 or less, or any 6", "hit")
    assert strike.harm is not None
    assert (strike.harm.text, strike.harm.mean, sum(strike.harm.chances.values())) == ("1d6+3", Fraction(7), 1)
    assert (fog.name, fog.own) == ("Calling the Fog", True)


def test_the_card_says_who_has_no_chance() -> None:
    """With advanced descriptors in play the last line says it."""
    assert card(rules={"advanced_descriptors": True}).rolls[-1].note == "untrained; advanced: no chance"
