"""`--campaign FILE`: the house rules of a table for everything in one call."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run

PRESETS, GAMES = (Path(__file__).parents[2] / folder for folder in ("presets/concepts", "examples/games"))
CAMPAIGN = """\
rules:
  gamocles: {trait_points: 8, wound_boxes: 6}
  facade: {attribute_points: 80, skill_points: 120}
  five-by-five: {aspects: true}
  five-plus: {tier: 0}
  roll-when-you-need: {take_time: true, success_on: 4}
"""


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("camp.yaml").write_text(CAMPAIGN, encoding="utf-8")


def made(*sources: str) -> list[dict[str, Any]]:
    ended = run(
        "batch", *sources, "--seed", "s", "--to", "jsonl", "-o", "made", "--campaign", "camp.yaml", "--jobs", "1"
    )
    assert ended.code == 0, ended.err
    return [json.loads(line) for line in Path("made/people.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("game", ["facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need"])
def test_every_game_and_a_game_without_a_role_take_the_table(game: str) -> None:
    """Each NPC's file names the campaign, so that `check` of it says the same."""
    for npc in made(game, f"{game}/guard*2" if game != "five-plus" else f"{game}/ruffian*2"):
        assert npc["concept"]["campaign"] == "../camp.yaml"


def test_odds_go_by_the_rules_of_the_table() -> None:
    asked = ("odds", "roll-when-you-need", "--ability", "3", "--difficulty", "3")
    assert run(*asked, "--campaign", "camp.yaml").out == run(*asked, "--success-on", "4").out != run(*asked).out
    game = (GAMES / "lanterns.game.yaml").read_text(encoding="utf-8")
    Path("lanterns.game.yaml").write_text(game, encoding="utf-8")
    assert run("odds", "lanterns", "--value", "2", "--campaign", "camp.yaml").code == 0
