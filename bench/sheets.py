"""Full sheets of a batch: against a plain template with everything read anew, and by two processes."""

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

from bench import people
from bench.limits import Limit, verdicts
from bench.versus import in_turn, plain_pdf
from chargen.batch import program
from chargen.batch.chunk_job import make
from chargen.batch.form import FORMS
from chargen.batch.job import Chunk, Work
from chargen.core.sheet import Sheet
from chargen.render import printer
from chargen.render.joining import join
from chargen.render.paper import A4
from chargen.render.press import Press
from chargen.render.theme import PLAIN

GAMES = ("five-by-five", "facade")
MOST_OF_PLAIN, LEAST_BY_TWO = 0.35, 1.8
SHEETS, ROUNDS = 2, 3
"""So many sheets in one deck, against as many plain files."""
IN_A_CHUNK, CHUNKS, ROUNDS_OF_WORKERS = 2, 8, 3


def section(folder: Path, *, quick: bool = False) -> str:
    """A row for each game, and what a second process is worth."""
    lines = ["| sheets of guards, by one process | ours, ms a sheet | plain, ms a sheet | ratio |", "|---|---|---|---|"]
    plain_ms: dict[str, float] = {}
    for game in GAMES:
        ours, plain_ms[game], ratio = _against_plain(game, folder, rounds=1 if quick else ROUNDS)
        lines.append(f"| {game} | {ours:.0f} | {plain_ms[game]:.0f} | **{ratio:.3f}** |")
    one, two, ratio = _by_two(GAMES[0], folder, rounds=1 if quick else ROUNDS_OF_WORKERS)
    by_two = Limit("two workers in parts of one", ratio, least=LEAST_BY_TWO)
    share = 1000 / two / plain_ms[GAMES[0]]
    of_plain = Limit(f"sheets of {GAMES[0]} by two workers in parts of plain ones", share, MOST_OF_PLAIN)
    lines += [
        "",
        f"{GAMES[0]}, from the seed to the finished part of the deck, workers started: {one:.2f} sheets a second by "
        f"one worker, {two:.2f} by two: **{ratio:.2f}** times as many, at least {LEAST_BY_TWO} {by_two.sign}; a sheet "
        f"takes **{share:.3f}** of a plain one, at most {MOST_OF_PLAIN} {of_plain.sign}.",
    ]
    return "\n".join([*lines, "", verdicts([by_two, of_plain])])


def _against_plain(game: str, folder: Path, rounds: int) -> tuple[float, float, float]:
    """Milliseconds a sheet, ours and plain, and the ratio."""
    sheets = people.sheets(game, SHEETS)
    ours, plain, ratio = in_turn(
        lambda: deck_of(sheets, folder / "sheets.pdf"),
        lambda: [plain_pdf(sheet, everywhere=False) for sheet in sheets],
        rounds,
    )
    return ours / SHEETS, plain / SHEETS, ratio


def deck_of(sheets: list[Sheet], path: Path) -> None:
    """One deck of sheets, by one process."""
    part = printer.typeset(printer.Sheets(sheets=sheets, paper=A4, theme=PLAIN), Press())
    with path.open("wb") as file:
        join([part.content], file, title="Deck", bookmarks=[(sheets[0].name, 0)], page=A4, press=Press())


def _by_two(game: str, folder: Path, rounds: int) -> tuple[float, float, float]:
    """Sheets a second by one worker and by two, and the ratio. They are started, and have printed before."""
    work = Work(
        program=program.parts(game),
        order=people.order(game, people.ROLE, "workers"),
        spans=((1, IN_A_CHUNK * CHUNKS),),
        form=FORMS["sheets"],
        formats=("pdf",),
        folder=folder,
    )
    rates: dict[int, list[float]] = {1: [], 2: []}
    with ExitStack() as stack:
        pools = {jobs: stack.enter_context(ProcessPoolExecutor(jobs, get_context("spawn"))) for jobs in rates}
        for jobs, pool in pools.items():
            wait_for([pool.submit(make, work, Chunk(number=job, spans=((job, job),))) for job in range(1, jobs + 1)])
        for _ in range(rounds):
            for jobs, pool in pools.items():
                rates[jobs].append(_rate(pool, work))
    ratio = statistics.median(two / one for one, two in zip(rates[1], rates[2], strict=True))
    return statistics.median(rates[1]), statistics.median(rates[2]), ratio


def _rate(pool: ProcessPoolExecutor, work: Work) -> float:
    firsts = range(1, IN_A_CHUNK * CHUNKS, IN_A_CHUNK)
    chunks = [Chunk(number=first, spans=((first, first + IN_A_CHUNK - 1),)) for first in firsts]
    start = time.perf_counter()
    for made in [pool.submit(make, work, chunk) for chunk in chunks]:
        made.result()
    return IN_A_CHUNK * CHUNKS / (time.perf_counter() - start)
