"""Propose NPCs: hit points and five descriptors with the starting values, and gear that goes with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random
from typing import TypeAlias

from chargen.game.concept import Text
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import NpcMaker, NpcSpec
from chargen.game.npc import Words as AnyWords
from chargen.game.resources import own_words
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.concept import ACTIONS, ASPECTS, HIT_POINTS, Concept, Weapon
from chargen.games.five_by_five.rules import KEY, Rules, armor_table, weapon_table
from chargen.kit.checks import unknown
from chargen.kit.npc import NO_TRADES, Selection, Trades, draw_line
from chargen.schema.model import Several
from chargen.text.diagnostic import Diagnostic, KeyPath
from chargen.text.names import fold


class Words(AnyWords):
    """Lists of descriptors by their use, of trades and manners, and of gear.

    If the list of other descriptors or of weaknesses is too short, the game's own list is used as well.
    """

    attack: Several[Text] = ()
    """Descriptors that improve attacks. Everyone has one."""
    dodge: Several[Text] = ()
    """Descriptors that improve dodges."""
    healing: Several[Text] = ()
    """Descriptors that improve healing."""
    steal_initiative: Several[Text] = ()
    """Descriptors that improve stealing the initiative."""
    other: Several[Text] = ()
    """Descriptors for everything else."""
    weakness: Several[Text] = ()
    """Descriptors for the poor value, also for a weakness that replaces a traded one."""
    advanced: Several[Text] = ()
    """Descriptors for things that the untrained cannot do (option `advanced_descriptors`)."""
    power: Several[Text] = ()
    """Spells and super powers (option `advanced_descriptors`)."""
    occupation: Trades = NO_TRADES
    """Occupations, the first half of the concept line, each with matching descriptors."""
    manner: Several[Text] = ()
    """What distinguishes an NPC from others of the same occupation: the second half of the concept line."""
    arms: Mapping[str, Weapon] = {}
    """The weapon for a descriptor, carried by an NPC who attacks with the descriptor.

    A word that excludes `shield` needs both hands, and a word that needs `shield` always comes with one.
    """
    fights: bool | None = None
    """Whether an NPC lives by fighting: attacks get the best of the values that are drawn, or, if false, the lowest.

    By default any of them.
    """
    weapon: Several[Text] = ()
    """Weapons of the book's table, for NPCs whose attack has no weapon in `arms`.

    By default: the weapon in `arms`, or any weapon that adds 1 to 4 to damage.
    """
    armor: Several[Text] = ()
    """Armour of the book's table, one of which is worn. By default: the classes of value 1 to 4."""
    equipment: Several[Text] = ()
    """Small items, two of which are carried."""


LOWEST_BONUS, HIGHEST_BONUS = 1, 4
"""The damage bonus of an NPC's weapon, and the value of an NPC's armour (house default)."""
LISTS = tuple(
    field for field in Words.model_fields if field not in ("arms", "excludes", "fights", "needs", "occupation")
)
"""The names of the fields that are lists."""
NAMELESS = ("weapon", "armor", "equipment", "manner")  # The lists without descriptors


@cache
def default_words() -> Words:
    """Return the game's own lists."""
    words: Words = own_words(Words, KEY)
    return words


Lists: TypeAlias = Mapping[str, tuple[str, ...]]


@cache_by_identity(64)
def lists(words: Words, rules: Rules) -> Lists:
    """Return the lists to draw from, without the words that the rules of the table forbid."""
    drawn = {
        # A table may call a word of chargen's own lists too general, or lack a weapon of them: such words are left out
        # silently, and errors are for the words of an archetype.
        field: tuple(word for word in getattr(words, field) if not any(_find_errors(field, word, rules)))
        for field in LISTS
    }
    # Of moderate damage, and no fists, which no one carries.
    moderate = [row for row in rules.weapons if LOWEST_BONUS <= row.damage_bonus <= HIGHEST_BONUS]
    drawn["weapon"] = drawn["weapon"] or tuple(item for row in moderate for item in row.items if "fist" not in item)
    drawn["armor"] = drawn["armor"] or tuple(
        row.name.lower() for row in rules.armor if LOWEST_BONUS <= row.armor_value <= HIGHEST_BONUS
    )
    return drawn


@cache_by_identity(64)
def arms(words: Words, rules: Rules) -> Mapping[str, Weapon]:
    """Return the weapons in `arms` that the table knows, by the folded name of the descriptor."""
    return {fold(name): weapon for name, weapon in words.arms.items() if weapon.bonus_in(rules) is not None}


def word_errors(words: Words, rules: Rules) -> Iterator[Diagnostic]:
    """Report words of an archetype that no NPC can have."""
    for field in (field for field in LISTS if field in words.model_fields_set):
        for index, word in enumerate(getattr(words, field)):
            for found in _find_errors(field, word, rules):
                yield replace(found, path=(field, index), key=False)
    for name, weapon in words.arms.items():
        if weapon.bonus_in(rules) is None and default_words().arms.get(name) != weapon:
            hint = f"add its number: {{name: {weapon.name}, damage_bonus: 2}}"
            yield unknown(weapon.name or "", weapon_table(rules), "arms", name, hint=hint)


