"""Work that goes wrong in a pool; it runs in worker processes, which find it by its name."""

import os
import signal
import time
from pathlib import Path


def doubled(number: int) -> int:
    """Twice a number; the smaller, the later."""
    time.sleep(max(0.0, 0.4 - number / 10))
    return 2 * number


def process(_: int) -> int:
    """The process that it is done in."""
    return os.getpid()


def kills(number: int) -> int:
    """Task 2 kills whatever process it is done in."""
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def kills_once(task: tuple[Path, int]) -> int:
    """Task 2 kills its process the first time; a file says that it was."""
    told, number = task
    if number == 2 and not told.exists():
        told.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def writes_for_ever(folder: Path) -> None:
    """Notes its process, and never ends the file that it writes."""
    from chargen import fileio

    with fileio.writing(folder / f"{os.getpid()}.txt"):
        (folder / f"{os.getpid()}.pid").touch()
        time.sleep(600)


def deaf(folder: Path) -> None:
    """Notes its process, and does not listen when it is told to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    (folder / f"{os.getpid()}.pid").touch()
    time.sleep(600)


def deaf_once(task: tuple[Path, int]) -> int:
    """Task 0 does not listen the first time, and task 2 then kills its process; both are done the next time."""
    folder, number = task
    told = folder / f"{number}.told"
    if number != 1 and not told.exists():
        told.touch()
        if number == 0:
            deaf(folder)
        while not list(folder.glob("*.pid")):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGKILL)
    return number
