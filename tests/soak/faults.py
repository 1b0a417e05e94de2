"""Faults while files are written: processes are stopped at random moments, and what they leave is read."""

import hashlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import MappingProxyType

from chargen.cli import main
from chargen.ready_made import presets

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "batch": "batch five-by-five -n 12 --seed soak --to pdf,csv,jsonl,yaml -o npcs -q",
        "batch in two processes": "batch five-by-five -n 40 --seed soak --to pdf,csv,jsonl,yaml -o crowd -q --jobs 2",
        "render": "render ada.yaml --to html,pdf -o sheet",
        "render in two processes": "render party --to html,pdf -o sheets --jobs 2",
        "advance": "advance kai.yaml award 1",
    }
)
"""What is stopped; each takes some seconds at most."""
LOADED = (
    "chargen.cli.table.batch",
    "chargen.cli.print.render",
    "chargen.cli.write.advance",
    "chargen.games.five_by_five",
    "weasyprint",
    "typst",
)
"""What those need, and would load each by itself."""
OUTPUTS: Mapping[str, str] = MappingProxyType(
    {command: words.partition(" -o ")[2].split()[0] for command, words in COMMANDS.items() if " -o " in words}
)
"""The folder that a command writes into."""
RESUMED_EVERY = 10
"""The faults after which the command runs to its end, and must write what it writes undisturbed."""
WEIGHTS = (6, 1, 3, 1, 12)
"""How often each is: those that begin processes of their own take longest."""
SIGNALS: Mapping[str, int] = MappingProxyType({"kill": 9, "kill a worker": 4, "interrupt": 1, "interrupt twice": 1})
"""How a command is stopped, and how often."""


@dataclass
class Done:
    """What came of it."""

    injected: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often which command was stopped in which way."""
    lost: list[str] = field(default_factory=list)
    """What was found that must not be."""
    finished: int = 0
    """Commands that were over before their fault came."""
    resumed: int = 0
    """Commands that then ran to their end."""


def soak(number: int, seed: int, report: Callable[[str], None], until: float = float("inf")) -> Done:
    """Stop commands ``number`` times, each at a random moment; look at every file after each, and let some go on.

    It ends sooner where the clock (`time.monotonic`) has come to ``until``.
    """
    chance, done = random.Random(seed), Done()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "party").mkdir()
        first, *others = sorted(presets("five-by-five"), key=lambda preset: preset.key)[:3]
        for preset in others:
            shutil.copy(preset.path, folder / "party")
        shutil.copy(others[0].path, folder / "ada.yaml")
        kai = folder / "kai.yaml"
        shutil.copy(first.path, kai)
        longest, undisturbed = dict[str, float](), dict[str, dict[str, str]]()
        for index in range(number):
            if time.monotonic() > until:
                break
            (command,) = chance.choices(list(COMMANDS), WEIGHTS)
            (fault,) = chance.choices(list(SIGNALS), list(SIGNALS.values()))
            if fault == "kill a worker" and "processes" not in command:
                fault = "kill"
            out = folder / OUTPUTS.get(command, "none")
            if command not in longest:
                start = time.monotonic()
                _ended(_started(command, folder))
                longest[command], undisturbed[command] = time.monotonic() - start, _digests(out)
            if chance.random() < 0.5 or (out / "manifest.jsonl").exists():
                shutil.rmtree(out, ignore_errors=True)
            if index % 100 == 99:
                shutil.copy(first.path, kai)
            before = kai.read_bytes()
            process = _started(command, folder)
            start = time.monotonic()
            process.join(chance.uniform(0, longest[command]))
            if not process.is_alive():
                longest[command] = time.monotonic() - start
            if _stopped(process, fault):
                done.injected[command.split()[0], fault] += 1
            else:
                done.finished += 1
            for what in _found(folder, before, process.pid or 0):
                done.lost.append(f"{command}, {fault}: {what}")
                report(done.lost[-1])
            if index % RESUMED_EVERY == RESUMED_EVERY - 1:
                done.resumed += 1
                if code := _ended(_started(command, folder)):
                    done.lost.append(f"{command}: ended with {code} after {fault}")
                elif command in OUTPUTS and _digests(out) != undisturbed[command]:
                    done.lost.append(f"{command}: other bytes than undisturbed after {fault}")
                report(f"{dict(done.injected)}, {done.finished} too late, {done.resumed} resumed: {done.lost}")
    return done


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _started(command: str, folder: Path) -> BaseProcess:
    """Start a command in a session of its own. Its process is forked from one that has loaded chargen already.

    So most moments at which it is stopped are moments of its work.
    """
    process = _CONTEXT.Process(target=_run, args=(COMMANDS[command], folder))
    process.start()
    return process


_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([*LOADED, __name__])


def _run(command: str, folder: Path) -> None:
    os.setsid()
    os.chdir(folder)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    main(command.split())


def _ended(process: BaseProcess) -> int | None:
    process.join(timeout=300)
    return process.exitcode


def _stopped(process: BaseProcess, fault: str) -> bool:
    """Stop a command, and wait until it is gone; False where it was over already."""
    if process.pid is None or not process.is_alive():
        return False
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
    return True


def _found(folder: Path, kai: bytes, session: int) -> list[str]:
    """What must not be: half a file under a final name, a player's file neither old nor new, a worker that is left."""
    wrong = []
    for path in folder.rglob("*"):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts):
            content = path.read_bytes()
            if not _is_whole(path, content):
                wrong.append(f"{path.name} is half-written ({len(content)} bytes)")
    now = (folder / "kai.yaml").read_bytes()
    if now != kai and not (now.startswith(kai.rstrip()) and now.count(b"award") == kai.count(b"award") + 1):
        wrong.append("kai.yaml is neither as before nor as after")
    deadline = time.monotonic() + 60
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
