"""A real Chromium, without a network and with nothing remembered, and a sheet of each game as a file for it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from chargen import registry
from chargen.page.sheet import Sheet
from chargen.render.page import html
from chargen.render.paper import parse_paper
from tests.characters import concept, sheet_of
from tests.scale import some

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
ON_A_MAC = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
LINE_TO_RUN = "sudo apt-get install --yes --no-install-recommends chromium"
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-opt --no-maglev --liftoff-only",  # no page lives long enough to win back a better compiler's time
    "--process-per-site",  # pages of one window share a process, which takes half a second to start
)
PHONE, DESKTOP = (390, 844), (1200, 900)
PATIENCE = 60_000
"""The milliseconds that a busy machine may take for what a test waits for, in a page as in what is expected of it."""
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def chromium() -> str:
    """Where Chromium is: in $CHROMIUM, or in the usual places. A test fails without it, and says what to run."""
    named = os.environ.get("CHROMIUM", "")
    found = [named] if named else [path for name in NAMES if (path := shutil.which(name))]
    found += [str(path) for path in ON_A_MAC if not named and path.exists()]
    if not found:
        message = f"these tests need Chromium. Run this line (or set CHROMIUM to its path):\n    {LINE_TO_RUN}"
        pytest.fail(message, pytrace=False)
    return found[0]


@contextmanager
def run_chromium() -> Iterator[Browser]:
    """Run the browser, with a profile of its own that is thrown away."""
    path = chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, headless=True, args=SWITCHES)
        yield running
        running.close()


@dataclass
class Open:
    """A page, with what it asked of the network and what it complained of."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


KEPT = "JSON.stringify(Object.entries(localStorage).sort())"


def again(page: Page) -> None:
    """Open a page again, with what it keeps: a browser that has just started writes that down later than it says."""
    kept = page.evaluate(KEPT)
    page.reload()
    for _ in range(40):
        if page.evaluate(KEPT) == kept:
            return
        page.wait_for_timeout(50)
        page.reload()
    raise AssertionError(f"what the page kept is lost: {kept}")


class Opener:
    """Opens sheets in new pages of a window."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context

    def __call__(self, path: Path) -> Open:
        """Return the page of a file, with nothing below the pointer."""
        opened = Open(self._context.new_page())
        opened.page.on("request", lambda request: opened.requests.append(request.url))
        opened.page.on("console", lambda message: opened.complaints.append(message.text))
        opened.page.on("pageerror", lambda error: opened.complaints.append(str(error)))
        opened.page.goto(path.as_uri())
        return opened


def violations(page: Page, options: str = "", within: str = "document") -> list[str]:
    """Return what axe, a checker of accessibility, finds wrong in a page."""
    if page.evaluate("!('axe' in window)"):
        page.evaluate(AXE)
    # What axe does not write out saves it a quarter of its time.
    found = page.evaluate(f"axe.run({within}, {{resultTypes: ['violations'], selectors: false, {options}}})")
    assert found["passes"], "nothing was checked"
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.fixture
def opener(browser: Browser) -> Iterator[Opener]:
    """Return a function that opens sheets in a window of the test's own, whose pages may use the clipboard.

    Chromium writes what pages keep later than they do: in a window of several tests, one saw what another had kept.
    """
    context = in_a(browser, DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    yield Opener(context)
    context.close()


def in_a(
    browser: Browser, size: tuple[int, int], scheme: Literal["dark", "light"] = "light", **wishes: Any
) -> BrowserContext:
    """Return a window that remembers nothing of the others."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, **wishes)
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(scope="session", params=some(registry.list_games(), 4))
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def sheet(game: str) -> Sheet:
    return sheet_of(concept(game))


@pytest.fixture(scope="session")
def file(sheet: Sheet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(sheet, tmp_path_factory.mktemp("sheets"))


@pytest.fixture(scope="session")
def opened(file: Path, browser: Browser) -> Iterator[Open]:
    """Return that file in a window, for tests that set size and scheme themselves and leave the page as it is."""
    context = in_a(browser, DESKTOP)
    yield Opener(context)(file)
    context.close()


def written(sheet: Sheet, folder: Path, size: str = "A4") -> Path:
    path = folder / f"{sheet.system}.html"
    path.write_text(html(sheet, paper=parse_paper(size)), encoding="utf-8")
    return path
