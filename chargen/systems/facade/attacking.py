"""The attacks and defences that a character has in a fight, untrained ones among them."""

from collections.abc import Iterator
from dataclasses import dataclass

from chargen.core.names import fold
from chargen.systems.facade import armory
from chargen.systems.facade.character import Attack, Character
from chargen.systems.facade.rules import Rules


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack with what it is rolled with."""

    arm: armory.Arm
    trait: int
    """Its trait total, less what wounds take off."""
    skill: str
    """The skill it is rolled with; empty where it is untrained."""


def strikes(character: Character) -> tuple[Strike, ...]:
    """Everything the character can attack with: the weapons in hand, then unarmed attacks."""
    hurt = character.wound_penalties
    return tuple(_strikes((*character.attacks, *character.unarmed), hurt["all"] + hurt["arms"]))


def _strikes(attacks: tuple[Attack, ...], penalty: int) -> Iterator[Strike]:
    for each in attacks:
        if each.arm.usable:
            yield Strike(each.arm, max(each.total.value - penalty, 0), each.skill.name if each.skill else "")


def usable(character: Character) -> Iterator[tuple[Attack, int]]:
    """Every attack that the character has the Strength for, with its trait total unhurt."""
    for each in (*character.attacks, *character.unarmed):
        if each.arm.usable:
            yield each, each.total.value


@dataclass(frozen=True, slots=True)
class Ward:
    """A defence against an attack."""

    name: str
    trait: int
    """Its trait total, unhurt."""
    limb: str
    """What it is done with, arms or legs."""


BY_HAND = {"parry", "block"}
"""Defences with what is in one's hands: they do not help against what is shot or thrown, nor what cannot be parried."""
BLOCKS = "block"
"""The one of these that helps whoever has a shield against what is shot or thrown (ours)."""


def wards(character: Character, arm: armory.Arm, rules: Rules) -> Iterator[Ward]:
    """Everything that the character may meet an attack with; untrained, it is a dodge.

    What is there counts: Athletics where Dodge is missing, and bare Agility where both are.
    """
    dodge = character.named["dodge"]
    yield Ward(dodge.name if dodge.name != dodge.attribute else "untrained dodge", dodge.value, "legs")
    shielded = any("parry" in piece.covers for piece in character.armor)
    kinds = set(map(fold, rules.defense_skills))
    for each in character.defenses:
        ways = {word for step in each.path[1:] for word in fold(step).split()} & kinds
        by_hand = ways <= BY_HAND
        barred = arm.unparried or (arm.ranged and not (shielded and BLOCKS in ways))
        if each.total is not None and not (by_hand and barred):
            yield Ward(each.name, each.total.value, "arms" if by_hand else "legs")
