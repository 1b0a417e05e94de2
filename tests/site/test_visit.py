"""A visit as a player, in a real browser whose only network is the site: build, throw, print, show; then without it.

Then what strangers send: files and links that end in a message.
"""

import base64
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.cli.running import LARRY
from tests.journeys.test_marks import NOTE, mark
from tests.journeys.window import REDO, UNDO, Window
from tests.render.browser.conftest import DESKTOP, PHONE, in_a
from tests.scale import first, some
from tests.site.serving import START, Server
from tests.studio.conftest import shown_sheet
from tests.studio.test_page import check_access

EXAMPLE, NAME = "bridge-warden", "Odrun Vell Toll warden"
CHROMIUM = re.compile(r"(^|\.)(google|googleapis|gvt1)\.com:443$")
"""What Chromium asks its maker on its own, such as how to fill in forms; the policy forbids the page to reach it."""


def link(content: bytes) -> str:
    """Return a link whose content was compressed."""
    deflating = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflating.compress(content) + deflating.flush()
    return "#character=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


STORE = """
  const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const database = await done(indexedDB.open(`chargen ${location.pathname}`));
"""
KEPT = "(await done(database.transaction('others').objectStore('others').get('memory')))?.memory.length ?? 0"
DAMAGED = """
async () => {
  const request = indexedDB.open(`chargen ${new URL(".", location).pathname}`, 1);
  request.onupgradeneeded = () => ["files", "others"].forEach((name) => request.result.createObjectStore(name));
  await new Promise((resolve) => (request.onsuccess = resolve));
  const digest = await (await fetch("python/digest.txt")).text();
  const memory = new Uint8Array(9);
  request.result.transaction("others", "readwrite").objectStore("others").put({ digest, memory }, "memory");
  request.result.close();
}
"""
"""Leaves, for the next start of Python, a memory of it that is damaged."""


def stored(page: Page) -> list[str]:
    """Return the names of all files that the browser keeps."""
    get = "(database.transaction('files').objectStore('files').getAllKeys())"
    names: list[str] = page.evaluate(f"async () => {{ {STORE} return done{get} }}")
    return names


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """Return a browser of its own, all of whose requests go to the server."""
    context = in_a(browser, DESKTOP, proxy={"server": server.host, "bypass": "<-loopback>"})
    # A print dialog would wait for a person.
    context.add_init_script("window.print = () => { top.document.body.dataset.printed = document.title; }")
    yield context
    context.close()


@pytest.fixture(scope="module")
def visited(visitor: BrowserContext, server: Server) -> Iterator[Page]:
    """Return the page, with an example that the visitor opened. The tests share it: Python starts in seconds.

    What he sees first is the character of a friend's link, on a phone. What was kept of Python is damaged: it is not
    used, and what is kept then starts all that follows.
    """
    page = visitor.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"{server.address}LICENCES.txt")
    page.evaluate(DAMAGED)
    page.goto(server.address + link(b"larry.yaml\n" + LARRY.encode()))
    expect(page.get_by_role("progressbar", name="Start")).to_be_visible()
    check_access(page)
    linked = page.get_by_role("dialog")
    expect(linked.locator("iframe").content_frame.locator("h1")).to_contain_text("Larry", timeout=START)
    expect(linked).to_have_count(1)
    assert linked.evaluate("dialog => dialog.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2))")
    page.keyboard.press("Escape")
    expect(linked).to_have_count(0)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    while page.evaluate(f"async () => {{ {STORE} return {KEPT} }}") <= 9:
        page.wait_for_timeout(100)
    page.goto("about:blank")
    page.goto(server.address)  # without files and without a link, there are examples
    page.get_by_role("button", name=NAME).click()
    expect(shown_sheet(page).locator("h1")).to_be_visible()
    yield page
    assert not complaints


