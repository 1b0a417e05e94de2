"""The formula of an action throws the dice that it prints, and succeeds as often as it says."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from math import factorial, prod

from chargen.page.action import Action
from tests.exports.subjects import OF_EACH, subject

TERM = re.compile(r"(\d+)d(\d+)(?:kh(\d+))?(?:xo(\d+))?(?:cs>=(\d+))?")
"""What these formulas are made of, out of all that Foundry VTT can throw."""
Weights = Counter[int]


@cache
def thrown(term: str) -> tuple[Weights, int]:
    """How often each value of a term comes up, and out of how many throws: by looking at every throw.

    Foundry applies modifiers from left to right; `xo` throws again what is still kept, and that only once.
    """
    if term.isdigit():
        return Counter({int(term): 1}), 1
    match = TERM.fullmatch(term)
    assert match, f"{term} is none of the terms that Foundry throws"
    number, sides, kept, again, counted = (int(part or 0) for part in match.groups())
    weights: Weights = Counter()
    for faces in combinations_with_replacement(range(1, sides + 1), number):
        ways = factorial(number) // prod(map(factorial, Counter(faces).values()))
        if counted:
            weights[sum(face >= counted for face in faces)] += ways
            continue
        best = faces[-kept:] if kept else faces
        rethrown = sum(face == again for face in best)
        added, out_of = (reduce(plus, [thrown(f"1d{sides}")] * rethrown)) if rethrown else (Counter({0: 1}), 1)
        for more, weight in added.items():
            # Throws without as many dice to throw again stand for as many more.
            weights[sum(best) + more] += ways * weight * sides ** (kept - rethrown)
        assert out_of == sides**rethrown
    return weights, sides ** (number + (kept if not counted else 0))


def plus(one: tuple[Weights, int], other: tuple[Weights, int]) -> tuple[Weights, int]:
    """The sum of two terms."""
    weights: Weights = Counter()
    for (low, ways), (high, more) in product(one[0].items(), other[0].items()):
        weights[low + high] += ways * more
    return weights, one[1] * other[1]


def chance_within(formula: str, low: float, high: float) -> Fraction:
    """The chance that a sum of terms lies within bounds."""
    weights, out_of = reduce(plus, map(thrown, formula.split(" + ")))
    assert sum(weights.values()) == out_of
    return Fraction(sum(ways for value, ways in weights.items() if low <= value <= high), out_of)


def chance_of_product(action: Action) -> Fraction:
    """The chance of Five by Five, from each pair of faces: a product, or any 6."""
    number = re.search(r"product (\d+)", action.against)
    most = int(number[1]) if number else 0
    dice = [range(1, 7)] * action.formula.count("1d6")
    throws = list(product(*dice))
    return Fraction(sum(6 in faces or (len(faces) == 2 and prod(faces) <= most) for faces in throws), len(throws))


def chance_of_formula(action: Action, game: str) -> Fraction:
    """The chance that follows from the formula and from what the action has to reach."""
    numbers = [int(number) for number in re.findall(r"\d+", action.against.partition(",")[0])]
    if game == "five-by-five":
        return chance_of_product(action)
    if game == "five-plus":
        return chance_within(action.formula, *numbers) if len(numbers) == 2 else Fraction(0)
    if game == "roll-when-you-need":
        needed = re.search(r"(\d+) × ", action.against)
        return chance_within(action.formula, int(needed[1]) if needed else 1, float("inf"))
    return chance_within(action.formula, numbers[-1], float("inf"))


def stated(action: Action) -> Fraction:
    """The chance that the action states for the throw; of a move, the chance of success with trouble or without."""
    if action.kind == "move":
        return sum((chance for name, chance in action.outcomes.items() if name.startswith("success")), Fraction(0))
    return action.chance


@OF_EACH
def test_a_formula_succeeds_as_often_as_the_action(name: str) -> None:
    """Over every throw of the formula, exactly the printed chance; and there is one wherever something is rolled."""
    of = subject(name)
    rolled = [action for action in of.actions if action.formula]
    assert rolled
    for action in of.actions:
        assert bool(action.formula) == bool(action.dice), action.name
    for action in rolled:
        assert chance_of_formula(action, of.card.system) == stated(action), f"{action.name}: {action.formula}"


@OF_EACH
def test_a_formula_has_the_dice_that_are_printed(name: str) -> None:
    """As many dice of as many sides: `2d6` is `1d6*1d6` where they are multiplied, and `5k2` is `5d10kh2xo10`."""
    for action in subject(name).actions:
        dice = re.sub(r"(\d+)k(\d+)", r"\1d10", action.dice)
        assert count_dice(action.formula) == count_dice(dice), f"{action.name}: {action.formula}, {action.dice}"


def count_dice(text: str) -> Counter[str]:
    """How many dice of each number of sides a text names."""
    counted: Counter[str] = Counter()
    for number, sides in re.findall(r"(\d+)d(\d+)", text):
        counted[sides] += int(number)
    return counted
