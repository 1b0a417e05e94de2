"""`chargen watch` in a real browser: what is saved is seen."""

import http.client
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from chargen.cli.watch import Watched
from chargen.core.resources import PRESETS
from chargen.fileio import Input
from chargen.sheets.printing import PrintSettings
from tests.cli.running import LARRY, begin, shell
from tests.render.browser.conftest import DESKTOP, in_a

expect.set_options(timeout=20_000)  # a busy machine takes longer than a browser by itself is given

FIRST_PAINT = 0.3
"""The seconds of CPU time allowed between a save and the new sheet; it takes less than half of that."""
Watch = Callable[..., str]


@pytest.fixture
def watch(folder: Path) -> Iterator[Watch]:
    """Run `chargen watch` with some files, and give the address of its page; Ctrl-C ends it, and it ends well."""
    running: list[subprocess.Popen[str]] = []

    def start(*files: str, port: int | None = None) -> str:
        where = [] if port is None else ["--port", str(port)]
        pipe = subprocess.PIPE
        process = begin("watch", "--no-open", *where, *files, stdout=pipe, stderr=pipe, encoding="utf-8")
        running.append(process)
        assert process.stdout is not None
        for line in process.stdout:
            if address := re.match(r"http://127\.0\.0\.1:\d+/", line):
                return address[0]
        raise AssertionError("it ended")

    yield start
    for process in running:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=10)
        assert process.returncode == 0, rest


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return a page on a desktop; any error in its console fails the test."""
    context = in_a(browser, DESKTOP)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    yield page
    context.close()
    assert not complaints


def sheet(page: Page) -> Frame:
    """Return the frame with the sheet that is seen."""
    page.wait_for_selector("iframe:not(.coming)")
    frame = page.query_selector("iframe:not(.coming)")
    assert frame is not None
    content = frame.content_frame()
    assert content is not None
    return content


def sees(page: Page, name: str) -> None:
    """Wait until the sheet of someone is seen."""
    expect(page.frame_locator("iframe:not(.coming)").locator("h1")).to_contain_text(name)


def save(path: Path, text: str) -> None:
    """Save a file as careful editors do: the old one stays until another one takes its place."""
    beside = path.with_name(f"{path.name}~")
    beside.write_text(text, encoding="utf-8")
    beside.rename(path)


def test_a_save_is_seen_and_the_page_stays_where_it_was(watch: Watch, page: Page, folder: Path) -> None:
    """By an editor that renames: the new name is seen, boxes stay ticked, and the page is read from the same place."""
    larry = folder / "larry.yaml"
    larry.write_text(LARRY, encoding="utf-8")
    page.goto(watch("larry.yaml"))
    sees(page, "Larry Vance")
    before = sheet(page)
    before.locator("input[type=checkbox]").first.check()
    before.evaluate("scrollTo({top: 300, behavior: 'instant'})")
    save(larry, LARRY.replace("Amateur Chef", "Master Chef"))
    page.frame_locator("iframe:not(.coming)").get_by_text("Master Chef").first.wait_for()
    after = sheet(page)
    assert after != before
    assert after.locator("input[type=checkbox]").first.is_checked()
    assert after.evaluate("scrollY") == 300
    assert page.locator("iframe").count() == 1


def test_what_is_wrong_stands_over_the_last_good_sheet(watch: Watch, page: Page, folder: Path) -> None:
    """A broken save leaves the sheet and says where it is broken; the next good one takes that away."""
    larry = folder / "larry.yaml"
    larry.write_text(LARRY, encoding="utf-8")
    page.goto(watch("larry.yaml"))
    sees(page, "Larry Vance")
    save(larry, LARRY.replace("hit_points: ", "hit_pints: "))
    diagnostics = page.get_by_role("region", name="Diagnostics")
    expect(diagnostics).to_contain_text("concept/unknown-key")
    expect(diagnostics).to_contain_text(re.compile(r"larry\.yaml:\d+:\d+"))
    expect(diagnostics).to_contain_text("did you mean `hit_points`?")
    expect(diagnostics).to_contain_text("The sheet above is the last valid one.")
    sees(page, "Larry Vance")
    larry.write_text(LARRY.replace("Larry Vance", "Larry Mended"), encoding="utf-8")
    sees(page, "Larry Mended")
    expect(diagnostics).to_be_hidden()


def test_a_file_that_is_deleted_may_come_back(watch: Watch, page: Page, folder: Path) -> None:
    """Its sheet stays meanwhile, and so does the command, also where there was none to begin with."""
    larry = folder / "larry.yaml"
    page.goto(watch("larry.yaml"))
    expect(page.get_by_role("region", name="Diagnostics")).to_contain_text("file/not-found")
    expect(page.get_by_text("There is no sheet until")).to_be_visible()
    larry.write_text(LARRY, encoding="utf-8")
    sees(page, "Larry Vance")
    larry.unlink()
    expect(page.get_by_role("region", name="Diagnostics")).to_contain_text("file/not-found")
    sees(page, "Larry Vance")
    larry.write_text(LARRY.replace("Larry Vance", "Larry Again"), encoding="utf-8")
    sees(page, "Larry Again")


def test_house_rules_and_portraits_are_watched_too(watch: Watch, page: Page, folder: Path) -> None:
    """A campaign file that comes, and breaks, shows on the character that names it; so does a picture."""
    named = LARRY + "campaign: table.yaml\nportrait: larry.svg\n"
    (folder / "larry.yaml").write_text(named, encoding="utf-8")
    page.goto(watch("larry.yaml"))
    diagnostics = page.get_by_role("region", name="Diagnostics")
    expect(diagnostics).to_contain_text("campaign/not-found")
    expect(diagnostics).to_contain_text("concept/portrait")
    (folder / "table.yaml").write_text("rules: {five-by-five: {aspects: true}}\n")
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='28' height='34'><rect width='9' height='9'/></svg>"
    (folder / "larry.svg").write_text(drawing)
    sees(page, "Larry Vance")
    expect(diagnostics).to_be_hidden()
    save(folder / "table.yaml", "rules: {five-by-five: {aspetcs: true}}\n")
    expect(diagnostics).to_contain_text("did you mean `aspects`?")


def test_several_files_have_a_list_and_new_ones_join_it(watch: Watch, page: Page, folder: Path) -> None:
    """A folder's characters are named, wrong ones marked; what is chosen is seen; a new file is in the list."""
    (folder / "party").mkdir()
    (folder / "party/a larry.yaml").write_text(LARRY, encoding="utf-8")
    (folder / "party/bad.yaml").write_text("system: gamocles\n", encoding="utf-8")
    page.goto(watch("party"))
    files = page.get_by_role("navigation", name="Files")
    expect(files.get_by_role("link")).to_have_count(2)
    sees(page, "Larry Vance")
    expect(files.get_by_role("link", name="bad.yaml")).to_have_class("wrong")
    files.get_by_role("link", name="bad.yaml").click()
    expect(page.get_by_role("region", name="Diagnostics")).to_contain_text("concept/missing-key")
    assert page.locator("iframe").count() == 0
    (folder / "party/zoe.yaml").write_text(LARRY.replace("Larry Vance", "Zoe Vance"), encoding="utf-8")
    files.get_by_role("link", name="Zoe Vance").click()
    sees(page, "Zoe Vance")


