"""`chargen render`: sheets as HTML, PDF and PNG, and decks of cards."""

import glob
import mimetypes
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

import click

from chargen import fileio, registry
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.base import FAULT, MACHINE, OK, WholeNumber
from chargen.cli.print.print_options import FORMATS_TO, OUTPUT, add_print_options, settings
from chargen.cli.set_up.doctor import remedy
from chargen.file_kind import FileKind
from chargen.game.contract import AnyGame
from chargen.sheets import decks, printing
from chargen.sheets.prepared import PreparedSheet, PrintSettings, prepare, prepare_blank, with_leaves
from chargen.sheets.print_form import SHEETS
from chargen.sheets.print_options import check_options
from chargen.sheets.printing import FORMATS, PrintResult
from chargen.sources import check_file
from chargen.sources.argument import parse_source
from chargen.text.names import listing
from chargen.worker_pool import ALONE, Workers, start_processes

T = TypeVar("T")

DEFAULT_FORMATS = ("html", "pdf")


@click.command(
    "render",
    epilog="""\b
Examples:
  chargen render kai.yaml
  chargen render party/ -o sheets --paper Letter --to pdf
  chargen render party/ --merge -o party.pdf --duplex long-edge
  chargen render kai.yaml --to png --resolution 300
  chargen render --blank five-by-five --to pdf          five-by-five-blank.pdf, to fill in
  chargen render kai.yaml --fillable --to pdf           with fields, to be filled in on a screen
  chargen render kai.yaml --bleed 3mm --marks crop,cross --standard pdf/x-4 --profile press.icc
  chargen render party/ 'facade/ruffian*4' --as cards   a deck: output/cards.pdf
  chargen render kai.yaml --standard pdf/a-3b           `chargen extract` gives the concept back""",
)
@options.FILES
@options.PEOPLE_SEED
@OUTPUT
@FORMATS_TO
@add_print_options(form=SHEETS)
@options.AT
@click.option("--jobs", type=WholeNumber(1, 64), default=1, metavar="N", help="Print N sheets at a time.  [default: 1]")
def command(
    arguments: tuple[str, ...],
    seed: str,
    output: str,
    formats: tuple[str, ...] | None,
    at: int | None,
    jobs: int,
    **wishes: Any,
) -> int:
    """Print character sheets as HTML, PDF and PNG, named after the character; or cards or a roster, as one PDF.

    FILES are files, folders, globs or - (standard input). They can also be NPCs to generate: ARCHETYPE.yaml*6 for six
    of an archetype, SYSTEM/ROLE*4 for four of a role, a spreadsheet (.csv) for one of each row. A file with an error
    is reported and skipped; the others are printed. Files are never written in part.
    """
    target, form, merge = Path(output), wishes["form"], wishes["merge"]
    # Which formats, and whether the options can be combined.
    single = named_format(target)
    file_formats = wanted_formats(target, formats, ("pdf",) if merge or form != SHEETS else DEFAULT_FORMATS)
    with options.usage_errors():
        check_options(form, file_formats, wishes)
    how = settings(**wishes)
    if form != SHEETS:
        # Cards, or a roster, of all files without errors.
        characters = load_characters(arguments, at, seed)
        if not characters:
            return OK
        with options.usage_errors():
            deck, form, errors, enlarged = decks.draw_deck(characters, form, how, backs=wishes["backs"])
        if enlarged:
            click.echo(enlarged, err=True)
        path = target if single else target / f"{form}.pdf"
        fileio.sweep(path.parent)
        return report_results([decks.print_deck(deck, how, path, errors)])

    fillable, compact = how.press.fillable, wishes["compact"]
    # In one file the rules that all sheets share are printed once, behind them; the pages for play have none.
    shared = merge and not how.press.play
    sheets: list[PreparedSheet] = []
    for checked in () if wishes["blank"] else load_characters(arguments, at, seed):
        try:
            sheets.append(prepare(checked, fillable=fillable, compact=compact, shared=shared))
        except Exception as exc:
            if compact and isinstance(exc, ValueError):
                raise click.UsageError(str(exc)) from exc
            report.say(report.format_diagnostics([printing.to_error(exc, checked.source.name)], ()))
    for argument in arguments if wishes["blank"] else ():
        layouts: list[Checked] | list[AnyGame]
        try:
            if Path(argument).exists() or argument == fileio.STANDARD_INPUT or glob.has_magic(argument):
                layouts = load_characters([argument])
            else:
                layouts = [registry.system(argument)]
            sheets += [prepare_blank(of, fillable=fillable, shared=shared) for of in layouts]
        except registry.UnknownGame as exc:
            raise click.UsageError(f"--blank takes games and concepts; `{argument}` is neither; {exc.hint}") from exc
        except (registry.BrokenGame, ValueError) as exc:
            raise click.UsageError(str(exc)) from exc
    if single and not merge and len(sheets) > 1:
        many = f"{len(sheets)} sheets are to be printed"
        raise click.UsageError(f"-o {output} names one file, and {many}; name a folder")
    with start_processes(jobs) as workers:
        if merge:
            return print_merged(with_leaves(sheets), target, printing.MERGED_FILE, how, workers)
        return print_files(sheets, target, file_formats, how, workers)


