"""Many of our pages as one HTML document, for others to print."""

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from chargen.page.card import Card
from chargen.page.sheet import Sheet
from chargen.render import deck, fonts, margin, page
from chargen.render.card_form import CardForm
from chargen.render.paper import A4
from chargen.render.press import Press
from chargen.render.theme import PLAIN

HERE = Path(__file__).parent
MARK_MM, AWAY_MM = 4, 1.5
HEAD_MM, FOOT_MM = 9, 5.5
POINT_MM, LINE = 0.3528, 1.2
FEW_TRACKS = 2
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
    """Return all cards on pages of A4, with cutting marks, by a template that was read before."""
    places = form.places(A4)
    start = (A4.width_mm - places.across * form.width_mm) / 2
    top = (A4.height_mm - places.down * form.height_mm) / 2
    data = deck.template_data(deck.Deck(cards=some, form=form, paper=A4, theme=PLAIN, title="Deck"), Press(), ("", ""))
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
            head_mm=HEAD_MM,
            line=LINE,
            is_written=partial(_is_written, form),
            boxes=lambda track: _boxes(form, tuple(zone["length"] for zone in track["zones"]) or (track["boxes"],)),
            note_lines=partial(_note_lines, form),
            number_shares=_number_shares,
        )
    )


@cache
def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader

    kept = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True)
    return kept.get_template("card.html")


def _marks(form: CardForm, start: float, top: float) -> str:
    """Return the marks of a complete page, as a path in millimetres."""
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


def _room(form: CardForm) -> float:
    return form.width_mm - 2 * form.margin_mm


def _in_a_row(form: CardForm) -> int:
    return int(_room(form) / form.box_mm)


def _is_written(form: CardForm, card: Mapping[str, Any], track: Mapping[str, Any]) -> bool:
    """Whether a track is a box to write into: where it takes several rows, and others stand beside it."""
    return bool(track["boxes"] > _in_a_row(form) and len(card["tracks"]) > FEW_TRACKS)


@cache
def _boxes(form: CardForm, zones: tuple[int, ...]) -> Any:
    """Return the boxes of a track in groups of five, those of its second zone with a double frame."""
    from markupsafe import Markup

    side = form.box_mm
    groups = [(zone, min(5, length - first)) for zone, length in enumerate(zones) for first in range(0, length, 5)]
    gap = min(0.3 * side, max(0.1, (_room(form) - sum(zones) * side) / max(1, len(groups) - 1)))
    path, x, y, widest = "", 0.1, 0.1, 0.0
    for zone, count in groups:
        if x + count * side > _room(form) + side / 10:
            x, y = 0.1, y + 1.12 * side
        for _ in range(count):
            path += f"M{x:.2f} {y:.2f}h{side}v{side}h-{side}z"
            if zone == 1:
                inner = side / 1.5
                path += f"M{x + side / 6:.2f} {y + side / 6:.2f}h{inner:.2f}v{inner:.2f}h-{inner:.2f}z"
            x += side
        widest = max(widest, x)
        x += gap
    size = f"{widest + 0.1:.2f}", f"{y + side + 0.1:.2f}"
    return Markup(
        f'<svg width="{size[0]}mm" height="{size[1]}mm" viewBox="0 0 {size[0]} {size[1]}">'
        f'<path fill="none" stroke="{PLAIN.ink}" stroke-width=".2" d="{path}"/></svg>'
    )


def _number_shares(card: Mapping[str, Any]) -> list[tuple[Any, float]]:
    """Return the numbers of a card, each with its share of the width in hundredths, estimated from the letters."""
    letters = [3 + max(len(it["label"]), len(it["below"]), 2 * len(it["value"])) for it in card["numbers"]]
    return [(number, 99.9 * wide / sum(letters)) for number, wide in zip(card["numbers"], letters, strict=True)]


def _note_lines(form: CardForm, card: Mapping[str, Any]) -> int:
    """How many lines of notes have room: how wide the tracks are is guessed from their letters."""
    em = form.text_pt * POINT_MM
    high, used = 0.0, _room(form)
    for track in card["tracks"]:
        boxes = 3 if _is_written(form, card, track) else track["boxes"]
        rows = -(-boxes // _in_a_row(form))
        wide = max(boxes / rows * form.box_mm * 1.04, len(track["title"]) * 0.55 * em)
        used += 1.1 * em + wide
        if used > _room(form):
            high += LINE * em + (1.12 * rows - 0.12) * form.box_mm
            used = wide
    above = HEAD_MM + (5.6 + 1.1 * bool(card["rolls-title"]) + 2.3 * len(card["rolls"])) * LINE * em
    return max(0, int((form.height_mm - above - FOOT_MM - high) / (LINE * em)))


# ---------------------------------------------------------------- sheets


def joined_sheets(some: list[Sheet]) -> str:
    """All sheets one after another, each with the markup that our printer is given.

    What a browser cannot do with it costs it nothing: the footer of each sheet is below it once, the rules of the
    game stand below the head, and the rest of a page is not ruled.
    """
    layout = page.Layout(A4, PLAIN)
    parts = [
        f'<div class="one">{_body(page.markup(sheet, layout))}<p class="caption">{_foot(sheet)}</p></div>'
        for sheet in some
    ]
    return _document(_style() + ".one { break-after: page } .rest { display: none }", "".join(parts))


def own_sheet(sheet: Sheet) -> str:
    """Return a sheet as chargen's printer receives it, with its style in it: for the command `weasyprint`."""
    return _document(_style(), _body(page.markup(sheet, page.Layout(A4, PLAIN))))


def _style() -> str:
    return page.style(A4, PLAIN, faces=_faces())


def _foot(sheet: Sheet) -> str:
    from markupsafe import escape

    return str(escape(margin.foot(sheet, margin.Edges(A4, PLAIN))))
