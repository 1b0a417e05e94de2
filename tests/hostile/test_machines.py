"""Machines that lack memory, letters or typefaces: a line that says so, or the same sheet as ever."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chargen import checking
from tests.cli.running import LARRY, SHORT, run


def test_too_little_memory_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the machine's fault, and not chargen's."""

    def greedy(*given: object) -> None:
        raise MemoryError

    monkeypatch.setattr(checking, "check_source", greedy)
    ended = run("check", "good.yaml")
    assert (ended.code, ended.err) == (3, "chargen: there is not enough memory\n")


def _machine(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "chargen", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_names_beyond_the_machines_letters_are_said_in_words(folder: Path) -> None:
    """Without UTF-8, a file cannot be called as its character: exit 3, with the cure, and the other sheets are made."""
    (folder / "zoe.yaml").write_text(LARRY.replace("Larry Vance", "Zoë"), encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ended = _machine(folder, "render", "zoe.yaml", "good.yaml", "--to", "html", "-o", "out", **ascii_only)
    assert ended.returncode == 3
    assert "PYTHONUTF8=1 gives it them" in ended.stderr
    assert "should not happen" not in ended.stderr
    assert [path.name for path in (folder / "out").iterdir()] == ["larry-vance.html"]


def test_a_machine_without_typefaces_prints_the_same_sheet_in_silence(folder: Path) -> None:
    """Ours come along, so that nothing is to be warned of."""
    (folder / "fonts.conf").write_text("<fontconfig/>", encoding="utf-8")
    (folder / "none").mkdir()
    (folder / "good.yaml").write_text(SHORT, encoding="utf-8")
    bare = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "XDG_CACHE_HOME": str(folder / "none")}
    ended = _machine(folder, "render", "good.yaml", "--to", "pdf", "-o", "bare", **bare)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert run("render", "good.yaml", "--to", "pdf", "-o", "usual").code == 0
    assert (folder / "bare/larry-vance.pdf").read_bytes() == (folder / "usual/larry-vance.pdf").read_bytes()
