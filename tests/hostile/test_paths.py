"""Paths to nowhere, or out of the project, are errors where they are written; all other files are checked."""

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LARRY, run, shell
from tests.hostile.conftest import copied

LONG = "x" * 300
FINE = "good.yaml: fine: Larry Vance (Five by Five)\n"


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (f"{LARRY}campaign: {LONG}\n", f"{LARRY.count(chr(10)) + 1}:11: error[campaign/not-found]"),
        (f"archetype: five-by-five\nextends: {LONG}.yaml\n", "2:10: error[archetype/extends]"),
        (f"{LARRY}portrait: {LONG}\n", "error[concept/portrait]"),
    ],
    ids=["campaign", "extends", "portrait"],
)
def test_a_path_of_300_letters_is_an_error_where_it_is_written(text: str, reported: str, folder: Path) -> None:
    """Later files are checked, and the message does not repeat all of it."""
    (folder / "kai.yaml").write_text(text, encoding="utf-8")
    ended = run("check", "kai.yaml", "good.yaml")
    assert ended.code == 1
    assert reported in ended.out
    assert FINE in ended.out
    assert not [line for line in ended.out.splitlines() if "error[" in line and LONG in line]


@pytest.mark.parametrize("named", ["loop.yaml", LONG, f"{LONG}*.yaml", "good.yaml/below.yaml"])
def test_an_argument_that_leads_nowhere_stops_no_one(named: str, folder: Path) -> None:
    (folder / "loop.yaml").symlink_to("loop.yaml")
    ended = run("check", named, "good.yaml")
    assert ended.code == 1
    assert FINE in ended.out


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


def test_no_line_is_shown_of_a_file_that_is_outside_or_no_campaign(folder: Path) -> None:
    """Outside of the project it is refused; inside, as long as it has nothing of a campaign."""
    copied("21", folder)
    ended = run("check", "21-campaign-outside/party/kai.yaml")
    assert "error[campaign/not-a-campaign]" in ended.out
    (folder / "21-campaign-outside/party/chargen.toml").touch()
    outside = run("check", "21-campaign-outside/party/kai.yaml")
    assert "kai.yaml:17:11: error[file/outside]" in outside.out
    (folder / "21-campaign-outside/party/chargen.toml").unlink()
    (folder / "21-campaign-outside/private/secrets.yaml").write_text("name: x\nhunter2: [\n", encoding="utf-8")
    unreadable = run("check", "21-campaign-outside/party/kai.yaml")
    for each in (ended, outside, unreadable):
        assert each.code == 1
        assert "hunter2" not in each.out


def test_no_line_is_shown_of_a_file_that_is_no_archetype(folder: Path) -> None:
    (folder / "base.yaml").write_text("password: hunter2\n", encoding="utf-8")
    (folder / "npc.yaml").write_text("archetype: five-by-five\nextends: base.yaml\n", encoding="utf-8")
    ended = run("check", "npc.yaml")
    assert ended.code == 1
    assert "error[archetype/not-an-archetype]" in ended.out
    assert "hunter2" not in ended.out


OUTWARDS = ["portrait: ../face.png", "portrait: {folder}/face.png", "portrait: link.png"]
"""A path upwards, an absolute one, and a link, from `party/kai.yaml`."""


def party(folder: Path, named: str) -> Path:
    """A character in `party/` that names a picture beside that folder; returns the folder."""
    (folder / "face.png").write_bytes(PIXEL)
    inner = folder / "party"
    inner.mkdir()
    (inner / "link.png").symlink_to("../face.png")
    (inner / "kai.yaml").write_text(f"{LARRY}\n{named.format(folder=folder)}\n", encoding="utf-8")
    return inner


