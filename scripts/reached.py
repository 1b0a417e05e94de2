"""Record which test reaches which marked place of the code: a plugin for pytest, which scripts/mutants.py uses.

The variable REACHED names the file to write, with one line of JSON for each pair of a mark and a test, and one for
each test that passes, with the seconds it takes. Marks in processes that a test starts count for that test too.
"""

import functools
import gc
import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_marked: set[tuple[int, str]] = set()
_file = ""


def mark(number: int) -> None:
    """Record that the test that runs now has reached a place; return nothing, so that `mark(1) or x` is x."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]  # pytest adds the phase: "… (call)"
    if (number, test) not in _marked:
        _marked.add((number, test))
        _write(mark=number, test=test)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Forget cached results before another file of tests, whose tests would not reach the code behind them."""
    global _file
    if item.nodeid.partition("::")[0] != _file:
        _file = item.nodeid.partition("::")[0]
        gc.unfreeze()
        for cached in gc.get_objects():
            if isinstance(cached, functools._lru_cache_wrapper):
                cached.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record the tests that pass."""
    report = yield
    if report.when == "call" and report.passed:
        _write(passed=item.nodeid, seconds=report.duration)
    return report


def _write(**line: Any) -> None:
    # One write at the end of the file is not torn, even where several processes write.
    if "REACHED" in os.environ:
        with Path(os.environ["REACHED"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
