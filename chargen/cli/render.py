"""`chargen render`: sheets on paper."""

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import click

from chargen import files, pipeline
from chargen.cli import options, report
from chargen.cli.doctor import remedy
from chargen.cli.main import FAULT, MACHINE, OK
from chargen.core.names import did_you_mean, listing, slug
from chargen.core.sheet import Sheet

FORMATS = ("html", "pdf")
THEMES = ("plain",)


class Formats(click.ParamType[tuple[str, ...]]):
    """File formats, separated by commas."""

    name = "formats"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        wanted = [each.strip().lower() for each in str(value).split(",") if each.strip()]
        for each in wanted:
            if each not in FORMATS:
                hint = did_you_mean(each, FORMATS, f"there are {listing(FORMATS)}")
                self.fail(f"`{each}` is no format of a sheet; {hint}", param, ctx)
        if not wanted:
            self.fail(f"name at least one of {listing(FORMATS, 'or')}", param, ctx)
        return tuple(dict.fromkeys(wanted))


class PaperName(click.ParamType[str]):
    """A paper's name."""

    name = "paper"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from chargen.render.paper import paper

        try:
            return paper(str(value)).name
        except ValueError as fault:
            self.fail(str(fault), param, ctx)


@dataclass(frozen=True, slots=True)
class Job:
    """One sheet to be made, and where its files go."""

    sheet: Sheet
    outputs: tuple[tuple[str, Path], ...]
    paper: str
    theme: str


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a job: the files written, what the printer remarked, and why it could not go on."""

    written: tuple[Path, ...]
    problems: tuple[str, ...] = ()
    unavailable: str = ""


@click.command(
    "render",
    epilog="""\b
Examples:
  chargen render kai.yaml
  chargen render party/ -o sheets --paper Letter --to pdf
  chargen render kai.yaml -o kai.pdf""",
)
@options.FILES
@click.option("-o", "--output", default="output", metavar="DIR|FILE", help="Where sheets go.  [default: output]")
@click.option("--to", "formats", type=Formats(), help="Formats, separated by commas: html, pdf.  [default: html,pdf]")
@click.option("--paper", type=PaperName(), default="A4", help="A4 or Letter.  [default: A4]")
@click.option("--theme", type=click.Choice(THEMES), default=None, help="The look of the sheet.  [default: plain]")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Make N sheets at a time.  [default: 1]"
)
def command(
    arguments: tuple[str, ...], output: str, formats: tuple[str, ...] | None, paper: str, theme: str | None, jobs: int
) -> int:
    """Print character sheets as HTML and PDF, named after the character.

    FILES may be files, folders, globs or - (standard input). A file with an error is reported and passed over;
    the others are printed. Files are written whole or not at all.
    """
    sheets, code = _sheets(arguments)
    target = Path(output)
    single = target.suffix.lower().lstrip(".") if target.suffix.lower().lstrip(".") in FORMATS else None
    if single and not target.is_dir():
        if len(sheets) > 1:
            raise click.UsageError(
                f"-o {output} names one file, and {len(sheets)} sheets are to be printed; name a folder"
            )
        if formats and formats != (single,):
            raise click.UsageError(f"-o {output} is {single}, and --to asks for {', '.join(formats)}")
        work = [Job(sheet, ((single, target),), paper, theme or "plain") for sheet in sheets]
    else:
        work = list(_jobs(sheets, target, formats or FORMATS, paper, theme or "plain"))
    unavailable = ""
    for made in _progress(_made(work, jobs), len(work)):
        for path in made.written:
            click.echo(path)
        for problem in made.problems:
            click.echo(f"{made.written[-1] if made.written else 'sheet'}: {report.printable(problem)}", err=True)
        unavailable = made.unavailable or unavailable
    if unavailable:
        click.echo(f"No PDF could be made: {unavailable}\nTo mend it:  {remedy()}", err=True)
        code = MACHINE
    return code


def _sheets(arguments: Iterable[str]) -> tuple[list[Sheet], int]:
    """The sheets of all files that are in order; findings go to standard error."""
    sheets = []
    code = OK
    for given in files.expand(arguments):
        checked = pipeline.check(given)
        if checked.is_campaign and checked.ok:
            if not given.sought:
                click.echo(f"{given.shown}: house rules, and no character to print", err=True)
                code = max(code, FAULT)
            continue
        if checked.diagnostics:
            click.echo(report.text(checked), err=True)
        if checked.ok:
            sheets.append(pipeline.sheet(checked))
        else:
            code = max(code, FAULT)
    return sheets, code


def _jobs(sheets: Iterable[Sheet], folder: Path, formats: tuple[str, ...], paper: str, theme: str) -> Iterator[Job]:
    """Where each sheet goes: named after its character, numbered where two share a name."""
    taken: set[str] = set()
    for sheet in sheets:
        base = stem = files.file_name(slug(sheet.name), "")
        number = 2
        while stem in taken:
            stem = f"{base}-{number}"
            number += 1
        taken.add(stem)
        yield Job(sheet, tuple((each, folder / f"{stem}.{each}") for each in formats), paper, theme)


def make(job: Job) -> Made:
    """Make one sheet in all its formats. Runs in a worker process as well as here."""
    from chargen.render.html import html
    from chargen.render.paper import paper
    from chargen.render.pdf import PrinterUnavailable, pdf

    written: list[Path] = []
    problems: list[str] = []
    for kind, path in job.outputs:
        if kind == "html":
            files.write(path, html(job.sheet, paper=paper(job.paper), theme=job.theme).encode())
        else:
            try:
                printed = pdf(job.sheet, paper=paper(job.paper), theme=job.theme)
            except PrinterUnavailable as fault:
                return Made(tuple(written), tuple(problems), str(fault))
            problems += printed.problems
            files.write(path, printed.content)
        written.append(path)
    return Made(tuple(written), tuple(problems))


def _made(work: list[Job], jobs: int) -> Iterator[Made]:
    """What came of each job, in order."""
    workers = min(jobs, len(work))
    if workers < 2:
        yield from map(make, work)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        pending: list[Future[Made]] = [pool.submit(make, job) for job in work]
        try:
            yield from (each.result() for each in pending)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _progress(made: Iterator[Made], total: int) -> Iterator[Made]:
    """The same, with a bar on a terminal where there is more than a moment to wait."""
    if total < 3 or not sys.stderr.isatty():
        yield from made
        return
    with (
        click.progressbar(made, length=total, label="Printing", file=sys.stderr) if total else nullcontext(made) as bar
    ):
        done = list(bar)
    yield from done
