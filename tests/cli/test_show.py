"""`chargen show`: the checked character on the terminal, and as JSON to the letter of the interface."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from rich.cells import cell_len

from chargen import checking, registry
from chargen.cli import report, terminal
from chargen.core.roll import percent
from chargen.core.sheet import Chance, Label, Table
from chargen.core.source import load
from tests.cli.running import DOUBLED, LARRY, run


def shown(text: str = LARRY) -> dict[str, Any]:
    """What `show --format json` prints of a concept."""
    found = json.loads(run("show", "-", "--format", "json", stdin=text.encode()).out)
    assert isinstance(found, dict)
    return found


def chance(fraction: str, probability: float) -> dict[str, Any]:
    """A chance as JSON holds it."""
    return {"fraction": fraction, "probability": probability}


def test_larry_is_shown_to_the_letter() -> None:
    """System, name, points, stats and rolls by the names that scripts rely on."""
    found = shown()
    assert list(found) == ["system", "name", "ok", "diagnostics", "points", "stats", "rolls", "actions"]
    assert (found["system"], found["name"], found["ok"], found["diagnostics"]) == (
        "five-by-five",
        "Larry Vance",
        True,
        [],
    )
    assert found["points"] == {"xp": {"budget": 0, "spent": 0, "available": 0}}
    stats = found["stats"]
    assert stats["hit_points"] == 14
    assert stats["weapon_damage"] == [
        {
            "weapon": "knife",
            "damage_bonus": 2,
            "mean": {"fraction": "6", "mean": 6.0},
            "mean_with_token": {"fraction": "7", "mean": 7.0},
        }
    ]
    assert stats["armor_value"] == 3
    assert stats["dodges_per_round"] == 1


def test_larrys_rolls_have_ids_values_words_and_exact_odds() -> None:
    """Every descriptor, then untrained and the four exclusive actions; 19 in 36 is 7/9 with a token."""
    rolls = {each["id"]: each for each in shown()["rolls"]}
    assert list(rolls) == [
        "street-brawler",
        "amateur-chef",
        "danger-sense",
        "first-aid",
        "cannot-keep-a-secret",
        "untrained",
        "attack",
        "dodge",
        "healing",
        "steal-initiative",
    ]
    chef = rolls["amateur-chef"]
    odds = chef.pop("odds")
    assert chef == {
        "id": "amateur-chef",
        "label": "Amateur Chef",
        "value": 4,
        "roll": "2d6 multiplied: 4 or less, or any 6",
    }
    assert odds["success"] == chance("19/36", 0.5277777777777778)
    assert odds["success_with_token"] == chance("7/9", 0.7777777777777778)
    assert {name: each["success"]["fraction"] for name, each in odds["shifts"].items()} == {
        "-2": "11/36",
        "-1": "7/18",
        "+1": "23/36",
        "+2": "13/18",
    }
    assert rolls["cannot-keep-a-secret"]["odds"]["success"] == chance("1/6", 0.16666666666666666)
    assert rolls["attack"]["value"] == 6
    assert rolls["steal-initiative"]["odds"] == rolls["untrained"]["odds"]


def test_every_number_in_stats_is_plain_or_exact() -> None:
    """Chances and averages are always objects of a fraction and a double; nothing is null or a bare float."""

    def walk(value: Any) -> int:
        if isinstance(value, dict):
            if "fraction" in value:
                assert set(value) in ({"fraction", "probability"}, {"fraction", "mean"})
                return 1
            return sum(walk(each) for each in value.values())
        if isinstance(value, list):
            return sum(walk(each) for each in value)
        assert isinstance(value, (int, str))
        return 0

    assert walk(shown()["stats"]) > 50


def test_aspects_appear_only_when_they_are_on() -> None:
    """With the option on each roll has its odds under each of the four aspects."""
    assert all("aspects" not in each["odds"] for each in shown()["rolls"])
    rolls = shown(LARRY + "rules: {aspects: true}\naspects: {agility: superior, brawn: inferior}\n")["rolls"]
    for roll in rolls:
        assert list(roll["odds"]["aspects"]) == ["agility", "brawn", "cognition", "determination"]
        assert all("success" in each for each in roll["odds"]["aspects"].values())
    chef = next(each for each in rolls if each["id"] == "amateur-chef")
    assert {name: each["success"]["fraction"] for name, each in chef["odds"]["aspects"].items()} == {
        "agility": "23/36",
        "brawn": "7/18",
        "cognition": "19/36",
        "determination": "19/36",
    }


def test_a_taken_id_is_numbered() -> None:
    """The exclusive action keeps the id that is promised to it; a descriptor called Attack gets -2."""
    rolls = shown(LARRY.replace("Street Brawler", "Attack"))["rolls"]
    assert [roll["id"] for roll in rolls if roll["label"] == "Attack"] == ["attack-2", "attack"]


def test_a_broken_file_has_its_diagnostics_and_nothing_else() -> None:
    """ok is false, stats, points and rolls are empty, and the command exits with 1."""
    ended = run("show", "-", "--format", "json", stdin=DOUBLED.encode())
    assert ended.code == 1
    found = json.loads(ended.out)
    assert (found["ok"], found["stats"], found["points"], found["rolls"]) == (False, {}, {}, [])
    assert (found["system"], found["name"]) == ("five-by-five", "Larry Vance")
    assert [each["code"] for each in found["diagnostics"]] == ["five-by-five/values"]


@pytest.mark.parametrize("content", [b"", b"\xff", b"- 1\n", b"system: chess\nname: Kai\n", b"a: [\n"])
def test_what_is_no_concept_is_shown_as_broken(content: bytes) -> None:
    """Even where nothing is known of it the JSON has all its keys."""
    ended = run("show", "-", "--format", "json", stdin=content)
    found = json.loads(ended.out)
    assert ended.code == 1
    assert (found["system"], found["ok"], found["rolls"]) == (None, False, [])
    assert found["diagnostics"]


def test_the_page_of_a_broken_file_goes_to_standard_error() -> None:
    """Nothing is shown of it on standard output; its diagnostics are progress, not the result."""
    ended = run("show", "-", stdin=DOUBLED.encode())
    assert (ended.code, ended.out) == (1, "")
    assert "error[five-by-five/values]" in ended.err


def test_a_missing_file_is_shown_as_broken() -> None:
    """Exit 1, as for any bad file."""
    ended = run("show", "nobody.yaml")
    assert (ended.code, ended.out) == (1, "")
    assert "there is no such file" in ended.err


def test_the_page_is_the_sheet(folder: Path) -> None:
    """Name and game, the numbers of every turn, and a line a descriptor with its chance; state is counted."""
    (folder / "larry.yaml").write_text(LARRY + "state: {hit_points: 9}\n")
    ended = run("show", "larry.yaml")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Larry Vance  Five by Five\n")
    chef = next(line for line in ended.out.splitlines() if line.startswith("Amateur Chef"))
    assert "52.8\u00a0%" in chef
    assert "█████·····" in chef
    assert "Hit Points 14 (10 + 4)" in ended.out
    assert "9 of 14" in ended.out
    assert "hit_points" not in ended.out


def test_a_game_may_write_a_value_in_its_own_way() -> None:
    """After a change of the base tier the level is lower and the tier higher: both are shown."""
    concept = (
        "system: five-plus\nname: Rei\nskills: {Sword: '5:1+2', Ride: '3:2*'}\nresistances: {Physical: 3}\n"
        "advancement: {rolled: Sword, double: 6}\n"
    )
    lines = {line.split()[0]: line for line in run("show", "-", stdin=concept.encode()).out.splitlines()[::-1] if line}
    assert "3:2" in lines["Sword"]
    assert "3:2" in lines["Ride"]


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
@pytest.mark.parametrize("key", registry.list_games())
def test_a_sheet_is_as_wide_as_the_terminal(key: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider, no word is broken, and no number is dropped."""
    monkeypatch.setenv("COLUMNS", str(columns))
    checked = checking.check_source(load("kai.yaml", registry.system(key).new_concept("Kai").encode()), None)
    sheet = checking.make_sheet(checked)
    shown = click.unstyle(terminal.format_sheet(sheet, report.width()))
    assert max(map(cell_len, shown.splitlines())) <= min(columns, report.WIDEST)
    words = set(shown.replace("\u00a0", " ").split())
    for block in sheet.blocks:
        if isinstance(block, Table) and not block.reference:
            for cell in (cell for row in block.rows for cell in row if cell is not None):
                texts = [cell] if isinstance(cell, str) else []
                texts += [cell.text, cell.below] if isinstance(cell, Label) else []
                texts += [percent(cell.value, 1)] if isinstance(cell, Chance) else []
                assert set(" ".join(texts).replace("\u00a0", " ").split()) <= words, block.title


def test_several_files_are_shown_one_after_the_other(folder: Path) -> None:
    """A blank line parts them; as JSON they are a list."""
    (folder / "larry.yaml").write_text(LARRY)
    (folder / "lou.yaml").write_text(LARRY.replace("Larry", "Lou"))
    both = run("show", "larry.yaml", "lou.yaml")
    assert both.out.startswith("Larry Vance  Five by Five\n")
    assert "\n\nLou Vance  Five by Five\n" in both.out
    several = json.loads(run("show", ".", "--format", "json").out)
    assert [character["name"] for character in several] == ["Larry Vance", "Lou Vance"]


def test_warnings_are_reported_beside_the_page() -> None:
    """A character with a warning is shown, and the warning goes to standard error."""
    ended = run("show", "-", stdin=LARRY.replace("Amateur Chef", "Omniscient").encode())
    assert ended.code == 0
    assert "warning[five-by-five/too-general]" in ended.err
    assert "Omniscient" in ended.out


def test_house_rules_are_shown_as_what_they_are(folder: Path) -> None:
    """A campaign file is no character, and that is said."""
    (folder / "rules.yaml").write_text("rules: {five-by-five: {aspects: true}}\n")
    ended = run("show", "rules.yaml")
    assert "house rules" in ended.out
