"""`chargen show`: the checked character on the terminal, and as JSON to the letter of the interface."""

import json
from typing import Any

import click
import pytest
from rich.cells import cell_len

from chargen import checking, registry
from chargen.cli import report, terminal
from chargen.page.roll import percent
from chargen.page.sheet import Chance, Label, Table
from chargen.text.source import load
from tests.cli.running import LARRY, run
from tests.scale import pairs


def shown(text: str = LARRY) -> dict[str, Any]:
    found = json.loads(run("show", "-", "--format", "json", stdin=text.encode()).out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("key", "columns"), pairs(registry.list_games(), [40, 60, 80, 120, 200]))
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
