"""The rules of creation: one function, one rule, one code. Here those that concern several parts, and all in order."""

from collections.abc import Iterable, Iterator

from chargen.core.diagnostic import Diagnostic, Path, Related, error
from chargen.core.names import fold
from chargen.systems.facade import skills
from chargen.systems.facade.attribute_rules import (
    attribute_range,
    bonus_names,
    bonus_worth,
    large_bonus,
    modifier_levels,
    superhuman,
    zero_attributes,
)
from chargen.systems.facade.background_rules import age_needed, background_levels, background_parts, individual_price
from chargen.systems.facade.concept import SKILL_KEYS, Concept
from chargen.systems.facade.gear_rules import (
    armor,
    extra_strain,
    full_plate,
    overweight,
    weapon_skill,
    weapon_strength,
    weapons,
)
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.skill_rules import rolled_with, skill_levels, skill_points, specialties_only, wasted_points
from chargen.systems.facade.spending import budget, unspent


def names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Modifiers, backgrounds, and the skills of one parent have names of their own, whatever their case.

    The ledger speaks of them by name (the text says nothing of it: *ours*).

    Source: ruling FAC-Q11; chargen's concept format
    """
    modifiers = [each.name or "" for each in concept.modifiers]
    backgrounds = [each.name or "" for each in concept.backgrounds]
    for section, named in (("modifiers", modifiers), ("backgrounds", backgrounds)):
        yield from _doubled((name, (section, index, "name"), False) for index, name in enumerate(named))
    families: dict[skills.Path, list[tuple[str, Path, bool]]] = {}
    for path in skills.tree(concept.skills):
        families.setdefault(path[:-1], []).append((path[-1], ("skills", *path), True))
    for family in families.values():
        yield from _doubled(family)
    for path in skills.tree(concept.skills):
        if (key := fold(path[-1])) in SKILL_KEYS:
            written = ("skills", *path[:-1], key)
            yield error(
                f"`{path[-1]}` is the key `{key}` written twice, and no name of a skill",
                "skills",
                *path,
                key=True,
                related=(Related(path=written, message="the other one", key=True),),
                hint="keep one of the two",
            )
        if not path[-1].strip() or skills.PARTED in path[-1]:
            yield error(
                f"a skill needs a name without `{skills.PARTED}`",
                "skills",
                *path,
                key=True,
                hint="a nested skill stands inside its parent, as in {Swords: {level: 2, Rapier: 3}}",
            )


def _doubled(named: Iterable[tuple[str, Path, bool]]) -> Iterator[Diagnostic]:
    seen: dict[str, Path] = {}
    for name, path, key in named:
        if name and fold(name) in seen:
            first = Related(path=seen[fold(name)], message="the first one", key=key)
            yield error(f"`{name}` stands here twice", *path, key=key, related=(first,), hint="give one another name")
        seen.setdefault(fold(name), path)


def switched_off(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A key of a way of creation that is not in force is an error that names the switch.

    `points` on skills belongs to the cascade, `level` to the standard way; EP and BP budgets belong to the point
    buy, `weighted_points` to the pool buy. Background points are fixed or go by the age, and only in the point buy
    may what hinders give EP.

    Source: Façade 0.1, part 5 (FAC-a2, FAC-a2b, FAC-h1); chargen's concept format
    """
    for path, branch in skills.tree(concept.skills).items():
        if rules.cascade and branch.level is not None and not branch.bare:
            yield error(
                "`level` does not go with `skills: cascade`: there, SP are written on specialties",
                "skills",
                *path,
                "level",
                key=True,
                hint="write the SP that each specialty holds, or set `rules: {skills: standard}`",
            )
        if not rules.cascade and branch.points is not None:
            yield error(
                "`points` needs `rules: {skills: cascade}`; skills are bought standard here",
                "skills",
                *path,
                "points",
                key=True,
                hint="write `level` instead, or set the switch",
            )
    point_buy_only = ("background_points", "extra_points", "background_points_from")
    wrong = point_buy_only if rules.pool_bought else ("weighted_points",)
    other = "point-buy" if rules.pool_bought else "pool-buy"
    stated = concept.rules.model_fields_set
    for key in sorted(stated & set(wrong)):
        yield error(f"`{key}` needs `creation: {other}`; this is a {rules.creation}", "rules", key, key=True)
    if "negatives" in stated and rules.negatives == "extra-points" and rules.pool_bought:
        yield error(
            "`negatives: extra-points` needs `creation: point-buy`; in the pool buy what they give stays in its area",
            "rules",
            "negatives",
            key=True,
            hint="take it out, or buy by points",
        )
    by_age = rules.background_points_from
    fixed = "background_points" in stated and rules.background_points is not None
    if fixed and by_age != "fixed" and not rules.pool_bought:
        yield error(
            f"`background_points` needs `background_points_from: fixed`; here the age gives them, by {by_age}",
            "rules",
            "background_points",
            key=True,
            hint="keep one of the two",
        )


CREATION = (
    attribute_range,
    superhuman,
    zero_attributes,
    modifier_levels,
    names,
    bonus_names,
    bonus_worth,
    large_bonus,
    skill_levels,
    switched_off,
    specialties_only,
    skill_points,
    wasted_points,
    rolled_with,
    background_parts,
    individual_price,
    background_levels,
    age_needed,
    budget,
    unspent,
    overweight,
    weapons,
    weapon_skill,
    weapon_strength,
    extra_strain,
    armor,
    full_plate,
)
