"""What a character of Façade can do: attacks, defences, specialties from the best, and the senses."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from chargen.games.facade import odds
from chargen.games.facade.blocks import UNTRAINED_DODGE
from chargen.games.facade.character import Attack, Character, Total
from chargen.games.facade.fight import can_hit, damage_chances, find_strikes
from chargen.games.facade.rules import DEFENDERS_ACTION, MIDDLE_DIFFICULTY, STANDING_DIFFICULTIES
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.roll import signed

SENSES = ("perception", "will")
"""Attributes that are rolled by themselves now and then: to notice something, and to withstand it (house default)."""
AGAINST_ACTION = f"Action {DEFENDERS_ACTION}"


def actions(character: Character) -> Iterator[Action]:
    """Yield the best attack, defence and specialty, then the others of each from the best, then the senses.

    A specialty says more about someone with a spear than a punch does. Only attacks that can hit count, if any can.
    Attacks and defences are against an opponent of middling Action, the rest against the middle difficulty.
    """
    strikes = find_strikes(character)
    # Without any attack that can hit, one is still shown: the card says that it cannot.
    strikes = [strike for strike in strikes if can_hit(strike)] or strikes[:1]
    # A skill is shown once: as an attack, else as a defence, else as a specialty.
    used = {attack.skill.name for attack, _ in strikes if attack.skill}
    simple = character.rules.combat == "simple"
    remark = character.contest_remark
    attacks = [_attack(attack, trait, remark(attack.total), simple=simple) for attack, trait in strikes]
    parries = [(skill.name, total) for skill, total in character.defenses if skill.name not in used]
    if not character.defenses:
        parries = [(UNTRAINED_DODGE, character.named["dodge"])]
    used |= {name for name, _ in parries}
    traits = ((skill.name, character.trait(skill)) for skill in character.leaves)
    others = [(name, total) for name, total in traits if total is not None and name not in used]
    # A defence is an active contest: with an attribute of 0, it fails.
    defences = [
        _action(name, "defence", character.contest_trait(total), DEFENDERS_ACTION, AGAINST_ACTION, limits=remark(total))
        for name, total in _from_the_best(parries)
    ]
    specialties = [
        _action(name, "skill", total.value, MIDDLE_DIFFICULTY, limits=remark(total))
        for name, total in _from_the_best(others)
    ]
    yield from chain(attacks[:1], defences[:1], specialties[:1], attacks[1:], defences[1:], specialties[1:])
    for name in SENSES:
        trait = character.total(name).value
        yield replace(_action(name.capitalize(), "skill", trait, min(STANDING_DIFFICULTIES)), effect="untrained")


def _from_the_best(traits: Iterable[tuple[str, Total]]) -> list[tuple[str, Total]]:
    return sorted(traits, key=lambda trait: -trait[1].value)


def _attack(attack: Attack, trait: int, remark: str, *, simple: bool) -> Action:
    arm = attack.arm
    strain = f"{signed(arm.extra_strain)} Strain" if arm.extra_strain else ""
    limits = ", ".join(filter(None, (strain, "" if attack.skill else "untrained", remark)))
    return replace(
        _action(arm.name, "attack", trait, DEFENDERS_ACTION, AGAINST_ACTION, limits=limits),
        harm=ActionHarm.landed(arm.damage, damage_chances(arm, trait, DEFENDERS_ACTION, simple=simple)),
        reach=arm.reach,
        chance_of="hit",
        strike=attack,
    )


def _action(name: str, kind: Kind, trait: int, difficulty: int, against: str = "", *, limits: str = "") -> Action:
    rule = odds.dice_rule(trait, difficulty)
    return Action(
        name=name,
        kind=kind,
        rule=rule,
        against=against or f"difficulty {difficulty}",
        brief=f"{rule.text} ≥ {difficulty}" if rule.text else "no roll",
        limits=limits,
    )
