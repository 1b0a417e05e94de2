"""Sheets that last, and sheets that are read aloud: PDF/A-3, PDF/UA, and the character's file inside."""

import io
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from chargen import registry
from chargen.fileio import Unreadable
from chargen.page.sheet import Portrait
from chargen.render.attachment import find_concept
from chargen.render.finishing import png
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.render.printer import Printed
from tests.characters import concept, sheet_of
from tests.cli.running import LARRY, SHORT, run
from tests.render import sheets
from tests.render.looking import assert_archival, assert_read_aloud, assert_tags_hold, elements, opened, texts, xmp
from tests.render.profiles import cmyk
from tests.scale import first, pairs

CONCEPT = (
    "\ufeff".encode() + LARRY.replace("\n", "\r\n").encode() + "campaign: houses/rules.yaml\r\n# ende: äöü".encode()
)
"""With a byte order mark, Windows line ends, and no line end at the end."""
SOURCE = ("kai.yaml", CONCEPT)


@pytest.fixture(scope="module")
def usual() -> Printed:
    return pdf(sheets.plain(), paper=A4, source=SOURCE)


@pytest.fixture(scope="module")
def kept() -> Printed:
    """Return a sheet as PDF/A-3b with its file inside."""
    return pdf(sheets.plain(), paper=A4, press=Press(standard="pdf/a-3b"), source=SOURCE)


@pytest.fixture(scope="module")
def read_aloud() -> Printed:
    return pdf(sheets.plain(), paper=A4, press=Press(standard="pdf/ua-1"), source=SOURCE)


def test_every_sheet_holds_its_file(usual: Printed, kept: Printed, read_aloud: Printed) -> None:
    """As its source, with a type and a date that does not change; a press does not get it."""
    for printed in (usual, kept, read_aloud):
        assert find_concept(printed.content) == CONCEPT
        with opened(printed.content) as file:
            (specification,) = file.Root.AF
            assert list(file.attachments) == ["kai.yaml"]
            assert specification.AFRelationship == "/Source"
            assert specification.EF.F.Subtype == "/application/yaml"
            assert str(specification.EF.F.Params.ModDate) == "D:20000101000000Z"
    press = Press(standard="pdf/x-4", profile=cmyk())
    for other in (pdf(sheets.BARE, paper=A4, press=press, source=SOURCE), pdf(sheets.BARE, paper=A4)):
        with pytest.raises(Unreadable, match="no character's file"):
            find_concept(other.content)
    with pytest.raises(Unreadable, match="no character's file"):
        find_concept(b"name: Larry")


@pytest.mark.parametrize(("game", "pictured"), first(pairs(registry.list_games()[::-1], [True, False])))
def test_every_game_passes_the_judges(game: str, pictured: bool) -> None:
    """Of PDF/A and PDF/UA, with a portrait that has transparent parts and without one."""
    sheet = sheet_of(concept(game))
    if pictured:
        written = io.BytesIO()
        Image.new("RGBA", (40, 60), "#30507080").save(written, "PNG")
        sheet = replace(sheet, portrait=Portrait(media_type="image/png", content=written.getvalue()))
    assert_archival(pdf(sheet, paper=A4, press=Press(standard="pdf/a-3b"), source=SOURCE).content)
    assert_read_aloud(pdf(sheet, paper=A4, press=Press(standard="pdf/ua-1")).content)


def test_what_is_printed_is_the_same(kept: Printed, usual: Printed) -> None:
    """A standard changes nothing that is seen."""
    assert texts(kept.content) == texts(usual.content)


def test_tagged_sheets_say_what_they_are(read_aloud: Printed) -> None:
    """Identifier and title, and tab order by structure: what the judge does not ask for."""
    with opened(read_aloud.content) as file:
        assert 'pdfuaid:part="1"' in xmp(file)
        assert "<dc:title>" in xmp(file)
        assert {str(page.obj.Tabs) for page in file.pages} == {"/S"}


def test_tags_are_those_of_the_standard(read_aloud: Printed) -> None:
    """No tag needs a role map; headings start at the first level and leave none out; tables have rows and cells."""
    standard = {"Document", "Part", "Div", "Sect", "NonStruct", "Span", "P", "H1", "H2", "H3", "Figure", "L", "LI"}
    standard |= {"LBody", "Table", "THead", "TBody", "TR", "TH", "TD", "Caption"}
    with opened(read_aloud.content) as file:
        names = [str(element.S).lstrip("/") for element in elements(file)]
        assert set(names) <= standard
        count = Counter(names)
        assert count["H1"] == 1
        assert count["H2"] > 3
        assert min(count[tag] for tag in ("Table", "TR", "TH", "TD", "Figure")) > 0
        headings = [int(name[1]) for name in names if name in ("H1", "H2", "H3")]
        assert headings[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(headings))


