"""The margins of each page: the name in the header, and in the footer where the sheet came from."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from chargen.page.sheet import Sheet
from chargen.render.fonts import BOLD, count_lines, text_width
from chargen.render.paper import MM_PER_PT, Paper
from chargen.render.theme import PLAIN, Theme

HEAD_TEXT, FOOT_TEXT = 0.9, 0.75  # The sizes of header and footer, in parts of the sheet's
HEAD_LINE, FOOT_LINE = 1.3, 1.25  # The heights of their lines, in parts of their sizes
FOOT_LINES = 2
UNPRINTED_MM = 5  # The border of the paper on which a printer at home prints nothing
ELSEWHERE = " · see Where this sheet came from"
"""The title of a section at the end of the sheet, or on its first page."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The space above and below the text of a page: a header of one line, and a footer of two."""

    paper: Paper
    theme: Theme = PLAIN
    share: float = 0.85  # The part of the page's width for header and footer; the rest is for the page number
    apart: float = 2.5  # The distance from the text of the page to header and footer, in millimetres

    @property
    def top(self) -> float:
        """Return the margin above all pages but the first, which has no header."""
        head = HEAD_LINE * self.head_pt * MM_PER_PT
        return max(self.paper.margin_mm + 4, round(UNPRINTED_MM + head + self.apart, 1))

    @property
    def bottom(self) -> float:
        """Return the margin below each page."""
        foot = FOOT_LINES * FOOT_LINE * self.foot_pt * MM_PER_PT
        return max(self.paper.margin_mm + 3, round(UNPRINTED_MM + foot + self.apart, 1))

    @property
    def head_pt(self) -> float:
        """Return the size of the header's text."""
        return self.theme.at_least(HEAD_TEXT) * self.theme.text_pt

    @property
    def foot_pt(self) -> float:
        """Return the size of the footer's text."""
        return self.theme.at_least(FOOT_TEXT) * self.theme.text_pt

    def fits_head(self, text: str) -> bool:
        """Return whether a text fits in the header."""
        return text_width(text, BOLD) * self.head_pt * MM_PER_PT <= self.paper.text_mm * self.share

    def fits_foot(self, text: str) -> bool:
        """Return whether a text fits in the footer."""
        return count_lines([(text, 1)], self.paper.text_mm * self.share / (self.foot_pt * MM_PER_PT)) <= FOOT_LINES


def head(sheet: Sheet, edges: Edges) -> str:
    """Return the name for the header, cut where it is too long for a line."""
    name = " ".join(sheet.name.split())
    return name if edges.fits_head(name) else _cut(name, "…", edges.fits_head)


def _cut(text: str, ending: str, fits: Callable[[str], bool]) -> str:
    """Return as much of a text as fits together with an ending."""
    if fits(text + ending):
        return text + ending
    # The first length that does not fit, by bisection: a name may have thousands of letters.
    length = bisect_left(range(len(text)), True, key=lambda length: not fits(text[:length] + ending))
    return text[: max(length - 1, 0)].rstrip() + ending


def foot(sheet: Sheet, edges: Edges) -> str:
    """Return the game, and where the sheet came from; where that is too long, a reference to what says it in full."""
    lines = _lines(sheet)
    text = " · ".join(lines)
    return text if edges.fits_foot(text) else _cut(lines[0], ELSEWHERE, edges.fits_foot)


def colophon(sheet: Sheet, edges: Edges) -> tuple[str, ...]:
    """Return where the sheet came from, for the end of the sheet; empty where that fits in the footer."""
    lines = _lines(sheet)
    return () if edges.fits_foot(" · ".join(lines)) else lines


def _lines(sheet: Sheet) -> tuple[str, ...]:
    if sheet.foot and sheet.foot[0].startswith(sheet.system_title):
        return sheet.foot
    return (sheet.system_title, *sheet.foot)
