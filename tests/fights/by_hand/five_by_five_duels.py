"""Five by Five: fighters and their fights, for the command and for the dice."""

from functools import partial

from tests.fights.by_hand.five_by_five import COMPLETE, Fight, Fighter, shifted
from tests.fights.by_hand.referee import Duel


def concept(name: str, descriptors: str, hit_points: int, more: str = "") -> str:
    """Return a concept file: descriptors, the value placed on hit points, and the rest."""
    return (
        f"system: five-by-five\nname: {name}\nconcept: A fighter\n"
        f"descriptors: {{{descriptors}}}\nhit_points: {hit_points}\n{more}\n"
    )


DUELLIST = concept(  # attack 6, dodge 4, initiative 2; 10 + 4 hit points; knife DB 2; heavy clothes AV 3
    "Duellist",
    "Blade: {value: 6, exclusive: attack}, Reflexes: {value: 4, exclusive: dodge}, "
    "Alert: {value: 2, exclusive: steal initiative}, Cooking: 2, Sums: -5",
    4,
    "weapons: knife\narmor: heavy clothes",
)
THUG = concept(  # attack 4, dodge 2; 10 + 2 hit points; a mace DB 3; light clothes AV 1
    "Thug",
    "Brawl: {value: 4, exclusive: attack}, Duck: {value: 2, exclusive: dodge}, Carts: 6, Cards: 4, Letters: -5",
    2,
    "weapons: mace\narmor: light clothes",
)
SHIELD = concept(  # the same with a shield, which is a second dodge, and heavy plate AV 6; 9 of 12 hit points are left
    "Shield",
    "Spear: {value: 6, exclusive: attack}, Block: {value: 4, exclusive: dodge}, Carts: 4, Cards: 2, Letters: -5",
    2,
    "weapons: {name: Spear, damage_bonus: 3}\narmor: heavy plate\nshield: true\nstate: {hit_points: 9}",
)
NOVICE = concept("Novice", "Sums: 6, Carts: 4, Cards: 4, Songs: 2, Tides: 2", -5)  # nothing trained: 0; 5 hit points
BLINK = (  # advanced dodge raised from 6 to 25; two ranks lower is 16
    concept(
        "Blink",
        "Blink: {value: 6, exclusive: dodge, advanced: true}, Carts: 4, Cards: 4, Songs: 2, Tides: -5",
        2,
        "rules: {advanced_descriptors: true}",
    )
    + "advancement: [{award: 82}, {raise: Blink, to: 9}, {raise: Blink, to: 12}, {raise: Blink, to: 16}, "
    "{raise: Blink, to: 20}, {raise: Blink, to: 25}]\n"
)
POWER = concept(  # an advanced attack of 2 is rolled as -5: one die, a six
    "Power",
    "Glare: {value: 2, exclusive: attack, advanced: true}, Carts: 6, Cards: 4, Songs: 4, Tides: -5",
    2,
    "rules: {advanced_descriptors: true}\nweapons: {name: Ember, damage_bonus: 5}",
)
AGILE = concept(  # superior Agility: attack 4 is 6, dodge 2 is 4; inferior Cognition: initiative 2 is 0
    "Agile",
    "Foil: {value: 4, exclusive: attack, aspect: agility}, Hop: {value: 2, exclusive: dodge, aspect: agility}, "
    "Watch: {value: 2, exclusive: steal initiative, aspect: cognition}, Carts: 4, Tides: -5",
    6,
    "rules: {aspects: true}\naspects: {agility: superior, cognition: inferior}\nweapons: {name: Foil, damage_bonus: 3}",
)

BLOCKS = {
    DUELLIST: Fighter(14, attack=6, damage_bonus=2, dodge=4, armor=3, initiative=2),
    THUG: Fighter(12, attack=4, damage_bonus=3, dodge=2, armor=1),
    SHIELD: Fighter(9, attack=6, damage_bonus=3, dodge=4, armor=6, dodges=2),
    NOVICE: Fighter(5),
    BLINK: Fighter(12, dodge=shifted(25, -2, COMPLETE)),
    POWER: Fighter(12, attack=shifted(2, -2, COMPLETE), damage_bonus=5),
    AGILE: Fighter(16, shifted(4, 1), 3, shifted(2, 1), 0, shifted(2, -1)),
}
duel = partial(Duel, fight=Fight, blocks=BLOCKS)
DUELS = [
    duel("one against one", [DUELLIST], [THUG]),
    duel("the untrained", [NOVICE], [THUG]),
    duel("heavy armour, a shield and harm already taken", [DUELLIST], [SHIELD]),
    duel("three against one", [DUELLIST], [THUG.replace("Thug", "A"), THUG.replace("Thug", "B"), NOVICE]),
    duel("two against a shield", [DUELLIST, THUG], [SHIELD.replace("Shield", "Wall")]),
    duel("an advanced dodge against a plain attack", [DUELLIST], [BLINK]),
    duel("an advanced attack", [POWER], [NOVICE]),
    duel("aspects", [AGILE], [THUG]),
    duel("the weakest first", [DUELLIST], [THUG, NOVICE], rolled=[NOVICE, THUG], options=("--focus", "weakest")),
]
