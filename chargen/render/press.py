"""What is asked of a PDF beyond its paper and its look: boxes and marks, standards, both sides, booklets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

PAGES = ("sheet", "play", "all")
"""Which pages of a sheet are printed: what is the character's own, what is used in play, or the leaf's odds as well."""
USUAL_PAGES = PAGES[0]
MARKS = ("crop", "cross")
EDGES = ("long-edge", "short-edge")
ARCHIVE, TAGGED_ARCHIVE, ACCESSIBLE, PRESS = "pdf/a-3b", "pdf/a-3a", "pdf/ua-1", "pdf/x-4"
STANDARDS: Mapping[str, str] = MappingProxyType(
    {
        ARCHIVE: "to be kept for decades, with the concept inside",
        TAGGED_ARCHIVE: "the same, tagged as well",
        ACCESSIBLE: "read aloud in order, with words for pictures",
        PRESS: "for a print shop: CMYK, with the shop's own profile",
    }
)
"""Standard to what it is for. One file follows one of them: none of these can be combined."""
LARGEST_BLEED_MM = 25


def preferences(edge: str = "") -> Mapping[str, str]:
    """What every file asks of those who show and print it, as PDF writes it.

    Boxes and rulers are as large as they are meant to be, on paper of that size; it is turned over the ``edge`` where
    there is one of `EDGES`; and the window has the title.

    >>> preferences("long-edge")["Duplex"]
    '/DuplexFlipLongEdge'
    """
    asked = {"DisplayDocTitle": "true", "PickTrayByPDFSize": "true", "PrintScaling": "/None"}
    return {**asked, "Duplex": f"/DuplexFlip{edge.title().replace('-', '')}"} if edge else asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What is asked of a PDF beyond its paper and its look."""

    bleed_mm: float = 0
    marks: tuple[str, ...] = ()
    """Of `MARKS`: crop marks at the corners, register crosses at the sides; both outside the bleed."""
    standard: str = ""
    """One of `STANDARDS`, or none."""
    cmyk: bool = False
    """Whether colours are mixed from the four process inks; of itself with PDF/X."""
    profile: bytes = b""
    """The print shop's ICC profile, which PDF/X embeds."""
    duplex: str = ""
    """One of `EDGES`, over which the printer turns a sheet of paper: its back is then the right way up."""
    booklet: bool = False
    """Whether two pages stand on each side of a sheet of paper, to be folded in the middle."""
    moment: datetime | None = None
    """The date that is written into the file; None writes none where the standard allows that."""
    fillable: bool = False
    """Whether boxes, write-in lines and values in play are fields to fill in on a screen."""
    pages: str = USUAL_PAGES
    """Which pages of a sheet are printed, one of `PAGES`."""
    counted: bool = True
    """Whether the foot of a page says which of how many it is."""

    @property
    def tagged(self) -> bool:
        """Whether the file says what is a heading, a table and a picture."""
        return self.standard in (TAGGED_ARCHIVE, ACCESSIBLE)

    @property
    def play(self) -> bool:
        """Whether only as many pages of a sheet are printed as its game lays it out for: what a player has in hand."""
        return self.pages == "play"

    @property
    def archival(self) -> bool:
        """Whether the concept is embedded."""
        return self.standard in (ARCHIVE, TAGGED_ARCHIVE)

    @property
    def four_inks(self) -> bool:
        """Whether colours are CMYK."""
        return self.cmyk or self.standard == PRESS

    def clashes(self) -> Iterator[str]:
        """Why these wishes cannot be met together; nothing where they can."""
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
        if self.booklet and self.standard:
            yield f"a booklet cannot follow {self.standard.upper()}: imposition takes its tags and attachments apart"
        if self.fillable and self.standard:
            yield f"a form cannot follow {self.standard.upper()}: what is still to be filled in is not final"
        if self.fillable and (self.booklet or self.bleed_mm or self.marks or self.duplex or self.cmyk):
            yield "a form is filled in on a screen, and has no bleed, marks, CMYK, duplex or booklet"
        if self.play and (self.fillable or self.booklet):
            yield "a form and a booklet have all pages of a sheet; leave --pages play out"
        if self.booklet and (self.bleed_mm or self.marks):
            yield "a booklet is folded at home, without bleed and marks; a print shop imposes the pages itself"
