"""Whole batches, as one orders them: time and memory of `chargen batch` and all its processes."""

import contextlib
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psutil

from bench import cpu
from bench.limits import Limit, verdicts
from bench.people import FLAT, ROLE

GAME = "five-by-five"
SIZES = (40, 100, 1_000, 10_000)
JOBS = 2
IN_A_PAGE = 9
"""Cards of a deck."""
MOST_MB = 450.0
MOST_CPU_SECONDS = {40: 1.0, 10_000: 30.0}
"""The CPU time of all processes: about a third above what was measured."""
LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished command: its time on a clock and of processors, the most memory it had, and the size of its deck."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    size: int


def section(folder: Path, *, quick: bool = False) -> str:
    """Yield a row for each size."""
    lines = [
        f"| {ROLE}s of {GAME} as cards, {JOBS} workers | seconds | CPU seconds | CPU ms per NPC | memory, MB "
        "| deck, KB per page |",
        "|---|---|---|---|---|---|",
    ]
    limits = []
    slowness = cpu.slowness()
    found: dict[int, Ran] = {}
    for size in SIZES[:2] if quick else SIZES:
        ran = found[size] = _run(size, folder / f"batch-{size}")
        limits.append(Limit(f"the memory of a batch of {size:,}, in MB", ran.megabytes, MOST_MB))
        memory, time_taken = limits[-1], f"{ran.cpu_seconds / slowness:.1f}"
        if size in MOST_CPU_SECONDS:
            limits.append(
                Limit(f"a batch of {size:,}, in CPU seconds", ran.cpu_seconds / slowness, MOST_CPU_SECONDS[size])
            )
            time_taken += f" of {MOST_CPU_SECONDS[size]:g} {limits[-1].sign}"
        lines.append(
            f"| {size:,} | {ran.seconds:.1f} | {time_taken} | {1000 * ran.cpu_seconds / slowness / size:.1f} "
            f"| {ran.megabytes:.0f} of {MOST_MB:g} {memory.sign} | {ran.size * IN_A_PAGE / size / 1000:.1f} |"
        )
    used = {size: 1000 * ran.cpu_seconds / slowness for size, ran in found.items()}
    further = {many: (used[many] - used[few]) / (many - few) for few, many in pairwise(used)}
    lines += ["", "Each further NPC: " + ", ".join(f"{ms:.1f} ms up to {size:,}" for size, ms in further.items())]
    _, *from_a_hundred = further.values()
    if len(from_a_hundred) > 1:
        dearer = from_a_hundred[-1] / from_a_hundred[0]
        limits.append(Limit("a further person of the largest batch in parts of one of a smaller", dearer, FLAT))
    return "\n".join([*lines, "", verdicts(limits)])


def _run(number: int, folder: Path) -> Ran:
    """Run the command, and return its time and the memory of it and its processes: pages that they share count
    for each of them, so it is rather less."""
    line = [Path(sys.executable).parent / "chargen", "batch", GAME, "--role", ROLE, "-n", str(number)]
    line += ["--seed", "bench", "--as", "cards", "--to", "pdf", "--jobs", str(JOBS), "-o", str(folder), "--quiet"]
    start, before = time.perf_counter(), cpu.seconds_of_children()
    running = subprocess.Popen([*map(str, line)], stdout=subprocess.DEVNULL)
    most = 0
    top = psutil.Process(running.pid)
    while running.poll() is None:
        most = max(most, _memory(top))
        time.sleep(LOOK_SECONDS)
    seconds, cpu_seconds = time.perf_counter() - start, cpu.seconds_of_children() - before
    if running.returncode:
        raise SystemExit(f"chargen batch ended with {running.returncode}")
    size = (folder / "cards.pdf").stat().st_size
    shutil.rmtree(folder)
    return Ran(seconds, cpu_seconds, most / 1e6, size)


def _memory(top: psutil.Process) -> int:
    """Return the bytes that a process and its children use now."""
    found = 0
    with contextlib.suppress(psutil.NoSuchProcess):
        for process in (top, *top.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                found += process.memory_info().rss
    return found
