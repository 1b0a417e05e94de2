"""The sheet beside the editor: it is that of the open file alone, and what is marked on it is a change of that file."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from chargen import registry
from chargen.text.source import load
from tests.studio.conftest import Serve, shown_sheet
from tests.studio.test_files_in_browser import editor_of


def starter(folder: Path, game: str, name: str) -> None:
    """Write the starter of a game into a folder."""
    (folder / f"{name.lower()}.yaml").write_text(registry.system(game).new_concept(name), encoding="utf-8")


def test_a_change_keeps_what_is_set_on_a_sheet(serve: Serve, page: Page, tmp_path: Path) -> None:
    """The slider, the dice and their log, the place where it is read; nothing is thrown for a file with errors."""
    starter(tmp_path, "five-by-five", "Fay")
    (tmp_path / "gus.yaml").write_text("system: gamocles\nname: Gus\ntraits: {grit: 3}\n", encoding="utf-8")
    page.goto(serve())
    sheet, slider = shown_sheet(page), shown_sheet(page).locator(".slider").first
    expect(sheet.locator("h1")).to_have_text("Fay")
    untouched = slider.get_attribute("aria-valuetext")
    slider.press("End")
    moved = slider.get_attribute("aria-valuetext")
    assert moved != untouched
    sheet.locator("[data-roll]").first.click()
    expect(sheet.locator(".tray.open .thrown")).to_contain_text("%")
    sheet.get_by_role("link", name="Notes").click()
    scrolled = sheet.locator("h1").evaluate("() => scrollY")
    assert scrolled > 100

    page.get_by_role("textbox", name="Name", exact=True).first.fill("Fay Two")
    page.get_by_role("textbox", name="Name", exact=True).first.blur()
    expect(sheet.locator("h1")).to_have_text("Fay Two")
    assert slider.get_attribute("aria-valuetext") == moved
    assert sheet.locator("h1").evaluate("() => scrollY") == pytest.approx(scrolled, abs=60)
    expect(sheet.locator(".tray.open .thrown")).to_contain_text("%")
    expect(sheet.get_by_role("button", name="Log (1)")).to_be_visible()

    page.locator("select[aria-label=File]").select_option("gus.yaml")
    expect(sheet.locator("h1")).to_have_text("Gus")
    expect(sheet.locator("[data-roll]")).to_have_count(0)


def test_a_new_character_has_a_blank_sheet(serve: Serve, page: Page, tmp_path: Path) -> None:
    """Of its game, with its name and empty boxes, which cannot be marked: a file of the same name had a log."""
    starter(tmp_path, "five-by-five", "Flo")
    page.goto(serve())
    sheet = shown_sheet(page)
    sheet.locator("[data-roll]").first.click()
    page.get_by_text("File", exact=True).click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("flo.yaml is deleted.")).to_be_visible()
    page.get_by_role("button", name="New …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("five-by-five")
    dialog.get_by_label("Name").fill("Flo")
    dialog.get_by_role("button", name="Empty", exact=True).click()
    expect(sheet.locator("h1")).to_have_text("Flo")
    expect(sheet.locator(".number")).to_have_text(["", "", ""])
    expect(sheet.get_by_role("checkbox", disabled=False)).to_have_count(0)
    expect(sheet.locator(".written")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.endsWith('/throws'))") == []


def test_words_beside_a_box_and_the_cells_of_a_row_are_one_entry(serve: Serve, page: Page, tmp_path: Path) -> None:
    """A mark that would break a rule stays where it is written, with the reason; a tick taken away takes its entry."""
    starter(tmp_path, "roll-when-you-need", "Ysa")
    page.goto(serve())
    sheet = shown_sheet(page)
    words = sheet.get_by_role("textbox", name="Consequences, Minor")
    words.fill("cracked rib")
    words.press("Tab")
    expect(sheet.get_by_text("Minor: cracked rib")).to_be_visible()
    row = sheet.locator(".blank").last
    row.get_by_role("textbox").first.fill("Night eyes")
    sheet.locator("h1").click()
    expect(page.locator(".notice")).to_contain_text("benefit")
    expect(row.get_by_role("textbox").first).to_have_text("Night eyes")
    row.get_by_role("textbox").nth(1).fill("in the dark")
    row.get_by_role("textbox").nth(2).fill("in the sun")
    sheet.locator("h1").click()
    expect(sheet.get_by_role("rowheader", name="Night eyes")).to_be_visible()
    text = editor_of(page)
    data = load("", text.encode()).data
    assert data["consequences"] == [{"minor": "cracked rib"}]
    assert data["qualities"][-1] == {"name": "Night eyes", "benefit": "in the dark", "drawback": "in the sun"}
    sheet.get_by_role("checkbox", name="Minor").press("Space")
    expect(sheet.get_by_text("Minor: cracked rib")).to_have_count(0)
    assert "consequences" not in load("", editor_of(page).encode()).data
