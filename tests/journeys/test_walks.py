"""Every list and every field of every form, set and taken away again; then undone to the first byte, and redone."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import GAMES
from tests.journeys.window import Control, Window
from tests.scale import QUICK

NEW = "New in "
OWN = ["A Thing of Mine", "Another One"]
ONLY_SHOWS = "TN"
"""A slider of the form that changes what is shown, and not the character."""
MOST = 30
"""The steps after which a walk goes back to its beginning."""
IN_PARTS = 6 if QUICK else 1
"""A quick walk tries every so many of the controls."""


class Walk:
    """A walk through a form, which goes back to the first text now and then."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.first = self.now = window.save()
        self.steps: list[str] = []

    def step(self, what: str, refusal: str) -> bool:
        """Note a change; a refused one is none."""
        before, self.now = self.now, self.window.saved()
        if self.now != before:
            self.steps.append(what)
        return not refusal

    def back(self) -> None:
        """Undo everything, redo it, and undo it again."""
        last, number = self.now, len(self.steps)
        self.window.back_to(self.first, number)
        self.window.forward_to(last, number)
        self.window.back_to(self.first, number)
        self.now, self.steps = self.first, []

    def find(self, key: tuple[str, str, int]) -> Control | None:
        self.window.open()
        return next((control for control in self.window.controls() if control.key == key), None)

    # ---------------------------------------------------------------- fields

    def field(self, control: Control) -> None:
        """Set a field that is empty, and empty it again; or take another value for a while."""
        before, is_empty = self.now, control.value in ("", "false")
        value = other(control) if is_empty or control.kind in ("choice", "checkbox", "range") else ""
        if value is None or not self.step(f"{control.key} = {value!r}", self.set(control, value)):
            return
        again = self.find(control.key)
        if again and self.step(f"{control.key} = {control.value!r}", self.set(again, control.value)) and is_empty:
            assert said(self.now) == said(before), self.steps[-2:]

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
        added = [self.add(control, "own"), self.add(control, "List")]
        for name in reversed(added):
            self.move(name)
        for name in reversed(added):
            self.remove(name)
        if len({*self.steps}) == len(self.steps):
            assert said(self.now) == said(before), self.steps
        self.remove(self.add(control, "own"))

    def add(self, control: Control, first: str) -> str:
        """Add an entry in one's own words, or one that is offered; return its name."""
        before, refusal = self.removable(), ""
        for way in (first, *({"own", "List", "Ideas"} - {first})):
            now = self.find(control.key)
            assert now, (control.key, self.steps)
            box = self.window.locate(now)
            if way == "own":
                refusal = self.window.write(box, OWN[OWN[0] in before], "Enter")
            elif not (rows := self.offered(box, way)):
                continue
            else:
                refusal = self.window.change(rows.first.click)
            if self.step(f"add to {control.key}: {way}", refusal):
                break
        else:
            pytest.fail(f"nothing can be added to {control.key}: {refusal}, {self.steps}")
        self.find(control.key)
        expect(self.removers).to_have_count(before.total() + 1)
        (name,) = self.removable() - before
        return name

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

    @property
    def removers(self) -> Locator:
        return self.window.region.get_by_role("button", name=re.compile("^Remove "))

    def removable(self) -> Counter[str]:
        self.window.open()
        return Counter(
            str(button.get_attribute("aria-label")).removeprefix("Remove ") for button in self.removers.all()
        )

    def move(self, name: str) -> None:
        button = self.window.region.get_by_role("button", name=f"{name}: up", exact=True)
        if button.count() and button.is_enabled():
            assert self.step(f"move {name}", self.window.change(button.click))

    def remove(self, name: str) -> None:
        button = self.window.region.get_by_role("button", name=f"Remove {name}", exact=True).last
        assert self.step(f"remove {name}", self.window.change(button.click))


def said(text: bytes) -> list[bytes]:
    """Return the lines of a text but for keys without a value: an empty text, or a part that a character must have."""
    return [line for line in text.splitlines(keepends=True) if not re.search(rb'^\w+: (""|\{\}|\[\])', line)]


def other(control: Control) -> str | None:
    """Return another value for a field; none where there is no other one."""
    if control.kind == "checkbox":
        return "true" if control.value == "false" else "false"
    if control.kind == "range":
        return "1" if control.value == "0" else str(int(control.value) - 1)
    if control.kind == "number":
        return "7"
    others = [value for value in control.offered if value not in (control.value, "")]
    return others[0] if others else None if control.kind == "choice" else OWN[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ["empty"] if QUICK else ["empty", "starter"])
def test_every_list_and_field(window: Window, game: str, how: str) -> None:
    """What was absent is absent again, in the same bytes."""
    window.begin(game, how, f"{game} {how}")
    walk, done = Walk(window), set[tuple[str, str, int]]()
    turn = GAMES.index(game)
    while True:
        window.open()
        control = next((one for one in window.controls() if one.key not in done and one.name != ONLY_SHOWS), None)
        if control is None:
            break
        done.add(control.key)
        if (len(done) + turn) % IN_PARTS == 0:
            walk.list(control) if control.name.startswith(NEW) else walk.field(control)
        if len(walk.steps) >= MOST:
            walk.back()
    walk.back()
