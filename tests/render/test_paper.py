"""Papers: their names and sizes, and that a sheet fits on each of them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from chargen.page.sheet import Prose
from chargen.render.paper import A4, BOTH, LETTER, PAPERS, Paper, parse_length, parse_paper
from chargen.render.pdf import pdf
from tests.cli.running import SHORT, run
from tests.render import sheets
from tests.render.looking import box_mm, opened, texts
from tests.render.pages import pages
from tests.scale import some


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("A4", (210, 297)),
        ("a5", (148, 210)),
        ("letter", (215.9, 279.4)),
        (" Letter ", (215.9, 279.4)),
        ("LEGAL", (215.9, 355.6)),
        ("half-Letter", (139.7, 215.9)),
        ("half letter", (139.7, 215.9)),
        ("halfletter", (139.7, 215.9)),
        ("Statement", (139.7, 215.9)),
        ("both", (210, 279.4)),
        ("130x200mm", (130, 200)),
        ("5.5x8.5in", (139.7, 215.9)),
        ('8.5" x 11"', (215.9, 279.4)),
        ("21 × 29.7 cm", (210, 297)),
    ],
)
def test_papers_are_known_by_name_and_by_size(name: str, size: tuple[float, float]) -> None:
    """In any spelling; a unit after the last number counts for both."""
    found = parse_paper(name)
    assert (found.width_mm, found.height_mm) == size


@pytest.mark.parametrize(
    "name", ["A9", "", "120x200", "0x0mm", "60x90mm", "100x140mm", "127x200mm", "200x3000mm", "-5x10in", "1e9x1mm"]
)
def test_other_papers_are_refused(name: str) -> None:
    """Without a unit, too small for a sheet, or too large."""
    with pytest.raises(ValueError, match=r"paper|too"):
        parse_paper(name)


def test_lengths_need_a_unit() -> None:
    assert (parse_length("3 MM"), parse_length("1in"), parse_length("0.5cm")) == (3, 25.4, 5)
    for wrong in ("3", "mm", "-3mm", "3 feet"):
        with pytest.raises(ValueError, match="length"):
            parse_length(wrong)


def test_both_prints_completely_on_either() -> None:
    """It is no wider and no higher than A4 and Letter, so that a printer at actual size cuts nothing."""
    assert max(BOTH.width_mm - each.width_mm for each in (A4, LETTER)) <= 0
    assert max(BOTH.height_mm - each.height_mm for each in (A4, LETTER)) <= 0


SIZES = [*PAPERS, *(each.turned() for each in PAPERS if each.width_mm < 170), parse_paper("128x180mm")]


@pytest.mark.parametrize("on", some(SIZES, 3), ids=lambda size: f"{size.width_mm:g}x{size.height_mm:g}")
def test_a_sheet_fits_on_every_paper(on: Paper) -> None:
    """Pages have the size of the paper, and no word is lost on the small ones."""
    printed = pdf(sheets.plain(), paper=on)
    assert printed.problems == ()
    with opened(printed.content) as file:
        for page in file.pages:
            assert box_mm(page, "/MediaBox") == pytest.approx([0, 0, on.width_mm, on.height_mm], abs=0.1)
            assert box_mm(page, "/TrimBox") == box_mm(page, "/MediaBox")
    wanted, shown = (" ".join(some).casefold() for some in (sheets.texts(sheets.plain()), texts(printed.content)))
    assert {*re.findall(r"\w+", wanted)} <= {*re.findall(r"\w+", shown)}


@pytest.mark.parametrize(("mirrored", "backs"), [(False, 18), (True, 12)])
def test_a_punched_page_leaves_room_for_the_holes(mirrored: bool, backs: int) -> None:
    """At the left; on the backs of what is printed on both sides, at the right."""
    on = replace(A4, punched=True, mirrored=mirrored)
    notes = Prose(name="notes", title="Notes", text="Word after word. " * 500)
    front, back, *_ = pages(pdf(replace(sheets.plain(), pages=9, blocks=(notes,)), paper=on).content)
    lefts = [min(line.left for line in page.body) for page in (front, back)]
    assert lefts == pytest.approx([18, backs], abs=0.5)
    assert max(line.right for line in front.lines) < 198.1
    assert max(line.right for line in back.lines) < 180.1 + backs


def test_page_numbers_of_a_binder_are_beside_the_holes(folder: Path) -> None:
    """Those of the backs too."""
    for name in ("a", "b"):
        (folder / f"{name}.yaml").write_text(SHORT.replace("name: ", f"name: {name} "))
    assert run("render", "a.yaml", "b.yaml", "--merge", "--punch", "--duplex", "long-edge", "-o", "all.pdf").code == 0
    for number, page in enumerate(pages(Path("all.pdf").read_bytes())):
        right = max((line.right for line in page.lines), default=0)
        assert right < (192.1 if number % 2 else 198.1)
