"""One PDF file of many: the parts of a deck that processes printed, or sheets with a table of contents before them.

A file of sheets is `bind`'s, a deck `join`'s. They share bookmarks, page labels, and typefaces (`sharing`).
"""

import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, BinaryIO

from chargen.game.isolation import isolate
from chargen.render import finishing
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


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A bookmark of a page, counted from 0, with those below it; they are hidden until it is opened."""

    title: str
    page: int
    below: tuple["Bookmark", ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A sheet in the table of contents."""

    name: str
    game: str
    page: int
    headings: tuple[str, ...]  # The heading that each of its pages starts with, "" for none


def join(
    parts: Iterable[bytes],
    file: BinaryIO,
    *,
    title: str,
    bookmarks: Sequence[tuple[str, int]],
    page: Paper,
    press: Press,
    sides: int = 1,
) -> None:
    """Write the parts of a deck as one file: the same bytes for the same parts.

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
        _set_bookmarks(joined, _grouped([Bookmark(name, number) for name, number in bookmarks]))
        _set_labels(joined, _labels_of_sides(len(joined.pages), sides))
        _describe(joined, title, press)
        set_preferences(joined, left_edge(page) if sides == 2 else press.duplex)
        if press.bleed_mm:
            _move_origin(joined, press.bleed_mm)
        if press.tagged:
            _flatten_parents(joined.Root.StructTreeRoot)
        if press.bleed_mm or press.standard:
            finish(joined, page, press)
        joined.save(file, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def bind(
    parts: Sequence["Printed"], names: Sequence[tuple[str, str]], *, paper: Paper, theme: str | Theme, press: Press
) -> bytes:
    """Return one file of all the sheets, of which each is a part; ``names`` are their names and games, in order.

    Where the paper is printed on both sides, every sheet starts on a front.
    """
    import pikepdf

    from chargen.render import page
    from chargen.render.pdf import pdf_of_page, theme_for

    with ExitStack() as stack:
        bound = stack.enter_context(pikepdf.Pdf.new())
        opened = [stack.enter_context(pikepdf.open(io.BytesIO(part.content))) for part in parts]
        on_fronts = bool(press.duplex)
        entries, footers = _collect(bound, opened, parts, names, on_fronts, paper)

        # The table of contents goes before the sheets, on pages with Roman numbers.
        template = page.environment().get_template("contents.html")
        text = template.render(title=TITLE, entries=entries, theme=theme_for(theme, press))
        contents = pdf_of_page(text, paper=paper, theme=theme, press=press)
        front = stack.enter_context(pikepdf.open(io.BytesIO(contents.content)))
        bound.pages[0:0] = list(front.pages)
        if on_fronts and contents.pages % 2:
            _insert_blank(bound, contents.pages, paper)
        before = len(bound.pages) - len(footers)
        romans = [("", roman(number).lower()) for number in range(1, contents.pages + 1)]
        _print_numbers(stack, bound, [*romans, *[None] * (before - contents.pages), *footers], paper, theme, press)

        _link(bound, contents.pages, before)
        _set_bookmarks(bound, _bookmarks_of_sheets(entries, before))
        bound.Root.PageMode = pikepdf.Name.UseOutlines
        _set_labels(bound, {0: {"S": "/r"}, before: {"S": "/D", "St": "1"}})
        bound.trailer.Info = bound.copy_foreign(front.trailer.Info)
        set_preferences(bound, press.duplex)
        if not press.standard:
            share(bound)
        finish(bound, paper, press)
        return saved(bound)


def _set_bookmarks(file: "Pdf", bookmarks: Sequence[Bookmark]) -> None:
    """Write the bookmarks of a file.

    pikepdf's own outline looks the page up for each, which takes longer than all the rest of a large deck.
    """
    from pikepdf import Array, Dictionary, Name, String

    pages = [page.obj for page in file.pages]

    def write(bookmark: Bookmark) -> Any:
        children = [write(child) for child in bookmark.below]
        target = Array([pages[bookmark.page], Name.Fit])
        item = file.make_indirect(Dictionary(Title=String(bookmark.title), Dest=target))
        if children:
            _put_below(item, children)
            item.Count = -len(children)  # negative: closed
        return item

    items = [write(bookmark) for bookmark in bookmarks]
    file.Root.Outlines = file.make_indirect(Dictionary(Type=Name.Outlines))
    if items:
        _put_below(file.Root.Outlines, items)
        file.Root.Outlines.Count = len(items)


def _put_below(parent: Any, items: Sequence[Any]) -> None:
    parent.First, parent.Last = items[0], items[-1]
    for one, following in pairwise(items):
        one.Next, following.Prev = following, one
    for child in items:
        child.Parent = parent


def _grouped(bookmarks: Sequence[Bookmark]) -> Sequence[Bookmark]:
    """Return many bookmarks in groups, and a few as they are."""
    if len(bookmarks) <= GROUP:
        return bookmarks
    groups = []
    for start in range(0, len(bookmarks), GROUP):
        group = tuple(bookmarks[start : start + GROUP])
        title = f"{start + 1} to {start + len(group)}: {group[0].title}"
        groups.append(Bookmark(title, group[0].page, group))
    return groups


def _bookmarks_of_sheets(entries: Sequence[Entry], before: int) -> list[Bookmark]:
    """Return a bookmark for each sheet, with its pages below it; with its game where several have one name."""
    names = Counter(entry.name for entry in entries)
    found = [Bookmark("Contents", 0)]
    for entry in entries:
        start = before + entry.page - 1
        pages = [
            Bookmark(f"Page {number}: {heading}" if heading and number > 1 else f"Page {number}", start + number - 1)
            for number, heading in enumerate(entry.headings, 1)
        ]
        title = entry.name if names[entry.name] == 1 else f"{entry.name}: {entry.game}"
        found.append(Bookmark(title, start, tuple(pages)))
    return found


def _set_labels(file: "Pdf", labels: Mapping[int, Mapping[str, str]]) -> None:
    """Set the numbers of pages: ``labels`` has the first page of each range, with its style in the syntax of PDF."""
    from pikepdf import Object

    entries = ""
    for page, label in labels.items():
        entries += f"{page} << {' '.join(f'/{key} {value}' for key, value in label.items())} >> "
    file.Root.PageLabels = Object.parse(f"<< /Nums [ {entries}] >>".encode())


def _labels_of_sides(pages: int, sides: int) -> dict[int, dict[str, str]]:
    """Return labels from 1; a back has the number of its front."""
    if sides == 1:
        return {0: {"S": "/D"}}
    labels: dict[int, dict[str, str]] = {}
    for page in range(0, pages, 2):
        number = str(page // 2 + 1)
        labels[page] = {"S": "/D", "St": number}
        labels[page + 1] = {"S": "/D", "St": number, "P": "(back of )"}
    return labels


def _append(joined: "Pdf", part: "Pdf") -> None:
    """Put the pages of a part behind those that are there, and their tags into the same tree."""
    start = len(joined.pages)
    joined.pages.extend(part.pages)
    if "/StructTreeRoot" not in joined.Root:
        return
    root, further = joined.Root.StructTreeRoot, joined.copy_foreign(part.Root.StructTreeRoot)
    # The keys of the part's pages in the tree of parents begin at 0 again: they are moved behind those that are taken.
    moved = _flatten_parents(root)
    for page in list(joined.pages)[start:]:
        if "/StructParents" in page.obj:
            page.obj.StructParents = int(page.obj.StructParents) + moved
    numbers = _numbers(further.ParentTree)
    root.ParentTree.Nums.extend([entry + moved if index % 2 == 0 else entry for index, entry in enumerate(numbers)])
    root.ParentTreeNextKey = moved + max(numbers[::2], default=-1) + 1
    # Each part has one element at its root, the document: the children of all go below the first.
    document, other = _kids(root)[0], _kids(further)[0]
    for child in _kids(other):
        child.P = document
        document.K.append(child)


def _kids(element: Any) -> list[Any]:
    """Return the children of an element of the tags; PDF has a single one with or without a list."""
    import pikepdf

    return list(element.K) if isinstance(element.K, pikepdf.Array) else [element.K]


def _numbers(tree: Any) -> list[Any]:
    """Return the keys and values of a number tree, in order."""
    if "/Nums" in tree:
        return [int(entry) if index % 2 == 0 else entry for index, entry in enumerate(tree.Nums)]
    return [entry for kid in tree.Kids for entry in _numbers(kid)]


def _flatten_parents(root: Any) -> int:
    """Make the tree of parents a flat list, and return its first free key."""
    import pikepdf

    numbers = _numbers(root.ParentTree)
    root.ParentTree = pikepdf.Dictionary(Nums=pikepdf.Array(numbers))
    return max(numbers[::2], default=-1) + 1


def _describe(joined: "Pdf", title: str, press: Press) -> None:
    """Write the title, the producer and the standard of a file, as the document information and as XMP."""
    from pikepdf import Dictionary, Name

    joined.docinfo["/Title"] = title
    joined.docinfo["/Producer"] = "chargen"
    if not press.standard and "/Metadata" in joined.Root:
        del joined.Root.Metadata
    if press.standard not in _IDENTIFIERS:
        return
    moment = press.moment or DATE
    for key in ("/CreationDate", "/ModDate"):
        joined.docinfo[key] = f"D:{moment:%Y%m%d%H%M%S}Z"
    tool = joined.docinfo["/Creator"] = str(joined.docinfo.get("/Creator", "chargen"))
    words = {"title": escape(title), "tool": escape(tool), "moment": f"{moment:%Y-%m-%dT%H:%M:%SZ}"}
    text = _METADATA.format(identifier=_IDENTIFIERS[press.standard], **words)
    joined.Root.Metadata = joined.make_stream(text.encode(), Type=Name.Metadata, Subtype=Name.XML)
    for descriptor in joined.objects:
        if isinstance(descriptor, Dictionary) and "/CIDSet" in descriptor:
            del descriptor["/CIDSet"]  # no reader uses it, and a validator would have to check it


_IDENTIFIERS = {
    ARCHIVE: "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>",
    TAGGED_ARCHIVE: "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>",
    ACCESSIBLE: "<pdfuaid:part>1</pdfuaid:part>",
}
_METADATA = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>chargen</pdf:Producer>
<xmp:CreatorTool>{tool}</xmp:CreatorTool>
<xmp:CreateDate>{moment}</xmp:CreateDate><xmp:ModifyDate>{moment}</xmp:ModifyDate>
{identifier}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def _move_origin(joined: "Pdf", bleed_mm: float) -> None:
    """Let coordinates begin at the corner of the trimmed page, as they do on sheets."""
    away = bleed_mm * POINTS_PER_MM
    for page in joined.pages:
        if page.mediabox[0]:
            continue  # a sheet's coordinates begin there already
        page.contents_add(b"q 1 0 0 1 %.4f %.4f cm" % (-away, -away), prepend=True)
        page.contents_add(b"Q")


def _collect(
    bound: "Pdf",
    opened: Sequence["Pdf"],
    parts: Sequence["Printed"],
    names: Sequence[tuple[str, str]],
    on_fronts: bool,
    paper: Paper,
) -> tuple[list[Entry], list[tuple[str, str] | None]]:
    """Put all pages into one file; return the entries of its contents, and the two numbers in each page's footer."""
    entries: list[Entry] = []
    footers: list[tuple[str, str] | None] = []
    for part, file, (name, game) in zip(parts, opened, names, strict=True):
        if on_fronts and len(footers) % 2:
            _insert_blank(bound, len(footers), paper)
            footers.append(None)
        entries.append(Entry(name, game, len(footers) + 1, part.headings))
        for number, page in enumerate(file.pages, 1):
            bound.pages.append(page)
            footers.append((f"{number} of {part.pages}", str(len(footers) + 1)))
    return entries, footers


