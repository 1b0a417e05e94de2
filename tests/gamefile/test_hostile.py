"""A game file that means harm, or is a slip, ends in an error: soon, and without much memory."""

import resource
import time
from pathlib import Path

import pytest

from chargen import registry
from chargen.text.source import load

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
    "a hundred dice": (BEGIN + SCORES + dice(dice="99", sides="999"), "game/too-large"),
    "dice that explode": (
        BEGIN
        + SCORES
        + "dice: {task: {roll: d1000 explode 1 to 1000, outcomes: {hit: total > 9, miss: otherwise}, fails: miss}}\n",
        "game/too-large",
    ),
    "twelve groups of dice": (
        BEGIN
        + SCORES
        + "dice: {task: {roll: {"
        + ", ".join(f"g{n}: 5d20" for n in range(12))
        + "}, outcomes: {hit: "
        + " + ".join(f"highest(g{n})" for n in range(12))
        + " > 99, miss: otherwise}, fails: miss}}\n",
        "game/too-large",
    ),
    "dice of dice": (
        BEGIN + SCORES + "dice: {task: {roll: (d6)d6, outcomes: {hit: total > 9, miss: otherwise}, fails: miss}}\n",
        "game/formula",
    ),
    "a rule of brackets": (
        BEGIN + SCORES + DICE + f"rules: {{r: {{must: '{'not ' * 70}true', says: '{'{' * 300}'}}}}\n",
        "game/",
    ),
    "dice without end": (BEGIN + SCORES + dice(dice="value * 1000 * 1000"), "game/formula"),
    "a great number": (BEGIN + SCORES + dice(dice="9" * 200), "game/formula"),
    "brackets": (BEGIN + SCORES + dice(dice=f"{'(' * 200}2{')' * 99}"), "game/formula"),
    "a long formula": (BEGIN + SCORES + dice(dice="+".join("1" * 5_000)), "game/formula"),
    "a long title": ("format: 1\ntitle: " + "T" * 100_000 + "\n" + SCORES + DICE, "game/"),
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
