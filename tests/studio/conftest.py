"""A studio over a folder: served in this process for tests in a real Chromium, or asked without a server."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page

from chargen.cli.write.studio import listen
from chargen.studio.server import create
from chargen.studio.studio import Studio
from tests.cli.running import LARRY
from tests.render.browser.conftest import DESKTOP, in_a

TOKEN = "token-of-the-tests"
Serve = Callable[..., str]


@pytest.fixture
def larry(tmp_path: Path) -> Path:
    """Return the file of a character of Five by Five, alone in its folder."""
    path = tmp_path / "larry.yaml"
    path.write_text(LARRY, encoding="utf-8")
    return path


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serve the folder of the test, and return the address with the token."""
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def start(*, read_only: bool = False) -> str:
        listening = listen(None, tmp_path)
        app = create(Studio(tmp_path, read_only=read_only), TOKEN)
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        running.append((server, thread))
        return f"http://127.0.0.1:{listening.getsockname()[1]}/?token={TOKEN}"

    yield start
    for server, thread in running:
        server.should_exit = server.force_exit = True
        thread.join(timeout=10)


@pytest.fixture(scope="session")
def desktop(browser: Browser) -> Iterator[BrowserContext]:
    """Return the window of all pages. Each has a studio of its own, and so an address of its own, and no memories."""
    context = in_a(browser, DESKTOP)
    yield context
    context.close()


@pytest.fixture
def page(desktop: BrowserContext) -> Iterator[Page]:
    """Return a page on a desktop; any error in its console fails the test."""
    page = desktop.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    assert not complaints
    # The last page stays until here: its process is that of this one, too, which saves a second.
    for other in {*desktop.pages} - {page}:
        other.close()


def shown_sheet(page: Page) -> FrameLocator:
    """Return the sheet or the party's page that is shown; while a new version is loading, there are two."""
    return page.frame_locator(".sheet iframe:not(.loading)")
