"""Measure what the writer of a concept waits for: a check, a keystroke in an editor, and `chargen show`."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.limits import Limit, verdicts
from bench.people import ROLE, some
from chargen import gc_tuning, ready_made, registry
from chargen.lsp.document import Document, Text
from chargen.lsp.server import load_games

MOST_KEYSTROKE_MS = 100.0
"""What the check of a keystroke may take of a processor."""
EVERY = 23
"""Letters of the longest concept between two measured keystrokes."""
FILES = 300
ROUNDS = 5


def section(folder: Path, *, quick: bool = False) -> str:
    """Yield a row for each game, and then for a folder of files."""
    lines = ["| game | check, ms | show, ms | a keystroke, ms | the slowest, ms |", "|---|---|---|---|---|"]
    limits = []
    rounds, every = (1, 20 * EVERY) if quick else (ROUNDS, EVERY)
    for key in registry.list_games():
        path = max((preset.path for preset in ready_made.presets(key)), key=lambda path: path.stat().st_size)
        check, show = (_milliseconds(rounds, command, str(path)) for command in ("check", "show"))
        strokes = keystrokes(path.read_text(encoding="utf-8"), every)
        limits.append(Limit(f"the slowest keystroke of {key}, in ms", max(strokes), MOST_KEYSTROKE_MS))
        lines.append(
            f"| {key} | {check:.0f} | {show:.0f} | {statistics.median(strokes):.1f} "
            f"| {max(strokes):.1f} of {MOST_KEYSTROKE_MS:g} {limits[-1].sign} |"
        )
    number = 10 if quick else FILES
    _write(folder, number)
    several = _milliseconds(1, "check", "-q", str(folder))
    return "\n".join([*lines, "", f"A folder of {number} files: {several / 1000:.1f} s.", "", verdicts(limits)])


def keystrokes(text: str, every: int) -> list[float]:
    """Return the CPU milliseconds that the check of a text takes after a letter is typed at each of some places."""
    gc_tuning.tune_process()  # as the command does
    load_games()
    document = Document("file:///bench.yaml", Text(text))
    found = []
    for place in range(0, len(text), every):
        typed = Text(f"{text[:place]}x{text[place:]}")
        start = time.process_time()
        document.check(typed, {str(document.path): typed.content})
        found.append((time.process_time() - start) * 1000)
    return found


def _milliseconds(rounds: int, *arguments: str) -> float:
    """Return how long a command takes from start to end, with any result: the median of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "chargen", *arguments], check=False, capture_output=True)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def _write(folder: Path, number: int) -> None:
    """Write NPCs as files, of every game as many."""
    games = registry.list_games()
    for key in games:
        for npc in some(key, ROLE, number // len(games)):
            (folder / f"{key}-{npc.number}.yaml").write_text(npc.yaml(), encoding="utf-8")
