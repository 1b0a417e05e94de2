"""A throw, a printed chance and a formula follow from one description of the dice."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from chargen import ready_made
from chargen.checking import check_source
from chargen.dice import ChanceRule, DiceGroup, DiceResult, DiceRule, Measure, Throwable
from chargen.kit.attacks import Damage
from chargen.kit.pool import Pool
from chargen.page.roll import Roll
from chargen.text.source import load
from tests.exports.subjects import GAMES
from tests.scale import QUICK

MOST_THROWS = 1500
"""The most throws of a rule that a test enumerates one by one."""
THROWS, SAMPLE = (1500, 6) if QUICK else (100_000, 1000)
YES = (DiceResult("yes", wanted=True),)
TASK = Pool.read("(value)d6", {"two": "count(6) >= 2", "one": "highest_die == 6", "no": "otherwise"}, fails=("no",))
POOLS = [
    *(TASK.roll("Brave", dice).rule for dice in range(4)),
    ChanceRule.of("1d20", Fraction(1, 4)),
    Damage(2, 6, -3).rule or ChanceRule.of("", Fraction(1)),
    DiceRule((DiceGroup((6,), trumps=(5, 6), step=5),), (Measure(bonus=-2),), (DiceResult("8", ((0, 8, None),)), *YES)),
]


@cache
def rules(game: str) -> dict[str, Throwable]:
    """The rules of all rolls and actions of a game's presets, by a text that tells them apart."""
    found: dict[str, Throwable] = {}
    for checked in characters(game):
        for roll in checked.rolls():
            found[f"{roll.roll} {roll.outcomes}"] = roll.rule
        for action in checked.actions():
            found[f"{action.roll} {action.outcomes}"] = action.rule
            if action.harm is not None and action.harm.rule is not None:
                found[action.harm.text] = action.harm.rule
    return found


@cache
def characters(game: str) -> list[Any]:
    paths = [preset.path for preset in ready_made.presets(game)]
    return [check_source(load(path.name, path.read_bytes()), path) for path in paths]


def read(measure: dict[str, Any], faces: list[int]) -> int:
    """What a page in a browser reads off some faces, from plain data alone."""
    worth = [measure["worth"][face - 1] if measure["worth"] else face for face in faces]
    if measure["how"] == "lowest":
        return min(worth, default=0)
    return prod(worth) if measure["how"] == "product" else sum(worth) + measure["bonus"]


def enumerate_outcomes(data: dict[str, Any]) -> dict[str, Fraction]:
    """The chance of each outcome, from every throw of the dice that plain data describes."""
    groups = [group["sides"] for group in data["groups"]]
    counted: Counter[str] = Counter()
    for throw in product(*(range(1, sides + 1) for group in groups for sides in group)):
        left = list(throw)
        faces = [[left.pop(0) for _ in group] for group in groups]
        numbers = [read(measure, faces[measure["group"]]) for measure in data["measures"]]
        counted[
            next(
                result["name"]
                for result in data["results"]
                if all(
                    (low is None or numbers[place] >= low) and (high is None or numbers[place] <= high)
                    for place, low, high in result["bounds"]
                )
            )
        ] += 1
    return {name: Fraction(number, counted.total()) for name, number in counted.items()}


