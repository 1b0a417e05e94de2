"""A lawful stranger: somebody with a trade, drawn from words of our own, or an enemy's card."""

from random import Random

from chargen.systems.roll_when_you_need import words
from chargen.systems.roll_when_you_need.rules import RESILIENCE, Rules

USUAL_POINTS = 20
"""Steps that a stranger gets where the table sets no budget (ours; the text gives none)."""
USUAL_MAXIMUM = 4
"""The highest rating a stranger starts with where the table sets no maximum (ours)."""
CARD_DIFFICULTIES = ((1, 3), (2, 4), (3, 5), (4, 6))
"""The difficulties of an enemy's moves, by how dangerous the enemy is (ours)."""


def generate(random: Random, rules: Rules, name: str) -> dict[str, object]:
    """A character of that name that checks without a warning, as plain data with the keys of a file."""
    trade = random.choice(sorted(words.TRADES))
    return {
        "system": "roll-when-you-need",
        "name": name,
        "concept": f"{trade} {random.choice(words.WANTS)}",
        "abilities": _abilities(random, rules, words.TRADES[trade]),
        "qualities": _qualities(random, 2),
        "talents": _talents(random, random.choice((1, 1, 2))),
        "equipment": random.sample(words.THINGS, 3),
    }


def card(random: Random, rules: Rules, name: str) -> dict[str, object]:
    """An enemy's card of that name: two to four moves, stress and a quality."""
    danger = random.randrange(len(CARD_DIFFICULTIES))
    low, high = CARD_DIFFICULTIES[danger]
    moves = random.sample(words.MOVES, random.choice((2, 3, 3, 4)))
    stress = {RESILIENCE: danger + 1, rules.social_stress: random.randint(1, 4)}
    return {
        "system": "roll-when-you-need",
        "name": name,
        "concept": random.choice(words.FOES),
        "abilities": {ability: _held(ability, rating, rules) for ability, rating in stress.items()},
        "qualities": _qualities(random, 1),
        "moves": [{"name": move, "difficulty": random.randint(low, high), "effect": effect} for move, effect in moves],
    }


def _held(ability: str, rating: int, rules: Rules) -> int:
    return min(max(rating, rules.lowest(ability)), rules.highest_ability)


def _qualities(random: Random, number: int) -> list[dict[str, str]]:
    chosen = random.sample(words.QUALITIES, number)
    return [{"name": name, "benefit": benefit, "drawback": drawback} for name, benefit, drawback in chosen]


def _talents(random: Random, number: int) -> list[dict[str, str]]:
    return [{"name": name, "effect": effect} for name, effect in random.sample(words.TALENTS, number)]


def _abilities(random: Random, rules: Rules, trade: tuple[str, ...]) -> dict[str, int]:
    """Ratings that spend the whole budget: the trade first, Wealth and Reputation as they fall.

    Abilities that the table does not play are passed over.
    """
    known = rules.known()
    highest = rules.highest_ability if rules.starting_maximum is None else rules.starting_maximum
    highest = min(highest, rules.highest_ability)
    ceiling = min(highest, max(USUAL_MAXIMUM, rules.start)) if rules.starting_maximum is None else highest
    ratings = {name: rules.unlisted_rating(name) for name in known}
    left = USUAL_POINTS if rules.ability_points is None else rules.ability_points
    favourites = [name for name in trade if name in ratings]
    for depth, name in enumerate(favourites):
        rise = min(max(ceiling - ratings[name] - depth, 0), left)
        ratings[name] += rise
        left -= rise
    weights = {name: 3 if name in (RESILIENCE, rules.social_stress) else 1 for name in known}
    for limit in (ceiling - 1, ceiling):  # nobody is better at a pastime than at the trade, if there is a choice
        while left > 0 and (below := [name for name in known if ratings[name] < limit]):
            name = random.choices(below, [weights[each] for each in below])[0]
            ratings[name] += 1
            left -= 1
    for name in known:  # what is left only fits above our usual maximum
        rise = min(max(highest - ratings[name], 0), left)
        ratings[name] += rise
        left -= rise
    return {name: rating for name, rating in ratings.items() if rating != rules.unlisted_rating(name)}
