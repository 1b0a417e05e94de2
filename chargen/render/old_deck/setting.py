"""Setting leaves: into shapes where that can be, and else each by itself."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from chargen.render import pdf
from chargen.render.coverage import faces_for, told
from chargen.render.deck.composing import Composer
from chargen.render.deck.drawings import Board
from chargen.render.deck.leaf import Art, Leaf, Part, SetLeaf, SetPage
from chargen.render.deck.shape import Glyphs, Shape
from chargen.render.deck.shaping import Shaper, Stamp
from chargen.render.press import Press
from chargen.render.theme import Theme

if TYPE_CHECKING:
    from chargen.render.printer import Look, Printer

NO_SHAPES = (
    "this WeasyPrint is not laid out as chargen knows it ({fault}), so every page was laid out in full: "
    "the pages are the same, and take longer"
)
"""What is told where a document cannot be captured, by the exception that capturing raised."""

Way = Literal["shapes", "full"]
WAYS: tuple[Way, ...] = ("shapes", "full")


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
    whole: list[Any] = field(default_factory=list)
    """The documents of leaves that are laid out by themselves."""

    def add(self, glyphs: Glyphs) -> None:
        """Count glyphs among those in use; most texts were counted before."""
        if id(glyphs) not in self.counted:
            self.counted[id(glyphs)] = glyphs
            for face, glyph, letters in glyphs:
                self.glyphs.setdefault(face, {})[glyph] = letters

    def add_fixed(self, shape: Shape) -> None:
        """Count the fixed part of a shape among what is drawn."""
        for key, art in shape.fixed().items():
            if key not in self.arts:
                self.arts[key] = art
                self.files[art.file] = shape.content


class Setter:
    """Sets leaves in one look, and remembers shapes and drawings from one part to the next."""

    def __init__(self, theme: Theme, press: Press) -> None:
        self._theme, self._press = pdf.theme_for(theme, press), press
        self._board = Board(self._theme, press)
        self._shaper = Shaper(press)
        self._composer = Composer(self._shaper, self._board)
        self._fault = ""
        """Why nothing can be set into shapes here; empty as long as that can be."""

    def part(self, leaves: Sequence[Leaf], way: Way) -> Part:
        """The leaves, set."""
        job = _Job()
        with pdf.printing() as (printer, problems):
            made = [self._leaf(printer, leaf, way, job) for leaf in leaves]
            self._write_whole(printer, job)
            self._board.draw(printer)
        for key in dict.fromkeys(key for leaf in made for side in _sides(leaf) for key, _, _ in side.arts):
            if key not in job.arts:
                art, content = self._board.drawn[key]
                job.arts[key], job.files[art.file] = art, content
                job.add(self._board.glyphs[key])
        if self._board.tidy():
            self._composer.forget()
        remarks = [*told(problems), *([NO_SHAPES.format(fault=self._fault)] if self._fault and way == "shapes" else [])]
        return Part(tuple(made), job.arts, job.files, job.glyphs, tuple(dict.fromkeys(remarks)))

    def _leaf(self, printer: "Printer", leaf: Leaf, way: Way, job: _Job) -> SetLeaf:
        made = self._set(printer, leaf, leaf.markup, way, job)
        if not leaf.back:
            return made
        back = self._set(printer, leaf, leaf.back, way, job)
        return SetLeaf(made.title, made.pages, back.pages[0], made.overflow, made.by_shape and back.by_shape)

    def _set(self, printer: "Printer", leaf: Leaf, document: str, way: Way, job: _Job) -> SetLeaf:
        """A document, set into shapes if that can be, else by itself.

        Shapes are read off the insides of WeasyPrint, which another release may arrange anew: whatever reading them
        raises, the document is laid out in full, and all that come after it.
        """
        look = self._look(leaf, document)
        if way == "shapes" and not look.scripts and not self._fault:
            try:
                made = self._into_shapes(printer, leaf, document, look, job)
            except pdf.PrinterUnavailable:
                raise
            except Exception as fault:
                self._fault = f"{type(fault).__name__}: {fault}"
            else:
                if made is not None:
                    return made
        return self._whole(printer, leaf, document, look, job)

    def _into_shapes(self, printer: "Printer", leaf: Leaf, document: str, look: "Look", job: _Job) -> SetLeaf | None:
        """A document, composed of its units if that can be, else in a shape as a whole; None where it has none."""
        composed = self._composer.composed(printer, document, look, leaf.sheet)
        if composed is not None:
            for shape in composed.shapes:
                job.add_fixed(shape)
            pages = tuple(self._page(size, stamps, job) for size, stamps in composed.pages)
            return SetLeaf(leaf.title, pages, overflow=composed.overflow)
        shaped = self._shaper.shaped(printer, document, look, leaf.sheet)
        if shaped is None:
            return None
        job.add_fixed(shaped.shape)
        shaped = shaped.numbered(0, len(shaped.shape.sizes), self._shaper.typesetter)
        stamps = zip(shaped.shape.sizes, shaped.stamps(self._board), strict=True)
        pages = tuple(self._page(size, [(stamp, 0, 0)], job) for size, stamp in stamps)
        return SetLeaf(leaf.title, pages, overflow=shaped.shape.overflow)

    def _page(self, size: tuple[float, float], stamps: Sequence[tuple[Stamp, float, float]], job: _Job) -> SetPage:
        """A page with its stamps, each moved to its place."""
        arts: list[tuple[str, float, float]] = []
        texts: list[bytes] = []
        for stamp, x, y in stamps:
            arts += [(key, round(left + x, 3), round(bottom + y, 3)) for key, left, bottom in stamp.arts]
            for glyphs in stamp.glyphs:
                job.add(glyphs)
            if not stamp.texts:
                continue
            if x == y == 0:
                texts.append(b"BT\n%b\nET\n" % stamp.texts)
            else:
                texts.append(b"q 1 0 0 1 %.3f %.3f cm\nBT\n%b\nET Q\n" % (x, y, stamp.texts))
        return SetPage(size, tuple(arts), zlib.compress(b"".join(texts), 6))

    def _whole(self, printer: "Printer", leaf: Leaf, document: str, look: "Look", job: _Job) -> SetLeaf:
        """The leaf laid out by itself; its pages are written later, with those of others like it."""
        made = pdf.laid_out(printer, document, look, leaf.sheet)
        name = "whole-" + sha256(document.encode()).hexdigest()[:24]
        start = sum(len(each.pages) for each in job.whole)
        job.whole.append(made.document)
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
        content = printer.write(job.whole, self._press)
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
