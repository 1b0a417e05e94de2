"""Measure what the writer of a concept waits for: the check after a keystroke, and that of a folder."""

import statistics
import time
from pathlib import Path

from bench import cpu
from bench.limits import Limit, verdicts
from bench.people import ROLE, some
from chargen import gc_tuning, ready_made, registry
from chargen.lsp.document import Document, Text
from chargen.lsp.server import load_games

MOST_KEYSTROKE_MS = 10.0
"""What the check of a keystroke may take of a processor, in the middle of a file: the slowest measures the machine."""
LINES = 300
"""The lines of the long file of Façade."""
EVERY = 23
"""Letters of the longest concept between two measured keystrokes."""
FILES = 300


def section(folder: Path, *, quick: bool = False) -> str:
    """Return a row for the longest file of each game, and for a folder of files."""
    lines = ["| file | a keystroke, CPU ms | the slowest, CPU ms |", "|---|---|---|"]
    limits = []
    every = 20 * EVERY if quick else EVERY
    longest = {
        key: max((preset.path for preset in ready_made.presets(key)), key=lambda path: path.stat().st_size)
        for key in registry.list_games()
    }
    slowness = cpu.slowness()
    texts = {key: path.read_text(encoding="utf-8") for key, path in longest.items()}
    texts[f"facade, {LINES} lines"] = _with_ledger(texts["facade"])
    for name, text in texts.items():
        strokes = keystrokes(text, every)
        middle = statistics.median(strokes) / slowness
        limits.append(Limit(f"a keystroke of {name}, in ms", middle, MOST_KEYSTROKE_MS))
        lines.append(
            f"| {name} | {middle:.1f} of {MOST_KEYSTROKE_MS:g} {limits[-1].sign} | {max(strokes) / slowness:.1f} |"
        )
    number = 10 if quick else FILES
    _write(folder, number)
    several = cpu.of_command((cpu.BIN / "chargen", "check", "-q", folder))
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


def _with_ledger(text: str) -> str:
    """Return a character whose ledger fills the file up to `LINES` lines."""
    begun = text if "\nadvancement:" in text else f"{text.rstrip()}\nadvancement:\n"
    missing = LINES - begun.count("\n")
    return begun.rstrip() + "\n" + "  - {award: 1, why: a session}\n" * missing


def _write(folder: Path, number: int) -> None:
    """Write NPCs as files, of every game as many."""
    games = registry.list_games()
    for key in games:
        for npc in some(key, ROLE, number // len(games)):
            (folder / f"{key}-{npc.number}.yaml").write_text(npc.yaml(), encoding="utf-8")
