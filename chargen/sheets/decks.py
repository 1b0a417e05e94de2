"""Decks: characters as cards or a roster, in one file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.game.timing import timed
from chargen.page.card import Card
from chargen.render.deck import Deck, page_of
from chargen.render.press import Press
from chargen.render.printer import PrinterUnavailable
from chargen.render.typesetter import typeset
from chargen.sheets.prepared import PrintSettings
from chargen.sheets.print_form import check_form, enlarge, size_of
from chargen.sheets.printing import PrintResult, to_error
from chargen.text.diagnostic import Diagnostic

PAPERS_AT_ONCE = 20
"""The number of sheets of paper that are printed together: more would take more memory (house default)."""


def card_of(checked: Checked) -> Card:
    """Return the card of a character. Raises ValueError for one with errors."""
    if checked.view is None:
        raise ValueError("only a character without errors has a card")
    return replace(checked.view.card(), portrait=checked.portrait)


def draw_deck(
    checks: Sequence[Checked], form: str, settings: PrintSettings, *, backs: bool
) -> tuple[Deck, str, tuple[Diagnostic, ...], str]:
    """Return a deck of characters, the form that holds their cards, the errors of some, and a remark or nothing.

    Without a theme in the settings, it has that of the first character's campaign. Raises ValueError if the form does
    not fit.
    """
    theme = settings.look(checks[0].theme)
    check_form(form, settings.paper, theme, settings.press, backs=backs)
    cards: list[Card] = []
    errors: list[Diagnostic] = []
    for checked in checks:
        try:
            cards.append(card_of(checked))
        except Exception as exc:  # its game fails to draw it
            errors.append(to_error(exc, checked.source.name))
    form, remark = enlarge(form, settings.paper, theme, cards)
    deck = Deck(
        cards=cards,
        size=size_of(form, settings.paper),
        paper=settings.paper,
        theme=theme,
        title=", ".join(dict.fromkeys(card.system_title for card in cards)),
        single=bool(settings.press.bleed_mm),
        backs=backs,
    )
    return deck, form, tuple(errors), remark


def print_deck(deck: Deck, settings: PrintSettings, path: Path, errors: tuple[Diagnostic, ...] = ()) -> PrintResult:
    """Print a deck to a file; ``errors`` are those of the cards that could not be drawn."""
    try:
        if not deck.cards:
            return PrintResult((), errors=errors)
        with timed("cards", path.name):
            content, problems = typeset_deck(deck, settings.press)
            fileio.write_file(path, content)
    except PrinterUnavailable as exc:
        return PrintResult((), unavailable=str(exc), errors=errors)
    except Exception as exc:
        return PrintResult((), errors=(*errors, to_error(exc, path.name)))
    return PrintResult((path,), problems, errors=errors)


def typeset_deck(deck: Deck, press: Press) -> tuple[bytes, tuple[str, ...]]:
    """Return a deck with a bookmark for each card, and the printer's warnings.

    Raises `PrinterUnavailable`, and `Unprintable` where a standard is wanted and no typeface has a letter.
    """
    from chargen.render.binding import join

    parts: list[bytes] = []
    bookmarks: list[tuple[str, int]] = []
    problems: dict[str, None] = {}
    pages, at_once = 0, PAPERS_AT_ONCE * deck.cells
    for start in range(0, len(deck.cards), at_once):
        cards = deck.cards[start : start + at_once]
        part = typeset(replace(deck, cards=cards, before=start, total=len(deck.cards)), press)
        bookmarks += [(card.name, pages + page) for card, page in zip(cards, part.starts, strict=True)]
        parts.append(part.content)
        problems |= dict.fromkeys(part.problems)
        pages += part.pages
    page, sides = page_of(deck), 1 + deck.backs
    return join(parts, title=deck.title, bookmarks=bookmarks, page=page, press=press, sides=sides), tuple(problems)
