"""The 5+ system: fighters and their fights, for the command and for the dice."""

from functools import partial

from tests.fights.by_hand.five_plus import Fight, Opponent, Player
from tests.fights.by_hand.referee import Duel


def player(name: str, skills: str, resistances: str, more: str = "") -> str:
    """Return a complete character."""
    return (
        f"system: five-plus\nname: {name}\nconcept: A fighter\nskills: {{{skills}}}\n"
        f"resistances: {{{resistances}}}\n{more}\n"
    )


def card(name: str, rank: int, successes: int) -> str:
    """Return an opponent's card: its damage is 1 and the rank."""
    return (
        f"system: five-plus\nname: {name}\nconcept: An opponent\n"
        f"opposition: {{goal: Feed, actions: [Bite], behaviour: Flees fire, rank: {rank}, successes: {successes}}}\n"
    )


KAEDE = player("Kaede", "Sword: '3:1', Improvise: 2", "Physical: '0/3:1'")
STRONG = player(
    "Strong",
    "Sword: '2:1', Sneak: 4",
    "Physical: '0/3:1', Mind: 2",
    "traits: [{name: Strong, effect: Hits hard, bonus: {Sword: 1}}, "
    "{name: Tough, effect: Bears it, bonus: {Physical: 1}}]",
)
HURT = player(  # a box and a wound of the body, and a wound of the mind: all rolls are 2 lower
    "Hurt",
    "Sword: '5:2'",
    "Physical: {level: 4, tier: 2, damage: 1, wounds: 1}, Mind: {level: 2, tier: 1, wounds: 1}",
)
CARRY = KAEDE.replace("Kaede", "Carry") + "rules: {overflow: carry}\n"
NOVICE = player("Novice", "Improvise: '1:0'", "Physical: '0/2:0'")
WOLF = card("Wolf", 0, 6)
DRAGON = card("Dragon", 2, 9)
OGRE = card("Ogre", 1, 7)

BLOCKS = {
    KAEDE: Player(3, 3, 1),
    STRONG: Player(2, 3, 1, strike_bonus=1, resist_bonus=1),
    HURT: Player(5, 4, 2, damage=1, wounds=1, other_wounds=1),
    CARRY: Player(3, 3, 1, carry=True),
    NOVICE: Player(1, 2),
    WOLF: Opponent(0, 6),
    DRAGON: Opponent(2, 9),
    OGRE: Opponent(1, 7),
}
duel = partial(Duel, fight=Fight, blocks=BLOCKS)
DUELS = [
    duel("one against one", [KAEDE], [WOLF]),
    duel("rank against bonuses", [STRONG], [OGRE]),
    duel("harm already taken", [HURT], [OGRE]),
    duel("a table that carries over", [CARRY], [DRAGON]),
    duel("the unable", [NOVICE], [WOLF]),
    duel("two characters", [KAEDE], [STRONG]),
    duel("one against three", [HURT.replace("Hurt", "Lone")], [WOLF, OGRE, WOLF.replace("Wolf", "Cub")]),
    duel("three against one", [NOVICE, KAEDE, CARRY], [DRAGON]),
    duel("two against two", [KAEDE, STRONG], [WOLF, OGRE]),
]
