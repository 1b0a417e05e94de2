"""Cards and rosters as they are printed: what is on their pages, and where. Lengths are in millimetres."""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby
from typing import TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

from chargen.core.card import Card
from chargen.render.card_form import CardForm
from chargen.render.deck import Deck
from chargen.render.paper import A4, Paper
from chargen.render.pdf import PLAIN as PLAIN_PRESS
from chargen.render.theme import PLAIN, Theme
from chargen.render.typesetter import typeset
from tests.render.looking import POINT_MM

SLACK_MM = 0.25
"""So far the ink of a letter may reach beyond what was measured for it."""
GOES_ON_MM = 0.5
"""So near to each other, two letters on a line are of one text."""
Letter: TypeAlias = tuple[tuple[float, float, float], str, tuple[float, float, float, float]]
"""Where its text begins, with the size; what it is; the box of its ink."""
INVISIBLE = "\u200b\u00ad\ufffe\x02"


@dataclass(frozen=True, slots=True)
class Line:
    """Letters that were set together, within the box that their ink takes; from the upper left corner of the page."""

    text: str
    size_pt: float
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A path or a picture, within the box that it takes."""

    left: float
    top: float
    right: float
    bottom: float
    is_picture: bool
    squares: tuple[float, ...] = ()
    """The sides of the squares in it."""


@dataclass(frozen=True, slots=True)
class Page:
    width: float
    height: float
    lines: tuple[Line, ...]
    shapes: tuple[Shape, ...]

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.lines]

    @property
    def text(self) -> str:
        """All of it, with single blanks."""
        return " ".join(" ".join(self.texts).split())

    @property
    def texts_from_each_line(self) -> list[str]:
        """All of it from each line on, for texts that go on in the next line."""
        return [" ".join(self.texts[place:]) for place in range(len(self.texts))]

    def boxes(self, side: float) -> int:
        """How many boxes of that side there are."""
        return sum(abs(square - side) < 0.02 for shape in self.shapes for square in shape.squares)

    def line(self, text: str) -> Line:
        """Return the first line that begins with a text."""
        return next(line for line in self.lines if line.text.startswith(text))


@cache
def cards(some: tuple[Card, ...], form: CardForm, look: Theme = PLAIN, *, backs: bool = False) -> tuple[Page, ...]:
    """Cards on pages of their own size."""
    return pages(
        typeset(
            Deck(cards=some, form=form, paper=A4, theme=look, title="Deck", single=True, backs=backs), PLAIN_PRESS
        ).content
    )


@cache
def roster(
    some: tuple[Card, ...], paper: Paper = A4, look: Theme = PLAIN, *, before: int = 0, total: int = 0
) -> tuple[Page, ...]:
    deck = Deck(cards=some, form=None, paper=paper, theme=look, title="Deck", before=before, total=total)
    return pages(typeset(deck, PLAIN_PRESS).content)


def pages(content: bytes) -> tuple[Page, ...]:
    document = pypdfium2.PdfDocument(content)
    try:
        return tuple(_page(page) for page in document)
    finally:
        document.close()


def _page(page: pypdfium2.PdfPage) -> Page:
    width, height = page.get_size()
    lines = tuple(_lines(page.get_textpage(), height))
    models = tuple(_shapes(page, height))
    return Page(width * POINT_MM, height * POINT_MM, lines, models)


def _lines(text: pypdfium2.PdfTextPage, height: float) -> Iterator[Line]:
    place, box = pdfium.FS_MATRIX(), [ctypes.c_double() for _ in range(4)]
    letters: list[Letter] = []
    for index in range(pdfium.FPDFText_CountChars(text)):
        if pdfium.FPDFText_IsGenerated(text, index):
            continue
        pdfium.FPDFText_GetMatrix(text, index, place)
        left, right, bottom, top = box
        pdfium.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        size = round(pdfium.FPDFText_GetFontSize(text, index) * place.d, 2)
        edges = (left.value, height - top.value, right.value, height - bottom.value)
        across, down, far, low = (edge * POINT_MM for edge in edges)
        letter = chr(pdfium.FPDFText_GetUnicode(text, index))
        letters.append(((place.e, place.f, size), letter, (across, down, far, low)))
    for (_, _, size), some in groupby(_without_breaks(letters), lambda letter: letter[0]):
        together = list(some)
        inked = [edges for _, letter, edges in together if not letter.isspace() and letter not in INVISIBLE]
        if inked:
            words = "".join(letter for _, letter, _ in together if letter not in INVISIBLE)
            lefts, tops, rights, bottoms = zip(*inked, strict=True)
            yield Line(" ".join(words.split()), size, min(lefts), min(tops), max(rights), max(bottoms))


def _without_breaks(letters: Sequence[Letter]) -> Iterator[Letter]:
    """Yield the letters, where texts that go on from what is before them are set together with it.

    Letters of one text are together in any case: in large type, two of them may be further apart.
    """
    start, before, end = None, None, 0.0
    for place, letter, edges in letters:
        is_near = start is not None and place[1:] == start[1:] and abs(edges[0] - end) < GOES_ON_MM
        start = start if is_near or place == before else place
        before, end = place, end if letter in INVISIBLE else edges[2]
        assert start is not None
        yield start, letter, edges


def _shapes(page: pypdfium2.PdfPage, height: float) -> Iterator[Shape]:
    for item in page.get_objects(max_depth=4):
        if item.type in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE):
            left, bottom, right, top = (edge * POINT_MM for edge in item.get_bounds())
            is_picture = item.type == pdfium.FPDF_PAGEOBJ_IMAGE
            squares = () if is_picture else tuple(_squares(item))
            yield Shape(left, height * POINT_MM - top, right, height * POINT_MM - bottom, is_picture, squares)


def _squares(path: pypdfium2.PdfObject) -> Iterator[float]:
    x, y = ctypes.c_float(), ctypes.c_float()
    corners: list[tuple[float, float]] = []
    for index in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO:
            corners = []
        corners.append((x.value * POINT_MM, y.value * POINT_MM))
        if pdfium.FPDFPathSegment_GetClose(segment) and len(corners) >= 4:
            wide, high = (max(side) - min(side) for side in zip(*corners, strict=True))
            if abs(wide - high) < 0.01:
                yield wide


def assert_in_place(page: Page, margin: float) -> None:
    """No text is beyond the margins, on other text, or on a drawing but for a field that all of it is on."""
    assert page.lines
    for line in page.lines:
        assert line.left >= margin - SLACK_MM, line
        assert line.right <= page.width - margin + SLACK_MM, line
        assert line.top >= margin / 2 - SLACK_MM, line
        assert line.bottom <= page.height - margin / 2 + SLACK_MM, line
    for one, other in combinations(page.lines, 2):
        assert not touch(one, other), (one, other)
    for line in page.lines:
        for shape in page.shapes:
            assert not touch(line, shape) or _is_around(shape, line), (line, shape)


def touch(one: Line | Shape, other: Line | Shape) -> bool:
    """Whether the boxes of two things have more in common than their edges."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return across > SLACK_MM and down > SLACK_MM


def _is_around(shape: Shape, line: Line) -> bool:
    return (
        shape.left <= line.left
        and line.right <= shape.right
        and shape.top <= line.top + SLACK_MM
        and line.bottom <= shape.bottom + SLACK_MM
    )
