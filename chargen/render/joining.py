"""Parts of a deck as one file: pages, bookmarks, labels, and what is read aloud, in their order."""

import io
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, BinaryIO

from chargen.render.archive import DATE_OF_SOURCES
from chargen.render.boxes import POINTS_PER_MM, tell_readers
from chargen.render.imposition import leaf_edge
from chargen.render.paper import Paper
from chargen.render.press import ACCESSIBLE, ARCHIVE, TAGGED_ARCHIVE, Press
from chargen.render.sharing import share

if TYPE_CHECKING:
    from pikepdf import Pdf

IN_A_GROUP = 100
"""With more bookmarks than this, so many stand below one."""


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
    """Write the parts as one file: the same bytes for the same parts.

    ``bookmarks``: names, each with its page from 0. ``page``: what every page is trimmed to, where there is a bleed.
    ``sides``: 2 where every second page is a back.
    """
    import pikepdf

    some = iter(parts)
    with ExitStack() as stack:
        made = stack.enter_context(pikepdf.open(io.BytesIO(next(some))))
        for part in some:
            _append(made, stack.enter_context(pikepdf.open(io.BytesIO(part))))
        if not press.standard:
            share(made)
        _bookmark(made, bookmarks)
        made.Root.PageLabels = _labels(len(made.pages), sides)
        _describe(made, title, press)
        tell_readers(made, leaf_edge(page) if sides == 2 else press.duplex)
        if press.bleed_mm:
            _from_the_trim(made, press.bleed_mm)
        if press.tagged:
            _next_key(made.Root.StructTreeRoot)
        if press.bleed_mm or press.standard:
            from chargen.render.pdf import finish

            finish(made, page, press)
        made.save(file, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def _append(made: "Pdf", part: "Pdf") -> None:
    """Put the pages of a part behind those that are there, with their structure."""
    start = len(made.pages)
    made.pages.extend(part.pages)
    if "/StructTreeRoot" not in made.Root:
        return
    root, further = made.Root.StructTreeRoot, made.copy_foreign(part.Root.StructTreeRoot)
    moved = _next_key(root)
    for page in list(made.pages)[start:]:
        if "/StructParents" in page.obj:
            page.obj.StructParents = int(page.obj.StructParents) + moved
    numbers = _numbers(further.ParentTree)
    root.ParentTree.Nums.extend([entry + moved if index % 2 == 0 else entry for index, entry in enumerate(numbers)])
    root.ParentTreeNextKey = moved + max(numbers[::2], default=-1) + 1
    document = _only(root.K)
    for child in _children(_only(further.K)):
        child.P = document
        document.K.append(child)


def _children(element: Any) -> list[Any]:
    import pikepdf

    return list(element.K) if isinstance(element.K, pikepdf.Array) else [element.K]


def _only(kids: Any) -> Any:
    """The one element at the root, which is the document."""
    import pikepdf

    return kids[0] if isinstance(kids, pikepdf.Array) else kids


def _numbers(tree: Any) -> list[Any]:
    """The keys and values of a number tree, in order."""
    if "/Nums" in tree:
        return [int(entry) if index % 2 == 0 else entry for index, entry in enumerate(tree.Nums)]
    return [entry for kid in tree.Kids for entry in _numbers(kid)]


def _next_key(root: Any) -> int:
    """The first key of the tree of parents that is free; the tree is made flat."""
    import pikepdf

    numbers = _numbers(root.ParentTree)
    root.ParentTree = pikepdf.Dictionary(Nums=pikepdf.Array(numbers))
    return max(numbers[::2], default=-1) + 1


def _describe(made: "Pdf", title: str, press: Press) -> None:
    """Name the file and its standard, in the few words that all readers and judges know."""
    from pikepdf import Dictionary, Name

    made.docinfo["/Title"] = title
    made.docinfo["/Producer"] = "chargen"
    if not press.standard and "/Metadata" in made.Root:
        del made.Root.Metadata
    if press.standard not in _IDENTIFIERS:
        return
    moment = press.moment or DATE_OF_SOURCES
    for key in ("/CreationDate", "/ModDate"):
        made.docinfo[key] = f"D:{moment:%Y%m%d%H%M%S}Z"
    tool = made.docinfo["/Creator"] = str(made.docinfo.get("/Creator", "chargen"))
    words = {"title": escape(title), "tool": escape(tool), "moment": f"{moment:%Y-%m-%dT%H:%M:%SZ}"}
    text = _METADATA.format(identifier=_IDENTIFIERS[press.standard], **words)
    made.Root.Metadata = made.make_stream(text.encode(), Type=Name.Metadata, Subtype=Name.XML)
    for descriptor in made.objects:
        if isinstance(descriptor, Dictionary) and "/CIDSet" in descriptor:
            del descriptor["/CIDSet"]  # no reader looks at it, and a judge would have to


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


def _from_the_trim(made: "Pdf", bleed_mm: float) -> None:
    """Let coordinates begin at the corner of the trimmed page, as they do on sheets."""
    away = bleed_mm * POINTS_PER_MM
    for page in made.pages:
        if page.mediabox[0]:
            continue  # a sheet's coordinates begin there already
        page.contents_add(b"q 1 0 0 1 %.4f %.4f cm" % (-away, -away), prepend=True)
        page.contents_add(b"Q")


def _bookmark(file: "Pdf", bookmarks: Sequence[tuple[str, int]]) -> None:
    """A bookmark for each name; many of them stand in closed groups.

    They are put together here: to look the page up for each takes pikepdf longer than all the rest of a large deck.
    """
    from pikepdf import Array, Dictionary, Name, String

    pages = [page.obj for page in file.pages]

    def item(name: str, page: int) -> Any:
        return file.make_indirect(Dictionary(Title=String(name), Dest=Array([pages[page], Name.Fit])))

    items = [item(name, page) for name, page in bookmarks]
    if len(items) > IN_A_GROUP:
        groups = []
        for first in range(0, len(items), IN_A_GROUP):
            some, (name, page) = items[first : first + IN_A_GROUP], bookmarks[first]
            groups.append(item(f"{first + 1} to {first + len(some)}: {name}", page))
            _put_below(groups[-1], some)
            groups[-1].Count = -len(some)
        items = groups
    file.Root.Outlines = file.make_indirect(Dictionary(Type=Name.Outlines))
    if items:
        _put_below(file.Root.Outlines, items)
        file.Root.Outlines.Count = len(items)


def _put_below(parent: Any, items: Sequence[Any]) -> None:
    """Make bookmarks the children of another one, in their order."""
    parent.First, parent.Last = items[0], items[-1]
    for before, after in pairwise(items):
        before.Next, after.Prev = after, before
    for child in items:
        child.Parent = parent


def _labels(pages: int, sides: int) -> Any:
    """Pages are numbered from 1; a back has the number of its front."""
    from pikepdf import Array, Dictionary, Name, String

    if sides == 1:
        return Dictionary(Nums=Array([0, Dictionary(S=Name.D)]))
    found: list[Any] = []
    for page in range(0, pages, 2):
        number = page // 2 + 1
        found += [page, Dictionary(S=Name.D, St=number)]
        found += [page + 1, Dictionary(S=Name.D, St=number, P=String("back of "))]
    return Dictionary(Nums=Array(found))