def print_files(
    sheets: list[PreparedSheet], target: Path, file_formats: Sequence[str], how: PrintSettings, workers: Workers = ALONE
) -> int:
    """Print each sheet into the named file or into a folder; return the exit code."""
    if single := named_format(target):
        work = [printing.Job(sheet, ((single, target),), how, sheet.inputs) for sheet in sheets]
    else:
        work = list(printing.plan_jobs(sheets, target, file_formats, how))
    # What a killed process has left would stay for ever, as its names are random.
    fileio.sweep(target.parent if single else target)
    return report_results(_progress(workers.map(printing.print_sheet, work), len(work)))


def wanted_formats(
    target: Path, formats: Sequence[str] | None, usual: Sequence[str] = DEFAULT_FORMATS
) -> Sequence[str]:
    """Return the formats that are asked for, or that of the named file, or else the ``usual`` ones.

    Raises a usage error where they contradict each other.
    """
    single = named_format(target)
    if single and formats and formats != (single,):
        raise click.UsageError(f"-o {target} is {single}, and --to asks for {', '.join(formats)}")
    return formats or ((single,) if single else usual)


def named_format(target: Path) -> str:
    """Return the format of the named file; empty where it is a folder.

    Raises a usage error for an existing file of another format.
    """
    suffix = target.suffix.lower().lstrip(".")
    if suffix in FORMATS and not target.is_dir():
        return suffix
    # A folder may have a name such as `sheets-2.5`, but not one that ends as other programs' files do.
    if target.is_file() or (not target.is_dir() and mimetypes.guess_type(target.name)[0]):
        ends = listing([f".{kind}" for kind in FORMATS], "or")
        raise click.UsageError(f"-o {target} is a file of another kind; name a folder, or a file that ends with {ends}")
    return ""


def load_characters(arguments: Iterable[str], at: int | None = None, seed: str = options.USUAL_SEED) -> list[Checked]:
    """Return all characters without errors, as of an entry of their ledgers; print diagnostics."""
    valid: list[Checked] = []
    for checked in _find_characters(arguments, seed):
        report.tell(checked)
        if checked.ok:
            valid.append(options.apply_at(checked, at))
    return valid


def _find_characters(arguments: Iterable[str], seed: str) -> Iterator[Checked]:
    """Yield the characters that arguments name, and the files with errors; say which files hold none."""
    counts = Counter[str]()  # a source that is named again continues its numbering

    def make_npcs(words: Iterable[str]) -> Iterable[Checked]:
        from chargen.sources.source_parser import SourceParser  # imported here: characters in files do without it

        return SourceParser(number=1, seed=seed, counts=counts, notify=report.tell).characters(words)

    for is_of_npcs, words in groupby(arguments, lambda argument: parse_source(argument).makes_npcs):
        if is_of_npcs:
            yield from make_npcs(words)
            continue
        for given in fileio.expand(words):
            checked = check_file.check_any(given)
            if checked.kind is FileKind.CHARACTER or not checked.ok:
                yield checked
            # A folder may hold roles and house rules beside characters; only what was named itself is of interest.
            elif checked.kind is FileKind.ARCHETYPE and not given.sought:
                yield from make_npcs([given.shown])
            elif not given.sought:
                report.say(f"{report.one_line(given.shown)}: {checked.kind}, and no character to print")


def print_merged(
    sheets: list[PreparedSheet], target: Path, name: str, how: PrintSettings, workers: Workers = ALONE
) -> int:
    """Print all sheets into the named file, or into one of that ``name`` in a folder; return the exit code."""
    if not sheets:
        return OK
    path = target if named_format(target) else target / name
    fileio.sweep(path.parent)
    parts = _progress(workers.map(partial(printing.print_part, how), sheets), len(sheets))
    return report_results([printing.bind_parts(parts, sheets, how, path)])


def report_results(results: Iterable[PrintResult]) -> int:
    """Print the result of each job, and why there is no printer if there is none; return the exit code."""
    unavailable = ""
    code = OK
    for job in results:
        for path in job.written:
            click.echo(report.one_line(path))
        for problem in job.problems:
            click.echo(
                f"{report.one_line(job.written[-1]) if job.written else 'sheet'}: {report.printable(problem)}", err=True
            )
        for diagnostic in job.errors:
            click.echo(report.format_diagnostics([diagnostic], ()), err=True)
            code = max(code, MACHINE if diagnostic.code == printing.NOT_MADE else FAULT)
        unavailable = job.unavailable or unavailable
    if unavailable:
        click.echo(f"No PDF could be made: {unavailable}\nTo fix it:  {remedy()}", err=True)
        code = MACHINE
    return code


def _progress(work: Iterator[T], total: int) -> Iterator[T]:
    """Yield the results, with a progress bar on a terminal if there are at least three."""
    with report.progress(total, "sheets", quiet=total < 3) as advance:
        for result in work:
            # What is printed of a result would break the bar.
            advance(0)
            yield result
            advance(1)
