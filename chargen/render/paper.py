"""Sizes of paper."""

import re
from dataclasses import dataclass, field, replace

from chargen.text.names import fold, listing

SMALLEST_MM = (128, 180)
"""The smallest paper for a sheet: on a smaller one, the columns of its tables run into each other."""
LARGEST_MM = 1200
PUNCHED_MM = 18  # The margin at the punched side of a page: holes are 12 mm from the edge, and 6 mm wide
MM_PER_INCH = 25.4
MM_PER_PT = MM_PER_INCH / 72


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, as it is turned to the reader."""

    name: str
    width_mm: float
    height_mm: float
    punched: bool = field(default=False, repr=False)
    """Whether there is room for the holes of a binder on the left."""
    mirrored: bool = field(default=False, repr=False)
    """Whether it is printed on both sides: on the back, the holes are on the right."""

    @property
    def landscape(self) -> bool:
        """Return whether it is wider than high."""
        return self.width_mm > self.height_mm

    @property
    def margin_mm(self) -> int:
        """Return the margin on each side: 12 mm, and less on small papers."""
        return max(5, min(12, round(min(self.width_mm, self.height_mm) / 16)))

    @property
    def binding_mm(self) -> int:
        """Return the margin on the side where it is bound."""
        return PUNCHED_MM if self.punched else self.margin_mm

    @property
    def text_mm(self) -> float:
        """Return the width between the margins."""
        return self.width_mm - self.margin_mm - self.binding_mm

    def turned(self) -> "Paper":
        """Return the same paper, turned by a quarter."""
        return replace(self, width_mm=self.height_mm, height_mm=self.width_mm)


A4 = Paper("A4", 210, 297)
A5 = Paper("A5", 148, 210)
LETTER = Paper("Letter", 215.9, 279.4)
LEGAL = Paper("Legal", 215.9, 355.6)
HALF_LETTER = Paper("half-Letter", 139.7, 215.9)
BOTH = Paper("both", 210, 279.4)
"""As wide as A4 and as high as Letter: it prints completely on either, at its actual size."""
PAPERS = (A4, A5, LETTER, LEGAL, HALF_LETTER, BOTH)
OTHER_NAMES = {"statement": HALF_LETTER, "a4 and letter": BOTH}

_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?(mm|cm|in|\")? ?[x×] ?(\d+(?:\.\d+)?) ?(mm|cm|in|\")", re.IGNORECASE)
_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH}


def parse_paper(name: str) -> Paper:
    """Return the paper of that name in any spelling, or of that size.

    >>> parse_paper("letter")
    Paper(name='Letter', width_mm=215.9, height_mm=279.4)
    >>> parse_paper("Half letter").name
    'half-Letter'
    >>> parse_paper("5.5x8.5in")
    Paper(name='5.5x8.5in', width_mm=139.7, height_mm=215.9)
    >>> parse_paper("napkin")
    Traceback (most recent call last):
    ValueError: no paper is called 'napkin'; choose A4, A5, Letter, Legal, half-Letter or both, or a size: 130x200mm
    """
    named = {paper.name: paper for paper in PAPERS} | OTHER_NAMES
    known = {fold(known).replace(" ", ""): paper for known, paper in named.items()}
    if (found := known.get(fold(name).replace(" ", ""))) is not None:
        return found
    if (size := _SIZE.fullmatch(name.strip())) is not None:
        width, unit, height, last_unit = size.groups()
        width_mm = round(float(width) * _UNITS[(unit or last_unit).lower()], 4)
        height_mm = round(float(height) * _UNITS[last_unit.lower()], 4)
        short, long = sorted((width_mm, height_mm))
        if short < SMALLEST_MM[0] or long < SMALLEST_MM[1]:
            least = f"{SMALLEST_MM[0]} by {SMALLEST_MM[1]} mm"
            raise ValueError(f"{name.strip()} is too small for a sheet; the smallest is {least}")
        if long > LARGEST_MM:
            raise ValueError(f"{name.strip()} is too large; the longest side is {LARGEST_MM} mm")
        return Paper(name.strip(), width_mm, height_mm)
    names = listing([paper.name for paper in PAPERS], "or")
    raise ValueError(f"no paper is called {name!r}; choose {names}, or a size: 130x200mm")


def parse_length(text: str) -> float:
    """Return a length with its unit in millimetres.

    >>> parse_length("3mm"), parse_length("0.125 in")
    (3.0, 3.175)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?(mm|cm|in|\")", text.strip(), re.IGNORECASE)
    if found is None:
        raise ValueError(f"{text!r} is not a length; write 3mm or 0.125in")
    return round(float(found[1]) * _UNITS[found[2].lower()], 4)
