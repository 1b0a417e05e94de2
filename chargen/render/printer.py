"""Who prints what: documents in, finished pages out. The rest of the house does not know who prints.

A printer is a module of this room that has the two functions of `Printer`; a further one is a file, and its name in
`PRINTERS`. Importing any of them loads no printer: using it does.
"""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, cast

from chargen.core.sheet import Sheet
from chargen.render.deck import Deck
from chargen.render.paper import Paper
from chargen.render.press import Press
from chargen.render.theme import Theme

Kind: TypeAlias = Literal["sheets", "deck"]
PRINTERS = ("typesetter", "pdf")
"""The modules of printers, in the order in which they are asked."""


class PrinterUnavailable(Exception):
    """A printer, or a library that it needs, cannot be loaded here; the message says why.

    ``cure``: the line that mends it, where that is not to install Pango.
    """

    def __init__(self, why: str, cure: str = "") -> None:
        super().__init__(why, cure)
        self.cure = cure

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """Full sheets, one behind another."""

    sheets: Sequence[Sheet]
    paper: Paper
    theme: Theme


Document: TypeAlias = Sheets | Deck


@dataclass(frozen=True, slots=True)
class Pages:
    """A document as it is printed."""

    content: bytes
    """A PDF file."""
    pages: int
    starts: tuple[int, ...]
    """The page that each sheet, card or person of the document stands on first, counted from 0."""
    problems: tuple[str, ...] = ()
    """What went wrong, such as letters that no typeface has."""


class Printer(Protocol):
    """What a module of a printer has."""

    def can(self, press: Press, kind: Kind) -> str:
        """Return why it cannot print documents of that kind so, and what to do; empty where it can."""

    def typeset(self, document: Document, press: Press) -> Pages:
        """Return the pages: the same bytes for the same document, in any process.

        Raises `PrinterUnavailable`, and `coverage.MissingLetters` where a standard is wanted and no typeface has a
        letter.
        """


def printers() -> Iterator[Printer]:
    """Yield all printers, in the order in which they are asked; each is imported when its turn comes."""
    for name in PRINTERS:
        yield cast("Printer", importlib.import_module(f"chargen.render.{name}"))


def refusal(press: Press, kind: Kind) -> str:
    """Return why no printer can print documents of that kind so; empty where one can."""
    first = ""
    for printer in printers():
        why = printer.can(press, kind)
        if not why:
            return ""
        first = first or why
    return first


def typeset(document: Document, press: Press) -> Pages:
    """Return the pages of a document, by the first printer that can. Raises ValueError where none can."""
    kind: Kind = "deck" if isinstance(document, Deck) else "sheets"
    for printer in printers():
        if not printer.can(press, kind):
            return printer.typeset(document, press)
    raise ValueError(refusal(press, kind))
