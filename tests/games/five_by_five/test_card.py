"""The card of a Five by Five character: what a GM rolls, with what chance, and how much somebody can take."""

from fractions import Fraction
from typing import Any

from chargen.core.card import Card
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import mara
from tests.games.five_by_five.npcs import made
from tests.npc import check_legal

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
