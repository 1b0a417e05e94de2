"""One PDF file of many: the parts of a deck that processes printed, or sheets with a table of contents before them.

A file of sheets is `bind`'s, a deck `join`'s. They share bookmarks, page labels, and typefaces (`sharing`).
"""

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeAlias

from chargen import fileio
from chargen.game.isolation import isolate
from chargen.render.attachment import DATE
from chargen.render.finishing import POINTS_PER_MM, finish, left_edge, saved, set_preferences
from chargen.render.paper import Paper
from chargen.render.press import ACCESSIBLE, ARCHIVE, TAGGED_ARCHIVE, Press
from chargen.render.sharing import share
from chargen.render.theme import Theme
from chargen.text.names import roman

if TYPE_CHECKING:
    from pikepdf import Pdf

    from chargen.render.printer import Printed

TITLE = "Character sheets"
GROUP = 100  # The number of bookmarks from which they are put in groups, and the size of a group
NUMBERS_AT_ONCE = 50
"""The number of pages whose page numbers are printed together: it bounds the memory that this takes."""

_Bookmark: TypeAlias = tuple[str, int, Sequence[tuple[str, int]]]
"""A title, its page, counted from 0, and the titles and pages below it."""


def join(
    parts: Iterable[bytes],
    *,
    title: str,
    bookmarks: Sequence[tuple[str, int]],
    page: Paper,
    press: Press,
    sides: int = 1,
) -> bytes:
    """Return the parts of a deck as one file: the same bytes for the same parts.

    ``bookmarks``: names, each with its page from 0. ``page``: the trimmed page, where there is a bleed.
    ``sides``: 2 where every second page is a back.
    """
    import pikepdf

    waiting = iter(parts)
    with ExitStack() as stack:
        joined = stack.enter_context(pikepdf.open(io.BytesIO(next(waiting))))
        for part in waiting:
            _append(joined, stack.enter_context(pikepdf.open(io.BytesIO(part))))
        if not press.standard:
            share(joined)

        # Many bookmarks are in groups, each under its numbers and the first of its names.
        written: list[_Bookmark] = [(title, page, ()) for title, page in bookmarks]
        if len(bookmarks) > GROUP:
            groups = [(start, bookmarks[start : start + GROUP]) for start in range(0, len(bookmarks), GROUP)]
            written = [
                (f"{start + 1} to {start + len(some)}: {some[0][0]}", some[0][1], some) for start, some in groups
            ]
        _write_bookmarks(joined, written)

        # Numbers of pages, the title, and how to print it. A back has the number of its front.
        labels = "0 << /S /D >>"
        if sides == 2:
            fronts = ((front, f"/S /D /St {front // 2 + 1}") for front in range(0, len(joined.pages), 2))
            labels = " ".join(f"{front} << {own} >> {front + 1} << {own} /P (back of ) >>" for front, own in fronts)
        joined.Root.PageLabels = pikepdf.Object.parse(f"<< /Nums [ {labels} ] >>".encode())
        _describe(joined, title, press)
        set_preferences(joined, left_edge(page) if sides == 2 else press.duplex)
        if press.bleed_mm:
            # Coordinates begin at the corner of the trimmed page, as those of a sheet do already.
            away = -press.bleed_mm * POINTS_PER_MM
            for inner in joined.pages:
                if not inner.mediabox[0]:
                    inner.contents_add(b"q 1 0 0 1 %.4f %.4f cm" % (away, away), prepend=True)
                    inner.contents_add(b"Q")
        if press.bleed_mm or press.standard:
            finish(joined, page, press)
        return saved(joined)


