"""Running the command as a process of its own, with a clock and a ceiling for memory, as a bot would run it."""

import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MEGABYTES = 1_500
"""The memory that a command may write into."""


@dataclass(frozen=True)
class Ended:
    """How a command ended: exit code (below 0: the signal that killed it), what it said, and CPU seconds."""

    code: int
    out: str
    err: str
    seconds: float


def bounded(
    *arguments: str | Path, folder: Path, seconds: int = 10, megabytes: int = MEGABYTES, flags: tuple[str, ...] = ()
) -> Ended:
    """Run `chargen` in a folder. Beyond its seconds of processor time, or twelve times as long, it is killed."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 1_000_000, megabytes * 1_000_000))

    before = _seconds_of_children()
    run = subprocess.run(
        [sys.executable, *flags, "-m", "chargen", *map(str, arguments)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=12 * seconds,
        preexec_fn=limit,
    )
    ended = Ended(run.returncode, run.stdout.decode(), run.stderr.decode(), _seconds_of_children() - before)
    assert "Traceback" not in ended.err
    return ended


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
