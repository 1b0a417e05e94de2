"""The 5+ system: compare `chargen encounter` with rolled dice."""

from pathlib import Path

import pytest

from tests.fights.by_hand.five_plus import Fight, Opponent, Player
from tests.fights.by_hand.referee import Duel, judged
from tests.scale import some


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


KAEDE, KAEDE_BLOCK = player("Kaede", "Sword: '3:1', Improvise: 2", "Physical: '0/3:1'"), Player(3, 3, 1)
STRONG = player(
    "Strong",
    "Sword: '2:1', Sneak: 4",
    "Physical: '0/3:1', Mind: 2",
    "traits: [{name: Strong, effect: Hits hard, bonus: {Sword: 1}}, "
    "{name: Tough, effect: Bears it, bonus: {Physical: 1}}]",
)
STRONG_BLOCK = Player(2, 3, 1, strike_bonus=1, resist_bonus=1)
HURT = player(  # a box and a wound of the body, and a wound of the mind: all rolls are 2 lower
    "Hurt",
    "Sword: '5:2'",
    "Physical: {level: 4, tier: 2, damage: 1, wounds: 1}, Mind: {level: 2, tier: 1, wounds: 1}",
)
HURT_BLOCK = Player(5, 4, 2, damage=1, wounds=1, other_wounds=1)
CARRY = KAEDE.replace("Kaede", "Carry") + "rules: {overflow: carry}\n"
CARRY_BLOCK = Player(3, 3, 1, carry=True)
NOVICE, NOVICE_BLOCK = player("Novice", "Improvise: '1:0'", "Physical: '0/2:0'"), Player(1, 2)
WOLF, WOLF_BLOCK = card("Wolf", 0, 6), Opponent(0, 6)
DRAGON, DRAGON_BLOCK = card("Dragon", 2, 9), Opponent(2, 9)
OGRE, OGRE_BLOCK = card("Ogre", 1, 7), Opponent(1, 7)

DUELS = [
    Duel("one against one", (KAEDE,), (WOLF,), lambda seed: Fight([KAEDE_BLOCK], [WOLF_BLOCK], seed)),
    Duel("rank against bonuses", (STRONG,), (OGRE,), lambda seed: Fight([STRONG_BLOCK], [OGRE_BLOCK], seed)),
    Duel("harm already taken", (HURT,), (OGRE,), lambda seed: Fight([HURT_BLOCK], [OGRE_BLOCK], seed)),
    Duel("a table that carries over", (CARRY,), (DRAGON,), lambda seed: Fight([CARRY_BLOCK], [DRAGON_BLOCK], seed)),
    Duel("the unable", (NOVICE,), (WOLF,), lambda seed: Fight([NOVICE_BLOCK], [WOLF_BLOCK], seed)),
    Duel("two characters", (KAEDE,), (STRONG,), lambda seed: Fight([KAEDE_BLOCK], [STRONG_BLOCK], seed)),
    Duel(
        "one against three",
        (HURT.replace("Hurt", "Lone"),),
        (WOLF, OGRE, WOLF.replace("Wolf", "Cub")),
        lambda seed: Fight([HURT_BLOCK], [WOLF_BLOCK, OGRE_BLOCK, WOLF_BLOCK], seed),
    ),
    Duel(
        "three against one",
        (NOVICE, KAEDE, CARRY),
        (DRAGON,),
        lambda seed: Fight([NOVICE_BLOCK, KAEDE_BLOCK, CARRY_BLOCK], [DRAGON_BLOCK], seed),
    ),
    Duel(
        "two against two",
        (KAEDE, STRONG),
        (WOLF, OGRE),
        lambda seed: Fight([KAEDE_BLOCK, STRONG_BLOCK], [WOLF_BLOCK, OGRE_BLOCK], seed),
    ),
]


@pytest.mark.parametrize("duel", some(DUELS, 5), ids=str)
def test_the_dice_agree(duel: Duel, tmp_path: Path) -> None:
    """Chances of blows and ends, mean harm and rounds lie within three standard errors of 100,000 runs."""
    verdict = judged(duel, tmp_path)
    assert not verdict.differs
    assert verdict.compared >= 14