def bind(
    parts: Sequence["Printed"], names: Sequence[tuple[str, str]], *, paper: Paper, theme: Theme, press: Press
) -> bytes:
    """Return one file of all the sheets, of which each is a part; ``names`` are their names and games, in order.

    Where the paper is printed on both sides, every sheet starts on a front.
    """
    import pikepdf

    from chargen.render.page import environment
    from chargen.render.pdf import pdf_of_page, theme_for

    with ExitStack() as stack:
        bound = stack.enter_context(pikepdf.Pdf.new())
        # All pages in one file, with the entries of its contents, and the two numbers in each page's footer.
        entries: list[dict[str, Any]] = []
        footers: list[tuple[str, str] | None] = []
        for part, (name, game) in zip(parts, names, strict=True):
            if press.duplex and len(footers) % 2:
                _insert_blank(bound, len(footers), paper)
                footers.append(None)
            entries.append({"name": name, "game": game, "page": len(footers) + 1})
            opened = stack.enter_context(pikepdf.open(io.BytesIO(part.content)))
            for number, page in enumerate(opened.pages, 1):
                bound.pages.append(page)
                footers.append((f"{number} of {part.pages}", str(len(footers) + 1)))

        # The table of contents goes before the sheets, on pages with Roman numbers.
        template = environment().get_template("contents.html")
        text = template.render(title=TITLE, entries=entries, theme=theme_for(theme, press))
        contents = pdf_of_page(text, paper=paper, theme=theme, press=press)
        front = stack.enter_context(pikepdf.open(io.BytesIO(contents.content)))
        bound.pages[0:0] = list(front.pages)
        if press.duplex and contents.pages % 2:
            _insert_blank(bound, contents.pages, paper)
        before = len(bound.pages) - len(footers)
        romans = [("", roman(number).lower()) for number in range(1, contents.pages + 1)]
        _print_numbers(stack, bound, [*romans, *[None] * (before - contents.pages), *footers], paper, theme, press)

        # The addresses of the contents, such as ``page:3``, become links to pages.
        for listed in list(bound.pages)[: contents.pages]:
            for annotation in listed.obj.get("/Annots", []):
                number = int(str(annotation.A.URI).removeprefix("page:"))
                del annotation.A
                annotation.Dest = pikepdf.Array([bound.pages[before + number - 1].obj, pikepdf.Name.Fit])
        # A bookmark for each sheet, with its pages below it, and with its game where several have one name.
        numbers = Counter(name for name, _ in names)
        bookmarks: list[_Bookmark] = [("Contents", 0, ())]
        for part, (name, game), entry in zip(parts, names, entries, strict=True):
            start = before + entry["page"] - 1
            pages = [
                (f"Page {number}: {heading}" if heading and number > 1 else f"Page {number}", start + number - 1)
                for number, heading in enumerate(part.headings, 1)
            ]
            bookmarks.append((name if numbers[name] == 1 else f"{name}: {game}", start, pages))
        _write_bookmarks(bound, bookmarks)
        bound.Root.PageMode = pikepdf.Name.UseOutlines
        labels = f"<< /Nums [ 0 << /S /r >> {before} << /S /D /St 1 >> ] >>"
        bound.Root.PageLabels = pikepdf.Object.parse(labels.encode())
        bound.trailer.Info = bound.copy_foreign(front.trailer.Info)
        set_preferences(bound, press.duplex)
        if not press.standard:
            share(bound)
        finish(bound, paper, press)
        return saved(bound)


def _write_bookmarks(file: "Pdf", bookmarks: Sequence[_Bookmark]) -> None:
    """Write the bookmarks of a file; those below others are hidden until they are opened."""
    from pikepdf import Array, Name, OutlineItem

    # Targets as arrays: looked up by number, they take longer than all the rest of a large deck.
    targets = [Array([page.obj, Name.Fit]) for page in file.pages]

    with file.open_outline() as outline:
        outline.root[:] = []
        for title, page, below in bookmarks:
            made = OutlineItem(title, targets[page])
            made.children = [OutlineItem(name, targets[number]) for name, number in below]
            made.is_closed = True
            outline.root.append(made)


