"""What is settled about a stranger, held against the rules: what no draw could mend."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from chargen.core.diagnostic import KeyPath
from chargen.core.names import listing
from chargen.core.npc import Infeasible, NpcSpec
from chargen.core.npc import refuse as forbid
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.concept import Concept
from chargen.games.five_by_five.rules import Rules

JUDGED = frozenset({"descriptors", "hit_points", "aspects", "weapons", "armor", "shield", "off_hand"})
"""The keys that a rule of creation reads."""
FORBIDDING = (
    creation.ladder,
    creation.starting_maximum,
    creation.names,
    creation.exclusive_actions,
    creation.too_general,
    creation.nothing_ordinary,
    creation.switched_off,
    creation.powers,
    creation.poor_advanced,
    creation.weapons,
    creation.armor,
    creation.one_off_hand,
)
"""The rules of creation whose findings stay, whatever is added to a character."""


def refuse(spec: NpcSpec[Concept], rules: Rules) -> None:
    """Raise Unlawful where no lawful character could have what is pinned."""
    if fault := _fault_of_the_set(rules):
        raise Infeasible(("rules", "starting_values"), fault)
    if JUDGED.isdisjoint(spec.pins):
        return
    for rule in FORBIDDING:
        forbid(rule(spec.pinned, rules))
    if len(spec.pinned.descriptors or {}) >= len(rules.starting_values):
        forbid(creation.five_descriptors(spec.pinned, rules))
    for fault_of in (_values(spec.pinned, rules), _place_for_the_poor(spec.pinned, rules), _aspects(spec.pinned)):
        for unlawful in fault_of:
            raise unlawful


@lru_cache(64)
def _fault_of_the_set(rules: Rules) -> str:
    """A table's own set of values has one poor value, nothing ordinary, and only ranks."""
    handed, known = rules.starting_values, rules.values(advanced=True)
    if handed.count(min(handed)) != 1:
        return f"exactly one value can be poor; the set is {listing(handed)}"
    if 0 in handed:
        return f"a value of 0 is what everyone has; the set is {listing(handed)}"
    strange = [value for value in handed if value not in known]
    return f"{strange[0]} is not a rank; the ranks are {listing(known)}" if strange else ""


def _values(pinned: Concept, rules: Rules) -> Iterator[Infeasible]:
    placed: list[tuple[KeyPath, int]] = [
        (("descriptors", name, "value"), each.value)
        for name, each in (pinned.descriptors or {}).items()
        if each.value is not None
    ]
    if pinned.hit_points is not None:
        placed.append((("hit_points",), pinned.hit_points))
    allowed, found = Counter(rules.starting_values), Counter(value for _, value in placed)
    for path, value in reversed(placed):
        if found[value] > allowed[value]:
            left = listing(sorted((allowed - found).elements(), reverse=True))
            yield Infeasible(
                path,
                f"the set of values, {listing(rules.starting_values)}, has {value} {_times(allowed[value])}; "
                f"it is pinned {_times(found[value])}",
                f"still to hand out: {left}, or pin no value and let it be drawn",
            )


def _times(number: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _place_for_the_poor(pinned: Concept, rules: Rules) -> Iterator[Infeasible]:
    """Where all places are pinned, one that is still open and not advanced takes the poor value."""
    descriptors = pinned.descriptors or {}
    handed = {pinned.hit_points, *(each.value for each in descriptors.values())}
    if len(descriptors) < len(rules.starting_values) - 1 or min(rules.starting_values) in handed or None not in handed:
        return
    opened = [name for name, each in descriptors.items() if each.value is None]
    if pinned.hit_points is not None and all(descriptors[name].advanced for name in opened):
        yield Infeasible(
            ("descriptors", opened[-1]),
            f"one of {listing(opened, 'or')} would be poor, and what is advanced is hardly a weakness"
            if len(opened) > 1
            else f"`{opened[0]}` would be poor, and what is advanced is hardly a weakness",
            "leave a descriptor open, or let hit points be the poor one",
        )


def _aspects(pinned: Concept) -> Iterator[Infeasible]:
    """The aspects that are not pinned can outweigh those that are."""
    ratings = list(pinned.aspects.values())
    superior, inferior, opened = ratings.count("superior"), ratings.count("inferior"), 4 - len(ratings)
    if abs(superior - inferior) > opened:
        too_many = "superior" if superior > inferior else "inferior"
        last = [name for name, rating in pinned.aspects.items() if rating == too_many][-1]
        yield Infeasible(
            ("aspects", last),
            f"{superior} superior and {inferior} inferior: as many must be the one as the other",
            "pin fewer aspects, and let the others be drawn",
        )
