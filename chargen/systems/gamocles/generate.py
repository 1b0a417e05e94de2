"""Lawful strangers: numbers drawn from the table's ranges and fitted to its budgets, words from lists of our own."""

from collections.abc import Sequence
from random import Random

from chargen.systems.gamocles.names import SKILLS, TRAITS
from chargen.systems.gamocles.rules import Rules

# The words are ours; the text has no lists.
TRADES = (
    "Bone-wagon driver", "Clerk of a bankrupt oracle", "Debt diver", "Fire-eater's understudy", "Gate butcher",
    "Ghost usher", "Lamp thief", "Map tattooist", "Night porter", "Organ grinder with one tune", "Pit medic",
    "Rope prophet", "Sewer notary", "Spare executioner", "Toll collector", "Wedding poisoner",
)  # fmt: skip
MANNERS = (
    "on the run from a choir", "who collects apologies", "who has died once and disliked it", "who is somebody's alibi",
    "who keeps the receipts", "who never learned to whisper", "who owes a favour to a bridge", "with a borrowed face",
    "with a dog in the union", "with somebody else's luck", "with two shadows", "writing a book about it",
)  # fmt: skip
WEAPONS = (
    ("Bent crowbar", 1), ("Boat hook", 2), ("Chain and padlock", 2), ("Fencing sabre, blunt", 2), ("Flare pistol", 3),
    ("Kitchen cleaver", 1), ("Nail gun", 3), ("Sharpened shovel", 2), ("Sling and bearings", 1), ("Whaling lance", 4),
)  # fmt: skip
ARMOURS = (
    ("Butcher's apron, chain", 2), ("Diving cuirass", 3), ("Firefighter's coat", 2), ("Layers of newspaper", 1),
    ("Motorcycle leathers", 1), ("Theatre breastplate", 1),
)  # fmt: skip
VARIATIONS: Sequence[tuple[str, str, int, str]] = (
    ("Bad Penny", "subtlety", 1, "Turns up again where nobody would look twice"),
    ("Borrowed Manners", "manipulation", 1, "Is taken for staff in any house with staff"),
    ("Iron Stomach", "grit", 2, "Keeps down whatever was meant to kill"),
    ("Knows a Cousin", "network", 1, "Has a relative in every harbour, some of them friendly"),
    ("Left-Handed Letters", "language", 1, "Reads any hand, upside down and in a mirror"),
    ("Loud Exit", "movement", 2, "Leaves through windows unhurt"),
    ("Old Campaigner", "tactics", 1, "Names the worst place to stand before anybody stands there"),
    ("Slow Fuse", "will", 2, "May be angry tomorrow instead of today"),
    ("Sworn Enemy of Rust", "craft", 1, "Mends anything with a hinge"),
    ("Third Thought", "reason", 2, "Asks the Boss once a night what was overlooked"),
)  # fmt: skip
GEAR = (
    "Bag of foreign coins", "Cracked hand mirror", "Half a train ticket", "Jar of teeth, labelled",
    "Key to no known door", "Letter of recommendation, forged", "Matches from a hotel that burnt down",
    "Pocket almanac, wrong year", "Smoked sausage", "Tin whistle",
)  # fmt: skip


def generate(random: Random, rules: Rules, name: str) -> dict[str, object]:
    """A lawful stranger of that name, as the plain data of a concept; the same ``random`` state gives the same one.

    Numbers are drawn from the rules' `drawn_traits` and `drawn_skills` (ours), and moved a point at a time until the
    table's budgets are met to the point.
    """
    traits = _fitted(
        random,
        [random.choice(rules.drawn_traits or (1,)) for _ in TRAITS],
        rules.trait_points,
        low=1 if rules.trait_points is None or rules.trait_points >= len(TRAITS) else 0,
        high=rules.highest_trait,
    )
    skills = _fitted(
        random,
        [random.choice(rules.drawn_skills or (0,)) for _ in SKILLS],
        rules.skill_points,
        low=rules.lowest_skill,
        high=rules.highest_skill,
    )
    have = {each.key: value for each, value in zip((*TRAITS, *SKILLS), (*traits, *skills), strict=True)}
    concept: dict[str, object] = {
        "system": "gamocles",
        "name": name,
        "concept": f"{random.choice(TRADES)} {random.choice(MANNERS)}",
        "traits": {each.key: have[each.key] for each in TRAITS},
        "skills": {each.key: have[each.key] for each in SKILLS if have[each.key]},
    }
    (weapon, rating), (armour, protection) = random.choice(WEAPONS), random.choice(ARMOURS)
    if random.randrange(8):
        concept["weapon"] = {"name": weapon, "rating": rating}
    if random.randrange(3):
        concept["armour"] = {"name": armour, "rating": protection}
    concept["variations"] = _variations(random, have, rules)
    concept["equipment"] = random.sample(GEAR, 2)
    return concept


def _fitted(random: Random, drawn: list[int], budget: int | None, *, low: int | None, high: int | None) -> list[int]:
    """Drawn values within their limits, moved to the budget a point at a time, as far as the limits let them."""
    values = [
        max(low if low is not None else value, min(value, high if high is not None else value)) for value in drawn
    ]
    while budget is not None and (lacking := budget - sum(values)):
        step = 1 if lacking > 0 else -1
        bound = high if lacking > 0 else low
        free = [index for index, value in enumerate(values) if bound is None or (bound - value) * step > 0]
        if not free:
            break
        values[random.choice(free)] += step
    return values


def _variations(random: Random, have: dict[str, int], rules: Rules) -> list[dict[str, object]]:
    """One or two variations whose prerequisites are met; they share the table's points, or cost nothing."""
    fitting = [each for each in VARIATIONS if have[each[1]] >= each[2]]
    chosen = random.sample(fitting, min(random.randint(1, 2), len(fitting)))
    if not chosen and rules.variation_points:
        chosen = [("Nobody's Fool", "", 0, "Cannot be cheated twice by the same person")]
    made: list[dict[str, object]] = []
    for index, (name, needed, least, effect) in enumerate(chosen):
        points = rules.variation_points or 0
        share = points // len(chosen) + (points % len(chosen) if index == 0 else 0)
        made.append(
            {
                "name": name,
                **({"points": share} if share else {}),
                **({"requires": {needed: least}} if needed else {}),
                "effect": effect,
            }
        )
    return made