def is_small(rule: Throwable) -> bool:
    """Whether every throw can be looked at: few dice, none of which is thrown again."""
    return isinstance(rule, DiceRule) and (
        not any(group.keep or group.trumps for group in rule.groups)
        and prod(sides for group in rule.groups for sides in group.sides) <= MOST_THROWS
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_outcomes_are_those_of_every_throw(game: str) -> None:
    """Each rule with few dice, read from its plain data by code that shares nothing with it."""
    small = [rule for rule in rules(game).values() if is_small(rule)]
    assert small or game == "gamocles", "the dice of Gamocles are thrown again; formulas test them"
    for rule in small:
        data = json.loads(json.dumps(rule.data()))
        possible = {name: chance for name, chance in rule.outcomes.items() if chance}
        assert enumerate_outcomes(data) == possible, rule
        assert data["outcomes"] == {name: str(chance) for name, chance in rule.outcomes.items()}


@pytest.mark.parametrize("game", [*GAMES, "pools"])
def test_throws_meet_the_printed_chance(game: str) -> None:
    """The rules of a game, thrown with a fixed seed: chi-squared within five standard deviations.

    A quick run tries some of them 1,500 times; a complete one each 100,000 times.
    """
    random, every = Random(game), POOLS if game == "pools" else list(rules(game).values())
    for rule in every[:: max(len(every) // SAMPLE, 1)][:SAMPLE]:
        thrown = [rule.throw(random) for _ in range(THROWS)]
        counted = Counter(throw.outcome for throw in thrown)
        expected = {name: float(chance) * THROWS for name, chance in rule.outcomes.items() if chance}
        assert set(counted) <= set(expected)
        common = [name for name, number in expected.items() if number >= 5]
        distance = sum((counted[name] - expected[name]) ** 2 / expected[name] for name in common)
        assert distance < len(common) + 5 * (2 * len(common)) ** 0.5, (rule.text, counted, expected)
        assert all(throw.text.endswith(throw.outcome) for throw in thrown)


def printed(game: str, roll: Roll, rules: Any) -> Any:
    """The chance of a roll among its odds, at the difficulty of the sheet, with the damage that the file notes."""
    odds: Any = roll.odds
    if game == "facade":
        return odds["difficulty_11"]["success"]
    if game == "gamocles":
        return (odds | odds["further"])[f"tn_{rules.sheet_tn}"]["success"]
    if game == "roll-when-you-need":
        return odds["effects"].get(f"at_least_{rules.usual_successes}", 0)
    return odds.get("success_now", odds["success"])


@pytest.mark.parametrize("game", GAMES)
def test_the_chance_of_a_roll_is_the_printed_one(game: str) -> None:
    """The wanted outcomes of a roll add up to the chance among its odds, and all outcomes to 1."""
    for checked in characters(game):
        for roll in checked.rolls():
            assert roll.chance == printed(game, roll, checked.view.character.rules), roll.label
            assert sum(roll.outcomes.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_damage_dice_have_the_chances_of_the_harm(game: str) -> None:
    """What a tap throws for an attack is the harm that its action says, amount by amount."""
    for action in (action for checked in characters(game) for action in checked.actions()):
        if action.harm is not None and action.harm.rule is not None:
            thrown = {int(name.split()[0]): chance for name, chance in action.harm.rule.outcomes.items()}
            assert thrown == {amount: chance for amount, chance in action.harm.chances.items() if chance}
            assert action.harm.rule.text == action.harm.text
    assert game != "five-by-five" or "1d6" in rules(game)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (DiceRule((DiceGroup((6, 6)),), (Measure("product"),), YES), "2 × 5 = 10: yes"),
        (DiceRule((DiceGroup((4,)),), (Measure(),), YES), "2: yes"),
        (DiceRule((DiceGroup((3,) * 4, keep=2),), (Measure(bonus=-4),), YES), "(1) + 3+2 + 3+3 + (1) − 4 = 7: yes"),
        (
            DiceRule((DiceGroup((6, 6)), DiceGroup((6,), "disaster")), (Measure(worth=(0, 0, 0, 0, 1, 1)),), YES),
            "2, 5, disaster 5: yes",
        ),
        (DiceRule((DiceGroup(()),), (Measure(),), YES), "yes"),
        (ChanceRule.of("1d20", Fraction(1, 4), "hit"), "1d20: not hit"),
    ],
)
def test_a_throw_reads_as_at_the_table(rule: Throwable, text: str) -> None:
    """One line: what each die shows, what it comes to, and the outcome."""
    assert rule.throw(Random(3)).text == text
