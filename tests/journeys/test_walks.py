"""Every list and every field of every form, set and taken away again; then undone to the first byte, and redone."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import GAMES
from tests.journeys.window import REDO, UNDO, Control, Window
from tests.scale import QUICK, first, pairs

NEW = "New in "
OWN = "A Thing of Mine"
ONLY_SHOWS = "TN"
"""A slider of the form that changes what is shown, and not the character."""
OWN_FIRST, BOOK_FIRST = ("own", "List", "Ideas"), ("List", "Ideas", "own")
"""How an entry is added: in one's own words, or as one that the book or a draw offers."""
MOST = 30
"""The steps after which a walk goes back to its beginning."""
MOST_KEPT = 5_000_000 if QUICK else 100_000_000
"""The bytes by which a page may grow in a walk: each part of the form holds the answer that it was drawn with last."""


class Walk:
    """A walk through a form, which undoes what was done now and then, redoes it, and goes on."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.first = self.now = window.save()
        self.steps: list[str] = []
        self.names = 0

    def step(self, what: str, refusal: str) -> bool:
        """Note a change; a refused one is none."""
        before, self.now = self.now, self.window.saved()
        assert manner(self.now) == manner(self.first), (what, self.steps)
        if self.now != before:
            self.steps.append(what)
        return not refusal

    def back(self) -> None:
        """Undo everything, and redo it."""
        self.window.go(UNDO, len(self.steps), self.first)
        self.window.go(REDO, len(self.steps), self.now)
        self.first, self.steps = self.now, []

    def find(self, key: str) -> Control | None:
        self.window.open()
        return next((control for control in self.window.controls() if control.key == key), None)

    # ---------------------------------------------------------------- fields

    def field(self, control: Control) -> None:
        """Set a field that is empty, and empty it again; or take another value for a while."""
        before, is_empty = self.now, control.value in ("", "false")
        is_words = control.kind in ("text", "number", "textarea") and not control.name.startswith("Name of")
        value = "" if is_words and not is_empty else other(control)
        if value is None or not self.step(f"{control.key} = {value!r}", self.set(control, value)):
            return
        again = self.find(control.key)
        if again and self.step(f"{control.key} = {control.value!r}", self.set(again, control.value)) and is_empty:
            assert says_the_same(self.now, before), self.steps[-2:]

    def set(self, control: Control, value: str) -> str:
        field, window = self.window.locate(control), self.window
        if control.kind == "choice":
            return window.change(lambda: field.select_option(value))
        if control.kind == "checkbox":
            return window.change(field.click)
        if control.kind == "range":
            return window.change(lambda: field.press("ArrowRight" if int(value) > int(control.value) else "ArrowLeft"))
        return window.write(field, value)

    # ---------------------------------------------------------------- lists

    def list(self, control: Control) -> None:
        """Add a first entry and a second one, move what can be moved, remove both, and add one again."""
        before = self.now
        added = [self.add(control, *OWN_FIRST), self.add(control, *BOOK_FIRST)]
        for name in reversed(added):
            self.move(name)
        for name in reversed(added):
            self.remove(name)
        if len({*self.steps}) == len(self.steps):
            assert says_the_same(self.now, before), self.steps
        self.remove(self.add(control, *OWN_FIRST))

    def add(self, control: Control, *ways: str) -> str:
        """Add an entry in the first way that succeeds; return its name."""
        before, refusal = self.removable(), ""
        for way in ways:
            now = self.find(control.key)
            assert now, (control.key, self.steps)
            box = self.window.locate(now)
            if way == "own":
                self.names += 1
                letters = chr(ord("A") + self.names // 26) + chr(ord("a") + self.names % 26)
                refusal = self.window.write(box, f"Thing {letters}", "Enter")
            elif not (rows := self.offered(box, way)):
                continue
            else:
                refusal = self.window.change(rows.first.click)
            if self.step(f"add to {control.key}: {way}", refusal):
                break
        else:
            pytest.fail(f"nothing can be added to {control.key}: {refusal}, {self.steps}")
        # What is drawn may have entries of its own, which come after it.
        return next(iter(self.removable() - before))

    def offered(self, box: Locator, kind: str) -> Locator | None:
        """Return the rows that are offered for a list; none if there are none."""
        around = box.locator("xpath=ancestor::form[1]")
        label = (box.get_attribute("aria-label") or "").removeprefix(NEW)
        if not around.get_by_role("button", name=re.compile(f"{kind} for {re.escape(label)}$", re.IGNORECASE)).count():
            return None
        rows = self.window.offered(around, kind, re.escape(label))
        nothing = around.get_by_role("button", name=re.compile("^No ideas"))
        expect(rows.or_(nothing).first).to_be_visible()
        return rows if rows.count() else None

    def removable(self) -> Counter[str]:
        """Return the names of all entries, outer ones first."""
        self.window.open()
        removers = self.window.region.locator("button[aria-label^='Remove ']")
        labels = removers.evaluate_all("found => found.map(button => button.getAttribute('aria-label'))")
        return Counter(label.removeprefix("Remove ") for label in labels)

    def move(self, name: str) -> None:
        button = self.window.region.get_by_role("button", name=f"{name}: up", exact=True)
        if button.count() and button.is_enabled():
            assert self.step(f"move {name}", self.window.change(button.click))

    def remove(self, name: str) -> None:
        button = self.window.region.get_by_role("button", name=f"Remove {name}", exact=True).last
        before = self.removable()[name]
        assert self.step(f"remove {name}", self.window.change(button.click))
        assert self.removable()[name] < before


def manner(text: bytes) -> tuple[bool, bool, bool]:
    """Return how a text is written: with a byte order mark, with CRLF alone, with a last line end."""
    return text.startswith(b"\xef\xbb\xbf"), text.count(b"\n") == text.count(b"\r\n"), text.endswith(b"\n")


def said(text: bytes) -> list[bytes]:
    """Return the lines of a text but for keys without a value: an empty text, or a part that a character must have.

    Of a resistance, `"0/3"` says no more than `3`.
    """
    lines = [line for line in text.splitlines(keepends=True) if not re.search(rb'^\w+: (""|\{\}|\[\])', line)]
    return [re.sub(rb'"0/(\d+)"', rb"\1", line) for line in lines]


def says_the_same(text: bytes, other: bytes) -> bool:
    """Whether two texts have the same lines, but for what says nothing; or the same data and as many comments.

    An entry that was written without a list is in a list of one once another was added, and one that became too long
    for its line stays in several.
    """
    return said(text) == said(other) or without_lists_of_one(text) == without_lists_of_one(other)


def without_lists_of_one(text: bytes) -> tuple[Any, int]:
    """Return what a text says, with each list of one entry as this entry, and the number of its comments."""

    def alone(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: alone(each) for key, each in value.items()}
        if isinstance(value, list):
            return alone(value[0]) if len(value) == 1 else [alone(each) for each in value]
        return value

    return alone(yaml.safe_load(text)), text.count(b"# ")


def other(control: Control) -> str | None:
    """Return another value for a field; none where there is no other one."""
    if control.kind == "checkbox":
        return "true" if control.value == "false" else "false"
    if control.kind == "range":
        return "1" if control.value == "0" else str(int(control.value) - 1)
    others = [*control.offered] if control.kind == "choice" else [*control.offered, OWN]
    # A name beside a number is no number: without its digits, `New in 7` would be no list.
    if control.kind == "number" and not control.name.startswith("Name of"):
        others = ["7"]
    # A name that was changed is another field, which has that name already.
    return next((value for value in others if value not in (control.value, "")), None)


def commented(text: bytes) -> bytes:
    """Return a text with a comment after each value, and before each key of the character, but for long texts."""
    above, notes, below = text.partition(b"notes: |")
    above = re.sub(rb"(?m)^([^#\n]*[^#\s|>])$", rb"\1  # as agreed", above)
    return re.sub(rb"(?m)^(?=\w)", b"# what comes next\n", above) + notes + below


MANNERS: dict[str, Callable[[bytes], bytes]] = {
    "without a last line end": lambda text: text.rstrip(b"\n"),
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "with a byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "with comments": commented,
}
WAYS = ["starter", "empty", *MANNERS]


@pytest.mark.parametrize(("how", "game"), first(pairs(WAYS, GAMES)[5 if QUICK else 0 :]))
def test_every_list_and_field(window: Window, folder: Path, game: str, how: str) -> None:
    """What was absent is absent again, in the same bytes; the manner in which the file is written stays.

    A quick run walks through a file with comments: one with other line ends is among the tests of the studio's files.
    """
    # The sheet, which other journeys look at, takes half of a walk's time where it follows each step.
    window.show("Fight")
    window.begin(game, "empty" if how == "empty" else "starter", f"{game} {how}")
    if how in MANNERS:
        (folder / window.file).write_bytes(MANNERS[how](window.saved()))
        window.page.reload()
        window.show("Fight")
        expect(window.field("Name")).to_have_value(f"{game} {how}")
    walk, done, memory = Walk(window), set[str](), window.memory()
    ahead = chosen(window, GAMES.index(game))
    while ahead:
        control = ahead.pop(0)
        done.add(control.key)
        walk.list(control) if control.name.startswith(NEW) else walk.field(control)
        if len(walk.steps) >= MOST:
            walk.back()
        if not QUICK:  # what was done may have brought others
            ahead = [one for one in chosen(window) if one.key not in done]
    walk.back()
    # An answer of the studio has up to a megabyte, and none is kept.
    assert window.memory() < memory + MOST_KEPT


def chosen(window: Window, turn: int = 0) -> list[Control]:
    """Return the controls of the open form; in a quick run one list and one field, others for each turn."""
    window.open()
    controls = [control for control in window.controls() if control.name != ONLY_SHOWS]
    if not QUICK:
        return controls
    lists = [control for control in controls if control.name.startswith(NEW)]
    fields = [control for control in controls if control not in lists]
    return [some[turn * len(some) // len(GAMES)] for some in (lists, fields)]
