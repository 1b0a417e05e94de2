"""From documents to shapes: known ones at once, new ones by laying them out."""

import io
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from chargen.render import pdf
from chargen.render.coverage import faces_for
from chargen.render.deck.drawings import Board
from chargen.render.deck.markup import Taken, apart, marked
from chargen.render.deck.places import NoPlaces, counters, places
from chargen.render.deck.shape import Found, Glyphs, Shape, Shapes, placed
from chargen.render.deck.typesetting import Typesetter

if TYPE_CHECKING:
    from chargen.core.sheet import Sheet
    from chargen.render.press import Press
    from chargen.render.printer import Look, Printer

MARGIN_TEXTS = 2
"""So many texts stand in the margins of a sheet: at the head and at the foot."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A page, or a part of one, that is set: what is drawn below its texts, and the operators of the texts."""

    arts: tuple[tuple[str, float, float], ...]
    texts: bytes
    glyphs: tuple[Glyphs, ...]


@dataclass(frozen=True, slots=True)
class Shaped:
    """A document that has a shape, and its texts set into it."""

    shape: Shape
    found: Found
    taken: Taken

    def numbered(self, before: int, whole: int, typesetter: Typesetter) -> "Shaped":
        """The same with its pages counted: ``before`` of the ``whole`` come first."""
        texts = (*self.taken.texts, *counters(before, whole))
        found = self.found.family.set(texts, typesetter)
        return replace(self, found=found or self.found)

    def stamps(self, board: Board) -> list[Stamp]:
        """Its pages, set; ``board`` is asked for their drawings."""
        contents, glyphs = self.shape.paint(self.found)
        arts: list[list[tuple[str, float, float]]] = [[(key, 0, 0)] for key in self.shape.arts]
        for place in self.shape.places.drawings:
            key = board.ask(self.taken.drawings[place.drawing], place.width, place.height, place.borders)
            drawn = (key, *placed(place, self.shape.sizes[place.page][1]))
            arts[place.page].insert(0 if place.borders else len(arts[place.page]), drawn)
        return [Stamp(tuple(its), content, shown) for its, content, shown in zip(arts, contents, glyphs, strict=True)]


class Shaper:
    """Finds the shapes of documents, and remembers them."""

    def __init__(self, press: "Press") -> None:
        self._press = press
        self.typesetter = Typesetter()
        self._shapes: dict[Any, Shapes] = {}

    def shaped(self, printer: "Printer", document: str, look: "Look", sheet: "Sheet | None" = None) -> Shaped | None:
        """The document in its shape; None where no shape can print it."""
        taken = apart(document)
        shapes = self._shapes.setdefault(look, Shapes(self.typesetter))
        counted = counters(0, 1)
        known = shapes.find(taken, counted)
        if known is not None:
            return Shaped(*known, taken)
        if faces_for(document):
            return None
        shape = self._new(printer, document, look, taken, sheet)
        found = shapes.add(taken, counted, shape) if shape is not None else None
        return Shaped(shape, found, taken) if shape is not None and found is not None else None

    def _new(
        self, printer: "Printer", document: str, look: "Look", taken: Taken, sheet: "Sheet | None"
    ) -> Shape | None:
        """The shape of a document: laid out once, without its texts and drawings."""
        made = pdf.laid_out(printer, marked(document), look, sheet)
        margins = MARGIN_TEXTS if "data-head=" in document else 0
        try:
            found = places(made.document, taken.texts, margins, self.typesetter)
        except NoPlaces:
            return None
        made.document.metadata.title = ""
        content = printer.write([made.document], self._press)
        pages = _pages(content)
        arts = tuple(sha256(repr(size).encode() + drawn).hexdigest()[:24] for size, drawn in pages)
        file = sha256("".join(arts).encode()).hexdigest()[:24]
        return Shape(tuple(size for size, _ in pages), arts, file, content, found, made.overflow)


def _pages(content: bytes) -> list[tuple[tuple[float, float], bytes]]:
    """The size of each page of a file, in points, and what is drawn on it."""
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as file:
        found = []
        for page in file.pages:
            left, bottom, right, top = (float(side) for side in page.mediabox)
            page.contents_coalesce()
            found.append(((round(right - left, 3), round(top - bottom, 3)), page.Contents.read_bytes()))
        return found
