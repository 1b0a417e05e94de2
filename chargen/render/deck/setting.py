"""Setting leaves: into shapes where that can be, and else each by itself."""

import io
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from chargen.render import pdf
from chargen.render.coverage import faces_for, told
from chargen.render.deck.drawings import Board
from chargen.render.deck.leaf import Art, Leaf, Part, SetLeaf, SetPage
from chargen.render.deck.markup import Taken, apart, marked
from chargen.render.deck.places import NoPlaces, places
from chargen.render.deck.shape import Found, Glyphs, Shape, Shapes, placed
from chargen.render.deck.typesetting import Typesetter
from chargen.render.press import Press
from chargen.render.theme import Theme

if TYPE_CHECKING:
    from chargen.render.printer import Look, Printer

Way = Literal["shapes", "full"]
WAYS: tuple[Way, ...] = ("shapes", "full")
MARGIN_TEXTS = 2
"""So many texts stand in the margins of a sheet: at the head and at the foot."""


def part(leaves: Sequence[Leaf], *, theme: Theme, press: Press, way: Way = "shapes") -> Part:
    """The leaves, set in that look. This process remembers their shapes for the next call.

    Raises `chargen.render.pdf.PrinterUnavailable`.
    """
    return _setter(theme, press).part(leaves, way)


@lru_cache(maxsize=4)
def _setter(theme: Theme, press: Press) -> "Setter":
    return Setter(theme, press)


@dataclass(slots=True)
class _Job:
    """What a part is made of."""

    arts: dict[str, Art] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    glyphs: dict[int, dict[int, str]] = field(default_factory=dict)
    counted: dict[int, Glyphs] = field(default_factory=dict)
    """Glyphs that are among those already, by their identity."""
    whole: list[tuple[Any, int]] = field(default_factory=list)
    """Leaves that are laid out by themselves: their documents, and how many pages stand before them."""

    def add(self, glyphs: Glyphs) -> None:
        """Count glyphs among those in use; most texts were counted before."""
        if id(glyphs) not in self.counted:
            self.counted[id(glyphs)] = glyphs
            for face, glyph, letters in glyphs:
                self.glyphs.setdefault(face, {})[glyph] = letters


