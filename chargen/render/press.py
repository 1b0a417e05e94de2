"""Options of a PDF beyond its paper and its theme: boxes and marks, standards, both sides."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

PAGES = ("sheet", "play", "all")
"""Which pages of a sheet are printed: the character's own, as many of them as the game plans for a sheet, or also those
of the reference page."""
USUAL_PAGES = PAGES[0]
MARKS = ("crop", "cross")
EDGES = ("long-edge", "short-edge")
ARCHIVE, TAGGED_ARCHIVE, ACCESSIBLE, PRESS = "pdf/a-3b", "pdf/a-3a", "pdf/ua-1", "pdf/x-4"
STANDARDS: Mapping[str, str] = {
    ARCHIVE: "to be kept for decades",
    TAGGED_ARCHIVE: "the same, tagged as well",
    ACCESSIBLE: "read aloud in order, with words for pictures",
    PRESS: "for a print shop: CMYK, with the shop's own profile",
}
"""Standard to what it is for. One file follows one of them: none of these can be combined."""
LARGEST_BLEED_MM = 25
DEFAULT_DPI, LARGEST_DPI = 150, 1200  # The resolution of PNG files


def preferences(edge: str = "") -> Mapping[str, str]:
    """Return the viewer preferences of every file, in the syntax of PDF.

    The file prints at its actual size, on paper of that size, turned over the ``edge`` (one of `EDGES`, or none). The
    viewer's window shows the title.

    >>> preferences("long-edge")["Duplex"]
    '/DuplexFlipLongEdge'
    """
    wanted = {"DisplayDocTitle": "true", "PickTrayByPDFSize": "true", "PrintScaling": "/None"}
    return {**wanted, "Duplex": f"/DuplexFlip{edge.title().replace('-', '')}"} if edge else wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Options of a PDF beyond its paper and its theme."""

    bleed_mm: float = 0
    marks: tuple[str, ...] = ()
    """Of `MARKS`: crop marks at the corners, register crosses at the sides; both outside the bleed."""
    standard: str = ""
    """One of `STANDARDS`, or none."""
    cmyk: bool = False
    """Whether colours are mixed from the four process inks; PDF/X implies it."""
    profile: bytes = b""
    """The print shop's ICC profile, which PDF/X embeds."""
    duplex: str = ""
    """The edge over which the printer turns paper, one of `EDGES`: the backs are then upright."""
    moment: datetime | None = None
    """The date written into the file; None writes none where the standard allows that."""
    fillable: bool = False
    """Whether boxes, write-in lines and values in play are fields, to be filled in on a screen."""
    pages: str = USUAL_PAGES
    """Which pages of a sheet are printed, one of `PAGES`."""
    counted: bool = True
    """Whether the footer has the number of the page and of all pages."""

    @property
    def play(self) -> bool:
        """Return whether only as many pages are printed as the game plans for a sheet: those used in play."""
        return self.pages == "play"

    @property
    def tagged(self) -> bool:
        """Return whether the file is tagged: headings, tables and pictures are marked as such."""
        return self.standard in (TAGGED_ARCHIVE, ACCESSIBLE)

    @property
    def four_inks(self) -> bool:
        """Return whether colours are CMYK."""
        return self.cmyk or self.standard == PRESS

    def clashes(self) -> Iterator[str]:
        """Yield why these options cannot be combined; nothing where they can."""
        if self.bleed_mm > LARGEST_BLEED_MM:
            yield f"a bleed of {self.bleed_mm:g} mm is too large: 3 mm is usual, {LARGEST_BLEED_MM} mm the most"
        if self.standard == PRESS and not self.profile:
            yield (
                "PDF/X-4 embeds the ICC profile of the press: ask the print shop for it (a .icc file) and name it "
                "with --profile"
            )
        if self.profile and self.standard != PRESS:
            yield "an ICC profile belongs to --standard pdf/x-4"
        if self.cmyk and self.standard not in ("", PRESS):
            yield f"{self.standard.upper()} files are in sRGB, and cannot have CMYK colours"
        if self.fillable and self.standard:
            yield f"a fillable PDF cannot follow {self.standard.upper()}: what is still to be filled in is not final"
        if self.fillable and (self.bleed_mm or self.marks or self.duplex or self.cmyk):
            yield "a PDF with fields is filled in on a screen, and has no bleed, marks, CMYK or duplex"
        if self.play and self.fillable:
            yield "a fillable PDF has all pages of a sheet; leave --pages play out"


USUAL_PRESS = Press()


def profile_error(content: bytes) -> str:
    """Return why these bytes are no ICC profile of a press; empty if they are one.

    >>> profile_error(b"a letter to the print shop")
    'it is not an ICC profile'
    """
    if content[36:40] != b"acsp":
        return "it is not an ICC profile"
    if content[16:20] != b"CMYK":
        return f"it is a profile for {content[16:20].decode('ascii', 'replace').strip()}, and a press prints CMYK"
    from PIL import ImageCms

    try:
        ImageCms.ImageCmsProfile(io.BytesIO(content))
    except (OSError, ImageCms.PyCMSError):
        return "it is a damaged ICC profile"
    return ""
