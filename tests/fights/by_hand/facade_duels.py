"""Façade: fighters and their fights, for the command and for the dice."""

from functools import partial

from tests.fights.by_hand.facade import Armor, Attack, Defence, Fight, Fighter, SimpleFight
from tests.fights.by_hand.referee import Duel

SMALL = "attribute_points: 0, skill_points: 0, background_points: 0, extra_points: 400"
"""Budgets that all these people keep to."""


def concept(name: str, body: str, action: str, skills: str, more: str = "", rules: str = "") -> str:
    """Return a concept file: strength, stamina, health; finesse, grace, agility; skills and the rest."""
    strength, stamina, health = body.split()
    finesse, grace, agility = action.split()
    return (
        f"system: facade\nname: {name}\nconcept: A fighter\nrules: {{{SMALL}{rules}}}\n"
        "attributes:\n"
        f"  body: {{strength: {strength}, stamina: {stamina}, health: {health}}}\n"
        f"  action: {{finesse: {finesse}, grace: {grace}, agility: {agility}}}\n"
        "  mind: {reason: 3, insight: 3, perception: 3}\n  persona: {poise: 3, charisma: 3, wits: 3}\n"
        "  soul: {creativity: 3, luck: 3, will: 3}\n"
        f"skills: {{{skills}}}\n{more}\n"
    )


SIMPLE = ", combat: simple"

# Action 3 + 3 + 4 = 10; Bruising 10, Crushing 7, Deadly 4; spear 4 + 3 + 3 + 2 = 12; dodge 4 + 2 + 2 = 8
SPEAR = concept(
    "Spear",
    "3 3 4",
    "3 3 4",
    "Martial: {level: 3, attribute: agility, Polearms: {level: 3, Spear: 2}}, "
    "Athletics: {level: 2, attribute: agility, Dodge: {level: 2}}",
    "weapons: spear\narmor: leather armor",
)
LEATHER = Armor(2, 1, 2, 3, ("torso", "arms"))
SPEAR_BLOCK = Fighter(10, 10, 7, 4, (Attack("spear", 12, 3),), (Defence(8, "dodge"),), (LEATHER,))

# Action 4 + 4 + 5 = 13; Bruising 9, Crushing 6, Deadly 3; rapier 5 + 4 + 3 + 3 = 15; parry 5 + 4 + 3 = 12; bare dodge 5
RAPIER = concept(
    "Rapier",
    "3 3 3",
    "4 4 5",
    "Martial: {level: 4, attribute: agility, Swords: {level: 3, Rapier: 3}, Parry: {level: 3}}",
    "weapons: rapier",
)
RAPIER_BLOCK = Fighter(13, 9, 6, 3, (Attack("rapier", 15, 2),), (Defence(12, "parry"), Defence(5, "dodge")))

# Action 3 + 3 + 4 = 10; Bruising 12, Crushing 8, Deadly 4; mace 4 + 3 + 3 + 2 = 12; bare dodge 4
MACE = concept(
    "Mace",
    "4 4 4",
    "3 3 4",
    "Martial: {level: 3, attribute: agility, Clubs: {level: 3, Mace: 2}}",
    "weapons: mace",
)
MACE_BLOCK = Fighter(10, 12, 8, 4, (Attack("mace", 12, 4, "crushing"),), (Defence(4, "dodge"),))

# Action 10; Bruising 9, Crushing 6, Deadly 3; a big handgun is 3L, which is deadly: 4 + 3 + 2 = 9; bare dodge 4
GUN = concept(
    "Gun",
    "3 3 3",
    "3 3 4",
    "Firearms: {level: 3, attribute: agility, Big Handgun: {level: 2}}",
    "weapons: [{name: big handgun, skill: Big Handgun}]",
)
GUN_ATTACK = Attack("big handgun", 9, 3, met_by=("dodge",), bullet=True, halves_reduction=True)
VEST = RAPIER.replace("Rapier\nconcept", "Vest\nconcept").replace("weapons:", "armor: kevlar vest\nweapons:")
PLAIN = SPEAR.replace("Spear\nconcept", "Plain\nconcept").replace("armor: leather armor\n", "")
HURT = SPEAR.replace("Spear\nconcept", "Hurt\nconcept") + (
    "state: {deadly: 1, crushing: 2, torso_hits_deadly: 1, "
    "torso_hits_bruising: 1, arms_hits_crushing: 1, legs_hits_bruising: 1}\n"
)
TOUGH = MACE.replace("Mace\nconcept", "Tough\nconcept").replace(
    "extra_points: 400", "extra_points: 400, more_health: 2"
)


def simple(text: str) -> str:
    """Return the same character at a table of simple combat."""
    return text.replace("extra_points: 400", "extra_points: 400" + SIMPLE)


BLOCKS = {
    SPEAR: SPEAR_BLOCK,
    RAPIER: RAPIER_BLOCK,
    MACE: MACE_BLOCK,
    GUN: Fighter(10, 9, 6, 3, (GUN_ATTACK,), (Defence(4, "dodge"),)),
    VEST: Fighter(
        13, 9, 6, 3, RAPIER_BLOCK.attacks, RAPIER_BLOCK.defences, (Armor(2, 1, 1, 2, ("torso",), bullets=16),)
    ),
    PLAIN: Fighter(10, 10, 7, 4, SPEAR_BLOCK.attacks, SPEAR_BLOCK.defences),
    HURT: Fighter(
        10,
        10,
        7,
        4,
        SPEAR_BLOCK.attacks,
        SPEAR_BLOCK.defences,
        (LEATHER,),
        taken={"deadly": 1, "crushing": 2},
        hurt={"all": 1, "arms": 1, "legs": 1},
    ),
    TOUGH: Fighter(10, 14, 10, 6, MACE_BLOCK.attacks, MACE_BLOCK.defences),
}
BLOCKS |= {simple(text): block for text, block in BLOCKS.items()}
duel = partial(Duel, fight=Fight, blocks=BLOCKS)
DUELS = [
    duel("one parry against one dodge", [RAPIER], [SPEAR]),
    duel("crushing, and a lot for who is first", [MACE], [SPEAR]),
    duel("bullets are not parried", [GUN], [RAPIER]),
    duel("Kevlar against bullets", [GUN], [VEST]),
    duel("wounds already taken", [HURT], [MACE]),
    duel("house rules of one side", [TOUGH], [SPEAR]),
    duel("two against one", [SPEAR, MACE], [RAPIER]),
    duel("one against two", [RAPIER], [MACE, GUN]),
    duel("a contest of simple combat", [simple(RAPIER)], [simple(PLAIN)], fight=SimpleFight),
    duel("two against one in simple combat", [simple(PLAIN), simple(RAPIER)], [simple(MACE)], fight=SimpleFight),
]
