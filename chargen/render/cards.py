"""Cards as HTML documents of one page each: front, back, and their style sheet."""

from collections.abc import Mapping
from typing import Any

from chargen.core.card import MOST_NUMBERS, Card
from chargen.render import card_plan, card_tracks, fonts, page, roster
from chargen.render.card_back import TEXTS, back_plan
from chargen.render.card_form import CardForm, form_of
from chargen.render.card_measures import measures
from chargen.render.card_plan import NAMES, VALUES, plan
from chargen.render.paper import Paper
from chargen.render.theme import Theme

SIZES = {
    "label": card_plan.LABEL,
    "chance": card_plan.CHANCE,
    "what": card_plan.WHAT,
    "note": card_plan.NOTE,
    "small": card_tracks.SMALL,
    "track": card_tracks.TRACK,
}


def face(card: Card, form: CardForm, theme: Theme) -> str:
    """The front of a card, a whole document of one page."""
    return page.tight(
        page.environment()
        .get_template("cards/face.html")
        .render(card=card, form=form, theme=theme, room=measures(form, theme), plan=plan(card, form, theme))
    )


def back(card: Card, form: CardForm, theme: Theme) -> str:
    """The back of a card, a whole document of one page; the same for all cards with the same words on it."""
    made = back_plan(card, form, theme)
    return page.tight(page.environment().get_template("cards/back.html").render(**made))


def style(
    form: CardForm | Paper,
    theme: Theme,
    *,
    faces: Mapping[fonts.Face, str],
    bleed_mm: float = 0,
    profile: str = "",
) -> str:
    """The style sheet, with the address of each face: of a form's cards, or of rosters on a paper.

    A paper that is the page of a form, as `CardForm.paper` gives it, stands for that form.
    """
    if isinstance(form, Paper):
        found = form_of(form)
        told = _of_cards(found, theme) if found else _of_rosters(form, theme)
    else:
        told = _of_cards(form, theme)
    others = "".join(f', "{each.family}"' for each in faces if each not in fonts.FACES)
    template = page.environment().get_template("card.css")
    return template.render(**told, theme=theme, faces=faces, others=others, bleed_mm=bleed_mm, profile=profile)


def _of_cards(form: CardForm, theme: Theme) -> dict[str, Any]:
    """What the style sheet of cards is made with."""
    return {
        "form": form,
        "page": form.paper,
        "margin": form.margin_mm,
        "room": measures(form, theme),
        "sizes": SIZES,
        "names": NAMES,
        "concepts": card_plan.CONCEPTS,
        "values": VALUES,
        "texts": TEXTS,
        "most_numbers": MOST_NUMBERS,
        "units": card_tracks.UNITS,
        "legend_away": card_tracks.LEGEND_AWAY,
        "most_box_rows": form.most_box_rows,
    }


def _of_rosters(paper: Paper, theme: Theme) -> dict[str, Any]:
    """What the style sheet of rosters is made with."""
    return {
        "form": None,
        "page": paper,
        "margin": paper.margin_mm,
        "room": roster.roster_measures(paper, theme),
        "sizes": {
            "title": roster.TITLE,
            "small": card_tracks.SMALL,
            "track": card_tracks.TRACK,
        },
        "names": roster.ROSTER_NAMES,
        "concepts": roster.CONCEPTS,
        "values": roster.VALUES,
        "gutter": roster.GUTTER_MM,
        "units": card_tracks.UNITS,
        "legend_away": card_tracks.LEGEND_AWAY,
        "most_box_rows": roster.MOST_BOX_ROWS,
        "most_numbers": MOST_NUMBERS,
    }
