"""Run a batch: its progress on the terminal, and how it ends."""

import contextlib
import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from chargen import fileio
from chargen.batch import chunk_store, output, ranges, run
from chargen.batch.chunk_result import Failure
from chargen.batch.chunk_store import ChunkStore
from chargen.batch.cluster import ClusterError
from chargen.batch.job import Work
from chargen.batch.output import Finished
from chargen.batch.run import Engine
from chargen.cli import report
from chargen.cli.base import FAULT, INTERRUPTED, OK, MachineError
from chargen.cli.doctor import remedy
from chargen.cli.progress import Progress, duration
from chargen.render.printer import PrinterUnavailable
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import listing
from chargen.text.source import Source

MOST_DIAGNOSTICS = 20
"""Different diagnostics that are shown in full; the manifest has the rest (chargen's default)."""
WIDEST = 70  # The longest list of numbers on a terminal, in letters


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportContext:
    """What the messages of a batch need besides its result."""

    npcs: Sequence[str]
    """The command that names its NPCs."""
    place: Sequence[str] = ()
    """The words that name the folder of the files; the command of the work is without them."""
    sources: Sequence[Source] = ()
    """The files that diagnostics may point into."""
    diagnostics: Iterable[Diagnostic] = ()
    """Those that were shown before."""


def run_batch(
    work: Work,
    folder: Path,
    context: ReportContext,
    *,
    inputs: Iterable[Path],
    engine: Engine,
    fresh: bool,
    force: bool,
    quiet: bool,
) -> int:
    """Make a batch, report its result, and return the exit code. ``inputs`` are files that it is made from."""
    _refuse_inputs(work, folder, inputs)
    try:
        with chunk_store.lock_folder(folder):
            return _run(work, folder, context, engine, fresh=fresh, force=force, quiet=quiet)
    except chunk_store.InUse as exc:
        raise click.UsageError(
            f"another chargen is making a batch in {folder}; wait for it, or name another folder with -o"
        ) from exc
    finally:
        with contextlib.suppress(OSError):  # it is not empty
            folder.rmdir()


def _refuse_inputs(work: Work, folder: Path, inputs: Iterable[Path]) -> None:
    """Refuse to overwrite the files that the batch is made from, even with --force."""
    own = {os.path.realpath(path) for path in inputs}
    for name in output.list_targets(work):
        if os.path.realpath(folder / name) in own:
            raise click.UsageError(f"{folder / name} is what this batch is made from; name another folder with -o")


def _refuse_foreign(work: Work, store: ChunkStore, folder: Path) -> None:
    """Refuse to overwrite another batch, and files that no batch made."""
    # First the batch as a whole: its message says more than a list of its files.
    if other := output.find_other_batch(work, store, folder):
        raise click.UsageError(
            f"{folder} has another batch ({other}); name another folder with -o, or replace it with --force"
        )
    if foreign := output.find_foreign(work, store, folder):
        what = (
            "is no file that chargen made there, or was changed since"
            if len(foreign) == 1
            else "are no files that chargen made there, or were changed since"
        )
        raise click.UsageError(
            f"{listing(map(str, foreign))} {what}; name another folder with -o, or overwrite with --force"
        )


def _run(
    work: Work, folder: Path, context: ReportContext, engine: Engine, *, fresh: bool, force: bool, quiet: bool
) -> int:
    try:
        store = chunk_store.open_store(folder, work, fresh=fresh)
    except chunk_store.OtherBatch as other:
        begun = f"; finish it ({other})" if str(other) else ""
        raise click.UsageError(
            f"{folder} has another unfinished batch, or one whose files, house rules or chargen have changed "
            f"since{begun}, start again with --fresh, or name another folder with -o"
        ) from other
    reporter = _FailureReporter(context.sources, context.diagnostics)
    try:
        output.sweep_parts(work, folder)
        if not force:
            _refuse_foreign(work, store, folder)
        with Progress(sys.stderr, work.people, "NPCs", quiet=quiet) as progress:
            try:
                _make(work, store, engine, progress, reporter)
                # Only from here on are files of the output touched; an interruption before keeps the chunks alone.
                progress.say("putting the files together")
                finished = output.write_files(work, store, folder)
            except KeyboardInterrupt:
                progress.clear()
                return _interrupted(work, store)
            except PrinterUnavailable as exc:
                raise MachineError(f"no PDF could be made: {exc}\nTo fix it:  {exc.cure or remedy()}") from exc
            except ClusterError as exc:
                raise MachineError(str(exc)) from exc
        store.remove()
    finally:
        # However this ends, a folder without a finished chunk is of no use.
        if not store.look():
            store.remove()
    _report(work, finished, context, reporter, progress.seconds, quiet=quiet)
    return FAULT if finished.failed else OK


