"""Many of our pages as one HTML document, for others to print."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from chargen.core.card import Card
from chargen.core.sheet import Sheet
from chargen.render import deck, fonts, margin, page
from chargen.render.card_form import CardForm
from chargen.render.paper import A4
from chargen.render.press import Press
from chargen.render.theme import PLAIN

HERE = Path(__file__).parent
MARK_MM, AWAY_MM = 4, 1.5
_BODY = re.compile(r"<body([^>]*)>(.*)</body>", re.DOTALL)


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


def joined_cards(some: list[Card], form: CardForm) -> str:
    """All cards, so many to a page of A4, with marks where one cuts, by a template that was read before."""
    places = form.places(A4)
    start = (A4.width_mm - places.across * form.width_mm) / 2
    top = (A4.height_mm - places.down * form.height_mm) / 2
    data = deck.data(deck.Deck(cards=some, form=form, paper=A4, theme=PLAIN, title="Deck"), Press(), ("", ""))
    return str(
        _template().render(
            json.loads(data),
            form=form,
            theme=PLAIN,
            places=places,
            start=start,
            top=top,
            faces=_faces(),
            marks=_marks(form, start, top),
        )
    )


@cache
def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader

    kept = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True)
    return kept.get_template("card.html")


def _marks(form: CardForm, start: float, top: float) -> str:
    """The marks of a whole page, as a path in millimetres."""
    places = form.places(A4)
    ends = (top + places.down * form.height_mm + AWAY_MM, start + places.across * form.width_mm + AWAY_MM)
    lines = []
    for column in range(places.across + 1):
        x = start + column * form.width_mm
        lines += [f"M{x:.2f} {top - AWAY_MM:.2f}v-{MARK_MM}", f"M{x:.2f} {ends[0]:.2f}v{MARK_MM}"]
    for row in range(places.down + 1):
        y = top + row * form.height_mm
        lines += [f"M{start - AWAY_MM:.2f} {y:.2f}h-{MARK_MM}", f"M{ends[1]:.2f} {y:.2f}h{MARK_MM}"]
    return "".join(lines)


# ---------------------------------------------------------------- sheets


def joined_sheets(some: list[Sheet]) -> str:
    """All sheets one after another, each with the markup that our printer is given.

    What a browser cannot do with it costs it nothing: the foot of each sheet stands below it once, the rules of the
    game stand below the head, and the rest of a page is not ruled.
    """
    layout = page.Layout(A4, PLAIN)
    parts = [
        f'<div class="one">{_body(page.document(sheet, page.body(sheet, PLAIN, layout)))}'
        f'<p class="caption">{_foot(sheet)}</p></div>'
        for sheet in some
    ]
    return _document(_style() + ".one { break-after: page } .rest { display: none }", "".join(parts))


def own_sheet(sheet: Sheet) -> str:
    """A sheet as our printer is given it, with its style in it: for the command `weasyprint`."""
    return _document(_style(), _body(page.document(sheet, page.body(sheet, PLAIN, page.Layout(A4, PLAIN)))))


def _style() -> str:
    return page.style(A4, PLAIN, faces=_faces())


def _foot(sheet: Sheet) -> str:
    from markupsafe import escape

    return str(escape(margin.foot(sheet, margin.Edges(A4, PLAIN))))
