"""Run a batch: its progress on the terminal, and how it ends."""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from chargen.batch import write
from chargen.batch.chunk_job import ChunkResult, Failure, make_chunk
from chargen.batch.job import Work, cut_chunks
from chargen.batch.numbers import format_numbers
from chargen.cli import report
from chargen.cli.base import MachineError
from chargen.cli.progress import duration, progress
from chargen.cli.set_up.doctor import remedy
from chargen.cli.table.batch_sources import BatchRequest
from chargen.render.printer import PrinterUnavailable
from chargen.text.diagnostic import Diagnostic
from chargen.worker_pool import Workers

MOST_DIAGNOSTICS = 20
"""Different diagnostics that are shown in full; the manifest has the rest (chargen's default)."""
WIDEST = 70  # The longest list of numbers on a terminal, in letters


def run_batch(
    work: Work, folder: Path, workers: Workers, request: BatchRequest, *, force: bool, quiet: bool
) -> tuple[int, int]:
    """Make a batch, and report its files and failures; return the numbers of NPCs that were made and that were not."""
    start = time.monotonic()
    failures: list[Failure] = []
    with progress(sys.stderr, len(work.numbers), "NPCs", quiet=quiet) as advance:

        def make_chunks() -> Iterator[ChunkResult]:
            for result in workers.map(make_chunk, cut_chunks(work)):
                advance(result.made + len(result.failures))
                failures.extend(result.failures)
                yield result

        try:
            finished = write.write_batch(work, folder, make_chunks(), force=force)
        except write.NotReplaced as exc:
            how = "name another folder with -o, or overwrite with --force"
            raise click.UsageError(f"{report.one_line(str(exc))}; {how}") from exc
        except PrinterUnavailable as exc:
            raise MachineError(f"no PDF could be made: {exc}\nTo fix it:  {exc.cure or remedy()}") from exc

    # Each reason once, however many NPCs have it, and none that was reported before the first NPC was made.
    reasons: dict[object, Diagnostic] = {}
    for failure in failures:
        for diagnostic in failure.diagnostics:
            # An error without a file is about one NPC, which the message has to name.
            name = f" ({failure.name})" if failure.name else ""
            located = diagnostic if diagnostic.file else replace(diagnostic, file=f"NPC {failure.number}{name}")
            reasons.setdefault(diagnostic.identity, located)
    for diagnostic in request.diagnostics:
        reasons.pop(diagnostic.identity, None)
    for diagnostic in [*reasons.values()][:MOST_DIAGNOSTICS]:
        click.echo(report.format_diagnostics([diagnostic], request.sources), err=True)
    for path in finished.written:
        click.echo(report.one_line(path))
    for problem in finished.problems:
        click.echo(f"{report.one_line(finished.written[0])}: {report.printable(problem)}", err=True)
    if failures:
        shown = format_numbers(failure.number for failure in failures)
        if len(shown) > WIDEST:
            shown = f"{shown[: shown.rindex(',', 0, WIDEST)]} …"
        more = len(reasons) - MOST_DIAGNOSTICS
        others = f"; the manifest has {more} more reasons" if more > 0 else ""
        click.echo(f"{_counted(len(failures))} could not be made: {shown}{others}", err=True)
    if finished.made and not quiet:
        click.echo(f"{_counted(finished.made)} in {duration(time.monotonic() - start)}", err=True)
    return finished.made, len(failures)


def _counted(number: int) -> str:
    return "1 NPC" if number == 1 else f"{number:,} NPCs"
