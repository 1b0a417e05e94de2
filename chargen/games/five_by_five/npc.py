"""Propose NPCs: the starting values assigned at random to hit points and five descriptors, and matching gear."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from random import Random

from chargen.game.npc import NpcMaker, NpcSpec
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.concept import ACTIONS, ASPECTS, HIT_POINTS, Concept, Weapon
from chargen.games.five_by_five.rules import Rules
from chargen.games.five_by_five.words import LISTS, NAMELESS, Lists, Words, arms, default_words, find_word_errors, lists
from chargen.kit.npc import Selection, draw_line
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold

FRAGILE = 8  # One NPC in this many has poor hit points (house default)
SHIELDED = 4  # One NPC in this many carries a shield (house default)
SMALL_THINGS = 2  # How many small things an NPC carries (house default)
USUAL_ASPECTS = {
    "attack": ("agility", "brawn"),
    "dodge": ("agility",),
    "healing": ("cognition",),
    "steal initiative": ("cognition", "determination"),
}
"""The aspects that an exclusive action may use (house default: in the book the GM decides)."""
A_SHIELD = "shield"  # Words that need both hands exclude this word
A_WEAKNESS = ""  # A weakness without a name yet


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC: the book's values in random order, the poor value for a weakness or sometimes for hit points."""
    pinned, words = spec.pinned, lists(spec.words, rules)
    if pinned.weapons and "attack" not in spec.words.model_fields_set:
        words = {**words, "attack": _find_attacks(pinned.weapons, words["attack"], arms(spec.words, rules))}
    line, trade = draw_line(spec, spec.words.occupation, words["manner"])
    value = pinned.descriptors or {}
    selection = Selection(
        random, spec.words, filter(None, (*value, *(line.new_descriptor_name[1] for line in pinned.advancement), trade))
    )
    # Before the descriptors: some of them need both hands.
    shield = _has_shield(random, spec, selection)
    skills = spec.words.occupation.get(trade, ())
    values, new = _assign_values(random, rules, pinned, words, selection, skills, fights=spec.words.fights)
    ordered = sorted((name for name in (*value, *new) if name in values), key=lambda name: -values[name])
    attacks = [name for name in ordered if "attack" in (value[name].exclusive if name in value else new[name].values())]
    return {
        "concept": line,
        "descriptors": {
            name: values[name] if new.get(name) == {} else {"value": values[name], **new.get(name, {})}
            for name in ordered
        },
        "hit_points": values.get(HIT_POINTS),
        "aspects": _choose_aspects(random, pinned) if rules.aspects else {},
        **_choose_gear(random, rules, spec, words, attacks, selection.for_another_kind()),
        **({"shield": True} if shield else {}),
    }


def _find_attacks(carried: Iterable[Weapon], attacks: tuple[str, ...], arms: Mapping[str, Weapon]) -> tuple[str, ...]:
    """Return the attacks that are made with what an NPC carries; without any, they are named after the weapons.

    A weapon is of the kind that its last word names: a bastard sword is used as a duelling sword is.
    """
    kinds = {fold(weapon.name).split()[-1]: weapon.name for weapon in carried if weapon.name and fold(weapon.name)}
    words = {
        name: {*fold(name).split(), *fold(arms[fold(name)].name or "").split()}
        for name in attacks
        if fold(name) in arms
    }
    fitting = tuple(name for name in attacks if not words.get(name, set()).isdisjoint(kinds))
    return fitting or tuple(f"{called.title()} Fighting" for called in kinds.values()) or attacks


def _has_shield(random: Random, spec: NpcSpec[Concept], selection: Selection) -> bool:
    """Return whether an NPC gets a shield. This is decided first, so that other choices keep a hand free."""
    pinned = spec.pinned
    if spec.fixes("shield") or spec.fixes("off_hand"):
        if pinned.shield or pinned.off_hand:
            selection.add(A_SHIELD)
        return False
    arms = (weapon.name for weapon in pinned.weapons if weapon.name)
    selection.add(*arms)
    shielded = selection.is_needed(A_SHIELD) or (random.randrange(SHIELDED) == 0 and selection.can_choose(A_SHIELD))
    if shielded:
        selection.add(A_SHIELD)
    return shielded


