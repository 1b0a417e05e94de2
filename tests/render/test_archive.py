"""Sheets that last, and sheets that are read aloud: PDF/A-3, PDF/UA, and the concept inside."""

import io
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from chargen import registry
from chargen.page.sheet import Portrait
from chargen.render.archive import NothingInside, Original, originals
from chargen.render.finishing import png
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.render.printer import Printed
from tests.characters import concept, sheet_of
from tests.cli.running import LARRY, SHORT, run
from tests.render import sheets
from tests.render.looking import assert_archival, assert_read_aloud, assert_tags_hold, elements, opened, texts, xmp
from tests.scale import first, pairs

CONCEPT = (
    "\ufeff".encode() + LARRY.replace("\n", "\r\n").encode() + "campaign: houses/rules.yaml\r\n# ende: äöü".encode()
)
"""With a byte order mark, Windows line ends, and no line end at the end."""
RULES = b"rules: {five-by-five: {aspects: true}}\n"
PORTRAIT = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"
SOURCES = (
    Original("z.yaml", CONCEPT),
    Original("a.yaml", RULES, "campaign"),
    Original("me.svg", PORTRAIT, "portrait"),
)


@pytest.fixture(scope="module")
def usual() -> Printed:
    return pdf(sheets.plain(), paper=A4)


@pytest.fixture(scope="module")
def kept() -> Printed:
    """Return a sheet as PDF/A-3b with two files inside."""
    return pdf(sheets.plain(), paper=A4, press=Press(standard="pdf/a-3b"), sources=SOURCES)


@pytest.fixture(scope="module")
def read_aloud() -> Printed:
    return pdf(sheets.plain(), paper=A4, press=Press(standard="pdf/ua-1"), sources=SOURCES)


def test_the_archive_holds_its_sources(kept: Printed) -> None:
    """Each once, in the order of a name tree, as the sheet's source, with a type and a date that does not change."""
    with opened(kept.content) as file:
        names = [str(name) for name in file.Root.Names.EmbeddedFiles.Names[::2]]
        assert names == ["a.yaml", "me.svg", "z.yaml"]
        assert len(file.Root.AF) == 3
        for specification in file.Root.AF:
            assert specification.AFRelationship == "/Source"
            is_picture = str(specification.UF) == "me.svg"
            assert specification.EF.F.Subtype == ("/image/svg+xml" if is_picture else "/application/yaml")
            assert str(specification.EF.F.Params.ModDate) == "D:20000101000000Z"
            assert str(specification.UF) in names
            assert str(specification.Desc)


def test_the_sources_come_back_to_the_byte(kept: Printed) -> None:
    """The concept first, under any name."""
    found = originals(kept.content)
    assert [(each.name, each.content, each.role) for each in found] == [
        ("z.yaml", CONCEPT, "concept"),
        ("a.yaml", RULES, "campaign"),
        ("me.svg", PORTRAIT, "portrait"),
    ]


def test_only_an_archive_has_sources(read_aloud: Printed) -> None:
    """Anyone who prints a sheet for others does not hand out the file."""
    with pytest.raises(NothingInside, match="pdf/a-3b"):
        originals(read_aloud.content)
    with pytest.raises(NothingInside, match="not a PDF file"):
        originals(b"name: Larry")


@pytest.mark.parametrize(("game", "pictured"), first(pairs(registry.list_games()[::-1], [True, False])))
def test_every_game_passes_the_judges(game: str, pictured: bool) -> None:
    """Of PDF/A and PDF/UA, with a portrait that has transparent parts and without one."""
    sheet = sheet_of(concept(game))
    if pictured:
        written = io.BytesIO()
        Image.new("RGBA", (40, 60), "#30507080").save(written, "PNG")
        sheet = replace(sheet, portrait=Portrait(media_type="image/png", content=written.getvalue()))
    assert_archival(pdf(sheet, paper=A4, press=Press(standard="pdf/a-3b"), sources=SOURCES).content)
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
    """PDF/A-3a is the nearest to both: tagged, with its sources."""
    printed = pdf(sheets.plain(), paper=A4, press=Press(standard="pdf/a-3a"), sources=SOURCES)
    assert len(originals(printed.content)) == len(SOURCES)
    with opened(printed.content) as file:
        assert 'pdfaid:conformance="A"' in xmp(file)
        assert_tags_hold(file)


