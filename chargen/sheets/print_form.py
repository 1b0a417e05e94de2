"""Define the forms in which NPCs are printed."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from chargen.page.card import Card
from chargen.render import card_size
from chargen.render.paper import Paper
from chargen.render.press import USUAL_PAGES, Press
from chargen.render.printer import PrinterUnavailable
from chargen.render.theme import Theme

SHEETS, ROSTER = "sheets", "roster"
FORMS: Mapping[str, str] = {
    SHEETS: "a full sheet each",
    "half": "half pages, two to a sheet of paper",
    "quarter": "quarter pages, four to a sheet of paper",
    "cards": "playing cards, 2.5 by 3.5 inches, nine to a sheet of paper",
    "tarot": "large playing cards, 70 by 120 mm, four to a sheet of paper",
    "mini": "small playing cards, 44 by 63 mm, eighteen to a sheet of paper",
    "index-cards": "3 by 5 inches",
    "a6": "105 by 148 mm, four to a sheet of A4",
    ROSTER: "a list with boxes to tick, ten or more to a page",
}
"""The forms in which NPCs are printed, by the value of ``--as``; all but two are sizes of cards."""


def check_form(form: str, paper: Paper, theme: Theme, press: Press, *, backs: bool = False) -> None:
    """Raise ValueError if the form does not fit on the paper, has no backs, or cannot be printed by any backend."""
    count_on_paper(form, paper, theme)
    if form != SHEETS and press.four_inks:  # which Typst does not know
        raise ValueError(
            "cards and rosters are printed in RGB, which print-on-demand shops ask for; PDF/X and CMYK are for full "
            "sheets: leave --cmyk and pdf/x-4 out, or print with --as sheets"
        )
    if press.pages != USUAL_PAGES and form != SHEETS:
        raise ValueError("--pages is about full sheets; add --as sheets")
    if press.bleed_mm and form == ROSTER:
        raise ValueError("a roster has nothing that runs over the edge; leave --bleed out")
    if backs and form not in card_size.NAMES:
        raise ValueError(f"--backs is for cards, and --as {form} has none")


def enlarge(form: str, paper: Paper, theme: Theme, cards: Iterable[Card] = ()) -> tuple[str, str]:
    """Return a form that holds the cards in a theme's size of print, and what to report of that, or nothing.

    ``cards`` are those to print, or some of them. Without large print, the form stays as it is.
    Raises ValueError if the form does not fit on the paper.
    """
    if form not in card_size.NAMES:
        return form, ""
    larger = card_size.list_large_enough(form, paper, theme.text_pt)
    if not larger:
        return form, f"no card holds its text in {theme.name} on {paper.name}: print --as {SHEETS}"
    if theme.text_pt <= card_size.USUAL_PT:
        return form, ""
    drawn = list(cards)
    from chargen.render.deck import Deck  # imported here, as below: little is printed large
    from chargen.render.typesetter import find_labelled

    # The smallest form that holds all of the cards; if none does, the largest one, with a remark.
    short: list[str] = []
    for chosen in larger:
        size = card_size.find_size(chosen, paper)
        with suppress(PrinterUnavailable):  # printing reports it
            short = find_labelled(Deck(cards=drawn, size=size, paper=paper, theme=theme), "<short>") if drawn else []
        if not short:
            break
    why = f"{form} are too small for {theme.name}: printed as {chosen}" if chosen != form else ""
    if short:
        why += f"{'; ' if why else ''}no card holds everything of {short[0]}: --as {SHEETS} does"
    return chosen, why


def size_of(form: str, paper: Paper) -> card_size.CardSize | None:
    """Return the size of the cards of a form; None for a roster. Raises ValueError if it does not fit on the paper."""
    return None if form == ROSTER else card_size.find_size(form, paper)


def count_on_paper(form: str, paper: Paper, theme: Theme) -> int:
    """Return the number of NPCs on a sheet of paper. Raises ValueError if the form does not fit."""
    if form == SHEETS:
        return 1
    from chargen.render.deck import Deck

    room = Deck(cards=(), size=size_of(form, paper), paper=paper, theme=theme).cells
    if not room:
        raise ValueError(f"{paper.name} is smaller than {form} are")
    return room