def _append(joined: "Pdf", part: "Pdf") -> None:
    """Put the pages of a part behind those that are there, and their tags into the same tree."""
    from pikepdf import Array, NumberTree

    start = len(joined.pages)
    joined.pages.extend(part.pages)
    if "/StructTreeRoot" not in joined.Root:
        return
    root, further = joined.Root.StructTreeRoot, joined.copy_foreign(part.Root.StructTreeRoot)
    # The keys of the part's pages in the tree of parents begin at 0 again: they are moved behind those that are taken.
    parents, others = NumberTree(root.ParentTree), NumberTree(further.ParentTree)
    moved = max(parents) + 1
    for page in list(joined.pages)[start:]:
        if "/StructParents" in page.obj:
            page.obj.StructParents = int(page.obj.StructParents) + moved
    for key, parent in others.items():
        parents[key + moved] = parent
    root.ParentTreeNextKey = max(parents) + 1
    # Each part has one element at its root, the document: the children of all go below the first.
    # PDF has a single child with or without a list.
    document, other = (tree.K[0] if isinstance(tree.K, Array) else tree.K for tree in (root, further))
    for child in other.K if isinstance(other.K, Array) else [other.K]:
        child.P = document
        document.K.append(child)


def _describe(joined: "Pdf", title: str, press: Press) -> None:
    """Write the title, the producer and the standard of a file, as the document information and as XMP."""
    from pikepdf import Dictionary

    if "/Metadata" in joined.Root:
        del joined.Root.Metadata  # that of the first part, with more than a validator takes
    joined.docinfo["/Title"] = fileio.as_text(title)
    joined.docinfo["/Producer"] = "chargen"
    if press.standard not in _IDENTIFIERS:
        return
    for key in ("/CreationDate", "/ModDate"):
        joined.docinfo[key] = f"D:{press.moment or DATE:%Y%m%d%H%M%S}Z"
    with joined.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata.load_from_docinfo(joined.docinfo)
        for key, value in _IDENTIFIERS[press.standard].items():
            metadata[key] = value
    for descriptor in joined.objects:
        if isinstance(descriptor, Dictionary) and "/CIDSet" in descriptor:
            del descriptor["/CIDSet"]  # no reader uses it, and a validator would have to check it


_IDENTIFIERS = {
    ARCHIVE: {"pdfaid:part": "3", "pdfaid:conformance": "B"},
    TAGGED_ARCHIVE: {"pdfaid:part": "3", "pdfaid:conformance": "A"},
    ACCESSIBLE: {"pdfuaid:part": "1"},
}
"""The names of the standards in a file's metadata."""


def _insert_blank(bound: "Pdf", index: int, paper: Paper) -> None:
    from pikepdf import Array, Dictionary, Name, Page

    size = Array([0, 0, paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM])
    resources = Dictionary(ColorSpace=Dictionary(), Type=Name.Resources)
    blank = Dictionary(Type=Name.Page, MediaBox=size, Resources=resources, Contents=bound.make_stream(b""))
    bound.pages.insert(index, Page(blank))


def _print_numbers(
    stack: ExitStack,
    bound: "Pdf",
    footers: Sequence[tuple[str, str] | None],
    paper: Paper,
    theme: Theme,
    press: Press,
) -> None:
    """Lay page numbers over the pages; WeasyPrint prints them, some at a time."""
    import pikepdf

    from chargen.render.page import environment
    from chargen.render.pdf import pdf_of_page

    numbered = [(index, footer) for index, footer in enumerate(footers) if footer is not None]
    template = environment().get_template("numbers.html")
    for start in range(0, len(numbered), NUMBERS_AT_ONCE):
        run = numbered[start : start + NUMBERS_AT_ONCE]
        text = template.render(
            paper=paper, numbers=[(index % 2 == 1, isolate(within), number) for index, (within, number) in run]
        )
        printed = pdf_of_page(text, paper=paper, theme=theme, press=press)
        numbers = stack.enter_context(pikepdf.open(io.BytesIO(printed.content)))
        for (index, _), number in zip(run, numbers.pages, strict=True):
            # pikepdf's own overlays get random names, and the same sheets would give different bytes.
            below, named = bound.pages[index], pikepdf.Name(f"/Number{index}")
            form = bound.copy_foreign(number.as_form_xobject())
            below.add_resource(form, pikepdf.Name.XObject, named)
            left, bottom, right, top = (float(side) for side in below.trimbox)
            place = pikepdf.Rectangle(left, bottom, right, top)
            drawn = below.calc_form_xobject_placement(
                form, named, place, invert_transformations=True, allow_shrink=True, allow_expand=True
            )
            below.contents_add(b"q", prepend=True)
            below.contents_add(b"Q " + drawn)
