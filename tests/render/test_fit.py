"""It fits, or it flows."""

from dataclasses import replace
from pathlib import Path

import pytest

from chargen.page.sheet import Column, Prose, Sheet, Table
from chargen.render.page import LINE_MM
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from tests.cli.running import SHORT, run
from tests.render.looking import texts
from tests.render.pages import pages
from tests.render.sheets import BARE
from tests.scale import some

pytestmark = pytest.mark.usefixtures("folder")


def sheet(lines: int) -> Sheet:
    items = tuple((f"Thing {number}", "") for number in range(lines))
    gear = Prose(name="gear", title="Gear", place="main", items=items)
    side = Prose(name="side", title="Beside", place="side", items=(("one", ""),))
    return replace(BARE, blocks=(gear, side))


def test_what_fits_has_no_overflow() -> None:
    printed = pdf(sheet(10), paper=A4)
    assert (printed.pages, printed.overflow) == (1, "")


def test_a_little_too_much_loses_white_space_and_no_page() -> None:
    """There is a length that takes two pages at ease and is printed on one."""
    saved = 0
    for lines in some(range(34, 60, 4), 6):
        printed = pdf(sheet(lines), paper=A4)
        loose = pdf(replace(sheet(lines), pages=9), paper=A4)
        assert printed.pages <= loose.pages
        saved += printed.pages < loose.pages
    assert saved


def test_much_too_much_goes_on_and_is_named() -> None:
    long = Prose(name="notes", title="Notes", text="Word after word. " * 2000)
    printed = pdf(replace(sheet(3), blocks=(*sheet(3).blocks, long)), paper=A4)
    assert printed.pages > 2
    assert f"takes {printed.pages} pages" in printed.overflow
    assert "Notes" in printed.overflow


def looked_up(rows: int) -> Table:
    columns = (Column(heading="What"), Column(heading="How much"))
    lines = tuple((f"Row {number}", "much") for number in range(rows))
    return Table(name="odds", title="Odds", columns=columns, rows=lines, reference=True)


def test_what_would_leave_a_page_nearly_empty_is_below_the_sheet() -> None:
    """With four lines to write on at least; a longer table begins a page, however much room there is."""
    notes = Prose(name="notes", title="Notes", text="One.", lines=1, fill=True)
    short, long = (replace(sheet(8), blocks=(*sheet(8).blocks, notes, looked_up(rows))) for rows in (4, 40))
    (page,) = pages(pdf(short, paper=A4).content)
    places = {line.text: line.top for line in page.lines}
    assert places["much"] - places["One."] > 4 * LINE_MM
    assert [page.filled > 0.36 for page in pages(pdf(long, paper=A4).content)] == [False, True]


def test_two_pages_that_have_room_on_one_are_one() -> None:
    """The end of what did not fit, and what is looked up, where each would fill half a page of its own."""
    half, more = (replace(sheet(lines), blocks=(*sheet(lines).blocks, looked_up(22))) for lines in (115, 125))
    assert [page.filled > 0.9 for page in pages(pdf(half, paper=A4).content)] == [True, True, False]
    assert [page.filled > 0.9 for page in pages(pdf(more, paper=A4).content)] == [True, True, False, False]


def test_strict_fit_makes_it_an_error() -> None:
    """Exit code 1; the sheet is named with what did not fit, and no PDF is written. Without it, all is printed."""
    notes = "\n\n".join("  Word after word after word after word." for _ in range(50))
    Path("kai.yaml").write_text(f"{SHORT}notes: |\n{notes}\n", encoding="utf-8")
    for more in (["--to", "pdf"], ["--merge"]):
        ended = run("render", "kai.yaml", "--strict-fit", *more)
        assert ended.code == 1
        assert "error[render/overflow]" in ended.err
        assert "Notes" in ended.err
        assert not list(Path().rglob("*.pdf"))
    assert run("render", "kai.yaml", "--to", "pdf").code == 0
    assert len(list(Path().rglob("*.pdf"))) == 1
    Path("kai.yaml").write_text(SHORT, encoding="utf-8")
    assert run("render", "kai.yaml", "--strict-fit", "--to", "pdf").code == 0


@pytest.mark.parametrize(("paragraphs", "kept"), [(5, True), (70, False)])
def test_what_repeats_a_later_page_is_printed_on_the_first_page_only(paragraphs: int, kept: bool) -> None:
    """Where it has no room there, it is left out and not moved."""
    before = Prose(name="before", title="Before", text="\n\n".join(["A line of words."] * paragraphs))
    best = Prose(name="best", title="Best skills", text="Sword.", first_page=True)
    text = "".join(texts(pdf(replace(BARE, blocks=(before, best), pages=2), paper=A4).content))
    assert ("Best skills" in text) is kept
