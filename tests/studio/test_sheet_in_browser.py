"""The sheet beside the editor: it is that of the open file alone, and what is marked on it is a change of that file."""

import re
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from chargen import registry
from chargen.studio.studio import Studio
from tests.cli.running import LARRY
from tests.studio.conftest import Serve, shown_sheet
from tests.studio.test_files_in_browser import editor_of

BROKEN = "system: gamocles\nname: Broken Bo\ntraits: {grit: 3}\n"


def starter(folder: Path, game: str, name: str) -> None:
    """Write the starter of a game into a folder."""
    (folder / f"{name.lower()}.yaml").write_text(registry.system(game).new_concept(name), encoding="utf-8")


def choose(page: Page, file: str, name: str) -> None:
    """Open a file of the list, and wait for its sheet."""
    page.locator("select[aria-label=File]").select_option(file)
    expect(shown_sheet(page).locator("h1")).to_have_text(name)


def test_nothing_of_one_character_is_seen_in_another(serve: Serve, page: Page, tmp_path: Path) -> None:
    """Not the sheet, where the other one has errors; nor the slider, the dice, their log, or the place that is read."""
    for game, name in (("facade", "Fay"), ("five-by-five", "Flo"), ("five-plus", "Pip")):
        starter(tmp_path, game, name)
    (tmp_path / "bo.yaml").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "flo-2.yaml").write_text((tmp_path / "flo.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    page.goto(serve())
    sheet, slider = shown_sheet(page), shown_sheet(page).locator(".slider").first
    choose(page, "fay.yaml", "Fay")
    untouched = {}
    for file, name in (("flo.yaml", "Flo"), ("pip.yaml", "Pip"), ("fay.yaml", "Fay")):
        choose(page, file, name)
        untouched[file] = slider.get_attribute("aria-valuetext")
    slider.press("End")
    moved = slider.get_attribute("aria-valuetext")
    assert moved != untouched["fay.yaml"]
    sheet.locator("[data-roll]").first.click()
    expect(sheet.locator(".tray.open .thrown")).to_contain_text("%")
    sheet.locator("body").evaluate("scrollTo(0, 500)")

    # A change of the same file keeps what was set.
    page.get_by_role("textbox", name="Name", exact=True).first.fill("Fay Two")
    page.get_by_role("textbox", name="Name", exact=True).first.blur()
    expect(sheet.locator("h1")).to_have_text("Fay Two")
    assert slider.get_attribute("aria-valuetext") == moved
    expect(sheet.locator(".tray.open .thrown")).to_contain_text("%")
    expect(sheet.get_by_role("button", name="Log (1)")).to_be_visible()

    choose(page, "bo.yaml", "Broken Bo")
    assert sheet.locator("main").inner_text().count("Fay") == 0
    expect(sheet.locator("[data-roll]")).to_have_count(0)
    for file, name in (("flo.yaml", "Flo"), ("pip.yaml", "Pip"), ("flo-2.yaml", "Flo")):
        choose(page, file, name)
        assert slider.get_attribute("aria-valuetext") == untouched[file.replace("-2", "")]
        expect(sheet.locator(".tray.open")).to_have_count(0)
        sheet.get_by_role("button", name="Dice", exact=True).click()
        expect(sheet.get_by_role("button", name="Log (0)")).to_be_visible()
        assert sheet.locator("body").evaluate("scrollY") == 0
        sheet.locator("[data-roll]").first.click()
        expect(sheet.get_by_role("button", name="Log (1)")).to_be_visible()


def test_a_new_character_has_a_blank_sheet(serve: Serve, page: Page, tmp_path: Path) -> None:
    """Of its game, with its name and empty boxes, which cannot be marked: a file of the same name had a log."""
    starter(tmp_path, "five-by-five", "Flo")
    page.goto(serve())
    sheet = shown_sheet(page)
    sheet.locator("[data-roll]").first.click()
    page.get_by_text("File", exact=True).click()
    page.get_by_role("button", name="Delete").click()
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


MARKS = """\
# The captain's file.
system: five-by-five
name: Larry Vance  # of the docks
concept: smuggler
descriptors:
  Knife Fighting: {value: 6, exclusive: attack}
  Quick on the Stairs: 4
  Lying: 4
  Rope Tricks: 2
  Old Friends: -5
hit_points: 2
equipment:
  - Lantern  # dented
"""


def test_a_mark_is_a_change_of_the_file(serve: Serve, page: Page, larry: Path) -> None:
    """Wounds, tokens, experience, gear and notes: the comments stay, each is one step to undo, and paper has it."""
    before = larry.read_text(encoding="utf-8")
    page.goto(serve())
    sheet = shown_sheet(page)
    wounds = sheet.get_by_role("group", name="Hit points")
    full = wounds.get_by_role("checkbox")
    last = full.nth(4)
    last.press("Space")
    expect(page.get_by_text("unsaved changes")).to_be_visible()
    expect(shown_sheet(page).locator(".number .of")).to_have_text(re.compile("/"))
    text = editor_of(page)
    assert "state: {hit_points:" in text
