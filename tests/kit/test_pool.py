"""Odds of described dice are exact: held against a listing of every throw, by rules that are written here once more."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from chargen.kit.pool import Pool
from chargen.language.formula import Kind, Range, scale
from chargen.language.syntax import FormulaError
from tests.scale import fourth

Faces = tuple[int, ...]
FATE = 0  # In place of sides: a die that shows −1, 0 or 1


class Case(NamedTuple):
    """A description of dice, and the same once more: the sides of all dice that may be thrown, and the outcome."""

    name: str
    description: dict[str, Any]
    sides: Callable[..., list[int]]
    outcome: Callable[..., str]
    given: dict[str, int]


CASES: list[list[Case]] = []
"""The cases of each rule."""
NAMES: dict[str, Range | Kind] = {
    **dict.fromkeys(("foe", "hunger", "skill", "pushed", "helped"), Range(0, 5)),
    **dict.fromkeys(("ability", "difficulty", "pool", "trump"), Range(0, 7)),
}
STEPS = scale({0: "d4", 1: "d6", 2: "d8", 3: "d10"})


def dice(
    roll: str | dict[str, str], sides: Callable[..., list[int]], given: Iterable[dict[str, int]], **description: Any
) -> Callable[[Callable[..., str]], None]:
    """Add the cases of a rule: its function says by the faces of a throw what comes of it."""

    def add(rule: Callable[..., str]) -> None:
        complete = {"roll": roll, **description}
        CASES.append([Case(f"{rule.__name__} {each}", complete, sides, rule, each) for each in given])

    return add


def each(**ranges: Iterable[int]) -> list[dict[str, int]]:
    """Every combination of some numbers."""
    return [dict(zip(ranges, numbers, strict=True)) for numbers in product(*ranges.values())]


@dice(
    "(value)d6 if value > 0 else 2d6 keep lowest",
    lambda value: [6] * (value or 2),
    each(value=range(6)),
    outcomes={"two": "count(6) >= 2", "full": "highest_die == 6", "part": "highest_die >= 4", "bad": "otherwise"},
)
def the_highest_of_a_pool_or_the_lowest_of_two(faces: Faces, value: int) -> str:
    if value and faces.count(6) >= 2:
        return "two"
    die = max(faces) if value else min(faces)
    return "full" if die == 6 else "part" if die >= 4 else "bad"


@dice(
    "4dF + value",
    lambda value, foe: [FATE] * 4,
    each(value=range(-1, 4), foe=range(3)),
    outcomes={"over": "total > foe", "tie": "total == foe", "under": "otherwise"},
)
def fate_dice(faces: Faces, value: int, foe: int) -> str:
    lead = sum(faces) + value - foe
    return "over" if lead > 0 else "under" if lead else "tie"


@dice(
    "d100",
    lambda value: [100],
    each(value=(1, 11, 47, 99)),
    outcomes={"double": "total <= value and total % 11 == 0", "done": "total <= value", "failed": "otherwise"},
)
def doubles_of_a_hundred(faces: Faces, value: int) -> str:
    [die] = faces
    return "failed" if die > value else "done" if die % 11 else "double"


@dice(
    {"base": "(value)d6 reroll 2 to 5 if pushed > 0 else (value)d6", "gear": "d6 reroll 2 to 5"},
    lambda value, pushed: [6] * (2 * value + 2),
    each(value=range(3), pushed=(0, 1)),
    outcomes={"two": "count(die == 6) >= 2", "hurt": "count(base == 1) >= 1", "none": "otherwise"},
)
def a_pushed_pool(faces: Faces, value: int, pushed: int) -> str:
    first, second = faces[: value + 1], faces[value + 1 :]
    final = list(first)
    for place, face in enumerate(first):
        if 2 <= face <= 5 and (pushed or place == value):
            final[place] = second[place]
    return "two" if final.count(6) >= 2 else "hurt" if 1 in final[:value] else "none"


@dice(
    "(value)d6 explode 6 once",
    lambda value: [6] * (2 * value),
    each(value=range(4)),
    outcomes={"hit": "total >= 8", "miss": "otherwise"},
)
def sixes_that_explode_once(faces: Faces, value: int) -> str:
    total = sum(face + (more if face == 6 else 0) for face, more in zip(faces[:value], faces[value:], strict=True))
    return "hit" if total >= 8 else "miss"


@dice(
    {"pool": "(value)d10 again 10 once"},
    lambda value: [10] * (2 * value),
    each(value=range(3)),
    outcomes={"three": "count(pool >= 8) >= 3", "one": "count(pool >= 8) >= 1", "none": "otherwise"},
)
def tens_that_bring_a_further_die(faces: Faces, value: int) -> str:
    hits = sum(face >= 8 for face in faces[:value])
    hits += sum(face == 10 and more >= 8 for face, more in zip(faces[:value], faces[value:], strict=True))
    return "three" if hits >= 3 else "one" if hits else "none"


@dice(
    {"own": "d(6 + 2 * value)", "help": "d6 if helped > 0 else 0d6"},
    lambda value, helped: [6 + 2 * value] + [6] * helped,
    each(value=range(4), helped=(0, 1)),
    outcomes={"done": "highest(die) >= 5", "setback": "highest(die) >= 3", "failed": "otherwise"},
)
def a_help_die(faces: Faces, value: int, helped: int) -> str:
    return "done" if max(faces) >= 5 else "setback" if max(faces) >= 3 else "failed"


@dice(
    {"act": "d6", "foes": "2d10"},
    lambda value: [6, 10, 10],
    each(value=range(6)),
    reads={"score": "act + value at most 10"},
    outcomes={
        "match": "score > highest(foes) and alike(foes) == 2",
        "strong": "score > highest(foes)",
        "weak": "score > lowest(foes)",
        "miss": "otherwise",
    },
)
def one_die_against_two(faces: Faces, value: int) -> str:
    act, *foes = faces
    score = min(10, act + value)
    if score > max(foes):
        return "match" if foes[0] == foes[1] else "strong"
    return "weak" if score > min(foes) else "miss"


@dice(
    {"pool": "(ability)d6", "disaster": "(difficulty - ability at least 0)d6"},
    lambda ability, difficulty: [6] * max(ability, difficulty),
    each(ability=range(6), difficulty=range(1, 6)),
    reads={"clean": "count(pool >= 5)", "problems": "count(disaster >= 5)"},
    outcomes={
        "tainted": "clean >= 1 and count(die == 1) > clean + problems",
        "with problems": "clean >= 1 and problems >= 1",
        "clean": "clean >= 1",
        "silver lining": "count(die == 1) > problems",
        "failure": "otherwise",
    },
)
def disaster_dice(faces: Faces, ability: int, difficulty: int) -> str:
    clean = sum(face >= 5 for face in faces[:ability])
    problems = sum(face >= 5 for face in faces[ability:])
    if not clean:
        return "silver lining" if faces.count(1) > problems else "failure"
    return "tainted" if faces.count(1) > clean + problems else "with problems" if problems else "clean"


@dice(
    {"normal": "(pool - hunger at least 0)d10", "hungry": "(pool at most hunger)d10"},
    lambda pool, hunger: [10] * pool,
    [given for given in each(pool=range(4), hunger=range(4)) if given["hunger"] <= given["pool"]],
    reads={"tens": "count(die == 10)", "successes": "count(die >= 6) + tens / 2 * 2"},
    outcomes={
        "messy": "successes >= 2 and tens >= 2 and count(hungry == 10) >= 1",
        "critical": "successes >= 2 and tens >= 2",
        "win": "successes >= 2",
        "bestial": "count(hungry == 1) >= 1",
        "fail": "otherwise",
    },
)
def hunger_dice(faces: Faces, pool: int, hunger: int) -> str:
    hungry, tens = faces[pool - hunger :], faces.count(10)
    if sum(face >= 6 for face in faces) + tens // 2 * 2 < 2:
        return "bestial" if 1 in hungry else "fail"
    return "win" if tens < 2 else "messy" if 10 in hungry else "critical"


@dice(
    "(rolled)d10 keep highest (kept) explode 10 once + 1",
    lambda ability, skill: [10] * (2 * ability + skill),
    [given for given in each(ability=range(3), skill=range(4)) if 2 * given["ability"] + given["skill"] <= 4],
    where={"rolled": "ability + skill at least 0 at most 10", "kept": "ability at most rolled"},
    outcomes={"critical": "total >= 16", "done": "total >= 11", "failed": "otherwise"},
)
def kept_and_then_exploded(faces: Faces, ability: int, skill: int) -> str:
    rolled, further = sorted(faces[: ability + skill], reverse=True), iter(faces[ability + skill :])
    total = 1 + sum(face + (next(further) if face == 10 else 0) for face in rolled[:ability])
    return "critical" if total >= 16 else "done" if total >= 11 else "failed"


@dice(
    "(value)d6 drop lowest",
    lambda value: [6] * value,
    each(value=range(1, 6)),
    outcomes={"good": "total >= 12", "pair": "alike(die) >= 2", "plain": "otherwise"},
)
def what_is_dropped(faces: Faces, value: int) -> str:
    left = sorted(faces)[1:]
    return "good" if sum(left) >= 12 else "pair" if len({*left}) < len(left) else "plain"


@dice(
    {"first": "d6", "second": "d6"},
    lambda value, trump: [6, 6],
    each(value=range(0, 13, 3), trump=(5, 6, 7)),
    reads={"result": "0 if highest(die) >= trump else first * second"},
    outcomes={"done": "result <= value", "failed": "otherwise"},
)
def a_product_with_trumps(faces: Faces, value: int, trump: int) -> str:
    return "done" if max(faces) >= trump or faces[0] * faces[1] <= value else "failed"


@dice(
    {"pool": "(value)d6"},
    lambda value: [6] * value,
    each(value=range(6)),
    outcomes={"straight": "run(pool) >= 3", "wide": "alike(pool) >= 3", "pair": "alike(pool) == 2", "no": "otherwise"},
)
def equal_dice_and_runs(faces: Faces, value: int) -> str:
    if any({face, face + 1, face + 2} <= {*faces} for face in range(1, 5)):
        return "straight"
    alike = max(map(faces.count, faces), default=0)
    return "wide" if alike >= 3 else "pair" if alike == 2 else "no"


@dice(
    "2d6 reroll 1 always",
    lambda value: [5, 5],
    each(value=(9, 12)),
    outcomes={"good": "total >= value", "bad": "otherwise"},
)
def ones_that_are_thrown_until_they_are_none(faces: Faces, value: int) -> str:
    return "good" if sum(faces) + 2 >= value else "bad"


@dice(
    {"own": "step(value) keep highest", "wild": "d4"},
    lambda value: [4 + 2 * value, 4],
    each(value=range(4)),
    total="own + 2 * wild - value",
    outcomes={"big": "total >= 7", "even": "sum(die) % 2 == 0", "small": "otherwise"},
)
def a_die_of_a_scale(faces: Faces, value: int) -> str:
    own, wild = faces
    return "big" if own + 2 * wild - value >= 7 else "small" if (own + wild) % 2 else "even"


@dice(
    "(value)d4",
    lambda value: [4] * value,
    each(value=range(6)),
    outcomes={"low": "up(total / 2) < 4 and not lowest_die == 1", "near": "abs(total - 9) <= 1", "far": "otherwise"},
)
def what_is_rounded_up(faces: Faces, value: int) -> str:
    total = sum(faces)
    if -(-total // 2) < 4 and min(faces, default=0) != 1:
        return "low"
    return "near" if 8 <= total <= 10 else "far"


def described(case: Case) -> Pool:
    low, high = (-2, 5) if case.name.startswith("fate") else (0, 5)
    if case.description["roll"] in ("d100", "2d6 reroll 1 always") or "trump" in case.given:
        high = 100
    return Pool.read(**case.description, names=NAMES, value=Range(low, high), scales={"step": STEPS})


every_rule = pytest.mark.parametrize("cases", CASES, ids=lambda cases: cases[0].outcome.__name__)


@every_rule
def test_odds_are_those_of_every_throw(cases: list[Case]) -> None:
    """With each step of the language, and with groups by name."""
    for case in cases:
        faces = [range(-1, 2) if sides == FATE else range(1, sides + 1) for sides in case.sides(**case.given)]
        counts = Counter(case.outcome(throw, **case.given) for throw in product(*faces))
        odds = {outcome: chance for outcome, chance in described(case).odds(case.given).items() if chance}
        assert odds.pop("success") == 1
        assert odds == {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}, case.name


@every_rule
def test_throws_have_the_outcomes_of_the_odds(cases: list[Case]) -> None:
    """In a complete run over 2,000 throws, no outcome is farther than five deviations from its chance."""
    for case in cases:
        if case.given.get("value") == 2:
            dice, random, number = described(case), Random(7), fourth(2_000)
            thrown = Counter(dice.roll("any", case.given).throw(random).outcome for _ in range(number))
            odds = dice.odds(case.given)
            assert thrown.keys() <= odds.keys(), case.name
            for outcome in dice.outcomes:
                chance = float(odds[outcome])
                assert abs(thrown[outcome] - number * chance) <= 5 * (number * chance * (1 - chance)) ** 0.5, case.name


@every_rule
def test_what_dice_come_to_stays_within_the_range_that_was_proved(cases: list[Case]) -> None:
    """With any throw: the chance to leave the range is 0."""
    for case in cases:
        rolled = described(case).rolled
        if rolled is not None:
            outcomes = {
                "within": f"total >= {rolled.range.low} and total <= {rolled.range.high}",
                "outside": "otherwise",
            }
            asked = case._replace(description={**case.description, "outcomes": outcomes, "reads": {}})
            assert described(asked).odds(case.given)["within"] == 1, case.name


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        ("(value - 1)d6", "the number of dice may be −1; it goes from 0 to 100"),
        ("(value)d(value)", "the sides of a die may be 0; it goes from 1 to 1,000"),
        ("(d6)d6", "the number of dice cannot depend on other dice"),
        ("4d6 reroll 2 - 5", "faces from one to another have `to` between them"),
        ("value keep highest", "`keep` follows dice"),
        ("2d6 if value else 1", "`if` needs a condition, and this is a number"),
        ("2d6 if d6 > 3 else d4", "which dice are rolled cannot depend on how others fall"),
        ("step(d4 - 1)", "which dice are rolled cannot depend on how others fall"),
        ("4d6 keep highest 3 drop lowest", "dice are kept once"),
        ("4d6 keep highest 3 again 6", "`again` is the only step but for those before it that change single dice"),
        ("4d6 again 6 explode 6", "`again` is the only step but for those before it that change single dice"),
        ("2d6 reroll 1 to 6 always", "a face must be left that is not thrown again"),
        ("2d(value + 1) reroll 1 always", "a face must be left that is not thrown again"),
    ],
)
def test_dice_that_cannot_be_thrown_are_refused(roll: str, message: str) -> None:
    with pytest.raises(ExceptionGroup) as refused:
        Pool.read(roll, {"any": "otherwise"}, scales={"step": STEPS})
    [error] = refused.value.exceptions
    assert isinstance(error, FormulaError)
    assert (str(error), error.key) == (message, ("roll",))


@pytest.mark.parametrize("roll", ["4d6 again 6", "4d6 keep highest 3 explode 6"])
def test_equal_dice_are_not_thrown_again_after_they_were_kept(roll: str) -> None:
    with pytest.raises(ExceptionGroup, match="dice has errors"):
        Pool.read(roll, {"pair": "alike(die) >= 2", "none": "otherwise"})


def test_every_outcome_with_an_error_is_reported() -> None:
    with pytest.raises(ExceptionGroup) as refused:
        Pool.read("2d6", {"one": "totla > 1", "two": "total", "three": "otherwise"})
    found = [(str(error), error.key[-1]) for error in refused.value.exceptions if isinstance(error, FormulaError)]
    assert found == [
        ("there is no value `totla`", "one"),
        ("this is to be a condition, which is true or false, and is a number", "two"),
    ]
