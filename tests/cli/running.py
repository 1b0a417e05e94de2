"""Running the command in this process, as a shell would see it."""

import contextlib
import gc
import io
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

from chargen import worker_pool
from chargen.cli.main import main

LARRY = (Path(__file__).parent.parent / "games/five_by_five/good/five-by-five-larry.yaml").read_text(encoding="utf-8")
"""The shared example: a character that is in order."""
SHORT = "system: five-plus\nname: Larry Vance\nopposition: {rank: 1, successes: 6}\n"
"""An opponent of the same name: a sheet of one page, printed in a third of the time."""
DOUBLED = """\
# A third 4.
system: five-by-five
name: Larry Vance
concept: Short-order cook who hears too much
descriptors:
  Street Brawler: {value: 6, exclusive: attack}
  Amateur Chef: 4
  Danger Sense: {value: 4, exclusive: dodge}
  First Aid: {value: 2, exclusive: healing}
  Cannot Keep a Secret: -5
# the value placed on hit points
hit_points: 4
weapons: [knife]
"""
"""The example of the interface: the set has two 4s, this has three, on lines 7, 8 and 12."""


CHARGEN = (sys.executable, "-m", "chargen")


def write_characters(*names: str) -> None:
    """Write a short character of each name into the working folder, into a file of that name."""
    for name in names:
        Path(f"{name}.yaml").write_text(SHORT.replace("Larry Vance", name), encoding="utf-8")


@dataclass(frozen=True)
class Ended:
    """How a command ended: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@contextlib.contextmanager
def _streams(stdin: bytes) -> Iterator[tuple[Any, Any]]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with patch.object(sys, "stdin", given), patch.object(sys, "stdout", out), patch.object(sys, "stderr", err):
        yield out, err


def run(*arguments: str | Path, stdin: bytes = b"") -> Ended:
    code: Any = None
    with _streams(stdin) as (out, err), patch.dict(os.environ):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code
        out.flush()
        err.flush()
        said = [stream.buffer.getvalue().decode() for stream in (out, err)]
    assert isinstance(code, int)
    assert "Traceback" not in said[1]
    return Ended(code, *said)


def begin(*arguments: str, environment: Mapping[str, str] = {}, **options: Any) -> subprocess.Popen[Any]:
    """Begin `chargen` in a process of its own; options are those of `subprocess.Popen`.

    The process is this one over again, which has imported all there is, and so it starts in a tenth of the time. It
    differs from a new one in nothing that the command could see. Cards are printed in a new process: a copy of this one
    has none of the threads that Typst waits for.
    """
    before = _descriptors()

    def command() -> NoReturn:
        for descriptor in _descriptors() - before:  # through one of them `subprocess` waits for a new program
            with contextlib.suppress(OSError):
                os.close(descriptor)
        be_the_command(arguments, environment)

    with forking():
        return subprocess.Popen([sys.executable], preexec_fn=command, restore_signals=False, **options)


def _descriptors() -> frozenset[int]:
    """The files that are open in this process, but for its streams."""
    return frozenset(int(path.name) for path in Path("/proc/self/fd").iterdir()) - {0, 1, 2}


def shell(
    *arguments: str, stdin: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `chargen` in a process of its own to its end."""
    pipe = subprocess.PIPE
    streams: dict[str, Any] = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "encoding": "utf-8"}
    process = begin(*arguments, environment=environment, cwd=folder, **streams)
    out, err = process.communicate(stdin, timeout=60)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@contextlib.contextmanager
def forking() -> Iterator[None]:
    """Allow for threads, of which Python warns: those of the tests wait for messages, and hold no lock meanwhile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def be_the_command(arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Run `chargen` in a process that has just been forked, with the streams it has, and end."""
    code: object = 70
    gc.freeze()  # else the first look for garbage would go through, and so copy, all that the tests have made
    try:
        os.environ.update(environment)
        logging.getLogger("chargen").handlers.clear()  # a test may have reported times on a stream of its own
        setattr(worker_pool, "get_context", multiprocessing.get_context)  # noqa: B010 (not the tests' own)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["chargen", *arguments]
        sys.stdin = os.fdopen(os.dup(0))  # not 0 itself, where readline would edit lines: pytest has loaded it
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        main(list(arguments))
    except SystemExit as end:
        code = end.code
        with contextlib.suppress(OSError):
            sys.stdout.flush()
    finally:
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)
