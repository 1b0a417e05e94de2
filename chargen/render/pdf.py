"""A sheet as PDF: the one door to the printer."""

import atexit
import contextlib
import ctypes.util
import io
import logging
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from chargen.core.sheet import Sheet
from chargen.render import archive, boxes, imposition, page
from chargen.render.archive import Original
from chargen.render.inks import four_inks
from chargen.render.paper import Paper
from chargen.render.press import PRESS, Press
from chargen.render.theme import Theme
from chargen.render.theme import theme as theme_of

if TYPE_CHECKING:
    from pikepdf import Pdf

    from chargen.render.printer import Look, Printer

PLAIN = Press()
_ONE_AT_A_TIME = threading.Lock()


class PrinterUnavailable(Exception):
    """WeasyPrint, or Pango which it sets text with, cannot be loaded here; the message says why."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF file, and what went wrong with it, such as letters that no font has."""

    content: bytes
    pages: int
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """Several sheets in one PDF file. ``sheets`` has for each what its pages are headed with, "" for nothing new."""

    content: bytes
    sheets: tuple[tuple[str, ...], ...]
    problems: tuple[str, ...] = ()


def pdf(
    sheet: Sheet, *, paper: Paper, theme: str = "plain", press: Press = PLAIN, sources: Sequence[Original] = ()
) -> Printed:
    """The sheet as PDF: the same bytes for the same sheet, in any process.

    ``sources`` are embedded where the standard is one for archives. The first call loads the printer, which takes
    longer than a sheet does. Raises `PrinterUnavailable`.
    """
    text = _markup(sheet, paper, theme, press)
    with _printing() as (printer, problems):
        document = printer.lay_out(text, _look(paper, theme, press))
        content = printer.write([document], press, sources if press.archival else ())
    problems += _remarks(sheet, press)
    return Printed(_finished(content, paper, press), len(document.pages), tuple(dict.fromkeys(problems)))


def pdf_of_several(sheets: Sequence[Sheet], *, paper: Paper, theme: str = "plain", press: Press = PLAIN) -> Gathered:
    """Several sheets in one file, which share their fonts. Neither bound nor finished: see `merging`."""
    from chargen.render.printer import headings

    texts = [_markup(sheet, paper, theme, press) for sheet in sheets]
    with _printing() as (printer, problems):
        documents = [printer.lay_out(text, _look(paper, theme, press)) for text in texts]
        content = printer.write(documents, press)
    titles = []
    for document in documents:
        found: dict[int, str] = {}
        for number, title in headings(document):
            found.setdefault(number, title)
        titles.append(tuple(found.get(number, "") for number in range(len(document.pages))))
    return Gathered(content, tuple(titles), tuple(dict.fromkeys(problems)))


def pdf_of_page(text: str, *, paper: Paper, theme: str = "plain", press: Press = PLAIN) -> Printed:
    """A page of our own that is no sheet, such as a table of contents."""
    with _printing() as (printer, problems):
        document = printer.lay_out(text, _look(paper, theme, press))
        content = printer.write([document], press)
    return Printed(content, len(document.pages), tuple(dict.fromkeys(problems)))


def _markup(sheet: Sheet, paper: Paper, theme: str, press: Press) -> str:
    chosen = _theme(theme, press)
    return page.document(sheet, page.body(sheet, chosen, page.Layout(paper, chosen, tagged=press.tagged)))


def _theme(name: str, press: Press) -> Theme:
    return four_inks(theme_of(name)) if press.four_inks else theme_of(name)


def _look(paper: Paper, theme: str, press: Press) -> "Look":
    from chargen.render.printer import Look

    return Look(paper, _theme(theme, press), press.bleed_mm, press.profile, press.counted)


def _finished(content: bytes, paper: Paper, press: Press) -> bytes:
    """The file with what WeasyPrint does not do: marks, turned backs, booklets, the fine print of standards."""
    if press == replace(PLAIN, moment=press.moment, counted=press.counted, cmyk=press.cmyk):
        return content
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as file:
        finish(file, paper, press)
        if press.booklet:
            with imposition.booklet(file, paper, press.duplex) as folded:
                return saved(folded)
        return saved(file)


def finish(file: "Pdf", paper: Paper, press: Press) -> None:
    """Do to a file all that does not change the number of its pages."""
    if press.bleed_mm or press.marks:
        boxes.dress(file, paper, press.bleed_mm, press.marks, cmyk=press.four_inks)
    if press.duplex and not press.booklet and imposition.is_back_turned(paper, press.duplex):
        imposition.turn_backs(file)
    if "/Names" in file.Root and "/EmbeddedFiles" in file.Root.Names:
        archive.settle_attachments(file)
    if press.standard == PRESS:
        archive.settle_identity(file)


def saved(file: "Pdf") -> bytes:
    """The file's bytes, which are the same for the same file."""
    from pikepdf import ObjectStreamMode

    written = io.BytesIO()
    file.save(written, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)
    return written.getvalue()


def _remarks(sheet: Sheet, press: Press) -> list[str]:
    """What the printer cannot do, and does not say itself."""
    if press.four_inks and sheet.portrait is not None:
        return ["the portrait keeps its own colours: only the sheet's are turned into CMYK; ask the shop to convert it"]
    return []


@contextlib.contextmanager
def _printing() -> Iterator[tuple["Printer", list[str]]]:
    """The printer, for one caller at a time, and what it complains about."""
    with _ONE_AT_A_TIME:
        printer = _printer()
        with _complaints() as problems:
            yield printer, problems


@cache
def _printer() -> "Printer":
    """The printer of this process: fonts and style sheets are read once."""
    try:
        with _quick_search(), contextlib.redirect_stdout(io.StringIO()):  # it prints advice when it fails
            from chargen.render.printer import Printer
    except (ImportError, OSError) as error:
        raise PrinterUnavailable(str(error)) from error
    atexit.register(_printer.cache_clear)  # its temporary copies of the fonts go before Python is half gone
    return Printer()


@contextlib.contextmanager
def _quick_search() -> Iterator[None]:
    """Do not let a compiler look for libraries.

    WeasyPrint tries the names of a library on all systems in turn. For each wrong one, Python asks `ldconfig`, `gcc`
    and `ld`, which takes as long as half the import. On Linux the right name is in the list and needs no search.
    """
    if sys.platform != "linux":
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = search


@contextlib.contextmanager
def _complaints() -> Iterator[list[str]]:
    """Collect what WeasyPrint has to say, rather than lose it."""
    said: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    log = logging.getLogger("weasyprint")
    log.addHandler(handler)
    try:
        yield said
    finally:
        log.removeHandler(handler)