def _find_errors(field: str, word: str, rules: Rules) -> Iterator[Diagnostic]:
    if field == "weapon" and weapon_table(rules).find(word) is None:
        yield unknown(word, weapon_table(rules), hint="pin `weapons` with a name and a damage bonus")
    if field == "armor" and armor_table(rules).find(word) is None:
        yield unknown(word, armor_table(rules), hint="pin `armor` with a name and an armour value")
    # A descriptor is not needed here: only its name is checked, which the path carries.
    if field not in NAMELESS:
        yield from creation.check_name(word)
        yield from creation.too_general(None, rules, field, word)


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


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC: the trade brings the best or second-best descriptor, and the poor value is mostly a weakness."""
    pinned, words = spec.pinned, lists(spec.words, rules)
    if pinned.weapons and "attack" not in spec.words.model_fields_set:
        words = {**words, "attack": _find_attacks(pinned.weapons, words["attack"], arms(spec.words, rules))}
    line, trade = draw_line(spec, spec.words.occupation, words["manner"])
    skills, held = spec.words.occupation.get(trade, ()), pinned.descriptors or {}
    selection = Selection(random, spec.words, filter(None, (*held, trade)))
    # Before the descriptors: some of them need both hands.
    shield = _has_shield(random, spec, selection)

    # Pinned values are taken out of the set; the poor one goes to hit points, to a weakness, or to what is left.
    values = {name: descriptor.value for name, descriptor in held.items() if descriptor.value is not None}
    if pinned.hit_points is not None:
        values[HIT_POINTS] = pinned.hit_points
    left = list(rules.starting_values)
    for value in values.values():
        if value in left:
            left.remove(value)
    places = len(rules.starting_values) - 1 - len(held)
    is_fragile = HIT_POINTS not in values and random.randrange(FRAGILE) == 0
    # A single place may be needed for something else.
    has_weakness = rules.poor_value in left and places > random.randrange(2) and not is_fragile
    new = _choose_new(random, rules, pinned, words, selection, skills, places - has_weakness)
    opened = [name for name in (*held, HIT_POINTS, *new) if name not in values]
    reserves = words["weakness"], lists(default_words(), rules)["weakness"]
    poor = _choose_words(reserves, 1, selection) if has_weakness else [HIT_POINTS] if is_fragile else []
    plain = [name for name in opened if name in held and not (held[name].advanced or held[name].exclusive)]
    poor = poor or plain or [name for name in opened if name == HIT_POINTS] or opened[-1:]
    if rules.poor_value in left and poor:
        left.remove(rules.poor_value)
        name = random.choice(poor)
        values[name] = rules.poor_value
        if name not in opened:
            new[name] = {}

    # The best values first: to the attack of one who lives by fighting, and to what the trade brings.
    order = [name for name in random.sample(opened, len(opened)) if name not in values]
    fights = spec.words.fights
    for name in [name for name in order if fold(name) in map(fold, skills[:1])]:
        order.remove(name)
        order.insert(0 if fights else random.randrange(2), name)
    for name in [name for name in order if fights is not None and new.get(name, {}).get("exclusive") == "attack"]:
        order.remove(name)
        order.insert(0 if fights else len(order), name)
    values |= dict(zip(order, sorted(left, reverse=True), strict=False))

    ordered = sorted((name for name in (*held, *new) if name in values), key=lambda name: -values[name])
    attacks = [name for name in ordered if "attack" in (held[name].exclusive if name in held else new[name].values())]
    return {
        "concept": line,
        "descriptors": {
            name: values[name] if new.get(name) == {} else {"value": values[name], **new.get(name, {})}
            for name in ordered
        },
        "hit_points": values.get(HIT_POINTS),
        "aspects": _choose_aspects(random, pinned) if rules.aspects else {},
        **_choose_gear(random, spec, words, attacks, arms(spec.words, rules), selection.for_another_kind()),
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
    selection.add(*(weapon.name for weapon in pinned.weapons if weapon.name))
    shielded = selection.is_needed(A_SHIELD) or (random.randrange(SHIELDED) == 0 and selection.can_choose(A_SHIELD))
    if shielded:
        selection.add(A_SHIELD)
    return shielded


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

    They include the first skill of the trade, if there is room. The others of the trade are likelier than other words.
    """
    by_action = {action: words[action.replace(" ", "_")] for action in ACTIONS}
    held = pinned.descriptors or {}
    covered = {action for descriptor in held.values() for action in descriptor.exclusive}
    home = next((action for action in ACTIONS if {*skills[:1]} & {*by_action[action]}), None)
    # An attack comes before what the trade brings.
    has_room = number > ("attack" not in covered and home != "attack")
    certain = [name for name in skills[:1] if has_room and selection.can_choose(name)]
    selection.add(*certain)

    # Every NPC improves attacks, and one or two other actions; what the trade brings counts as one of them.
    further = [action for action in ACTIONS if action not in ("attack", home) and action not in covered]
    actions = [] if "attack" in covered or home == "attack" else ["attack"]
    actions += random.sample(further, min(random.randint(1, 2), len(further)))
    chosen = dict.fromkeys(certain, home)
    for action in actions[: max(number - len(certain), 0)]:
        chosen |= dict.fromkeys(_choose_words((by_action[action],), 1, selection, skills), action)
    new: dict[str, dict[str, str | bool]] = {}
    for name, improved in chosen.items():
        usual = {"aspect": random.choice(USUAL_ASPECTS[improved])} if rules.aspects and improved else {}
        new[name] = {"exclusive": improved, **usual} if improved and improved not in covered else {}
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
    spec: NpcSpec[Concept],
    words: Lists,
    attacks: Iterable[str],
    fitting: Mapping[str, Weapon],
    selection: Selection,
) -> Mapping[str, object]:
    """Choose the weapon for the best attack, armour, and small items.

    If an archetype lists weapons, only its own `arms` count.
    """
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
NPC = NpcMaker(propose=propose, word_errors=word_errors, gear=GEAR, names=names)
