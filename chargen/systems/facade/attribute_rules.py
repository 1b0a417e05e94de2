"""The rules of attributes and modifiers: one function, one rule, one code."""

from collections.abc import Iterable, Iterator

from chargen.core.diagnostic import Diagnostic, Path, error, warning
from chargen.core.names import did_you_mean, fold
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
        for name in modifier.bonus:
            path = ("modifiers", index, "bonus", name)
            if fold(name) in bonus_targets() or len(skills.found(name, tree)) == 1:
                continue
            if places := skills.found(name, tree):
                yield several_skills(name, places, *path, key=True)
            else:
                known = [*bonus_targets(), *(each[-1] for each in tree)]
                yield error(
                    f"`{name}` is no limit pool, attribute, category or skill of this character",
                    *path,
                    key=True,
                    hint=did_you_mean(name, known, "a bonus needs no number: leave it out and tell it in `effect`"),
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
