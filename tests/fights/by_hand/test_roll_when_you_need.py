"""Roll When You Need: compare `chargen encounter` with rolled dice."""

from pathlib import Path

import pytest

from tests.fights.by_hand.referee import Duel, judged
from tests.fights.by_hand.roll_when_you_need import Card, Fight, Move, Player, hits
from tests.scale import some


def player(name: str, abilities: str, more: str = "") -> str:
    """Return a complete character; unlisted abilities are 1."""
    return (
        f"system: roll-when-you-need\nname: {name}\nconcept: A fighter\nabilities: {{{abilities}}}\n"
        "qualities: {name: Quick, benefit: Is early, drawback: Is nervous}\n"
        f"talents: {{name: Move on, effect: Moves again}}\n{more}\n"
    )


def card(name: str, resilience: int, *moves: str, more: str = "") -> str:
    """Return an NPC's card."""
    return (
        f"system: roll-when-you-need\nname: {name}\nconcept: An opponent\n"
        f"abilities: {{resilience: {resilience}, poise: 1}}\n"
        "qualities: {name: Loud, benefit: Is noticed, drawback: Is noticed}\n"
        f"moves: [{', '.join(moves)}]\n{more}\n"
    )


ANN = player("Ann", "brawling: 4, athletics: 3, resilience: 2")  # strikes with 4, meets with the best of four: 4
ANN_BLOCK = Player(4, 4, hits(2))
GUNNER = player("Gunner", "guns: 5, gymnastics: 2, resilience: 3")
GUNNER_BLOCK = Player(5, 2, hits(3))
CLERK = player("Clerk", "academics: 5, resilience: 1")
CLERK_BLOCK = Player(1, 1, hits(1))
HURT = player("Hurt", "melee: 3, resilience: 4", "consequences: [{minor: Bruised ribs}]\nstate: {physical_stress: 2}")
HURT_BLOCK = Player(3, 3, hits(4, taken=2, consequences=1))
FOUR = player("Four", "brawling: 3, resilience: 2", "rules: {success_on: 4}")
FOUR_BLOCK = Player(3, 3, hits(2), success_on=4)
TENS = player(  # d10, successes from 6; more than ten dice: 12 are ten and one success
    "Tens", "brawling: 12, resilience: 5", "rules: {die: 10, highest_ability: 12, success_on: 6}"
)
TENS_BLOCK = Player(12, 12, hits(5), success_on=6, sides=10)
STAB = "{name: Stab, difficulty: 3, effect: 1 physical stress}"
CRUSH = "{name: Crush, difficulty: 5, effect: 2 physical stress}"
SHAME = "{name: Shame, difficulty: 6, effect: 3 social stress}"
THUG, THUG_BLOCK = card("Thug", 2, STAB, SHAME), Card(Move(3), 3)
GIANT, GIANT_BLOCK = card("Giant", 4, STAB, CRUSH), Card(Move(5, 2), 5)
HOUND, HOUND_BLOCK = card("Hound", 1, "{name: Bite, difficulty: 2, effect: You fall}"), Card(Move(2), 2)

DUELS = [
    Duel("a move as difficult as one is able", (ANN,), (THUG,), lambda seed: Fight([ANN_BLOCK], [THUG_BLOCK], seed)),
    Duel("disaster dice and two hits", (GUNNER,), (GIANT,), lambda seed: Fight([GUNNER_BLOCK], [GIANT_BLOCK], seed)),
    Duel("the unlisted", (CLERK,), (HOUND,), lambda seed: Fight([CLERK_BLOCK], [HOUND_BLOCK], seed)),
    Duel("harm already taken", (HURT,), (GIANT,), lambda seed: Fight([HURT_BLOCK], [GIANT_BLOCK], seed)),
    Duel("house rules of one side", (FOUR,), (GIANT,), lambda seed: Fight([FOUR_BLOCK], [GIANT_BLOCK], seed)),
    Duel("two whole characters", (FOUR,), (ANN,), lambda seed: Fight([FOUR_BLOCK], [ANN_BLOCK], seed)),
    Duel("more than ten dice", (TENS,), (GUNNER,), lambda seed: Fight([TENS_BLOCK], [GUNNER_BLOCK], seed)),
    Duel(
        "one against three",
        (GUNNER,),
        (THUG, HOUND, GIANT),
        lambda seed: Fight([GUNNER_BLOCK], [THUG_BLOCK, HOUND_BLOCK, GIANT_BLOCK], seed),
    ),
    Duel(
        "three against one",
        (CLERK, ANN, FOUR),
        (GIANT,),
        lambda seed: Fight([CLERK_BLOCK, ANN_BLOCK, FOUR_BLOCK], [GIANT_BLOCK], seed),
    ),
]


@pytest.mark.parametrize("duel", some(DUELS, 5), ids=str)
def test_the_dice_agree(duel: Duel, tmp_path: Path) -> None:
    """Chances of blows and ends, mean harm and rounds lie within three standard errors of 100,000 runs."""
    verdict = judged(duel, tmp_path)
    assert not verdict.differs
    assert verdict.compared >= 14
