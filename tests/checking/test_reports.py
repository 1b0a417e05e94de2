"""Mistakes as players make them, each in a file of its own, and what `chargen check` prints about them.

`mistakes/<game>-<slug>.yaml` is a character with a mistake, and the `.txt` beside it is the output. The first line of
the character may be a comment with the number of mistakes in it, such as `# mistakes: 2`; without it there is one.

To add a case, write the character, and then its output with `python -m tests.checking.test_reports`. Read the
difference as a player would: the first line alone must be enough to understand what is wrong.
"""

import contextlib
import re
from pathlib import Path
from unittest.mock import patch

import pytest

from chargen.cli import report
from tests.cli.running import run

FOLDER = Path(__file__).parent / "mistakes"
COLUMNS = 100
"""The width of the terminal that the outputs are written for."""
CASES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".txt")
_MISTAKES = re.compile(rb"# mistakes: (\d+)\s")
_PROBLEM = re.compile(r"^\S+: (?:error|warning)\[", re.MULTILINE)


def print_report(case: Path) -> str:
    """Return what `chargen check` prints about a case, as in a terminal without colours."""
    with contextlib.chdir(FOLDER), patch.object(report, "width_of_lines", lambda: COLUMNS):
        ended = run("check", case.name)
    return ended.out + ended.err


def count_mistakes(case: Path) -> int:
    stated = _MISTAKES.match(case.read_bytes())
    return int(stated[1]) if stated else 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_report_of_a_mistake_is_as_written(case: Path) -> None:
    """The complete output of `chargen check`, to the letter; it has an error or warning, and no more than mistakes."""
    written = case.with_suffix(".txt").read_text(encoding="utf-8")
    assert print_report(case) == written
    assert 1 <= len(_PROBLEM.findall(written)) <= count_mistakes(case)


if __name__ == "__main__":
    for written in CASES:
        written.with_suffix(".txt").write_text(print_report(written), encoding="utf-8")
