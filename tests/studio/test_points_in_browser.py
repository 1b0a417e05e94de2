"""Points are spent from the page, by clicks."""

from playwright.sync_api import Page, expect

from tests.studio.conftest import Serve
from tests.studio.test_files_in_browser import editor_of, open_text, show_no_sheet


def test_an_award_is_spent_and_taken_back(serve: Serve, page: Page, larry: object) -> None:
    """New names that do the same are one row; what is bought is a line of the text, which can be taken back."""
    open_text(page, serve())
    show_no_sheet(page)
    before = editor_of(page)
    page.get_by_role("button", name="Points", exact=True).click()
    page.get_by_label("Award").fill("6")
    page.get_by_label("for", exact=True).fill("the docks")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("6 XP left")).to_be_visible()
    expect(page.locator("header")).to_contain_text("XP 0 of 6 spent")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Amateur Chef"))
    expect(row).to_contain_text("53 % → 64 %")
    rows = page.get_by_role("table", name="What the points buy").get_by_role("row")
    alike, number = page.get_by_role("button", name="of the same gain").first, rows.count()
    hidden = int(alike.inner_text().split()[1])
    alike.click()
    expect(rows).to_have_count(number + hidden)
    row.get_by_role("button").click()
    expect(page.get_by_text("0 XP left")).to_be_visible()
    assert editor_of(page).endswith("  - {award: 6, why: the docks}\n  - {raise: Amateur Chef, to: 6}\n")
    for left in ("6 XP left", "Undo the last line"):
        page.get_by_role("button", name="Undo the last line").click()
        expect(page.get_by_text(left)).to_be_visible()
    expect(page.get_by_role("button", name="Undo the last line")).to_be_disabled()
    assert editor_of(page) == before
