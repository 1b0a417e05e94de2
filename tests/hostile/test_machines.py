"""Machines that lack memory, letters or typefaces: a line that says so, or the same sheet as before."""

import errno
import itertools
import os
import resource
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.batch import chunk_job
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from tests.cli.running import LARRY, SHORT, run


def test_too_little_memory_is_reported_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*given: object) -> None:
        raise MemoryError

    monkeypatch.setattr(checking, "check_source", greedy)
    ended = run("check", "good.yaml")
    assert (ended.code, ended.err) == (3, "chargen: there is not enough memory\n")


@pytest.mark.parametrize("code", [errno.EFBIG, errno.EIO, errno.ESTALE])
def test_a_failing_machine_is_no_npcs_error(code: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line with the file, exit 3, and no request to report it."""

    def copy(source: Path, target: Path) -> None:
        raise OSError(code, os.strerror(code), str(source), None, str(target))

    monkeypatch.setattr(chunk_job, "print_part", lambda *_: copy(Path("a.ttf"), Path("/tmp/faces/a.ttf")))
    ended = run("batch", "five-by-five", "-n", "6", "--to", "pdf", "-o", "x")
    assert (ended.code, ended.err) == (3, f"chargen: {os.strerror(code)} (/tmp/faces/a.ttf)\n")


@pytest.mark.parametrize("to", ["pdf", "jsonl"])
def test_a_disk_that_is_full_at_the_end_leaves_nothing_of_a_batch(to: str, folder: Path) -> None:
    """One line with the folder that was asked for, also where a library in C++ writes, and no folder."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most))
    try:
        ended = run("batch", "five-by-five", "-n", "30", "--to", to, "-o", "guards")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert (ended.code, ended.err) == (3, "chargen: File too large (guards)\n")
    assert not Path("guards").exists()


@pytest.mark.parametrize("code", [errno.EPERM, errno.ENOTSUP, errno.EMLINK])
def test_a_disk_without_hard_links_takes_new_files(code: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A USB stick, or a network disk: new files are written, never over others, and files of the studio move."""

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", fail)
    assert run("new", "five-by-five", "Mira").code == 0
    assert run("check", "mira.yaml").code == 0
    written = (folder / "mira.yaml").read_bytes()
    assert run("new", "gamocles", "Mira").code == 1
    studio = Studio(folder)
    assert studio.answer("studio/create", {"game": "gamocles", "name": "Mira"})["file"] == "mira-2.yaml"
    with pytest.raises(Refused, match="exists already"):
        studio.answer("studio/rename", {"file": "mira-2.yaml", "to": "mira"})
    studio.answer("studio/rename", {"file": "mira-2.yaml", "to": "bo"})
    studio.answer("studio/delete", {"file": "bo.yaml"})
    assert (folder / "mira.yaml").read_bytes() == written
    assert not (folder / "mira-2.yaml").exists()
    assert not (folder / "bo.yaml").exists()


def test_a_failed_move_leaves_no_empty_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a disk has no hard links, a name is taken before it is used."""

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", fail)
    monkeypatch.setattr(Path, "replace", fail)
    assert run("new", "five-by-five", "Mira").code == 3
    assert not (folder / "mira.yaml").exists()


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


def test_names_beyond_the_machines_letters_are_reported_in_words(folder: Path) -> None:
    """Without UTF-8, a file cannot be called as its character: exit 3, with the cure, and the other sheets are made."""
    (folder / "zoe.yaml").write_text(LARRY.replace("Larry Vance", "Zoë"), encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ended = _machine(folder, "render", "zoe.yaml", "good.yaml", "--to", "html", "-o", "out", **ascii_only)
    assert ended.returncode == 3
    assert "PYTHONUTF8=1 gives it them" in ended.stderr
    assert "should not happen" not in ended.stderr
    assert [path.name for path in (folder / "out").iterdir()] == ["larry-vance.html"]


def test_a_machine_without_typefaces_prints_the_same_sheet_in_silence(folder: Path) -> None:
    """chargen brings its own."""
    (folder / "fonts.conf").write_text("<fontconfig/>", encoding="utf-8")
    (folder / "none").mkdir()
    (folder / "good.yaml").write_text(SHORT, encoding="utf-8")
    bare = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "XDG_CACHE_HOME": str(folder / "none")}
    ended = _machine(folder, "render", "good.yaml", "--to", "pdf", "-o", "bare", **bare)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert run("render", "good.yaml", "--to", "pdf", "-o", "usual").code == 0
    assert (folder / "bare/larry-vance.pdf").read_bytes() == (folder / "usual/larry-vance.pdf").read_bytes()


def test_a_bare_machine_prints_the_same_page(folder: Path) -> None:
    """Without home, terminal, colours or assertions; with blanks, emoji and line ends in its path; in another zone."""
    odd = folder / "two  words 🗡\nsecond line"
    odd.mkdir()
    (odd / "-o kai.yaml").write_text(LARRY, encoding="utf-8")
    bare = {"LANG": "C", "NO_COLOR": "1", "COLUMNS": "40", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "77"}
    mask = os.umask(0o077)
    try:
        ended = subprocess.run(
            [sys.executable, "-O", "-m", "chargen", "render", odd, "--to", "html", "-o", odd / "out"],
            env={**bare, "PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=300,
        )
    finally:
        os.umask(mask)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"\x1b" not in ended.stdout
    assert run("render", "good.yaml", "--to", "html", "-o", "usual").code == 0
    assert (odd / "out/larry-vance.html").read_bytes() == (folder / "usual/larry-vance.html").read_bytes()
    assert stat.S_IMODE((odd / "out/larry-vance.html").stat().st_mode) == 0o600


def test_a_clock_that_jumps_changes_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Back to 1969, or far ahead, in the middle of a batch: the same files, and what is half-written is swept."""
    times = itertools.cycle([-86_400.0, 4_102_444_800.0, 0.0])
    assert run("batch", "five-by-five", "-n", "2", "--seed", "t", "--to", "jsonl,csv", "-o", "usual").code == 0
    monkeypatch.setattr(time, "time", lambda: next(times))
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    assert run("batch", "five-by-five", "-n", "2", "--seed", "t", "--to", "jsonl,csv", "-o", "jumping").code == 0
    usual, jumping = (
        {path.name: path.read_bytes() for path in (folder / name).iterdir()} for name in ("usual", "jumping")
    )
    assert usual == jumping


def test_a_character_that_is_edited_while_it_is_printed_is_printed_as_it_was_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read once: the page is of one file, and not half of another."""
    assert run("render", "good.yaml", "--to", "html", "-o", "usual").code == 0
    drawn = checking.make_sheet

    def edited(*given: Any, **more: Any) -> Any:
        (folder / "good.yaml").write_text("system: facade\nname: Another\n", encoding="utf-8")
        return drawn(*given, **more)

    monkeypatch.setattr(checking, "make_sheet", edited)
    assert run("render", "good.yaml", "--to", "html", "-o", "edited").code == 0
    assert "Another" in (folder / "good.yaml").read_text(encoding="utf-8")
    assert (folder / "edited/larry-vance.html").read_bytes() == (folder / "usual/larry-vance.html").read_bytes()
