"""Hostile archetypes and spreadsheets: refused with a diagnostic at the place, in a bounded time."""

from pathlib import Path

import pytest

from chargen.exports.table import to_csv
from chargen.npc import archetype
from chargen.sources import spreadsheet
from chargen.text import limits
from tests.hostile.bounded import bounded


def test_two_million_cells_are_refused_in_seconds(folder: Path) -> None:
    (folder / "people.csv").write_text("name" + "," * 2_000_000, encoding="utf-8")
    ended = bounded("batch", "five-by-five", "--people", "people.csv", "-o", "out", folder=folder, seconds=10)
    assert ended.code == 1
    assert "row 1: there are more than 1,000 cells" in ended.err


def test_too_many_rows_are_refused() -> None:
    """None of them is parsed."""
    game = archetype.read_archetype("five-by-five").archetype
    assert game is not None
    read = spreadsheet.parse_spreadsheet("p.csv", b"name\n" + b"a\n" * (limits.SPREADSHEET_ROWS + 5), game)
    assert [diagnostic.code for diagnostic in read.diagnostics] == ["spreadsheet/too-large"]


@pytest.mark.parametrize("sign", "=+-@＝＋－＠\t\r")
def test_no_cell_begins_a_formula(sign: str) -> None:
    """The wide forms of East Asian keyboards begin formulas too."""
    assert to_csv([f"{sign}A1"]).decode().strip().lstrip('"').startswith("'")
