"""Decks for tests: people of every game in every form, and what is to be seen and read on their pages."""

import ctypes
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from chargen import checking
from chargen.core.card import Card
from chargen.npc import archetype
from chargen.npc.generation import Npc, Order, make_npc
from chargen.render import card_form, cards, page, roster
from chargen.render.deck.binding import Bound, bind
from chargen.render.deck.grid import Grid
from chargen.render.deck.leaf import Leaf, Part
from chargen.render.deck.setting import Setter
from chargen.render.paper import A4, Paper
from chargen.render.press import Press
from chargen.render.theme import PLAIN, Theme, theme

ROLES = {
    "five-by-five": ("guard", "surgeon"),
    "facade": ("guard", "occultist"),
    "gamocles": ("guard", "chorister"),
    "five-plus": ("guard", "beast"),
    "roll-when-you-need": ("guard", "mastermind"),
}
"""Of every game, two roles that have little in common."""
LOOKS = {
    "gamocles": theme("pulp", "light"),
    "five-plus": theme("large-print"),
    "roll-when-you-need": theme("plain", "mono"),
}
"""Games that are printed in another look than the usual one."""
FORMS = ("sheets", *card_form.NAMES, "roster")
DPI = 100
HALF = 100
"""Pixels that differ by less may be the edge of something."""
UNSEEN = "\u200b\u00ad\ufffe\x02"
"""Signs that take no room on a page."""

Letters = Mapping[str, Sequence[tuple[float, float]]]
"""Where each letter stands on a page, in points."""


@cache
def people(game: str, role: str, last: int) -> tuple[Npc, ...]:
    """The first so many of a role, of one seed."""
    found = archetype.read(game, role).archetype
    assert found is not None
    order = Order(system=game, role=role, seed="docks", archetype=found)
    return tuple(make_npc(order, number) for number in range(1, last + 1))


def look(game: str) -> Theme:
    """The look that a game is printed in."""
    return LOOKS.get(game, PLAIN)


@cache
def leaves(game: str, form: str, each: int) -> tuple[Leaf, ...]:
    """So many people of each of a game's two roles."""
    return tuple(printed([one for role in ROLES[game] for one in people(game, role, each)], form, look(game)))


def printed(some: Sequence[Npc], form: str, theme: Theme, paper: Paper = A4) -> Iterator[Leaf]:
    """People as leaves of a form."""
    if form == "sheets":
        for each in some:
            sheet = checking.sheet(each.checked)
            body = page.body(sheet, theme, page.Layout(paper, theme))
            yield Leaf(markup=page.document(sheet, body), paper=paper, title=each.name, sheet=sheet)
        return
    yield from carded([card(each) for each in some], form, theme, paper)


def card(each: Npc) -> Card:
    """Someone's card."""
    checked = each.checked
    assert checked.game is not None
    assert checked.game.card is not None
    made: Card = checked.game.card(checked.character)
    return made


def carded(some: Sequence[Card], form: str, theme: Theme, paper: Paper = A4, *, backs: bool = False) -> Iterator[Leaf]:
    """Cards as leaves of a form; of a roster, its pages."""
    if form == "roster":
        for markup in roster.roster(some, paper, theme):
            yield Leaf(markup=markup, paper=paper, title="Roster", style="card")
        return
    size = card_form.form(form, paper)
    for each in some:
        back = cards.back(each, size, theme) if backs else ""
        markup = cards.face(each, size, theme)
        yield Leaf(markup=markup, paper=size.paper, title=each.name, style="card", back=back)


def fresh(theme: Theme = PLAIN) -> Setter:
    """A setter that knows no shape yet."""
    return Setter(theme, Press())


def bound(parts: Sequence[Part], grid: Grid | None = None) -> tuple[bytes, Bound]:
    """The file of some parts, and what came of binding them."""
    written = io.BytesIO()
    told = bind(parts, written, title="Deck", grid=grid)
    return written.getvalue(), told


def pictures(file: bytes, dpi: int = DPI) -> list[Image.Image]:
    """The pages of a file as grey pictures."""
    document = pypdfium2.PdfDocument(file)
    try:
        return [each.render(scale=dpi / 72, grayscale=True).to_pil().convert("L") for each in document]
    finally:
        document.close()


