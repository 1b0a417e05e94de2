"""Full sheets as PDF, printed by WeasyPrint. Importing this does not load it; the first sheet does."""

import atexit
import contextlib
import io
import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from chargen.page.sheet import SHARES, Sheet, Table, Track
from chargen.render import arrangement, fields, finishing, fit, page
from chargen.render.bitmap import DRAWING
from chargen.render.finishing import saved
from chargen.render.fonts import find_faces, summarize
from chargen.render.paper import Paper
from chargen.render.press import PRESS, USUAL_PRESS, Press
from chargen.render.printer import Printed, PrinterUnavailable
from chargen.render.theme import PLAIN, Theme, apply_game_colour, four_inks
from chargen.startup.weasyprint_import import quick_import
from chargen.text.names import short

if TYPE_CHECKING:
    from chargen.render.weasy import WeasyPrint

_ONE_AT_A_TIME = threading.Lock()  # WeasyPrint and its fonts are not safe for threads


def pdf(
    sheet: Sheet,
    *,
    paper: Paper,
    theme: Theme = PLAIN,
    press: Press = USUAL_PRESS,
    source: tuple[str, bytes] | None = None,
) -> Printed:
    """Return the sheet as PDF: the same bytes for the same sheet, in any process.

    ``source``, the name and the content of the character's file, is attached, but not to what a press gets.
    The first call loads WeasyPrint, which takes longer than printing a sheet. Raises `PrinterUnavailable`, and
    `Unprintable` where a standard is asked for and no typeface has a letter.
    """
    attached = None if press.standard == PRESS else source
    return pdf_of_several([sheet], paper=paper, theme=theme, press=press, source=attached, is_part=False)


def pdf_of_several(
    sheets: Sequence[Sheet],
    *,
    paper: Paper,
    theme: Theme = PLAIN,
    press: Press = USUAL_PRESS,
    source: tuple[str, bytes] | None = None,
    is_part: bool = True,
) -> Printed:
    """Return sheets in one file, which share their fonts. A part of another file is not finished: see `binding`."""
    with printing() as (printer, problems):
        layouts = [_lay_out(printer, sheet, paper, theme, press) for sheet in sheets]
        content = printer.write([layout.document for layout in layouts], press, source)
    problems = summarize(problems, press.standard)

    # What the file has of each sheet: its first page, and the heading that each page begins with.
    starts: list[int] = []
    titles: list[str] = []
    for sheet, layout in zip(sheets, layouts, strict=True):
        # What the file lacks and WeasyPrint does not report.
        is_black, kept = theme_for(theme, press).black, "the portrait keeps its own colours:"
        if is_black and sheet.portrait is not None and sheet.portrait.media_type == DRAWING:
            problems.append(f"{kept} it is a drawing, and only photographs are turned into greys")
        elif press.four_inks and sheet.portrait is not None:
            problems.append(f"{kept} only the sheet's are turned into CMYK; ask the shop to convert it")
        if press.play and layout.overflow:
            problems.append(f"{short(sheet.name, 60)}: {layout.overflow}; leave --pages play out to print that")
        first = {number: title for number, title, _ in reversed(layout.outcome.headings)}
        starts.append(len(titles))
        titles += (first.get(number, "") for number in range(len(layout.document.pages)))

    if press.fillable:
        import pikepdf

        (layout,) = layouts
        pages = [(page.anchors, page.height) for page in layout.document.pages]
        with pikepdf.open(io.BytesIO(content)) as file:
            fields.add(file, fields.fields(layout.sheet, pages))
            content = saved(file)
    is_complex = any(layout.other_scripts for layout in layouts)
    return Printed(
        content=_finished(content, paper, USUAL_PRESS if is_part else press, other_scripts=is_complex),
        pages=len(titles),
        problems=tuple(dict.fromkeys(problems)),
        starts=tuple(starts),
        headings=tuple(titles),
        overflow=next((layout.overflow for layout in layouts if layout.overflow), ""),
    )


