"""Cards and rosters as they are printed."""

from functools import cache

from chargen.page.card import Card
from chargen.render.card_size import CardSize
from chargen.render.deck import Deck
from chargen.render.paper import A4, Paper
from chargen.render.press import USUAL_PRESS as PLAIN_PRESS
from chargen.render.theme import PLAIN, Theme
from chargen.render.typesetter import typeset
from tests.render.pages import SLACK_MM, Line, Page, Shape, pages, touch, touching


@cache
def cards(some: tuple[Card, ...], form: CardSize, look: Theme = PLAIN, *, backs: bool = False) -> tuple[Page, ...]:
    """Cards on pages of their own size."""
    return pages(
        typeset(
            Deck(cards=some, size=form, paper=A4, theme=look, title="Deck", single=True, backs=backs), PLAIN_PRESS
        ).content
    )


@cache
def roster(
    some: tuple[Card, ...], paper: Paper = A4, look: Theme = PLAIN, *, before: int = 0, total: int = 0
) -> tuple[Page, ...]:
    deck = Deck(cards=some, size=None, paper=paper, theme=look, title="Deck", before=before, total=total)
    return pages(typeset(deck, PLAIN_PRESS).content)


def assert_in_place(page: Page, margin: float) -> None:
    """No text is beyond the margins, on other text, or on a drawing but for a field that all of it is on."""
    assert page.lines
    for line in page.lines:
        assert line.left >= margin - SLACK_MM, line
        assert line.right <= page.width - margin + SLACK_MM, line
        assert line.top >= margin / 2 - SLACK_MM, line
        assert line.bottom <= page.height - margin / 2 + SLACK_MM, line
    assert list(touching(page.lines)) == []
    for line in page.lines:
        for shape in page.shapes:
            assert not touch(line, shape) or _is_around(shape, line), (line, shape)


def _is_around(shape: Shape, line: Line) -> bool:
    return (
        shape.left <= line.left
        and line.right <= shape.right
        and shape.top <= line.top + SLACK_MM
        and line.bottom <= shape.bottom + SLACK_MM
    )
