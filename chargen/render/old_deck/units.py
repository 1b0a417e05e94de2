"""A document as a frame and the units that stand in it: blocks of a sheet, people of a roster.

Sheets of one game share few layouts as wholes, but many as blocks: who has three talents and who has two need not be
laid out anew but for that block. So each block is set by itself, and the frame, with room for each, says where it goes.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from chargen.render.deck.markup import tokens

UNIT = "data-unit"
"""The attribute of the room for a unit, whose value is the unit's number."""
MARK = "data-mark"
"""The attribute of what stands just before and after a unit that is laid out by itself."""
_BEGINS = re.compile(r'<(?:section|header|div|article) class="(?:block|header|person)[ "]')
_NAME = re.compile(r"</?([a-z0-9]+)")
_EMPTY = frozenset({"br", "col", "img", "hr", "input", "meta"})
_HOLDS = re.compile(r'<div class="(?:columns|charts)[ "]')
_FILLS = 'class="rest"'
"""What takes the rest of a page cannot be laid out without the page."""
_ANEW = '<section class="reference">'
"""What begins a page of its own."""
_MARGINS = re.compile(r' (?:data-head|data-foot)="[^"]*"')


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a document that can be laid out by itself, between the elements that it stands in."""

    around: str
    """The elements that are open where it begins, from the body on."""
    markup: str
    closing: str
    """The ends of the elements around it."""

    def document(self) -> str:
        """A document of the unit alone, with a mark before and after it."""
        mark = f'<div {MARK}="" style="height:1px"></div>'
        return f"<html>{self.around}{mark}{self.markup}{mark}{self.closing}</html>"

    @property
    def kept_whole(self) -> bool:
        """Whether something around it keeps it on one page."""
        return '"charts"' in self.around or "together" in self.around


@dataclass(frozen=True, slots=True)
class Framed:
    """A document without its units: pieces of markup, between which the units stand."""

    pieces: tuple[str, ...]
    units: tuple[Unit, ...]

    def whole(self, some: Collection[int]) -> "Framed":
        """The same with some of the units, by their numbers, left in the frame."""
        pieces = [self.pieces[0]]
        for number, (unit, piece) in enumerate(zip(self.units, self.pieces[1:], strict=True)):
            if number in some:
                pieces[-1] += unit.markup + piece
            else:
                pieces.append(piece)
        kept = tuple(unit for number, unit in enumerate(self.units) if number not in some)
        return Framed(tuple(pieces), kept)

    def document(self, rooms: Sequence["Room"]) -> str:
        """The document with an empty room for each unit."""
        made = [self.pieces[0]]
        for number, (unit, room, piece) in enumerate(zip(self.units, rooms, self.pieces[1:], strict=True)):
            name = _NAME.match(unit.markup)
            tag = name.group(1) if name else "div"
            made.append(f'<{tag} {UNIT}="{number}" style="{room.style}"></{tag}>{piece}')
        return "".join(made)


@dataclass(frozen=True, slots=True)
class Room:
    """How much room a unit takes, in CSS pixels."""

    height: float
    before: float
    """The white space before it, which may be shared with what it follows."""
    after: float

    @property
    def style(self) -> str:
        """The same as a style."""
        return (
            f"display:block;box-sizing:border-box;border:0;padding:0;break-inside:avoid;height:{self.height:.4f}px;"
            f"margin:{self.before:.4f}px 0 {self.after:.4f}px"
        )


def sections(document: str) -> list[str]:
    """The document, or where a part of it begins a page of its own, each part as a document.

    A later part has an empty first page, so that its own are what they were: not the first.
    """
    start = document.find(_ANEW)
    if start < 0:
        return [document]
    inner = document[document.index("<body") : start]
    opened = inner[: inner.index("<main>") + len("<main>")]
    tail = document[document.index("</main>") :]
    head = document[: document.index("<body")]
    return [document[:start] + tail, f'{head}{opened}<div class="before"></div>{document[start:]}']


def framed(document: str) -> Framed:
    """A document as a frame and its units."""
    if _BEGINS.search(document) is None:
        return Framed((document,), ())
    written = tokens(document)
    reader = _Reader(document[: document.index("<body")], _beside(written))
    for token in written:
        reader.read(token)
    return Framed((*reader.pieces, "".join(reader.piece)), tuple(reader.units))


def _beside(written: Sequence[str]) -> list[list[str]]:
    """What stands side by side in each element that holds columns, in the order of the document: its children."""
    found: list[list[str]] = []
    open_tags: list[int] = []
    for token in written:
        kind = _kind(token)
        if kind == "ends" and open_tags:
            open_tags.pop()
        elif kind == "begins":
            if open_tags and open_tags[-1] >= 0:
                found[open_tags[-1]].append(token)
            if _HOLDS.match(token):
                found.append([])
            open_tags.append(len(found) - 1 if _HOLDS.match(token) else -1)
    return found


@lru_cache(maxsize=20_000)
def _kind(token: str) -> str:
    """Whether a token begins or ends an element that has contents; empty for all else."""
    if not token.startswith("<") or token.startswith(("<svg", "<!")):
        return ""
    if token.startswith("</"):
        return "ends"
    found = _NAME.match(token)
    return "" if found is None or found.group(1) in _EMPTY else "begins"


@dataclass(slots=True)
class _Open:
    """An element that is open."""

    token: str
    holder: int
    """The number of the element with columns that it is; -1 for any other."""
    children: int = 0

    @property
    def end(self) -> str:
        """What ends it."""
        found = _NAME.match(self.token)
        return f"</{found.group(1)}>" if found else ""


@dataclass(slots=True)
class _Reader:
    head: str
    beside: Sequence[Sequence[str]]
    pieces: list[str] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    piece: list[str] = field(default_factory=list)
    unit: list[str] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)
    depth: int = -1
    """How many elements are open around the unit; -1 outside of units."""
    holders: int = 0

    def __post_init__(self) -> None:
        self.piece.append(self.head)

    def read(self, token: str) -> None:
        """The next token."""
        kind = _kind(token)
        if kind == "begins" and self.depth < 0 and _BEGINS.match(token):
            self.depth = len(self.opened)
        (self.unit if self.depth >= 0 else self.piece).append(token)
        if kind == "begins":
            if self.opened:
                self.opened[-1].children += 1
            holds = bool(_HOLDS.match(token))
            self.opened.append(_Open(token, self.holders if holds else -1))
            self.holders += holds
        elif kind == "ends" and self.opened:
            self.opened.pop()
            if len(self.opened) == self.depth:
                self._close()

    def _close(self) -> None:
        """A unit is complete: it is noted, or left in the frame where it cannot be laid out by itself."""
        markup, self.unit, self.depth = "".join(self.unit), [], -1
        if _FILLS in markup:
            self.piece.append(markup)
            return
        around, closing = "", ""
        for outer, inner in zip([None, *self.opened], self.opened, strict=False):
            before, after = self._columns(outer)
            around += before + _MARGINS.sub("", inner.token)
            closing = inner.end + after + closing
        self.units.append(Unit(around, markup, closing))
        self.pieces.append("".join(self.piece))
        self.piece.clear()

    def _columns(self, outer: _Open | None) -> tuple[str, str]:
        """The empty columns before and after the one that is open in an element."""
        if outer is None or outer.holder < 0:
            return "", ""
        columns = [f"{token}{_Open(token, -1).end}" for token in self.beside[outer.holder]]
        return "".join(columns[: outer.children - 1]), "".join(columns[outer.children :])
