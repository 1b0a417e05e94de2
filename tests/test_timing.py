"""How long each step takes is reported on standard error, on request."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import LARRY, shell

LINE = re.compile(r" *\d+\.\d ms  (in all|\S+(?: \S+)?) +\S.*")
EACH_FILE = {"check", "in all"}
EACH_STEP = EACH_FILE | {"read", "rules", "ledger", "numbers"}


def steps(err: str) -> list[str]:
    found = [LINE.fullmatch(line) for line in err.splitlines()]
    return [each[1].strip() if each else "?" for each in found]


@pytest.mark.parametrize(
    ("options", "log", "reported"),
    [
        ((), "", set()),
        (("-v",), "", EACH_FILE),
        ((), "1", EACH_FILE),
        (("-vv",), "", EACH_STEP),
        ((), "debug", EACH_STEP),
    ],
)
def test_each_file_or_each_step_is_reported(
    options: tuple[str, ...], log: str, reported: set[str], tmp_path: Path
) -> None:
    """With `-v` or CHARGEN_LOG; what is printed is the same as without it. The game may be loaded already."""
    (tmp_path / "kai.yaml").write_text(LARRY, encoding="utf-8")
    ended = shell(*options, "check", "kai.yaml", folder=tmp_path, CHARGEN_LOG=log)
    assert ended.stdout == "kai.yaml: fine: Larry Vance (Five by Five)\n"
    assert {*steps(ended.stderr)} - {"load"} == reported


def test_a_fresh_process_reports_what_it_loads(tmp_path: Path) -> None:
    path = tmp_path / "kai.yaml"
    path.write_text(LARRY, encoding="utf-8")
    command = [sys.executable, "-m", "chargen", "-v", "check", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, encoding="utf-8")
    assert steps(ended.stderr) == ["load", "check", "in all"]


def test_each_worker_process_reports_what_it_prints(tmp_path: Path) -> None:
    for name in ("Kai", "Mara"):
        (tmp_path / f"{name}.yaml").write_text(LARRY.replace("Larry", name), encoding="utf-8")
    ended = shell("-v", "render", "Kai.yaml", "Mara.yaml", "--to", "html", "--jobs", "2", folder=tmp_path)
    assert steps(ended.stderr).count("html") == 2
