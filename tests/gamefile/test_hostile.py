"""A game file that means harm, or is a slip, ends in an error: soon, and without much memory."""

import resource
import time
from pathlib import Path

import pytest

from chargen import registry
from chargen.gamefile.formula import FormulaError, Range, of_dice, parse_formula
from chargen.text.source import load
from tests.cli.running import run

BEGIN = "format: 1\ntitle: Trap\n"
SCORES = "scores: {stats: {of: [Might], from: 1, to: 5, roll: task}}\n"
DICE = "dice: {task: {dice: 2, sides: 6, outcomes: {hit: total + value >= 10, miss: otherwise}, fails: miss}}\n"
SECONDS, MEGABYTES = 2.0, 300


def dice(**more: str) -> str:
    """The dice above, with other values."""
    parts = {"dice": "2", "sides": "6", "outcomes": "{hit: total >= 10, miss: otherwise}", "fails": "miss", **more}
    return "dice: {task: {" + ", ".join(f"{key}: {value}" for key, value in parts.items()) + "}}\n"


def listed(number: int) -> str:
    return "[" + ", ".join(f"N{place}" for place in range(number)) + "]"


BOMB = "x0: &x0 [1]\n" + "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" for n in range(1, 10))
TRAPS = {
    "aliases": (BEGIN + BOMB, "yaml/anchors"),
    "many rolls": (
        BEGIN + SCORES + DICE + "rolls:\n" + "".join(f"  R{n}: Might\n" for n in range(10_000)),
        "game/too-large",
    ),
    "rolls": (
        BEGIN + SCORES + DICE + "rolls:\n" + "".join(f"  R{n}: Might\n" for n in range(900)),
        "game/value",
    ),
    "scores": (
        BEGIN + DICE + f"scores: {{stats: {{of: {listed(900)}, from: 1, to: 5, roll: task}}}}\n",
        "game/value",
    ),
    "scores in many groups": (
        BEGIN
        + DICE
        + "scores:\n"
        + "".join(f"  g{n}: {{base: {{G{n}a: 1, G{n}b: 2}}}}\n" for n in range(11))
        + f"  h: {{of: {listed(90)}, from: 1, to: 5, roll: task}}\n",
        "game/too-large",
    ),
    "picks": (BEGIN + SCORES + DICE + f"picks: {{moves: {listed(900)}}}\n", "game/value"),
    "moves": (BEGIN + SCORES + DICE + f"picks: {{moves: {{of: {listed(900)}}}}}\n", "game/value"),
    "a hundred dice": (BEGIN + SCORES + dice(dice="99"), "game/too-large"),
    "dice without end": (BEGIN + SCORES + dice(dice="value * 1000 * 1000"), "game/formula"),
    "no sides": (BEGIN + SCORES + dice(sides="value - 1"), "game/range"),
    "a great number": (BEGIN + SCORES + dice(dice="9" * 200), "game/formula"),
    "division by nothing": (BEGIN + SCORES + dice(dice="value / (value - 3)"), "game/formula"),
    "brackets": (BEGIN + SCORES + dice(dice=f"{'(' * 200}2{')' * 99}"), "game/formula"),
    "a long formula": (BEGIN + SCORES + dice(dice="+".join("1" * 5_000)), "game/formula"),
    "code": (BEGIN + SCORES + dice(dice="\"__import__('os')\""), "game/formula"),
    "itself": (BEGIN + SCORES + DICE + "derived: {depth: depth + 1}\n", "game/formula"),
    "a billion points": (BEGIN + SCORES + DICE + "numbers: {points: 1000000000}\n", "game/value"),
    "a wide range": (BEGIN + DICE + "scores: {stats: {of: [Might], to: 999999, roll: task}}\n", "game/range"),
    "boxes": (BEGIN + SCORES + DICE + "trackers: {wounds: {boxes: 100000}}\n", "game/range"),
    "a long title": ("format: 1\ntitle: " + "T" * 100_000 + "\n" + SCORES + DICE, "game/"),
    "names that clash": (BEGIN + SCORES + DICE + "numbers: {might: 3}\n", "game/name"),
    "a name of every character": (BEGIN + DICE + SCORES.replace("stats", "name"), "game/name"),
    "two of a name": (BEGIN + DICE + SCORES.replace("[Might]", "[Might, might]"), "game/name"),
    "two rolls of one letter": (BEGIN + DICE + SCORES.replace("Might", "A") + "rolls: {A: A + 1}\n", "game/name"),
    "a group without names": (
        BEGIN + DICE + "scores: {stats: {to: 5, roll: task}}\nledger: {buys: {raise: {raises: stats, to: 5}}}\n",
        "game/incomplete",
    ),
    "no dice": (BEGIN + "scores: {stats: {of: [Might], to: 5}}\ndice: {}\nrolls: {Push: Might}\n", "game/incomplete"),
    "a name twice in a list": (BEGIN + SCORES + DICE + "choices: {job: {of: [Cook, Cook]}}\n", "game/value"),
    "a cell too few": (BEGIN + SCORES + DICE + "tables: {gear: {columns: [Use], rows: {Rope: []}}}\n", "game/table"),
    "a word of formulas": (BEGIN + DICE + SCORES.replace("Might", "Total"), "game/name"),
    "no outcome": (BEGIN + SCORES + dice(outcomes="{hit: total >= 10}", fails="hit"), "game/outcomes"),
    "another format": (BEGIN.replace("1", "2") + SCORES + DICE, "game/format"),
    "a list": ("[1, 2]\n", "game/"),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_ends_in_an_error_soon(trap: str) -> None:
    """Each error has a place, and none takes more than two seconds and 300 MB."""
    text, code = TRAPS[trap]
    began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read = registry.check_game_file(load("trap.game.yaml", text.encode()), Path("trap.game.yaml"))
    assert time.process_time() - began < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEGABYTES * 1024
    assert read.game is None
    assert [one.code for one in read.diagnostics if one.code.startswith(code)], [
        (one.code, one.message) for one in read.diagnostics
    ]
    assert all(one.place is not None and one.message for one in read.diagnostics)


@pytest.mark.parametrize(
    ("text", "at", "hint"),
    [
        ("first aid + 1", 0, "a name of several words has `_` between them, as in `first_aid`"),
        ("value = 3", 6, "`==` compares"),
        ("1 + 2d6", 4, "2d6 is written `dice: 2` and `sides: 6`"),
        ("1 + (value", 4, "a bracket is open here and not closed"),
        ("1 < value < 3", 12, "join two of them with `and`"),
        ("count(1, 2, 3)", 0, "`count(6)` is the number of sixes, `count(5, 6)` that of fives and sixes"),
        ("  stärke + valeu", 11, "did you mean `value`?"),
    ],
)
def test_a_slip_in_a_formula_has_a_place_and_a_hint(text: str, at: int, hint: str) -> None:
    """What people write who know other notations."""
    names = {"value": Range(1, 5), "first aid": Range(0, 3), "stärke": Range(1, 5), **of_dice(2, 6)}
    with pytest.raises(FormulaError) as refused:
        parse_formula(text, names)
    assert (refused.value.at, refused.value.hint) == (at, hint)


def test_a_formula_is_marked_at_its_own_column(tmp_path: Path) -> None:
    """File, line, column, and what was meant."""
    path = tmp_path / "trap.game.yaml"
    path.write_text(BEGIN + SCORES + DICE.replace("value", "valeu"), encoding="utf-8")
    ended = run("check", str(path))
    assert ended.code == 1
    assert "trap.game.yaml:4:58: error[game/formula]: there is no value `valeu`" in ended.out
    assert "hint: did you mean `value`?" in ended.out


def test_a_character_of_a_broken_game_says_where_it_is_broken(tmp_path: Path) -> None:
    """The first error of the game, at `system:`, and the command that shows all."""
    (tmp_path / "trap.game.yaml").write_text(BEGIN + SCORES, encoding="utf-8")
    (tmp_path / "kai.yaml").write_text("system: trap\nname: Kai\n", encoding="utf-8")
    ended = run("check", str(tmp_path / "kai.yaml"))
    assert ended.code == 1
    assert "the game has an error:" in ended.out
    assert "`dice` is missing" in ended.out
    assert "run `chargen check" in ended.out
