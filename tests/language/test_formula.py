"""What is proved of a formula when it is parsed holds for every value that its names may have."""

from random import Random
from typing import Any

import pytest

from chargen.language.formula import Kind, Range, Values, parse_formula, scale
from chargen.language.syntax import FormulaError
from tests.scale import fourth

NAMES: dict[str, Range | Kind] = {
    "n": Range(-3, 4),
    "level": Range(1, 5),
    "zero": Range(0, 0),
    "brave": Kind("condition", Range(0, 1)),
}
GEAR = Kind("list", members={"slots": Kind("number", Range(-1, 3))}, names=("Axe", "Rope"), size=3)
STATS = Kind("list", members={"value": Kind("number", Range(-2, 6))}, names=("Might", "Wits"), size=2)
JOB = Kind("entry", names=("Cook", "Mate"), members={"load": Kind("number", Range(1, 4))})
PARTS = {"gear": GEAR, "stats": STATS, "job": JOB}
SCALES = {"step": scale({-3: "-2", 0: "0", 3: "5"})}
CASES = fourth(4_000)


def number(random: Random, depth: int) -> str:
    """A formula of a number, of random parts."""
    if depth == 0:
        return random.choice(["0", "1", "3", "n", "level", "zero", "job.load", "n", "level"])
    one, other = number(random, depth - 1), number(random, depth - 1)
    return random.choice([
        *(f"{one} {sign} {other}" for sign in "+-*/%"),
        f"({one}) * ({other})", f"({one}) / ({other})", f"-({one})", f"-{one}",
        f"({one}) at most {other}", f"({one}) at least {other}", f"min({one}, {other})", f"max({one}, {other}, 2)",
        f"abs({one})", f"up(({one}) / ({other}))", f"up(({one}) / 2)",
        f"{one} if {condition(random, depth - 1)} else {other}",
        f"10 / n if n {random.choice(['>', '<', '!='])} 0 else {one}",
        f"7 % level + ({one})", f"sum(gear.slots * ({one}))", f"highest(stats - ({one}))", "lowest(stats)",
        f"count(stats > {one})", f"count(gear.slots == {one})", "count(gear)", f"step({one})",
        f"sum(gear.slots if gear is Axe else {one})", f"sum(count(stats > gear.slots) + {one})",
    ])  # fmt: skip


def condition(random: Random, depth: int) -> str:
    """A condition of random parts."""
    one, other = number(random, max(0, depth - 1)), number(random, max(0, depth - 1))
    compared = f"({one}) {random.choice(['<', '<=', '==', '!=', '>=', '>'])} {other}"
    if depth <= 0:
        return random.choice(
            [compared, "job is Cook", "job is not Mate", "gear has Rope", "brave", "n > 0", "level != 1"]
        )
    inner = condition(random, depth - 1)
    return random.choice([
        compared, f"not {inner}", f"({inner}) and n > 0", f"({inner}) or level <= 2", f"{compared} and {inner}",
    ])  # fmt: skip


def values(random: Random) -> Values:
    """Random values of all names, each within its range."""
    ranges = {name: kind.range if isinstance(kind, Kind) else kind for name, kind in NAMES.items()}
    numbers = {name: random.randint(low, high) for name, (low, high) in ranges.items()}
    gear = [{"name": random.choice(GEAR.names), "slots": random.randint(-1, 3)} for _ in range(random.randint(0, 3))]
    stats = [{"name": name, "value": random.randint(-2, 6)} for name in STATS.names]
    job = {"name": random.choice(JOB.names), "load": random.randint(1, 4)}
    return Values(numbers, {"gear": gear, "stats": stats, "job": job})


def test_a_formula_that_is_accepted_stays_within_its_range() -> None:
    """It never fails, and never leaves its range: not for the values at the ends, and not for those between."""
    random, accepted = Random(51), 0
    for _ in range(CASES):
        text = number(random, random.randint(1, 3))
        try:
            formula = parse_formula(text, NAMES, PARTS, scales=SCALES)
        except FormulaError:
            continue
        accepted += 1
        for _ in range(12):
            given = values(random)
            assert formula.range.low <= formula(given) <= formula.range.high, (text, given)
    assert accepted > CASES / 3


def test_an_odd_text_ends_in_an_error_of_the_language() -> None:
    """And in no other, with a place in the text."""
    random = Random(7)
    pieces = [
        *"()+-*/%<>=.,!d6",
        "2d6",
        "n",
        "if",
        "else",
        "at most",
        "is",
        "has",
        "count(",
        "and",
        "not",
        '"',
        "é",
        " ",
    ]
    for _ in range(CASES):
        text = "".join(random.choice(pieces) for _ in range(random.randint(0, 12)))
        at = 0
        try:
            parse_formula(text, NAMES, PARTS)
        except FormulaError as exc:
            at = exc.at
        assert 0 <= at <= len(text), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("level + 3 at most 4 + n", 5),
        ("2 * 3 - 4 / 3 - 1", 4),
        ("-7 / 2", -4),
        ("up(7 / 2) + up(-7 / 2)", 1),
        ("n - 2 - 1 if brave and not n == 0 else 9", -2),
        ("1 if 1 < n or job is Mate else 0", 0),
        ("sum(gear.slots) + count(gear) + highest(gear.slots)", 8),
        ('1 if gear has "axe" and job is cook else 0', 1),
        ("job.load * count(stats >= 2) + Might", 20),
        ("step(n) + step(-1)", -2),
        ("count(gear.slots > job.load) + sum(stats.value)", 9),
    ],
)
def test_a_formula_has_the_value_that_arithmetic_gives(text: str, expected: int) -> None:
    """By hand: how strongly each word binds, and what a list is between brackets."""
    gear: list[dict[str, Any]] = [{"name": "Axe", "slots": 3}, {"name": "Rope", "slots": 0}]
    parts = {"gear": gear, "stats": [{"value": 2}, {"value": 7}], "job": {"name": "Cook", "load": 4}}
    names = {**NAMES, "might": Range(0, 12)}
    given = Values({"n": 1, "level": 5, "zero": 0, "brave": True, "might": 12}, parts)
    assert parse_formula(text, names, PARTS, scales=SCALES)(given) == expected
