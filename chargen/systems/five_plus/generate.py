"""Lawful strangers: levels by the lower of two dice, or by points where the table buys them."""

from random import Random

from chargen.systems.five_plus import words
from chargen.systems.five_plus.rules import LAST_FACE, Rules, cost

DESCRIPTORS = (5, 7)
"""How many skills a stranger has, from and to (ours)."""
DEFAULT_POINTS = 40
"""The points of a stranger where the table buys levels and sets no number (ours)."""


def generate(random: Random, rules: Rules, name: str) -> dict[str, object]:
    """A lawful stranger of that name, as the plain data of a concept.

    The same ``random`` state gives the same person. The text's own method for chance is the lower of two dice; where
    the rules buy levels, they are bought one by one at random until nothing fits.
    """
    skills, groups = _skills(random, rules)
    resistances = ["Physical", *random.sample(words.RESISTANCES, random.randint(1, 2))]
    method = "points" if rules.creation == "points" else "random"
    names = [*skills, *resistances]
    levels = _bought(random, rules, names) if method == "points" else {each: _rolled(random, rules) for each in names}

    stated: dict[str, object] = {"creation": method}
    if method == "points":
        stated["points"] = DEFAULT_POINTS if rules.points is None else rules.points
    if rules.tier and rules.tiers:
        stated["tier"] = rules.tier
    if not rules.tiers:
        stated["tiers"] = False
    if rules.groups:
        stated["groups"] = list(rules.groups)

    trait, effect, group = random.choice([each for each in words.TRAITS if each[2] in groups.values()])
    helped = next(skill for skill, each in groups.items() if each == group)
    concept: dict[str, object] = {
        "system": "five-plus",
        "name": name,
        "concept": f"{random.choice(words.TRADES)} {random.choice(words.MANNERS)}",
        "rules": stated,
        "skills": {each: _skill(levels[each], each, rules, position) for position, each in enumerate(skills)},
        "resistances": {each: levels[each] for each in resistances},
        "traits": [{"name": trait, "effect": effect, "bonus": {helped: 1}}],
        "equipment": random.sample(words.THINGS, 3),
    }
    return concept


def generate_opposition(random: Random, rules: Rules, name: str, key_levels: int = 6) -> dict[str, object]:
    """A lawful opponent of that name: a card, for NPCs do not roll.

    ``key_levels`` is the sum of the party's key levels, about which the successes to win vary by a third (ours).
    """
    spread = max(1, key_levels // 3)
    return {
        "system": "five-plus",
        "name": name,
        "opposition": {
            "goal": random.choice(words.GOALS),
            "actions": random.sample(words.DEEDS, 2),
            "behaviour": random.choice(words.BEHAVIOURS),
            "rank": random.randint(0, 2),
            "successes": max(1, key_levels + random.randint(-spread, spread)),
        },
    }


def _skills(random: Random, rules: Rules) -> tuple[list[str], dict[str, str]]:
    """The names of the skills, and the group of each."""
    chosen: dict[str, str] = {}
    wanted = random.randint(*DESCRIPTORS)
    kinds = [group for group in words.SKILLS if group != "magic" or random.randrange(4) == 0]
    while len(chosen) < max(wanted, len(rules.groups)):
        group = kinds[len(chosen) % len(kinds)]
        chosen[random.choice([each for each in words.SKILLS[group] if each not in chosen])] = group
    return list(chosen), chosen


def _skill(level: int, name: str, rules: Rules, position: int) -> object:
    """A skill as a concept writes it; where the table names groups, each gets one in turn."""
    if not rules.groups:
        return level
    return {"level": level, "group": rules.groups[position % len(rules.groups)]}


def _highest(rules: Rules) -> int:
    """The highest level that can still be improved by a double, in the tier of the rules."""
    tier = rules.tier if rules.tiers else 0
    return max(0, min(rules.maximum(tier), LAST_FACE - tier))


def _rolled(random: Random, rules: Rules) -> int:
    return min(random.randint(1, LAST_FACE), random.randint(1, LAST_FACE), max(1, _highest(rules)))


def _bought(random: Random, rules: Rules, names: list[str]) -> dict[str, int]:
    """Levels bought one by one, each for its own number, until nothing more fits."""
    levels = dict.fromkeys(names, 0)
    left = DEFAULT_POINTS if rules.points is None else rules.points
    while True:
        fitting = [name for name, level in levels.items() if level < _highest(rules) and level + 1 <= left]
        if not fitting:
            return levels
        name = random.choice(fitting)
        left -= cost(levels[name] + 1) - cost(levels[name])
        levels[name] += 1
