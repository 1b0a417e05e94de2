"""The pages of a PDF file: their lines, shapes and pictures, each with its place. Lengths are in millimetres."""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

from tests.render.looking import POINT_MM

SLACK_MM = 0.25
"""The ink of a letter may reach this far beyond what was measured for it."""
GOES_ON_MM, GOES_ON_EM = 0.5, 0.17
"""Two letters of a line that are nearer than one of these are of one text: some headings are spaced."""
EDGE = 0.055
"""The header and the footer of a page, in parts of its height."""
UNPRINTED_MM = 4.9
"""Home printers leave 5 mm white; letters reach out of their lines by less than a tenth."""
HYPHEN = "\x02"
"""What PDFium makes of a hyphen at the end of a line."""
INVISIBLE = f"\u200b\u00ad\ufffe{HYPHEN}"
Letter: TypeAlias = tuple[tuple[float, float, float], str, tuple[float, float, float, float]]
"""Where its text begins, with the size; what it is; the box of its ink."""


@dataclass(frozen=True, slots=True)
class Line:
    """Letters that were set together, within the box that their ink takes; from the upper left corner of the page."""

    signs: str
    size_pt: float
    left: float
    top: float
    right: float
    bottom: float

    @property
    def text(self) -> str:
        """Its signs without those that are invisible, with single blanks."""
        return " ".join("".join(sign for sign in self.signs if sign not in INVISIBLE).split())


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

    @property
    def body(self) -> list[Line]:
        """The lines between header and footer."""
        return [line for line in self.lines if EDGE * self.height < line.top and line.bottom < (1 - EDGE) * self.height]

    @property
    def filled(self) -> float:
        """How far down its text goes, in parts of the height."""
        return max((line.bottom for line in self.body), default=0) / self.height

    def beyond(self) -> list[str]:
        """Return the lines that reach into the edge that a printer leaves white."""
        right, bottom = self.width - UNPRINTED_MM, self.height - UNPRINTED_MM
        return [
            line.text
            for line in self.lines
            if min(line.left, line.top) < UNPRINTED_MM or line.right > right or line.bottom > bottom
        ]

    def line(self, text: str) -> Line:
        """Return the first line that begins with a text."""
        return next(line for line in self.lines if line.text.startswith(text))


def pages(content: bytes) -> tuple[Page, ...]:
    document = pypdfium2.PdfDocument(content)
    try:
        return tuple(_page(page) for page in document)
    finally:
        document.close()


def _page(page: pypdfium2.PdfPage) -> Page:
    width, height = page.get_size()
    lines = tuple(_lines(page.get_textpage(), height))
    return Page(width * POINT_MM, height * POINT_MM, lines, tuple(_shapes(page, height)))


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
            signs = "".join(letter for _, letter, _ in together)
            lefts, tops, rights, bottoms = zip(*inked, strict=True)
            yield Line(signs, size, min(lefts), min(tops), max(rights), max(bottoms))


def _without_breaks(letters: Sequence[Letter]) -> Iterator[Letter]:
    """Yield the letters, where texts that go on from what is before them are set together with it.

    Letters of one text are together in any case: in large type, two of them may be further apart.
    """
    start, before, end = None, None, 0.0
    for place, letter, edges in letters:
        room = max(GOES_ON_MM, GOES_ON_EM * place[2] * POINT_MM)
        is_near = start is not None and place[1:] == start[1:] and -SLACK_MM < edges[0] - end < room
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


def touch(one: Line | Shape, other: Line | Shape) -> bool:
    """Whether the boxes of two things have more in common than their edges."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return across > SLACK_MM and down > SLACK_MM


def touching(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Yield the texts of any two lines that touch."""
    ordered = sorted(lines, key=lambda line: line.top)
    for number, one in enumerate(ordered):
        for other in ordered[number + 1 :]:
            if other.top >= one.bottom:
                break
            if touch(one, other):
                yield one.text, other.text