class Setter:
    """Sets leaves in one look, and remembers shapes and drawings from one part to the next."""

    def __init__(self, theme: Theme, press: Press) -> None:
        self._theme, self._press = pdf.theme_for(theme, press), press
        self._typesetter = Typesetter()
        self._shapes: dict[tuple[str, str, float, float], Shapes] = {}
        self._board = Board(self._theme, press)

    def part(self, leaves: Sequence[Leaf], way: Way) -> Part:
        """The leaves, set."""
        job = _Job()
        with pdf.printing() as (printer, problems):
            made = [self._leaf(printer, leaf, way, job) for leaf in leaves]
            self._write_whole(printer, job)
            self._board.draw(printer)
        for key in dict.fromkeys(key for leaf in made for each in _sides(leaf) for key, _, _ in each.arts):
            if key not in job.arts:
                art, content = self._board.drawn[key]
                job.arts[key], job.files[art.file] = art, content
                job.add(self._board.glyphs[key])
        self._board.tidy()
        return Part(tuple(made), job.arts, job.files, job.glyphs, tuple(dict.fromkeys(told(problems))))

    def _leaf(self, printer: "Printer", leaf: Leaf, way: Way, job: _Job) -> SetLeaf:
        made = self._by_shape(printer, leaf, leaf.markup, job) if way == "shapes" else None
        if made is None:
            made = self._whole(printer, leaf, leaf.markup, job)
        if not leaf.back:
            return made
        back = (self._by_shape(printer, leaf, leaf.back, job) if way == "shapes" else None) or self._whole(
            printer, leaf, leaf.back, job
        )
        return SetLeaf(made.title, made.pages, back.pages[0], made.overflow, made.by_shape and back.by_shape)

    def _by_shape(self, printer: "Printer", leaf: Leaf, document: str, job: _Job) -> SetLeaf | None:
        """The leaf as its shape prints it; None where no shape can."""
        taken = apart(document)
        key = (leaf.style, leaf.paper.name, leaf.paper.width_mm, leaf.paper.height_mm)
        shapes = self._shapes.setdefault(key, Shapes(self._typesetter))
        known = shapes.find(taken)
        if known is None:
            if faces_for(document):
                return None
            shape = self._shaped(printer, leaf, document, taken)
            found = shapes.add(taken, shape) if shape is not None else None
            if shape is None or found is None:
                return None
            known = shape, found
        return self._painted(leaf, taken, *known, job)

    def _shaped(self, printer: "Printer", leaf: Leaf, document: str, taken: Taken) -> Shape | None:
        """The shape of a leaf: laid out once, without its texts and drawings."""
        made = pdf.laid_out(printer, marked(document), self._look(leaf, document), leaf.sheet)
        margins = min(MARGIN_TEXTS, len(taken.texts)) if "data-head=" in document else 0
        try:
            found = places(made.document, taken.texts, margins, self._typesetter)
        except NoPlaces:
            return None
        made.document.metadata.title = ""
        content = printer.write([made.document], self._press)
        pages = _pages(content)
        arts = tuple(sha256(repr(size).encode() + drawn).hexdigest()[:24] for size, drawn in pages)
        return Shape(tuple(size for size, _ in pages), arts, content, found, made.overflow)

    def _painted(self, leaf: Leaf, taken: Taken, shape: Shape, found: Found, job: _Job) -> SetLeaf:
        contents, glyphs = shape.paint(found)
        for each in glyphs:
            job.add(each)
        for number, (key, size) in enumerate(zip(shape.arts, shape.sizes, strict=True)):
            if key not in job.arts:
                job.arts[key] = Art(shape.arts[0], number, (0, 0, *size))
                job.files[shape.arts[0]] = shape.content
        arts: list[list[tuple[str, float, float]]] = [[(key, 0, 0)] for key in shape.arts]
        for place in shape.places.drawings:
            key = self._board.ask(taken.drawings[place.drawing], place.width, place.height)
            arts[place.page].append((key, *placed(place, shape.sizes[place.page][1])))
        pages = tuple(
            SetPage(size, tuple(its), zlib.compress(content, 6))
            for size, its, content in zip(shape.sizes, arts, contents, strict=True)
        )
        return SetLeaf(leaf.title, pages, overflow=shape.overflow)

    def _whole(self, printer: "Printer", leaf: Leaf, document: str, job: _Job) -> SetLeaf:
        """The leaf laid out by itself; its pages are written later, with those of others like it."""
        made = pdf.laid_out(printer, document, self._look(leaf, document), leaf.sheet)
        name = "whole-" + sha256(document.encode()).hexdigest()[:24]
        start = sum(len(each.pages) for each, _ in job.whole)
        job.whole.append((made.document, start))
        pages = []
        for number, each in enumerate(made.document.pages):
            size = (round(each.width * 0.75, 3), round(each.height * 0.75, 3))
            job.arts[f"{name}-{number}"] = Art("", start + number, (0, 0, *size))
            pages.append(SetPage(size, ((f"{name}-{number}", 0, 0),)))
        return SetLeaf(leaf.title, tuple(pages), overflow=made.overflow, by_shape=False)

    def _write_whole(self, printer: "Printer", job: _Job) -> None:
        """Write all that was laid out by itself into one file, which shares its fonts."""
        if not job.whole:
            return
        content = printer.write([document for document, _ in job.whole], self._press)
        name = sha256(content).hexdigest()[:24]
        job.files[name] = content
        job.arts = {key: art if art.file else Art(name, art.page, art.box) for key, art in job.arts.items()}

    def _look(self, leaf: Leaf, document: str) -> "Look":
        from chargen.render.printer import Look

        press = self._press
        return Look(
            leaf.paper, self._theme, press.bleed_mm, press.profile, press.counted, faces_for(document), style=leaf.style
        )


def _sides(leaf: SetLeaf) -> Iterator[SetPage]:
    yield from leaf.pages
    if leaf.back is not None:
        yield leaf.back


def _pages(content: bytes) -> list[tuple[tuple[float, float], bytes]]:
    """The size of each page of a file, in points, and what is drawn on it."""
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as file:
        found = []
        for each in file.pages:
            left, bottom, right, top = (float(side) for side in each.mediabox)
            each.contents_coalesce()
            found.append(((round(right - left, 3), round(top - bottom, 3)), each.Contents.read_bytes()))
        return found
