"""What commands print, which files they write and how they end, as in a terminal: in `transcripts/`.

A transcript is a list of facts. Each begins with `# `, in an empty folder. Behind `> NAME` is a file, whose lines begin
with `| `. Behind `$ ` is a command, and below it what it prints: standard output as it is, standard error behind `! `
(without the lines about usage), and an exit code other than 0 in brackets. Commands of chargen run in this process, all
others in a shell. ``$FILES`` has examples, and ``$PRESETS`` what comes with chargen.

To add a fact, write it with its commands, and then their output with `python -m tests.cli.test_transcripts`. Read the
difference as a user would.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from string import Template

import pytest

from chargen import registry
from chargen.game import resources
from tests.cli.running import DOUBLED, LARRY, SHORT, Ended, run
from tests.render.sheets import RED_DOT

FOLDER = Path(__file__).parent / "transcripts"
FILES = {
    "larry.yaml": LARRY.encode(),
    "doubled.yaml": DOUBLED.encode(),
    "short.yaml": SHORT.encode(),
    "dot.png": RED_DOT,
}
FACT = re.compile(r"^# .*\n(?:(?!# ).*\n)*", re.MULTILINE)
USAGE = re.compile(r"^Usage: .*\n(?: .*\n)*Try .*\n\n", re.MULTILINE)
SIGN = re.compile(r"(?=[#$>|!] |\[|\\)")
"""What a line of output may not begin with; a backslash is put before it."""
TIME = re.compile(r"\b\d+(\.\d+)? s\b")


def facts(path: Path) -> list[str]:
    return [f"{fact.rstrip()}\n" for fact in FACT.findall(path.read_text(encoding="utf-8"))]


def played(fact: str) -> str:
    """Return a fact with what its commands print in the working folder, which is empty."""
    with tempfile.TemporaryDirectory() as files:
        for name, content in FILES.items():
            Path(files, name).write_bytes(content)
        now = "".join(_played(fact, {"FILES": files, "PRESETS": str(resources.PRESETS)}))
    registry._located.clear()  # the games that were found in the folder
    return f"{now.rstrip()}\n"


def _played(fact: str, places: dict[str, str]) -> Iterator[str]:
    file = here = Path.cwd()
    for line in fact.splitlines():
        sign, text = line[:2].strip(), line[2:]
        if sign == ">":
            file = Path(text)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("", encoding="utf-8")
        elif sign == "|":
            with file.open("a", encoding="utf-8") as opened:
                opened.write(f"{text}\n")
        if sign in ("#", ">", "|", "$"):
            yield f"{line}\n"
        if sign == "$":
            yield _shown(_ended(Template(text).safe_substitute(places)), places | {"HERE": str(here)})


def _ended(line: str) -> Ended:
    """Run `chargen … < FILE | …`, where both ends may be missing, or another command."""
    ended, then = Ended(0, "", ""), line
    if line.startswith("cd "):
        os.chdir(line[3:])
        return ended
    if line.startswith("chargen "):
        command, _, then = line.partition(" | ")
        command, _, given = command.partition(" < ")
        ended = run(*shlex.split(command)[1:], stdin=Path(given).read_bytes() if given else b"")
    if not then:
        return ended
    shell = subprocess.run(["sh", "-c", then], input=ended.out, capture_output=True, encoding="utf-8", check=False)
    return Ended(ended.code, shell.stdout, ended.err + shell.stderr)


def _shown(ended: Ended, places: dict[str, str]) -> str:
    out = "".join(SIGN.sub(r"\\", line, count=1) if SIGN.match(line) else line for line in ended.out.splitlines(True))
    err = "".join(f"! {line}".rstrip() + "\n" for line in USAGE.sub("", ended.err).splitlines())
    text = f"{out}{'' if out.endswith(chr(10)) or not out else chr(10)}{err}"
    for name, place in places.items():
        text = text.replace(place, f"${name}")
    return TIME.sub("… s", text) + (f"[{ended.code}]\n" if ended.code else "")


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(fact, id=f"{path.stem}: {fact.partition(chr(10))[0][2:]}")
        for path in sorted(FOLDER.glob("*.txt"))
        for fact in facts(path)
    ],
)
def test_a_command_does_what_was_approved(fact: str) -> None:
    assert played(fact) == fact


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem in (sys.argv[1:] or [path.stem]):
            written = []
            for fact in facts(path):
                with tempfile.TemporaryDirectory() as folder, chdir(folder):
                    written.append(played(fact))
            path.write_text("\n".join(written), encoding="utf-8")
