"""The set of starting values, dealt to hit points and five descriptors, some of which are drawn from lists of words."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.advancement import added_name
from chargen.games.five_by_five.concept import ACTIONS, HIT_POINTS, Concept
from chargen.games.five_by_five.rules import Rules
from chargen.games.five_by_five.words import lists, ours

FRAGILE = 8
"""One in so many strangers has hit points for the poor one (ours)."""
USUAL_ASPECTS = {
    "attack": ("agility", "brawn"),
    "dodge": ("agility",),
    "healing": ("cognition",),
    "steal initiative": ("cognition", "determination"),
}
"""The aspects that an exclusive action goes with (ours: the book leaves it to the GM)."""
A_WEAKNESS = ""
"""Stands for a weakness that has no name yet."""

Lists = Mapping[str, tuple[str, ...]]


def dealt(random: Random, rules: Rules, spec: NpcSpec[Concept], words: Lists) -> dict[str, object]:
    """Descriptors and hit points: the pinned ones as they are, and the set of values dealt to the others."""
    pinned = spec.pinned.descriptors or {}
    fresh = len(rules.starting_values) - 1 - len(pinned)
    left = _left(spec.pinned, rules)
    lowest = min(rules.starting_values)
    poor = _poor(random, spec.pinned, fresh - _wants_attack(spec.pinned, rules)) if lowest in left else None
    if poor is not None:
        left.remove(lowest)

    taken = {fold(name) for name in (*pinned, *filter(None, map(added_name, spec.pinned.advancement)))}
    chosen = _chosen(random, rules, spec.pinned, words, taken, fresh - (poor == A_WEAKNESS))
    opened = [name for name, each in pinned.items() if each.value is None]
    if spec.pinned.hit_points is None:
        opened.append(HIT_POINTS)
    random.shuffle(left)
    value = dict(zip((name for name in (*opened, *chosen) if name != poor), left, strict=True))
    if poor == A_WEAKNESS:
        poor = _words(random, (words["weakness"], lists(ours(), rules)["weakness"]), taken, 1)[0]
        chosen[poor] = {}
    if poor is not None:
        value[poor] = lowest

    written = spec.pins.get("descriptors") or {}
    made = {name: _completed(written[name], each.value, value.get(name)) for name, each in pinned.items()}
    made |= {name: {"value": value[name], **more} if more else value[name] for name, more in chosen.items()}
    value |= {name: each.value for name, each in pinned.items() if each.value is not None}
    return {
        "descriptors": {name: made[name] for name in sorted(made, key=lambda name: -value[name])},
        "hit_points": spec.pinned.hit_points if spec.pinned.hit_points is not None else value[HIT_POINTS],
    }


def _left(pinned: Concept, rules: Rules) -> list[int]:
    """The values that are still to be handed out."""
    left = list(rules.starting_values)
    for value in (pinned.hit_points, *(each.value for each in (pinned.descriptors or {}).values())):
        if value is not None:
            left.remove(value)
    return left


def _completed(written: object, pinned: int | None, dealt: int | None) -> object:
    """A pinned descriptor as it was written, with a value if it has none."""
    if pinned is not None:
        return written
    return {**written, "value": dealt} if isinstance(written, dict) else dealt


def _poor(random: Random, pinned: Concept, fresh: int) -> str:
    """What gets the poor value: hit points now and then, else a new weakness if there is a place for one."""
    if pinned.hit_points is None and random.randrange(FRAGILE) == 0:
        return HIT_POINTS
    opened = {
        name: each for name, each in (pinned.descriptors or {}).items() if each.value is None and not each.advanced
    }
    if fresh > 0 or not (opened or pinned.hit_points is None):
        return A_WEAKNESS
    return random.choice([name for name, each in opened.items() if not each.exclusive] or [*opened] or [HIT_POINTS])


def _wants_attack(pinned: Concept, rules: Rules) -> bool:
    """Whether a trained fist is pinned, and nothing that improves attacks."""
    return any(creation.trained_fist(pinned, rules))


def _chosen(
    random: Random, rules: Rules, pinned: Concept, words: Lists, taken: set[str], number: int
) -> dict[str, dict[str, object]]:
    """New descriptors that are not poor, and what is said of them beside their value."""
    covered = {action for each in (pinned.descriptors or {}).values() for action in each.exclusive}
    lacking = [action for action in ACTIONS if action not in covered]
    further = [action for action in lacking if action != "attack"]
    wanted = [*lacking[: len(lacking) - len(further)], *random.sample(further, min(random.randint(1, 2), len(further)))]
    chosen: dict[str, dict[str, object]] = {}
    for action in wanted[: max(number, 0)]:
        for name in _words(random, (words[action.replace(" ", "_")],), taken, 1):
            usual = {"aspect": random.choice(USUAL_ASPECTS[action])} if rules.aspects else {}
            chosen[name] = {"exclusive": action, **usual}
    if _wants_attack(pinned, rules) and not any(more["exclusive"] == "attack" for more in chosen.values()):
        raise _untrained_fist(pinned, rules)
    if rules.advanced_descriptors and number > len(chosen) and random.randrange(2) == 0:
        for name in _words(random, ((*words["advanced"], *words["power"]),), taken, 1):
            power = name in words["power"]
            chosen[name] = {"advanced": True, **({"power": True} if power else {})}
    own = lists(ours(), rules)
    reserve = (words["other"], own["other"], *(own[action.replace(" ", "_")] for action in ACTIONS))
    chosen |= {name: {} for name in _words(random, reserve, taken, number - len(chosen))}
    return chosen


def _untrained_fist(pinned: Concept, rules: Rules) -> Infeasible:
    finding = next(iter(creation.trained_fist(pinned, rules)))
    return Infeasible(finding.path, f"{finding.message}, and none can be added", finding.hint)


def _words(random: Random, reserves: Iterable[Sequence[str]], taken: set[str], number: int) -> list[str]:
    """So many words that are not taken yet: of the first list, and where it runs short of the next.

    There are fewer where all run short.
    """
    found: list[str] = []
    for reserve in reserves:
        free = list({fold(word): word for word in reserve if fold(word) not in taken}.values())
        found += random.sample(free, min(max(number - len(found), 0), len(free)))
        taken |= set(map(fold, found))
    return found
