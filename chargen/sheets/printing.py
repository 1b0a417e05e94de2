"""Sheets as files: how they are printed, by which process, and under which names."""

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from chargen import checking, fileio, registry
from chargen.checking.campaign import HouseRules
from chargen.checking.concept import Checked
from chargen.checking.rules import make_reference_page, merged
from chargen.game.concept import Concept
from chargen.game.contract import AnyGame
from chargen.game.timing import timed
from chargen.page.sheet import Sheet
from chargen.render.attachment import Attachment
from chargen.render.fonts import MissingLetters
from chargen.render.paper import A4, Paper
from chargen.render.press import DEFAULT_DPI, Press
from chargen.render.theme import PLAIN, Theme, find_theme
from chargen.sheets.blank import blank as blanked
from chargen.sheets.fillable import with_fields
from chargen.text.diagnostic import Diagnostic, Severity, error
from chargen.text.names import fold, slug, take_name
from chargen.text.source import load

if TYPE_CHECKING:
    from chargen.render.printer import Printed

FORMATS = ("html", "pdf", "png")
MERGED_FILE = "character-sheets.pdf"  # The name of a file of several characters
NOT_MADE = "render/not-made"  # The code of an error that the system causes, and not the sheet

NO_HOUSE_RULES = HouseRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintSettings:
    """How sheets are printed."""

    paper: Paper = A4
    theme: str = ""  # The theme of every sheet; empty for that of its campaign, or else plain
    ink: str = "full"  # One of `chargen.render.theme.INKS`
    press: Press = field(default_factory=Press)
    dpi: int = DEFAULT_DPI  # The resolution of PNG files
    strict_fit: bool = False  # Whether a sheet that does not fit on its page is an error, and left out


@dataclass(frozen=True, slots=True)
class PreparedSheet:
    """A sheet that is ready to be printed."""

    sheet: Sheet
    source: Attachment | None = None
    """The character's file, which its PDF carries."""
    theme: str = ""
    """The theme of its campaign."""
    fillable: Sheet | None = None
    """The same sheet with the names of fields."""
    stem: str = ""
    """The name of its files; empty for the character's name."""
    shown: str = ""
    """The file that it was made from, as messages name it."""
    inputs: frozenset[Path] = frozenset()
    """The resolved paths of the files that it was made from, with the portrait."""
    is_reference: bool = False
    """Whether it is the reference page of a game."""
    reference_page: Sheet | None = None
    """The reference page of its game, for a file with all sheets."""

    @property
    def called(self) -> str:
        """Return its name in messages: its file, or else its name."""
        return self.shown or self.sheet.name

    def look(self, settings: PrintSettings) -> Theme:
        """Return the theme that it is printed in."""
        return find_theme(settings.theme or self.theme or PLAIN.name, settings.ink)


@dataclass(frozen=True, slots=True)
class Job:
    """One sheet to be printed, and the paths of its files."""

    ready: PreparedSheet
    outputs: tuple[tuple[str, Path], ...]
    settings: PrintSettings
    inputs: frozenset[Path] = frozenset()
    """Files that are never overwritten: those that the sheets of this run are made from."""


@dataclass(frozen=True, slots=True)
class PrintResult:
    """The result of a job: the files written, the printer's warnings, and why there is no printer."""

    written: tuple[Path, ...]
    problems: tuple[str, ...] = ()
    unavailable: str = ""
    errors: tuple[Diagnostic, ...] = ()  # The errors of sheets that were left out


def prepare(checked: Checked, *, fillable: bool = False, compact: bool = False, shared: bool = False) -> PreparedSheet:
    """Return the sheet of a character without errors, with its file to be attached.

    ``fillable``: with fields as well. ``compact``: the GM's half page; raises ValueError where a game has none.
    ``shared``: with the reference page of its game, for `with_leaves`.
    """
    sheet = checking.make_sheet(checked, compact=compact)
    name = checked.source.name
    own = Path(name).name if Path(name).suffix else fileio.file_name(slug(sheet.name), ".yaml")
    page = _reference_page(checked) if shared else None
    return PreparedSheet(
        sheet,
        Attachment(own, checked.source.content),
        checked.theme,
        with_fields(sheet, checked) if fillable else None,
        shown=name,
        inputs=frozenset(input_files(checked)),
        reference_page=page,
    )


def _reference_page(checked: Checked) -> Sheet | None:
    return make_reference_page(checked.game, checked.rules) if checked.game and checked.rules else None


def prepare_reference(game: AnyGame, house: HouseRules = NO_HOUSE_RULES) -> PreparedSheet:
    """Return the reference page of a game, by the house rules of a campaign.

    Raises ValueError where the game has none, and FaultyGame where the game fails to draw it.
    """
    reference_page = make_reference_page(game, merged(game, house, Concept()))
    if reference_page is None:
        raise ValueError(f"{game.title} has no reference page; its sheets have all there is")
    return _prepare_reference_page(reference_page, house.campaign.theme)


def _prepare_reference_page(page: Sheet, theme: str) -> PreparedSheet:
    return PreparedSheet(page, theme=theme, stem=f"{page.system}-reference", shown=page.system, is_reference=True)


