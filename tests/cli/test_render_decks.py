"""`chargen render --as cards`: players' and GMs' own files, printed as a batch prints people."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.running import SHORT, run, write_characters


def test_files_of_several_games_are_one_deck(folder: Path, larry: Path) -> None:
    """With a bookmark each, in the order of the files; the path is the result."""
    (folder / "b.yaml").write_text(SHORT.replace("Larry Vance", "Toll Gang"))
    ended = run("render", "larry.yaml", "b.yaml", "--as", "cards", "--backs")
    assert (ended.code, ended.out, ended.err) == (0, "output/cards.pdf\n", "")
    reader = PdfReader(folder / "output/cards.pdf")
    assert len(reader.pages) == 2
    assert [item.title for item in reader.outline if not isinstance(item, list)] == ["Larry Vance", "Toll Gang"]
    front, back = (page.extract_text() for page in reader.pages)
    assert "Larry Vance" in front
    assert "Toll Gang" in front
    assert {"Five by Five", "5+ system"} <= set(back.splitlines())


@pytest.mark.parametrize(("form", "pages"), [("roster", 1), ("half", 6), ("tarot", 3)])
def test_every_form_of_a_batch_is_there(folder: Path, form: str, pages: int) -> None:
    """Twelve characters on a page and a bit, on two to a page, on four; in the file that is named."""
    write_characters(*(f"Gang {number}" for number in range(12)))
    paper = ("--paper", "Legal") if form == "roster" else ()
    ended = run("render", ".", "--as", form, "-o", "night.pdf", *paper)
    assert (ended.code, ended.out) == (0, "night.pdf\n")
    assert len(PdfReader(folder / "night.pdf").pages) == pages
