"""Where time goes is reported to anyone who asks, on standard error, and to no one else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LARRY, shell
from tests.scale import first

LINE = re.compile(r" *\d+\.\d ms  (\S+(?: \S+)?) {2,}\S.*|.* ms  in all +\S+")


def run(folder: Path, *arguments: str, log: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as loggers are those of a process; its game may be loaded already."""
    (folder / "kai.yaml").write_text(LARRY, encoding="utf-8")
    ended = shell(*arguments, folder=folder, CHARGEN_LOG=log)
    assert ended.returncode == 0, ended.stderr
    return ended


def steps(err: str) -> list[str]:
    """The steps that were told, in order."""
    lines = err.splitlines()
    assert all(LINE.fullmatch(line) for line in lines), lines
    return [line.split(" ms  ")[1].split("  ")[0].strip() for line in lines]


@pytest.mark.parametrize(("option", "log"), [("-v", ""), ("", "info"), ("", "1")])
def test_each_file_is_reported(tmp_path: Path, option: str, log: str) -> None:
    """With -v, or CHARGEN_LOG: what each file took, and the whole; what is printed is the same as without it."""
    quiet = run(tmp_path, "check", "kai.yaml")
    assert quiet.stderr == ""
    ended = run(tmp_path, *filter(None, [option]), "check", "kai.yaml", log=log)
    assert ended.stdout == quiet.stdout
    assert {*steps(ended.stderr)} - {"load"} == {"start", "check", "in all"}
    assert "kai.yaml" in ended.stderr


@pytest.mark.parametrize(("option", "log"), first([("-vv", ""), ("", "debug")]))
def test_each_step_is_reported(tmp_path: Path, option: str, log: str) -> None:
    """With -vv: reading, rules, ledger and numbers too."""
    ended = run(tmp_path, *filter(None, [option]), "check", "kai.yaml", log=log)
    assert {*steps(ended.stderr)} - {"load"} == {"start", "read", "rules", "ledger", "numbers", "check", "in all"}


def test_a_fresh_process_reports_its_start(tmp_path: Path) -> None:
    """What Python took to start, and to load the command."""
    path = tmp_path / "kai.yaml"
    path.write_text(LARRY, encoding="utf-8")
    command = [sys.executable, "-m", "chargen", "-v", "check", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, encoding="utf-8")
    assert steps(ended.stderr) == ["start", "load", "check", "in all"]


def test_other_processes_tell_as_well(tmp_path: Path) -> None:
    """Printing is reported by whichever process prints."""
    (tmp_path / "mara.yaml").write_text(LARRY.replace("Larry", "Mara"), encoding="utf-8")
    ended = run(tmp_path, "-v", "render", "kai.yaml", "mara.yaml", "--to", "html", "--jobs", "2")
    assert steps(ended.stderr).count("html") == 2
