"""NPCs: the set of starting values dealt to hit points and five descriptors, and gear that goes with them."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from chargen.core.names import fold
from chargen.core.npc import NpcMaker, NpcSpec
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.advancement import added_name
from chargen.games.five_by_five.concept import ACTIONS, ASPECTS, HIT_POINTS, Concept
from chargen.games.five_by_five.rules import Rules
from chargen.games.five_by_five.words import Lists, arms, lists, ours, word_faults
from chargen.kit.npc import phrase, some

FRAGILE = 8
"""One in so many NPCs has hit points for the poor one (ours)."""
SHIELDED = 4
"""One in so many carries a shield (ours)."""
SMALL_THINGS = 2
"""How many small things somebody carries (ours)."""
USUAL_ASPECTS = {
    "attack": ("agility", "brawn"),
    "dodge": ("agility",),
    "healing": ("cognition",),
    "steal initiative": ("cognition", "determination"),
}
"""The aspects that an exclusive action goes with (ours: the book leaves it to the GM)."""
A_WEAKNESS = ""
"""Stands for a weakness that has no name yet."""


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC: the book's values in a drawn order, the poor one a weakness or, now and then, hit points."""
    pinned, words = spec.pinned, lists(spec.words, rules)
    line = phrase(spec.deal, words["occupation"], words["manner"])
    values, new = _dealt(random, rules, pinned, words)
    held = pinned.descriptors or {}
    ordered = sorted((name for name in (*held, *new) if name in values), key=lambda name: -values[name])
    attacks = [name for name in ordered if "attack" in (held[name].exclusive if name in held else new[name].values())]
    return {
        "concept": line,
        "descriptors": {
            name: values[name] if new.get(name) == {} else {"value": values[name], **new.get(name, {})}
            for name in ordered
        },
        "hit_points": values.get(HIT_POINTS),
        "aspects": _aspects(random, pinned) if rules.aspects else {},
        **_gear(random, rules, spec, words, attacks),
    }


def _dealt(
    random: Random, rules: Rules, pinned: Concept, words: Lists
) -> tuple[dict[str, int], dict[str, dict[str, str | bool]]]:
    """The values of hit points and all descriptors, and what is said of the new ones beside their value."""
    held = pinned.descriptors or {}
    values = {name: descriptor.value for name, descriptor in held.items() if descriptor.value is not None}
    if pinned.hit_points is not None:
        values[HIT_POINTS] = pinned.hit_points
    left = list(rules.starting_values)
    for value in values.values():
        if value in left:
            left.remove(value)
    lowest, places = rules.poor_value, len(rules.starting_values) - 1 - len(held)
    poor = _poor(random, rules, pinned, places) if lowest in left else None
    if poor is not None:
        left.remove(lowest)
    taken = {fold(name) for name in (*held, *filter(None, map(added_name, pinned.advancement)))}
    new = _new(random, rules, pinned, words, taken, places - (poor == A_WEAKNESS))
    random.shuffle(left)
    opened = [name for name in (*held, HIT_POINTS, *new) if name not in values and name != poor]
    values |= dict(zip(opened, left, strict=False))
    if poor == A_WEAKNESS:
        for poor in _words(random, (words["weakness"], lists(ours(), rules)["weakness"]), taken, 1):
            new[poor] = {}
    if poor is not None:
        values[poor] = lowest
    return values, new


def _poor(random: Random, rules: Rules, pinned: Concept, places: int) -> str:
    """What gets the poor value: hit points now and then, else a new weakness if there is a place for one."""
    if pinned.hit_points is None and random.randrange(FRAGILE) == 0:
        return HIT_POINTS
    if places > any(creation.trained_fist(pinned, rules)):  # a trained fist wants something that improves attacks
        return A_WEAKNESS
    opened = {name: descriptor for name, descriptor in (pinned.descriptors or {}).items() if descriptor.value is None}
    able = [name for name, descriptor in opened.items() if not descriptor.advanced]
    plain = [name for name in able if not opened[name].exclusive]
    hit_points = [HIT_POINTS] if pinned.hit_points is None else []
    return random.choice(plain or able or hit_points or [*opened][-1:] or [A_WEAKNESS])


