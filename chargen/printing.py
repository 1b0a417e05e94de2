"""Sheets on paper: what is wanted, who makes it, and where it goes. What one command prints, another may print too."""

import json
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from chargen import files, pipeline, play
from chargen.core.names import fold, slug
from chargen.core.sheet import Sheet
from chargen.core.source import parse
from chargen.core.system import System
from chargen.pipeline import Checked
from chargen.play import Form
from chargen.render.archive import Original
from chargen.render.blank import blank as blanked
from chargen.render.paper import A4, Paper
from chargen.render.pdf import Gathered
from chargen.render.press import Press
from chargen.render.raster import DEFAULT_DPI
from chargen.render.theme import PLAIN, Theme, theme

FORMATS = ("html", "pdf", "png")
STRANGERS = 8
"""So many strangers tell what on a sheet is the game's and what is a character's."""
NAMES_OF_STRANGERS = "ABCDEFGH"
SHEETS_AT_ONCE = 10
"""So many sheets of a merged file are set together and share their fonts; more would take more memory."""

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintSettings:
    """How sheets are printed."""

    paper: Paper = A4
    theme: str = ""
    """What every sheet looks like; empty for what its campaign says, and else plain."""
    ink: str = "full"
    """How much ink it takes: one of `chargen.render.theme.INKS`."""
    press: Press = field(default_factory=Press)
    dpi: int = DEFAULT_DPI
    """The resolution of pictures."""
    strict_fit: bool = False
    """Whether a sheet that does not fit on its page is left out, and said to be at fault."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A sheet that is ready to be printed, and the files it came from."""

    sheet: Sheet
    sources: tuple[Original, ...] = ()
    theme: str = ""
    """The look that its campaign asks for."""
    form: Form | None = None
    """The same sheet as a form."""
    stem: str = ""
    """What its files are called; empty for the character's name."""

    def look(self, settings: PrintSettings) -> Theme:
        """What it is printed in."""
        return theme(settings.theme or self.theme or PLAIN.name, settings.ink)


@dataclass(frozen=True, slots=True)
class Job:
    """One sheet to be made, and where its files go."""

    ready: Ready
    outputs: tuple[tuple[str, Path], ...]
    settings: PrintSettings


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a job: the files written, what the printer remarked, and why it could not go on."""

    written: tuple[Path, ...]
    problems: tuple[str, ...] = ()
    unavailable: str = ""
    faults: tuple[str, ...] = ()
    """Why sheets were left out."""


def ready(checked: Checked, *, fillable: bool = False, compact: bool = False) -> Ready:
    """The sheet of a character that is in order, with the bytes of its concept and of its campaign file.

    ``fillable``: as a form as well. ``compact``: the GM's half page; raises ValueError where a game has none.
    """
    sheet = pipeline.sheet(checked, compact=compact)
    name = checked.source.name
    own = Path(name).name if Path(name).suffix else files.file_name(slug(sheet.name), ".yaml")
    sources = [Original(own, checked.source.content)]
    for other in checked.others:
        theirs = Path(other.name).name
        sources.append(Original(theirs if theirs != own else f"campaign-{theirs}", other.content, "campaign"))
    return Ready(sheet, tuple(sources), checked.theme, play.form(checked, sheet) if fillable else None)


def blank(system: System[Any, Any, Any], checked: Checked | None = None, *, fillable: bool = False) -> Ready:
    """The empty sheet of a game; with a character that is in order, one laid out as that character's is.

    What is the game's is told from what is a character's by comparing several: the game's starter, and lawful
    strangers. Of a game that makes none, only headings and boxes are known to be the game's.
    """
    others = [each for each in map(pipeline.check, _strangers(system, checked)) if each.ok]
    if checked is None and not others:
        raise ValueError(f"{system.title} has no character of its own to make an empty sheet from")
    first = [checked] if checked is not None else []
    written = _written(others[0].source.data.values()) if others else ()
    sheet = blanked([pipeline.sheet(each) for each in (*first, *others)], written)
    form = play.form_without_state(sheet) if fillable else None
    return Ready(sheet, (), checked.theme if checked else "", form, f"{system.key}-blank")


def _written(data: Iterable[Any]) -> Iterator[str]:
    """Every text of plain data, and every key of the mappings in it."""
    for value in data:
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, dict)):
            yield from _written([*value, *value.values()] if isinstance(value, dict) else value)


def _strangers(system: System[Any, Any, Any], checked: Checked | None) -> Iterator[files.Input]:
    """Characters of a game as if they stood in files, under the rules of the one that is given."""
    rules = system.rules() if checked is None or checked.rules is None else checked.rules
    starter = parse("the starter concept", system.starter('"A Starter"').encode())
    if checked is None or system.generate is None:
        yield files.Input(starter.name, fault=starter)
    if system.generate is None:
        return
    own = {}
    if checked is not None and isinstance(checked.source.data, dict):
        own = {key: value for key, value in checked.source.data.items() if fold(key) == "rules"}
    for seed in range(STRANGERS):
        concept = {**system.stranger(Random(seed), rules, f"Stranger {NAMES_OF_STRANGERS[seed]}"), **own}
        made = parse("a stranger", json.dumps(concept, ensure_ascii=False).encode())
        yield files.Input(made.name, fault=made)


def plan(sheets: Iterable[Ready], folder: Path, formats: Sequence[str], settings: PrintSettings) -> Iterator[Job]:
    """Where each sheet goes: named after its character, numbered where two share a name."""
    taken: set[str] = set()
    for each in sheets:
        base = stem = each.stem or files.file_name(slug(each.sheet.name), "")
        number = 2
        while stem in taken:
            stem = f"{base}-{number}"
            number += 1
        taken.add(stem)
        outputs = tuple((kind, folder / f"{_of_kind(kind, stem, taken)}.{kind}") for kind in formats)
        yield Job(each, outputs, settings)


def _of_kind(kind: str, stem: str, taken: set[str]) -> str:
    """The same, or for pictures another stem where this one may be a page of another's."""
    numbered = re.fullmatch(r"(.+)-(\d+)", stem)
    if kind == "png" and numbered is not None and numbered[1] in taken:
        return f"{numbered[1]}_{numbered[2]}"
    return stem


