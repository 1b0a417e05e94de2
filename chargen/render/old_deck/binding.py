"""Binding: parts become one file, with bookmarks, each typeface once, and small pages side by side on paper."""

import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from chargen.render.boxes import at_actual_size
from chargen.render.deck.embedding import embedded
from chargen.render.deck.grid import Grid
from chargen.render.deck.leaf import Art, Part, SetLeaf, SetPage

if TYPE_CHECKING:
    from datetime import datetime

    from pikepdf import Object, Pdf

IN_A_GROUP = 100
"""With more bookmarks than this, so many stand below one."""
AROUND = 1.5
"""What a drawing may reach beyond its box, such as half the width of a line, in points."""


Drawn: TypeAlias = tuple[SetPage, float, float]
"""A page, and where its lower left corner goes, in points."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What came of binding."""

    pages: int
    leaves: int
    by_shape: int
    """So many leaves were set into shapes; the others were laid out by themselves."""
    starts: tuple[int, ...]
    """The page that each leaf starts on, counted from 1."""


def bind(
    parts: Iterable[Part],
    file: BinaryIO,
    *,
    title: str,
    grid: Grid | None = None,
    moment: "datetime | None" = None,
) -> Bound:
    """Write the PDF file of all parts, which are taken one by one; the same bytes for the same leaves.

    ``grid``: how pages stand side by side on paper; where leaves have backs, every second page has them, each behind
    its front when the paper is turned over its long edge.
    """
    import pikepdf

    with ExitStack() as stack:
        made = stack.enter_context(pikepdf.new())
        binder = _Binder(stack, made, made.make_indirect(pikepdf.Dictionary()))
        leaves = binder.leaves(parts)
        marks = _on_paper(binder, leaves, grid) if grid else _one_by_one(binder, leaves)
        starts: list[int] = []
        names: list[str] = []
        by_shape = 0
        for leaf, start in marks:
            starts.append(start + 1)
            names.append(leaf.title)
            by_shape += leaf.by_shape
        for face, glyphs in sorted(binder.glyphs.items()):
            binder.faces[f"/F{face}"] = embedded(made, face, glyphs)
        _bookmark(made, names, starts)
        at_actual_size(made)
        made.docinfo["/Title"] = title
        made.docinfo["/Producer"] = "chargen"
        if moment is not None:
            made.docinfo["/CreationDate"] = made.docinfo["/ModDate"] = moment.strftime("D:%Y%m%d%H%M%SZ")
        made.save(file, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return Bound(len(made.pages), len(names), by_shape, tuple(starts))


@dataclass(slots=True)
class _Binder:
    stack: ExitStack
    file: "Pdf"
    faces: "Object"
    """The typefaces by the names that contents call them; they come last, when all glyphs are known."""
    glyphs: dict[int, dict[int, str]] = field(default_factory=dict)
    forms: dict[str, "Object"] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    _opened: dict[str, "Pdf"] = field(default_factory=dict)

    def leaves(self, parts: Iterable[Part]) -> Iterator[SetLeaf]:
        """All leaves in their order; with each, what it is drawn with comes into the file."""
        for part in parts:
            for face, glyphs in part.glyphs.items():
                known = self.glyphs.setdefault(face, {})
                for glyph, letters in glyphs.items():
                    known.setdefault(glyph, letters)
            for leaf in part.leaves:
                for page in (*leaf.pages, *((leaf.back,) if leaf.back else ())):
                    for key, _, _ in page.arts:
                        if key not in self.forms:
                            self._form(key, part.arts[key], part.files)
                yield leaf

    def _form(self, key: str, art: Art, files: Any) -> None:
        import pikepdf

        if art.file not in self._opened:
            self._opened[art.file] = self.stack.enter_context(pikepdf.open(io.BytesIO(files[art.file])))
        source = self._opened[art.file].pages[art.page]
        form = self.file.copy_foreign(source.as_form_xobject())
        left, bottom, right, top = art.box
        is_part = art.page == 0 and key.startswith("d-")
        around = AROUND if is_part else 0
        form.BBox = pikepdf.Array([left - around, bottom - around, right + around, top + around])
        if is_part:
            form.Matrix = pikepdf.Array([1, 0, 0, 1, -left, -bottom])
            form.Resources.Font = self.faces
        if "/Group" in form:
            del form.Group
        self.numbers[key] = len(self.forms) + 1
        self.forms[key] = form

    def add_page(self, size: tuple[float, float], drawn: Sequence[Drawn], extra: bytes = b"") -> int:
        """A page with other pages drawn on it, each at its place; the page's number, counted from 0."""
        import pikepdf

        contents = []
        used: dict[str, None] = {}
        for page, x, y in drawn:
            inside = b"".join(self._placed(key, left, bottom) for key, left, bottom in page.arts)
            used.update((key, None) for key, _, _ in page.arts)
            inside += zlib.decompress(page.content) if page.content else b""
            contents.append(inside if x == y == 0 else b"q 1 0 0 1 %.3f %.3f cm\n%bQ\n" % (x, y, inside))
        forms = pikepdf.Dictionary({f"/A{self.numbers[key]}": self.forms[key] for key in used})
        resources = pikepdf.Dictionary(Font=self.faces, XObject=forms)
        stream = self.file.make_stream(
            zlib.compress(b"".join(contents) + extra, 6), pikepdf.Dictionary(Filter=pikepdf.Name.FlateDecode)
        )
        leaf = pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=[0, 0, *size], Resources=resources, Contents=stream)
        self.file.pages.append(pikepdf.Page(leaf))
        return len(self.file.pages) - 1

    def _placed(self, key: str, x: float, y: float) -> bytes:
        number = self.numbers[key]
        if x == y == 0:
            return b"q /A%d Do Q\n" % number
        return b"q 1 0 0 1 %.3f %.3f cm /A%d Do Q\n" % (x, y, number)


