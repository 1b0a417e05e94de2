"""Lawful strangers: levels by the lower of two dice, or by points where the table buys them, around what is pinned."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec
from chargen.games.five_plus import drafts as drafting
from chargen.games.five_plus import pins, spending
from chargen.games.five_plus.concept import ALL, Concept, Opposition
from chargen.games.five_plus.drafts import Draft
from chargen.games.five_plus.rules import Rules
from chargen.games.five_plus.words import Words

SKILLS = (5, 7)
"""How many skills a stranger has, from and to (ours); where some are pinned, the fewer."""
RESISTANCES = (2, 3)
"""How many resistances a stranger has, from and to (ours); where some are pinned, the fewer."""
THINGS = 3
"""How many things a stranger carries (ours)."""
RARE = 4
"""One in so many strangers has a skill of a rare group (ours)."""
RANKS = (0, 2)
"""The ranks of opponents, from and to (ours)."""
KEY_LEVELS = 6
"""The successes it takes to win against a stranger, about which they vary by a third: two key levels of 3 (ours)."""

_KEYS = (
    "system", "name", "player", "concept", "portrait", "campaign", "rules", "skills", "resistances", "traits",
    "abilities", "conditions", "attitudes", "reputations", "equipment", "opposition", "advancement", "waive", "stated",
    "state", "notes",
)  # fmt: skip
"""The order of a stranger's keys."""


