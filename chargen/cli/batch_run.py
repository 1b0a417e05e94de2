"""A batch being made: what a terminal sees of it, and how it ends."""

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
from chargen.batch.cluster import ClusterFault
from chargen.batch.job import Work, fingerprint
from chargen.batch.output import Finished
from chargen.batch.run import Engine
from chargen.cli import report
from chargen.cli.base import FAULT, INTERRUPTED, OK, MachineError
from chargen.cli.doctor import remedy
from chargen.cli.progress import Progress, duration
from chargen.core.diagnostic import Diagnostic
from chargen.core.names import listing
from chargen.core.source import Source
from chargen.render.printer import PrinterUnavailable

MOST_FINDINGS = 20
"""So many different findings are shown in full; the manifest has the rest (ours)."""
WIDEST = 70
"""How long a list of numbers may be on a terminal, in letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportContext:
    """What a terminal is told of a batch besides what comes of it."""

    people: Sequence[str]
    """The command that names its people."""
    again: Sequence[str]
    """The whole command, which stands in the manifest; it says nothing of where the files go."""
    place: Sequence[str] = ()
    """The words that say it."""
    sources: Sequence[Source] = ()
    """The files that findings may point into."""
    findings: Iterable[Diagnostic] = ()
    """Those that the user was shown before."""


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
    """Make a batch and say what comes of it: the exit code. ``inputs`` are files that it is made from."""
    _refuse_inputs(work, folder, inputs)
    try:
        with chunk_store.locked(folder):
            return _run(work, folder, context, engine, fresh=fresh, force=force, quiet=quiet)
    except chunk_store.InUse as fault:
        raise click.UsageError(
            f"another chargen is making a batch in {folder}; wait for it, or name another folder with -o"
        ) from fault
    finally:
        with contextlib.suppress(OSError):
            folder.rmdir()


def _refuse_inputs(work: Work, folder: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write over what the batch is made from, whatever is forced."""
    own = {os.path.realpath(path) for path in inputs}
    for name in output.targets(work):
        if os.path.realpath(folder / name) in own:
            raise click.UsageError(f"{folder / name} is what this batch is made from; name another folder with -o")


def _refuse_strangers(work: Work, kept: ChunkStore, folder: Path, command: str) -> None:
    """Refuse to write over files that are not a batch's, and over another batch."""
    if other := output.replaced(kept, folder, command):
        raise click.UsageError(
            f"{folder} holds another batch ({other}); name another folder with -o, or replace it with --force"
        )
    if foreign := output.in_the_way(work, kept, folder):
        names = listing(map(str, foreign))
        what = (
            "is no file that chargen made there, or was changed since"
            if len(foreign) == 1
            else ("are no files that chargen made there, or were changed since")
        )
        raise click.UsageError(f"{names} {what}; name another folder with -o, or write over with --force")


def _run(
    work: Work, folder: Path, context: ReportContext, engine: Engine, *, fresh: bool, force: bool, quiet: bool
) -> int:
    made_by = shlex.join(context.again)
    try:
        kept = chunk_store.opened(folder, fingerprint(work), made_by, fresh=fresh)
    except chunk_store.OtherBatch as other:
        begun = f"; go on with it ({other})" if str(other) else ""
        raise click.UsageError(
            f"{folder} holds another batch that is not finished, or one whose files, house rules or chargen have "
            f"changed since{begun}, start anew with --fresh, or name another folder with -o"
        ) from other
    reporter = _FailureReporter(context.sources, context.findings)
    try:
        output.sweep(work, folder)
        if not force:
            _refuse_strangers(work, kept, folder, made_by)
        with Progress(sys.stderr, work.people, "people", live=sys.stderr.isatty(), quiet=quiet) as progress:
            try:
                _make(work, kept, engine, progress, reporter)
                progress.say("putting the files together")
                finished = output.finish(work, kept, folder, made_by)
            except KeyboardInterrupt:
                progress.clear()
                return _interrupted(work, kept)
            except PrinterUnavailable as fault:
                raise MachineError(f"no PDF could be made: {fault}\nTo mend it:  {fault.cure or remedy()}") from fault
            except ClusterFault as fault:
                raise MachineError(str(fault)) from fault
        kept.remove()
    finally:
        if not kept.look():
            kept.remove()
    _report(work, finished, context, reporter, progress.seconds, quiet=quiet)
    return FAULT if finished.failed else OK


