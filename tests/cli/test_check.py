"""`chargen check`: findings as text, JSON and GitHub commands; files, folders, patterns and standard input."""

import errno
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen import fileio
from tests.cli.running import LARRY, run

ROOT = Path(__file__).resolve().parents[2]


def checked(*arguments: str | Path, stdin: bytes = b"") -> list[dict[str, Any]]:
    found = json.loads(run("check", *arguments, "--format", "json", stdin=stdin).out)
    assert isinstance(found, list)
    return found


def codes(entry: dict[str, Any]) -> list[str]:
    return [each["code"] for each in entry["diagnostics"]]


def test_a_file_without_permission_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the system is a diagnostic, and the next file is read."""
    for name in "abc":
        (folder / f"{name}.yaml").write_text(LARRY)
    opened = Path.open
    errors = {"a.yaml": PermissionError(13, "Permission denied"), "b.yaml": OSError(5, "Input/output error")}

    def open_with_errors(self: Path, *arguments: Any, **more: Any) -> Any:
        if self.name in errors:
            raise errors[self.name]
        return opened(self, *arguments, **more)

    monkeypatch.setattr(Path, "open", open_with_errors)
    found = checked("a.yaml", "b.yaml", "c.yaml")
    assert [codes(each) for each in found] == [["file/unreadable"], ["file/unreadable"], []]


SLIPS = """\
system: five-by-five
name: Kai
descripters: {Lock Picking: "6", Boxing: 4, Dancing: 4, Patching Up: 2, Lying: −5}  # five
hit_points: 2
"""


def test_a_file_that_cannot_be_written_stops_no_other(
    folder: Path, larry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 3, and the total is the last line as ever."""
    (folder / "kai.yaml").write_text(SLIPS, encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "kai.yaml")

    monkeypatch.setattr(fileio, "edit_file", refuse)
    ended = run("check", "--fix", "kai.yaml", "larry.yaml")
    assert ended.code == 3
    assert ended.err == "chargen: Permission denied (kai.yaml)\n"
    assert ended.out.endswith("\n2 files: 1 fine, 1 with errors (1)\n")


def test_the_hook_passes_over_yaml_of_other_programs(folder: Path, larry: Path) -> None:
    """Files that a hook names are skipped where they are no characters; a character with errors still fails."""
    (folder / "broken.yaml").write_text("system: five-by-five\nname: [\n")
    for number, text in enumerate(("on: push\n", "- a\n", "system: wayland\n", "")):
        (folder / f"{number}.yml").write_text(text)
    hook = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))[0]
    command, *options = hook["entry"].split()[1:]
    names = sorted(path.name for path in folder.glob("*.y*ml"))
    ended = run(command, *options, *names)
    assert ended.code == 1
    assert {line.split(":")[0] for line in ended.out.splitlines() if ": error[" in line} == {"broken.yaml"}
    assert run(command, *options, *(name for name in names if name != "broken.yaml")).code == 0