def _insert_blank(bound: "Pdf", index: int, paper: Paper) -> None:
    from pikepdf import Dictionary, Name

    bound.add_blank_page(page_size=(paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM))
    blank = bound.pages[-1]
    blank.obj.Resources = Dictionary(ColorSpace=Dictionary(), Type=Name.Resources)
    if index < len(bound.pages) - 1:
        bound.pages.insert(index, blank)
        del bound.pages[-1]


def _print_numbers(
    stack: ExitStack,
    bound: "Pdf",
    footers: Sequence[tuple[str, str] | None],
    paper: Paper,
    theme: str | Theme,
    press: Press,
) -> None:
    """Lay page numbers over the pages; WeasyPrint prints them, some at a time."""
    import pikepdf

    from chargen.render import page
    from chargen.render.pdf import pdf_of_page

    numbered = [(index, footer) for index, footer in enumerate(footers) if footer is not None]
    template = page.environment().get_template("numbers.html")
    for start in range(0, len(numbered), NUMBERS_AT_ONCE):
        run = numbered[start : start + NUMBERS_AT_ONCE]
        text = template.render(
            paper=paper, numbers=[(index % 2 == 1, isolate(within), number) for index, (within, number) in run]
        )
        printed = pdf_of_page(text, paper=paper, theme=theme, press=press)
        numbers = stack.enter_context(pikepdf.open(io.BytesIO(printed.content)))
        for (index, _), number in zip(run, numbers.pages, strict=True):
            below = bound.pages[index]
            left, bottom, right, top = (float(side) for side in below.trimbox)
            finishing.overlay(bound, below, number, (left, bottom, right, top), f"/Number{index}")


def _link(bound: "Pdf", contents: int, before: int) -> None:
    """Turn the addresses of the contents, such as ``page:3``, into links to pages."""
    from pikepdf import Array, Name

    for page in list(bound.pages)[:contents]:
        for annotation in page.obj.get("/Annots", []):
            number = int(str(annotation.A.URI).removeprefix("page:"))
            del annotation.A
            annotation.Dest = Array([bound.pages[before + number - 1].obj, Name.Fit])
