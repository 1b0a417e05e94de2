"""`chargen roll`: dice of a character's rolls, with the chance that the outcome had."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import chargen
from chargen import ready_made, registry
from tests.cli.running import LARRY, run

PRESETS = {preset.system: preset.path for preset in ready_made.presets()}


def test_a_seed_throws_the_same_dice_again(larry: Path) -> None:
    """Another seed throws others; each line has faces, outcome and its chance."""
    first, again, other = (run("roll", larry, "attack", "-n", "20", "--seed", seed).out for seed in ("a", "a", "b"))
    assert first == again != other
    assert len(first.splitlines()) == 20
    assert "success (64 %)" in first
    assert "failure (36 %)" in first


@pytest.mark.parametrize("path", PRESETS.values(), ids=PRESETS)
def test_every_roll_and_action_of_every_game_is_thrown(path: Path) -> None:
    """By its id; the outcome is one of its outcomes, with their chance."""
    character = chargen.check(path)
    listed = [line.split()[0] for line in run("roll", str(path)).out.splitlines()]
    assert {*character.rolls, *(action.id for action in character.actions)} == {*listed}
    for name in listed[:: max(1, len(listed) // 6)]:
        (throw,) = json.loads(run("roll", str(path), name, "--seed", "x", "--format", "json").out)
        assert 0 < throw["chance"]["probability"] <= 1
        assert throw["outcome"] in throw["text"]


def test_a_roll_is_named_by_its_label_and_a_file_with_errors_is_refused(larry: Path) -> None:
    assert run("roll", larry, "Amateur Chef", "--seed", "x").out.startswith("Amateur Chef: ")
    larry.write_text(LARRY + "colour: red\n", encoding="utf-8")
    assert run("roll", larry, "attack").code == 1


Holds = Callable[[list[str], int], bool]
NEEDED: dict[tuple[str, str], tuple[str, Holds]] = {
    ("five-by-five", "lock-picking"): ("6 or less, or a 6", lambda faces, number: number <= 6 or "6" in faces),
    ("five-by-five", "anything-else"): ("a 6", lambda faces, number: "6" in faces),
    ("facade", "body"): ("11 or more", lambda faces, number: number >= 11),
    ("gamocles", "grit-craft"): ("15 or more", lambda faces, number: number >= 15),
    ("five-plus", "sapping"): ("5 to 9", lambda faces, number: 5 <= number <= 9),
    ("roll-when-you-need", "academics"): ("a 5 or 6", lambda faces, number: bool({"5", "6"} & set(faces))),
}


@pytest.mark.parametrize(("game", "name"), NEEDED)
def test_a_throw_says_what_was_needed(game: str, name: str, tmp_path: Path) -> None:
    """In the numbers of the dice, as one looks who throws by hand; the outcome agrees."""
    path = tmp_path / "kai.yaml"
    path.write_text(registry.system(game).new_concept("Kai"), encoding="utf-8")
    words, holds = NEEDED[game, name]
    for line in run("roll", str(path), name, "-n", "40", "--seed", "x").out.splitlines():
        throw, needed = line.split("; needed: ")
        assert needed == words
        faces = re.findall(r"\d+", throw.partition(": ")[2].partition(" =")[0].partition(":")[0])
        total = re.search(r"= (\d+)", throw)
        is_wanted = not re.search("failure|Near Miss|fumble", throw, re.IGNORECASE)
        assert is_wanted == holds(faces, int(total[1] if total else faces[0]))


def test_what_is_rolled_is_listed_once() -> None:
    """An action that is a roll with its level is thrown by either name."""
    file = Path(__file__).parents[1] / "games" / "five_plus" / "good" / "five-plus-kaede.yaml"
    listed = [line.split()[0] for line in run("roll", file).out.splitlines()]
    assert listed == ["improvise", "sneak", "fire-magic", "sword", "physical", "mind", "quick-draw"]
    assert run("roll", file, "Sneak 4:1", "--seed", "a").out.startswith("Sneak 4:1: ")
