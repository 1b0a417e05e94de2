"""The attacks and defences that a character has in a fight, untrained ones among them."""

from collections.abc import Iterator
from dataclasses import dataclass

from chargen.systems.facade import armory
from chargen.systems.facade.character import Attack, Character

UNTRAINED = "agility"
"""The attribute that attacks and dodges are rolled with where there is no skill for them (FAC-d10)."""


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
    return tuple(_strikes((*character.attacks, *character.unarmed), character, hurt["all"] + hurt["arms"]))


def _strikes(attacks: tuple[Attack, ...], character: Character, penalty: int) -> Iterator[Strike]:
    bare = character.total(UNTRAINED).value
    for each in attacks:
        if not each.arm.usable:
            continue
        if each.skill is not None and each.skill.total is not None:
            yield Strike(each.arm, max(each.skill.total.value - penalty, 0), each.skill.name)
        else:
            yield Strike(each.arm, max(bare - penalty, 0), "")


def defense(character: Character) -> tuple[str, int]:
    """What the character wards off attacks with best: its name and trait total. Untrained, it is Agility."""
    hurt = character.wound_penalties["all"]
    known = [(each.name, each.total.value) for each in character.defenses if each.total is not None]
    name, value = max(known, key=lambda each: each[1], default=("", 0))
    bare = character.total(UNTRAINED).value
    return (name, max(value - hurt, 0)) if value >= bare else ("untrained", max(bare - hurt, 0))
