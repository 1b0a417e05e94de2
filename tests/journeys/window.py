"""What a user does in the studio and on a site, and what he sees there: clicks, keys, labels, roles and texts."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.render.browser.conftest import PATIENCE

BEGINNINGS = {"empty": "Empty", "starter": "Create", "surprise": "Surprise me"}
"""The buttons of the dialog for a new character."""

ANSWERED = """
async ([said, patience]) => {
  const save = [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === "Save");
  for (let waited = 0; waited < patience; waited += 25) {
    const all = [...document.querySelectorAll('[role="alert"], [role="status"]')];
    const words = all.filter((node) => node.checkVisibility());
    const alerts = words.filter((node) => node.role === "alert").map((node) => node.innerText).join(" | ");
    const wrong = words.map((node) => node.innerText).find((text) => text.includes("should not happen"));
    if (wrong) return wrong;
    if (save && !save.disabled) return "changed";
    if (alerts && alerts !== said) return `refused: ${alerts}`;
    await new Promise((done) => setTimeout(done, 25));
  }
  return "no answer";
}
"""
"""How the page answered to what was done: with a text that can be saved, or with words."""

SAVE = """
async patience => {
  const save = [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === "Save");
  save.click();
  for (let waited = 0; waited < patience; waited += 10) {
    if (save.disabled && !document.querySelector(".left [aria-busy=true]")) return true;
    await new Promise((done) => setTimeout(done, 10));
  }
  return false;
}
"""
"""Saves, as a click on the button does, without what a search for the button takes after each change.

Then the form shows what the text says: on a busy machine, what is done to an older form is lost.
"""

CONTROLS = """
region => {
  const found = new Map();
  return [...region.querySelectorAll("input, select, textarea")].flatMap((node, place) => {
    const label = node.ariaLabel ?? [...node.labels].map((words) => words.innerText.split("\\n")[0]).join(" ");
    const name = label.replace(/[\\d −]+$/, "").trim();
    const called = `${node.closest("details")?.querySelector("h2")?.innerText ?? ""} > ${name}`;
    found.set(called, (found.get(called) ?? 0) + 1);
    const isNumber = node.inputMode === "numeric" || node.parentElement.querySelector('[aria-label$=": more"]');
    const typed = isNumber ? "number" : "text";
    const kind = node.localName === "select" ? "choice" : node.type === "text" ? typed : node.type;
    const offered = [...(node.options ?? node.list?.options ?? [])].map((option) => option.value);
    const value = node.type === "checkbox" ? String(node.checked) : node.value;
    const key = `${called} ${found.get(called)}`;
    return node.checkVisibility() && !node.disabled ? [{ place, key, name, kind, value, offered }] : [];
  });
}
"""

CLICKS = """
async (button, times) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (; times; times--) {
    button.click();
    await drawn();
  }
}
"""
"""Clicks on a button that many times, each on what the page shows after the one before."""

OPEN = """
async around => {
  const closed = () => [
    ...(around.matches("details:not([open])") ? [around] : []),
    ...around.querySelectorAll("details:not([open])"),
  ].map((part) => part.querySelector("summary"));
  const more = () => [
    ...around.querySelectorAll("button[aria-label^='More of'][aria-expanded=false]"),
    ...[...around.querySelectorAll("button.more")].filter((button) => button.innerText === "more …"),
  ];
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const press = async (buttons) => {
    buttons.forEach((button) => button.click());
    if (buttons.length) await drawn();
    return buttons.length > 0;
  };
  let rounds = 200;
  while (rounds-- && ((await press(closed().slice(0, 1))) || (await press(more())))) continue;
  return rounds;
}
"""
"""Opens what is folded, as a user does by many clicks, which would be most of a journey's time."""


@dataclass(frozen=True)
class Control:
    """A field of the form as it is now: its place among all of them, and what it is called below its heading."""

    place: int
    key: str
    name: str
    kind: str
    value: str
    offered: list[str]


UNDO = "Undo the last change"
REDO = "Redo the change"


