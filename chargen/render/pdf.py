"""A sheet as PDF: the one door to the printer."""

import atexit
import contextlib
import io
import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from chargen.core.names import short
from chargen.core.sheet import Sheet
from chargen.render import archive, arrangement, boxes, fit, forms, imposition, page
from chargen.render.archive import Original
from chargen.render.coverage import all_there, faces_for, mend_copying, told
from chargen.render.inks import four_inks
from chargen.render.paper import Paper
from chargen.render.pictures import is_drawing
from chargen.render.press import PRESS, Press
from chargen.render.printer import Document, Kind, Pages, PrinterUnavailable, Sheets
from chargen.render.theme import Theme, of_game
from chargen.render.theme import theme as theme_of
from chargen.render.weasy_import import quick_import

if TYPE_CHECKING:
    from pikepdf import Pdf

    from chargen.render.weasy import Look, WeasyPrint

PLAIN = Press()
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF file, and what went wrong with it, such as letters that no font has."""

    content: bytes
    pages: int
    problems: tuple[str, ...] = ()
    overflow: str = ""
    """What of the sheet proper did not fit where it should, and stands on further pages; empty where all fits."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """Several sheets in one PDF file. ``sheets`` has for each what its pages are headed with, "" for nothing new."""

    content: bytes
    sheets: tuple[tuple[str, ...], ...]
    problems: tuple[str, ...] = ()
    overflows: tuple[str, ...] = ()
    """For each sheet what did not fit, or ""."""


def can(press: Press, kind: Kind) -> str:
    """Return why WeasyPrint cannot print so; empty where it can. It prints sheets, whatever is asked of them."""
    return "" if kind == "sheets" else "cards and rosters are set by Typst"


def typeset(document: Document, press: Press) -> Pages:
    """Return sheets as PDF, which share their typefaces. Raises `PrinterUnavailable`; see `printer.Printer`."""
    assert isinstance(document, Sheets)
    gathered = pdf_of_several(document.sheets, paper=document.paper, theme=document.theme, press=press)
    starts, count = [], 0
    for headings in gathered.sheets:
        starts.append(count)
        count += len(headings)
    return Pages(gathered.content, count, tuple(starts), gathered.problems)


def pdf(
    sheet: Sheet,
    *,
    paper: Paper,
    theme: str | Theme = "plain",
    press: Press = PLAIN,
    sources: Sequence[Original] = (),
    form: str = "",
) -> Printed:
    """The sheet as PDF: the same bytes for the same sheet, in any process.

    ``sources`` are embedded where the standard is one for archives. ``form`` is kept in a form, for those who read it
    back. The first call loads the printer, which takes longer than a sheet does. Raises `PrinterUnavailable`; and
    `MissingLetters` where a standard is wanted and no typeface has a letter.
    """
    with printing() as (printer, problems):
        made = _laid_out(printer, sheet, paper, theme, press)
        content = printer.write([made.document], press, sources if press.archival else ())
    if press.standard:
        all_there(problems, press.standard)
    problems += _remarks(sheet, made, theme_for(theme, press), press)
    if press.fillable:
        content = _with_fields(content, made.document, sheet, form)
    return Printed(
        _finished(content, paper, press, other_scripts=made.other_scripts),
        len(made.document.pages),
        tuple(dict.fromkeys(told(problems))),
        made.overflow,
    )


def overflow(sheet: Sheet, *, paper: Paper, theme: str | Theme = "plain", press: Press = PLAIN) -> str:
    """What of the sheet proper does not fit where it should, without writing the file; empty where all fits."""
    with printing() as (printer, _):
        return _laid_out(printer, sheet, paper, theme, press).overflow


def pdf_of_several(
    sheets: Sequence[Sheet], *, paper: Paper, theme: str | Theme = "plain", press: Press = PLAIN
) -> Gathered:
    """Several sheets in one file, which share their fonts. Neither bound nor finished: see `merging`."""
    with printing() as (printer, problems):
        made = [_laid_out(printer, sheet, paper, theme, press) for sheet in sheets]
        documents = [one.document for one in made]
        content = printer.write(documents, press)
    from chargen.render.weasy import headings

    if press.standard:
        all_there(problems, press.standard)
    for sheet, one in zip(sheets, made, strict=True):
        problems += _remarks(sheet, one, theme_for(theme, press), press)
    titles = []
    for document in documents:
        found: dict[int, str] = {}
        for number, title in headings(document):
            found.setdefault(number, title)
        titles.append(tuple(found.get(number, "") for number in range(len(document.pages))))
    if any(one.other_scripts for one in made):
        content = _mended(content)
    return Gathered(content, tuple(titles), tuple(dict.fromkeys(told(problems))), tuple(one.overflow for one in made))


def pdf_of_page(text: str, *, paper: Paper, theme: str | Theme = "plain", press: Press = PLAIN) -> Printed:
    """A page of our own that is no sheet, such as a table of contents."""
    with printing() as (printer, problems):
        document = printer.lay_out(text, _look(page.Layout(paper, theme_for(theme, press)), press, text))
        content = printer.write([document], press)
    return Printed(content, len(document.pages), tuple(dict.fromkeys(told(problems))))


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The pages of a document, what of a sheet did not fit, and whether letters of other scripts are on it."""

    document: Any
    overflow: str
    other_scripts: bool


