"""The one interface to the printers, WeasyPrint and Typst: a document goes in, finished pages come out.

A printer is a module of this package with the two functions of `Printer`, and its name in `PRINTERS`. Importing it
loads no library; printing does.
"""

import importlib
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol, TypeAlias, cast

from chargen.core.sheet import Sheet
from chargen.quick_dataclass import dataclass
from chargen.render.deck import Deck
from chargen.render.paper import Paper
from chargen.render.press import Press
from chargen.render.theme import Theme

Kind: TypeAlias = Literal["sheets", "deck"]
PRINTERS = ("typesetter", "pdf")  # The modules of printers, in the order of preference


class PrinterUnavailable(Exception):
    """A printer, or a library that it needs, that cannot be loaded; the message says why.

    ``cure``: the command that fixes it, where that is not to install Pango.
    """

    def __init__(self, why: str, cure: str = "") -> None:
        super().__init__(why, cure)
        self.cure = cure

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """Full sheets, one after another."""

    sheets: Sequence[Sheet]
    paper: Paper
    theme: Theme


Document: TypeAlias = Sheets | Deck


@dataclass(frozen=True, slots=True)
class Pages:
    """A printed document."""

    content: bytes  # A PDF file
    pages: int
    starts: tuple[int, ...]  # The first page of each sheet, card or NPC of the document, counted from 0
    problems: tuple[str, ...] = ()  # Problems, such as letters that no typeface has


class Printer(Protocol):
    """The functions of a printer's module."""

    def check_support(self, press: Press, kind: Kind) -> str:
        """Return why it cannot print documents of that kind with those options, and what to do; empty where it can."""

    def typeset(self, document: Document, press: Press) -> Pages:
        """Return the pages: the same bytes for the same document, in any process.

        Raises `PrinterUnavailable`, and `coverage.MissingLetters` where a standard is wanted and no typeface has a
        letter.
        """


def printers() -> Iterator[Printer]:
    """Yield all printers, in the order of preference; each is imported when it is its turn."""
    for name in PRINTERS:
        yield cast("Printer", importlib.import_module(f"chargen.render.{name}"))


def refusal(press: Press, kind: Kind) -> str:
    """Return why no printer can print documents of that kind with those options; empty where one can."""
    first = ""
    for printer in printers():
        why = printer.check_support(press, kind)
        if not why:
            return ""
        first = first or why
    return first


def typeset(document: Document, press: Press) -> Pages:
    """Return the pages of a document, by the first printer that can. Raises ValueError where none can."""
    kind: Kind = "deck" if isinstance(document, Deck) else "sheets"
    for printer in printers():
        if not printer.check_support(press, kind):
            return printer.typeset(document, press)
    raise ValueError(refusal(press, kind))
