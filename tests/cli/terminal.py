"""A terminal of some width, on which a command runs and is answered."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.cli.running import be_the_command, forking

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """What a command shows on a terminal, without its colours, and the keys that it is given."""

    def __init__(self, process: int, descriptor: int) -> None:
        self._process, self._descriptor = process, descriptor
        self.seen, self.coloured = "", ""
        """All that was shown so far: without its colours, and with them."""
        self._read = 0

    def until(self, words: str, seconds: float = 60) -> str:
        """Return what is shown up to some words, which come within so many seconds."""
        end = time.monotonic() + seconds
        while (place := self.seen.find(words, self._read)) < 0:
            assert time.monotonic() < end, f"{words!r} was not shown: {self.seen[self._read :]!r}"
            if select.select([self._descriptor], [], [], 0.2)[0]:
                try:
                    part = os.read(self._descriptor, 65536)
                except OSError:
                    part = b""
                assert part, f"it ended before {words!r}: {self.seen[self._read :]!r}"
                self._see(part)
        shown = self.seen[self._read : place + len(words)]
        self._read = place + len(words)
        return shown

    def type(self, keys: str) -> None:
        os.write(self._descriptor, keys.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        self.type("\x03")
        return self.end()

    def end(self, seconds: float = 60) -> int:
        """Return the exit code, once it has ended, within so many seconds; what it still shows is in ``seen``."""
        end = time.monotonic() + seconds
        with suppress(OSError):
            while True:
                assert time.monotonic() < end, f"it waits for something: {self.seen[self._read :]!r}"
                if select.select([self._descriptor], [], [], 0.2)[0]:
                    part = os.read(self._descriptor, 65536)
                    if not part:
                        break
                    self._see(part)
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def _see(self, part: bytes) -> None:
        self.coloured += part.decode(errors="replace").replace("\r\n", "\n")
        self.seen = _COLOURS.sub("", self.coloured)


@contextmanager
def on_a_terminal(*arguments: str, columns: int = 80, **environment: str) -> Iterator[Terminal]:
    """Run `chargen` with some arguments on a terminal of so many columns; it is killed where it has not ended."""
    with forking():
        process, descriptor = _fork(columns)
    if process == 0:
        be_the_command(arguments, environment)
    with _until_the_end(process, descriptor) as terminal:
        yield terminal


def shown(*arguments: str, columns: int = 80, **environment: str) -> Terminal:
    """Return a terminal on which `chargen` ran to its end."""
    with on_a_terminal(*arguments, columns=columns, **environment) as terminal:
        terminal.end()
    return terminal


@contextmanager
def running(program: str, *arguments: str, columns: int = 80) -> Iterator[Terminal]:
    with forking():
        process, descriptor = _fork(columns)
    if process == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests run in the background of a script
        os.execvp(program, [program, *arguments])
    with _until_the_end(process, descriptor) as terminal:
        yield terminal


def _fork(columns: int) -> tuple[int, int]:
    """Begin a process on a terminal of its own."""
    process, descriptor = pty.fork()
    if process == 0:
        os.environ |= {"TERM": "xterm", "PYTHONUNBUFFERED": "1"}
        os.environ.pop("COLUMNS", None)
    fcntl.ioctl(0 if process == 0 else descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    return process, descriptor


@contextmanager
def _until_the_end(process: int, descriptor: int) -> Iterator[Terminal]:
    try:
        yield Terminal(process, descriptor)
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(process, 0)
        os.close(descriptor)
