"""What is pinned of a stranger: whether it can be lawful at all, and how the rest is filled in around it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from chargen.core.diagnostic import Diagnostic, Path
from chargen.core.names import fold
from chargen.core.stranger import Unlawful, refuse
from chargen.systems.facade import (
    attribute_rules,
    attributes,
    background_rules,
    body,
    creation,
    gear_rules,
    skill_rules,
)
from chargen.systems.facade.concept import SKILL_KEYS, Concept
from chargen.systems.facade.reckoning import values
from chargen.systems.facade.rules import Rules

Rule = Callable[[Concept, Rules], Iterable[Diagnostic]]

RULES: Mapping[str, tuple[Rule, ...]] = {
    "rules": (creation.switched_off,),
    "attributes": (attribute_rules.attribute_range, attribute_rules.superhuman, attribute_rules.zero_attributes),
    "modifiers": (
        creation.names,
        attribute_rules.modifier_levels,
        attribute_rules.bonus_worth,
        attribute_rules.large_bonus,
    ),
    "skills": (
        creation.names,
        skill_rules.skill_levels,
        creation.switched_off,
        skill_rules.specialties_only,
        skill_rules.skill_points,
    ),
    "backgrounds": (creation.names, background_rules.background_levels),
    "weapons": (gear_rules.weapons,),
    "armor": (gear_rules.armor,),
}
"""By key, the rules that judge what is pinned there by itself."""
NEEDED: Mapping[str, tuple[str, ...]] = {
    "modifiers": ("name", "category", "cost"),
    "backgrounds": ("name", "class_", "kind"),
    "weapons": ("name",),
    "armor": ("name",),
    "equipment": ("name",),
}
"""What an entry of a pinned list must say, as nobody else knows."""


def judge(pinned: Concept, pins: Mapping[str, Any], rules: Rules) -> None:
    """Raise Unlawful for the first thing pinned that no lawful character has."""
    refuse(_findings(pinned, pins, rules))


def _findings(pinned: Concept, pins: Mapping[str, Any], rules: Rules) -> Iterator[Diagnostic]:
    for rule in dict.fromkeys(rule for key, judges in RULES.items() if key in pins for rule in judges):
        yield from rule(pinned, rules)
    for key, wanted in NEEDED.items():
        for index, entry in enumerate(getattr(pinned, key)):
            for name in wanted:
                if getattr(entry, name) is None:
                    shown = name.rstrip("_")
                    raise Unlawful((key, index), f"`{shown}` is missing", f"add `{shown}:`")
    for index, background in enumerate(pinned.backgrounds):
        for name, message in background_rules.background_fault(background):
            if name != "level":  # a missing level is drawn
                raise Unlawful(("backgrounds", index), message)


def kept(pinned: Mapping[str, Any], key: str) -> str:
    """The key as a mapping spells it, or as it is if it is not there."""
    if key in pinned:
        return key
    return next((each for each in pinned if fold(str(each)) == fold(key)), key)


def filled(pinned: Mapping[str, Any], found: Mapping[Path, Any]) -> dict[str, Any]:
    """Plain data with more values put in at their paths. What is there stays, in its spelling."""
    grown: Any = {key: _copied(value) for key, value in pinned.items()}
    for path, value in found.items():
        within = grown
        for step in path[:-1]:
            if isinstance(step, int):
                within = within[step] if isinstance(within, list) else within  # one entry may stand without its list
                continue
            name = kept(within, str(step))
            if within.get(name) is None:
                within[name] = {}
            within = within[name]
        name = kept(within, str(path[-1]))
        if name in SKILL_KEYS:  # what a skill is comes before what it holds
            inside = dict(within)
            within.clear()
            within |= {name: value, **inside}
        else:
            within[name] = value
    return dict(grown)


def _copied(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(value) for value in data] if isinstance(data, list) else data


def floors(pinned: Concept, strength: int, rules: Rules) -> dict[str, int]:
    """The least level of attributes that are drawn: 1, a Strength that what is carried needs, a Body of the weight."""
    held = values(pinned.attributes)
    top = min(rules.human_maximum, rules.highest_attribute)
    found = {name: 1 for name, value in held.items() if value is None}
    if "strength" in found:
        found["strength"] = max(1, strength)
    wanted = _body_of(pinned)
    body_levels = {each: found.get(each, held[each] or 0) for each in attributes.CATEGORIES["body"]}
    while wanted is not None and sum(body_levels.values()) < wanted:
        open_to = [each for each in body_levels if each in found and found[each] < top]
        if not open_to:
            raise Unlawful(
                ("weight",),
                f"{pinned.weight} lb is above what follows from any Body that these attributes may come to",
                "a constant load warns; leave the frame or the weight open",
            )
        lowest = min(open_to, key=lambda each: found[each])
        found[lowest] += 1
        body_levels[lowest] = found[lowest]
    return found


def _body_of(pinned: Concept) -> int | None:
    """The least Body whose weight is not below the one that is pinned; None where nothing is asked."""
    build = body.BUILDS.get(pinned.frame or "")
    if build is None or pinned.weight is None:
        return None
    return -(-max(pinned.weight - build.pounds, 0) // build.pounds_per_body)
