"""The rules of attributes and modifiers: one function, one rule, one code."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chargen.core.diagnostic import Diagnostic, Path, error, warning
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import signed
from chargen.systems.facade import attributes, costs, skills
from chargen.systems.facade.concept import Concept, Modifier
from chargen.systems.facade.reckoning import (
    values,
)
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.skill_rules import several_skills


def _attribute_path(name: str) -> Path:
    return ("attributes", attributes.CATEGORY_OF[name], name)


def attribute_range(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Every attribute is from 0 to 6.

    A table that plays beyond the human scale adds prices to `attribute_costs`.

    Source: Façade 0.1, part 2, Category and Specific Attributes (FAC-a5, ruling FAC-Q41)
    """
    for name, value in values(concept.attributes).items():
        if value is not None and not 0 <= value <= rules.highest_attribute:
            near = costs.clamped(value, rules.highest_attribute)
            yield error(
                f"`{name}` goes from 0 to {rules.highest_attribute}; found {value}",
                *_attribute_path(name),
                hint=f"write {near}: it costs {costs.attribute(near, rules)} AP",
            )


def superhuman(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """An attribute above 6 is beyond the human scale.

    Only a campaign that prices higher attributes has any.

    Source: Façade 0.1, part 2, Category and Specific Attributes (ruling FAC-Q41)
    """
    for name, value in values(concept.attributes).items():
        if value is not None and rules.human_maximum < value <= rules.highest_attribute:
            yield warning(f"`{name}` {value} is beyond the human scale of 0 to 6", *_attribute_path(name))


def zero_attributes(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """An attribute of 0 is a terrible illness or the like: active contests with it fail by themselves.

    Source: Façade 0.1, part 2, Category and Specific Attributes (FAC-a5, FAC-d9, ruling FAC-Q3)
    """
    for name, value in values(concept.attributes).items():
        if value == 0:
            yield warning(
                f"`{name}` 0 fails every active contest, whatever the skill",
                *_attribute_path(name),
                hint="1 costs a single AP",
            )


def modifier_levels(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A modifier is of level 1 to 6, or −1 to −6 where it hinders.

    Source: Façade 0.1, part 5, Attributes (FAC-a7, FAC-a8, FAC-a10)
    """
    for index, modifier in enumerate(concept.modifiers):
        for finding in modifier_level(modifier, rules):
            yield error(finding, "modifiers", index, "level", hint=_MODIFIER_HINT)


_MODIFIER_HINT = "1 to 6 costs AP, −1 to −6 gives them back"


def modifier_level(modifier: Modifier, rules: Rules) -> Iterator[str]:
    """What is wrong with a modifier's level."""
    highest = len(rules.modifier_costs.get(modifier.cost or "", (0,) * 7)) - 1
    if modifier.level is not None and not 1 <= abs(modifier.level) <= highest:
        yield f"a modifier goes from 1 to {highest}, or from −1 to −{highest}; found {signed(modifier.level)}"


def bonus_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """What a modifier's `bonus` changes is a limit pool, an attribute, a category or a skill of the character.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7, FAC-b6); chargen's concept format
    """
    tree = skills.tree(concept.skills)
    for index, modifier in enumerate(concept.modifiers):
        for finding in bonus_subjects(modifier, tree):
            yield replace(finding, path=("modifiers", index, *finding.path))


def bonus_subjects(modifier: Modifier, tree: skills.Tree) -> Iterator[Diagnostic]:
    """What a modifier's bonus names that is not there, with paths from the modifier."""
    for name in modifier.bonus:
        places = skills.found(name, tree)
        if fold(name) in bonus_targets() or len(places) == 1:
            continue
        if places:
            yield several_skills(name, places, "bonus", name, key=True)
        else:
            known = [*bonus_targets(), *(each[-1] for each in tree)]
            yield error(
                f"`{name}` is no limit pool, attribute, category or skill of this character",
                "bonus",
                name,
                key=True,
                hint=did_you_mean(name, known, "a bonus needs no number: leave it out and tell it in `effect`"),
            )


def bonus_worth(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A modifier's `bonus` has the sign of its level, is no larger than it, and helps one thing.

    What helps more, or in more ways, has a higher value in the text, and so a dearer class or a higher level.

    Source: Façade 0.1, part 2, Modifiers (FAC-a7)
    """
    for index, modifier in enumerate(concept.modifiers):
        for finding in bonus_findings(modifier, rules):
            yield replace(finding, path=("modifiers", index, *finding.path))


def bonus_findings(modifier: Modifier, rules: Rules) -> Iterator[Diagnostic]:
    """What a modifier's bonus does beyond its level, with paths from the modifier."""
    level = modifier.level
    if not level:
        return
    for name, amount in modifier.bonus.items():
        if amount * level < 0:
            what = "hinders and its bonus helps" if level < 0 else "helps and its bonus hinders"
            hint = f"write a bonus from {signed(level)} to 0, or tell it in `effect`"
            yield warning(f"`{modifier.name}` {signed(level)} {what}: {signed(amount)}", "bonus", name, hint=hint)
        elif abs(level) < abs(amount) <= rules.large_bonus:
            message = f"`{modifier.name}` is of level {signed(level)}, and its bonus is {signed(amount)}"
            yield warning(message, "bonus", name, hint=f"at most its level: {signed(level)}")
    helped = [name for name, amount in modifier.bonus.items() if amount > 0]
    if len(helped) > 1:
        things = listing(f"`{name}`" for name in helped)
        yield warning(
            f"the bonus of `{modifier.name}` helps {things}; a modifier's helps one thing",
            "bonus",
            key=True,
            hint="what affects several is of higher value: make it several modifiers, or have the GM waive this",
        )


def bonus_targets() -> tuple[str, ...]:
    """Everything but skills that a bonus may change."""
    return (*attributes.LIMIT_POOLS.values(), *attributes.ATTRIBUTES, *attributes.CATEGORIES)


def large_bonus(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A modifier hardly ever adds or takes more than 6.

    Source: Façade 0.1, part 2, Modifiers (FAC-a10)
    """
    for index, modifier in enumerate(concept.modifiers):
        for name, amount in modifier.bonus.items():
            if abs(amount) > rules.large_bonus:
                yield warning(
                    f"{signed(amount)} is more than modifiers add or take, which is {rules.large_bonus} at most",
                    "modifiers",
                    index,
                    "bonus",
                    name,
                )