class Window:
    """A page of the studio. What a user sees that must never be there fails the journey at once."""

    def __init__(self, page: Page, read: Callable[[str], bytes]) -> None:
        self.page = page
        self.read = read
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        # Found by its attribute: a search by roles, within which all others are, computes those of every element.
        self.region = page.locator("[aria-label=Character]")
        self.save_button = page.get_by_role("button", name="Save", exact=True)

    # ---------------------------------------------------------------- files

    @property
    def file(self) -> str:
        """The file that is chosen in the header."""
        name: str = self.files.input_value()
        return name

    @property
    def files(self) -> Locator:
        """The list of files in the header."""
        return self.page.locator("select[aria-label=File]")

    def begin(self, game: str, how: str, name: str) -> None:
        """Make a new character: empty, as a starter, or a surprise."""
        before = self.file
        self.page.get_by_role("button", name="New …").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Game").select_option(label=game)
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_role("button", name=BEGINNINGS[how], exact=True).click()
        expect(dialog).to_have_count(0)
        expect(self.files).not_to_have_value(before)
        expect(self.field("Name")).to_have_value(name)

    def choose(self, file: str) -> None:
        self.files.select_option(file)
        expect(self.files).to_have_value(file)

    def saved(self) -> bytes:
        return self.read(self.file)

    def save(self) -> bytes:
        """Save what can be saved, and return the bytes of the file."""
        assert self.page.evaluate(SAVE, PATIENCE)
        assert not self.complaints
        return self.saved()

    def show(self, view: str) -> None:
        """Show the sheet, the party or the fight beside the form."""
        self.page.get_by_role("button", name=view, exact=True).click()

    # ---------------------------------------------------------------- changes

    def change(self, *actions: Callable[[], Any]) -> str:
        """Do something that changes the character, and save; return the words with which the page refused it."""
        said = " | ".join(self.page.locator("[role=alert]:visible").all_inner_texts())
        for action in actions:
            action()
        answer: str = self.page.evaluate(ANSWERED, [said, PATIENCE])
        assert answer.startswith(("changed", "refused"))
        self.save()
        return answer.removeprefix("changed")

    def memory(self) -> int:
        """The bytes that the page's program holds, without what nothing uses any more."""
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("HeapProfiler.collectGarbage")
        used: int = tools.send("Runtime.getHeapUsage")["usedSize"]
        tools.detach()
        return used

    def go(self, step: str, times: int, wanted: bytes) -> None:
        """Undo or redo that many changes, and find a text again, to the byte."""
        # Two changes of one field within half a second are one step: the last clicks may find nothing to do.
        self.page.get_by_role("button", name=step).evaluate(CLICKS, times)
        assert self.save().decode() == wanted.decode()

    # ---------------------------------------------------------------- the form

    def field(self, name: str, part: str = "") -> Locator:
        """A field by its label, in a part of the form by its heading."""
        around = self.part(part) if part else self.region
        return around.get_by_label(name, exact=True).and_(around.locator("input, select, textarea")).first

    def part(self, heading: str) -> Locator:
        return self.region.locator("details").filter(has=self.page.locator(f"h2:text-is({heading!r})"))

    def open(self, part: Locator | None = None) -> None:
        """Open what is folded."""
        assert (part or self.region).evaluate(OPEN) > 0

    def controls(self) -> list[Control]:
        return [Control(**control) for control in self.region.evaluate(CONTROLS)]

    def locate(self, control: Control) -> Locator:
        return self.region.locator("input, select, textarea").nth(control.place)

    def write(self, field: Locator, text: str, key: str = "Tab") -> str:
        return self.change(lambda: field.fill(text), lambda: field.press(key))

    def set(self, heading: str, *names_and_values: str) -> None:
        """Set fields of a part of the form, or of those above all parts."""
        self.open(self.part(heading) if heading else None)
        for name, value in zip(names_and_values[::2], names_and_values[1::2], strict=True):
            field = self.field(name, heading)
            if field.evaluate("field => field.localName") == "select":
                assert self.change(lambda: field.select_option(value)) == ""  # noqa: B023
            else:
                assert self.write(field, value) == ""

    def add(self, place: str, *names: str) -> None:
        """Add entries in one's own words to the list of a part, or to one within it: `Skills > Martial`."""
        heading, _, inner = place.partition(" > ")
        self.open(self.part(heading))
        for name in names:
            box = self.part(heading).get_by_role("textbox", name=f"New in {inner or heading.lower()}", exact=True)
            assert self.write(box, name, "Enter") == ""

    def take(self, heading: str, row: str) -> None:
        """Add an entry of the table that the book has for a part."""
        self.open(self.part(heading))
        rows = self.offered(self.part(heading), "List", heading.lower())
        assert self.change(rows.filter(has_text=re.compile(f"^{row}", re.IGNORECASE)).first.click) == ""

    def offered(self, around: Locator, kind: str, label: str) -> Locator:
        """Open what is offered for a list, from the book or drawn (`Ideas`), and return its rows."""
        button = around.get_by_role("button", name=re.compile(f"{kind} for {label}$", re.IGNORECASE)).first
        if button.get_attribute("aria-expanded") != "true":
            button.click()
        shown = around.get_by_label(re.compile(f"^(Suggestions|Ideas) for {label}$"))
        return shown.and_(around.locator("ul, ol, [role=group]")).get_by_role("button")

    def draw(self, heading: str) -> None:
        """Have a part drawn at random."""
        assert self.change(self.part(heading).get_by_role("button", name="Surprise me", exact=True).click) == ""

    def press(self, *buttons: str) -> None:
        """Press buttons of the form, such as `Combat: more`."""
        self.open()
        for button in buttons:
            assert self.change(self.region.get_by_role("button", name=button, exact=True).first.click) == ""

    @property
    def sheet(self) -> FrameLocator:
        return self.page.frame_locator('iframe[title="The character sheet"]:visible')

    def printed(self) -> bytes:
        """Print the sheet as a PDF file; the dialog closes, and the page says what was made."""
        self.page.get_by_role("button", name="Print …").click()
        with self.page.expect_download() as download:
            self.page.get_by_role("dialog").get_by_role("button", name="Print", exact=True).click()
        expect(self.page.locator(".notice")).to_contain_text(f"{download.value.suggested_filename} is downloaded.")
        return Path(download.value.path()).read_bytes()