def with_leaves(sheets: Sequence[PreparedSheet]) -> list[PreparedSheet]:
    """Return the sheets, followed by the reference pages of their games: one for each set of house rules."""
    reference_pages: list[PreparedSheet] = []
    for ready in sheets:
        if ready.reference_page is not None and all(ready.reference_page != other.sheet for other in reference_pages):
            reference_pages.append(_prepare_reference_page(ready.reference_page, ready.theme))
    return [*sheets, *reference_pages]


def input_files(checked: Checked) -> Iterator[Path]:
    """Yield the resolved paths of the files of a character: concept, portrait, campaign; also of missing ones."""
    data = checked.source.data
    keys = ("campaign", "portrait")
    named = [value for key, value in data.items() if fold(key) in keys] if isinstance(data, dict) else []
    beside = [Path(checked.source.name).parent / name for name in named if isinstance(name, str)]
    for path in (Path(checked.source.name), *(Path(source.name) for source in checked.others), *beside):
        yield Path(os.path.realpath(path))


def _starter(system: AnyGame) -> Checked:
    """Return the starter character of a game. Raises FaultyGame where it has errors."""
    starter = load("the starter concept", system.new_concept("A Starter").encode())
    character = checking.check_input(fileio.Input(starter.name, source=starter))
    with system.contained("its starter"):
        for diagnostic in character.diagnostics:
            if diagnostic.severity is Severity.ERROR:
                raise ValueError(diagnostic.message)
    return character


def prepare_blank(
    system: AnyGame, checked: Checked | None = None, *, fillable: bool = False, shared: bool = False
) -> PreparedSheet:
    """Return the blank sheet of a game; with a character without errors, one with the layout of its sheet.

    Raises FaultyGame where the game's own starter has errors.
    """
    character = checked or _starter(system)
    assert character.view is not None
    drawn = checking.make_sheet(character)
    if checked is None:  # the house rules of a starter are not the game's
        drawn = replace(drawn, foot=character.view.sheet().foot)
    sheet = blanked(drawn)
    return PreparedSheet(
        sheet,
        theme=character.theme,
        fillable=with_fields(sheet) if fillable else None,
        stem=f"{system.key}-blank",
        shown=checked.source.name if checked else system.key,
        inputs=frozenset(input_files(checked)) if checked else frozenset(),
        reference_page=_reference_page(character) if shared else None,
    )


def plan_jobs(
    sheets: Iterable[PreparedSheet], folder: Path, formats: Sequence[str], settings: PrintSettings
) -> Iterator[Job]:
    """Yield a job for each sheet, with files named after its character, and numbered where two share a name.

    `kai_2` is the second character of that name, and `kai-2` the second page of a picture.
    """
    taken: set[str] = set()
    every = list(sheets)
    kept = frozenset(path for ready in every for path in ready.inputs)
    for ready in every:
        stem = take_name(ready.stem or fileio.file_name(slug(ready.sheet.name), ""), taken, "{}_{}")
        # A picture has another name where it could be a page of another sheet.
        numbered = re.fullmatch(r"(.+)-(\d+)", stem)
        of_picture = f"{numbered[1]}--{numbered[2]}" if numbered is not None and numbered[1] in taken else stem
        outputs = tuple((kind, folder / f"{of_picture if kind == 'png' else stem}.{kind}") for kind in formats)
        yield Job(ready, outputs, settings, kept)


def load_printer(formats: Sequence[str]) -> None:
    """Load the printer, as a worker can while files are still being checked. `make` reports its errors."""
    from chargen.render import page, pdf
    from chargen.render.printer import PrinterUnavailable

    page.environment().get_template("sheet.html")
    if {*formats} == {"html"}:
        return
    with contextlib.suppress(PrinterUnavailable), pdf.printing():
        pass


class _OwnFile(Exception):
    """A path to write to that is a file which sheets are made from; the message is the path."""


def print_sheet(job: Job) -> PrintResult:
    """Print one sheet in all its formats, in this process or in a worker.

    An error does not affect other sheets: it is part of the result.
    """
    from chargen.render.printer import PrinterUnavailable

    written: list[Path] = []  # also those before an error
    try:
        return _make(job, written)
    except PrinterUnavailable as exc:
        return PrintResult(tuple(written), unavailable=str(exc))
    except Exception as exc:
        return PrintResult(tuple(written), errors=(to_error(exc, job.ready.called),))


