"""`chargen advance` is killed, interrupted, out of space or shut out: the old file is there, or the new one."""

import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from chargen.core.source import load
from tests.cli.running import LARRY, Ended, run
from tests.scale import tenth

NOBODY = 65534
AWARDS = "advancement:\n"
LINE = "  - {award: 1}\n"


@pytest.fixture
def larry(larry: Path) -> Path:
    """A character, for whom the command has run once, so that a process that is forked has all of it."""
    assert run("advance", larry, "award", "1").code == 0
    assert run("advance", larry, "undo").code == 0
    return larry


@contextmanager
def forked(does: Callable[[], int]) -> Iterator[int]:
    """Run something in a process of its own, which ends with the code that it returns; gives its number."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            code = does()
        except KeyboardInterrupt:
            code = 130
        finally:
            os._exit(code)
    yield child


def stopped(child: int, sent: signal.Signals) -> int:
    """Send a process a signal until it ends, and return its status: one that was just forked may not listen yet."""
    while True:
        os.kill(child, sent)
        for _ in range(100):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return status
            time.sleep(0.01)


def awarding(path: Path) -> int:
    """Award a point again and again, until something is wrong."""
    code = 0
    while code == 0:
        code = run("advance", path, "award", "1").code
    return code


@pytest.mark.parametrize(("sent", "ends"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_process_that_is_stopped_leaves_a_whole_file(larry: Path, sent: signal.Signals, ends: int) -> None:
    """At whatever moment it is killed or interrupted: the file is that of before an award or that of after it."""
    complete = LARRY if LARRY.endswith("\n") else f"{LARRY}\n"
    counts = set()
    for seed in range(tenth(200)):
        larry.write_text(LARRY, encoding="utf-8")
        with forked(lambda: awarding(larry)) as child:
            time.sleep(Random(seed).uniform(0.0, 0.15))
            status = stopped(child, sent)
        assert os.waitstatus_to_exitcode(status) == ends
        text = larry.read_text(encoding="utf-8")
        awards = text.count(LINE)
        counts.add(awards)
        assert text == (f"{complete}{AWARDS}{LINE * awards}" if awards else LARRY)
    assert len(counts) > 2
    for part in larry.parent.glob(".*.part"):  # what nobody writes to any more is swept away
        os.utime(part, (0, 0))
    assert run("advance", larry, "award", "1").code == 0
    assert [path.name for path in larry.parent.iterdir()] == ["larry.yaml"]


def ended_in(does: Callable[[], Ended]) -> tuple[int, str]:
    """Return the exit code of a command that ran in a process of its own, and what it said of the fault."""
    reading, writing = os.pipe()

    def told() -> int:
        ended = does()
        os.write(writing, ended.err.encode())
        return ended.code

    with forked(told) as child:
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as said:
            text = said.read()
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), text


def test_a_full_disk_leaves_the_file(larry: Path) -> None:
    """Where no more bytes can be written, that is said of the file, and its bytes stay; no part of it is left."""

    def squeezed() -> Ended:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        return run("advance", larry, "award", "5")

    code, said = ended_in(squeezed)
    assert (code, str(larry) in said, "Traceback" in said) == (3, True, False), said
    assert larry.read_text(encoding="utf-8") == LARRY
    assert [path.name for path in larry.parent.iterdir()] == ["larry.yaml"]


def test_a_folder_that_may_not_be_written_into(larry: Path) -> None:
    """A user who may read a file but not write beside it gets an error, and the bytes stay."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "larry.yaml"
        path.write_text(LARRY, encoding="utf-8")
        path.parent.chmod(0o555)

        def shut_out() -> Ended:
            os.chdir(path.parent)
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            return run("advance", path, "award", "5")

        code, said = ended_in(shut_out)
        assert (code, str(path) in said, "Traceback" in said) == (3, True, False), said
        assert load("larry", path.read_bytes()).text == LARRY
        path.parent.chmod(0o755)
