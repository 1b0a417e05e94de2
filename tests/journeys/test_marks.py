"""What is marked on a sheet beside the form is in the character's file, can be undone, and is printed."""

from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import GAMES
from tests.journeys.test_builds import assert_printed
from tests.journeys.window import REDO, UNDO, Window
from tests.scale import first, some

NOTE = "Owes the ferryman."


@pytest.mark.parametrize("game", some(GAMES[::-1], 2))
def test_marks_are_changes_of_the_file(window: Window, folder: Path, game: str) -> None:
    """A box of each track and a note on a starter; they can be undone and redone, at the next visit as well."""
    window.show("Sheet")
    window.begin(game, "starter", f"Mark of {game}")
    expect(window.sheet.locator("h1")).to_have_text(f"Mark of {game}")
    begun, unmarked = window.saved(), look_of(assert_printed(window, folder, f"Mark of {game}"))
    ticks = window.sheet.get_by_role("checkbox", checked=True)
    fresh = ticks.count()
    steps = mark(window)
    expect(window.sheet.get_by_text(NOTE)).to_be_visible()
    marked, now = window.saved(), ticks.count()
    assert (now > fresh) == (steps > 1)
    assert look_of(window.printed()) != unmarked
    window.go(UNDO, steps, begun)
    expect(window.sheet.get_by_text(NOTE)).to_have_count(0)
    expect(ticks).to_have_count(fresh)
    window.go(REDO, steps, marked)
    window.page.reload()
    expect(window.sheet.get_by_text(NOTE)).to_be_visible()
    expect(ticks).to_have_count(now)
    window.go(UNDO, steps, begun)
    expect(window.page.get_by_role("button", name=UNDO)).to_be_disabled()


def mark(window: Window) -> int:
    """Tick the last box of each track, and write a note; return how many changes of the file these were."""
    tracks = window.sheet.get_by_role("group").filter(has=window.sheet.get_by_role("checkbox", disabled=False))
    number_of_tracks = len(first(range(tracks.count())))
    for number in range(number_of_tracks):
        box, before = tracks.nth(number).get_by_role("checkbox", disabled=False).last, window.saved()
        assert window.change(box.focus, lambda: box.press("Space")) == ""  # noqa: B023
        assert window.saved() != before
    note = window.sheet.get_by_role("textbox", name="Notes").last
    assert window.write(note, NOTE, "Enter") == ""
    assert NOTE.encode() in window.saved()
    expect(window.sheet.get_by_role("textbox").filter(has_text=NOTE)).to_have_count(0)
    return number_of_tracks + 1


def look_of(content: bytes) -> list[bytes]:
    """Return the pages of a PDF file as pictures."""
    document = pypdfium2.PdfDocument(content)
    pictures = [page.render(scale=1).to_pil().tobytes() for page in document]
    document.close()
    return pictures
