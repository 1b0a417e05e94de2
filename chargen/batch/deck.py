"""Print the deck of a batch."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from chargen.batch.job import Work
from chargen.page.card import Card
from chargen.page.sheet import Sheet
from chargen.render.deck import page_of
from chargen.render.printer import Printed
from chargen.render.typesetter import typeset
from chargen.sheets.print_form import SHEETS, size_of

Drawn: TypeAlias = Card | Sheet  # An NPC that is ready to be printed


def print_part(work: Work, drawn: Sequence[Drawn], before: int = 0) -> Printed:
    """Print some NPCs on complete sheets of paper. ``before`` is the number of NPCs of the batch before them.

    Raises PrinterUnavailable.
    """
    if work.form == SHEETS:
        from chargen.render.pdf import pdf_of_several  # imported here: cards need no layout of sheets

        sheets = [sheet for sheet in drawn if isinstance(sheet, Sheet)]
        return pdf_of_several(sheets, paper=work.deck.paper, theme=work.deck.theme, press=work.press)
    cards = [card for card in drawn if isinstance(card, Card)]
    size = size_of(work.form, work.deck.paper)
    deck = replace(work.deck, cards=cards, size=size, before=before, total=len(work.numbers))
    return typeset(deck, work.press)


def print_alone(work: Work, one: Drawn) -> tuple[bytes, tuple[str, ...]]:
    """Return a PDF file of one NPC, on a page of the size of its form, and the warnings of the printer."""
    # A page of the card's own size, as for print on demand; the sheet of paper is for decks.
    alone = replace(work, deck=replace(work.deck, single=True))
    printed = print_part(alone, [one])
    return join_deck(alone, [printed.content], [(one.name, 0)], one.name), printed.problems


def join_deck(work: Work, parts: Iterable[bytes], bookmarks: Sequence[tuple[str, int]], title: str) -> bytes:
    """Return a deck of its parts; ``bookmarks`` are names with their pages, from 0."""
    from chargen.render.binding import join

    page = work.deck.paper
    if work.form != SHEETS:
        page = page_of(replace(work.deck, size=size_of(work.form, page)))
    return join(parts, title=title, bookmarks=bookmarks, page=page, press=work.press, sides=1 + work.deck.backs)