@pytest.fixture
def page(visited: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return the page; after a test that failed, in a dialog for example, it is opened again."""
    failed = request.session.testsfailed
    yield visited
    if request.session.testsfailed > failed:
        visited.reload()
        expect(shown_sheet(visited).locator("h1")).to_be_visible(timeout=START)


def share(page: Page, item: str) -> None:
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name=item).click()


def add(page: Page, name: str, content: bytes, said: str = "") -> str:
    """Choose a file from the disk, and return what the page says then: ``said``, or something about the file."""
    page.get_by_text("Share", exact=True).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add files …").click()
    chooser.value.set_files({"name": name, "mimeType": "", "buffer": content})
    notice = page.locator(".notice [role=status]")
    expect(notice).to_contain_text(said or name.partition(".")[0])
    return notice.inner_text()


def test_a_player_builds_throws_and_prints(page: Page) -> None:
    """A change in the form is on the sheet at once; a tap on a chance throws; the browser prints."""
    name = page.get_by_role("textbox", name="Name", exact=True).first
    name.fill("Iris Vale")
    name.blur()
    expect(shown_sheet(page).locator("h1")).to_have_text("Iris Vale")
    shown_sheet(page).locator("[data-roll]").first.click()
    expect(shown_sheet(page).get_by_role("complementary", name="Dice")).to_contain_text("%")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()

    page.get_by_role("button", name="Print …").click()
    page.get_by_role("button", name="Print", exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-printed", re.compile("^Iris Vale"))
    page.keyboard.press("Escape")


def test_a_visitor_marks_one_sheet_and_begins_another(page: Page) -> None:
    """Marks are changes of a file, and stay with their own character; another one gets a first weapon."""
    visit = Window(page, lambda name: downloaded(page)[name])
    example = visit.file
    visit.begin("Five by Five", "starter", "Ada")
    expect(visit.sheet.locator("h1")).to_have_text("Ada")
    first = visit.save()
    steps = mark(visit)
    marked = visit.saved()
    visit.go(UNDO, steps, first)
    visit.go(REDO, steps, marked)
    visit.begin("Fog Ward", "empty", "Kit")
    expect(visit.sheet.locator("h1")).to_have_text("Kit")
    expect(visit.sheet.get_by_text(NOTE)).to_have_count(0)
    visit.take("Weapons", "Truncheon")
    assert b"Truncheon" in visit.saved()
    visit.choose("ada.yaml")
    expect(visit.sheet.get_by_text(NOTE)).to_be_visible()
    assert visit.saved() == marked
    visit.choose(example)
    assert visit.complaints == []


def downloaded(page: Page) -> dict[str, bytes]:
    """Return all files of the browser, as a user takes them out: in one zip file."""
    page.get_by_text("Share", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download everything").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_without_a_network_everything_is_there(page: Page, visitor: BrowserContext, server: Server) -> None:
    """The page opens again with the saved file and the draft; a link shows a character, and changes nothing.

    Two tabs change one file; and a tab whose Python comes to no end starts another one.
    """
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    share(page, "Show by a link …")
    link = page.get_by_label("Link", exact=True).input_value()
    assert link.startswith(f"{server.address}#character=")
    assert len(link) < 4000
    page.keyboard.press("Escape")
    with server.cut():
        page.get_by_role("button", name="Text", exact=True).click()
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("# hums\n")
        page.reload()
        # The text is there before Python is.
        expect(page.get_by_label("The character as text")).to_contain_text("# hums")
        expect(shown_sheet(page).locator("h1")).to_have_text("Iris Vale")
        expect(page.get_by_text("unsaved changes", exact=True)).to_be_visible()

        before = stored(page)
        other = visitor.new_page()
        other.add_init_script(HANG)
        other.goto(link)
        expect(other.frame_locator(".linked iframe").locator("h1")).to_have_text("Iris Vale")
        assert stored(other) == before
        other.get_by_role("button", name="Keep it as a file").click()
        expect(other.locator("select[aria-label=File]")).to_have_value(f"{EXAMPLE}-2.yaml")
        expect(page.get_by_role("option", name=f"{EXAMPLE}-2.yaml")).to_be_attached()
        expect(page.locator("select[aria-label=File]")).to_have_value(f"{EXAMPLE}.yaml")
        _change_in_both(page, other)
        _go_on_after_a_hang(other)
        other.close()
    foreign = [request for request in server.requests if not request.startswith(server.address)]
    assert [request for request in foreign if not CHROMIUM.search(request)] == []


def _change_in_both(page: Page, other: Page) -> None:
    """Write another name in two tabs: the one that saves first is there, and the other one's text beside it."""
    other.locator("select[aria-label=File]").select_option(f"{EXAMPLE}.yaml")
    name = other.get_by_role("textbox", name="Name", exact=True).first
    expect(name).to_have_value("Iris Vale")
    name.fill("Ada Vale")
    name.blur()
    expect(shown_sheet(other).locator("h1")).to_have_text("Ada Vale")
    other.get_by_role("button", name="Save", exact=True).click()
    page.bring_to_front()
    expect(page.get_by_role("region", name="Yours")).to_contain_text("# hums")
    expect(page.get_by_role("region", name="On the disk")).to_contain_text("Ada Vale")
    page.get_by_role("button", name="Save yours as a copy").click()
    expect(page.get_by_role("option", name=f"{EXAMPLE}-3.yaml")).to_be_attached()


HANG = """
const make = URL.createObjectURL;
URL.createObjectURL = (made) => make(new Blob([`
  addEventListener("message", ({ data: { text } }) => {
    while (text?.includes("studio/sheet") && text.includes("Hang"));
  });
`, made], { type: made.type }));
"""
"""Makes workers that never come to an end with a text."""


def _go_on_after_a_hang(other: Page) -> None:
    """The request that took too long has a message; what was written is still there, and the next sheet is made."""
    name, title = other.get_by_role("textbox", name="Name", exact=True).first, shown_sheet(other).locator("h1")
    name.fill("Hang")
    name.blur()
    expect(other.get_by_text("This took too long")).to_be_visible()
    name.fill("Kai")
    name.blur()
    # A new Python that does not start is replaced as well, and is told again what the first one was told.
    expect(title).to_have_text("Kai", timeout=START)


@pytest.mark.parametrize("scheme", first(["light", "dark"]))
def test_axe_finds_nothing(page: Page, scheme: str) -> None:
    """On a phone, in the menu, with each dialog of the site."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_text("Share", exact=True).click()
    _check(page)
    page.get_by_text("Share", exact=True).click()
    for item in ("Show by a link …", "Open an example …"):
        share(page, item)
        expect(page.get_by_role("dialog")).to_be_visible()
        _check(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Print …").click()
    expect(page.get_by_label("Paper")).to_be_visible()
    _check(page)
    page.keyboard.press("Escape")


def _check(page: Page) -> None:
    """Assert that axe finds nothing in the page, and that nothing is wider than the screen."""
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


HIDDEN = ("../up.yaml", "/root.yaml", "a\\b.yaml", ".hidden.yaml", "__MACOSX/x.yaml", "c\x01d.yaml", "run.exe")


def zipped(*entries: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return made.getvalue()


LARGE, UNREADABLE, EMPTY = "is too large", "cannot be read", "holds no character files"
FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "bomb.zip": (lambda: zipped(("a.yaml", bytes(30_000_000))), LARGE),
    "wide.zip": (lambda: zipped(*((f"{number}.yaml", bytes(1_000_000)) for number in range(101))), LARGE),
    "many.zip": (lambda: zipped(*((f"{number}.yaml", b"") for number in range(600))), LARGE),
    "names.zip": (lambda: zipped(*((name, b"name: x") for name in HIDDEN)), EMPTY),
    "cut.zip": (lambda: zipped(("a.yaml", LARRY.encode()))[:200], UNREADABLE),
    "other.zip": (lambda: zipped(("a.yaml", LARRY.encode()), how=zipfile.ZIP_BZIP2), UNREADABLE),
    "noise.zip": (lambda: bytes(range(256)) * 50, EMPTY),
    "nothing.zip": (lambda: b"", EMPTY),
    "large.yaml": (lambda: b"a" * 1_100_000, LARGE),
    "picture.png": (lambda: b"not a picture", UNREADABLE),
    "page.html": (lambda: b"<script>alert(1)</script>", "is neither a .yaml file"),
}
ALIASES = [b"a%d: &a%d [*a%d, *a%d]\n" % (level, level, level - 1, level - 1) for level in range(1, 40)]
NO_CHARACTER = "This link holds no character"
LINKS: dict[str, tuple[Callable[[], str], str]] = {
    "bomb": (lambda: link(b"a.yaml\n" + bytes(30_000_000)), NO_CHARACTER),
    "garbage": (lambda: "#character=%%%%", NO_CHARACTER),
    "cut": (lambda: link(b"a.yaml\n" + LARRY.encode())[:100], NO_CHARACTER),
    "path": (lambda: link(b"../a.yaml\nname: x"), NO_CHARACTER),
    "long": (lambda: "#character=" + "A" * 1_000_001, "too long"),
    "markup": (lambda: link(b"a.yaml\nsystem: five-by-five\nname: <img src=x onerror=alert(1)>"), "It is not complete"),
    "aliases": (lambda: link(b"a.yaml\na0: &a0 [x, x]\n" + b"".join(ALIASES)), "It has errors"),
    "deep": (lambda: link(b"a.yaml\n" + b"[" * 100_000), "It has errors"),
}
"""Hostile files and links, which are made for their tests alone: hundreds of megabytes go into them."""


@pytest.mark.parametrize("name", some([*FILES], 8))
def test_a_hostile_file_is_refused(page: Page, name: str) -> None:
    """With the reason, and nothing is stored."""
    make, reason = FILES[name]
    before = stored(page)
    assert reason in add(page, name, make())
    assert stored(page) == before


@pytest.mark.parametrize("name", some([*LINKS], 8))
def test_a_hostile_link_is_refused(page: Page, name: str) -> None:
    """In a dialog that can be closed; nothing is stored, and nothing of it runs."""
    make, reason = LINKS[name]
    before = stored(page)
    page.evaluate("hash => { location.hash = hash }", make())
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_contain_text(reason)
    page.keyboard.press("Escape")
    expect(alert).to_have_count(0)
    assert stored(page) == before


def test_files_go_out_and_come_back(page: Page) -> None:
    """In one zip file; what is here already is not stored twice, and another content gets a free name."""
    assert add(page, "larry.yaml", LARRY.encode()) == "larry.yaml is added."
    again = downloaded(page)["larry.yaml"]
    assert again.decode() == LARRY
    before = stored(page)
    assert add(page, "Larry.yaml", again + b"voice: hums\n") == "Larry-2.yaml is added."
    assert sorted(stored(page)) == sorted([*before, "Larry-2.yaml"])


FOLDER = "(await (await navigator.storage.getDirectory()).getDirectoryHandle('table', { create: true }))"
"""A folder with the interface of a real one, which no dialog has to choose."""


def _in_folder(page: Page, name: str, text: str = "") -> str:
    """Write a file in the folder, if there is a text for it, and return its text, which is empty without a file."""
    read: str = page.evaluate(
        f"""async ([name, text]) => {{
          const file = await {FOLDER}.getFileHandle(name, {{ create: text !== "" }}).catch(() => null);
          if (!text) return file ? (await file.getFile()).text() : "";
          const writing = await file.createWritable();
          await writing.write(text);
          await writing.close();
          return text;
        }}""",
        [name, text],
    )
    return read


def test_a_real_folder_is_kept_equal(page: Page) -> None:
    """In both directions, also where another program changes a file; until the browser takes the permission back."""
    if "larry.yaml" not in stored(page):
        add(page, "larry.yaml", LARRY.encode())
    page.evaluate(f"() => {{ window.showDirectoryPicker = async () => {FOLDER} }}")
    _in_folder(page, "bo.yaml", LARRY.replace("name: ", "name: Bo "))
    share(page, "Use a real folder …")
    expect(page.get_by_text("Folder: table")).to_be_visible()
    page.locator("select[aria-label=File]").select_option("bo.yaml")
    expect(shown_sheet(page).locator("h1")).to_contain_text("Bo ")
    while _in_folder(page, "larry.yaml") != LARRY:
        page.wait_for_timeout(100)
    _in_folder(page, "bo.yaml", LARRY.replace("name: ", "name: Cy "))
    expect(shown_sheet(page).locator("h1")).to_contain_text("Cy ")

    page.evaluate(
        """() => {
          const refuse = () => { throw new DOMException("It is not allowed.", "NotAllowedError") };
          FileSystemDirectoryHandle.prototype.entries = refuse;
          FileSystemHandle.prototype.requestPermission = async () => "denied";
        }"""
    )
    notice = page.locator(".notice [role=status]")
    expect(notice).to_contain_text("The folder is closed. It is not allowed.")
    share(page, "Open table again")
    expect(page.get_by_text("table stays closed: this page may not open it.")).to_be_visible()
    assert {"bo.yaml", "larry.yaml"} < set(stored(page))


def test_a_browser_without_room_refuses_one_file(page: Page) -> None:
    """With the reason; everything else goes on, and is saved where there is room for it."""
    worker = page.workers[0]
    worker.evaluate(
        """() => {
          const put = IDBObjectStore.prototype.put;
          IDBObjectStore.prototype.put = function (content, key) {
            if (content.length > 500_000) this.transaction.abort();
            else return put.call(this, content, key);
          };
          const full = { get: () => new DOMException("", "QuotaExceededError") };
          Object.defineProperty(IDBTransaction.prototype, "error", full);
        }"""
    )
    refused = add(page, "large.yaml", b"# " + 900_000 * b"x", "cannot store")
    assert refused == "The browser cannot store this: the browser has no room left for this page"
    assert "large.yaml" not in stored(page)
    page.get_by_role("button", name="Text", exact=True).click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# there is room for this\n")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    assert "large.yaml" not in stored(page)


def test_a_new_version_asks_first(page: Page, server: Server, request: pytest.FixtureRequest) -> None:
    """The old version goes on until the user takes the new one."""
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    script = server.folder / "service.js"
    written = script.read_text(encoding="utf-8")
    request.addfinalizer(lambda: script.write_text(written, encoding="utf-8"))  # other tests have the same site
    script.write_text("// another version\n" + written.replace('VERSION = "', 'VERSION = "2'), encoding="utf-8")
    page.evaluate("navigator.serviceWorker.getRegistration().then((kept) => kept.update()).then(() => null)")
    button = page.get_by_role("button", name="Use the new version of this page")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    button.click()
    expect(page.get_by_role("progressbar", name="Start")).to_be_visible()
    _check(page)  # the text is there before Python is
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(shown_sheet(page).locator("h1")).to_be_visible()
    expect(button).to_have_count(0)
    assert len(page.evaluate("caches.keys()")) == 1


def test_the_site_leaves_the_other_pages_of_its_host_alone(
    page: Page, visitor: BrowserContext, server: Server, request: pytest.FixtureRequest
) -> None:
    """They are shown as the host has them, the site's own licences too; and what stands there once the site is gone."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (server.folder / "rules.html").write_text("the house rules", encoding="utf-8")
    other = visitor.new_page()
    for path, text in (("rules.html", "the house rules"), ("LICENCES.txt", "MIT"), ("gone/", "404")):
        other.goto(server.address + path)
        expect(other.locator("body")).to_contain_text(text)
    for path in ("index.html", "?c=1"):
        other.goto(server.address + path)
        expect(other.get_by_role("progressbar", name="Start")).to_be_visible()

    before = {name: (server.folder / name).read_bytes() for name in ("index.html", "service.js")}
    request.addfinalizer(lambda: [(server.folder / name).write_bytes(kept) for name, kept in before.items()])
    (server.folder / "index.html").write_text("<p>a blog</p>", encoding="utf-8")
    (server.folder / "service.js").unlink()
    other.goto(server.address)
    other.wait_for_function("navigator.serviceWorker.getRegistration().then((kept) => !kept)")
    other.reload()
    expect(other.get_by_text("a blog")).to_be_visible()
    other.close()
    (server.folder / "rules.html").unlink()
