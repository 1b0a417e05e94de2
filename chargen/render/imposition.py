"""Which page stands where on a sheet of paper: booklets, and backs that are the right way up."""

from typing import TYPE_CHECKING

from chargen.render.boxes import POINTS_PER_MM, tell_readers
from chargen.render.paper import A4, A5, Paper

if TYPE_CHECKING:
    from pikepdf import Page, Pdf

PAGES_OF_A_LEAF = 4

Side = tuple[int | None, int | None]
"""The left and the right page, counted from 0; None is blank."""


def booklet_sides(pages: int) -> tuple[Side, ...]:
    """The sides of the sheets of a booklet that is folded in the middle, front and back in turn, the outermost first.

    >>> booklet_sides(4)
    ((3, 0), (1, 2))
    >>> booklet_sides(6)
    ((None, 0), (1, None), (5, 2), (3, 4))
    """
    whole = -(-pages // PAGES_OF_A_LEAF) * PAGES_OF_A_LEAF
    sides: list[tuple[int, int]] = []
    for first in range(0, whole // 2, 2):
        sides += [(whole - 1 - first, first), (first + 1, whole - 2 - first)]
    return tuple((_real(left, pages), _real(right, pages)) for left, right in sides)


def _real(number: int, pages: int) -> int | None:
    return number if number < pages else None


def is_back_turned(paper: Paper, edge: str) -> bool:
    """Whether the back must stand on its head, so that it is upright when one turns the sheet over like a leaf.

    A leaf turns over its left side. Where the printer turns it over another edge, the back comes out upside down.

    >>> from chargen.render.paper import A4
    >>> is_back_turned(A4, "long-edge"), is_back_turned(A4.turned(), "long-edge")
    (False, True)
    """
    return edge != leaf_edge(paper)


def leaf_edge(paper: Paper) -> str:
    """The edge over which paper is turned like a leaf of a book: the one at its left."""
    return "short-edge" if paper.landscape else "long-edge"


def turn_backs(file: "Pdf") -> None:
    """Turn every second page by half a turn; nothing about it changes but where its marks of ink are."""
    for page in list(file.pages)[1::2]:
        turn(page)


def turn(page: "Page") -> None:
    """Turn what is drawn on a page by half a turn around its middle."""
    left, bottom, right, top = (float(side) for side in page.mediabox)
    page.contents_add(f"q -1 0 0 -1 {left + right:.4f} {bottom + top:.4f} cm".encode(), prepend=True)
    page.contents_add(b"Q")


def lay_over(file: "Pdf", below: "Page", above: "Page", place: tuple[float, float, float, float], name: str) -> None:
    """Draw a page of another file over a page of this one; ``name`` must be new to the page's resources.

    pikepdf's own overlays have random names, and no two files would be the same.
    """
    from pikepdf import Name, Rectangle

    form = file.copy_foreign(above.as_form_xobject())
    below.add_resource(form, Name.XObject, Name(name))
    drawn = below.calc_form_xobject_placement(
        form, Name(name), Rectangle(*place), invert_transformations=True, allow_shrink=True, allow_expand=True
    )
    below.contents_add(b"q", prepend=True)
    below.contents_add(b"Q " + drawn)


def unfolded(paper: Paper) -> Paper:
    """The paper that two pages side by side are printed on: of A5 an A4, which is a millimetre wider than both.

    >>> unfolded(A5).width_mm
    297
    """
    return A4.turned() if paper == A5 else Paper("", 2 * paper.width_mm, paper.height_mm)


def booklet(file: "Pdf", paper: Paper, edge: str) -> "Pdf":
    """Two pages of that paper side by side on each side of a sheet, in the order in which they are folded."""
    from pikepdf import Pdf

    sheet, edge = unfolded(paper), edge or "short-edge"
    width, height = paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM
    middle = sheet.width_mm * POINTS_PER_MM / 2
    made = Pdf.new()
    pages = list(file.pages)
    for number, (left, right) in enumerate(booklet_sides(len(pages))):
        side = made.add_blank_page(page_size=(2 * middle, height))
        for index, start in ((left, middle - width), (right, middle)):
            if index is not None:
                lay_over(made, side, pages[index], (start, 0, start + width, height), f"/Page{index + 1}")
        if number % 2 and is_back_turned(sheet, edge):
            turn(side)
    if "/Info" in file.trailer:
        made.trailer.Info = made.copy_foreign(file.trailer.Info)
    tell_readers(made, edge)
    return made