def _laid_out(printer: "WeasyPrint", sheet: Sheet, paper: Paper, theme: str | Theme, press: Press) -> LaidOut:
    """Lay a sheet out, look at its pages, and lay it out again where that saves a page or fills the last one."""
    from chargen.render.weasy import setting

    layout = page.Layout(paper, theme_for(theme, press, sheet), tagged=press.tagged, fillable=press.fillable)
    shown = arrangement.proper(sheet) if press.pages != "all" and arrangement.is_on_leaf(sheet) else sheet
    text = _markup(shown, layout)
    look = _look(layout, press, text)
    spacings = look, replace(look, tight=True)
    document = printer.lay_out(text, look)
    done = setting(document)

    # A little too long: less white space, if that saves a page.
    if fit.spills(shown, done, narrow=layout.narrow):
        tight = printer.lay_out(text, spacings[True])
        if len(tight.pages) < done.pages:
            document, done = tight, setting(tight)

    # A page is nearly empty: the reference tables follow on below the sheet proper, if that saves a page.
    if fit.is_loose(shown, done):
        is_tight = fit.fullness(shown, done) > 1
        joined = printer.lay_out(_markup(shown, replace(layout, joined=True)), spacings[is_tight])
        if len(joined.pages) < done.pages:
            document, done = joined, setting(joined)
    made = LaidOut(document, fit.overflow(shown, done, paper, narrow=layout.narrow), bool(look.scripts))

    # Too long in any case: the last page has room for tables that would not get one of their own.
    has_more = len(shown.blocks) < len(sheet.blocks)
    if made.overflow and has_more and fit.has_room(done.filled[-1]):
        made = _filled(printer, sheet, layout, press) or made
    if press.play:
        pages = made.document.pages[: fit.allowed(sheet, narrow=layout.narrow)]
        made = replace(made, document=made.document.copy(pages))
    return made


def _filled(printer: "WeasyPrint", sheet: Sheet, layout: page.Layout, press: Press) -> LaidOut | None:
    """Return the pages with all reference tables on the last one; None where they do not fit there."""
    from chargen.render.weasy import setting

    text = _markup(sheet, replace(layout, joined=True))
    look = _look(layout, press, text)
    for spacing in (look, replace(look, tight=True)):
        document = printer.lay_out(text, spacing)
        done = setting(document)
        overflow = fit.overflow(sheet, done, layout.paper, narrow=layout.narrow)
        if overflow and done.front(sheet) == done.pages:
            return LaidOut(document, overflow, bool(look.scripts))
    return None


def _mended(content: bytes) -> bytes:
    """The file with letters of other scripts that can be copied."""
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as file:
        mend_copying(file)
        return saved(file)


