"""`chargen render`: which files are printed, where they go, and what stops them."""

import os
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from chargen.render import pdf
from chargen.render.printer import PrinterUnavailable
from tests.batch.ordering import contents
from tests.cli.running import DOUBLED, LARRY, SHORT, run, write_characters
from tests.scale import some


def with_name(name: str) -> str:
    return LARRY.replace("name: Larry Vance", f"name: {name}")


def names(folder: Path) -> list[str]:
    """The files of a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def test_a_sheet_is_made_in_both_formats_in_output(folder: Path) -> None:
    """By default HTML and PDF go to output/, named after the character, and their paths are the result."""
    (folder / "x.yaml").write_text(SHORT)
    ended = run("render", "x.yaml")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == ["output/larry-vance.html", "output/larry-vance.pdf"]
    assert names(folder / "output") == ["larry-vance.html", "larry-vance.pdf"]
    assert (folder / "output/larry-vance.pdf").read_bytes().startswith(b"%PDF-")
    html = (folder / "output/larry-vance.html").read_text(encoding="utf-8")
    assert html.lower().startswith("<!doctype html>")
    assert "Larry Vance" in html


def test_files_have_the_rights_that_the_system_gives(folder: Path, larry: Path) -> None:
    (folder / "plain").write_text("")
    run("render", "larry.yaml", "--to", "html")
    assert (folder / "output/larry-vance.html").stat().st_mode == (folder / "plain").stat().st_mode


def test_formats_are_chosen_by_name(folder: Path, larry: Path) -> None:
    assert run("render", "larry.yaml", "--to", "HTML", "-o", "a").code == 0
    assert names(folder / "a") == ["larry-vance.html"]


def test_sheets_of_one_name_are_numbered(folder: Path) -> None:
    """Two characters of one name, or of names that meet as file names, do not overwrite each other."""
    for number, name in enumerate(["Kai", "KAI", "kai!", "Kai 2"]):
        (folder / f"{number}.yaml").write_text(with_name(f'"{name}"'))
    ended = run("render", ".", "--to", "html", "-o", "out")
    assert ended.code == 0
    assert names(folder / "out") == ["kai-2.html", "kai.html", "kai_2.html", "kai_3.html"]


def test_o_may_name_one_file(folder: Path, larry: Path) -> None:
    ended = run("render", "larry.yaml", "-o", "deep/sheet.html")
    assert (ended.code, ended.out) == (0, "deep/sheet.html\n")
    assert names(folder / "deep") == ["sheet.html"]


def test_a_bad_file_stops_no_other(folder: Path) -> None:
    """The good ones are printed, the bad ones reported, and the exit code is 1; bad ones alone make no folder."""
    (folder / "a.yaml").write_text(DOUBLED)
    (folder / "b.yaml").write_text("a: [")
    (folder / "c.yaml").write_text(with_name("Mara"))
    ended = run("render", ".", "nobody.yaml", "--to", "html", "-o", "out")
    assert ended.code == 1
    assert ended.out == "out/mara.html\n"
    for words in ("five-by-five/values", "yaml/syntax", "file/not-found"):
        assert words in ended.err
    assert names(folder / "out") == ["mara.html"]
    assert run("render", "a.yaml").code == 1
    assert not (folder / "output").exists()


def test_warnings_do_not_stop_a_sheet(folder: Path) -> None:
    ended = run("render", "-", "--to", "html", stdin=LARRY.replace("Amateur Chef", "Omniscient").encode())
    assert ended.code == 0
    assert "warning[five-by-five/too-general]" in ended.err
    assert names(folder / "output") == ["larry-vance.html"]


def test_house_rules_are_passed_over_in_a_folder(folder: Path) -> None:
    """A campaign file beside its concepts is no character; named by itself, it is reported."""
    (folder / "rules.yaml").write_text("rules: {five-by-five: {aspects: true}}\n")
    (folder / "x.yaml").write_text(LARRY + "campaign: rules.yaml\n")
    ended = run("render", ".", "--to", "html", "-o", "out")
    assert (ended.code, ended.err) == (0, "")
    alone = run("render", "rules.yaml")
    assert alone.code == 1
    assert "house rules" in alone.err


def test_waivers_and_options_are_in_the_footer(folder: Path) -> None:
    """What a table allows, and the options it plays with, is printed on the sheet."""
    text = DOUBLED + "waive: [{code: five-by-five/values, why: three for everyone}]\nrules: {aspects: true}\n"
    assert run("render", "-", "-o", "x.html", stdin=text.encode()).code == 0
    html = (folder / "x.html").read_text(encoding="utf-8")
    assert "three for everyone" in html
    assert "aspects" in html


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


def test_what_killed_runs_left_is_swept(folder: Path, larry: Path) -> None:
    """Half-written files that no one has touched for an hour."""
    (folder / "output").mkdir()
    part = folder / "output/.kai.html.0123456789abcdef.part"
    part.write_text("half")
    os.utime(part, (1, 1))
    assert run("render", "larry.yaml", "--to", "html").code == 0
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
    """The file in error is named in a line or two, and all else is printed, by itself or in one file."""
    party(monkeypatch, fault)
    ended = run("render", ".", "--to", "pdf")
    assert ended.code == code
    assert ended.out.splitlines() == ["output/ada.pdf", "output/cid.pdf"]
    merged = run("render", ".", "--merge", "--pages", "play")
    assert (merged.code, merged.out) == (code, "output/character-sheets.pdf\n")
    for err in (ended.err, merged.err):
        assert "Bea.yaml: error[render/" in err
        assert words in err
        assert len(err) < 600


def test_sheets_are_bound_without_the_one_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contents name those that are there; of one that fails alone, nothing is made."""
    party(monkeypatch, RuntimeError("a bug"))
    run("render", ".", "--merge")
    with pikepdf.open("output/character-sheets.pdf") as file, file.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Contents", "Ada", "Cid", "Reference"]
    alone = run("render", "Bea.yaml", "--merge", "-o", "alone.pdf")
    assert (alone.code, alone.out) == (1, "")
    assert not (folder / "alone.pdf").exists()


def test_a_sheet_is_not_written_over_what_it_is_made_from(folder: Path) -> None:
    """A portrait that is called as the sheet's picture would be stays as it is; the rest is made."""
    Image.new("RGB", (8, 8)).save("larry-vance-2.png")
    before = (folder / "larry-vance-2.png").read_bytes()
    (folder / "x.yaml").write_text(LARRY + "portrait: larry-vance-2.png\n")
    ended = run("render", "x.yaml", "--to", "html,png", "-o", ".", "--pages", "all")
    assert (ended.code, ended.out) == (1, "larry-vance.html\nlarry-vance-1.png\n")
    assert "x.yaml: error[render/own-file]: larry-vance-2.png is an input file" in ended.err
    assert (folder / "larry-vance-2.png").read_bytes() == before
    assert run("render", "x.yaml", "--to", "png", "-o", "out").code == 0


def test_several_at_a_time_are_the_same_as_one_by_one(folder: Path) -> None:
    write_characters("Ada", "Bea", "Cid")
    one = run("render", ".", "--to", "html", "-o", "one")
    two = run("render", ".", "--to", "html", "-o", "two", "--jobs", "2")
    assert (one.code, two.code) == (0, 0)
    assert two.out == one.out.replace("one/", "two/")
    assert [*contents(folder / "one")] == ["ada.html", "bea.html", "cid.html"]
    assert contents(folder / "one") == contents(folder / "two")
