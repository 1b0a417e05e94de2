"""`chargen roll`: dice of a character's rolls, with the chance that the outcome had."""

import json
from pathlib import Path

import pytest

import chargen
from chargen import ready_made
from tests.cli.running import run

PRESETS = {preset.system: preset.path for preset in ready_made.presets()}


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


def test_what_is_rolled_is_listed_once() -> None:
    """An action that is a roll with its level is thrown by either name."""
    file = Path(__file__).parents[1] / "games" / "five_plus" / "good" / "five-plus-kaede.yaml"
    listed = [line.split()[0] for line in run("roll", file).out.splitlines()]
    assert listed == ["improvise", "sneak", "fire-magic", "sword", "physical", "mind", "quick-draw"]
    assert run("roll", file, "Sneak 4:1", "--seed", "a").out.startswith("Sneak 4:1: ")
