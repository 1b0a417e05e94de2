"""What stands in the margins of each page: the name at the head, and at the foot where the sheet came from."""

from dataclasses import dataclass

from chargen.core.sheet import Sheet
from chargen.render.paper import MM_PER_PT, Paper
from chargen.render.theme import PLAIN, Theme

HEAD_LETTERS = 60
FOOT_LETTER, HEAD_LETTER = 0.52, 0.6
"""How wide a letter is at most, on average, in parts of its size."""
HEAD_TEXT, FOOT_TEXT = 0.9, 0.75
"""The sizes of head and foot, in parts of the sheet's."""
HEAD_LINE, FOOT_LINE = 1.3, 1.25
"""The heights of their lines, in parts of their sizes."""
FOOT_LINES = 2
UNPRINTED_MM = 5
"""So far from the paper's edge a printer at home prints nothing."""
AT_THE_END = " · what else it rests on: at the end"


@dataclass(frozen=True, slots=True)
class Edges:
    """What is above and below the text of a page, which has room for the head and for two lines of the foot."""

    paper: Paper
    theme: Theme = PLAIN
    share: float = 0.85
    """The part of the page's width that head and foot have; the rest is the number's."""
    apart: float = 2.5
    """From the text of the page to its head and foot, in millimetres."""

    @property
    def top(self) -> float:
        """The margin above further pages; the first one has no head."""
        head = HEAD_LINE * self.head_pt * MM_PER_PT
        return max(self.paper.margin_mm + 4, round(UNPRINTED_MM + head + self.apart, 1))

    @property
    def bottom(self) -> float:
        """The margin below each page."""
        foot = FOOT_LINES * FOOT_LINE * self.foot_pt * MM_PER_PT
        return max(self.paper.margin_mm + 3, round(UNPRINTED_MM + foot + self.apart, 1))

    @property
    def head_letters(self) -> int:
        """How many letters of a name have room."""
        return min(HEAD_LETTERS, int(self._width / (HEAD_LETTER * self.head_pt * MM_PER_PT)))

    @property
    def foot_letters(self) -> int:
        """How many letters have room at the foot."""
        return int(FOOT_LINES * self._width / (FOOT_LETTER * self.foot_pt * MM_PER_PT))

    @property
    def head_pt(self) -> float:
        """The size of the head's text."""
        return HEAD_TEXT * self.theme.text_pt

    @property
    def foot_pt(self) -> float:
        """The size of the foot's text."""
        return FOOT_TEXT * self.theme.text_pt

    @property
    def _width(self) -> float:
        return self.paper.text_mm * self.share


def head(sheet: Sheet, edges: Edges) -> str:
    """The name at the head of further pages, cut where it is too long for a line."""
    name = " ".join(sheet.name.split())
    most = edges.head_letters
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def foot(sheet: Sheet, edges: Edges) -> str:
    """The game, and where the sheet came from; if that is too long, where to find it."""
    lines = _lines(sheet)
    whole = " · ".join(lines)
    most = edges.foot_letters
    return whole if len(whole) <= most else lines[0][: most - len(AT_THE_END)] + AT_THE_END


def colophon(sheet: Sheet, edges: Edges) -> tuple[str, ...]:
    """Where the sheet came from, if that is too long for the foot and stands at the end."""
    lines = _lines(sheet)
    return lines if len(" · ".join(lines)) > edges.foot_letters else ()


def _lines(sheet: Sheet) -> tuple[str, ...]:
    if sheet.foot and sheet.foot[0].startswith(sheet.system_title):
        return sheet.foot
    return (sheet.system_title, *sheet.foot)
