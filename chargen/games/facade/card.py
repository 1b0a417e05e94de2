"""A Façade character on a card: what it attacks and defends with, what it does best, and what it takes."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from chargen.core.card import Card, CardRoll, CardTrack, Ladder, Number
from chargen.core.roll import signed
from chargen.games.facade import odds
from chargen.games.facade.body import LimitPool
from chargen.games.facade.character import Attack, Character
from chargen.games.facade.concept import Background, Modifier
from chargen.games.facade.fight import hurt, lowered
from chargen.games.facade.reference import ON_A_CARD, how
from chargen.games.facade.rules import BOOK, DEFENDERS_ACTION, MIDDLE_DIFFICULTY, STANDING_DIFFICULTIES
from chargen.games.facade.tables import Armor
from chargen.kit import cards

SENSES = ("perception", "will")
"""Attributes that are rolled by themselves now and then: to notice something, and to withstand it (house default)."""
STEPS = range(4, 23, 2)
"""The trait totals whose chances are on the back (house default)."""
HELD, THROWN = ", held", ", thrown"
"""What a weapon's name ends with that is used in both ways."""
TRACKS = ("deadly", "crushing", "bruising")
TIRING = ("strain", "fatigue")
"""The limit pools that a fight fills."""
ZONES = {"plain": "free", "double": "least difficulty", "dashed": "Will", "heavy": "fails"}
"""What the parts of a pool are called, by how their boxes are drawn."""


def card(character: Character) -> Card:
    """Return the character on a card."""
    rules = character.rules
    return cards.card(
        character,
        numbers=_numbers(character),
        rolls=_rolls(character),
        tracks=(*_health(character), *_pools(character)),
        notes=_notes(character),
        back=how(rules, ON_A_CARD),
        ladder=_ladder(MIDDLE_DIFFICULTY),
        foot=BOOK + (", simple combat" if rules.combat == "simple" else ""),
    )


def _numbers(character: Character) -> Iterator[Number]:
    """Yield Action as it is worn first, which is initiative and what attacks have to reach."""
    yield Number(label="Action", value=str(character.initiative_in_armor), below="to be hit")
    for total in character.category_totals:
        if total.name != "action":
            pool = character.pool(total.name)
            yield Number(label=total.name.capitalize(), value=str(total.value), below=pool.name)


def _rolls(character: Character) -> Iterator[CardRoll]:
    """Attacks and defences first, then the best specialties, then what any character may have to roll."""
    target = DEFENDERS_ACTION
    used = set()
    strikes = _strikes(character)
    able = [(attack, trait) for attack, trait in strikes if odds.chance(trait, target)]
    for attack, trait in able or strikes[:1]:
        used.add(attack.skill.name if attack.skill else "")
        yield _roll(attack.arm.name, trait, target, _deals(attack))
    for skill, total in sorted(character.defenses, key=lambda defense: -defense[1].value):
        if skill.name not in used:
            used.add(skill.name)
            yield _roll(skill.name, total.value, target, "defense")
    traits = ((skill.name, character.trait(skill)) for skill in character.leaves)
    others = [(name, total.value) for name, total in traits if total is not None and name not in used]
    for name, trait in sorted(others, key=lambda skill: -skill[1]):
        yield _roll(name, trait, MIDDLE_DIFFICULTY)
    for name in SENSES:
        yield _roll(name.capitalize(), character.total(name).value, min(STANDING_DIFFICULTIES), "untrained")


def _roll(label: str, trait: int, difficulty: int, note: str = "") -> CardRoll:
    what = f"{odds.roll_text(trait)} ≥ {difficulty}" if odds.dice(trait) else "no roll"
    return CardRoll(label=label, what=what, chance=odds.chance(trait, difficulty), note=note)


@lru_cache(64)
def _ladder(difficulty: int) -> Ladder:
    """Return the chance of each second trait total."""
    return cards.ladder(f"Trait, against {difficulty}", {str(trait): odds.chance(trait, difficulty) for trait in STEPS})


def _strikes(character: Character) -> list[tuple[Attack, int]]:
    """Weapons in hand, and unarmed attacks that were learned; a bare fist for who has neither. The best comes first.

    Each with its trait total, less what wounds take off.
    """
    target, form = DEFENDERS_ACTION, hurt(character)
    attacks = [
        (attack, lowered(attack.total.value, attack.arm.limb, form))
        for attack in character.chief_attacks
        if attack.arm.usable
    ]
    # Which one does most, about: its damage as often as it hits.
    return sorted(attacks, key=lambda strike: -odds.chance(strike[1], target) * (strike[0].arm.amount or 1))


def _deals(attack: Attack) -> str:
    arm = attack.arm
    strain = f"{signed(arm.extra_strain)} Strain" if arm.extra_strain else ""
    return ", ".join(filter(None, (arm.damage, arm.reach, strain, "" if attack.skill else "untrained")))


def _health(character: Character) -> Iterator[CardTrack]:
    for kind in TRACKS:
        yield cards.track(kind.capitalize(), character.health[kind], character.noted(kind))


def _pools(character: Character) -> Iterator[CardTrack]:
    for pool in character.limit_pools:
        if pool.name in TIRING:
            yield cards.track(pool.name.capitalize(), pool.boxes, character.noted(pool.name), _zones(pool))


def _zones(pool: LimitPool) -> Iterator[tuple[str, int]]:
    """Below the threshold, from there to its double, and from there as far as Will carries: as on the sheet."""
    for frame, levels in groupby(range(1, pool.boxes + 1), lambda level: pool.zone(level)[1]):
        yield ZONES[frame], len(tuple(levels))


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    yield "Trouble", _ties(character, liability=True)
    yield "Armor", "; ".join(map(_worn, character.armor))
    yield "Gear", "; ".join(filter(None, (*_idle(character), cards.format_equipment(character.equipment))))
    modifiers = [modifier for modifier, _ in character.modifiers]
    yield "Traits", "; ".join(_named(modifier, signed(modifier.level or 0)) for modifier in modifiers)
    yield "Backgrounds", _ties(character, liability=False)
    yield "Move", f"sprints {character.running.feet_per_second} ft a second"


def _ties(character: Character, *, liability: bool) -> str:
    ties = [background for background, *_ in character.backgrounds if background.liability is liability]
    return "; ".join(_named(tie, str(tie.level or "")) for tie in ties)


def _idle(character: Character) -> Iterable[str]:
    """Weapons that hit no one of middling Action, for want of a skill; each once, held or thrown."""
    target = DEFENDERS_ACTION
    weapons: dict[str, bool] = {}
    for attack, trait in _strikes(character):
        if not attack.arm.unarmed:
            name = attack.arm.name.removesuffix(HELD).removesuffix(THROWN)
            weapons[name] = weapons.get(name, False) or bool(odds.chance(trait, target))
    return (name for name, hits in weapons.items() if not hits)


def _worn(piece: Armor) -> str:
    reduction = f", Red. {piece.reduction}" if piece.reduction else ""
    return f"{piece.name} {piece.protects}{reduction}: {', '.join(piece.covers)}"


def _named(thing: Modifier | Background, level: str) -> str:
    return cards.format_entry(f"{thing.name} {level}".strip(), thing.effect)
