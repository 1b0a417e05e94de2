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


def kills(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def kills_once(task: tuple[Path, int]) -> int:
    """Kill the process of task 2 the first time; a file says that it was."""
    mark, number = task
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def writes_for_ever(folder: Path) -> None:
    """Record this process, and never finish writing a file."""
    from chargen import fileio

    with fileio.writing(folder / f"{os.getpid()}.txt"):
        (folder / f"{os.getpid()}.pid").touch()
        time.sleep(600)


def deaf(folder: Path) -> None:
    """Record this process, and ignore SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    (folder / f"{os.getpid()}.pid").touch()
    time.sleep(600)


def deaf_once(task: tuple[Path, int]) -> int:
    """Ignore SIGTERM in task 0, and kill the process of task 2, the first time; both are done the next time."""
    folder, number = task
    mark = folder / f"{number}.mark"
    if number != 1 and not mark.exists():
        mark.touch()
        if number == 0:
            deaf(folder)
        while not list(folder.glob("*.pid")):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGKILL)
    return number
