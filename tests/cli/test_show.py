"""`chargen show`: the checked character on the terminal, and as JSON to the letter of the interface."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from rich.cells import cell_len

from chargen import checking, registry
from chargen.cli import report, terminal
from chargen.page.roll import percent
from chargen.page.sheet import Chance, Label, Table
from chargen.text.source import load
from tests.cli.running import DOUBLED, LARRY, run


def shown(text: str = LARRY) -> dict[str, Any]:
    found = json.loads(run("show", "-", "--format", "json", stdin=text.encode()).out)
    assert isinstance(found, dict)
    return found


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


def test_a_broken_file_has_its_diagnostics_and_nothing_else() -> None:
    """ok is false, stats, points and rolls are empty, and the command exits with 1."""
    ended = run("show", "-", "--format", "json", stdin=DOUBLED.encode())
    assert ended.code == 1
    found = json.loads(ended.out)
    assert (found["ok"], found["stats"], found["points"], found["rolls"]) == (False, {}, {}, [])
    assert (found["system"], found["name"]) == ("five-by-five", "Larry Vance")
    assert [each["code"] for each in found["diagnostics"]] == ["five-by-five/values"]


def test_the_page_of_a_broken_file_goes_to_standard_error() -> None:
    """Nothing is shown of it on standard output; its diagnostics are progress, not the result."""
    ended = run("show", "-", stdin=DOUBLED.encode())
    assert (ended.code, ended.out) == (1, "")
    assert "error[five-by-five/values]" in ended.err


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


def test_several_files_are_shown_one_after_the_other(folder: Path, larry: Path) -> None:
    """A blank line parts them; as JSON they are a list."""
    (folder / "lou.yaml").write_text(LARRY.replace("Larry", "Lou"))
    both = run("show", "larry.yaml", "lou.yaml")
    assert both.out.startswith("Larry Vance  Five by Five\n")
    assert "\n\nLou Vance  Five by Five\n" in both.out
    several = json.loads(run("show", ".", "--format", "json").out)
    assert [character["name"] for character in several] == ["Larry Vance", "Lou Vance"]


def test_warnings_are_reported_beside_the_page() -> None:
    ended = run("show", "-", stdin=LARRY.replace("Amateur Chef", "Omniscient").encode())
    assert ended.code == 0
    assert "warning[five-by-five/too-general]" in ended.err
    assert "Omniscient" in ended.out


def test_house_rules_are_shown_as_what_they_are(folder: Path) -> None:
    (folder / "rules.yaml").write_text("rules: {five-by-five: {aspects: true}}\n")
    ended = run("show", "rules.yaml")
    assert "house rules" in ended.out


def test_notes_are_as_wide_as_the_terminal_and_not_as_the_file() -> None:
    """A line that only ends because the editor is narrow goes on; a paragraph, and an item of a list, begin a line."""
    notes = "notes: |\n  Owes money\n  to the docks.\n\n  Limps.\n  - a dog\n"
    out = run("show", "-", stdin=(LARRY.partition("notes:")[0] + notes).encode()).out
    assert "\nOwes money to the docks.\nLimps.\n- a dog\n" in out
