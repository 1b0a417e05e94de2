"""What can be seen of the pages of a PDF file: words with their places, and what is wrong with them."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise

import pypdfium2
from pypdfium2 import raw

from chargen.render.paper import MM_PER_PT

EDGE = 0.055
"""What lies so near to the upper or lower edge, in parts of the height, is the head or the foot of a page."""
SHARED_PT, SHARED_HEIGHT = 0.6, 0.55
"""Words run over each other that share more than this of the width, and of the height of the lower one."""
UNPRINTED_MM = 4.9
"""A printer at home leaves 5 mm white; letters reach out of their lines by less than a tenth."""
HYPHEN = "\x02"
"""What PDFium makes of a hyphen at the end of a line."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place in points; the page's upper left corner is the origin."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Page:
    width: float
    height: float
    words: tuple[Word, ...]

    @property
    def body(self) -> list[Word]:
        """What is neither its head nor its foot."""
        return [word for word in self.words if EDGE * self.height < word.top and word.bottom < (1 - EDGE) * self.height]

    @property
    def filled(self) -> float:
        """How far down its text goes, in parts of the height."""
        return max((word.bottom for word in self.body), default=0) / self.height

    def overlaps(self) -> Iterator[tuple[str, str]]:
        ordered = sorted(self.words, key=lambda word: word.top)
        for number, word in enumerate(ordered):
            for other in ordered[number + 1 :]:
                if other.top >= word.bottom:
                    break
                height = min(word.bottom - word.top, other.bottom - other.top)
                shared = min(word.bottom, other.bottom) - max(word.top, other.top)
                if (
                    min(word.right, other.right) - max(word.left, other.left) > SHARED_PT
                    and shared > SHARED_HEIGHT * height
                ):
                    yield word.text, other.text

    def beyond(self) -> list[str]:
        """Words where a printer prints nothing."""
        edge = UNPRINTED_MM / MM_PER_PT
        right, bottom = self.width - edge, self.height - edge
        return [w.text for w in self.words if w.left < edge or w.top < edge or w.right > right or w.bottom > bottom]


def pages(content: bytes) -> list[Page]:
    with pypdfium2.PdfDocument(io.BytesIO(content)) as document:
        return [Page(page.get_width(), page.get_height(), tuple(_words(page))) for page in document]


def cut_words(printed: list[Page], markup: str) -> list[str]:
    """Return runs of letters on paper that are no words of the same page in a browser; a hyphen may part a word."""
    shown = unescape(re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", markup, flags=re.S))
    messages = " ".join(re.findall(r'"([^"]*)"', markup))
    texts = (shown, messages, f"{shown} {messages}".replace("-", ""), "of continued")
    complete = {word.casefold() for text in texts for word in _letters(text)}
    return [word for page in printed for word in _unbroken(page) if word.casefold() not in complete]


def _unbroken(page: Page) -> Iterator[str]:
    """Yield the words of a page, those that a hyphen parts put together."""
    start = ""
    for word, after in pairwise([*page.words, Word("", 0, 0, 0, 0)]):
        text = start + word.text
        start = text.rstrip(f"-{HYPHEN}") if text[-1:] in ("-", HYPHEN) and after.top > word.top else ""
        if not start:
            yield from _letters(text)


def _letters(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", text)


def _words(page: pypdfium2.PdfPage) -> Iterator[Word]:
    text = page.get_textpage()
    height = page.get_height()
    letters: list[tuple[str, float, float, float, float]] = []
    for index in range(text.count_chars() + 1):
        sign = chr(raw.FPDFText_GetUnicode(text, index)) if index < text.count_chars() else " "
        if not sign.isspace() and sign != HYPHEN:
            left, bottom, right, top = text.get_charbox(index)
            letters.append((sign, left, height - top, right, height - bottom))
        elif letters:
            signs, lefts, tops, rights, bottoms = zip(*letters, strict=True)
            yield Word("".join(signs) + sign.strip(), min(lefts), min(tops), max(rights), max(bottoms))
            letters = []
