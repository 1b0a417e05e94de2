"""Running the command in this process, as a shell would see it."""

import contextlib
import io
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

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
    """Run `chargen` with some arguments."""
    code: Any = None
    with _streams(stdin) as (out, err):
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


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What `chargen` writes to a terminal."""
    reader, writer = pty.openpty()
    process = subprocess.Popen(
        [*CHARGEN, *arguments], stdout=writer, stderr=writer, env={**os.environ, "TERM": "xterm", **environment}
    )
    os.close(writer)
    said = b""
    while True:
        try:
            part = os.read(reader, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(reader)
    process.wait(timeout=60)
    return said.decode()
