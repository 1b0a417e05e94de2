"""Two windows and another program work on one folder, and studios are killed: no text that was saved is lost."""

import contextlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from chargen.studio.folder import DELETED, Refused
from chargen.studio.studio import Studio

NAMES = ("kai.yaml", "bo.yaml", "sub/ada.yaml")
SAVER = """
import sys
from pathlib import Path
from chargen.studio.studio import Studio
studio, version = Studio(Path(sys.argv[1])), None
for number in range(10**6):
    text = f"name: Kai\\n# {number}\\n" * 2000
    version = studio.answer("studio/save", {"file": "killed.yaml", "text": text, "version": version})["version"]
    print(number, flush=True)
"""
"""A studio that saves one text after another, and reports each that is saved."""


@dataclass
class Done:
    """What was done, and each text that was lost."""

    steps: int = 0
    kills: int = 0
    lost: list[str] = field(default_factory=list)


@dataclass
class _Window:
    studio: Studio
    opened: dict[str, str] = field(default_factory=dict)
    """By file, the version that this window read or wrote last."""


def soak(steps: int, kills: int, seed: int) -> Done:
    """Take random steps, and then kill studios that save."""
    done = Done()
    with tempfile.TemporaryDirectory() as folder:
        _work(Path(folder), Random(seed), steps, done)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(kills):
            _kill(Path(folder, str(number)), Random(f"{seed}/{number}"), done)
    return done


def _work(folder: Path, random: Random, steps: int, done: Done) -> None:
    """Save, rename, delete, restore and edit; after each step, all texts that were not replaced knowingly are there."""
    windows = [_Window(Studio(folder)), _Window(Studio(folder))]
    alive: set[str] = set()
    kept: list[tuple[str, str]] = []
    for number in range(steps):
        window, name, text = random.choice(windows), random.choice(NAMES), f"name: text {number}\n"
        path, before = folder / name, _texts(folder)
        try:
            match random.choice(("open", "save", "save", "new", "rename", "delete", "restore", "edit")):
                case "open":
                    window.opened[name] = window.studio.answer("studio/read", {"file": name})["version"]
                case "save" if name in window.opened:
                    there = path.read_text(encoding="utf-8") if path.exists() else ""
                    seen = window.opened[name]
                    asked = {"file": name, "text": text, "version": seen}
                    window.opened[name] = window.studio.answer("studio/save", asked)["version"]
                    alive = (alive - {there}) | {text}
                case "new":
                    copied = window.studio.answer("studio/copy", {"file": name, "text": text})
                    window.opened[copied["file"]] = copied["version"]
                    alive |= {text}
                case "rename":
                    window.studio.answer("studio/rename", {"file": name, "to": random.choice(NAMES)})
                case "delete":
                    kept.append((name, window.studio.answer("studio/delete", {"file": name})["kept"]))
                case "restore" if kept:
                    name, there = kept.pop()
                    window.studio.answer("studio/restore", {"file": name, "kept": there})
                case "edit" if path.exists():
                    alive = (alive - {path.read_text(encoding="utf-8")}) | {text}
                    path.write_text(text, encoding="utf-8")
        except Refused as refused:
            if refused.kind == "changed" and refused.data["text"] not in before:
                done.lost.append(f"step {number}: the conflict shows another text than the disk")
        done.steps += 1
        if lost := alive - _texts(folder):
            done.lost += [f"step {number}: {text.strip()}" for text in lost]
            return


def _texts(folder: Path) -> set[str]:
    found = [*folder.rglob("*.yaml"), *(folder / DELETED).glob("*")]
    return {path.read_text(encoding="utf-8") for path in found}


def _kill(folder: Path, random: Random, done: Done) -> None:
    """Kill a studio while it saves: the file holds the last text that was reported, or the next one, complete."""
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", SAVER, str(folder)], stdout=subprocess.PIPE, encoding="utf-8", stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdout is not None
        saved = running.stdout.readline()
        time.sleep(random.random() / 10)
        running.kill()
        with contextlib.suppress(ValueError):
            saved = (running.stdout.read().splitlines() or [saved])[-1]
    last, lines = int(saved), (folder / "killed.yaml").read_text(encoding="utf-8").splitlines()
    done.kills += 1
    if len(lines) != 4000 or len(set(lines)) != 2 or lines[1] not in (f"# {last}", f"# {last + 1}"):
        done.lost.append(f"killed after text {last}: the file has {len(lines)} lines, {set(lines[:2])}")
