"""The attacks and defences that a character has in a fight, untrained ones among them."""

from collections.abc import Iterator
from dataclasses import dataclass

from chargen.systems.facade import armory
from chargen.systems.facade.character import Attack, Character


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


def defense(character: Character) -> tuple[str, int]:
    """What the character wards off attacks with best: its name and trait total. Untrained, it is a dodge.

    What is there counts: Athletics where Dodge is missing, and bare Agility where both are.
    """
    hurt = character.wound_penalties["all"]
    known = [(each.name, each.total.value) for each in character.defenses if each.total is not None]
    bare = character.named["dodge"]
    name, value = max([*known, (bare.name if bare.name != bare.attribute else "untrained", bare.value)], key=_value)
    return name, max(value - hurt, 0)


def _value(defense: tuple[str, int]) -> int:
    return defense[1]
