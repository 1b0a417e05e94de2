"""The margins of each page: the name in the header, and in the footer where the sheet came from."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from chargen.page.sheet import Sheet
from chargen.render.fonts import BOLD, count_lines, text_width
from chargen.render.paper import MM_PER_PT, Paper
from chargen.render.theme import Theme

HEAD_TEXT, FOOT_TEXT = 0.9, 0.75  # The sizes of header and footer, in parts of the sheet's
HEAD_LINE, FOOT_LINE = 1.3, 1.25  # The heights of their lines, in parts of their sizes
FOOT_LINES = 2
SHARE = 0.85  # The part of the page's width for header and footer; the rest is for the page number
APART_MM = 2.5  # The distance from the text of the page to header and footer
UNPRINTED_MM = 5  # The border of the paper on which a printer at home prints nothing
ELSEWHERE = " · see Where this sheet came from"
"""The title of a section at the end of the sheet, or on its first page."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The space above and below the text of a page, in millimetres: a header of one line, and a footer of two."""

    top: float  # Above all pages but the first, which has no header
    bottom: float
    head_pt: float
    foot_pt: float
    head: str = ""  # The name, cut where it is too long for a line
    foot: str = ""  # The game, and where the sheet came from; if that is too long, a reference to the `colophon`
    colophon: tuple[str, ...] = ()  # Where the sheet came from, for the end of the sheet; empty if the footer has it
    share: float = SHARE
    apart: float = APART_MM


def make_margins(paper: Paper, theme: Theme, sheet: Sheet | None = None) -> Margins:
    """Return the margins of a paper; without a ``sheet``, they have no texts."""
    head_pt, foot_pt = (theme.at_least(size) * theme.text_pt for size in (HEAD_TEXT, FOOT_TEXT))
    head_mm = HEAD_LINE * head_pt * MM_PER_PT
    foot_mm = FOOT_LINES * FOOT_LINE * foot_pt * MM_PER_PT
    top = max(paper.margin_mm + 4, round(UNPRINTED_MM + head_mm + APART_MM, 1))
    bottom = max(paper.margin_mm + 3, round(UNPRINTED_MM + foot_mm + APART_MM, 1))
    if sheet is None:
        return Margins(top, bottom, head_pt, foot_pt)

    def fits_head(text: str) -> bool:
        return text_width(text, BOLD) * head_pt * MM_PER_PT <= paper.text_mm * SHARE

    def fits_foot(text: str) -> bool:
        return count_lines([(text, 1)], paper.text_mm * SHARE / (foot_pt * MM_PER_PT)) <= FOOT_LINES

    name, lines = " ".join(sheet.name.split()), sheet.foot
    if not (lines and lines[0].startswith(sheet.system_title)):
        lines = (sheet.system_title, *lines)
    all_lines = " · ".join(lines)
    return Margins(
        top,
        bottom,
        head_pt,
        foot_pt,
        head=name if fits_head(name) else _cut(name, "…", fits_head),
        foot=all_lines if fits_foot(all_lines) else _cut(lines[0], ELSEWHERE, fits_foot),
        colophon=() if fits_foot(all_lines) else lines,
    )


def _cut(text: str, ending: str, fits: Callable[[str], bool]) -> str:
    """Return as much of a text as fits together with an ending."""
    # The first length that does not fit, by bisection: a name may have thousands of letters.
    length = bisect_left(range(len(text) + 1), True, key=lambda length: not fits(text[:length] + ending))
    return text[: max(length - 1, 0)].rstrip() + ending