@pytest.mark.usefixtures("laid_out_anew")
def test_standards_do_not_leak_into_each_other() -> None:
    """The same file after files of other kinds, from the same process."""
    made = [
        [pdf(sheets.BARE, paper=A4, press=Press(standard=standard), sources=SOURCES).content for standard in order]
        for order in (("", "pdf/a-3b", "pdf/ua-1"), ("pdf/ua-1", "pdf/a-3b", ""))
    ]
    assert made[0] == made[1][::-1]
    for content, archived in zip(made[0], (False, True, False), strict=True):
        with opened(content) as file:
            assert ("/OutputIntents" in file.Root) == archived


def test_extract_gives_the_concept_back(folder: Path) -> None:
    """On standard output, as a file with its campaign where the concept looks for it, or under the old names."""
    (folder / "houses").mkdir()
    (folder / "houses/rules.yaml").write_bytes(RULES)
    (folder / "larry.yaml").write_bytes(CONCEPT)
    assert run("render", "larry.yaml", "--standard", "PDF/A-3b", "-o", "larry.pdf").code == 0
    printed = run("extract", "larry.pdf")
    assert (printed.code, printed.out.encode(), printed.err) == (0, CONCEPT, "")
    ended = run("extract", "larry.pdf", "-o", "back/kai.yaml")
    assert (ended.code, ended.out) == (0, "back/kai.yaml\nback/houses/rules.yaml\n")
    assert (folder / "back/kai.yaml").read_bytes() == CONCEPT
    assert (folder / "back/houses/rules.yaml").read_bytes() == RULES
    assert run("check", "back/kai.yaml").code == 0
    assert run("extract", "larry.pdf", "-o", "other/").out.splitlines()[0] == "other/larry.yaml"
    piped = run("extract", "-", stdin=(folder / "larry.pdf").read_bytes())
    assert piped.out.encode() == CONCEPT


def test_extract_overwrites_nothing(folder: Path) -> None:
    """Unless it is forced to; the same bytes are no loss."""
    (folder / "x.yaml").write_text(SHORT)
    run("render", "x.yaml", "--standard", "pdf/a-3b", "-o", "x.pdf")
    assert run("extract", "x.pdf", "-o", "x.yaml").code == 0
    (folder / "x.yaml").write_text("mine")
    refused = run("extract", "x.pdf", "-o", "x.yaml")
    assert refused.code == 1
    assert "--force" in refused.err
    assert (folder / "x.yaml").read_text() == "mine"
    assert run("extract", "x.pdf", "-o", "x.yaml", "--force").code == 0
    assert (folder / "x.yaml").read_text(encoding="utf-8") == SHORT


@pytest.mark.parametrize("name", ["../../evil.yaml", "/etc/evil.yaml", "..\\evil.yaml", ".bashrc", "C:\\x.yaml", ""])
def test_extract_stays_in_its_folder(folder: Path, name: str) -> None:
    """A stranger's PDF does not choose where its files go, neither by their names nor by a path in the concept."""
    concept = LARRY + f"campaign: '{name}'\n"
    printed = pdf(
        sheets.BARE,
        paper=A4,
        press=Press(standard="pdf/a-3b"),
        sources=(Original(name or "x", concept.encode()), Original(f"a{name}", RULES, "campaign")),
    )
    (folder / "x.pdf").write_bytes(printed.content)
    ended = run("extract", "x.pdf", "-o", "in/here/")
    assert ended.code == 0
    written = [Path(line) for line in ended.out.splitlines()]
    assert len(written) == 2
    for path in written:
        assert path.resolve().is_relative_to(folder / "in/here")
        assert not path.name.startswith(".")
        assert path.suffix == ".yaml"


def test_extract_says_what_is_wrong(folder: Path) -> None:
    """No such file, no PDF, nothing inside: one line each, and exit code 1."""
    (folder / "text.pdf").write_text("no")
    (folder / "x.yaml").write_text(SHORT)
    run("render", "x.yaml", "-o", "plain.pdf")
    for file, words in (("none.pdf", "no such file"), ("text.pdf", "not a PDF"), ("plain.pdf", "no embedded concept")):
        ended = run("extract", file)
        assert (ended.code, ended.out) == (1, "")
        assert words in ended.err
        assert len(ended.err.splitlines()) == 1
