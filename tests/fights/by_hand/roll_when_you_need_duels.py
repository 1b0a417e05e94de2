"""Roll When You Need: fighters and their fights, for the command and for the dice."""

from functools import partial

from tests.fights.by_hand.referee import Duel
from tests.fights.by_hand.roll_when_you_need import Card, Fight, Move, Player, hits


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
GUNNER = player("Gunner", "guns: 5, gymnastics: 2, resilience: 3")
CLERK = player("Clerk", "academics: 5, resilience: 1")
HURT = player("Hurt", "melee: 3, resilience: 4", "consequences: [{minor: Bruised ribs}]\nstate: {physical_stress: 2}")
FOUR = player("Four", "brawling: 3, resilience: 2", "rules: {success_on: 4}")
TENS = player(  # d10, successes from 6; more than ten dice: 12 are ten and one success
    "Tens", "brawling: 12, resilience: 5", "rules: {die: 10, highest_ability: 12, success_on: 6}"
)
STAB = "{name: Stab, difficulty: 3, effect: 1 physical stress}"
CRUSH = "{name: Crush, difficulty: 5, effect: 2 physical stress}"
SHAME = "{name: Shame, difficulty: 6, effect: 3 social stress}"
THUG = card("Thug", 2, STAB, SHAME)
GIANT = card("Giant", 4, STAB, CRUSH)
HOUND = card("Hound", 1, "{name: Bite, difficulty: 2, effect: You fall}")

BLOCKS = {
    ANN: Player(4, 4, hits(2)),
    GUNNER: Player(5, 2, hits(3)),
    CLERK: Player(1, 1, hits(1)),
    HURT: Player(3, 3, hits(4, taken=2, consequences=1)),
    FOUR: Player(3, 3, hits(2), success_on=4),
    TENS: Player(12, 12, hits(5), success_on=6, sides=10),
    THUG: Card(Move(3), 3),
    GIANT: Card(Move(5, 2), 5),
    HOUND: Card(Move(2), 2),
}
duel = partial(Duel, fight=Fight, blocks=BLOCKS)
DUELS = [
    duel("a move as difficult as one is able", [ANN], [THUG]),
    duel("disaster dice and two hits", [GUNNER], [GIANT]),
    duel("the unlisted", [CLERK], [HOUND]),
    duel("harm already taken", [HURT], [GIANT]),
    duel("house rules of one side", [FOUR], [GIANT]),
    duel("two whole characters", [FOUR], [ANN]),
    duel("more than ten dice", [TENS], [GUNNER]),
    duel("one against three", [GUNNER], [THUG, HOUND, GIANT]),
    duel("three against one", [CLERK, ANN, FOUR], [GIANT]),
]
