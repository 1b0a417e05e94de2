"""Do work that fails in a pool; these functions run in worker processes, which find them by their names."""

import os
import signal
import time
from pathlib import Path


def doubled(number: int) -> int:
    time.sleep(max(0.0, 0.4 - number / 10))
    return 2 * number


def process(_: int) -> int:
    return os.getpid()


def writes_for_ever(folder: Path) -> None:
    """Record this process, and never finish writing a file."""
    from chargen import fileio

    with fileio.writing(folder / f"{os.getpid()}.txt"):
        (folder / f"{os.getpid()}.pid").touch()
        time.sleep(600)


def deaf_or_killed(task: tuple[Path, int]) -> None:
    """Ignore SIGTERM in task 0, and kill the process of task 1 as soon as that is so."""
    folder, number = task
    if number == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        (folder / f"{os.getpid()}.pid").touch()
        time.sleep(600)
    while not list(folder.glob("*.pid")):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)