def _assign_values(
    random: Random,
    rules: Rules,
    pinned: Concept,
    words: Lists,
    selection: Selection,
    skills: Sequence[str],
    *,
    fights: bool | None,
) -> tuple[dict[str, int], dict[str, dict[str, str | bool]]]:
    """Return the values of hit points and all descriptors, and the other keys of the new ones."""
    # Pinned values are removed from the set of values.
    held = pinned.descriptors or {}
    values = {name: descriptor.value for name, descriptor in held.items() if descriptor.value is not None}
    if pinned.hit_points is not None:
        values[HIT_POINTS] = pinned.hit_points
    left = list(rules.starting_values)
    for value in values.values():
        if value in left:
            left.remove(value)

    # The poor value is assigned first, because not everything may be poor.
    lowest, places = rules.poor_value, len(rules.starting_values) - 1 - len(held)
    poor = _choose_poor(random, rules, pinned, places) if lowest in left else None
    if poor is not None:
        left.remove(lowest)
    new = _choose_new(random, rules, pinned, words, selection, skills, places - (poor == A_WEAKNESS))

    # The other values are assigned at random to what has none yet.
    random.shuffle(left)
    opened = [name for name in (*held, HIT_POINTS, *new) if name not in values and name != poor]
    attack = next((at for at, name in enumerate(opened) if new.get(name, {}).get("exclusive") == "attack"), len(left))
    # `opened` and `left` are in the same order, so the index of the attack is that of its value; a swap keeps the set
    # of values complete.
    if fights is not None and attack < len(left):
        fitting = left.index(max(left) if fights else min(left))
        left[attack], left[fitting] = left[fitting], left[attack]
    values |= dict(zip(opened, left, strict=False))
    if poor == A_WEAKNESS:
        for poor in _choose_words((words["weakness"], lists(default_words(), rules)["weakness"]), 1, selection):
            new[poor] = {}
    if poor is not None:
        values[poor] = lowest
    return values, new


def _choose_poor(random: Random, rules: Rules, pinned: Concept, places: int) -> str:
    """Choose what gets the poor value: sometimes hit points, else a new weakness if there is room for one."""
    if pinned.hit_points is None and random.randrange(FRAGILE) == 0:
        return HIT_POINTS
    if places > any(creation.trained_fist(pinned, rules)):  # a trained fist needs a descriptor that improves attacks
        return A_WEAKNESS
    opened = {name: descriptor for name, descriptor in (pinned.descriptors or {}).items() if descriptor.value is None}
    able = [name for name, descriptor in opened.items() if not descriptor.advanced]
    plain = [name for name in able if not opened[name].exclusive]
    hit_points = [HIT_POINTS] if pinned.hit_points is None else []
    return random.choice(plain or able or hit_points or [*opened][-1:] or [A_WEAKNESS])


