"""CPU time, and how fast the machine is at the moment.

Unlike the time on a clock, CPU time does not count waiting. But a busy machine is slower, so absolute limits are
compared with CPU time in parts of that of a fixed command.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent
FLOOR = (sys.executable, "-c", "import click, yaml; from pydantic import BaseModel")
"""A command that only imports the libraries that `chargen check` cannot do without."""


FLOOR_MS = 100.0
"""The CPU time of `FLOOR` on the machine that absolute limits are for."""


def slowness(rounds: int = 5) -> float:
    """Return by how much slower than that machine this one is at the moment; at least 1."""
    return max(1.0, statistics.median(of_command(FLOOR) for _ in range(rounds)) / FLOOR_MS)


def milliseconds(run: Callable[[], Any]) -> float:
    """Return the CPU time of a function in this process, and of the processes that it starts and waits for."""
    before = time.process_time() + seconds_of_children()
    run()
    return (time.process_time() + seconds_of_children() - before) * 1000


def on_a_clock(run: Callable[[], Any]) -> float:
    """Return the milliseconds that a function takes on a clock, with all waiting."""
    before = time.perf_counter()
    run()
    return (time.perf_counter() - before) * 1000


def of_command(line: Iterable[object]) -> float:
    """Return the CPU time of a command with any result, in milliseconds. Bytecode is kept, as it is for users."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [str(word) for word in line]
    return milliseconds(lambda: subprocess.run(command, check=False, capture_output=True, env=environment))


def seconds_of_children() -> float:
    """Return the CPU time of all processes that this one has waited for, with those that they have waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
