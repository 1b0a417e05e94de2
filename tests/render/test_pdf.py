"""Sheets as PDF."""

import io
from dataclasses import replace
from typing import Any

import pypdf
import pytest

from chargen.core.sheet import Portrait, Prose, Sheet
from chargen.render.paper import parse_paper
from chargen.render.pdf import Printed, pdf
from chargen.render.press import Press
from chargen.render.typography import on_page
from tests.render import sheets
from tests.render.looking import texts
from tests.scale import QUICK, first, pairs, some

A4 = parse_paper("A4")
MM_PER_PT = 25.4 / 72

CASES = {
    "plain on Letter": (sheets.plain, "Letter"),
    "endless": (sheets.endless, "A4"),
    "plain": (sheets.plain, "A4"),
    "veteran": (lambda: sheets.preset("ash-road-captain"), "A4"),
    "quartermaster": (lambda: sheets.preset("expedition-quartermaster"), "Letter"),
}
"""A quick run tries the first two of them: each paper, a short sheet and a long one."""


class Case:
    """A printed sheet."""

    def __init__(self, name: str) -> None:
        make, paper_name = CASES[name]
        self.name = name
        self.paper = parse_paper(paper_name)
        self.sheet: Sheet = make()
        self.printed: Printed = pdf(self.sheet, paper=self.paper, press=Press(pages="all"))
        self.reader = pypdf.PdfReader(io.BytesIO(self.printed.content))
        self.pages = [page.extract_text() for page in self.reader.pages]


@pytest.fixture(scope="module", params=[*CASES][:2] if QUICK else CASES)
def case(request: pytest.FixtureRequest) -> Case:
    """Each sheet in turn, printed once."""
    return Case(request.param)


def test_every_word_is_printed(case: Case) -> None:
    """However long a sheet is, nothing is clipped or lost; words may be broken at the end of a line."""
    shown = "".join("".join(case.pages).split()).casefold()
    wanted = [word.casefold() for text in sheets.texts(on_page(case.sheet)) for word in text.split()]
    assert wanted
    assert not [word for word in wanted if word not in shown]


def test_nothing_is_printed_beyond_the_edge(case: Case) -> None:
    """Every text starts and ends within the page's margins."""
    right = case.paper.width_mm - 11
    found = 0

    def look(text: str, page: list[float], line: list[float], font: Any, size: float) -> None:
        nonlocal found
        if text.strip():
            found += 1
            place = pypdf.mult(line, page)
            assert 11 <= place[4] * MM_PER_PT <= right, text
            assert 4 <= place[5] * MM_PER_PT <= case.paper.height_mm - 4, text

    for page in case.reader.pages:
        page.extract_text(visitor_text=look)
    assert found > 20


def test_a_clean_sheet_has_no_problems(case: Case) -> None:
    """WeasyPrint has nothing to say about our markup, our style or our letters."""
    assert case.printed.problems == ()


def test_the_pages_are_counted(case: Case) -> None:
    """In the answer, and at the foot of each page."""
    assert case.printed.pages == len(case.pages)
    for number, text in enumerate(case.pages, 1):
        assert f"{number} of {len(case.pages)}" in text


def test_further_pages_carry_the_name(case: Case) -> None:
    """A page that falls out of the folder finds its way back."""
    start = case.sheet.name.split()[0]
    assert len(case.pages) > 1
    assert all(start in text for text in case.pages)


def test_titles_and_authors_are_in_the_file(case: Case) -> None:
    """For the shelf it is kept on."""
    assert case.reader.metadata is not None
    assert case.sheet.name in str(case.reader.metadata.title)
    assert str(case.reader.metadata.author or "") == case.sheet.player


@pytest.mark.parametrize(("name", "on"), first(pairs(["candle-mage", "night-shift-nurse"], ["A4", "Letter"])))
def test_a_plain_character_takes_one_page_for_the_table(name: str, on: str) -> None:
    """And no other, as the reference page has the rest; with all pages, the odds in full start on the second."""
    assert pdf(sheets.preset(name), paper=parse_paper(on)).pages == 1
    printed = pdf(sheets.preset(name), paper=parse_paper(on), press=Press(pages="all"))
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed.content)).pages]
    assert len(texts) == 2
    assert "The odds in full" not in texts[0]
    assert "The odds in full" in texts[1]
    assert "How to roll" in texts[0]


def test_lines_to_write_on_fill_a_page_and_never_add_one() -> None:
    """The rest of the page is ruled, whether much or little is left."""
    for paragraphs in some(range(0, 45, 11), 2):
        notes = Prose(name="notes", title="Notes", text="Word.\n\n" * paragraphs, fill=True)
        sheet = Sheet(system="x", system_title="X", name="Ada", blocks=(notes,))
        ruled = pdf(sheet, paper=A4)
        unruled = pdf(replace(sheet, blocks=(replace(notes, fill=False),)), paper=A4)
        assert ruled.pages == unruled.pages
        assert len(ruled.content) > len(unruled.content)


def test_a_picture_that_is_none_is_a_problem() -> None:
    """The sheet is printed without it."""
    printed = pdf(replace(sheets.BARE, portrait=Portrait(media_type="image/png", content=b"no")), paper=A4)
    assert len(printed.problems) == 1
    assert "image" in printed.problems[0]


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/x.png", "file:///etc/hostname", "FILE:///etc/hostname", "ftp://x"]
)
def test_a_picture_cannot_reach_out(address: str) -> None:
    """What a drawing refers to is neither read nor fetched."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="{address}"/></svg>'
    portrait = Portrait(media_type="image/svg+xml", content=drawing.encode())
    printed = pdf(replace(sheets.BARE, portrait=portrait), paper=A4)
    assert any("a sheet may not read" in problem for problem in printed.problems)


def test_hostile_text_is_printed_as_text() -> None:
    """All of it, and nothing of it happens."""
    printed = pdf(replace(sheets.BARE, name=sheets.HOSTILE, concept=sheets.HOSTILE), paper=A4)
    assert printed.problems == ()
    shown = "".join("".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed.content)).pages).split())
    assert "".join(sheets.HOSTILE.split()) in shown


def test_where_a_sheet_came_from_needs_no_page_of_its_own() -> None:
    """It is at the foot of the first page, and at the end where it is very long or something is looked up."""
    lines = (f"Waived: five-by-five/number-{number} (a reason of the table's)" for number in range(8))
    sheet = Sheet(system="x", system_title="X", name="Ada", foot=tuple(lines))
    (page,) = texts(pdf(sheet, paper=A4).content)
    assert "number-7" in page
    long = pdf(replace(sheet, foot=sheet.foot * 40), paper=A4)
    assert long.pages > 1
    assert "".join(texts(long.content)).count("number-7") == 40