def make(job: Job) -> Made:
    """Make one sheet in all its formats. Runs in a worker process as well as here."""
    from chargen.render import pdf
    from chargen.render.html import html
    from chargen.render.raster import png

    settings, sheet = job.settings, job.ready.sheet
    look = job.ready.look(settings)
    written: list[Path] = []
    printed: pdf.Printed | None = None
    for kind, path in job.outputs:
        if kind == "html":
            files.write(path, html(sheet, paper=settings.paper, theme=look).encode())
            written.append(path)
            continue
        if printed is None:
            try:
                form = job.ready.form if settings.press.fillable else None
                printed = pdf.pdf(
                    form.sheet if form else sheet,
                    paper=settings.paper,
                    theme=look,
                    press=settings.press,
                    sources=job.ready.sources,
                    form=form.plan if form else "",
                )
                if printed.overflow and settings.strict_fit:
                    return Made(tuple(written), printed.problems, faults=(f"{sheet.name}: {printed.overflow}",))
            except pdf.PrinterUnavailable as fault:
                return Made(tuple(written), (), str(fault))
        if kind == "pdf":
            files.write(path, printed.content)
            written.append(path)
        else:
            written += _write_pictures(path, list(png(printed.content, settings.dpi)))
    return Made(tuple(written), printed.problems if printed else ())


def _write_pictures(path: Path, pictures: Sequence[bytes]) -> Iterator[Path]:
    """A file for each page, numbered where there are several."""
    for number, content in enumerate(pictures, 1):
        each = path if len(pictures) == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        files.write(each, content)
        yield each


@dataclass(frozen=True, slots=True)
class Batch:
    """Sheets that are set together, as a part of a merged file."""

    sheets: tuple[Sheet, ...]
    settings: PrintSettings
    look: Theme


def batches(sheets: Sequence[Ready], settings: PrintSettings) -> list[Batch]:
    """The sheets of a merged file, some at a time."""
    unnumbered = replace(settings, press=replace(settings.press, counted=False))
    found = []
    for look, run in groupby(sheets, key=lambda each: each.look(settings)):
        alike = tuple(each.sheet for each in run)
        starts = range(0, len(alike), SHEETS_AT_ONCE)
        found += [Batch(alike[start : start + SHEETS_AT_ONCE], unnumbered, look) for start in starts]
    return found


def gather(batch: Batch) -> Gathered:
    """Make a part of a merged file. Runs in a worker process as well as here."""
    from chargen.render import pdf

    settings = batch.settings
    return pdf.pdf_of_several(batch.sheets, paper=settings.paper, theme=batch.look, press=settings.press)


def merge(parts: Sequence[Gathered], sheets: Sequence[Ready], settings: PrintSettings, path: Path) -> Made:
    """Bind the parts into one file."""
    from chargen.render.merging import bind

    names = [(each.sheet.name, each.sheet.system_title) for each in sheets]
    press = replace(settings.press, counted=False)
    faults = [f"{name}: {overflow}" for (name, _), overflow in zip(names, _overflows(parts), strict=True) if overflow]
    if faults and settings.strict_fit:
        return Made((), faults=tuple(faults))
    looks = {each.look(settings) for each in sheets}
    look = looks.pop() if len(looks) == 1 else theme(settings.theme or PLAIN.name, settings.ink)
    files.write(path, bind(parts, names, paper=settings.paper, theme=look, press=press))
    problems = dict.fromkeys(problem for part in parts for problem in part.problems)
    return Made((path,), tuple(problems))


def _overflows(parts: Sequence[Gathered]) -> Iterator[str]:
    for part in parts:
        yield from part.overflows


def spread(work: Callable[[T], U], jobs: Sequence[T], workers: int) -> Iterator[U]:
    """What comes of each job, in order; with several workers, each is a process of its own."""
    workers = min(workers, len(jobs))
    if workers < 2:
        yield from map(work, jobs)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        pending: list[Future[U]] = [pool.submit(work, job) for job in jobs]
        yield from (each.result() for each in pending)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that a terminal talks to: it stops handing out work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def moment(stated: str | None) -> datetime | None:
    """The time that SOURCE_DATE_EPOCH states; None where it is not set.

    >>> moment("86400")
    datetime.datetime(1970, 1, 2, 0, 0, tzinfo=datetime.timezone.utc)
    """
    if not stated:
        return None
    try:
        return datetime.fromtimestamp(int(stated), UTC)
    except (ValueError, OverflowError, OSError) as fault:
        raise ValueError(f"SOURCE_DATE_EPOCH is {stated!r}, and should be seconds since 1970") from fault
