"""Measure full sheets: against a plain template, of a batch, and of all presets by two processes."""

import subprocess
import sys
from functools import partial
from pathlib import Path

from bench import cpu, people
from bench.limits import Limit, verdicts
from bench.versus import in_turn, plain_pdf
from chargen import ready_made
from chargen.page.sheet import Sheet
from chargen.render.binding import join
from chargen.render.paper import A4
from chargen.render.pdf import pdf_of_several
from chargen.render.press import Press

GAMES = ("five-by-five", "facade")
ROUNDS = 3
BATCH = 40
MOST_OF_PLAIN, LEAST_BY_TWO = 0.35, 1.8


def section(folder: Path, *, quick: bool = False) -> str:
    """Yield a row for each game, for a batch of sheets, and for a second process."""
    rounds = 1 if quick else ROUNDS
    lines = [
        "| sheets of guards, by one process | chargen, ms a sheet | plain, ms a sheet | ratio |",
        "|---|---|---|---|",
    ]
    plain_ms: dict[str, float] = {}
    for game in GAMES:
        (sheet,) = people.sheets(game, 1)
        own_ms, plain_ms[game], ratio = _against_plain(sheet, folder / "sheet.pdf", rounds)
        lines.append(f"| {game} | {own_ms:.0f} | {plain_ms[game]:.0f} | **{ratio:.3f}** |")
    game, number = GAMES[0], 4 if quick else BATCH
    words = (
        "batch",
        game,
        "-n",
        f"{number}",
        "--role",
        people.ROLE,
        "--seed",
        "bench",
        "--as",
        "sheets",
        "--to",
        "pdf",
    )
    batch = _seconds(folder / "batch", *words, "--jobs", "2")
    share = Limit(
        f"{number} sheets of {game} by two workers in parts of plain ones",
        1000 * batch / number / plain_ms[game],
        MOST_OF_PLAIN,
    )
    concepts = [preset.path for preset in ready_made.presets(GAMES[0] if quick else None)]
    by_one, by_two = (partial(_run, folder / jobs, "render", *concepts, "--to", "pdf", "--jobs", jobs) for jobs in "12")
    # On a clock: two processes take as much CPU time as one.
    one, two, ratio = in_turn(by_one, by_two, rounds, cpu.on_a_clock)
    gain = Limit("all presets: how many times as quick by two workers", ratio, least=LEAST_BY_TWO)
    lines += [
        "",
        f"As whole commands: {number} sheets of {game} by two workers take {batch:.1f} s, **{share.figure:.3f}** of "
        f"plain ones, at most {MOST_OF_PLAIN} {share.sign}. The {len(concepts)} presets take "
        f"{one / 1000:.1f} s by one worker and {two / 1000:.1f} s by two, which is **{gain.figure:.2f}** times as "
        f"quick, at least {LEAST_BY_TWO} {gain.sign}.",
    ]
    return "\n".join([*lines, "", verdicts([share, gain])])


def _against_plain(sheet: Sheet, path: Path, rounds: int) -> tuple[float, float, float]:
    """Return the milliseconds of a sheet, chargen's and plain, and the ratio."""
    return in_turn(lambda: deck_of([sheet], path), lambda: plain_pdf(sheet), rounds)


def deck_of(sheets: list[Sheet], path: Path) -> None:
    """One deck of sheets, by one process."""
    part = pdf_of_several(sheets, paper=A4)
    with path.open("wb") as file:
        join([part.content], file, title="Deck", bookmarks=[(sheets[0].name, 0)], page=A4, press=Press())


def _seconds(into: Path, *words: object) -> float:
    """How long a command of chargen takes from its start to its end."""
    return cpu.on_a_clock(partial(_run, into, *words)) / 1000


def _run(into: Path, *words: object) -> None:
    line = [sys.executable, "-m", "chargen", *map(str, words), "-o", str(into)]
    subprocess.run(line, check=True, capture_output=True)
