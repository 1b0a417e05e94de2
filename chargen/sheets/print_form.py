"""Define the forms in which NPCs are printed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from chargen.checking.concept import Checked
from chargen.page.card import Card
from chargen.render.paper import Paper
from chargen.render.press import USUAL_PAGES, Press
from chargen.render.theme import PLAIN, Theme, find_theme
from chargen.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from chargen.render.deck import Deck
    from chargen.sheets.prepared import PrintSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form in which NPCs are printed."""

    name: str
    """The value of ``--as``, which is also the name of the deck's file."""
    about: str
    is_card: bool = True
    """Whether several fit on a sheet of paper and are cut apart."""


SHEETS, ROSTER = "sheets", "roster"
FORMS: Mapping[str, Form] = MappingProxyType(
    {
        form.name: form
        for form in (
            Form(name=SHEETS, about="a full sheet each", is_card=False),
            Form(name="half", about="half pages, two to a sheet of paper"),
            Form(name="quarter", about="quarter pages, four to a sheet of paper"),
            Form(name="cards", about="playing cards, 2.5 by 3.5 inches, nine to a sheet of paper"),
            Form(name="tarot", about="large playing cards, 70 by 120 mm, four to a sheet of paper"),
            Form(name="mini", about="small playing cards, 44 by 63 mm, eighteen to a sheet of paper"),
            Form(name="index-cards", about="3 by 5 inches"),
            Form(name="a6", about="105 by 148 mm, four to a sheet of A4"),
            Form(name=ROSTER, about="a list with boxes to tick, ten or more to a page", is_card=False),
        )
    }
)


def check_form(form: Form, paper: Paper, theme: Theme, press: Press, *, backs: bool = False) -> None:
    """Raise ValueError if the form does not fit on the paper, has no backs, or cannot be printed by any backend."""
    from chargen.render.typesetter import check_support

    count_on_paper(form, paper, theme)
    if form.name != SHEETS and (why := check_support(press)):
        raise ValueError(why)
    if press.pages != USUAL_PAGES and form.name != SHEETS:
        raise ValueError("--pages is about full sheets; add --as sheets")
    if press.bleed_mm and form.name == ROSTER:
        raise ValueError("a roster has nothing that runs over the edge; leave --bleed out")
    if backs and not form.is_card:
        raise ValueError(f"--backs is for cards, and --as {form.name} has none")


def enlarge(form: Form, paper: Paper, theme: Theme, cards: Iterable[Card] = ()) -> tuple[Form, str]:
    """Return a form that holds the cards in a theme's size of print, and what to report of that, or nothing.

    ``cards`` are those to print, or some of them. Without large print, the form stays as it is.
    Raises ValueError if the form does not fit on the paper.
    """
    if not form.is_card:
        return form, ""
    from chargen.render import card_size

    larger = card_size.list_large_enough(form.name, paper, theme.text_pt)
    if not larger:
        return form, f"no card holds its text in {theme.name} on {paper.name}: print --as {SHEETS}"
    if theme.text_pt <= card_size.USUAL_PT:
        return form, ""
    drawn = list(cards)
    # The smallest form that holds all of the cards; if none does, the largest one, with a remark.
    for chosen in larger:
        if not (short := _find_short(chosen, paper, theme, drawn)):
            break
    why = f"{form.name} are too small for {theme.name}: printed as {chosen}" if chosen != form.name else ""
    if short:
        why += f"{'; ' if why else ''}no card holds everything of {short[0]}: --as {SHEETS} does"
    return FORMS[chosen], why


def draw_deck(
    checks: Sequence[Checked], form: Form, settings: "PrintSettings", *, backs: bool
) -> tuple["Deck", Form, tuple[Diagnostic, ...], str]:
    """Return a deck of characters, the form that holds their cards, the errors of some, and a remark or nothing.

    Without a theme in the settings, it has that of the first character's campaign. Raises ValueError if the form does
    not fit.
    """
    from chargen.sheets import decks

    theme = find_theme(settings.theme or checks[0].theme or PLAIN.name, settings.ink)
    check_form(form, settings.paper, theme, settings.press, backs=backs)
    cards, errors = decks.draw_cards(checks)
    form, remark = enlarge(form, settings.paper, theme, cards)
    return decks.make_deck(cards, form.name, settings, theme, backs=backs), form, errors, remark


def _find_short(name: str, paper: Paper, theme: Theme, cards: Sequence[Card]) -> list[str]:
    """Return the names of the cards that a form has no room for in large print."""
    from chargen.render import card_size
    from chargen.render.deck import Deck
    from chargen.render.printer import PrinterUnavailable
    from chargen.render.typesetter import find_short

    if not cards:
        return []
    deck = Deck(cards=cards, size=card_size.find_size(name, paper), paper=paper, theme=theme)
    try:
        return find_short(deck)
    except PrinterUnavailable:  # printing reports it
        return []


def count_on_paper(form: Form, paper: Paper, theme: Theme) -> int:
    """Return the number of NPCs on a sheet of paper. Raises ValueError if the form does not fit."""
    if form.is_card:
        from chargen.render import card_size

        room = card_size.find_size(form.name, paper).places(paper).cards
        if not room:
            raise ValueError(f"{paper.name} is smaller than {form.name} are")
        return room
    if form.name == ROSTER:
        from chargen.render.deck import npcs_per_page

        return npcs_per_page(paper, theme)
    return 1
