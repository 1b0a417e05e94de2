"""A studio that its command started, and one window on it, for all journeys."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.running import begin
from tests.journeys.window import Window
from tests.render.browser.conftest import in_a

ROOT = Path(__file__).resolve().parents[2]
GAME_FILES = [ROOT / "examples" / "games" / f"{name}.game.yaml" for name in ("fog-ward", "salt-and-signal")]
GAMES = ["Five by Five", "Façade", "Gamocles", "5+ system", "Roll When You Need", "Fog Ward", "Salt and Signal"]
"""The games by the names that the page shows."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the studio, with two games in files."""
    made = tmp_path_factory.mktemp("studio")
    for game in GAME_FILES:
        shutil.copy(game, made)
    return made


@pytest.fixture(scope="session")
def shared(folder: Path, browser: Browser) -> Iterator[Window]:
    """Return the window of the studio. What happens in it is a user's doing, and he goes on with the next character."""
    process = begin("studio", "--no-browser", str(folder), stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    context = in_a(browser, (1280, 900))
    window = Window(context.new_page(), lambda name: (folder / name).read_bytes())
    window.page.goto(address)
    expect(window.page.get_by_role("button", name="New …")).to_be_visible()
    yield window
    context.close()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0
    process.stdout.close()


@pytest.fixture
def window(shared: Window, request: pytest.FixtureRequest) -> Iterator[Window]:
    """Return the window of the studio, which is opened again after a journey that failed; its console is silent."""
    failed = request.session.testsfailed
    yield shared
    if request.session.testsfailed > failed:
        shared.page.reload()
    complaints, shared.complaints = shared.complaints, []
    assert complaints == []
