"""Lawful strangers: the budgets spent at random over a catalogue of our own, to the last half point."""

from fractions import Fraction
from itertools import pairwise
from random import Random

from chargen.systems.facade import attributes, catalogue, skills
from chargen.systems.facade.concept import Concept
from chargen.systems.facade.reckoning import granted
from chargen.systems.facade.rules import Catalogue, Rules

ARMOR = ("Leather Jacket", "Leather Pants", "Leather Armor", "Tech Clothes")
MOST_IN_A_SPECIALTY = 4
"""SP in a specialty of the cascade: three of these never master a focus, so that none is wasted (ours)."""


def generate(random: Random, rules: Rules, name: str) -> dict[str, object]:
    """A lawful stranger of that name, as the plain data of a concept.

    The same ``random`` state gives the same person. The common pool is split by lot over the three areas, and each
    area is spent to the end; an area with more points than the catalogue can take keeps the rest.
    """
    age = random.randint(18, 64)
    budget = granted(Concept(system="facade", name=name, age=age), rules)
    rates = rules.grants
    for_attributes = random.randint(budget["pool"] // 5, max(budget["pool"] // 2, budget["pool"] // 5))
    for_backgrounds = random.randint(0, (budget["pool"] - for_attributes) // 4)
    for_skills = budget["pool"] - for_attributes - for_backgrounds
    if rules.pool_bought:
        for_backgrounds, for_skills = for_backgrounds + for_skills // 3, for_skills - for_skills // 3
    held, modifiers = _attributes(random, budget["AP"] + for_attributes * rates.buys_attribute_points, rules)
    tree = _skills(random, Fraction(budget["SP"] + for_skills * rates.buys_skill_points), rules)
    backgrounds = _backgrounds(random, budget["BP"] + for_backgrounds * rates.buys_background_points, rules)
    concept: dict[str, object] = {
        "system": "facade",
        "name": name,
        "concept": f"{random.choice(catalogue.CALLINGS)} {random.choice(catalogue.MANNERS)}",
        "age": age,
        "frame": random.choice(("female", "male")),
        "attributes": {
            category: {each: held[each] for each in three} for category, three in attributes.CATEGORIES.items()
        },
        "modifiers": modifiers,
        "skills": tree,
        "backgrounds": backgrounds,
        "weapons": _weapons(random, held["strength"], rules),
        "equipment": random.sample(catalogue.GEAR, 3),
    }
    if random.randrange(2):
        concept["armor"] = [random.choice(ARMOR)]
    return concept


def _attributes(random: Random, points: int, rules: Rules) -> tuple[dict[str, int], list[dict[str, object]]]:
    """Attributes around the human average of 3, and simple modifiers for the rest of the AP."""
    prices = rules.attribute_costs
    start = next((level for level in (2, 1) if level < len(prices) and prices[level] * 15 <= points), 0)
    held = dict.fromkeys(attributes.ATTRIBUTES, start)
    left = points - 15 * prices[start]
    top = min(rules.human_maximum, rules.highest_attribute)
    while True:
        open_to = [each for each in held if held[each] < top and prices[held[each] + 1] - prices[held[each]] <= left]
        if not open_to or (left <= 6 and random.randrange(3) == 0):
            break
        chosen = random.choices(open_to, [5 ** (6 - held[each]) if held[each] < 6 else 1 for each in open_to])[0]
        left -= prices[held[chosen] + 1] - prices[held[chosen]]
        held[chosen] += 1
    row = rules.modifier_costs.get("simple", (0,))
    modifiers: list[dict[str, object]] = []
    for name, category in random.sample(catalogue.MODIFIERS, len(catalogue.MODIFIERS)):
        level = next((each for each in range(len(row) - 1, 0, -1) if row[each] <= left), 0)
        if level == 0:
            break
        modifiers.append({"name": name, "category": category, "cost": "simple", "level": level})
        left -= row[level]
    return held, modifiers


def _skills(random: Random, points: Fraction, rules: Rules) -> dict[str, object]:
    tree = rules.skill_catalogue
    return _cascade(random, points, tree) if rules.cascade else _standard(random, points, tree, rules)


def _standard(random: Random, points: Fraction, tree: Catalogue, rules: Rules) -> dict[str, object]:
    """Levels bought one by one: broad skills first, then what is inside them, never much deeper than their parent."""
    levels: dict[skills.Path, int] = {}
    broads = random.sample(list(tree), len(tree))
    left, reach = points, 3

    rows = [skills.costs_of(rules.standard_skill_costs, height)[: skills.HIGHEST + 1] for height in skills.HEIGHTS]
    prices = [[Fraction(after) - Fraction(before) for before, after in pairwise(row)] for row in rows]

    def step(path: skills.Path) -> Fraction | None:
        row, level = prices[len(path) - 1], levels.get(path, 0)
        return row[level] if level < len(row) else None

    while left > 0:
        paths = [(broad,) for broad in broads[:reach]]
        inner: list[skills.Path] = [*paths]
        for broad in broads[:reach]:
            for focus, specialties in tree[broad].foci.items():
                if levels.get((broad,), 0):
                    inner.append((broad, focus))
                if levels.get((broad, focus), 0):
                    inner.extend((broad, focus, specialty) for specialty in specialties)
        open_to = [path for path in inner if (price := step(path)) is not None and price <= left]
        if not open_to:
            if reach >= len(broads):
                break
            reach += 1
            continue
        chosen = random.choice(open_to)
        left -= step(chosen) or 0
        levels[chosen] = levels.get(chosen, 0) + 1
        if reach < len(broads) and random.randrange(12) == 0:
            reach += 1
    return _planted(levels, "level", tree)


def _cascade(random: Random, points: Fraction, tree: Catalogue) -> dict[str, object]:
    """SP given out over specialties, focus by focus."""
    held: dict[skills.Path, int] = {}
    left = int(points)
    broads = random.sample(list(tree), len(tree))
    for broad in broads:
        foci = tree[broad].foci
        for focus in random.sample(list(foci), len(foci)):
            for specialty in foci[focus]:
                amount = min(left, random.randint(2, MOST_IN_A_SPECIALTY))
                if amount:
                    held[broad, focus, specialty] = amount
                    left -= amount
    for path in held:
        amount = min(left, MOST_IN_A_SPECIALTY - held[path])
        held[path] += amount
        left -= amount
    return _planted(held, "points", tree)


def _planted(numbers: dict[skills.Path, int], key: str, tree: Catalogue) -> dict[str, object]:
    """A tree as a file writes it, in the catalogue's order."""
    grown: dict[str, object] = {}
    for broad, branch in tree.items():
        inside: dict[str, object] = {"level": numbers[broad,]} if (broad,) in numbers and key == "level" else {}
        inside["attribute"] = branch.attribute
        some = False
        for focus, specialties in branch.foci.items():
            within: dict[str, object] = {
                each: numbers[broad, focus, each] for each in specialties if (broad, focus, each) in numbers
            }
            if (broad, focus) in numbers:
                within = {key: numbers[broad, focus], **within}
            if within:
                inside[focus] = within
                some = True
        if some or (broad,) in numbers:
            grown[broad] = inside
    return grown


def _backgrounds(random: Random, points: int, rules: Rules) -> list[dict[str, object]]:
    """Backgrounds of all kinds; the rest of the BP goes into one with a price of its own."""
    chosen: list[dict[str, object]] = []
    left = points
    if rules.negatives == "area" or rules.pool_bought:
        name, class_ = random.choice(catalogue.LIABILITIES)
        level = random.randint(1, 4)
        chosen.append({"name": name, "class": class_, "kind": "standard", "cost": "simple", "level": level})
        each = rules.standard_background_costs.get("simple")
        left += -(-level * each.points // each.levels) if each else 0
    names = random.sample(catalogue.BACKGROUNDS, len(catalogue.BACKGROUNDS))
    while left > 0 and names:
        name, class_ = names.pop()
        cost = random.choice(("minor", "simple", "medium", "major"))
        row = rules.exponential_background_costs.get(cost, (0,))
        each = rules.standard_background_costs.get(cost)
        level = random.randint(2, 6)
        price = -(-level * each.points // each.levels) if each else 0
        if random.randrange(3) == 0 and level < len(row) and row[level] <= left:
            chosen.insert(0, {"name": name, "class": class_, "kind": "exponential", "cost": cost, "level": level})
            left -= row[level]
        elif price <= left and len(names) > 1:
            chosen.insert(0, {"name": name, "class": class_, "kind": "standard", "cost": cost, "level": level})
            left -= price
        elif left <= 12 or not names:
            chosen.insert(0, {"name": name, "class": class_, "kind": "individual", "points": left})
            left = 0
    return chosen


def _weapons(random: Random, strength: int, rules: Rules) -> list[str]:
    """One or two weapons that are within the character's strength."""
    fitting = [
        row.name.split("/")[0]
        for row in (*rules.melee_weapons, *rules.ranged_weapons)
        if max(row.strength or 0, row.minimum or 0) <= strength
    ]
    return sorted(set(random.sample(fitting, min(2, len(fitting)))))
