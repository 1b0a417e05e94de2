"""What holds for the page of every game: on a phone and on a desktop, in the light and in the dark, and printed."""

from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser

from chargen import ready_made, registry
from chargen.page.sheet import Sheet
from chargen.render import arrangement
from chargen.render.page import html
from chargen.render.paper import A4, parse_paper
from chargen.render.pdf import pdf
from chargen.render.theme import INKS, NAMES, find_theme
from tests.characters import sheet_of
from tests.render.browser.conftest import DESKTOP, PHONE, Open, Opener, in_a, violations, written
from tests.render.looking import box_mm
from tests.render.looking import opened as opened_pdf
from tests.render.looking import texts as printed_texts
from tests.render.sheets import plain, texts
from tests.scale import pairs, some

SEVEN_TO_ONE = "checks: {'color-contrast': {options: {contrastRatio: {normal: {expected: 7}, large: {expected: 7}}}}}"
Scheme: TypeAlias = Literal["dark", "light"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WINDOWS = [(size, scheme) for size in (PHONE, DESKTOP) for scheme in SCHEMES]


def test_nothing_is_asked_of_the_network_and_nothing_is_wrong(opened: Open, file: Path) -> None:
    opened.page.evaluate("document.fonts.ready.then(() => null)")
    assert opened.page.evaluate("document.fonts.size") > 0
    assert opened.page.locator("h1").count() == 1
    assert {url for url in opened.requests if not url.startswith("data:")} == {file.as_uri()}
    assert opened.complaints == []


@pytest.mark.parametrize(
    ("game", "window"), some(pairs(registry.list_games(), WINDOWS)[::-1], 1), indirect=["game"], ids=str
)
def test_a_checker_of_accessibility_finds_nothing(opened: Open, window: tuple[tuple[int, int], Scheme]) -> None:
    """Neither in the light nor in the dark; and the page does not scroll sideways."""
    (width, height), scheme = window
    page = opened.page
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 320, "height": height})  # what a page at a zoom of 400 % has
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize(("look", "scheme"), pairs(pairs(NAMES, tuple(INKS)), SCHEMES))
def test_every_theme_can_be_read(opener: Opener, tmp_path: Path, look: tuple[str, str], scheme: Scheme) -> None:
    """With every amount of ink, in the light and in the dark, on a phone."""
    path = tmp_path / "sheet.html"
    path.write_text(html(plain(), paper=A4, theme=find_theme(*look)), encoding="utf-8")
    page = opener(path).page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(color_scheme=scheme)
    assert violations(page, f"runOnly: ['color-contrast', 'target-size'], {SEVEN_TO_ONE}") == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_skills_end_within_two_screens_of_a_phone(opened: Open) -> None:
    """Of a character with many of them: what most rolls need is not behind boxes that a fight needs."""
    opened.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    tables = opened.page.locator(
        ", ".join(f"[data-table={name}]" for name in ("descriptors", "skills", "matrix", "abilities"))
    )
    bottom = tables.first.evaluate("table => table.getBoundingClientRect().bottom + scrollY")
    assert bottom <= 2 * PHONE[1]


BROKEN = """() => {
  const lines = (node) => {
    const range = document.createRange();
    range.selectNode(node);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const isOneWord = ({ childNodes, firstChild, textContent }) =>
    childNodes.length === 1 && firstChild.data && !/[ -]/.test(textContent.trim());
  const words = [...document.querySelectorAll(".list .heading, .row-name:not(.big)")].filter(isOneWord);
  const bars = [...document.querySelectorAll(".charted")];
  return [
    ...words.filter((word) => lines(word.firstChild) > 1),
    ...bars.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  ].map(({ textContent }) => textContent.trim());
}"""
"""The headings and names of one word that take several lines, and the cells that a bar is too wide for."""


def test_no_word_is_broken_and_no_bar_leaves_its_cell(opened: Open) -> None:
    """Neither on a desktop nor in the pane of the studio nor on a phone."""
    for width in (DESKTOP[0], 864, 640, PHONE[0]):
        opened.page.set_viewport_size({"width": width, "height": DESKTOP[1]})
        assert (width, opened.page.evaluate(BROKEN)) == (width, [])


def test_dark_is_dark_and_light_is_light(opened: Open) -> None:
    page = opened.page
    seen = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        seen[scheme] = page.evaluate(
            "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]"
            ".map((colour) => colour.match(/[0-9]+/g).reduce((sum, each) => sum + Number(each), 0))"
        )
    assert seen["light"][0] > 600 > 200 > seen["light"][1]
    assert seen["dark"][0] < 200 < 600 < seen["dark"][1]


@pytest.mark.parametrize(
    ("game", "size"), some(pairs(registry.list_games(), ["A4", "Letter"])[::-1], 1), indirect=["game"]
)
def test_printed_from_the_browser_it_is_a_sheet(opener: Opener, sheet: Sheet, tmp_path: Path, size: str) -> None:
    """Of the paper that was asked for, with every word on it, in ink on white, and without what belongs to a screen.

    It takes as many pages as the PDF.
    """
    page = opener(written(sheet, tmp_path, size)).page
    page.emulate_media(color_scheme="dark")
    content = page.pdf(prefer_css_page_size=True)
    wanted = parse_paper(size)
    with opened_pdf(content) as file:
        assert len(file.pages) == pdf(sheet, paper=wanted).pages
        for sheet_page in file.pages:
            assert box_mm(sheet_page, "/MediaBox")[2:] == pytest.approx([wanted.width_mm, wanted.height_mm], abs=0.5)
    shown = "".join("".join(printed_texts(content)).split()).casefold()
    own = arrangement.proper(sheet) if arrangement.is_on_reference_page(sheet) else sheet
    words = [word.casefold() for text in texts(own) for word in text.split()]
    assert len(words) > 50
    missing = [word for word in words if word not in shown]
    assert len(missing) <= len(words) / 100, missing
    assert "whatif" not in shown


@pytest.mark.parametrize("preset", some(ready_made.presets()[::-1], 1), ids=lambda preset: preset.key)
def test_a_preset_takes_as_many_pages_from_the_browser_as_its_pdf(
    opener: Opener, tmp_path: Path, preset: ready_made.Preset
) -> None:
    """Or one more: a browser breaks lines and pages by rules of its own. The page of a site prints so."""
    sheet = sheet_of(preset.path)
    printed = opener(written(sheet, tmp_path)).page.pdf(prefer_css_page_size=True)
    pages = pdf(sheet, paper=A4).pages
    assert len(printed_texts(printed)) in (pages, pages + 1)


@pytest.mark.parametrize("game", some(registry.list_games(), 1), indirect=True)
def test_without_scripts_it_is_the_sheet_and_no_more(browser: Browser, sheet: Sheet, file: Path) -> None:
    """The words are there, boxes can be ticked, and no slider is about that moves nothing."""
    context = in_a(browser, DESKTOP, java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.get_by_role("heading", level=1).inner_text() == sheet.name
    assert page.locator(".slider:visible").count() == 0
    assert page.locator(".clear").count() == 0
    boxes = page.locator("[data-track] input")
    for index in range(min(boxes.count(), 2)):
        was = boxes.nth(index).is_checked()
        boxes.nth(index).click()
        assert boxes.nth(index).is_checked() is not was
    context.close()
