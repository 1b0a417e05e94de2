"""`chargen party`: characters of a game side by side, the best marked, weak spots named, tracks to tick."""

import re
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from chargen import ready_made
from chargen.experience import party
from chargen.fileio import Input
from chargen.page.sheet import Label, Table
from chargen.sources import check_file
from tests.cli.running import run


def presets(game: str, number: int) -> list[Path]:
    return sorted(preset.path for preset in ready_made.presets(game))[:number]


def test_a_large_party_is_laid_out_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which bounds the memory it takes; each part marks the best of the complete party, and one file has all."""
    monkeypatch.setattr(party, "PART", 2)
    checks = [check_file.check_any(Input(str(path), path)) for path in presets("gamocles", 3)]
    groups = party.groups(checks)
    (table,) = [block for block in party.make_party_page(groups).blocks if isinstance(block, Table)]
    best = [cell for row in table.rows for cell in row if isinstance(cell, Label) and cell.below.startswith("best")]
    assert run("party", *presets("gamocles", 3), "-o", tmp_path).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["party.html", "party.pdf"]
    file = PdfDocument(tmp_path / "party.pdf")
    text = " ".join(page.get_textpage().get_text_bounded() for page in file)
    assert all(part in text for part in ("Gamocles 1 to 2", "Gamocles 3 to 3"))
    assert len(re.findall(r"\bbest\b(?! at)", text)) == len(best) > 1
    assert all(text.count(checked.name) >= 2 for checked in checks if checked.name)
