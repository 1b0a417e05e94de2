"""The rules of skills, bought standard or cascade."""

from collections.abc import Iterable

from chargen.core.diagnostic import Diagnostic, error, note, warning
from chargen.core.names import listing
from chargen.systems.facade import costs, skills
from chargen.systems.facade.concept import Concept
from chargen.systems.facade.rules import Rules


def skill_levels(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Every broad skill, focus and specialty is of level 0 to 4, in whole levels.

    Source: Façade 0.1, part 2, Skills (FAC-a11)
    """
    if rules.cascade:
        return
    for path, branch in skills.tree(concept.skills).items():
        if branch.level is not None and not _is_level(branch.level):
            where = () if branch.bare else ("level",)
            yield error(
                f"a {_height(branch)} is of level 0 to {skills.HIGHEST}, whole; found {_number(branch.level)}",
                "skills",
                *path,
                *where,
                hint=f"write {costs.clamped(int(branch.level), skills.HIGHEST)}",
            )


def _is_level(level: float) -> bool:
    return level == int(level) and 0 <= level <= skills.HIGHEST


def _height(branch: skills.Branch) -> str:
    return {"broad": "broad skill", "focus": "focus", "specialty": "specialty"}[branch.height]


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def specialties_only(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Bought cascade, SP go into specialties only; focus and broad skills rise from them.

    Source: Façade 0.1, part 5, Skills (FAC-a13, ruling FAC-Q10)
    """
    if not rules.cascade:
        return
    for path, branch in skills.tree(concept.skills).items():
        if branch.height != "specialty" and skills.written_points(branch) is not None:
            where = () if branch.bare else ("points",)
            inner = "{Dodge: {Roll: 5}}" if branch.height == "broad" else "{Roll: 5}"
            yield error(
                f"`{branch.name}` is a {_height(branch)}; SP go into specialties",
                "skills",
                *path,
                *where,
                hint=f"name a specialty inside it, as in {inner}",
            )


def skill_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Bought cascade, a specialty holds 0 to 5 SP, in steps of a half.

    Source: Façade 0.1, part 5, Skills (FAC-a13, ruling FAC-Q10)
    """
    if not rules.cascade:
        return
    most = rules.cascade_skill_costs.specialty[-1] if rules.cascade_skill_costs.specialty else 0
    for path, branch in skills.tree(concept.skills).items():
        stated = skills.written_points(branch)
        if branch.height != "specialty" or stated is None:
            continue
        if not 0 <= stated <= most or stated * 2 != int(stated * 2):
            where = () if branch.bare else ("points",)
            yield error(
                f"a specialty holds 0 to {_number(most)} SP, in steps of ½; found {_number(stated)}",
                "skills",
                *path,
                *where,
                hint=f"write {_number(float(skills.points(branch, rules)))}",
            )


def wasted_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Under a mastered focus a specialty is of level 4 for 3 SP: more do nothing for it.

    They still count for the focus and the broad skill; in another specialty of that focus they would do both. Where
    all of these are of level 4 too, there is nowhere to move them: three specialties of 5 SP master a focus.

    Source: Façade 0.1, part 5, Skills (FAC-a15, ruling FAC-Q10)
    """
    if not rules.cascade:
        return
    tree = skills.tree(concept.skills)
    found = skills.levels(tree, rules)
    enough = rules.mastered_skill_costs.specialty[-1] if rules.mastered_skill_costs.specialty else 0
    for path, branch in tree.items():
        held = skills.points(branch, rules)
        if branch.height != "specialty" or found[path[:-1]] < skills.HIGHEST or held <= enough:
            continue
        others = [each for each in tree if len(each) == len(path) and each[:-1] == path[:-1]]
        better = next((each[-1] for each in others if found[each] < skills.HIGHEST), None)
        if better is not None:
            yield warning(
                f"`{path[-2]}` is mastered, so {_number(enough)} SP are enough for `{branch.name}`: "
                f"{_number(float(held) - enough)} do nothing for it",
                "skills",
                *path,
                hint=f"put them into `{better}`: there they count for its level as well",
            )


def several_skills(name: str, places: Iterable[skills.Path], *path: str | int, key: bool = False) -> Diagnostic:
    """A name that should mean one skill and means several."""
    hint = f"write {listing(map(skills.shown, places), 'or')}"
    return error(f"several skills are called `{name}`", *path, key=key, hint=hint)


def rolled_with(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A specialty is rolled with an attribute: its own, or the nearest above it.

    Where none is named the GM says which one fits, and no chances are worked out.

    Source: Façade 0.1, part 2, Skills (FAC-b3)
    """
    tree = skills.tree(concept.skills)
    bare = [path for path, branch in tree.items() if branch.height == "specialty" and not skills.attribute(path, tree)]
    if bare:
        few = listing(f"`{path[-1]}`" for path in bare[:3]) + (f" and {len(bare) - 3} more" if len(bare) > 3 else "")
        yield note(
            f"no attribute is named for {few}: their chances are not worked out",
            "skills",
            *bare[0],
            key=True,
            hint=f"name one at any height, as in {{{bare[0][0]}: {{attribute: agility, …}}}}",
        )