def _new(
    random: Random, rules: Rules, pinned: Concept, words: Lists, taken: set[str], number: int
) -> dict[str, dict[str, str | bool]]:
    """So many new descriptors that are not poor, with what is said of them beside their value; ``taken`` grows."""
    covered = {action for descriptor in (pinned.descriptors or {}).values() for action in descriptor.exclusive}
    further = [action for action in ACTIONS if action not in covered and action != "attack"]
    actions = [] if "attack" in covered else ["attack"]
    actions += random.sample(further, min(random.randint(1, 2), len(further)))
    new: dict[str, dict[str, str | bool]] = {}
    for action in actions[: max(number, 0)]:
        for name in _words(random, (words[action.replace(" ", "_")],), taken, 1):
            usual = {"aspect": random.choice(USUAL_ASPECTS[action])} if rules.aspects else {}
            new[name] = {"exclusive": action, **usual}
    if rules.advanced_descriptors and number > len(new) and random.randrange(2) == 0:
        for name in _words(random, ((*words["advanced"], *words["power"]),), taken, 1):
            new[name] = {"advanced": True, **({"power": True} if name in words["power"] else {})}
    own = lists(ours(), rules)
    reserve = (words["other"], own["other"], *(own[action.replace(" ", "_")] for action in ACTIONS))
    return new | {name: {} for name in _words(random, reserve, taken, number - len(new))}


def _words(random: Random, reserves: Iterable[Sequence[str]], taken: set[str], number: int) -> list[str]:
    """So many words that are not taken yet: of the first list, and where it runs short of the next.

    There are fewer where all run short. They are taken from then on.
    """
    chosen: list[str] = []
    for reserve in reserves:
        free = list({fold(word): word for word in reserve if fold(word) not in taken}.values())
        chosen += some(random, free, max(number - len(chosen), 0))
        taken |= set(map(fold, chosen))
    return chosen


def _aspects(random: Random, pinned: Concept) -> dict[str, str]:
    """As many superior as inferior ones: those that are fixed are made up for.

    Where none is fixed, half of all NPCs have one of each (ours).
    """
    ratings = list(pinned.aspects.values())
    ahead = ratings.count("superior") - ratings.count("inferior")
    drawn = random.sample(ASPECTS, len(ASPECTS))
    if not ratings:
        return {drawn[0]: "superior", drawn[1]: "inferior"} if random.randrange(2) == 0 else {}
    opened = [name for name in drawn if name not in pinned.aspects]
    return dict.fromkeys(opened[: abs(ahead)], "inferior" if ahead > 0 else "superior")


def _gear(
    random: Random, rules: Rules, spec: NpcSpec[Concept], words: Lists, attacks: Iterable[str]
) -> Mapping[str, object]:
    """The weapon that goes with the best attack, armour, and small things.

    Where an archetype lists weapons, only those `arms` count that are its own as well.
    """
    fitting = arms(spec.words, rules)
    armed = [fitting[fold(name)] for name in attacks if fold(name) in fitting]
    weapons = [word for word in words["weapon"] if fold(word) != "trained fist"]
    shielded = random.randrange(SHIELDED) == 0
    fits = armed and ("arms" in spec.words.model_fields_set or not spec.words.weapon)
    return {
        "weapons": armed[:1] if fits else some(random, weapons, 1),
        "armor": random.choice(words["armor"]) if words["armor"] else {},
        "equipment": some(random, words["equipment"], SMALL_THINGS),
        **({"shield": True} if shielded and not (spec.fixes("shield") or spec.fixes("off_hand")) else {}),
    }


NPC = NpcMaker(propose=propose, word_faults=word_faults)
