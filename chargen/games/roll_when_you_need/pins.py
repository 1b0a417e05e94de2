"""What is pinned of a stranger: what of it no lawful character could have, and what it asks of the ratings."""

from collections.abc import Iterator, Mapping
from typing import Any

from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec, refuse
from chargen.games.roll_when_you_need import creation
from chargen.games.roll_when_you_need.advancement import added
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.rules import RESILIENCE, Rules

_OF_THE_WHOLE = ("ability_points", "no_budget", "physical_stress", "qualities", "no_qualities", "talents")
JUDGED = tuple(rule for rule in creation.CREATION if rule.__name__ not in _OF_THE_WHOLE)
"""The rules that what is pinned breaks by itself, whatever is drawn around it."""


def judge(spec: NpcSpec[Concept], rules: Rules) -> None:
    """Raise `Infeasible` where what is pinned breaks a rule by itself."""
    for rule in JUDGED:
        refuse(rule(spec.pinned, rules))
    if "qualities" in spec.pins and not spec.pinned.qualities:
        hint = "pin at least one, or leave the key out and some are drawn"
        raise Infeasible(("qualities",), "a new character has qualities, and none are pinned", hint)
    if "talents" in spec.pins:
        refuse(creation.talents(spec.pinned, rules))


def pinned_ratings(spec: NpcSpec[Concept], rules: Rules) -> dict[str, int]:
    """The pinned ratings by the names of the rules; abilities that no table knows stay out."""
    found: dict[str, int] = {}
    for spelt, rating in spec.pinned.abilities.items():
        if (name := rules.ability(spelt)) is not None:
            found.setdefault(name, rating)
    return found


def first_changes(spec: NpcSpec[Concept], rules: Rules) -> dict[str, int]:
    """By ability, the rating that the pinned ledger changes it to first."""
    found: dict[str, int] = {}
    for line in spec.pinned.advancement:
        name = rules.ability(line.change) if line.change is not None else None
        if name is not None and line.to is not None:
            found.setdefault(name, line.to)
    return found


def gained(spec: NpcSpec[Concept]) -> set[str]:
    """The names, folded, of the talents and qualities that the pinned ledger brings."""
    new = map(added, spec.pinned.advancement)
    return {fold(each.name) for each in new if each is not None and each.name}


def wanted(spec: NpcSpec[Concept], rules: Rules) -> dict[str, tuple[int, int]]:
    """Say between what ratings an ability fits pinned stress and pencilled boxes.

    Abilities that the pinned ledger changes are left out: what they come to is only known after it.
    """
    changed, sources = first_changes(spec, rules), stress_abilities(rules)
    marked = {**sources, **{fold(name): name for name in rules.acquired}}
    found = {name: (boxes, rules.highest_ability) for name, boxes in _numbers(spec.pinned.state, marked)}
    found |= {name: (stress, stress) for name, stress in _numbers(spec.pinned.stated, sources)}
    return {name: span for name, span in found.items() if name not in changed}


def stress_abilities(rules: Rules) -> dict[str, str]:
    """The abilities that give a stranger's stress, by the name of the stress: a stranger has a Resilience."""
    return {
        "physical_stress": rules.ability(rules.physical_stress or RESILIENCE) or RESILIENCE,
        "social_stress": rules.ability(rules.social_stress) or rules.social_stress,
    }


def _numbers(pinned: Mapping[str, Any], known: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """The abilities that pinned numbers speak of, by what these are called."""
    by_spelling = {fold(name): ability for name, ability in known.items()}
    for key, value in pinned.items():
        ability = by_spelling.get(fold(key))
        if ability is not None and isinstance(value, int) and not isinstance(value, bool):
            yield ability, value
