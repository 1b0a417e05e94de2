"""`--campaign FILE`: the house rules of a table for everything in one call."""

import json
import shutil
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
GAVE_WAY = "gamocles/guard: its own rules `trait_points: 10` and `wound_boxes: 4` give way to camp.yaml\n"


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


def test_a_role_is_made_by_the_rules_of_the_table() -> None:
    """They beat the role's own, which is said once; what the table leaves open stays the role's."""
    ended = run(
        "batch", "gamocles/guard*3", "--seed", "s", "--to", "jsonl", "-o", "o", "--campaign", "camp.yaml", "--jobs", "1"
    )
    assert (ended.code, ended.err.count(GAVE_WAY)) == (0, 1)
    for line in Path("o/people.jsonl").read_text(encoding="utf-8").splitlines():
        concept = json.loads(line)["concept"]
        assert sum(concept["traits"].values()) == 8
        assert concept["rules"] == {"skill_points": 8, "variation_points": 2}
    manifest = json.loads(Path("o/manifest.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert "--campaign camp.yaml" in manifest["command"]


@pytest.mark.parametrize("game", ["facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need"])
def test_every_game_and_a_game_without_a_role_take_the_table(game: str) -> None:
    """Each NPC's file names the campaign, so that `check` of it says the same."""
    for npc in made(game, f"{game}/guard*2" if game != "five-plus" else f"{game}/ruffian*2"):
        assert npc["concept"]["campaign"] == "../camp.yaml"


def test_a_row_of_a_spreadsheet_cannot_leave_the_table() -> None:
    Path("other.yaml").write_text("rules: {gamocles: {trait_points: 20}}\n", encoding="utf-8")
    Path("crew.csv").write_text("name,role,campaign\nAda,guard,other.yaml\n", encoding="utf-8")
    (npc,) = made("gamocles", "--people", "crew.csv")
    assert sum(npc["concept"]["traits"].values()) == 8


def test_all_that_print_characters_take_the_table() -> None:
    """Six wounds, in place of the role's four and the file's own number, in every command."""
    shutil.copy(PRESETS / "gamocles/oracles-clerk.yaml", "kai.yaml")
    Path("camp.yaml").write_text("rules: {gamocles: {wound_boxes: 6}}\n", encoding="utf-8")
    option = ("--campaign", "camp.yaml")
    shown = json.loads(run("show", "kai.yaml", "--format", "json", *option).out)
    assert shown["ok"]
    assert "Wounds □□□□□□\n" in run("export", "gamocles/guard", "--to", "text", *option).out
    fought = json.loads(run("encounter", "kai.yaml", "gamocles/guard", "--format", "json", *option).out)
    assert [side["stamina"] for side in (*fought["party"], *fought["others"])] == [6, 6]
    assert run("party", "kai.yaml", "gamocles/guard", "--to", "text", *option).code == 0


def test_players_files_name_another_campaign_and_are_judged_by_the_table() -> None:
    Path("mine.yaml").write_text("rules: {gamocles: {trait_points: 30}}\n", encoding="utf-8")
    text = (PRESETS / "gamocles/gate-butcher.yaml").read_text(encoding="utf-8")
    Path("kai.yaml").write_text(text + "campaign: mine.yaml\n", encoding="utf-8")
    Path("camp.yaml").write_text("rules: {gamocles: {trait_points: 1}}\n", encoding="utf-8")
    ended = run("show", "kai.yaml", "--campaign", "camp.yaml")
    assert ended.code == 1
    assert "this table's budget is 1" in ended.err


def test_odds_go_by_the_rules_of_the_table() -> None:
    asked = ("odds", "roll-when-you-need", "--ability", "3", "--difficulty", "3")
    assert run(*asked, "--campaign", "camp.yaml").out == run(*asked, "--success-on", "4").out != run(*asked).out
    game = (GAMES / "lanterns.game.yaml").read_text(encoding="utf-8")
    Path("lanterns.game.yaml").write_text(game, encoding="utf-8")
    assert run("odds", "lanterns", "--value", "2", "--campaign", "camp.yaml").code == 0


def test_a_slip_in_the_campaign_is_reported_once_and_the_rest_holds() -> None:
    Path("camp.yaml").write_text("rules: {gamocles: {wound_boxs: 9, trait_points: 8}}\n", encoding="utf-8")
    ended = run("export", "gamocles/guard", "--to", "text", "--campaign", "camp.yaml")
    assert (ended.code, ended.err.count("unknown key `wound_boxs`")) == (1, 1)
    assert "Wounds □□□□\n" in ended.out
    for command in (["show", "kai.yaml"], ["odds", "gamocles", "--pool", "5k2"]):
        ended = run(*command, "--campaign", "gone.yaml")
        assert (ended.code, ended.out) == (1, "")
        assert "gone.yaml: error[file/not-found]" in ended.err


def test_an_archetype_with_a_campaign_is_told_which_rules_of_its_role_give_way() -> None:
    """What the archetype itself fixes beside the campaign stays."""
    Path("own.yaml").write_text(
        "archetype: gamocles\nextends: guard\npins: {campaign: camp.yaml, rules: {trait_points: 9}}\n", encoding="utf-8"
    )
    checked = run("check", "own.yaml")
    assert checked.code == 0
    assert "note[archetype/overridden]: the role's own rule `wound_boxes: 4` gives way to camp.yaml" in checked.out
    run("batch", "own.yaml", "-n", "1", "--seed", "s", "--to", "jsonl", "-o", "o", "-q", "--jobs", "1")
    assert sum(json.loads(Path("o/people.jsonl").read_text(encoding="utf-8"))["concept"]["traits"].values()) == 9


def test_what_goes_only_with_another_way_of_creation_gives_way_with_it() -> None:
    """A guard's budgets are those of the point buy; a table that buys by pools has none of them."""
    Path("camp.yaml").write_text("rules: {facade: {creation: pool-buy}}\n", encoding="utf-8")
    for npc in made("facade/guard*2"):
        assert npc["concept"]["rules"].keys() == {"attribute_points", "skill_points"}
