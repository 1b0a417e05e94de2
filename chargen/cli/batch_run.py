"""A batch being made: what a terminal sees of it, and how it ends."""

import contextlib
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from chargen import files
from chargen.batch import numbers, output, run, unfinished
from chargen.batch.cluster import ClusterFault
from chargen.batch.output import Finished
from chargen.batch.parcel import Failure
from chargen.batch.run import Engine
from chargen.batch.unfinished import Unfinished
from chargen.batch.work import Work, fingerprint
from chargen.cli import report
from chargen.cli.doctor import remedy
from chargen.cli.main import FAULT, INTERRUPTED, OK, MachineError
from chargen.cli.progress import Progress, duration
from chargen.core.diagnostic import Diagnostic
from chargen.core.source import Source
from chargen.render.pdf import PrinterUnavailable

MOST_FINDINGS = 20
"""So many different findings are shown in full; the manifest has the rest (ours)."""
WIDEST = 70
"""How long a list of numbers may be on a terminal, in letters."""


def run_batch(
    work: Work,
    folder: Path,
    *,
    people: Sequence[str],
    again: Sequence[str],
    sources: Sequence[Source],
    engine: Engine,
    told: Iterable[Diagnostic] = (),
    fresh: bool,
    quiet: bool,
) -> int:
    """Make a batch and say what comes of it: the exit code.

    ``people`` is the command that names its people, ``again`` the whole one. ``sources`` are the files that findings
    may point into; ``told`` are those that the user was shown before.
    """
    made_by = shlex.join(again)
    try:
        kept = unfinished.opened(folder, fingerprint(work), made_by, fresh=fresh)
    except unfinished.OtherBatch as other:
        raise click.UsageError(
            f"{folder} holds another batch that is not finished; go on with it ({other}), start anew with --fresh, or "
            "name another folder with -o"
        ) from other
    telling = _Telling(sources, told)
    with Progress(sys.stderr, work.people, "people", live=sys.stderr.isatty(), quiet=quiet) as progress:
        try:
            _make(work, kept, engine, progress, telling)
            progress.say("putting the files together")
            finished = output.finish(work, kept, folder, made_by)
        except KeyboardInterrupt:
            progress.clear()
            return _interrupted(work, kept)
        except PrinterUnavailable as fault:
            raise MachineError(f"no PDF could be made: {fault}\nTo mend it:  {remedy()}") from fault
        except ClusterFault as fault:
            raise MachineError(str(fault)) from fault
        finally:
            _tidy(kept, folder)
    kept.remove()
    _report(work, finished, people, telling, progress.seconds, quiet=quiet)
    return FAULT if finished.failed else OK


def _make(work: Work, kept: Unfinished, engine: Engine, progress: Progress, telling: "_Telling") -> None:
    """Make what is missing, and tell of each that fails."""
    for parcel in run.kept_already(work, kept):
        progress.count_before(parcel.people + len(parcel.failures))
        telling.tell(parcel.failures, progress)
    if progress.done:
        progress.tell(f"going on: {progress.done:,} of {work.people:,} people were made before")
    for made in run.make(work, kept, engine):
        if made is None:
            progress.advance(0)
        else:
            progress.advance(made.people + len(made.failures))
            telling.tell(made.failures, progress)


def _interrupted(work: Work, kept: Unfinished) -> int:
    """Say what an interruption has left."""
    files.tidy()
    done = sum(each.people + len(each.failures) for each in run.kept_already(work, kept))
    if done:
        said = f"{done:,} of {work.people:,} people are kept in {kept.folder}; the same command, with --seed "
        click.echo(f"interrupted; {said}{shlex.quote(work.order.seed)}, goes on from there", err=True)
    else:
        click.echo("interrupted; nothing was left half-written", err=True)
    return INTERRUPTED


def _tidy(kept: Unfinished, folder: Path) -> None:
    """Leave no folder in which nothing is kept."""
    if not kept.holds_something():
        kept.remove()
        with contextlib.suppress(OSError):
            folder.rmdir()


class _Telling:
    """Tells of those who cannot be made: each finding once, for whomever it concerns."""

    def __init__(self, sources: Sequence[Source], told: Iterable[Diagnostic]) -> None:
        """``told``: what was said before the first person was made."""
        self._sources = sources
        self._told = set(map(_identity, told))
        self._before = len(self._told)
        self.failed: list[int] = []

    def tell(self, failures: Iterable[Failure], progress: Progress) -> None:
        """Say why some people were not made."""
        for failure in failures:
            self.failed.append(failure.number)
            for finding in failure.diagnostics:
                key = _identity(finding)
                if key in self._told:
                    continue
                self._told.add(key)
                if self._found > MOST_FINDINGS:
                    continue
                named = finding if finding.file else replace(finding, file=_who(failure))
                progress.clear()
                click.echo(report.findings([named], self._sources), err=True)

    @property
    def _found(self) -> int:
        """How many findings there were besides those told before."""
        return len(self._told) - self._before

    def summary(self) -> str:
        """Who was not made, in a line."""
        shown = numbers.shown(numbers.joined((each, each) for each in self.failed))
        if len(shown) > WIDEST:
            shown = f"{shown[: shown.rindex(',', 0, WIDEST)]} …"
        more = self._found - MOST_FINDINGS
        others = f"; the manifest has {more} more reasons" if more > 0 else ""
        return f"{_counted(len(self.failed))} could not be made: {shown}{others}"


def _identity(finding: Diagnostic) -> tuple[object, ...]:
    """What makes two findings one."""
    return finding.file, finding.place, finding.code, finding.message


def _who(failure: Failure) -> str:
    return f"person {failure.number}" + (f" ({failure.name})" if failure.name else "")


def _counted(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


def _report(
    work: Work, finished: Finished, people: Sequence[str], telling: _Telling, seconds: float, *, quiet: bool
) -> None:
    for path in finished.written:
        click.echo(path)
    for problem in finished.problems:
        click.echo(f"{finished.written[0]}: {report.printable(problem)}", err=True)
    for path in finished.edited:
        click.echo(f"{path} was changed by hand since it was made, and was left as it is", err=True)
    if telling.failed:
        click.echo(telling.summary(), err=True)
    if quiet or not finished.made:
        return
    click.echo(f"{_counted(finished.made)} in {duration(seconds)}", err=True)
    click.echo(f"the same people again:         {shlex.join(people)}", err=True)
    if "yaml" not in work.formats:
        one = shlex.join([*people, "--only", str(work.spans[0][0]), "--to", "yaml"])
        click.echo(f"one as a concept to build on:  {one}", err=True)
