"""Dice of a game file in their own notation: exact, asked at the command line, and wrong at their own column."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.cli.running import run

GAME = (Path(__file__).parents[2] / "examples/games/hot-wires.game.yaml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("hot-wires.game.yaml")
    path.write_text(GAME, encoding="utf-8")
    return path


def listed(value: int, needed: int, pushed: bool) -> dict[str, Fraction]:
    """The chances of the dice above from every throw, each own die with the face that it may be thrown again for."""
    number, helping = min(value, 3), {3: 6, 4: 8}.get(value, 1)
    counts = dict.fromkeys(("done", "trouble", "nothing"), 0)
    again = range(1, 7) if pushed else [0]
    for *throw, more in product(*[range(1, 7), again] * number, range(1, helping + 1)):
        own = [
            again if pushed and 2 <= face <= 4 else face for face, again in zip(throw[::2], throw[1::2], strict=True)
        ]
        hits = sum(face >= 5 for face in own) + (helping > 1 and more >= 5) + max(0, value - 3)
        counts["done" if hits >= needed else "trouble" if 1 in own else "nothing"] += 1
    total = sum(counts.values())
    return {name: Fraction(count, total) for name, count in counts.items()}


def test_a_game_with_groups_of_dice_is_fine_and_its_odds_are_exact(game: Path) -> None:
    """What is asked is an option; what is left out is as usual."""
    assert run("check", game).out == "hot-wires.game.yaml: fine: Hot Wires (a game)\n"
    for value, needed, pushed in ((0, 1, False), (2, 2, True), (3, 1, True), (4, 3, False)):
        asked = ["--value", str(value), "--needed", str(needed), *(["--pushed"] if pushed else [])]
        odds = json.loads(run("odds", "hot-wires", *asked, "--format", "json").out)["odds"]
        expected = listed(value, needed, pushed)
        assert {name: Fraction(odds[name]["fraction"]) for name in expected} == expected
    assert run("odds", "hot-wires", "--needed", "4").code == 2


def test_a_character_has_its_rolls_and_what_follows(game: Path) -> None:
    """With the further chances, and a derived number that asks for a line and goes over the scores."""
    for fear, nerve in (("", 2), ("fear: Wasps\n", 5)):
        text = f"system: hot-wires\nname: Kai\ntraits: {{Bold: 3, Keen: 2}}\n{fear}"
        Path("kai.yaml").write_text(text, encoding="utf-8")
        shown = json.loads(run("show", "kai.yaml", "--format", "json").out)
        assert shown["stats"]["nerve"] == nerve
    bold = next(roll for roll in shown["rolls"] if roll["label"] == "Bold")
    assert bold["roll"] == "3d6 + 1d6"
    assert Fraction(bold["odds"]["pushed"]["done"]["fraction"]) == listed(3, 1, True)["done"]
    assert Fraction(bold["odds"]["with_help"]["done"]["fraction"]) == listed(4, 1, False)["done"]
    [throw] = json.loads(run("roll", "kai.yaml", "bold", "--seed", "a", "--format", "json").out)
    assert [face.split()[0] for face in throw["faces"]] == ["own", "own", "own", "helping"]


ROLLED = """\
format: 1
title: Keepers
scores:
  traits: {of: [Grit, Wits], from: 0, to: 3, points: 3}
  skills: {base: {Craft: 0, Charm: 0}, from: -2, to: 3, points: 1}
dice:
  check:
    takes: [rolled, kept]
    asks: {tn: {is: 10, from: 1, to: 40}}
    roll: (rolled at least 0)d10 keep highest (kept at least 0) explode 10 once
    reading: "{rolled}k{kept}"
    outcomes: {fumble: rolled < 0 or kept < 0, done: total >= tn, failed: otherwise}
    fails: [fumble, failed]
    also: {One more: {kept: kept + 1}}
rolls:
  Check: {each: {trait: traits, skill: skills}, with: {rolled: trait + skill, kept: trait}}
"""


def kept(rolled: int, number: int, tn: int) -> Fraction:
    """The chance to reach a target number, from every throw: each kept ten takes one of the further faces."""
    reached = 0
    for throw in product(range(1, 11), repeat=rolled + number):
        further = iter(throw[rolled:])
        highest = sorted(throw[:rolled], reverse=True)[:number]
        reached += sum(face + (next(further) if face == 10 else 0) for face in highest) >= tn
    return Fraction(reached, 10 ** (rolled + number))
