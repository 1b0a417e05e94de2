"""Paths that lead nowhere, or where they should not: a finding where they stand, and all other files are checked."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LARRY, run, shell
from tests.hostile.conftest import copied

LONG = "x" * 300
FINE = "good.yaml: fine: Larry Vance (Five by Five)\n"


def test_a_campaign_of_300_letters_is_a_finding_and_stops_nobody(folder: Path) -> None:
    """A path that the system takes for too long is an error at `campaign`, and later files are checked."""
    path = copied("02", folder)
    ended = run("check", path.name, "good.yaml")
    assert ended.code == 1
    assert "02-campaign-name-too-long.yaml:17:11: error[campaign/not-found]" in ended.out
    assert "file name too long" in ended.out
    assert FINE in ended.out


def test_an_extends_of_300_letters_is_a_finding_and_stops_nobody(folder: Path) -> None:
    """So is the path of an archetype."""
    (folder / "npc.yaml").write_text(f"archetype: five-by-five\nextends: {LONG}.yaml\n", encoding="utf-8")
    ended = run("check", "npc.yaml", "good.yaml")
    assert ended.code == 1
    assert "npc.yaml:2:10: error[archetype/extends]" in ended.out
    assert FINE in ended.out


def test_a_portrait_of_300_letters_is_a_finding(folder: Path) -> None:
    """So is the path of a picture, and the message does not repeat all of it."""
    (folder / "kai.yaml").write_text(f"{LARRY}\nportrait: {LONG}\n", encoding="utf-8")
    ended = run("check", "kai.yaml")
    assert ended.code == 1
    assert "error[concept/portrait]" in ended.out
    assert LONG not in ended.out


@pytest.mark.parametrize("named", ["loop.yaml", LONG, f"{LONG}*.yaml", "good.yaml/below.yaml"])
def test_an_argument_that_leads_nowhere_stops_nobody(named: str, folder: Path) -> None:
    """A link to itself, and a name that is too long, are findings about that file."""
    (folder / "loop.yaml").symlink_to("loop.yaml")
    ended = run("check", named, "good.yaml")
    assert ended.code == 1
    assert FINE in ended.out


def test_a_folder_with_links_and_pipes_is_checked(folder: Path) -> None:
    """What is no file is passed over in a folder: pipes, and links to nowhere or to devices."""
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "device.yaml").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.yaml")
    ended = run("check", ".")
    assert (ended.code, ended.out, ended.err) == (0, FINE, "")


def test_a_campaign_in_a_folder_without_permission_is_a_finding(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a folder may not be entered, that is said at `campaign`."""
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


@pytest.mark.parametrize("named", ["argument", "portrait", "campaign", "extends"])
def test_a_named_pipe_is_not_waited_for(named: str, folder: Path) -> None:
    """A pipe that nobody writes to is refused at once, wherever it is named."""
    os.mkfifo(folder / "pipe")
    os.mkfifo(folder / "pipe.yaml")
    path = copied("13", folder) if named == "portrait" else folder / "kai.yaml"
    if named == "campaign":
        path.write_text(f"{LARRY}\ncampaign: pipe\n", encoding="utf-8")
    elif named == "extends":
        path.write_text("archetype: five-by-five\nextends: pipe.yaml\n", encoding="utf-8")
    elif named == "argument":
        path = folder / "pipe.yaml"
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


def test_nothing_of_a_file_outside_is_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign outside of the concept's folder and of the working folder is refused, and not a word of it printed."""
    copied("21", folder)
    monkeypatch.chdir(folder / "21-campaign-outside" / "party")
    ended = run("check", "kai.yaml")
    assert ended.code == 1
    assert "kai.yaml:17:11: error[file/outside]" in ended.out
    assert "hunter2" not in ended.out
    assert "token" not in ended.out


def test_nothing_of_a_file_that_is_no_campaign_is_shown(folder: Path) -> None:
    """Below the working folder too, no line is quoted of a file that has nothing of a campaign."""
    copied("21", folder)
    ended = run("check", "21-campaign-outside/party/kai.yaml")
    assert ended.code == 1
    assert "error[campaign/not-a-campaign]" in ended.out
    assert "hunter2" not in ended.out
    (folder / "21-campaign-outside/private/secrets.yaml").write_text("name: x\nhunter2: [\n", encoding="utf-8")
    ended = run("check", "21-campaign-outside/party/kai.yaml")
    assert ended.code == 1
    assert "hunter2" not in ended.out


def test_nothing_of_a_file_that_is_no_archetype_is_shown(folder: Path) -> None:
    """Nor of one that an archetype extends."""
    (folder / "base.yaml").write_text("password: hunter2\n", encoding="utf-8")
    (folder / "npc.yaml").write_text("archetype: five-by-five\nextends: base.yaml\n", encoding="utf-8")
    ended = run("check", "npc.yaml")
    assert ended.code == 1
    assert "error[archetype/not-an-archetype]" in ended.out
    assert "hunter2" not in ended.out


@pytest.mark.parametrize("named", ["portrait: ../face.png", "portrait: {folder}/face.png", "portrait: link.png"])
def test_a_picture_outside_is_refused_unless_it_is_asked_for(
    named: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a path upwards, an absolute one, or a link; `--any-path` lets it be."""
    (folder / "face.png").write_bytes(PIXEL)
    inner = folder / "party"
    inner.mkdir()
    (inner / "link.png").symlink_to("../face.png")
    (inner / "kai.yaml").write_text(f"{LARRY}\n{named.format(folder=folder)}\n", encoding="utf-8")
    monkeypatch.chdir(inner)
    ended = run("check", "kai.yaml")
    assert ended.code == 1
    assert "error[file/outside]" in ended.out
    assert run("--any-path", "check", "kai.yaml").code == 0
    assert run("check", "kai.yaml").code == 1
    monkeypatch.chdir(folder)
    assert run("check", "party/kai.yaml").code == 0


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)
"""A picture of one pixel."""
