"""Run a batch: its progress on the terminal, and how it ends."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from chargen.batch import write
from chargen.batch.chunk_job import ChunkResult, Failure, make_chunk
from chargen.batch.job import Work, cut_chunks
from chargen.batch.numbers import format_numbers
from chargen.cli import report
from chargen.cli.base import MachineError
from chargen.cli.progress import Progress, duration
from chargen.cli.set_up.doctor import remedy
from chargen.render.printer import PrinterUnavailable
from chargen.text.diagnostic import Diagnostic
from chargen.text.source import Source
from chargen.worker_pool import Workers

MOST_DIAGNOSTICS = 20
"""Different diagnostics that are shown in full; the manifest has the rest (chargen's default)."""
WIDEST = 70  # The longest list of numbers on a terminal, in letters


def run_batch(
    work: Work, folder: Path, workers: Workers, reporter: "FailureReporter", *, force: bool, quiet: bool
) -> int:
    """Make a batch, and report its files and its failures; return the number of NPCs made."""
    start = time.monotonic()
    with Progress(sys.stderr, len(work.numbers), "NPCs", quiet=quiet) as progress:

        def make_chunks() -> Iterator[ChunkResult]:
            for result in workers.map(make_chunk, cut_chunks(work)):
                progress.advance(result.made + len(result.failures))
                reporter.report(result.failures, progress)
                yield result

        try:
            finished = write.write_batch(work, folder, make_chunks(), force=force)
        except write.NotReplaced as exc:
            how = "name another folder with -o, or overwrite with --force"
            raise click.UsageError(f"{report.one_line(str(exc))}; {how}") from exc
        except PrinterUnavailable as exc:
            raise MachineError(f"no PDF could be made: {exc}\nTo fix it:  {exc.cure or remedy()}") from exc

    for path in finished.written:
        click.echo(report.one_line(path))
    for problem in finished.problems:
        click.echo(f"{report.one_line(finished.written[0])}: {report.printable(problem)}", err=True)
    if reporter.failed:
        click.echo(reporter.summary(), err=True)
    if finished.made and not quiet:
        click.echo(f"{_counted(finished.made)} in {duration(time.monotonic() - start)}", err=True)
    return finished.made


class FailureReporter:
    """Reports NPCs that cannot be made: each diagnostic once, however many NPCs have it."""

    def __init__(self, sources: Sequence[Source], reported: Iterable[Diagnostic]) -> None:
        """Start with ``reported``, the diagnostics that were shown before the first NPC was made."""
        self._sources = sources
        self._reported = {diagnostic.identity for diagnostic in reported}
        self._left = MOST_DIAGNOSTICS
        self.failed: list[int] = []

    def report(self, failures: Iterable[Failure], progress: Progress) -> None:
        """Print why some NPCs were not made."""
        for failure in failures:
            self.failed.append(failure.number)
            for diagnostic in failure.diagnostics:
                if diagnostic.identity in self._reported:
                    continue
                self._reported.add(diagnostic.identity)
                self._left -= 1
                if self._left < 0:
                    continue
                name = f" ({failure.name})" if failure.name else ""
                # An error without a file is about one NPC, which the message has to name.
                located = diagnostic if diagnostic.file else replace(diagnostic, file=f"NPC {failure.number}{name}")
                progress.clear()
                click.echo(report.format_diagnostics([located], self._sources), err=True)

    def summary(self) -> str:
        """Return a line about all NPCs that were not made."""
        shown = format_numbers(self.failed)
        if len(shown) > WIDEST:
            shown = f"{shown[: shown.rindex(',', 0, WIDEST)]} …"
        others = f"; the manifest has {-self._left} more reasons" if self._left < 0 else ""
        return f"{_counted(len(self.failed))} could not be made: {shown}{others}"


def _counted(number: int) -> str:
    return "1 NPC" if number == 1 else f"{number:,} NPCs"
