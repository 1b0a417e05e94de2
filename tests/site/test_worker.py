"""A page whose Python is held up, in a real Chromium: it goes on with a new worker, and loses nothing."""

from playwright.sync_api import Browser, Route, expect

from tests.render.browser.conftest import DESKTOP, in_a
from tests.site.conftest import sheet_of
from tests.site.serving import Server

HANG = """
addEventListener("message", ({ data: { text } }) => {
  while (text?.includes("studio/sheet") && text.includes("Hang"));
});
"""
"""What a worker does that never comes to an end with a text."""


def test_a_page_that_is_held_up_goes_on(browser: Browser, server: Server) -> None:
    """The request that took too long has a message; what was written is still there, and the next sheet is made."""
    context = in_a(browser, DESKTOP, service_workers="block")  # it would fetch the script that is held up
    context.set_default_timeout(60_000)
    page = context.new_page()

    def hold_up(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=HANG + response.text())

    context.route("**/worker.js", hold_up)
    page.goto(server.address)
    page.get_by_role("button", name="bridge warden").click()
    name, title = page.locator(".form input").first, sheet_of(page).locator("h1").first
    expect(title).to_have_text("Odrun Vell", timeout=60_000)
    name.fill("Hang")
    name.press("Tab")
    expect(page.get_by_text("longer than five seconds")).to_be_visible(timeout=60_000)
    name.fill("Kai")
    name.press("Tab")
    expect(title).to_have_text("Kai", timeout=60_000)
    context.close()
