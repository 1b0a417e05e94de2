"""Many of our pages joined into one HTML document, for a browser to print."""

import re

from chargen.render.deck.grid import Grid

from chargen.core.card import Card
from chargen.core.sheet import Sheet
from chargen.render import cards, fonts, margin, page
from chargen.render.card_form import CardForm
from chargen.render.paper import A4
from chargen.render.theme import PLAIN

_BODY = re.compile(r"<body([^>]*)>(.*)</body>", re.DOTALL)
_MM = 25.4 / 72


def _faces() -> dict[fonts.Face, str]:
    return {face: face.path.as_uri() for face in fonts.FACES}


def _document(style: str, inside: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Deck</title><style>{style}</style></head>'
        f"<body>{inside}</body></html>"
    )


def _body(document: str) -> str:
    found = _BODY.search(document)
    assert found is not None
    return found[2]


# ---------------------------------------------------------------- cards


def grid(form: CardForm) -> Grid:
    """How cards lie on A4, as `chargen batch` lays them."""
    places = form.places(A4)
    return Grid(
        paper=places.paper,
        across=places.across,
        down=places.down,
        width_mm=form.width_mm,
        height_mm=form.height_mm,
        gap_mm=places.gap_mm,
    )


def joined_cards(some: list[Card], form: CardForm) -> str:
    """All cards, so many to a page, with marks where one cuts: each with its own markup and the style of cards."""
    lies = grid(form)
    pages = []
    for start in range(0, len(some), lies.cells):
        faces = [_body(cards.face(each, form, PLAIN)) for each in some[start : start + lies.cells]]
        cells = "".join(_cell(face, index, lies) for index, face in enumerate(faces))
        pages.append(f'<div class="paper">{_marks(lies, len(faces))}{cells}</div>')
    style = cards.style(form, PLAIN, faces=_faces()) + (
        "@page { size: A4; margin: 0 }"
        ".paper { position: relative; height: 296.9mm; overflow: hidden; break-after: page }"
        f".cell {{ position: absolute; box-sizing: border-box; padding: {form.margin_mm}mm;"
        f" width: {form.width_mm}mm; height: {form.height_mm}mm }}"
        ".cut { position: absolute; left: 0; top: 0 }"
    )
    return _document(style, "".join(pages))


def _cell(face: str, index: int, lies: Grid) -> str:
    left, bottom = (each * _MM for each in lies.cell(index))
    top = lies.paper.height_mm - bottom - lies.height_mm
    return f'<div class="cell" style="left:{left:.3f}mm;top:{top:.3f}mm">{face}</div>'


def _marks(lies: Grid, count: int) -> str:
    """The crop marks as one drawing, from the same operators that go into our files."""
    words = lies.marks(count).decode().split()
    numbers = [word for word in words if word.replace(".", "", 1).replace("-", "", 1).isdigit()][4:]
    width, height = lies.size
    lines = [
        f"M{x} {height - float(y):.3f}L{to_x} {height - float(to_y):.3f}"
        for x, y, to_x, to_y in zip(*[iter(numbers)] * 4, strict=True)
    ]
    return (
        f'<svg class="cut" width="{lies.paper.width_mm}mm" height="{lies.paper.height_mm}mm" '
        f'viewBox="0 0 {width} {height}"><path d="{"".join(lines)}" stroke="#000" stroke-width=".25"/></svg>'
    )


# ---------------------------------------------------------------- sheets


def joined_sheets(some: list[Sheet]) -> str:
    """All sheets one after another, each with the markup that our printer is given.

    What a browser cannot do with it costs it nothing: the foot of each sheet stands below it once, the rules of the
    game stand below the head, and the rest of a page is not ruled.
    """
    layout = page.Layout(A4, PLAIN)
    parts = [
        f'<div class="one">{_body(page.document(each, page.body(each, PLAIN, layout)))}'
        f'<p class="caption">{_foot(each)}</p></div>'
        for each in some
    ]
    style = page.style(A4, PLAIN, faces=_faces()) + ".one { break-after: page } .rest { display: none }"
    return _document(style, "".join(parts))


def _foot(sheet: Sheet) -> str:
    from markupsafe import escape

    return str(escape(margin.foot(sheet, margin.Edges(A4, PLAIN))))
