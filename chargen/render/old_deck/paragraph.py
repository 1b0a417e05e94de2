"""Where the words of a paragraph go: lines broken and aligned as the printer does it, between the same edges."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from chargen.render.deck.markup import collapsed
from chargen.render.deck.typesetting import Set, Type, Typesetter

NEAR = 0.05
"""Positions that differ by no more than this are the same, in CSS pixels: an eightieth of a millimetre."""
FITS = 0.01
"""By so little a line may be too long, in CSS pixels: what the printer's own lengths are rounded by."""
ELLIPSIS = "…"
_LINE_ENDS = re.compile(r"[ \t\r]*\n[ \t\r]*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A text within a paragraph, all of one type."""

    text: int | None
    """The number of its text; None for what the style sheet puts there."""
    fixed: str
    type: Type
    color: bytes
    """The operator that sets its colour."""
    before: float = 0
    """The distance from the piece before it on the same line."""
    lower: float = 0
    """How much lower its baseline is than the line's."""
    capitals: bool = False
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Drawn:
    """Some letters on a line."""

    piece: int
    text: str
    x: float
    set: Set


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The place of a paragraph: its edges, and the baselines of its lines. In CSS pixels from the page's top left."""

    page: int
    pieces: tuple[Piece, ...]
    left: float
    width: float
    align: str
    """``left``, ``right`` or ``center``."""
    baselines: tuple[float, ...]
    wraps: bool = True
    keeps_ends: bool = False
    """Whether the ends of lines in its text are kept."""
    shows: int | None = None
    """The most lines it shows, the last of them then with an ellipsis; None for as many as there are."""

    def string(self, texts: Sequence[str]) -> tuple[str, tuple[int, ...]]:
        """All its letters, and where each piece ends among them."""
        made = ""
        ends = []
        for piece in self.pieces:
            text = piece.fixed if piece.text is None else texts[piece.text]
            if self.keeps_ends:
                text = _LINE_ENDS.sub("\n", text)
                text = "\n".join(collapsed(line) for line in text.split("\n"))
            else:
                text = collapsed(text)
            if piece.capitals:
                text = text.upper()
            if not made or made[-1] in " \n":
                text = text.lstrip(" ")
            made += text
            ends.append(len(made))
        kept = len(made.rstrip(" \n"))
        return made[:kept], tuple(min(end, kept) for end in ends)

    def lines(self, texts: Sequence[str], typesetter: Typesetter) -> list[list[Drawn]] | None:
        """Its letters line by line; None where they cannot be set: a letter is lacking, or a word is too long."""
        string, ends = self.string(texts)
        if not string:
            return []
        spans = self._broken(string, ends, typesetter)
        if spans is None:
            return None
        made = []
        for start, stop, mark in spans:
            line = self._aligned(self._drawn(string, ends, start, stop, typesetter, mark))
            if line is None:
                return None
            made.append(line)
        return made

    def _broken(self, string: str, ends: Sequence[int], typesetter: Typesetter) -> list[tuple[int, int, str]] | None:
        """The spans of its lines, and what is added to each."""
        start = 0
        made: list[tuple[int, int, str]] = []
        chances = _breaks(string) if self.wraps else ()
        while start < len(string):
            end = string.find("\n", start) if self.keeps_ends else -1
            whole = len(string) if end < 0 else end
            is_last = self.shows is not None and len(made) == self.shows - 1
            extent = self._extent(string, ends, start, whole, typesetter)
            if extent is None:
                return None
            if extent <= self.width + FITS and not (is_last and end >= 0):
                made.append((start, whole, ""))
                start = whole + 1 if end >= 0 else whole
                continue
            if not self.wraps:
                return None
            mark = ELLIPSIS if is_last else ""
            best = -1
            for chance in chances:
                if chance <= start:
                    continue
                stop = len(string[:chance].rstrip(" \n"))
                extent = self._extent(string, ends, start, stop, typesetter, mark)
                if extent is None or chance > whole + 1:
                    break
                if extent > self.width + FITS:
                    break
                best = chance
            if best < 0:
                return None
            made.append((start, len(string[:best].rstrip(" \n")), mark))
            start = best
            while start < len(string) and string[start] == " ":
                start += 1
            if is_last:
                break
        return made

    def _extent(
        self, string: str, ends: Sequence[int], start: int, stop: int, typesetter: Typesetter, mark: str = ""
    ) -> float | None:
        drawn = self._drawn(string, ends, start, stop, typesetter, mark)
        return None if drawn is None else drawn[-1].x + drawn[-1].set.width if drawn else 0

    def _drawn(
        self, string: str, ends: Sequence[int], start: int, stop: int, typesetter: Typesetter, mark: str = ""
    ) -> list[Drawn] | None:
        """The letters of one line, from its left end on."""
        made: list[Drawn] = []
        x = 0.0
        begin = 0
        for number, end in enumerate(ends):
            low, high = max(begin, start), min(end, stop)
            begin = end
            if low >= high:
                continue
            piece = self.pieces[number]
            text = string[low:high] + (mark if high == stop else "")
            set_ = typesetter.set(text, piece.type)
            if set_ is None:
                return None
            if made:
                x += piece.before
            made.append(Drawn(number, text, x, set_))
            x += set_.width
        return made

    def _aligned(self, drawn: list[Drawn] | None) -> list[Drawn] | None:
        if drawn is None:
            return None
        if not drawn:
            return []
        extent = drawn[-1].x + drawn[-1].set.width
        shift = self.left
        if self.align == "right":
            shift += self.width - extent
        elif self.align == "center":
            shift += (self.width - extent) / 2
        return [Drawn(each.piece, each.text, each.x + shift, each.set) for each in drawn]


@lru_cache(maxsize=20_000)
def _breaks(string: str) -> tuple[int, ...]:
    """Where a line may end: before which letters, by the rules of Unicode as the printer's own library has them."""
    from weasyprint.text.line_break import get_log_attrs

    found = get_log_attrs(string, "en")
    return tuple(index for index in range(1, len(string) + 1) if found[index].is_line_break)
