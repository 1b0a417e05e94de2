"""What is reported of moves and talents, what actions are made of them, and whom the qualities of places reach."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from chargen.experience import party
from chargen.games.roll_when_you_need.reference import make_reference_page
from chargen.page.sheet import Prose
from tests.characters import check
from tests.npc import check_legal, made

ENEMY: dict[str, Any] = {
    "abilities": {"resilience": 4, "poise": 2, "melee": 3},
    "moves": [
        {"name": "Pin you down", "difficulty": 4, "effect": "You cannot leave"},
        {"name": "Cut the brakes", "difficulty": 6, "effect": ""},
    ],
}


def test_the_outcomes_of_a_move_are_four() -> None:
    """Success and trouble are thrown with different dice; the effect is what happens where it is not met."""
    pinned, brakes = check_legal(made("roll-when-you-need", 1, ENEMY)).actions()
    assert (pinned.kind, pinned.dice, pinned.effect) == ("move", "3d6", "You cannot leave")
    assert sum(pinned.outcomes.values()) == 1
    assert pinned.outcomes["failure with trouble"] == Fraction(8, 27) * Fraction(1, 3)
    assert brakes.chance_of == "success without trouble"


def test_places_have_qualities_for_the_gm() -> None:
    """What helps and hinders around the characters is on the party page, in an encounter, and on the reference page."""
    found = check(Path(__file__).parent / "good/surroundings.yaml")
    around = (("Flooded cellar", "Water hides every sound, but nothing stays dry"),)
    assert party.groups([found])[0].about == around
    page = [block for block in make_reference_page(found.character.rules) if isinstance(block, Prose)]
    assert around in [block.items for block in page]
