"""Faults while files are written: processes are stopped at random moments, and what they leave is read."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from chargen.ready_made import presets

COMMANDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "batch": (
            "batch",
            "five-by-five",
            "-n",
            "300",
            "--seed",
            "soak",
            "--to",
            "pdf,csv,jsonl,yaml",
            "-o",
            "out",
            "-q",
        ),
        "render": ("render", "party", "--to", "html,pdf", "-o", "out", "--jobs", "2"),
        "advance": ("advance", "party/kai.yaml", "award", "1"),
    }
)
"""What is stopped; each takes some seconds at most."""
SIGNALS = ("kill", "interrupt", "interrupt twice", "kill a worker")


@dataclass
class Figures:
    """What came of it."""

    injected: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    """What was found that must not be."""
    finished: int = 0
    """Commands that were over before their fault came."""


def soaked(number: int, seed: int, tell: Callable[[str], None], sheets: int = 6) -> Figures:
    """Stop commands so many times, each at a moment of its own; look at every file after each, and let some go on.

    ``sheets``: how many there are to be printed, besides that of the player's own file.
    """
    chance, figures = random.Random(seed), Figures()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "party").mkdir()
        usual = sorted(presets("five-by-five"), key=lambda preset: preset.key)[:sheets]
        for preset in usual:
            shutil.copy(preset.path, folder / "party")
        kai = folder / "party" / "kai.yaml"
        shutil.copy(usual[0].path, kai)
        longest = dict.fromkeys(COMMANDS, 0.0)
        for command, words in COMMANDS.items():
            start = time.monotonic()
            _ended(_started(words, folder))
            longest[command] = time.monotonic() - start
        for index in range(number):
            command = chance.choice(list(COMMANDS))
            fault = chance.choice(SIGNALS if command != "advance" else SIGNALS[:3])
            if chance.random() < 0.5:
                shutil.rmtree(folder / "out", ignore_errors=True)
            before = kai.read_bytes()
            process = _started(COMMANDS[command], folder)
            time.sleep(chance.uniform(0, longest[command]))
            _stopped(process, fault, figures)
            for what in _found(folder, before, process.pid):
                figures.lost.append(f"{command}, {fault}: {what}")
            if index % 25 == 24:
                code = _ended(_started(COMMANDS[command], folder))
                if code:
                    figures.lost.append(f"{command}: ended with {code} after {fault}")
                tell(f"{index + 1} faults, {len(figures.lost)} files lost")
    return figures


def _started(words: tuple[str, ...], folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "chargen", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _ended(process: subprocess.Popen[bytes]) -> int:
    return process.wait(timeout=300)


def _stopped(process: subprocess.Popen[bytes], fault: str, figures: Figures) -> None:
    """Stop a command, and wait until it is gone."""
    if process.poll() is not None:
        figures.finished += 1
        return
    figures.injected[fault] += 1
    if fault == "kill":
        process.kill()
    elif fault == "kill a worker":
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children[:1]:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
    else:
        for _ in range(2 if fault == "interrupt twice" else 1):
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGINT)
    _ended(process)


def _found(folder: Path, kai: bytes, session: int) -> list[str]:
    """What must not be: half a file under a final name, a player's file neither old nor new, a worker that is left."""
    wrong = []
    for path in folder.rglob("*"):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts):
            content = path.read_bytes()
            if not _is_whole(path, content):
                wrong.append(f"{path.name} is half-written ({len(content)} bytes)")
    now = (folder / "party" / "kai.yaml").read_bytes()
    if now != kai and not (now.startswith(kai.rstrip()) and now.count(b"award") == kai.count(b"award") + 1):
        wrong.append("kai.yaml is neither as before nor as after")
    deadline = time.monotonic() + 10
    while alive := _alive(session):
        if time.monotonic() > deadline:
            wrong.append(f"{len(alive)} processes outlive their command")
            break
        time.sleep(0.05)
    return wrong


def _is_whole(path: Path, content: bytes) -> bool:
    if path.suffix == ".pdf":
        return content.startswith(b"%PDF") and content.rstrip().endswith(b"%%EOF")
    if path.suffix == ".html":
        return content.rstrip().endswith(b"</html>")
    if path.suffix == ".jsonl":
        try:
            return bool(content) and all(json.loads(line) for line in content.splitlines())
        except ValueError:
            return False
    return content.endswith(b"\n")


def _alive(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                fields = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(path.name))
    return found