def _make(job: Job, written: list[Path]) -> PrintResult:
    from chargen.render import pdf
    from chargen.render.finishing import png
    from chargen.render.page import html

    settings, sheet = job.settings, job.ready.sheet

    def write(path: Path, content: bytes) -> None:
        # Links are followed: the output folder may be that of the characters under another name.
        if job.inputs and Path(os.path.realpath(path)) in job.inputs:
            raise _OwnFile(str(path))
        fileio.write_file(path, content)
        written.append(path)

    printed: Printed | None = None  # laid out once, for PDF and PNG
    for kind, path in job.outputs:
        if kind == "html":
            with timed("html", path.name):
                write(path, html(sheet, paper=settings.paper, theme=job.ready.look(settings)).encode())
            continue
        if printed is None:
            with timed("pdf", path.name):
                printed = pdf.pdf(
                    (job.ready.fillable if settings.press.fillable else None) or sheet,
                    paper=settings.paper,
                    theme=job.ready.look(settings),
                    press=settings.press,
                    source=job.ready.source,
                )
            if printed.overflow and settings.strict_fit:
                return PrintResult(tuple(written), printed.problems, errors=(_overflow(job.ready, printed.overflow),))
        if kind == "pdf":
            write(path, printed.content)
        else:
            with timed("png", path.name):
                pictures = list(png(printed.content, settings.dpi))
            for number, content in enumerate(pictures, 1):
                write(path if len(pictures) == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}"), content)
    return PrintResult(tuple(written), printed.problems if printed else ())


def _overflow(ready: PreparedSheet, overflow: str) -> Diagnostic:
    return error(f"{ready.sheet.name}: {overflow}", code="render/overflow", file=ready.called)


def to_error(exc: Exception, who: str) -> Diagnostic:
    """Return why the sheet of a file could not be printed, as an error. With CHARGEN_DEBUG, raise the exception."""
    if os.environ.get("CHARGEN_DEBUG"):
        raise exc
    if isinstance(exc, MemoryError):
        return error("there is not enough memory for this sheet", code=NOT_MADE, file=who)
    if fileio.is_unnameable(exc):
        return error(fileio.UNNAMEABLE, code=NOT_MADE, file=who)
    if isinstance(exc, OSError) and exc.errno is not None:
        return error(fileio.describe_failure(exc), code=NOT_MADE, file=who)
    if isinstance(exc, MissingLetters):
        return error(str(exc), code="render/letters", file=who, hint=exc.hint)
    if isinstance(exc, _OwnFile):
        hint = "name another folder with -o"
        return error(f"{exc} is an input file, and is not overwritten", code="render/own-file", file=who, hint=hint)
    report = "please report it with this file; CHARGEN_DEBUG=1 shows where. The other sheets are printed"
    why, hint = registry.unexpected(exc, report)
    return error(why, code="render/unexpected", file=who, hint=hint)


def print_part(job: Job) -> "Printed | Diagnostic":
    """Print a sheet as a part of a merged file, in this process or in a worker; return the error where that fails.

    Raises `PrinterUnavailable`.
    """
    from chargen.render import pdf
    from chargen.render.printer import PrinterUnavailable

    ready, settings = job.ready, job.settings
    # The merged file has numbers of its own.
    press = replace(settings.press, counted=False)
    try:
        with timed("pdf", ready.called):
            return pdf.pdf_of_several([ready.sheet], paper=settings.paper, theme=ready.look(settings), press=press)
    except PrinterUnavailable:
        raise
    except Exception as exc:
        return to_error(exc, ready.called)


def bind_parts(
    parts: Sequence["Printed | Diagnostic"], sheets: Sequence[PreparedSheet], settings: PrintSettings, path: Path
) -> PrintResult:
    """Bind the parts into one file, without the sheets that have an error."""
    from chargen.render.binding import bind

    errors = [part for part in parts if isinstance(part, Diagnostic)]
    gathered = [part for part in parts if not isinstance(part, Diagnostic)]
    printed = [ready for ready, part in zip(sheets, parts, strict=True) if not isinstance(part, Diagnostic)]
    overflows = [(ready, part.overflow) for ready, part in zip(printed, gathered, strict=True) if part.overflow]
    if settings.strict_fit and overflows:
        return PrintResult((), errors=(*errors, *(_overflow(ready, overflow) for ready, overflow in overflows)))
    # No character was printed: reference pages alone are not worth a file.
    if all(ready.is_reference for ready in printed):
        return PrintResult((), errors=tuple(errors))
    names = [(ready.sheet.name, ready.sheet.system_title) for ready in printed]
    press = replace(settings.press, counted=False)
    looks = {ready.look(settings) for ready in sheets}
    look = looks.pop() if len(looks) == 1 else find_theme(settings.theme or PLAIN.name, settings.ink)
    with timed("merge", path.name):
        fileio.write_file(path, bind(gathered, names, paper=settings.paper, theme=look, press=press))
    problems = dict.fromkeys(problem for part in gathered for problem in part.problems)
    return PrintResult((path,), tuple(problems), errors=tuple(errors))


def parse_moment(stated: str | None) -> datetime | None:
    """Return the time in SOURCE_DATE_EPOCH; None where it is not set.

    >>> parse_moment("86400")
    datetime.datetime(1970, 1, 2, 0, 0, tzinfo=datetime.timezone.utc)
    """
    if not stated:
        return None
    try:
        return datetime.fromtimestamp(int(stated), UTC)
    except (ValueError, OverflowError, OSError) as exc:
        raise ValueError(f"SOURCE_DATE_EPOCH is {stated!r}; it must be a number of seconds since 1970") from exc
