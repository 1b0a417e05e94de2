"""The deck of a batch: the one door from here to the printers."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from chargen import checking, fileio
from chargen.batch import ranges
from chargen.batch.form import ROSTER, SHEETS, people_on_paper
from chargen.batch.job import Work
from chargen.core.card import Card

if TYPE_CHECKING:
    from chargen.npc.generation import Npc
    from chargen.render.deck.grid import Grid
    from chargen.render.deck.leaf import Leaf, Part


@dataclass(frozen=True, slots=True)
class Line:
    """Someone as a line of a roster."""

    card: Card
    before: int
    """So many people of the batch come before them."""


Drawn: TypeAlias = "Leaf | Line"
"""Someone who is ready to be printed: a document, or a line of one."""


def drawn(work: Work, each: "Npc") -> Drawn:
    """Someone, ready to be printed."""
    from chargen.render.deck.leaf import Leaf

    checked = each.checked
    if work.form.name == SHEETS:
        from chargen.render import page

        sheet = checking.sheet(checked)
        inside = page.body(sheet, work.theme, page.Layout(work.paper, work.theme))
        return Leaf(markup=page.document(sheet, inside), paper=work.paper, title=each.name, sheet=sheet)
    card = card_of(checked)
    if work.form.name == ROSTER:
        return Line(card, ranges.before(work.spans, each.number))
    from chargen.render import card_form, cards

    form = card_form.form(work.form.name, work.paper)
    back = cards.back(card, form, work.theme) if work.backs else ""
    return Leaf(markup=cards.face(card, form, work.theme), paper=form.paper, title=each.name, style="card", back=back)


def card_of(checked: checking.Checked) -> Card:
    """The card of a character that is in order. Raises ValueError for one that is not."""
    if checked.view is None:
        raise ValueError("only a character without errors has a card")
    return checked.view.card()


def part(work: Work, some: Sequence[Drawn]) -> "Part":
    """Some people, printed. Raises PrinterUnavailable."""
    from chargen.render.deck import setting

    return setting.part(list(_leaves(work, some)), theme=work.theme, press=work.press, way=work.layout)


def _leaves(work: Work, some: Sequence[Drawn]) -> "Iterator[Leaf]":
    lines = [each for each in some if isinstance(each, Line)]
    if lines:
        from chargen.render import roster
        from chargen.render.deck.leaf import Leaf

        on_page = people_on_paper(work.form, work.paper, work.theme)
        cards = [line.card for line in lines]
        pages = roster.roster(cards, work.paper, work.theme, before=lines[0].before, whole=work.people)
        for number, markup in enumerate(pages):
            yield Leaf(markup=markup, paper=work.paper, title=cards[number * on_page].name, style="card")
    yield from (each for each in some if not isinstance(each, Line))


def file(work: Work, each: Drawn) -> tuple[bytes, tuple[str, ...]]:
    """A PDF file of one person, on a page of the form's own size; and what the printer remarked."""
    from chargen.render.deck.binding import bind

    made = part(work, [each])
    written = io.BytesIO()
    bind([made], written, title=made.leaves[0].title, moment=work.press.moment)
    return written.getvalue(), made.problems


def deck(work: Work, parts: Iterable[bytes], path: Path) -> tuple[int, ...]:
    """Write the deck, with bookmarks, and cards on sheets of paper; the page that each leaf starts on, from 1."""
    from chargen.render.deck.binding import bind
    from chargen.render.deck.leaf import Part

    title = f"{work.order.archetype.title or work.order.system}: {work.order.seed}"
    with fileio.writing(path) as into:
        opened = map(Part.from_bytes, parts)
        return bind(opened, into, title=title, grid=_grid(work), moment=work.press.moment).starts


def _grid(work: Work) -> "Grid | None":
    """How cards lie on the paper."""
    if not work.form.is_card:
        return None
    from chargen.render import card_form
    from chargen.render.deck.grid import Grid

    form = card_form.form(work.form.name, work.paper)
    places = form.places(work.paper)
    return Grid(
        paper=places.paper,
        across=places.across,
        down=places.down,
        width_mm=form.width_mm,
        height_mm=form.height_mm,
        gap_mm=places.gap_mm,
        marked=work.marks,
    )


class Positions:
    """Tells where in a deck each person stands, asked in order."""

    def __init__(self, work: Work, starts: Sequence[int]) -> None:
        """``starts``: the page that each leaf starts on."""
        self._work = work
        self._starts = starts
        self._of_leaf = people_on_paper(work.form, work.paper, work.theme) if work.form.name == ROSTER else 1
        self._leaves = 0
        """Of the parts before this one."""
        self._people = 0
        """Of this part."""

    def next(self) -> int:
        """The page of the next person."""
        leaf = self._leaves + self._people // self._of_leaf
        self._people += 1
        return self._starts[leaf]

    def end_of_part(self) -> None:
        """A part begins a new leaf."""
        self._leaves += -(-self._people // self._of_leaf)
        self._people = 0