@pytest.mark.parametrize("named", OUTWARDS)
def test_a_picture_outside_is_refused_unless_it_is_asked_for(
    named: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside of the project, from wherever chargen is run; `--any-path` allows it."""
    inner = party(folder, named)
    (inner / "chargen.toml").touch()
    for where in (inner, folder):
        monkeypatch.chdir(where)
        ended = run("check", os.path.relpath(inner / "kai.yaml"))
        assert ended.code == 1
        assert "error[file/outside]" in ended.out
        assert run("--any-path", "check", os.path.relpath(inner / "kai.yaml")).code == 0


@pytest.mark.parametrize("named", OUTWARDS)
def test_a_picture_in_the_same_project_is_allowed(named: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One folder above without a marker, and anywhere in a project with one; the working folder plays no part."""
    inner = party(folder, named)
    for where in (inner, folder, folder.parent):
        monkeypatch.chdir(where)
        assert run("check", os.path.relpath(inner / "kai.yaml")).code == 0


@pytest.mark.parametrize("marker", ["chargen.toml", ".git"])
def test_the_nearest_marker_bounds_a_project(marker: str, folder: Path) -> None:
    """It widens the project beyond the folder above, and a nearer marker narrows it again."""
    (folder / "face.png").write_bytes(PIXEL)
    deep = folder / "tables/harbour/party"
    deep.mkdir(parents=True)
    (deep / "kai.yaml").write_text(f"{LARRY}\nportrait: ../../../face.png\n", encoding="utf-8")
    ended = run("check", "tables")
    assert "error[file/outside]" in ended.out
    assert "hint: an empty `chargen.toml` in a folder above both makes that folder a project" in ended.out
    (folder / marker).touch()
    assert run("check", "tables").code == 0
    (folder / "tables" / marker).touch()
    ended = run("check", "tables")
    assert "error[file/outside]" in ended.out
    assert "hint: the project is the folder `tables`, by its `chargen.toml` or `.git`" in ended.out


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


def test_a_link_to_a_folder_widens_nothing(folder: Path) -> None:
    """What lies behind it is in the project of the folder that it leads to, or in none."""
    (folder / "private/deep").mkdir(parents=True)
    (folder / "private/face.png").write_bytes(PIXEL)
    inner = folder / "stranger/party"
    inner.mkdir(parents=True)
    (inner / "around").symlink_to(folder / "private/deep")
    for named in ("around/../../../private/face.png", "../around/face.png", f"{folder}/private/face.png"):
        (inner / "kai.yaml").write_text(f"{LARRY}\nportrait: {named}\n", encoding="utf-8")
        assert run("check", "stranger").code == 1
    (inner / "around").unlink()
    (inner / "around").symlink_to(folder / "private")
    (inner / "kai.yaml").write_text(f"{LARRY}\nportrait: around/face.png\n", encoding="utf-8")
    assert "error[file/outside]" in run("check", "stranger").out


WITH_HOUSE_RULES = LARRY.replace("hit_points: 4", "hit_points: 9") + "waive: [{code: five-by-five/values, why: x}]\n"


@pytest.mark.parametrize(
    ("campaign", "codes"),
    [
        (None, ["campaign/not-found"]),
        ("rules: {five-by-five: {starting_valus: [6, 4]}}\n", ["concept/unknown-key"]),
        ("rules: [\n", ["yaml/syntax"]),
        ("theme: plainn\nrules: {}\n", ["five-by-five/starting-maximum", "campaign/unknown-theme"]),
    ],
)
def test_nothing_is_reported_that_only_follows_from_an_unread_campaign(
    campaign: str | None, codes: list[str], folder: Path
) -> None:
    """Its rules may allow what the book does not; an error of its theme changes no rule."""
    (folder / "kai.yaml").write_text(f"{WITH_HOUSE_RULES}campaign: house.yaml\nplayr: Ann\n", encoding="utf-8")
    if campaign is not None:
        (folder / "house.yaml").write_text(campaign, encoding="utf-8")
    (checked,) = json.loads(run("check", "kai.yaml", "--format", "json").out)
    found = [one["code"] for one in checked["diagnostics"] if one["severity"] == "error"]
    assert sorted(found) == sorted(["concept/unknown-key", *codes])
    assert "waive/unused" not in {one["code"] for one in checked["diagnostics"]}


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)
"""A picture of one pixel."""
