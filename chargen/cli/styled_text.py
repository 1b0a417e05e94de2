"""Texts with several styles, wrapped and aligned for a terminal.

rich can do this too, but loading it takes longer than all the work of `chargen show`.
"""

import re
from collections.abc import Iterable, Iterator

from chargen.cli.base import TEAL
from chargen.cli.report import count_columns
from chargen.game.isolation import isolate

STRONG, DIM, ITALIC, TITLE = "\x1b[1m", "\x1b[2m", "\x1b[3m", f"\x1b[1;38;5;{TEAL}m"
"""The codes that switch a style on."""
_END = "\x1b[0m"
_WORD = re.compile(r"\S+")


class Text:
    """A text in pieces, each with its style."""

    __slots__ = ("_pieces",)

    def __init__(self, text: str = "", style: str = "") -> None:
        self._pieces = [(text, style)] if text else []

    def __add__(self, other: "Text") -> "Text":
        return _made((*self._pieces, *other._pieces))

    @property
    def plain(self) -> str:
        """Return the text without its styles."""
        return "".join(text for text, _ in self._pieces)

    @property
    def width(self) -> int:
        """Return how many columns of a terminal its widest line takes."""
        return max(map(count_columns, self.plain.split("\n")))

    def wrap(self, width: int) -> "list[Text]":
        """Return it in lines no wider than ``width``; a word that is wider is cut.

        >>> [line.plain for line in Text("a text in a narrow column").wrap(6)]
        ['a text', 'in a', 'narrow', 'column']
        """
        lines, before = list[Text](), 0
        for line in self.plain.split("\n"):
            lines += [self._part(before + start, before + end) for start, end in _breaks(line, max(1, width))]
            before += len(line) + 1
        return lines

    def align(self, width: int, to: str = "left") -> "Text":
        """Return it with spaces up to a width, ``to`` the ``left``, the ``right`` or the ``center``."""
        space = width - self.width
        before = {"left": 0, "center": space // 2, "right": space}[to]
        return Text(" " * before) + self + Text(" " * (space - before))

    def print(self, own: tuple[str, ...] = ()) -> str:
        """Return it with the codes of its styles, without spaces at the end, and with isolates: see `isolate`."""
        shown = self._part(0, len(self.plain.rstrip(" ")))
        pieces = ((isolate(text, own), style) for text, style in shown._pieces)
        return "".join(f"{style}{text}{_END}" if style else text for text, style in pieces)

    def _part(self, start: int, end: int) -> "Text":
        pieces = list[tuple[str, str]]()
        for text, style in self._pieces:
            if part := text[max(start, 0) : max(end, 0)]:
                pieces.append((part, style))
            start, end = start - len(text), end - len(text)
        return _made(pieces)


def join(between: str, texts: Iterable[Text]) -> Text:
    """Return texts in a row, with ``between`` between them."""
    pieces = [piece for text in texts for piece in ((between, ""), *text._pieces)]
    return _made(pieces[1:])


def _made(pieces: Iterable[tuple[str, str]]) -> Text:
    text = Text()
    text._pieces = list(pieces)
    return text


def _breaks(line: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each part of a line that is wrapped."""
    start = end = 0
    for word in _WORD.finditer(line):
        if end > start and count_columns(line[start : word.end()]) > width:
            yield start, end
            start = word.start()
        while count_columns(line[start : word.end()]) > width:
            end = start + 1
            while count_columns(line[start : end + 1]) <= width:
                end += 1
            yield start, end
            start = end
        end = word.end()
    yield start, end