def test_a_save_costs_little(folder: Path) -> None:
    """What comes between a save and the sheet of Façade, the longest: the look, the check and the page."""
    text = (PRESETS / "concepts/facade/quay-exorcist.yaml").read_text(encoding="utf-8")
    path, watched = folder / "exorcist.yaml", Watched(PrintSettings())
    took = []
    for number in range(4):
        save(path, re.sub(r"(?m)^name: .*$", f"name: Somebody {number}", text))
        begun = time.process_time()
        watched.look([Input("exorcist.yaml", path)])
        assert f"Somebody {number}" in watched.sheet("exorcist.yaml")
        took.append(time.process_time() - begun)
    assert min(took) < FIRST_PAINT


def answer(address: str, path: str, host: str = "") -> tuple[int, str]:
    """Return what the server answers to one who asks it directly."""
    where = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(where, timeout=10)
    connection.request("GET", path, headers={"Host": host or where})
    response = connection.getresponse()
    return response.status, response.read().decode()


def test_no_one_else_reads_what_is_served(watch: Watch, folder: Path) -> None:
    """A page that has its own name lead here is refused, and no file is served that is not watched."""
    (folder / "larry.yaml").write_text(LARRY, encoding="utf-8")
    (folder / "secret.yaml").write_text(LARRY, encoding="utf-8")
    address = watch("larry.yaml")
    assert answer(address, "/sheet/larry.yaml")[0] == 200
    port = address.rstrip("/").rpartition(":")[2]
    assert answer(address, "/", f"localhost:{port}")[0] == 200
    for host in (f"evil.example:{port}", "127.0.0.1.evil.example", "0.0.0.0", "[::1]"):
        assert answer(address, "/sheet/larry.yaml", host) == (
            421,
            "This server answers only to requests from this machine.",
        )
    for name in ("secret.yaml", "../larry.yaml", "/etc/passwd", "./larry.yaml"):
        assert answer(address, f"/sheet/{quote(name, safe='')}")[0] == 404
    for path in ("/larry.yaml", "/watch.html", "/../pyproject.toml", "//etc/passwd", "/sheet"):
        assert answer(address, path)[0] == 404


def test_a_port_that_is_taken_is_reported(watch: Watch, folder: Path) -> None:
    """One that is named must be free; without a name, another one is taken."""
    (folder / "larry.yaml").write_text(LARRY, encoding="utf-8")
    first = watch("larry.yaml")
    assert watch("larry.yaml") != first
    port = first.rstrip("/").rpartition(":")[2]
    ended = shell("watch", "--no-open", "--port", port, "larry.yaml")
    assert ended.returncode == 3
    assert f"port {port} cannot be used" in ended.stderr
