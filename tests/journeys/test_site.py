"""On a site that its command wrote, in a browser that sees it for the first time: what the studio does."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.running import LARRY, shell
from tests.journeys.conftest import GAME_FILES, ROOT
from tests.journeys.test_marks import NOTE, mark
from tests.journeys.window import REDO, UNDO, Window
from tests.render.browser.conftest import DESKTOP, PHONE, in_a
from tests.site.serving import START, Server
from tests.site.test_visit import link

CHOSEN = ("--games", "five-by-five", "--game", str(GAME_FILES[0]))


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Window]:
    runtime = str(ROOT / "build" / "runtime")
    ended = shell("site", str(tmp_path / "site"), "--runtime", runtime, *CHOSEN)
    assert (ended.returncode, ended.stderr) == (0, "")
    server = Server(tmp_path / "site")
    context = in_a(browser, PHONE, proxy={"server": server.host, "bypass": "<-loopback>"})
    window = Window(context.new_page(), lambda name: zipfile.ZipFile(io.BytesIO(packed(window))).read(name))
    window.page.goto(server.address + link(b"larry.yaml\n" + LARRY.encode()))
    yield window
    context.close()
    server.stop()
    assert window.complaints == []


def packed(window: Window) -> bytes:
    """Return all files of the browser, as a user takes them out."""
    window.page.get_by_text("Share", exact=True).click()
    with window.page.expect_download() as download:
        window.page.get_by_role("button", name="Download everything").click()
    return Path(download.value.path()).read_bytes()


def test_a_visitor_marks_one_sheet_and_begins_another(visit: Window) -> None:
    """First is the character of a friend's link. Marks stay with their own character; another gets a first weapon."""
    linked = visit.page.get_by_role("dialog")
    expect(linked.locator("iframe").content_frame.locator("h1")).to_contain_text("Larry", timeout=START)
    expect(linked).to_have_count(1)
    assert linked.evaluate("dialog => dialog.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2))")
    visit.page.keyboard.press("Escape")
    expect(linked).to_have_count(0)
    visit.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    visit.begin("Five by Five", "starter", "Ada")
    expect(visit.sheet.locator("h1")).to_have_text("Ada")
    first = visit.save()
    steps = mark(visit)
    marked = visit.saved()
    visit.go(UNDO, steps, first)
    visit.go(REDO, steps, marked)
    visit.begin("Fog Ward", "empty", "Bo")
    expect(visit.sheet.locator("h1")).to_have_text("Bo")
    expect(visit.sheet.get_by_text(NOTE)).to_have_count(0)
    visit.take("Weapons", "Truncheon")
    assert b"Truncheon" in visit.saved()
    visit.choose("ada.yaml")
    expect(visit.sheet.get_by_text(NOTE)).to_be_visible()
    assert visit.saved() == marked
