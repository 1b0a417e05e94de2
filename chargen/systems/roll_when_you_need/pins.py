"""What is pinned of a stranger: what of it no lawful character could have, and what it asks of the ratings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chargen.core.diagnostic import Diagnostic, Path, Severity
from chargen.core.names import fold
from chargen.core.stranger import Brief, Unlawful
from chargen.systems.roll_when_you_need import creation
from chargen.systems.roll_when_you_need.concept import Concept
from chargen.systems.roll_when_you_need.growth import newcomer
from chargen.systems.roll_when_you_need.rules import RESILIENCE, Rules

JUDGED = (
    creation.stress_abilities,
    creation.faces,
    creation.abilities,
    creation.ratings,
    creation.one_spelling,
    creation.starting_maximum,
    creation.names,
    creation.consequences,
    creation.consequence_degree,
    creation.moves,
)
"""The rules that what is pinned breaks by itself, whatever is drawn around it."""


def refuse(findings: Iterable[Diagnostic]) -> None:
    """Raise `Unlawful` with the first error or warning, if there is one."""
    for finding in findings:
        if finding.severity is not Severity.NOTE:
            raise Unlawful(finding.path, finding.message, finding.hint)


def judge(brief: Brief[Concept], rules: Rules) -> None:
    """Raise `Unlawful` where what is pinned breaks a rule by itself."""
    if brief.pinned.waive:
        raise Unlawful(("waive",), "strangers keep every rule, so that nothing is waived", "take `waive` out")
    for rule in JUDGED:
        refuse(rule(brief.pinned, rules))
    if "qualities" in brief.pins and not brief.pinned.qualities:
        hint = "pin at least one, or leave the key out and some are drawn"
        raise Unlawful(("qualities",), "a new character has qualities, and none are pinned", hint)
    if "talents" in brief.pins:
        refuse(creation.talents(brief.pinned, rules))


def entries(brief: Brief[Concept], key: str) -> list[Any]:
    """What is pinned under a key that takes a list, as plain data; one entry may stand without its list."""
    pinned = brief.pins.get(key, ())
    return list(pinned) if isinstance(pinned, (list, tuple)) else [pinned]


def pinned_ratings(brief: Brief[Concept], rules: Rules) -> dict[str, int]:
    """The pinned ratings by the names of the rules; abilities that no table knows stay out."""
    found: dict[str, int] = {}
    for spelt, rating in brief.pinned.abilities.items():
        if (name := rules.ability(spelt)) is not None:
            found.setdefault(name, rating)
    return found


def first_changes(brief: Brief[Concept], rules: Rules) -> dict[str, int]:
    """By ability, the rating that the pinned ledger changes it to first."""
    found: dict[str, int] = {}
    for line in brief.pinned.advancement:
        name = rules.ability(line.change) if line.change is not None else None
        if name is not None and line.to is not None:
            found.setdefault(name, line.to)
    return found


def gained(brief: Brief[Concept]) -> set[str]:
    """The names, folded, of the talents and qualities that the pinned ledger brings."""
    new = map(newcomer, brief.pinned.advancement)
    return {fold(each.name) for each in new if each is not None and each.name}


@dataclass(frozen=True, slots=True)
class Demand:
    """A rating that something pinned elsewhere asks for, and where that stands."""

    ability: str
    lowest: int
    highest: int | None
    """None where any rating from ``lowest`` on will do."""
    path: Path
    why: str

    def met_by(self, rating: int) -> bool:
        """Whether a rating is what is asked for."""
        return rating >= self.lowest and (self.highest is None or rating <= self.highest)


def demands(brief: Brief[Concept], rules: Rules) -> list[Demand]:
    """What pinned stress, and pencilled boxes, ask of the ratings at creation.

    Abilities that the pinned ledger changes are left out: what they come to is only known after it.
    """
    if not brief.pinned.stated and not brief.pinned.state:
        return []
    changed = first_changes(brief, rules)
    asked = [*_of_stated(brief.pinned.stated, rules), *_of_state(brief.pinned.state, rules)]
    return [each for each in asked if each.ability not in changed]


def stress_abilities(rules: Rules) -> dict[str, str]:
    """The abilities that give a stranger's stress, by the name of the stress: a stranger has a Resilience."""
    return {
        "physical_stress": rules.ability(rules.physical_stress or RESILIENCE) or RESILIENCE,
        "social_stress": rules.ability(rules.social_stress) or rules.social_stress,
    }


def _numbers(pinned: Mapping[str, Any], known: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    by_spelling = {fold(name): name for name in known}
    for key, value in pinned.items():
        name = by_spelling.get(fold(key))
        if name is not None and isinstance(value, int) and not isinstance(value, bool):
            yield key, name, value


def _of_stated(stated: Mapping[str, Any], rules: Rules) -> Iterator[Demand]:
    sources = stress_abilities(rules)
    for key, name, value in _numbers(stated, sources):
        said = f"{name.replace('_', ' ')} is stated as {value}, and follows {sources[name]}"
        yield Demand(sources[name], value, value, ("stated", key), said)


def _of_state(state: Mapping[str, Any], rules: Rules) -> Iterator[Demand]:
    sources = {**stress_abilities(rules), **{fold(name): name for name in rules.acquired}}
    for key, name, value in _numbers(state, sources):
        said = f"{value} boxes of {name.replace('_', ' ')} are marked, and there are as many as {sources[name]}"
        yield Demand(sources[name], value, None, ("state", key), said)
