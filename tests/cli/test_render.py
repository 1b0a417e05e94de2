"""`chargen render`: which files are printed, where they go, and what stops them."""

import os
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from chargen.render import pdf
from chargen.render.printer import PrinterUnavailable
from tests.cli.running import SHORT, run, write_characters
from tests.scale import some


def names(folder: Path) -> list[str]:
    """The files of a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def test_a_full_disk_leaves_the_old_sheet(folder: Path, larry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "output").mkdir()
    old = folder / "output/larry-vance.html"
    old.write_text("the old sheet")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ended = run("render", "larry.yaml", "--to", "html")
    assert ended.code == 3
    assert "No space left on device (output/larry-vance.html)" in ended.err
    assert old.read_text() == "the old sheet"
    assert names(folder / "output") == ["larry-vance.html"]


@pytest.mark.parametrize(
    ("wishes", "made"),
    [([], ["larry-vance.html"]), (["--to", "png"], []), (["--merge"], [])],
)
def test_without_a_printer_only_html_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, wishes: list[str], made: list[str]
) -> None:
    """Where Pango is missing, the command that fixes it is reported; exit 3."""

    def broken() -> None:
        raise PrinterUnavailable("cannot load library 'libpango'")

    monkeypatch.setattr(pdf, "printing", broken)
    (folder / "x.yaml").write_text(SHORT)
    ended = run("render", "x.yaml", *wishes)
    assert ended.code == 3
    assert "libpango" in ended.err
    assert "To fix it:" in ended.err
    assert [path.name for path in folder.glob("output/*")] == made


def party(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    """Three concepts, and a printer that breaks at the second."""
    laid_out = pdf._lay_out

    def breaks(printer: Any, sheet: Any, *more: Any) -> Any:
        if sheet.name == "Bea":
            raise fault
        return laid_out(printer, sheet, *more)

    monkeypatch.setattr(pdf, "_lay_out", breaks)
    write_characters("Ada", "Bea", "Cid")


FAULTS = (
    (SyntaxError("broken PNG file"), 1, "this should not happen: SyntaxError: broken PNG file"),
    (OSError("broken data stream"), 1, "this should not happen: OSError: broken data stream"),
    (ValueError("x" * 4_000_000), 1, "this should not happen: ValueError: xxx"),
    (MemoryError(), 3, "not enough memory"),
    (OSError(28, "No space left on device"), 3, "No space left on device"),
)


@pytest.mark.parametrize(("fault", "code", "words"), some(FAULTS, 2))
def test_a_sheet_that_cannot_be_made_costs_no_other(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, code: int, words: str
) -> None:
    """The file in error is named in a line or two; all else is printed, by itself or in one file with its contents."""
    party(monkeypatch, fault)
    ended = run("render", ".", "--to", "pdf")
    assert ended.code == code
    assert ended.out.splitlines() == ["output/ada.pdf", "output/cid.pdf"]
    merged = run("render", ".", "--merge")
    assert (merged.code, merged.out) == (code, "output/character-sheets.pdf\n")
    with pikepdf.open("output/character-sheets.pdf") as file, file.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Contents", "Ada", "Cid", "Reference"]
    for err in (ended.err, merged.err):
        assert "Bea.yaml: error[render/" in err
        assert words in err
        assert len(err) < 600


def test_of_one_sheet_that_fails_alone_nothing_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    party(monkeypatch, RuntimeError("a bug"))
    alone = run("render", "Bea.yaml", "--merge", "-o", "alone.pdf")
    assert (alone.code, alone.out) == (1, "")
    assert not (folder / "alone.pdf").exists()