def pdf_of_page(text: str, *, paper: Paper, theme: Theme = PLAIN, press: Press = USUAL_PRESS) -> Printed:
    """Return a page that is no sheet, such as a table of contents, as PDF."""
    with printing() as (printer, problems):
        document = printer.lay_out(text, page.Layout(paper, theme_for(theme, press), press))
        content = printer.write([document], press)
    return Printed(content=content, pages=len(document.pages), problems=tuple(summarize(problems)))


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The pages of a sheet, how full they are, and what of it did not fit."""

    sheet: Sheet
    document: Any
    outcome: fit.Outcome
    other_scripts: bool  # Whether they have letters of scripts that need other typefaces
    joined: bool = False  # Whether the reference tables follow right below the sheet proper
    tight: bool = False  # Whether there is less white space
    overflow: str = ""


def _lay_out(printer: "WeasyPrint", sheet: Sheet, paper: Paper, theme: Theme, press: Press) -> LaidOut:
    """Lay a sheet out, look at its pages, and lay it out again where that saves a page or fills the last one."""
    from chargen.render.weasy import outcome

    layout = page.Layout(paper, theme_for(theme, press, sheet), press)
    narrow = layout.narrow
    # The pages that the sheet proper may take: those its game asks for, and twice as many in one column.
    may = sheet.pages * (2 if narrow else 1)

    def attempt(shown: Sheet, *, joined: bool = False, tight: bool = False) -> LaidOut:
        tried = replace(layout, joined=joined, tight=tight)
        text = page.markup(shown, tried)
        document = printer.lay_out(text, tried)
        return LaidOut(shown, document, outcome(document), bool(find_faces(text)[0]), joined, tight)

    if narrow:
        # Rows of boxes so short that five tracks are beside each other here, too.
        blocks = [
            replace(block, per_row=min(block.per_row, page.SLIM_BOXES))
            if isinstance(block, Track) and block.place == "fifth"
            else block
            for block in sheet.blocks
        ]
        sheet = replace(sheet, blocks=tuple(blocks))

    # Tables that are on the game's reference page too are left out, unless all pages are asked for.
    shown = arrangement.proper(sheet) if press.pages != "all" and arrangement.is_on_reference_page(sheet) else sheet
    # A game with more than a page fills them: nearly all of its sheets need less white space, so that is tried first.
    is_tight = sheet.pages > 1 and not narrow
    best = attempt(shown, tight=is_tight)
    if is_tight and best.outcome.front(shown) < sheet.pages:
        is_tight = False
        best = attempt(shown)

    # What repeats a later page is worth its room on the first page only, with less white space if need be.
    repeats = [block for block in shown.blocks if block.first_page]
    if not is_tight and fit.is_late(repeats, best.outcome):
        is_tight = True
        best = attempt(shown, tight=True)
    if fit.is_late(repeats, best.outcome):
        is_tight = False
        shown, sheet = (
            replace(some, blocks=tuple(block for block in some.blocks if not block.first_page))
            for some in (shown, sheet)
        )
        best = attempt(shown)

    # All boxes for play are on the first of wide pages, with less white space if that is enough.
    boxes = [block for block in shown.blocks if isinstance(block, Track) and block.place in SHARES]
    if layout.wide and not is_tight and fit.is_late(boxes, best.outcome):
        closer = attempt(shown, tight=True)
        if not fit.is_late(boxes, closer.outcome):
            best, is_tight = closer, True

    # A little too long: less white space, if that saves a page. (Of two with as many pages, `min` keeps the first.)
    if not is_tight and fit.spills(shown, best.outcome, may):
        best = min(best, attempt(shown, tight=True), key=attrgetter("outcome.pages"))

    # A page is nearly empty: the reference tables follow below the sheet proper, if that saves a page.
    if fit.is_loose(shown, best.outcome):
        is_tight = is_tight or fit.fullness(shown, best.outcome) > 1
        best = min(best, attempt(shown, joined=True, tight=is_tight), key=attrgetter("outcome.pages"))

    # Too long in any case: the last page takes the tables that were left out, where there is room for all of them.
    overflow = fit.overflow(shown, best.outcome, paper, may)
    if overflow and len(shown.blocks) < len(sheet.blocks) and best.outcome.filled[-1] < 1 - fit.FULL_ENOUGH:
        for is_tight in (False, True):
            full = attempt(sheet, joined=True, tight=is_tight)
            full_overflow = fit.overflow(sheet, full.outcome, paper, may)
            if full_overflow and full.outcome.front(sheet) == full.outcome.pages:
                best, overflow = full, full_overflow
                break

    # The end of a table is alone on the last page: its empty rows go, if that saves the page. Fields stay.
    last = best.outcome.pages - 1
    is_alone = last > 0 and all(number < last for number, _, _ in best.outcome.headings)
    if is_alone and best.outcome.filled[-1] < fit.FULL_ENOUGH and not (sheet.blank or press.fillable):
        blocks = [
            replace(block, rows=tuple(row for row in block.rows if not arrangement.nothing_yet(row)))
            if isinstance(block, Table) and block.reference
            else block
            for block in best.sheet.blocks
        ]
        filled = replace(best.sheet, blocks=tuple(blocks))
        best = min(best, attempt(filled, joined=best.joined, tight=best.tight), key=attrgetter("outcome.pages"))

    document = best.document
    if press.play:
        document = document.copy(document.pages[:may])
    return replace(best, document=document, overflow=overflow)


def theme_for(theme: Theme, press: Press, sheet: Sheet | None = None) -> Theme:
    """Return the theme in the colours of a sheet's game, and in the inks that are asked for."""
    look = apply_game_colour(theme, sheet.masthead if sheet else None)
    return four_inks(look) if press.four_inks else look