def generate(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """A lawful stranger after a brief, as the plain data of a concept; one with a pinned card is an opponent.

    The same ``random`` state gives the same person. The text's own method for chance is the lower of two dice; where
    the rules buy levels, they are bought one by one at random until nothing fits. Raises `Infeasible`.
    """
    given = {key: value for key, value in spec.pins.items() if value is not None}
    pinned, words = spec.pinned, spec.words
    found = pins.drafts(pinned, given, words, rules)
    if pinned.opposition is None:
        found = _completed(random, found, pinned, words, rules)
    method = drafting.method(pinned, found, rules)
    points = drafting.budget(found, rules) if method == "points" else 0
    settled = rules.model_copy(update={"creation": method, "points": points if method == "points" else rules.points})
    found = drafting.before_ledger(random, found, pinned.advancement, method, settled)
    found = drafting.levelled(random, found, method, points, settled)
    pins.judge(pinned, found, settled)

    made: dict[str, object] = {"system": "five-plus", "name": spec.name, **given}
    stated = _stated(pinned, given.get("rules") or {}, method, points, rules) if found or method == "points" else {}
    made |= {"rules": stated} if stated else {}
    for section in ("skills", "resistances"):
        written = {each.name: each.written() for each in found if each.section == section}
        made |= {section: written} if written else {}
    if pinned.opposition is None:
        made = {**_person(random, found, words), **made}
    else:
        made["opposition"] = _opposition(random, pinned.opposition, given["opposition"], words)
    if spec.experience is not None:
        now = drafting.progress(found, pinned.advancement, settled)
        bought = spending.spent(random, now, spec.experience, words, settled)
        made["advancement"] = [*spec.entries("advancement"), *bought]
    return {key: made[key] for key in _KEYS if key in made}


def _stated(pinned: Concept, given: Mapping[str, object], method: str, points: int, rules: Rules) -> dict[str, object]:
    """The rules that a stranger's file states: how its levels came about, and what its table plays."""
    stated: dict[str, object] = {} if method == "fixed" else {"creation": method}
    if method == "points":
        stated["points"] = points
    if rules.tier and rules.tiers:
        stated["tier"] = rules.tier
    if not rules.tiers:
        stated["tiers"] = False
    if rules.groups:
        stated["groups"] = list(rules.groups)
    return {**{key: value for key, value in stated.items() if key not in pinned.rules.model_fields_set}, **given}


def _person(random: Random, found: Sequence[Draft], words: Words) -> dict[str, object]:
    """Who a stranger is, what is special about it, and what it carries."""
    made: dict[str, object] = {"concept": f"{random.choice(words.trades)} {random.choice(words.manners)}"}
    if words.traits:
        made["traits"] = [_trait(random, found, words)]
    if words.things:
        made["equipment"] = random.sample(words.things, min(THINGS, len(words.things)))
    return made


def _trait(random: Random, found: Sequence[Draft], words: Words) -> dict[str, object]:
    """A trait that helps a skill, if there is one for any skill; else one that only says something."""
    groups = {fold(name): group for group, names in words.skills.items() for name in names}
    skills = {groups.get(fold(each.name), ""): each.name for each in reversed(found) if each.section == "skills"}
    fitting = [each for each in words.traits if each.group and each.group in skills]
    trait = random.choice(fitting or words.traits)
    made: dict[str, object] = {"name": trait.name, "effect": trait.effect}
    return {**made, "bonus": {skills[trait.group]: 1}} if fitting else made


def _opposition(random: Random, card: Opposition, given: Mapping[str, object], words: Words) -> dict[str, object]:
    """An opponent's card around what is pinned of it: NPCs do not roll."""
    spread = KEY_LEVELS // 3
    drawn: dict[str, Any] = {
        "goal": random.choice(words.goals),
        "actions": random.sample(words.deeds, min(2, len(words.deeds))),
        "behaviour": random.choice(words.behaviours),
        "rank": random.randint(*RANKS),
        "successes": max(1, KEY_LEVELS + random.randint(-spread, spread)),
    }
    kept = {key: value for key, value in given.items() if value is not None}
    is_open = {key for key in drawn if key not in card.model_fields_set or getattr(card, key) in ("", (), None)}
    return {**{key: value for key, value in drawn.items() if key in is_open}, **kept}


# The skills and resistances that nobody pinned.


def _completed(random: Random, found: list[Draft], pinned: Concept, words: Words, rules: Rules) -> list[Draft]:
    """The drafts with as many more as make a character, and a skill in each of the table's groups."""
    taken = {fold(each.name) for each in found} | {fold(line.add) for line in pinned.advancement if line.add}
    taken |= {ALL, ""}
    skills = [each for each in found if each.section == "skills"]
    resistances = [each for each in found if each.section == "resistances"]
    wanted = SKILLS[0] if pinned.skills else random.randint(*SKILLS)
    groups = _missing_groups(pinned, rules)
    skills += _skills(random, max(wanted - len(skills), len(groups)), groups, taken, words, rules)
    skills = _tiered(skills, pinned, rules)
    wanted = RESISTANCES[0] if pinned.resistances else random.randint(*RESISTANCES)
    free = [name for name in words.resistances if fold(name) not in taken]
    names = [] if fold(pins.PHYSICAL) in taken else [pins.PHYSICAL]
    missing = max(0, wanted - len(resistances))
    names = [*names[:missing], *random.sample(free, min(len(free), max(0, missing - len(names))))]
    if not skills and not any(line.add for line in pinned.advancement):
        raise Infeasible(("skills",), "there is no skill to draw", "pin one, or give the words more skills")
    return [*skills, *resistances, *(_draft("resistances", name, rules) for name in names)]


def _tiered(skills: list[Draft], pinned: Concept, rules: Rules) -> list[Draft]:
    """The skills, one of which is of the tier that pinned equipment wants of its user, if it is free to be."""
    wanted = max((each.tier or 0 for each in pinned.equipment if each.skill is None), default=0)
    free = [each for each in skills if each.given is None and each.level is None]
    if not rules.tiers or not free or any(each.tier + int(each.opened) >= wanted for each in skills):
        return skills
    user = replace(free[0], tier=wanted, stated={**free[0].stated, "tier": wanted})
    return [user if each is free[0] else each for each in skills]


def _missing_groups(pinned: Concept, rules: Rules) -> list[str]:
    """The table's groups in which no pinned skill is."""
    filled = {fold(each.group) for each in pinned.skills.values() if each.group is not None}
    return [group for group in rules.groups if fold(group) not in filled]


def _skills(
    random: Random, number: int, groups: Sequence[str], taken: set[str], words: Words, rules: Rules
) -> list[Draft]:
    """So many more skills, of each group of the words in turn; those of the table's groups come first."""
    rare = set(map(fold, words.rare))
    kinds = [group for group in words.skills if fold(group) not in rare or random.randrange(RARE) == 0]
    turns = [*groups, *(kinds[turn % len(kinds)] for turn in range(number - len(groups)) if kinds)]
    made: list[Draft] = []
    for turn, group in enumerate(turns):
        free = _free(words.skills.get(group, ()), taken) or _free(sum(words.skills.values(), ()), taken)
        if not free:
            if turn < len(groups):
                raise Infeasible(
                    ("rules", "groups"), f"there is no skill to draw for `{group}`", "pin one of that group"
                )
            break
        name = random.choice(free)
        taken.add(fold(name))
        draft = _draft("skills", name, rules)
        if rules.groups:
            own = group if turn < len(groups) else rules.groups[turn % len(rules.groups)]
            draft = replace(draft, stated={"group": own})
        made.append(draft)
    return made


def _free(names: Iterable[str], taken: set[str]) -> list[str]:
    return [name for name in names if fold(name) not in taken]


def _draft(section: str, name: str, rules: Rules) -> Draft:
    return Draft(section=section, name=name, tier=rules.tier if rules.tiers else 0)