def ink_apart(one: Image.Image, other: Image.Image) -> int:
    """How many pixels of one have ink that the other has nowhere near.

    A viewer moves small letters to whole pixels, and then by one to either side; so near is two pixels beside, or one
    above or below.
    """
    assert one.size == other.size
    if not any(ImageChops.difference(one, other).histogram()[HALF:]):
        return 0
    apart = (ImageChops.subtract(_spread(mine), theirs) for mine, theirs in ((one, other), (other, one)))
    return sum(sum(each.histogram()[HALF:]) for each in apart)


def darkest(picture: Image.Image) -> int:
    """The darkest pixel of a picture: 0 is black, 255 white."""
    return next(value for value, count in enumerate(picture.histogram()) if count)


def _spread(picture: Image.Image) -> Image.Image:
    """The same with all ink spread a little."""
    for x, y in ((1, 0), (-1, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        picture = ImageChops.darker(picture, ImageChops.offset(picture, x, y))
    return picture


def letters(file: bytes) -> list[Letters]:
    """The letters of each page, with their places."""
    document = pypdfium2.PdfDocument(file)
    try:
        return [_letters(each) for each in document]
    finally:
        document.close()


def _letters(page: pypdfium2.PdfPage) -> Letters:
    text = page.get_textpage()
    x, y = ctypes.c_double(), ctypes.c_double()
    found: dict[str, list[tuple[float, float]]] = {}
    for index in range(pdfium.FPDFText_CountChars(text)):
        letter = chr(pdfium.FPDFText_GetUnicode(text, index))
        if not letter.isspace() and letter not in UNSEEN:
            pdfium.FPDFText_GetCharOrigin(text, index, x, y)
            found.setdefault(letter, []).append((x.value, y.value))
    return found


NEAR = 0.2
"""Letters that are no further apart than this are in the same place, in points: less than a tenth of a millimetre."""


def misplaced(some: Letters, others: Letters) -> list[tuple[str, float, float]]:
    """The letters that do not stand there among the others."""
    found = []
    for letter, places in some.items():
        near: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for x, y in others.get(letter, ()):
            near.setdefault((int(x), int(y)), []).append((x, y))
        for x, y in places:
            around = (near.get((int(x) + i, int(y) + j), ()) for i in (-1, 0, 1) for j in (-1, 0, 1))
            if not any(abs(x - left) <= NEAR and abs(y - base) <= NEAR for those in around for left, base in those):
                found.append((letter, x, y))
    return found


def assert_same(one: bytes, other: bytes) -> None:
    """The pages of two files have the same ink, and the same letters in the same places."""
    mine, theirs = letters(one), letters(other)
    assert mine
    assert len(mine) == len(theirs)
    for number, (some, others) in enumerate(zip(mine, theirs, strict=True)):
        assert {letter: len(places) for letter, places in some.items()} == {
            letter: len(places) for letter, places in others.items()
        }, number
        assert misplaced(some, others) == [], number
        assert misplaced(others, some) == [], number
    for number, (seen, wanted) in enumerate(zip(pictures(one), pictures(other), strict=True)):
        assert darkest(wanted) < HALF, number
        assert ink_apart(seen, wanted) == 0, number


def texts(file: bytes) -> list[str]:
    """What can be copied from each page, with one blank between words."""
    document = pypdfium2.PdfDocument(file)
    try:
        return [" ".join(each.get_textpage().get_text_bounded().split()) for each in document]
    finally:
        document.close()


def bare(text: str) -> str:
    """A text without the blanks that a reader may see or not see between letters."""
    return "".join(text.split())


def found(file: bytes, page: int, text: str) -> tuple[float, float]:
    """Where a text begins on a page, in points from its lower left."""
    document = pypdfium2.PdfDocument(file)
    try:
        page_text = document[page].get_textpage()
        place = page_text.search(text).get_next()
        assert place is not None, text
        left, bottom, _, _ = page_text.get_charbox(place[0], loose=True)
        return left, bottom
    finally:
        document.close()
