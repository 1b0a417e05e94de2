"""Where time goes is reported to anyone who asks, on standard error, and to no one else."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LARRY
from tests.scale import first, some

LINE = re.compile(r" *\d+\.\d ms  (\S+(?: \S+)?) {2,}\S.*|.* ms  in all +\S+")


def run(folder: Path, *arguments: str, log: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as loggers are those of a process."""
    (folder / "kai.yaml").write_text(LARRY, encoding="utf-8")
    environment = {**{key: value for key, value in os.environ.items() if key != "CHARGEN_LOG"}}
    environment |= {"CHARGEN_LOG": log} if log else {}
    command = [sys.executable, "-m", "chargen", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True, timeout=120, encoding="utf-8"
    )


def steps(err: str) -> list[str]:
    """The steps that were told, in order."""
    lines = err.splitlines()
    assert all(LINE.fullmatch(line) for line in lines), lines
    return [line.split(" ms  ")[1].split("  ")[0].strip() for line in lines]


def test_nothing_is_reported_by_default(tmp_path: Path) -> None:
    """Not a word."""
    assert run(tmp_path, "check", "kai.yaml").stderr == ""


@pytest.mark.parametrize(("option", "log"), some([("-v", ""), ("", "info"), ("", "1")], 2))
def test_each_file_is_reported(tmp_path: Path, option: str, log: str) -> None:
    """With -v, or CHARGEN_LOG: what each file took, and the whole; what is printed is the same."""
    quiet = run(tmp_path, "check", "kai.yaml")
    ended = run(tmp_path, *filter(None, [option]), "check", "kai.yaml", log=log)
    assert ended.stdout == quiet.stdout
    assert steps(ended.stderr) == ["start", "load", "check", "in all"]
    assert "kai.yaml" in ended.stderr


@pytest.mark.parametrize(("option", "log"), first([("-vv", ""), ("", "debug")]))
def test_each_step_is_reported(tmp_path: Path, option: str, log: str) -> None:
    """With -vv: reading, rules, ledger and numbers too."""
    ended = run(tmp_path, *filter(None, [option]), "check", "kai.yaml", log=log)
    assert steps(ended.stderr) == ["start", "load", "read", "rules", "ledger", "numbers", "check", "in all"]


def test_other_processes_tell_as_well(tmp_path: Path) -> None:
    """Printing is reported by whichever process prints."""
    (tmp_path / "mara.yaml").write_text(LARRY.replace("Larry", "Mara"), encoding="utf-8")
    ended = run(tmp_path, "-v", "render", "kai.yaml", "mara.yaml", "--to", "html", "--jobs", "2")
    assert steps(ended.stderr).count("html") == 2