def _make(work: Work, kept: ChunkStore, engine: Engine, progress: Progress, reporter: "_FailureReporter") -> None:
    """Make what is missing, and tell of each that fails."""
    for earlier in run.kept_already(work, kept):
        progress.count_before(earlier.people + len(earlier.failures))
        reporter.tell(earlier.failures, progress)
    if progress.done:
        progress.tell(f"going on: {progress.done:,} of {work.people:,} people were made before")
    for result in run.make(work, kept, engine):
        if result is None:
            progress.advance(0)
        else:
            progress.advance(result.people + len(result.failures))
            reporter.tell(result.failures, progress)


def _interrupted(work: Work, kept: ChunkStore) -> int:
    """Say what an interruption has left."""
    fileio.tidy()
    kept.look()  # one more may just have been kept
    done = sum(chunk.people + len(chunk.failures) for chunk in run.kept_already(work, kept))
    if done:
        said = f"{done:,} of {work.people:,} people are kept in {kept.folder}; the same command, with --seed "
        click.echo(f"interrupted; {said}{shlex.quote(work.order.seed)}, goes on from there", err=True)
    else:
        click.echo("interrupted; nothing was left half-written", err=True)
    return INTERRUPTED


class _FailureReporter:
    """Tells of those who cannot be made: each finding once, for whomever it concerns."""

    def __init__(self, sources: Sequence[Source], reported: Iterable[Diagnostic]) -> None:
        """``reported``: what was said before the first person was made."""
        self._sources = sources
        self._reported = {finding.identity for finding in reported}
        self._before = len(self._reported)
        self.failed: list[int] = []

    def tell(self, failures: Iterable[Failure], progress: Progress) -> None:
        """Say why some people were not made."""
        for failure in failures:
            self.failed.append(failure.number)
            for finding in failure.diagnostics:
                key = finding.identity
                if key in self._reported:
                    continue
                self._reported.add(key)
                if self._new_findings > MOST_FINDINGS:
                    continue
                named = finding if finding.file else replace(finding, file=_who(failure))
                progress.clear()
                click.echo(report.findings([named], self._sources), err=True)

    @property
    def _new_findings(self) -> int:
        """How many findings there were besides those told before."""
        return len(self._reported) - self._before

    def summary(self) -> str:
        """Who was not made, in a line."""
        shown = ranges.shown(ranges.joined((number, number) for number in self.failed))
        if len(shown) > WIDEST:
            shown = f"{shown[: shown.rindex(',', 0, WIDEST)]} …"
        more = self._new_findings - MOST_FINDINGS
        others = f"; the manifest has {more} more reasons" if more > 0 else ""
        return f"{_counted(len(self.failed))} could not be made: {shown}{others}"


def _who(failure: Failure) -> str:
    return f"person {failure.number}" + (f" ({failure.name})" if failure.name else "")


def _counted(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


def _report(
    work: Work, finished: Finished, context: ReportContext, reporter: _FailureReporter, seconds: float, *, quiet: bool
) -> None:
    for path in finished.written:
        click.echo(path)
    for problem in finished.problems:
        click.echo(f"{finished.written[0]}: {report.printable(problem)}", err=True)
    for path in finished.edited:
        click.echo(f"{path} was changed since it was made, or is none of chargen's, and was left as it is", err=True)
    if reporter.failed:
        click.echo(reporter.summary(), err=True)
    if quiet or not finished.made:
        return
    click.echo(f"{_counted(finished.made)} in {duration(seconds)}", err=True)
    click.echo(f"the same people again:         {shlex.join([*context.again, *context.place])}", err=True)
    if "yaml" not in work.formats:
        one = shlex.join([*context.people, "--only", str(work.spans[0][0]), "--to", "yaml"])
        click.echo(f"one as a concept to build on:  {one}", err=True)
