"""A page that shows what a printer does to a page: its scale, its margins, its greys, its two sides.

All lengths are in millimetres from the upper left corner of the paper.
"""

from collections.abc import Iterator

from chargen.render import page
from chargen.render.paper import MM_PER_INCH, MM_PER_PT, Paper
from chargen.render.pdf import pdf_of_page

GREYS = (100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5, 2)
"""In percent of black."""
HAIRLINES_PT = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0)
INSET = 20
"""From the edge of the paper to the crosses that show how front and back meet."""
EDGES = (3, 4, 5, 6, 8, 10)
"""Distances from the edge of the paper: the outermost that is printed is the printer's own margin."""
FINE = 0.15
SMALL = 2.5


def pdf(paper: Paper) -> bytes:
    """The front and the back, as a PDF file."""
    sides = ("".join(_front(paper)), "".join(_back(paper)))
    text = page.environment().get_template("calibration.html").render(paper=paper, sides=sides)
    return pdf_of_page(text, paper=paper).content


def _front(paper: Paper) -> Iterator[str]:
    left = INSET + 5
    length = int(paper.width_mm - 2 * left) // 10 * 10
    middle = paper.width_mm / 2
    yield from _frame(paper)
    yield from _crosses(paper, rings=True)
    yield _text(middle, INSET + 8, "Calibration: front", 6, "middle", 600)
    size = f"{paper.name}, {paper.width_mm:g} × {paper.height_mm:g} mm"
    yield _text(middle, INSET + 14, f"{size}. Print it at actual size, not fitted to the page.", 2.8, "middle")
    yield from _ruler(left, INSET + 20, length, 1, "Millimetres: lay a ruler on it. Shorter means that it was scaled.")
    inches = int(length / MM_PER_INCH)
    yield from _ruler(left, INSET + 38, inches, MM_PER_INCH, "Inches, in sixteenths.")
    yield from _greys(left, INSET + 57, length)
    if paper.height_mm > 180:
        yield from _hairlines(left, INSET + 79, length)
        yield from _reading(left, INSET + 101)


def _back(paper: Paper) -> Iterator[str]:
    left = INSET + 5
    middle = paper.width_mm / 2
    yield from _frame(paper)
    yield from _crosses(paper, rings=False)
    yield _text(middle, INSET + 8, "Calibration: back", 6, "middle", 600)
    yield _text(left, INSET + 18, "Hold it against the light: each cross lies in the middle of the rings of the front.")
    yield _text(left, INSET + 22, "A ring is 1 mm wide. Off by more than one: keep text off the edges on both sides.")
    yield _text(left, INSET + 29, "Is this page upside down when you turn the sheet like a leaf of a book?")
    yield _text(left, INSET + 33, "Then the printer turns paper over the other edge: say so with --duplex short-edge")
    yield _text(left, INSET + 37, "(upright paper) or --duplex long-edge (a booklet), or change its setting.")
    height = int(paper.height_mm - 2 * INSET - 58) // 10 * 10
    yield f'<g transform="translate({left} {INSET + 46 + height}) rotate(-90)">'
    yield from _ruler(0, 0, height, 1, "Millimetres, along the paper.")
    yield "</g>"


def _frame(paper: Paper) -> Iterator[str]:
    """The margins of a sheet, and lines near the edge that tell how far a printer reaches."""
    width, height, margin = paper.width_mm, paper.height_mm, paper.margin_mm
    yield _line(f"M{margin} {margin}H{width - margin}V{height - margin}H{margin}z", dash="1 1")
    yield _text(margin + 1, height - margin - 1, "margin of a sheet", 2)
    for number, edge in enumerate(edge for edge in EDGES if edge < margin):
        near, far = INSET + 12 * number, INSET + 12 * number + 10
        yield _line(f"M{near} {edge}H{far}M{near} {height - edge}H{far}")
        yield _line(f"M{edge} {near}V{far}M{width - edge} {near}V{far}")
        yield _text(far + 0.3, edge + 0.7, str(edge), 1.9)
        yield _text(far + 0.3, height - edge + 0.7, str(edge), 1.9)


def _crosses(paper: Paper, *, rings: bool) -> Iterator[str]:
    for x in (INSET, paper.width_mm - INSET):
        for y in (INSET, paper.height_mm - INSET):
            yield _line(f"M{x - 5} {y}h10M{x} {y - 5}v10")
            for radius in (1, 2, 3) if rings else ():
                yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="#000" stroke-width="{FINE}"/>'


def _ruler(left: float, top: float, length: int, unit: float, words: str) -> Iterator[str]:
    """A ruler of so many units: in millimetres labelled by tens, in inches by one."""
    in_inches = unit != 1
    parts, labelled = (16, 16) if in_inches else (1, 10)
    ticks = "".join(
        f"M{left + at * unit / parts:.4f} {top}v{_tick(at % labelled, labelled)}" for at in range(length * parts + 1)
    )
    yield _line(f"{ticks}M{left} {top}h{length * unit:.4f}", 0.12)
    for at in range(0, length + 1, 1 if in_inches else 10):
        yield _text(left + at * unit, top + 7.6, str(at), 2.3, "middle")
    yield _text(left, top + 12, words)


def _tick(at: int, whole: int) -> float:
    if at == 0:
        return 5
    if 2 * at == whole:
        return 3.8
    if whole == 16 and at % 4 == 0:
        return 3
    return 2.2 if whole == 10 or at % 2 == 0 else 1.4


def _greys(left: float, top: float, length: int) -> Iterator[str]:
    yield _text(left, top, "Greys, in percent of black: neighbours are told apart, and 2 is seen.")
    step = length / len(GREYS)
    for number, grey in enumerate(GREYS):
        level = round(255 * (100 - grey) / 100)
        x = left + number * step
        yield f'<rect x="{x:.3f}" y="{top + 2}" width="{step:.3f}" height="9" fill="rgb({level},{level},{level})"/>'
        yield _text(x + step / 2, top + 14.5, str(grey), 2.3, "middle")


def _hairlines(left: float, top: float, length: int) -> Iterator[str]:
    yield _text(left, top, "Hairlines, in points: a sheet's finest line is 0.3.")
    step = length / len(HAIRLINES_PT)
    for number, points in enumerate(HAIRLINES_PT):
        x = left + number * step
        yield _line(f"M{x:.3f} {top + 3}h{step - 3:.3f}M{x:.3f} {top + 10}l{step - 3:.3f} -5", points * MM_PER_PT)
        yield _text(x, top + 14, f"{points:g}", 2.3)


def _reading(left: float, top: float) -> Iterator[str]:
    yield _text(left, top, "Type: the smallest of a sheet is 7.5 points.")
    for number, points in enumerate((6, 7.5, 9, 11)):
        words = f"{points:g} pt  0123456789 roll 2d6, multiply: 6 or less"
        yield _text(left, top + 5 + 5 * number, words, points * MM_PER_PT)


def _line(path: str, width: float = FINE, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path fill="none" stroke="#000" stroke-width="{width:.4g}"{dashes} d="{path}"/>'


def _text(x: float, y: float, words: str, size: float = SMALL, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-family="Sheet Sans" font-size="{size:.3f}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{words}</text>'
    )
