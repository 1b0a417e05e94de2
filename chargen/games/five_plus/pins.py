"""What is pinned of a stranger: what it asks for besides, and what no lawful character can have."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chargen.core.diagnostic import KeyPath
from chargen.core.names import fold
from chargen.core.npc import Infeasible, refuse
from chargen.games.five_plus import creation
from chargen.games.five_plus.advancement import Slot
from chargen.games.five_plus.concept import ALL, Concept
from chargen.games.five_plus.drafts import Draft, due, pinned_draft
from chargen.games.five_plus.rules import LAST_FACE, Rules
from chargen.games.five_plus.words import Words

PHYSICAL = "Physical"
"""The resistance that every stranger has (ours; the text calls it the most obvious one)."""
_MARKED, _WOUNDS = " marked", " wounds"

_RULES = (
    creation.levels,
    creation.random_levels,
    creation.tier_maximum,
    creation.one_open_tier,
    creation.next_tier,
    creation.no_double_reaches,
    creation.slash_notation,
    creation.names,
    creation.effects,
    creation.damage_within_level,
    creation.incapacitated,
    creation.budget,
    creation.switched_off,
    creation.large_bonus,
    creation.worn_out,
    creation.groups,
)
"""The rules that can be asked of the pins alone; what the others want is drawn so that they are content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A skill or resistance that the pins speak of, so that it must be there."""

    name: str
    path: KeyPath
    """The pin that speaks of it."""
    section: str = ""
    """``skills`` or ``resistances``; empty where either will do."""
    tier: int | None = None
    marked: bool = False
    damage: int = 0


def drafts(pinned: Concept, given: Mapping[str, Any], words: Words, rules: Rules) -> list[Draft]:
    """Drafts of the skills and resistances that are pinned, and of those that other pins ask for."""
    needs = list(_needs(pinned, words))
    raw = {section: given.get(section) or {} for section in ("skills", "resistances")}
    made = {
        slot: pinned_draft(slot, each, raw[slot[0]].get(slot[1]), rules, _damage(slot[1], needs))
        for slot, each in pinned.levelled()
    }
    for need in needs:
        if fold(need.name) in ("", ALL):
            raise Infeasible(need.path, f"`{need.name}` cannot be the name of a skill or a resistance")
        known = [slot for slot in made if fold(slot[1]) == fold(need.name) and need.section in ("", slot[0])]
        if not known:
            section = need.section or _likely(need.name, words)
            made[section, need.name] = _needed(section, need, needs, rules)
    return list(made.values())


def _likely(name: str, words: Words) -> str:
    """Whether a name is rather a resistance's or a skill's."""
    return "resistances" if fold(name) in map(fold, (PHYSICAL, *words.resistances)) else "skills"


def _damage(name: str, needs: Iterable[Need]) -> int:
    return max((each.damage for each in needs if fold(each.name) == fold(name)), default=0)


def _needed(section: str, need: Need, needs: Iterable[Need], rules: Rules) -> Draft:
    alike = [each for each in needs if fold(each.name) == fold(need.name)]
    tier = max((each.tier for each in alike if each.tier is not None), default=0)
    marked = any(each.marked for each in alike)
    higher = rules.tiers and tier > rules.tier
    stated: dict[str, object] = {**({"tier": tier} if higher else {}), **({"marked": True} if marked else {})}
    return Draft(
        section=section,
        name=need.name,
        tier=tier if higher else rules.tier if rules.tiers else 0,
        least=_damage(need.name, alike),
        marked=marked,
        stated=stated,
        path=need.path,
    )


def _needs(pinned: Concept, words: Words) -> Iterator[Need]:
    """What bonuses, abilities, equipment, the ledger and the pencil marks speak of."""
    for need in (*_bonuses(pinned), *_abilities(pinned), *_ledger(pinned)):
        if not any(line.add is not None and fold(line.add) == fold(need.name) for line in pinned.advancement):
            yield need
    for index, gear in enumerate(pinned.equipment):
        if gear.skill is not None:
            yield Need(name=gear.skill, path=("equipment", index, "skill"), tier=gear.tier)
    yield from _tracked(pinned, words)


def _bonuses(pinned: Concept) -> Iterator[Need]:
    for path, bonus in creation.bonuses(pinned):
        yield from (Need(name=name, path=(*path, "bonus", name)) for name in bonus if fold(name) != ALL)


def _abilities(pinned: Concept) -> Iterator[Need]:
    for index, each in enumerate(pinned.abilities):
        if each.skill is not None:
            yield Need(name=each.skill, path=("abilities", index, "skill"), tier=each.tier)
        for name in each.cost:
            yield Need(name=name, path=("abilities", index, "cost", name), section="resistances")


def _ledger(pinned: Concept) -> Iterator[Need]:
    for index, line in enumerate(pinned.advancement):
        path = ("advancement", index)
        if line.rolled is not None:
            yield Need(name=line.rolled, path=(*path, "rolled"))
        if line.raise_ is not None:
            yield Need(name=line.raise_, path=(*path, "raise"))
        for place, name in enumerate(line.practice):
            yield Need(name=name, path=(*path, "practice", place), marked=True)


def _tracked(pinned: Concept, words: Words) -> Iterator[Need]:
    """What pencil marks of damage, wounds and learning, and stated resistances, belong to, where it can be drawn.

    What is neither pinned nor among the words is asked for in vain: it has no boxes.
    """
    skills = {fold(name) for names in words.skills.values() for name in names} | set(map(fold, pinned.skills))
    resistances = {fold(name) for name in (PHYSICAL, *words.resistances, *pinned.resistances)}
    for tracker, value in pinned.state.items():
        folded, path = fold(tracker), ("state", tracker)
        marks = value if isinstance(value, int) and value <= LAST_FACE else 0  # more than that fits nobody
        if folded in resistances:
            yield Need(name=tracker, path=path, section="resistances", damage=marks)
        elif folded.endswith(_WOUNDS) and folded.removesuffix(_WOUNDS) in resistances:
            tier = marks - 1 if marks > 1 else None
            yield Need(name=tracker[: -len(_WOUNDS)], path=path, section="resistances", tier=tier)
        elif folded.endswith(_MARKED) and folded.removesuffix(_MARKED) in skills | resistances:
            yield Need(name=tracker[: -len(_MARKED)], path=path)
    for name in pinned.stated:
        if fold(name) in resistances:
            yield Need(name=name, path=("stated", name), section="resistances")


def judge(pinned: Concept, found: Iterable[Draft], rules: Rules) -> None:
    """Raise `Infeasible` for a pin that no lawful character can have, levels that were found for it included."""
    levels = {each.slot: each for each in found}
    whole = _filled(pinned, levels)
    for rule in _RULES:
        findings = rule(whole, rules)
        if rule is creation.groups:  # groups that nobody is in yet are drawn
            findings = (each for each in findings if each.path[-1:] == ("group",))
        refuse(findings)
    for each in levels.values():
        low, high = each.lowest(rules.creation, rules), each.highest(rules)
        if low > high and each.slot not in dict(pinned.levelled()):
            message = f"`{each.name}` needs level {low} at least, and tier {each.tier} has room to learn up to {high}"
            raise Infeasible(each.path or ("rules", "tier"), message, "pin less of it, or its level and tier as well")
    if rules.creation == "points" and rules.points is not None and (cost := due(levels.values(), rules)) > rules.points:
        message = f"what is pinned needs levels for {cost} points, and there are {rules.points}"
        raise Infeasible(("rules", "points"), message, f"pin less, or `points: {cost}`")


def _filled(pinned: Concept, levels: Mapping[Slot, Draft]) -> Concept:
    """The pins, with the levels that were found for what was pinned without one."""
    changes: dict[str, dict[str, Any]] = {"skills": dict(pinned.skills), "resistances": dict(pinned.resistances)}
    for section, name in (slot for slot, _ in pinned.levelled() if not levels[slot].is_fixed):
        changes[section][name] = levels[section, name].filled(changes[section][name])
    return pinned.model_copy(update=changes)
