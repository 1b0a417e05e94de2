"""Sheets as PDF."""

from dataclasses import replace

import pytest

from chargen.page.sheet import Portrait, Prose
from chargen.render.paper import A4, LETTER
from chargen.render.pdf import pdf
from chargen.render.press import Press
from tests.render import sheets
from tests.render.looking import opened, texts
from tests.scale import some


def test_a_file_has_its_title_and_author_and_numbered_pages() -> None:
    """For the shelf it is kept on; a page that falls out of a folder says whose it is, and which of how many."""
    sheet = sheets.plain()
    printed = pdf(sheet, paper=LETTER, press=Press(pages="all"))
    with opened(printed.content) as file:
        assert str(file.docinfo["/Author"]) == sheet.player
        assert sheet.name in str(file.docinfo["/Title"])
    pages = texts(printed.content)
    assert len(pages) == printed.pages == 2
    for number, text in enumerate(pages, 1):
        assert f"{number} of 2" in text
        assert sheet.name in text


def test_lines_to_write_on_fill_a_page_and_never_add_one() -> None:
    """The rest of the page is ruled, whether much or little is left."""
    for paragraphs in some(range(0, 45, 11), 2):
        notes = Prose(name="notes", title="Notes", text="Word.\n\n" * paragraphs, fill=True)
        sheet = replace(sheets.BARE, blocks=(notes,))
        ruled = pdf(sheet, paper=A4)
        unruled = pdf(replace(sheet, blocks=(replace(notes, fill=False),)), paper=A4)
        assert ruled.pages == unruled.pages
        assert len(ruled.content) > len(unruled.content)


def test_a_picture_that_is_none_is_a_problem() -> None:
    """The sheet is printed without it."""
    printed = pdf(replace(sheets.BARE, portrait=Portrait(media_type="image/png", content=b"no")), paper=A4)
    (problem,) = printed.problems
    assert "image" in problem


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/x.png", "file:///etc/hostname", "FILE:///etc/hostname", "ftp://x"]
)
def test_a_picture_cannot_reach_out(address: str) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="{address}"/></svg>'
    portrait = Portrait(media_type="image/svg+xml", content=drawing.encode())
    printed = pdf(replace(sheets.BARE, portrait=portrait), paper=A4)
    assert any("a sheet may not read" in problem for problem in printed.problems)


def test_hostile_text_is_printed_as_text() -> None:
    printed = pdf(replace(sheets.BARE, name=sheets.HOSTILE, concept=sheets.HOSTILE), paper=A4)
    assert printed.problems == ()
    assert "".join(sheets.HOSTILE.split()) in "".join("".join(texts(printed.content)).split())


def test_where_a_sheet_came_from_needs_no_page_of_its_own() -> None:
    """It is at the foot of the first page, and at the end where it is very long or something is looked up."""
    lines = (f"Waived: five-by-five/number-{number} (a reason of the table's)" for number in range(8))
    sheet = replace(sheets.BARE, foot=tuple(lines))
    (page,) = texts(pdf(sheet, paper=A4).content)
    assert "number-7" in page
    long = pdf(replace(sheet, foot=sheet.foot * 40), paper=A4)
    assert long.pages > 1
    assert "".join(texts(long.content)).count("number-7") == 40