def _finished(content: bytes, paper: Paper, press: Press, *, other_scripts: bool = False) -> bytes:
    """Return the file with what WeasyPrint does not do: marks, turned backs, details of standards."""
    if not (press.bleed_mm or press.marks or press.standard or press.duplex or other_scripts):
        return content
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as file:
        # Letters that are drawn in several parts copy as one letter. WeasyPrint maps the first part to the letter and
        # the others to nothing; some readers then invent letters.
        for printed in file.pages if other_scripts else ():
            fonts: Any = printed.obj.Resources.get("/Font", {})
            for font in fonts.values():
                # An invisible joiner adds nothing to the text; in scripts that run to the left it has to run so, too.
                runs_left = any(name in str(font.get("/BaseFont", "")) for name in ("Arabic", "Hebrew"))
                stream = font.get("/ToUnicode")
                text = stream.read_bytes() if stream is not None else b""
                if b" <>" in text:
                    stream.write(text.replace(b" <>", b" <200f>" if runs_left else b" <2060>"))
        finishing.finish(file, paper, press)
        return saved(file)


@contextlib.contextmanager
def printing() -> Iterator[tuple["WeasyPrint", list[str]]]:
    """Yield WeasyPrint, to one caller at a time, and the list of its warnings."""
    with _ONE_AT_A_TIME:
        printer = _printer()
        messages: list[str] = []
        handler = logging.Handler(logging.WARNING)
        handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
        log = logging.getLogger("weasyprint")
        log.addHandler(handler)
        try:
            yield printer, messages
        finally:
            log.removeHandler(handler)


@cache
def _printer() -> "WeasyPrint":
    """Return the printer of this process: fonts and style sheets are read once."""
    try:
        with quick_import():
            from chargen.render.weasy import WeasyPrint
    except (ImportError, OSError) as error:
        raise PrinterUnavailable(str(error)) from error
    atexit.register(_printer.cache_clear)  # it deletes its temporary copies of fonts before Python is half gone
    return WeasyPrint()