def _markup(sheet: Sheet, layout: page.Layout) -> str:
    return page.document(sheet, page.body(sheet, layout.theme, layout))


def theme_for(name: str | Theme, press: Press, sheet: Sheet | None = None) -> Theme:
    """The theme of that name, in the colours of a sheet's game, and in the inks that are asked for."""
    look = of_game(theme_of(name), sheet.masthead if sheet else None)
    return four_inks(look) if press.four_inks else look


def _look(layout: page.Layout, press: Press, text: str) -> "Look":
    from chargen.render.weasy import Look

    return Look(layout.paper, layout.theme, press.bleed_mm, press.profile, _counted(press), faces_for(text))


def _counted(press: Press) -> bool:
    """Whether a page says which of how many it is; one that is printed alone does not."""
    return press.counted and not press.play


def _with_fields(content: bytes, document: Any, sheet: Sheet, plan: str) -> bytes:
    """The file as a form."""
    import pikepdf

    pages = [(page.anchors, page.height) for page in document.pages]
    with pikepdf.open(io.BytesIO(content)) as file:
        forms.add(file, forms.fields(sheet, pages), plan)
        return saved(file)


def _finished(content: bytes, paper: Paper, press: Press, *, other_scripts: bool = False) -> bytes:
    """The file with what WeasyPrint does not do: marks, turned backs, booklets, the fine print of standards."""
    is_plain = press == replace(
        PLAIN, moment=press.moment, counted=press.counted, cmyk=press.cmyk, fillable=press.fillable, pages=press.pages
    )
    if is_plain and not other_scripts:
        return content
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as file:
        if other_scripts:
            mend_copying(file)
        finish(file, paper, press)
        if press.booklet:
            with imposition.booklet(file, paper, press.duplex) as folded:
                return saved(folded)
        return saved(file)


def finish(file: "Pdf", paper: Paper, press: Press) -> None:
    """Do to a file all that does not change the number of its pages."""
    if press.tagged:
        archive.settle_tags(file)
    if press.bleed_mm or press.marks:
        boxes.dress(file, paper, press.bleed_mm, press.marks, cmyk=press.four_inks)
    if press.duplex and not press.booklet and imposition.is_back_turned(paper, press.duplex):
        imposition.turn_backs(file)
    if "/Names" in file.Root and "/EmbeddedFiles" in file.Root.Names:
        archive.settle_attachments(file)
    if press.archival:
        archive.settle_archive(file)
    if press.standard == PRESS:
        archive.settle_press(file, press.profile)


def saved(file: "Pdf") -> bytes:
    """The file's bytes, which are the same for the same file."""
    from pikepdf import ObjectStreamMode

    written = io.BytesIO()
    file.save(written, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)
    return written.getvalue()


def _remarks(sheet: Sheet, made: LaidOut, theme: Theme, press: Press) -> Iterator[str]:
    """What the file lacks, and the printer does not say itself."""
    if theme.black and sheet.portrait is not None and is_drawing(sheet.portrait):
        yield "the portrait keeps its own colours: it is a drawing, and only photographs are turned into greys"
    elif press.four_inks and sheet.portrait is not None:
        yield "the portrait keeps its own colours: only the sheet's are turned into CMYK; ask the shop to convert it"
    if press.play and made.overflow:
        yield f"{short(sheet.name, 60)}: {made.overflow}; leave --pages play out to print that"


@contextlib.contextmanager
def printing() -> Iterator[tuple["WeasyPrint", list[str]]]:
    """The printer, for one caller at a time, and what it complains about."""
    with _ONE_AT_A_TIME:
        printer = _printer()
        with _complaints() as problems:
            yield printer, problems


@cache
def _printer() -> "WeasyPrint":
    """The printer of this process: fonts and style sheets are read once."""
    try:
        with quick_import():
            from chargen.render.weasy import WeasyPrint
    except (ImportError, OSError) as error:
        raise PrinterUnavailable(str(error)) from error
    atexit.register(_printer.cache_clear)  # its temporary copies of the fonts go before Python is half gone
    return WeasyPrint()


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
