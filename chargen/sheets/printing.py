"""Sheets as files: how they are printed, and under which names."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chargen import fileio, registry
from chargen.game.timing import timed
from chargen.render.printer import Printed, PrinterUnavailable, Unprintable
from chargen.sheets.prepared import PreparedSheet, PrintSettings
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import slug, take_name

FORMATS = ("html", "pdf", "png")
MERGED_FILE = "character-sheets.pdf"  # The name of a file of several characters
OVERFLOW = "render/overflow"
NOT_MADE = "render/not-made"  # The code of an error that the system causes, and not the sheet


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


def plan_jobs(
    sheets: Sequence[PreparedSheet], folder: Path, formats: Sequence[str], settings: PrintSettings
) -> Iterator[Job]:
    """Yield a job for each sheet, with files named after its character, and numbered where two share a name.

    `kai_2` is the second character of that name, and `kai-2` the second page of a picture.
    """
    taken: set[str] = set()
    kept = frozenset(path for ready in sheets for path in ready.inputs)
    for ready in sheets:
        stem = take_name(ready.stem or fileio.file_name(slug(ready.sheet.name), ""), taken, "{}_{}")
        # A picture has another name where it could be a page of another sheet.
        numbered = re.fullmatch(r"(.+)-(\d+)", stem)
        of_picture = f"{numbered[1]}--{numbered[2]}" if numbered is not None and numbered[1] in taken else stem
        outputs = tuple((kind, folder / f"{of_picture if kind == 'png' else stem}.{kind}") for kind in formats)
        yield Job(ready, outputs, settings, kept)


def print_sheet(job: Job) -> PrintResult:
    """Print one sheet in all its formats, in this process or in a worker.

    An error does not affect other sheets: it is part of the result.
    """
    from chargen.render.page import html

    ready, settings = job.ready, job.settings
    written: list[Path] = []  # also those before an error

    def write(path: Path, content: bytes) -> None:
        # Links are followed: the output folder may be that of the characters under another name.
        if job.inputs and Path(os.path.realpath(path)) in job.inputs:
            own = Unprintable(f"{path} is an input file, and is not overwritten")
            own.code, own.hint = "render/own-file", "name another folder with -o"
            raise own
        fileio.write_file(path, content)
        written.append(path)

    printed: Printed | None = None  # laid out once, for PDF and PNG
    try:
        for kind, path in job.outputs:
            if kind == "html":
                with timed("html", path.name):
                    write(path, html(ready.sheet, paper=settings.paper, theme=settings.look(ready.theme)).encode())
                continue
            from chargen.render import pdf  # imported here: a browser has no ctypes, and prints HTML
            from chargen.render.finishing import png

            if printed is None:
                with timed("pdf", path.name):
                    printed = pdf.pdf(
                        (ready.fillable if settings.press.fillable else None) or ready.sheet,
                        paper=settings.paper,
                        theme=settings.look(ready.theme),
                        press=settings.press,
                        source=ready.source,
                    )
                if printed.overflow and settings.strict_fit:
                    left_out = error(f"{ready.sheet.name}: {printed.overflow}", code=OVERFLOW, file=ready.shown)
                    return PrintResult(tuple(written), printed.problems, errors=(left_out,))
            if kind == "pdf":
                write(path, printed.content)
                continue
            with timed("png", path.name):
                pictures = list(png(printed.content, settings.dpi))
            for number, content in enumerate(pictures, 1):
                write(path if len(pictures) == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}"), content)
    except PrinterUnavailable as exc:
        return PrintResult(tuple(written), unavailable=str(exc))
    except Exception as exc:
        return PrintResult(tuple(written), errors=(to_error(exc, ready.shown),))
    return PrintResult(tuple(written), printed.problems if printed else ())


def to_error(exc: Exception, who: str) -> Diagnostic:
    """Return why the sheet of a file could not be printed, as an error. With CHARGEN_DEBUG, raise the exception."""
    if os.environ.get("CHARGEN_DEBUG"):
        raise exc
    if isinstance(exc, MemoryError):
        return error("there is not enough memory for this sheet", code=NOT_MADE, file=who)
    # An OSError without a number is a library's own, such as that a picture is damaged.
    failure = "" if isinstance(exc, OSError) and exc.errno is None else fileio.describe_failure(exc)
    if failure:
        return error(failure, code=NOT_MADE, file=who)
    if isinstance(exc, Unprintable):
        return error(str(exc), code=exc.code, file=who, hint=exc.hint)
    report = "please report it with this file; CHARGEN_DEBUG=1 shows where. The other sheets are printed"
    why, hint = registry.unexpected(exc, report)
    return error(why, code="render/unexpected", file=who, hint=hint)


def print_part(settings: PrintSettings, ready: PreparedSheet) -> Printed | Diagnostic:
    """Print a sheet as a part of a merged file, in this process or in a worker; return the error where that fails.

    Raises `PrinterUnavailable`.
    """
    from chargen.render import pdf

    # The merged file has numbers of its own.
    press = replace(settings.press, counted=False)
    try:
        with timed("pdf", ready.shown):
            look = settings.look(ready.theme)
            return pdf.pdf_of_several([ready.sheet], paper=settings.paper, theme=look, press=press)
    except PrinterUnavailable:
        raise
    except Exception as exc:
        return to_error(exc, ready.shown)


def bind_parts(
    parts: Iterable[Printed | Diagnostic], sheets: Sequence[PreparedSheet], settings: PrintSettings, path: Path
) -> PrintResult:
    """Bind the parts into one file, without the sheets that have an error."""
    from chargen.render.binding import bind

    try:
        # All of them, before anything is written: with one part missing there is no file.
        made = list(parts)
    except PrinterUnavailable as exc:
        return PrintResult((), unavailable=str(exc))
    errors = [part for part in made if isinstance(part, Diagnostic)]
    printed = [(ready, part) for ready, part in zip(sheets, made, strict=True) if not isinstance(part, Diagnostic)]
    overflows = [
        error(f"{ready.sheet.name}: {part.overflow}", code=OVERFLOW, file=ready.shown)
        for ready, part in printed
        if part.overflow
    ]
    if settings.strict_fit and overflows:
        return PrintResult((), errors=(*errors, *overflows))
    # No character was printed: reference pages alone are not worth a file.
    if all(ready.is_reference for ready, _ in printed):
        return PrintResult((), errors=tuple(errors))
    names = [(ready.sheet.name, ready.sheet.system_title) for ready, _ in printed]
    press = replace(settings.press, counted=False)
    looks = {settings.look(ready.theme) for ready in sheets}
    look = looks.pop() if len(looks) == 1 else settings.look("")
    with timed("merge", path.name):
        fileio.write_file(
            path, bind([part for _, part in printed], names, paper=settings.paper, theme=look, press=press)
        )
    problems = dict.fromkeys(problem for _, part in printed for problem in part.problems)
    return PrintResult((path,), tuple(problems), errors=tuple(errors))
