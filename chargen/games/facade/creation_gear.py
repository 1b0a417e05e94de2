"""Check the rules of size, weapons and armour."""

from collections.abc import Iterable, Iterator

from chargen.games.facade import armory, body, skills
from chargen.games.facade.budget import attribute_values
from chargen.games.facade.concept import SKILL_KEYS, Armor, Concept, Weapon
from chargen.games.facade.rules import Rules
from chargen.games.facade.skills import several_skills
from chargen.kit.checks import find_unknown, reads, unknown
from chargen.schema.schema_error import written_near
from chargen.text.diagnostic import Diagnostic, error, note, warning
from chargen.text.names import closest, did_you_mean
from chargen.text.writing import scalar


def overweight(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a weight above the formula with Body: it increases loads, and is a constant load itself.

    Source: Façade 0.1, part 4, Strength and Carrying Capacity (FAC-a23, ruling FAC-Q28)
    """
    values = body.clamped_values(attribute_values(concept.attributes), rules)
    formula = body.weight(concept.frame, body.category_values(values)["body"])
    if concept.weight is not None and formula is not None and concept.weight > formula:
        yield warning(
            f"{concept.weight} lb is above the {formula} lb that follow from Body: "
            f"the other {concept.weight - formula} lb are a constant load",
            "weight",
        )


def weapons(weapon: Weapon, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Take a weapon from the tables, or state its damage, such as 2D.

    Source: Façade 0.1, part 3, Combat Equipment (FAC-f, FAC-b9)
    """
    if weapon.damage is not None:
        if armory.parse_damage(weapon.damage) is None:
            message = f"a damage is a number and B, C or D; found {weapon.damage}"
            yield error(message, *path, "damage", hint="as in 2D: two levels of Deadly damage")
    elif weapon.name and not weapon.unread("damage"):
        example = "add its damage: {name: {}, damage: 2D, strength: 2, reach: Med.}"
        yield from find_unknown([(path, weapon.name, False)], armory.weapon_table(rules), otherwise=example)


def lacks_skills(concept: Concept) -> bool:
    """Return whether names of skills could not be read; a number of a specialty has none inside."""
    heights = len(skills.HEIGHTS)
    return any(path[-1] not in SKILL_KEYS and len(path) <= heights for path in concept.unreadable_paths("skills"))


def weapon_skill(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require a skill for a weapon: the one under `skill`, or of its own name, or of its family, or Martial.

    Without such a skill the character is untrained and rolls Agility alone. The assignment of families
    is a house default, because the skill tree of the text is lost.

    Source: Façade 0.1, part 2, Skills, and part 3, Dramatic Combat (FAC-b9, FAC-d10, ruling FAC-Q11)
    """
    if lacks_skills(concept) or any(line.is_lost("add") for line in concept.advancement):
        return  # the skill may be among those that could not be read
    # A weapon may be bought before its skill: what the ledger adds counts, too.
    tree = _ever_learned(concept)
    for index, weapon in enumerate(concept.weapons):
        if not weapon.name or not armory.is_known(weapon, rules):
            continue
        names = [path[-1] for path in tree]
        if weapon.skill is not None:
            places = skills.find_paths(weapon.skill, tree)
            if len(places) > 1:
                yield several_skills(weapon.skill, places, "weapons", index, "skill")
            elif not places:
                hint = did_you_mean(weapon.skill, names, "name one, or leave `skill` out")
                message = f"`{weapon.skill}` is no skill of this character"
                fix = written_near(weapon.skill, names)
                yield error(message, "weapons", index, "skill", hint=hint, fix=fix)
        elif not armory.has_skill_for(weapon, tree, rules):
            near = closest(weapon.name, names)
            yield note(
                f"`{weapon.name}` is used untrained, with the bare Agility: no skill of this character fits it",
                "weapons",
                index,
                hint=f"if `{near}` is its skill, write {{name: {weapon.name}, skill: {near}}}"
                if near
                else f"learn Martial, or name a skill beside it, as in {{name: {weapon.name}, skill: …}}",
            )


def _ever_learned(concept: Concept) -> skills.Tree:
    """Return the skills at creation and the skills that the ledger adds."""
    tree = dict(skills.make_tree(concept.skills))
    for line in concept.advancement:
        path = skills.split_path(line.add) if line.add else ()
        for length in range(1, len(path) + 1):
            tree.setdefault(path[:length], skills.Branch(path[:length]))
    return tree


@reads("attributes.body.strength")
def weapon_strength(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Require the Strength in a weapon's Min column (house default: the text does not explain Min).

    Source: Façade 0.1, part 3, Combat Equipment (FAC-b9, ruling FAC-Q21)
    """
    for index, arm, strength in _carried(concept, rules):
        if not arm.usable:
            message = f"`{arm.name}` wants a Strength of {arm.minimum} at least; this character has {strength}"
            yield warning(message, "weapons", index)


@reads("attributes.body.strength")
def extra_strain(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Note the Strain of every attack with a weapon that needs more Strength (house default).

    Source: Façade 0.1, part 3, Combat Equipment (FAC-b9, ruling FAC-Q21)
    """
    for index, arm, _ in _carried(concept, rules):
        if arm.extra_strain and arm.usable:
            name, strain = concept.weapons[index].name, arm.extra_strain
            yield note(f"`{name}` wants Strength {arm.wants}: {strain} Strain more with every attack", "weapons", index)


def _carried(concept: Concept, rules: Rules) -> Iterator[tuple[int, armory.Arm, int]]:
    """Yield the weapons carried with their indexes and the Strength of the character."""
    strength = body.clamped_values(attribute_values(concept.attributes), rules)["strength"]
    heavier = armory.added_weapon_strength(armory.resolve_armor(piece, rules) for piece in concept.armor)
    for index, weapon in enumerate(concept.weapons):
        # Held and thrown need the same Strength, and one diagnostic is enough.
        for arm in armory.weapon_arms(weapon, strength, heavier, rules)[:1]:
            yield index, arm, strength


def armor(piece: Armor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Take armour from the table, or state its material or its protection, such as 2B/1C/1D.

    Source: Façade 0.1, part 3, Combat Equipment (FAC-b18, FAC-f)
    """
    if piece.material is not None and piece.protects is not None:
        message = "`material` and `protects` both say what it stops"
        yield error(message, *path, "protects", key=True, hint="keep one of the two")
    elif piece.material is not None:
        yield from find_unknown([((*path, "material"), piece.material, False)], armory.material_table(rules))
    elif piece.protects is not None:
        if armory.parse_protection(piece.protects) is None:
            message = f"protection is written by kind of damage; found {piece.protects}"
            yield error(message, *path, "protects", hint="as in 2B/1C/1D")
    elif piece.name and (table := armory.armor_table(rules)).find(piece.name) is None:
        name = scalar(piece.name)
        if material := armory.material_table(rules).find(piece.name):
            hint = f"it is a material: {{name: {name}, material: {material.name}, covers: [torso, arms]}}"
        else:
            example = f"add what it stops: {{name: {name}, protects: 2B/1C/1D, reduction: 1, covers: torso}}"
            hint = table.suggest(piece.name, otherwise=example)
        yield unknown(piece.name, table, *path, hint=hint)
    if piece.material and not armory.resolve_armor(piece, rules).covers:
        yield warning(
            f"`{piece.name}` covers nothing", *path, hint="say where it protects, as in covers: [torso, arms]"
        )


def full_plate(piece: Armor, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Use the table of worn armour for Full Plate, which stops 4 Deadly there and 5 by its material.

    The text does not show which number is the misprint.

    Source: Façade 0.1, part 3, Armor (ruling FAC-Q19)
    """
    if armory.is_full_plate(piece):
        yield note("Full Plate stops 4D here; its material, Thick Metal, is printed with 5D", *path)
