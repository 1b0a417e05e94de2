"""The sheet's weapons, unarmed attacks, defences and armour."""

from chargen.core.sheet import Cell, Chance, Label, Table
from chargen.systems.facade import odds
from chargen.systems.facade.character import (
    Attack,
    Character,
)
from chargen.systems.facade.columns import column
from chargen.systems.facade.rules import Rules


def weapons(character: Character, rules: Rules) -> Table | None:
    if not character.attacks:
        return None
    target = rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for each in character.attacks:
        arm, trait = each.arm, each.total.value
        rows.append(
            (
                Label(arm.name, _with(each)),
                arm.damage,
                str(trait),
                odds.roll_text(trait),
                Chance(odds.chance(trait, target), bar=True, help=odds.asked(trait, target)),
                "—" if arm.wanted is None else f"{arm.wanted}" + (f", +{arm.extra_strain}" if arm.extra_strain else ""),
                "—" if arm.minimum is None else str(arm.minimum) + ("" if arm.usable else " !"),
                arm.reach,
            )
        )
    return Table(
        name="weapons",
        title="Weapons",
        columns=(
            column("", 24, left=True),
            column("Damage", 9, big=True),
            column("Trait", 7, big=True),
            column("Dice", 13, left=True),
            column(f"Hits Action {target}", 23, f"chance to hit a defender whose Action is {target}", left=True),
            column("Str", 8, "the Strength it wants, and the Strain that every attack costs"),
            column("Min", 6, "the least Strength that can use it"),
            column("Reach", 9, left=True),
        ),
        rows=tuple(rows),
        caption=_heavy(character),
    )


def _heavy(character: Character) -> str:
    """What the first weapon that is too heavy costs, in words."""
    heavy = next((each.arm for each in character.attacks if each.arm.extra_strain), None)
    if heavy is None:
        return ""
    cost = f"{heavy.wanted}, +{heavy.extra_strain}"
    return f"Str {cost}: it wants Strength {heavy.wanted}; every attack costs {heavy.extra_strain} Strain more (ours)."


def _with(attack: Attack) -> str:
    return ", ".join(filter(None, [attack.with_what, attack.arm.remark]))


def unarmed(character: Character, rules: Rules) -> Table:
    target = rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for each in character.unarmed:
        trait = each.total.value
        rows.append(
            (
                each.arm.name,
                "target" if each.arm.amount is None else each.arm.damage,
                str(trait),
                Chance(odds.chance(trait, target)),
            )
        )
    return Table(
        name="unarmed",
        title="Unarmed",
        place="side",
        columns=(
            column("", 46, left=True),
            column("Dam.", 18),
            column("Trait", 16),
            column(f"Hits {target}", 20, f"chance to hit a defender whose Action is {target}"),
        ),
        rows=tuple(rows),
        caption=". ".join(f"{each.arm.name}: {each.arm.remark}" for each in character.unarmed if each.arm.remark),
    )


def defenses(character: Character) -> Table:
    rows: list[tuple[Cell, ...]] = [("Action, as worn", str(character.initiative_in_armor), "")]
    rows += [
        (each.name, str(each.total.value), odds.roll_text(each.total.value))
        for each in character.defenses
        if each.total is not None
    ]
    return Table(
        name="defenses",
        title="Defence",
        place="side",
        columns=(column("", 46, left=True), column("Trait", 16), column("Dice", 38, left=True)),
        rows=tuple(rows),
    )


def armor(character: Character) -> Table | None:
    if not character.armor:
        return None
    rows: list[tuple[Cell, ...]] = []
    for piece in character.armor:
        remark = piece.remark + (f", {piece.strain} Strain more" if piece.strain else "")
        covers = ", ".join(piece.covers)
        rows.append(
            (
                Label(piece.name, ". ".join(filter(None, [covers, remark]))),
                piece.protects,
                "—" if piece.reduction is None else str(piece.reduction),
            )
        )
    return Table(
        name="armor",
        title="Armour",
        place="side",
        columns=(column("", 54, left=True), column("Stops", 30), column("Red.", 16)),
        rows=tuple(rows),
    )
