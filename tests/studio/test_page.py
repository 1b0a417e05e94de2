"""The page for everyone: with a keyboard, a phone, a screen reader, in light and in dark."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.render.browser.conftest import DESKTOP, PHONE, violations
from tests.scale import first
from tests.studio.conftest import Serve, shown_sheet
from tests.studio.test_files_in_browser import open_text


@pytest.mark.parametrize(("scheme", "size"), first([("dark", DESKTOP), ("light", DESKTOP), ("light", PHONE)]))
def test_axe_finds_nothing(scheme: str, size: tuple[int, int], serve: Serve, page: Page, larry: Path) -> None:
    """In the text with an error, in each tab, in the dialogs of a new character and of printing, and in a conflict.

    After the first look at the page, each further look is at the part of it that is new.
    """
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    larry.write_text(larry.read_text(encoding="utf-8").replace("concept:", "concpt:"), encoding="utf-8")
    open_text(page, serve())
    _show(page, "Table")
    expect(page.get_by_role("button", name="Fix everything")).to_be_visible()
    check_access(page)
    page.get_by_role("button", name="Fix everything").click()
    page.get_by_role("button", name="Party", exact=True).click()
    expect(shown_sheet(page).get_by_role("heading", name="The party")).to_be_visible()
    check_access(page, ".right")
    page.get_by_role("button", name="Fight", exact=True).click()
    for side in ("Larry Vance to the party", "Larry Vance to the other side"):
        page.get_by_role("button", name=side, exact=True).click()
    expect(page.get_by_role("table")).to_be_visible()
    check_access(page, ".right")
    _show(page, "Character")
    check_access(page, ".left")
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_label("Concept", exact=True)).to_be_visible()
    check_access(page, ".left")
    page.get_by_role("button", name="Points", exact=True).click()
    expect(page.get_by_label("Award")).to_be_visible()
    check_access(page, ".left")
    for dialog in ("New …", "Print …"):
        page.get_by_role("button", name=dialog).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check_access(page, "dialog")
        page.keyboard.press("Escape")
    larry.write_text("name: another\n", encoding="utf-8")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    check_access(page, ".conflict")


def _show(page: Page, half: str) -> None:
    """Show a half of the page, where one of them is hidden."""
    if page.get_by_role("button", name=half).is_visible():
        page.get_by_role("button", name=half).click()


def check_access(page: Page, part: str = "body") -> None:
    """Assert that axe finds nothing in the page, or in a part of it; the sheet in its frame has tests of its own."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)  # what is renewed is pale
    assert violations(page, "iframes: false", within=f"{{include: ['{part}'], exclude: ['iframe']}}") == []


def test_a_phone_shows_one_half_at_a_time(serve: Serve, page: Page, larry: Path) -> None:
    """Nothing is wider than the screen, bars are low; an error in the sheet's half leads to its line in the text."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    larry.write_text(larry.read_text(encoding="utf-8").replace("concept:", "concpt:"), encoding="utf-8")
    page.goto(serve())
    page.get_by_role("button", name="Table").click()
    expect(page.locator(".left")).to_be_hidden()
    page.get_by_role("button", name="unknown key `concpt`").click()
    expect(page.locator(".right")).to_be_hidden()
    expect(page.locator(".cm-content")).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_contain_text("concpt")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.locator("main").evaluate("main => main.getBoundingClientRect().top") < PHONE[1] / 8


def test_a_character_is_made_without_a_mouse(serve: Serve, page: Page, tmp_path: Path) -> None:
    """Tab and Enter lead through the dialog; Escape closes it, and the focus returns to its button."""
    page.goto(serve())
    button = page.get_by_role("button", name="New …")
    button.press("Enter")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("Kai")
    page.keyboard.press("Enter")
    expect(page.locator("select[aria-label=File]")).to_have_value("kai.yaml")
    assert (tmp_path / "kai.yaml").exists()
