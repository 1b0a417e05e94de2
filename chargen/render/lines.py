"""Text in lines: measured in a typeface, and broken and cut before a printer sees it.

A card has so many lines for a text and no more. Where we break them ourselves, nothing that a text does can push what
stands below it, and cards with other words keep the same shape.
"""

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from chargen.render.fonts import FACES, OTHER_SCRIPTS, Face, loaded

if TYPE_CHECKING:
    import uharfbuzz

REGULAR, BOLD, ITALIC, SERIF = FACES
ELLIPSIS = "…"
EMPTY = "\u200b"
"""What stands in a line with nothing on it: it is seen by nobody, and keeps the line's place."""
WIDEST = 1.0
"""How wide a letter is that no face of ours has, in parts of the text's size."""
TOLERANCE = 1e-6
_BLANKS = re.compile(r"[ \t-\r\x1c-\x1f\x85\u2028\u2029]+")
UNSEEN = frozenset({"Cc", "Cf", "Mn", "Me"})


class Advances(dict[str, float]):
    """How far each letter of a face goes, in parts of its size; looked up when first asked."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self._face = face

    def __missing__(self, letter: str) -> float:
        found = self[letter] = _advance(self._face, letter)
        return found


@cache
def advances(face: Face) -> Advances:
    """The advances of a face."""
    return Advances(face)


def width(text: str, face: Face) -> float:
    """How wide a text is on one line, in parts of its size; kerning, which draws letters together, is left out."""
    table = advances(face)
    return sum([table[letter] for letter in text])


def spaced(text: str) -> str:
    """A text with one blank between words; blanks that keep words together stay as they are."""
    return _BLANKS.sub(" ", text).strip(" ")


def clipped(text: str, face: Face, room: float) -> str:
    """The text, or as much of it as fits into the room with an ellipsis.

    >>> clipped("Harbour  guard", REGULAR, 20), clipped("Harbour guard", REGULAR, 4.6)
    ('Harbour guard', 'Harbour…')
    """
    text = spaced(text)
    if width(text, face) <= room + TOLERANCE:
        return text
    return text[: _fitting(text, face, room - width(ELLIPSIS, face))].rstrip(" ,;:·.–-") + ELLIPSIS


def broken(text: str, face: Face, room: float, most: int) -> tuple[str, ...]:
    """The lines of a text in a column so wide, no more than so many; the last one then ends with an ellipsis.

    >>> broken("Spear, whistle, lantern, three dice", REGULAR, 7, 2)
    ('Spear, whistle,', 'lantern, three…')
    """
    rest = spaced(text)
    found: list[str] = []
    while rest and len(found) < most - 1:
        end = _line_end(rest, face, room)
        found.append(rest[:end].rstrip(" "))
        rest = rest[end:].lstrip(" ")
    if rest and most:
        found.append(clipped(rest, face, room))
    return tuple(found)


def _line_end(text: str, face: Face, room: float) -> int:
    """Where the first line of a text ends: behind a word, or within one that is too long for any line."""
    fits = _fitting(text, face, room)
    if fits == len(text) or text[fits] == " ":
        return fits
    blank = text.rfind(" ", 0, fits)
    return blank if blank > 0 else max(fits, 1)


def _fitting(text: str, face: Face, room: float) -> int:
    """How many letters fit."""
    table = advances(face)
    for index, letter in enumerate(text):
        room -= table[letter]
        if room < -TOLERANCE:
            return index
    return len(text)


def _advance(face: Face, letter: str) -> float:
    """From our own face, or from the first of the others that has the letter; signs that nobody sees take no room."""
    from chargen.render.coverage import letters

    if unicodedata.category(letter) in UNSEEN:
        return 0.0
    for each in (face, *OTHER_SCRIPTS):
        if letter in letters(each):
            font, units = _font(each)
            return float(font.get_glyph_h_advance(font.get_nominal_glyph(ord(letter)))) / units
    return WIDEST


@cache
def _font(face: Face) -> "tuple[uharfbuzz.Font, int]":
    import uharfbuzz

    found = loaded(face)
    return uharfbuzz.Font(found), found.upem
