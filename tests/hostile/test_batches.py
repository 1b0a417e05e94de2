"""Hostile archetypes and spreadsheets: refused with a diagnostic at the place, in a bounded time."""

from pathlib import Path

import pytest

from chargen.exports.table import to_csv
from chargen.npc import archetype
from chargen.sources import spreadsheet
from chargen.text import limits
from tests.cli.running import run
from tests.hostile.bounded import bounded


@pytest.mark.parametrize("draw", ["{range: [2, 4]}", "{one_of: [{hit_points: 4}]}", "{some_of: [1, 2]}"])
@pytest.mark.parametrize("key", ["pins", "experience"])
def test_pins_that_are_a_draw_as_a_whole_are_a_diagnostic(key: str, draw: str, folder: Path) -> None:
    (folder / "npc.yaml").write_text(f"archetype: five-by-five\n{key}: {draw}\n", encoding="utf-8")
    ended = run("check", "npc.yaml")
    assert ended.code == 1
    assert f"npc.yaml:2:{len(key) + 3}: error[archetype/draw]: `{key}` cannot be a draw" in ended.out


def test_a_cell_of_a_megabyte_is_refused(folder: Path) -> None:
    """A cell may hold as much as in spreadsheet programs."""
    (folder / "people.csv").write_text(f"name\n{'x' * 1_000_000}\n", encoding="utf-8")
    ended = run("batch", "five-by-five", "--people", "people.csv", "--to", "jsonl", "-o", "out")
    assert ended.code == 1
    assert "people.csv:2:1: error[spreadsheet/too-large]: row 2: the cell holds 1,000,000 letters" in ended.err
    assert not (folder / "out").exists()


def test_two_million_cells_are_refused_in_seconds(folder: Path) -> None:
    (folder / "people.csv").write_text("name" + "," * 2_000_000, encoding="utf-8")
    ended = bounded("batch", "five-by-five", "--people", "people.csv", "-o", "out", folder=folder, seconds=10)
    assert ended.code == 1
    assert "row 1: there are more than 1,000 cells" in ended.err


def test_only_the_rows_that_are_asked_for_are_parsed() -> None:
    """One NPC of thousands costs the reading of the file; too many rows are refused."""
    game = archetype.read_archetype("five-by-five").archetype
    assert game is not None
    content = ("name,hit_points\n" + "".join(f"P{number},99\n" for number in range(1, 5_001))).encode()
    (one,) = (row for row in spreadsheet.parse_spreadsheet("p.csv", content, game, numbers=(7,)).rows if row.pins)
    assert (one.number, one.pins["name"]) == (8, "P7")
    read = spreadsheet.parse_spreadsheet("p.csv", b"name\n" + b"a\n" * (limits.SPREADSHEET_ROWS + 5), game)
    assert [diagnostic.code for diagnostic in read.diagnostics] == ["spreadsheet/too-large"]


@pytest.mark.parametrize("sign", "=+-@＝＋－＠\t\r")
def test_no_cell_begins_a_formula(sign: str) -> None:
    """The wide forms of East Asian keyboards begin formulas too."""
    assert to_csv([f"{sign}A1"]).decode().strip().lstrip('"').startswith("'")