def _one_by_one(binder: _Binder, leaves: Iterable[SetLeaf]) -> Iterator[tuple[SetLeaf, int]]:
    for leaf in leaves:
        numbers = [binder.add_page(page.size, [(page, 0, 0)]) for page in leaf.pages]
        if leaf.back is not None:
            binder.add_page(leaf.back.size, [(leaf.back, 0, 0)])
        yield leaf, numbers[0]


def _on_paper(binder: _Binder, leaves: Iterable[SetLeaf], grid: Grid) -> Iterator[tuple[SetLeaf, int]]:
    """Pages side by side; a leaf of several pages takes as many cells."""
    waiting: list[tuple[SetPage, SetPage | None]] = []
    new: list[SetLeaf] = []

    def finish() -> Iterator[tuple[SetLeaf, int]]:
        fronts = [(page, *grid.cell(index)) for index, (page, _) in enumerate(waiting)]
        number = binder.add_page(grid.size, fronts, grid.marks(len(fronts)))
        if any(back is not None for _, back in waiting):
            backs = [(back, *grid.cell_behind(index)) for index, (_, back) in enumerate(waiting) if back is not None]
            binder.add_page(grid.size, backs)
        for leaf in new:
            yield leaf, number
        waiting.clear()
        new.clear()

    for leaf in leaves:
        for number, page in enumerate(leaf.pages):
            if len(waiting) == grid.cells:
                yield from finish()
            waiting.append((page, leaf.back))
            if number == 0:
                new.append(leaf)
    if waiting:
        yield from finish()


def _bookmark(file: "Pdf", names: Sequence[str], starts: Sequence[int]) -> None:
    """A bookmark for each leaf; many of them stand in closed groups."""
    from pikepdf import OutlineItem

    with file.open_outline() as outline:
        items = [OutlineItem(name, start - 1, "Fit") for name, start in zip(names, starts, strict=True)]
        if len(items) <= IN_A_GROUP:
            outline.root.extend(items)
            return
        for first in range(0, len(items), IN_A_GROUP):
            some = items[first : first + IN_A_GROUP]
            group = OutlineItem(f"{first + 1} to {first + len(some)}: {some[0].title}", starts[first] - 1, "Fit")
            group.is_closed = True
            group.children.extend(some)
            outline.root.append(group)
