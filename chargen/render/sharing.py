"""Typefaces and equal drawings that the parts of a file have in common: each is embedded once."""

import hashlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chargen.render import fonts

if TYPE_CHECKING:
    from pikepdf import Pdf

_STYLES = ("Sheet-Sans", "Sheet-Sans-Semi-Bold", "Sheet-Sans-Italic", "Sheet-Serif-Semi-Bold")
"""WeasyPrint's names of the faces in a file, in the order of `fonts.FACES`."""
FACES: Mapping[str, fonts.Face] = dict(zip(_STYLES, fonts.FACES, strict=True))
_LETTERS = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]*)>")
_SECTION = re.compile(rb"\d+ beginbfchar.*endbfchar", re.DOTALL)
_OF_ITS_OWN = re.compile(rb"\s(Do|sh|scn|SCN)\s")  # Operators that draw other objects of the file
AT_ONCE = 100  # The number of letters that a section of such a table may hold


def share(file: "Pdf") -> None:
    """Embed each typeface, and each of several equal drawings, once in a file of WeasyPrint's; leave others alone.

    WeasyPrint keeps the numbers of glyphs in its subsets: so one subset with the glyphs of all parts serves them all.
    """
    import pikepdf

    first = file.pages[0].obj.Resources.get("/Font")
    if first is None or not any(_style(font) in FACES for _, font in first.items()):
        return
    uses: dict[str, list[tuple[Any, str]]] = {}
    for thing in file.objects:
        if not isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            continue
        # The fonts that pages and drawings use by name.
        resources = thing.get("/Resources", thing)
        named = resources.get("/Font") if isinstance(resources, pikepdf.Dictionary) else None
        if not isinstance(named, pikepdf.Dictionary):
            continue
        for key, font in list(named.items()):
            name = _style(font)
            if name in FACES and "/ToUnicode" in font:
                uses.setdefault(name, []).append((named, key))
    for name, places in uses.items():
        parts = {named[key].objgen: named[key] for named, key in places}
        if len(parts) > 1:
            complete = _united(file, FACES[name], list(parts.values()))
            for named, key in places:
                named[key] = complete
    # Equal drawings that draw no other objects.
    once: dict[bytes, Any] = {}
    for page in file.pages:
        drawings = page.obj.Resources.get("/XObject", pikepdf.Dictionary())
        for key in sorted(drawings.keys()):  # pikepdf returns a set, whose order differs from run to run
            drawing = drawings[key]
            if drawing.get("/Subtype") != "/Form" or "/StructParents" in drawing:
                continue
            content = drawing.read_bytes()
            if not _OF_ITS_OWN.search(content):
                box = drawing.BBox.unparse() + drawing.get("/Matrix", pikepdf.Array()).unparse()
                drawings[key] = once.setdefault(hashlib.sha256(box + content).digest(), drawing)


def _style(font: Any) -> str:
    return str(font.get("/BaseFont", "")).partition("+")[2]


def _united(file: "Pdf", face: fonts.Face, some: list[Any]) -> Any:
    """Return the first of the fonts, with the glyphs of all."""
    import pikepdf

    widths: dict[int, Any] = {}
    letters: dict[bytes, bytes] = {}
    for font in some:
        numbers = list(font.DescendantFonts[0].W)
        for first, run in zip(numbers[::2], numbers[1::2], strict=True):
            widths |= {int(first) + index: width for index, width in enumerate(run)}
        letters |= dict(_LETTERS.findall(font.ToUnicode.read_bytes().partition(b"begincodespacerange")[2]))
    first = some[0]
    descendant = first.DescendantFonts[0]
    descendant.W = pikepdf.Array([part for glyph in sorted(widths) for part in (glyph, pikepdf.Array([widths[glyph]]))])
    program = fonts.subset(face, glyphs=widths)
    descendant.FontDescriptor.FontFile2 = file.make_stream(program, Length1=len(program))
    table = first.ToUnicode.read_bytes()
    pairs = [b"<%b> <%b>" % pair for pair in sorted(letters.items()) if pair[0] != b"0000"]
    sections = [
        b"%d beginbfchar\n%b\nendbfchar" % (len(run), b"\n".join(run))
        for run in (pairs[start : start + AT_ONCE] for start in range(0, len(pairs), AT_ONCE))
    ]
    first.ToUnicode = file.make_stream(_SECTION.sub(lambda _: b"\n".join(sections), table, count=1))
    return first
