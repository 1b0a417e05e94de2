"""The files of a large batch: several decks, and an index of them."""

import json
from pathlib import Path

import pikepdf
import pytest

from chargen.batch import manifest, output
from tests.batch.ordering import work
from tests.cli.running import run

BATCH = ("batch", "five-by-five", "--role", "guard", "--seed", "docks", "--as", "half", "--jobs", "1")


def test_a_large_batch_is_several_decks_with_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deck has complete sheets of paper and pages of its own; a smaller batch in its place removes them."""
    monkeypatch.setattr(output, "MOST_IN_A_DECK", 32)
    assert run(*BATCH, "-n", "40", "-o", str(tmp_path)).code == 0
    pages, titles = {}, {}
    for path in tmp_path.glob("*.pdf"):
        with pikepdf.open(path) as file:
            pages[path.name], titles[path.name] = len(file.pages), str(file.docinfo["/Title"])
            links = [str(mark.A.URI) for mark in file.pages[0].get("/Annots", ()) if "/A" in mark and "/URI" in mark.A]
            if path.name == "half-index.pdf":
                assert links == ["half-1.pdf", "half-2.pdf"]
    assert pages == {"half-1.pdf": 16, "half-2.pdf": 4, "half-index.pdf": 1}
    assert titles["half-2.pdf"] == "Harbour guard: docks (2 of 2)"
    first, *entries = map(json.loads, (tmp_path / manifest.FILE).read_text(encoding="utf-8").splitlines())
    assert pages.keys() < first["files"].keys()
    assert [(entry["deck"], entry["page"]) for entry in (entries[31], entries[32])] == [
        ("half-1.pdf", 16),
        ("half-2.pdf", 1),
    ]
    assert run(*BATCH, "-n", "4", "-o", str(tmp_path), "--force").code == 0
    assert [path.name for path in tmp_path.glob("*.pdf")] == ["half.pdf"]


def test_decks_have_at_most_ten_thousand_npcs() -> None:
    """A hundred thousand cards are ten or eleven files, ten thousand are one."""
    assert output.list_decks(work(10_000, formats=("pdf",))) == ["cards.pdf"]
    *decks, index = output.list_decks(work(100_000, formats=("pdf",)))
    assert (decks[0], index) == ("cards-1.pdf", "cards-index.pdf")
    assert 10 <= len(decks) <= 11
