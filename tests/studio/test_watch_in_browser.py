"""`chargen watch` in a real browser: what is saved is seen, of the named files and no others."""

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.cli.running import LARRY, begin, run
from tests.studio.conftest import shown_sheet

Watch = Callable[..., str]


@pytest.fixture
def watch(folder: Path) -> Iterator[Watch]:
    """Run `chargen watch` with some files, and give the address of its page; Ctrl-C ends it, and it ends well."""
    running: list[subprocess.Popen[str]] = []

    def start(*files: str) -> str:
        pipe = subprocess.PIPE
        process = begin("watch", "--no-browser", *files, stdout=pipe, stderr=pipe, encoding="utf-8")
        running.append(process)
        assert process.stdout is not None
        address: str = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", address)
        return address

    yield start
    for process in running:
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=20)
        assert (process.returncode, rest, errors) == (0, "", "")


def save(path: Path, text: str) -> None:
    """Save a file as careful editors do: the old one stays until another one takes its place."""
    beside = path.with_name(f"{path.name}~")
    beside.write_text(text, encoding="utf-8")
    beside.rename(path)


def test_what_is_saved_is_seen(watch: Watch, page: Page, folder: Path) -> None:
    """A file that comes, a broken save under the last good sheet, house rules that break, a link; no edits."""
    larry, rules = folder / "larry.yaml", folder / "table.yaml"
    (folder / "secret.yaml").write_text(LARRY, encoding="utf-8")
    page.goto(watch("larry.yaml"))
    expect(page.get_by_label("File")).to_contain_text("No characters yet")
    larry.write_text(LARRY, encoding="utf-8")
    name = shown_sheet(page).locator("h1")
    expect(name).to_contain_text("Larry Vance")
    expect(page.get_by_label("File").locator("option")).to_have_text(["Larry Vance"])
    for control in ("Save", "New …", "Text"):
        expect(page.get_by_role("button", name=control)).to_have_count(0)

    errors = page.get_by_role("status", name="Errors")
    save(larry, LARRY.replace("hit_points: ", "hit_pints: "))
    expect(errors).to_contain_text("did you mean `hit_points`?")
    expect(name).to_contain_text("Larry Vance")
    old = page.get_by_text("This sheet is from before the errors.")
    expect(old).to_be_visible()
    rules.write_text("rules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    save(larry, f"{LARRY.replace('Larry Vance', 'Larry Fixed')}\ncampaign: table.yaml\n")
    expect(name).to_contain_text("Larry Fixed")
    expect(errors).to_have_count(0)
    expect(old).to_have_count(0)
    save(rules, "rules: {five-by-five: {aspetcs: true}}\n")
    expect(errors).to_contain_text("did you mean `aspects`?")

    (folder / "other.yaml").write_text(LARRY.replace("Larry Vance", "Mary Vance"), encoding="utf-8")
    (folder / "link").symlink_to("other.yaml")
    (folder / "link").rename(larry)
    expect(name).to_contain_text("Mary Vance")
    save(folder / "other.yaml", LARRY.replace("Larry Vance", "Jo Vance"))
    expect(name).to_contain_text("Jo Vance")


def test_a_port_that_is_taken_is_reported(watch: Watch, folder: Path) -> None:
    """One that is named must be free; without a name, another one is taken."""
    (folder / "larry.yaml").write_text(LARRY, encoding="utf-8")
    port = re.findall(r":(\d+)/", watch("larry.yaml"))[0]
    ended = run("watch", "--no-browser", "--port", port, "larry.yaml")
    assert (ended.code, f"port {port} cannot be used" in ended.err) == (3, True)
