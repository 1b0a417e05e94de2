"""A typeface in a PDF file: no more than the glyphs in use, under the numbers they have in the whole face."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chargen.render import fonts
from chargen.render.deck.typesetting import loaded

if TYPE_CHECKING:
    from pikepdf import Object, Pdf

SYMBOLIC = 4
ITALIC = 64
SERIF = 2
_TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{mappings}endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
MAPPINGS_AT_ONCE = 100
"""The most mappings that a section of such a table may hold."""


def embedded(file: "Pdf", number: int, glyphs: Mapping[int, str]) -> "Object":
    """The face of that number with those glyphs, each with the letters it stands for."""
    from pikepdf import Array, Dictionary, Name

    face = fonts.FACES[number]
    ready = loaded(number)
    name = Name(f"/{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number]}CHARG+{face.path.stem}")
    extents = ready.font.get_font_extents("ltr")
    thousandth = 1000 / ready.units
    program = file.make_stream(_subset(number, glyphs))
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=SYMBOLIC + (ITALIC if face.style == "italic" else 0) + (SERIF if face.family == fonts.SERIF else 0),
        FontBBox=Array([-500, round(extents.descender * thousandth), 1500, round(extents.ascender * thousandth)]),
        ItalicAngle=-12 if face.style == "italic" else 0,
        Ascent=round(extents.ascender * thousandth),
        Descent=round(extents.descender * thousandth),
        CapHeight=round(extents.ascender * thousandth),
        StemV=80,
        FontFile2=program,
    )
    inner = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        CIDToGIDMap=Name.Identity,
        FontDescriptor=file.make_indirect(descriptor),
        W=Array(_widths(number, glyphs)),
    )
    outer = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([file.make_indirect(inner)]),
        ToUnicode=file.make_stream(_letters(glyphs).encode()),
    )
    return file.make_indirect(outer)


def _subset(number: int, glyphs: Mapping[int, str]) -> bytes:
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = uharfbuzz.SubsetFlags.RETAIN_GIDS | uharfbuzz.SubsetFlags.NO_HINTING
    made = uharfbuzz.subset(loaded(number).face, wanted)
    return bytes(made.blob.data)


def _widths(number: int, glyphs: Mapping[int, str]) -> list[Any]:
    from pikepdf import Array

    found: list[Any] = []
    for glyph in sorted(glyphs):
        found += [glyph, Array([loaded(number).width(glyph)])]
    return found


def _letters(glyphs: Mapping[int, str]) -> str:
    """The table that says which letters a glyph stands for, so that texts can be searched and copied."""
    known = [
        f"<{glyph:04x}> <{letters.encode('utf-16-be').hex()}>\n" for glyph, letters in sorted(glyphs.items()) if letters
    ]
    sections = (known[start : start + MAPPINGS_AT_ONCE] for start in range(0, len(known), MAPPINGS_AT_ONCE))
    mappings = "".join(f"{len(some)} beginbfchar\n{''.join(some)}endbfchar\n" for some in sections)
    return _TO_UNICODE.format(mappings=mappings)
