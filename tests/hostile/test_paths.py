"""Paths to nowhere, or out of the project, are errors where they are written; all other files are checked."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LARRY, run, shell

LONG = "x" * 300
FINE = "good.yaml: fine: Larry Vance (Five by Five)\n"


def test_a_folder_with_links_and_pipes_is_checked(folder: Path) -> None:
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "device.yaml").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.yaml")
    ended = run("check", ".")
    assert (ended.code, ended.err) == (1, "")
    assert FINE in ended.out
    assert "loop.yaml: error[file/unreadable]: the file cannot be read: Too many levels of symbolic links" in ended.out
    assert "2 files: 1 fine, 1 with errors (1)" in ended.out


def test_a_campaign_in_a_folder_without_permission_is_a_diagnostic(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Path.stat

    def forbidden(path: Path, **how: bool) -> os.stat_result:
        if path.name == "camp.yaml":
            raise PermissionError(errno.EACCES, "Permission denied")
        return look(path, **how)

    monkeypatch.setattr(Path, "stat", forbidden)
    (folder / "kai.yaml").write_text(f"{LARRY}\ncampaign: closed/camp.yaml\n", encoding="utf-8")
    ended = run("check", "kai.yaml", "good.yaml")
    assert ended.code == 1
    assert "the campaign file `closed/camp.yaml` cannot be read: permission denied" in ended.out
    assert FINE in ended.out


@pytest.mark.parametrize(
    "text",
    [
        None,
        f"{LARRY}portrait: pipe\n",
        f"{LARRY}campaign: pipe\n",
        "archetype: five-by-five\nextends: pipe.yaml\n",
    ],
    ids=["argument", "portrait", "campaign", "extends"],
)
def test_a_named_pipe_is_not_waited_for(text: str | None, folder: Path) -> None:
    """A pipe that no one writes to is refused at once."""
    for name in ("pipe", "pipe.yaml"):
        os.mkfifo(folder / name)
    path = folder / ("kai.yaml" if text else "pipe.yaml")
    if text:
        path.write_text(text, encoding="utf-8")
    ended = shell("check", path.name, "good.yaml", folder=folder)
    assert ended.returncode == 1
    assert FINE in ended.stdout


def test_what_a_shell_pipes_is_read(folder: Path) -> None:
    """`chargen check <(something)` names a pipe below /dev, and is read."""
    ended = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m chargen check <(cat good.yaml)"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
    assert "fine" in ended.stdout


def party(folder: Path, named: str) -> Path:
    """A character in `party/` that names a picture beside that folder; returns the folder."""
    (folder / "face.png").write_bytes(PIXEL)
    inner = folder / "party"
    inner.mkdir()
    (inner / "link.png").symlink_to("../face.png")
    (inner / "kai.yaml").write_text(f"{LARRY}\n{named.format(folder=folder)}\n", encoding="utf-8")
    return inner


def test_the_home_folder_is_no_project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in a folder of it, such as a download, reaches none of its other folders."""
    inner = party(folder, "portrait: ../face.png")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    assert "error[file/outside]" in run("check", "party").out
    (folder / ".git").mkdir()
    (folder / "chargen.toml").touch()
    assert "error[file/outside]" in run("check", "party").out
    shutil.copy(folder / "face.png", inner / "link.png.png")
    (inner / "kai.yaml").write_text(f"{LARRY}\nportrait: link.png.png\n", encoding="utf-8")
    assert run("check", "party").code == 0


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)
"""A picture of one pixel."""