def _choose_new(
    random: Random,
    rules: Rules,
    pinned: Concept,
    words: Lists,
    selection: Selection,
    skills: Sequence[str],
    number: int,
) -> dict[str, dict[str, str | bool]]:
    """Choose new descriptors that are not poor, each with its keys other than the value.

    They include the first skill of the trade that can be chosen, if there is room. The other skills of the trade are
    likelier than other words.
    """
    # The first possible skill of the trade is certain, and improves the action of its list.
    covered = {action for descriptor in (pinned.descriptors or {}).values() for action in descriptor.exclusive}
    by_action = {action: words[action.replace(" ", "_")] for action in ACTIONS}
    homes = {name: next((action for action in ACTIONS if name in by_action[action]), None) for name in skills}
    value = set(map(fold, pinned.descriptors or {}))
    certain = [
        name for name in skills if fold(name) in value or (homes[name] not in covered and selection.can_choose(name))
    ]
    certain = [name for name in certain[:1] if fold(name) not in value]
    home = homes[certain[0]] if certain else None

    # Every NPC improves attacks, and one or two other actions.
    further = [action for action in ACTIONS if action not in covered and action != "attack"]
    actions = [] if "attack" in covered else ["attack"]
    actions += random.sample(further, min(random.randint(1, 2), len(further)))
    if certain and home is not None and home not in actions:
        actions[-1] = home
    plain = [name for name in certain if home is None and number > len(actions[:1])]
    selection.add(*certain)

    # One descriptor for each action, then the certain one without an action, then an advanced one for half of all.
    new: dict[str, dict[str, str | bool]] = {}
    for action in actions[: max(number - len(plain), 0)]:
        for name in certain if action == home else _choose_words((by_action[action],), 1, selection, skills):
            usual = {"aspect": random.choice(USUAL_ASPECTS[action])} if rules.aspects else {}
            new[name] = {"exclusive": action, **usual}
    new |= {name: {} for name in plain}
    if rules.advanced_descriptors and number > len(new) and random.randrange(2) == 0:
        for name in _choose_words(((*words["advanced"], *words["power"]),), 1, selection, skills):
            new[name] = {"advanced": True, **({"power": True} if name in words["power"] else {})}

    # The rest is drawn from the other descriptors, and if the archetype has too few, from the game's own lists.
    own = lists(default_words(), rules)
    reserve = (words["other"], own["other"], *(own[action.replace(" ", "_")] for action in ACTIONS))
    return new | {name: {} for name in _choose_words(reserve, number - len(new), selection, skills)}


def _choose_words(
    reserves: Iterable[Sequence[str]], number: int, selection: Selection, skills: Sequence[str] = ()
) -> list[str]:
    """Choose fitting words from the first list, then from the next; fewer than ``number`` if all are too short."""
    chosen: list[str] = []
    for reserve in reserves:
        preferred = [name for name in skills if name in reserve]
        chosen += selection.choose(reserve, number - len(chosen), preferred)
    return chosen


def _choose_aspects(random: Random, pinned: Concept) -> dict[str, str]:
    """Choose equal numbers of superior and inferior aspects, including the pinned ones.

    Without pinned aspects, half of all NPCs have one of each (house default).
    """
    ratings = list(pinned.aspects.values())
    ahead = ratings.count("superior") - ratings.count("inferior")
    drawn = random.sample(ASPECTS, len(ASPECTS))
    # A sample of two different aspects: each superior one needs an inferior one (FBF-h2).
    if not ratings:
        return {drawn[0]: "superior", drawn[1]: "inferior"} if random.randrange(2) == 0 else {}
    opened = [name for name in drawn if name not in pinned.aspects]
    return dict.fromkeys(opened[: abs(ahead)], "inferior" if ahead > 0 else "superior")


def _choose_gear(
    random: Random,
    rules: Rules,
    spec: NpcSpec[Concept],
    words: Lists,
    attacks: Iterable[str],
    selection: Selection,
) -> Mapping[str, object]:
    """Choose the weapon for the best attack, armour, and small items.

    If an archetype lists weapons, only its own `arms` count.
    """
    fitting = arms(spec.words, rules)
    armed = [fitting[fold(name)] for name in attacks if fold(name) in fitting]
    weapons = [word for word in words["weapon"] if fold(word) != "trained fist"]
    fits = armed and ("arms" in spec.words.model_fields_set or not spec.words.weapon)
    return {
        "weapons": armed[:1] if fits else selection.choose(weapons, 1),
        "armor": random.choice(words["armor"]) if words["armor"] else {},
        "equipment": selection.choose(words["equipment"], SMALL_THINGS),
    }


def names(words: Words, path: KeyPath) -> Iterable[str]:
    """Return the descriptors in all word lists."""
    lists = (getattr(words, field) for field in LISTS if field not in NAMELESS) if path == ("descriptors",) else ()
    return chain.from_iterable(lists)


GEAR = {"equipment": "equipment", "armor": "armor"}
NPC = NpcMaker(propose=propose, word_errors=find_word_errors, gear=GEAR, names=names)