def test_every_picture_has_words(read_aloud: Printed) -> None:
    with opened(read_aloud.content) as file:
        figures = [element for element in elements(file) if element.S == "/Figure"]
        message = [str(figure.get("/Alt", "")) for figure in figures]
    assert len(message) > 5
    assert "Portrait of Ada Quill" in message
    assert any("a bar of" in words for words in message)
    assert {"Wounds, hale, 1 to 5: 5 boxes, 1 marked", "Rested: marked"} <= {*message}


def test_every_number_of_a_table_has_a_cell_with_headings(read_aloud: Printed) -> None:
    """Where a printer would set a row of numbers as one text, a reader gets cells that know their row and column."""
    with opened(read_aloud.content) as file:
        cells = [element for element in elements(file) if element.S == "/TD"]
        assert cells
        assert sum("/Headers" in cell.get("/A", pikepdf.Dictionary()) for cell in cells) > len(cells) / 2
        assert not any("/ColSpan" in cell.get("/A", pikepdf.Dictionary()) for cell in cells)


def test_letters_that_nothing_has_are_no_archive(folder: Path) -> None:
    """Every standard forbids an empty box: the sheet is left out, and the letter named; else it is a remark."""
    (folder / "x.yaml").write_text(SHORT.replace("Larry Vance", "Larry \U00012345"))
    for standard in ("pdf/a-3b", "pdf/ua-1"):
        ended = run("render", "x.yaml", "--standard", standard, "-o", "x.pdf")
        assert ended.code == 1
        assert "error[render/letters]" in ended.err
        assert "U+12345" in ended.err
        assert standard.upper() in ended.err
        assert not (folder / "x.pdf").exists()
    assert run("render", "x.yaml", "-o", "x.pdf").code == 0


def test_all_that_is_drawn_is_in_the_tags(read_aloud: Printed) -> None:
    """Each marked piece of each page belongs to an element, but for the running head and foot, which are artifacts."""
    with opened(read_aloud.content) as file:
        assert_tags_hold(file)
        assert all(page.obj.Contents.read_bytes().count(b"/Artifact") >= 2 for page in file.pages)


def test_a_tagged_sheet_looks_like_any_other(read_aloud: Printed, usual: Printed) -> None:
    """Its tables are set cell by cell, and not a pixel is much darker or lighter for it."""
    for pages in zip(png(read_aloud.content, 40), png(usual.content, 40), strict=True):
        pictures = [Image.open(io.BytesIO(page)).convert("L").resize((80, 110)) for page in pages]
        assert not any(ImageChops.difference(*pictures).histogram()[60:])


def test_one_file_is_either_archived_or_read_aloud() -> None:
    """PDF/A-3a is the nearest to both: tagged, with its file."""
    printed = pdf(sheets.plain(), paper=A4, press=Press(standard="pdf/a-3a"), source=SOURCE)
    assert find_concept(printed.content) == CONCEPT
    with opened(printed.content) as file:
        assert 'pdfaid:conformance="A"' in xmp(file)
        assert_tags_hold(file)


@pytest.mark.usefixtures("laid_out_anew")
def test_standards_do_not_leak_into_each_other() -> None:
    """The same file after files of other kinds, from the same process."""
    made = [
        [pdf(sheets.BARE, paper=A4, press=Press(standard=standard), source=SOURCE).content for standard in order]
        for order in (("", "pdf/a-3b", "pdf/ua-1"), ("pdf/ua-1", "pdf/a-3b", ""))
    ]
    assert made[0] == made[1][::-1]
    for content, archived in zip(made[0], (False, True, False), strict=True):
        with opened(content) as file:
            assert ("/OutputIntents" in file.Root) == archived


def test_extract_takes_no_name_from_a_stranger(folder: Path) -> None:
    """The name in the PDF does not choose where the file goes."""
    printed = pdf(sheets.BARE, paper=A4, source=("../../evil.yaml", LARRY.encode()))
    (folder / "x.pdf").write_bytes(printed.content)
    assert run("extract", "x.pdf", "-o", "in/here/").out == "in/here/x.yaml\n"
