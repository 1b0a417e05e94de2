"""What all tests share: the scale they run at, a folder of their own, and plug-ins to install.

How many examples property tests try is said in `tests.scale` alone: a number at a test would hold for `make fuzz` too.
"""

import gc
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chargen import worker_pool
from chargen.render import pdf
from tests import laid_out, plug_ins, scale

if TYPE_CHECKING:
    from playwright.sync_api import Browser

scale.set_examples()
gc.set_threshold(300_000, 20, 20)  # laying out pages makes many objects and little garbage: a fifth of the time
gc.disable()  # until the tests are collected, which makes a million objects that all stay
SHARED = (("tests/journeys/",), ("tests/studio/", "tests/render/browser/"), ("tests/site/",))
"""Folders whose tests share a window with a studio, one with pages, and one with a site."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what shares a window, a server or a site where a worker begins: each of them with another worker.

    What is left of their parts in the end is tests that take a moment each: a worker that is ready takes some of those,
    and needs no window and no site for them.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "2"))
    shared = [[item for item in items if item.nodeid.startswith(each)] for each in SHARED]
    others = [item for item in items if not item.nodeid.startswith(sum(SHARED, ()))]
    number = len(items)
    items.clear()
    for worker in range(workers):
        size = (number - len(items)) // (workers - worker)  # as pytest-xdist divides them
        first = [item for each in shared[worker::workers] for item in each]
        items += first + others[: max(size - len(first), 0)]
        del others[: max(size - len(first), 0)]
    items += others


def pytest_collection_finish() -> None:
    """Look for garbage from here on, and nowhere among what is there already."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what a quick run leaves out."""
    if scale.QUICK:
        terminalreporter.write_line(scale.QUICK_RUN)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Return a real Chromium: one for all tests of a process, as a second one cannot run beside it."""
    from tests.render.browser.conftest import run_chromium  # imported here: most tests need no browser

    with run_chromium() as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def _waits_for_no_disk() -> Iterator[None]:
    """Files are written and not waited for: none of them has to outlast a loss of power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda opened: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _workers_have_imported_all() -> Iterator[None]:
    """Worker processes are forked from one that has imported what they need; but where a test has them spawned."""
    multiprocessing.set_forkserver_preload(
        ["chargen.batch.chunk_job", "chargen.cli.print.render", "chargen.render.weasy"]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "get_context", lambda _: multiprocessing.get_context("forkserver"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _a_page_is_laid_out_once() -> Iterator[None]:
    """Tests that print the same sheet look at the same layout of it, but for those that are about doing it again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "printing", laid_out.remembering)
        yield


@pytest.fixture
def laid_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sheet of a test is laid out for it alone."""
    monkeypatch.setattr(pdf, "printing", laid_out.AS_IT_IS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder; no variable asks for a date, for tracebacks or for no colours."""
    monkeypatch.chdir(tmp_path)
    for variable in ("SOURCE_DATE_EPOCH", "CHARGEN_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[plug_ins.Install]:
    """Installs plug-ins for a test, and forgets them after it."""
    with plug_ins.installing(tmp_path, monkeypatch) as installed:
        yield installed
