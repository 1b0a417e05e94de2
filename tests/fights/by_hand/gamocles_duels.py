"""Gamocles: fighters and their fights, for the command and for the dice."""

from functools import partial

from tests.fights.by_hand.gamocles import Fight, Fighter
from tests.fights.by_hand.referee import Duel


def concept(name: str, traits: str, skills: str, more: str = "") -> str:
    """Return a concept file: traits, skills and the rest."""
    start = f"system: gamocles\nname: {name}\nconcept: A fighter\n"
    # At this number the ratings decide less, and every fighter has a chance.
    rules = "" if "rules:" in more else "rules: {sheet_tn: 15}"
    return f"{start}{rules}\ntraits: {{{traits}}}\nskills: {{{skills}}}\n{more}\n"


NALAC = concept(  # 6k3; OR 3 + 2 + 3 + 2 = 10; DR 3 + 2 + 1 + 1 = 7; wounds 2 + 3
    "Nalac",
    "grit: 3, instinct: 2, movement: 3, reason: 1, will: 3",
    "combat: 3, defence: 1",
    "weapon: {name: Axe, rating: 2}\narmour: {name: Plate, rating: 1}",
)
GUARD = concept(  # 4k2; OR 2 + 2 + 2 + 1 = 7; DR 2 + 2 + 1 = 5; wounds 2 + 2
    "Guard",
    "grit: 2, instinct: 2, movement: 2, reason: 1, will: 2",
    "combat: 2, defence: 1",
    "weapon: {name: Stick, rating: 1}",
)
TAM = concept(  # 8k4; OR 2 + 3 + 4 + 3 + 1 = 13; DR 4 + 3 + 2 + 2 = 11; wounds 2 + 4
    "Tam",
    "grit: 4, instinct: 3, movement: 2, reason: 1, will: 2",
    "combat: 4, craft: 2, defence: 2",
    "weapon: [{name: Cleaver, rating: 3}, {name: Hook, rating: 2}]\narmour: {name: Apron, rating: 2}\n"
    "variations: [{name: Joints, points: 3, effect: Cuts well, modifies: {offensive_rating: 1}, why: Years}]",
)
ELDER = concept(  # 13k6 is 10k6 + 12; OR 4 + 6 + 7 + 4 = 21; DR 5 + 6 + 5 + 3 = 19; wounds 2 + 5
    "Elder",
    "grit: 5, instinct: 6, movement: 4, reason: 2, will: 5",
    "combat: 7, defence: 5",
    "weapon: {name: Blade, rating: 4}\narmour: {name: Scales, rating: 3}",
)
CLERK = concept(  # Combat -1 with 2 is 1k1; OR 1 + 2 - 1 = 2; DR 1 + 2 = 3; wounds 2 + 1
    "Clerk", "grit: 1, instinct: 2, movement: 1, reason: 2, will: 1", "combat: -1"
)
HURT = concept(  # 5k3; OR 2 + 2 + 2 + 4 = 10; DR 3 + 2 + 3 + 3 = 11; 3 of 10 wounds taken
    "Hurt",
    "grit: 3, instinct: 2, movement: 2, reason: 2, will: 3",
    "combat: 2, defence: 3",
    "rules: {wound_boxes: 10, sheet_tn: 15}\n"
    "weapon: {name: Sword, rating: 4}\narmour: {name: Half-plate, rating: 3}\n"
    "state: {wounds: 3}",
)

BLOCKS = {
    NALAC: Fighter(3, 3, 10, 7, 5),
    GUARD: Fighter(2, 2, 7, 5, 4),
    TAM: Fighter(4, 4, 13, 11, 6),
    ELDER: Fighter(6, 7, 21, 19, 7),
    CLERK: Fighter(2, -1, 2, 3, 3),
    HURT: Fighter(3, 2, 10, 11, 7),
}
duel = partial(Duel, fight=Fight, blocks=BLOCKS)
DUELS = [
    duel("one against one", [NALAC], [GUARD]),
    duel("a variation that adds to the rating", [TAM], [NALAC]),
    duel("more than ten dice", [ELDER], [TAM]),
    duel("a negative skill", [CLERK], [GUARD]),
    duel("wounds already taken", [NALAC], [HURT]),
    duel("one against three", [TAM], [GUARD.replace("Guard", "A"), GUARD.replace("Guard", "B"), CLERK]),
    duel("three against one", [CLERK, GUARD, NALAC], [ELDER]),
    duel("two against two", [NALAC, GUARD], [HURT, CLERK]),
]
