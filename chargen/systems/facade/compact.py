"""The GM's compact version of a character, for half a page: what is needed to play somebody for an evening."""

from chargen.core.sheet import Block, Box, Cell, Chance, Column, Facts, Label, Sheet, Table, Track
from chargen.systems.facade import odds
from chargen.systems.facade.character import KINDS, Character
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.sheet import foot

MOST_SKILLS = 8
"""So many of the best skills are shown (ours)."""


def compact(character: Character, rules: Rules) -> Sheet:
    """The compact sheet of a character."""
    blocks: list[Block] = [_rolls(character, rules), *(_health(kind, character) for kind in KINDS), _facts(character)]
    return Sheet(
        system="facade",
        system_title="Façade",
        name=character.name,
        concept=character.concept,
        highlights=(
            *(
                (each.name.capitalize(), str(each.value), odds.roll_text(each.value))
                for each in character.category_totals
            ),
            ("Initiative", str(character.initiative_in_armor), "and to be hit"),
        ),
        blocks=tuple(blocks),
        foot=foot(character),
    )


def _rolls(character: Character, rules: Rules) -> Table:
    """Attacks first, then the best skills."""
    target = rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    fighting = set()
    for attack in character.chief_attacks:
        trait = attack.total.value
        if attack.skill is not None:
            fighting.add(attack.skill.path)
        strain = f"{attack.arm.extra_strain} Strain more" if attack.arm.extra_strain else attack.arm.reach
        remark = ", ".join(filter(None, [strain, "" if attack.skill else "untrained"]))
        rows.append(
            (
                Label(attack.arm.name, remark),
                attack.arm.damage,
                str(trait),
                odds.roll_text(trait),
                Chance(odds.chance(trait, target)),
            )
        )
    rest = [each for each in character.specialties if each.total is not None and each.path not in fighting]
    best = sorted(rest, key=lambda each: -(each.total.value if each.total else 0))[:MOST_SKILLS]
    rows += [
        (
            each.name,
            "",
            str(each.total.value),
            odds.roll_text(each.total.value),
            Chance(odds.chance(each.total.value, target)),
        )
        for each in best
        if each.total is not None
    ]
    return Table(
        name="rolls",
        title="Rolls",
        place="main",
        columns=(
            Column(heading="", width=42),
            Column(heading="Damage", width=14),
            Column(heading="Trait", width=10, align="right"),
            Column(heading="Dice", width=20),
            Column(heading=f"vs {target}", width=14, align="right", help=f"chance against difficulty {target}"),
        ),
        rows=tuple(rows),
    )


def _health(kind: str, character: Character) -> Track:
    levels = character.health[kind]
    drops = "full: out of the fight, by the GM" if kind == "deadly" else ""
    return Track(
        name=f"health-{kind}",
        title=f"{kind.capitalize()} {levels}",
        place="side",
        boxes=tuple(Box() for _ in range(levels)),
        caption=drops,
    )


def _facts(character: Character) -> Facts:
    pools = [
        (
            pool.name.capitalize(),
            f"{pool.threshold} / {pool.double}" + (f" / {pool.with_will}" if pool.with_will else ""),
        )
        for pool in character.limit_pools
    ]
    defenses = [
        (each.name, f"{each.total.value} ({odds.roll_text(each.total.value)})")
        for each in character.defenses
        if each.total is not None
    ]
    armor = [(piece.name, f"{piece.protects}, {'/'.join(piece.covers)}") for piece in character.armor]
    sprint = [("Sprint", f"{character.running.feet_per_second} ft a second")]
    return Facts(name="numbers", title="Numbers", place="side", facts=(*defenses, *armor, *pools, *sprint))