def _make(work: Work, store: ChunkStore, engine: Engine, progress: Progress, reporter: "_FailureReporter") -> None:
    for earlier in run.read_kept(work, store):
        progress.count_before(earlier.people + len(earlier.failures))
        # Failures of the interrupted run are reported again: they are part of the result.
        reporter.report(earlier.failures, progress)
    if progress.done:
        progress.tell(f"going on: {progress.done:,} of {work.people:,} NPCs were made before")
    for result in run.make_missing(work, store, engine):
        if result is None:
            progress.advance(0)
        else:
            progress.advance(result.people + len(result.failures))
            reporter.report(result.failures, progress)


def _interrupted(work: Work, store: ChunkStore) -> int:
    fileio.tidy()
    store.look()  # the interruption may have come right after a chunk was written
    done = sum(chunk.people + len(chunk.failures) for chunk in run.read_kept(work, store))
    if done:
        kept = f"{done:,} of {work.people:,} NPCs are kept in {store.folder}"
        seed = shlex.quote(work.order.seed)
        click.echo(f"interrupted; {kept}; the same command, with --seed {seed}, goes on from there", err=True)
    else:
        click.echo("interrupted; nothing was left half-written", err=True)
    return INTERRUPTED


class _FailureReporter:
    """Reports NPCs that cannot be made: each diagnostic once, however many NPCs have it."""

    def __init__(self, sources: Sequence[Source], reported: Iterable[Diagnostic]) -> None:
        """Start with ``reported``, the diagnostics that were shown before the first NPC was made."""
        self._sources = sources
        self._reported = {diagnostic.identity for diagnostic in reported}
        self._before = len(self._reported)
        self.failed: list[int] = []

    def report(self, failures: Iterable[Failure], progress: Progress) -> None:
        """Print why some NPCs were not made."""
        for failure in failures:
            self.failed.append(failure.number)
            for diagnostic in failure.diagnostics:
                if diagnostic.identity in self._reported:
                    continue
                self._reported.add(diagnostic.identity)
                if self._count > MOST_DIAGNOSTICS:
                    continue
                name = f" ({failure.name})" if failure.name else ""
                # An error without a file is about one NPC, which the message has to name.
                located = diagnostic if diagnostic.file else replace(diagnostic, file=f"NPC {failure.number}{name}")
                progress.clear()
                click.echo(report.format_diagnostics([located], self._sources), err=True)

    @property
    def _count(self) -> int:
        """Return the number of diagnostics besides those reported before."""
        return len(self._reported) - self._before

    def summary(self) -> str:
        """Return a line about all NPCs that were not made."""
        shown = ranges.format_spans(ranges.merge_spans((number, number) for number in self.failed))
        if len(shown) > WIDEST:
            shown = f"{shown[: shown.rindex(',', 0, WIDEST)]} …"
        more = self._count - MOST_DIAGNOSTICS
        others = f"; the manifest has {more} more reasons" if more > 0 else ""
        return f"{_counted(len(self.failed))} could not be made: {shown}{others}"


def _counted(number: int) -> str:
    return "1 NPC" if number == 1 else f"{number:,} NPCs"


def _report(
    work: Work, finished: Finished, context: ReportContext, reporter: _FailureReporter, seconds: float, *, quiet: bool
) -> None:
    for path in finished.written:
        click.echo(report.one_line(path))
    for problem in finished.problems:
        click.echo(f"{report.one_line(finished.written[0])}: {report.printable(problem)}", err=True)
    for path in finished.edited:
        click.echo(
            f"{report.one_line(path)} was changed since it was made, or is none of chargen's, and was left as it is",
            err=True,
        )
    if reporter.failed:
        click.echo(reporter.summary(), err=True)
    if quiet or not finished.made:
        return
    click.echo(f"{_counted(finished.made)} in {duration(seconds)}", err=True)
    again = " ".join([work.command, shlex.join(context.place)]).strip()
    click.echo(f"to generate the same NPCs again:    {again}", err=True)
    if "yaml" not in work.formats:
        one = shlex.join([*context.npcs, "--only", str(work.spans[0][0]), "--to", "yaml"])
        click.echo(f"to write one as a character file:   {one}", err=True)
