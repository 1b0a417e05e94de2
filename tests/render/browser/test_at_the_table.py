"""What a player does with the page: ticks boxes, asks why, and moves a slider."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from chargen.page.roll import percent
from chargen.page.sheet import Chance, Sheet
from chargen.render.typography import percentage
from chargen.sheets.blank import blank
from tests.characters import concept, sheet_of
from tests.render import sheets
from tests.render.browser.conftest import DESKTOP, Open, Opener, again, in_a, written

MOVE = "(slider, notch) => { slider.value = notch; slider.dispatchEvent(new Event('input', {bubbles: true})); }"
DIE = range(1, 7)
AT_EACH_NOTCH = f"""(slider, [notches, name]) => [...Array(notches).keys()].map((notch) => {{
    ({MOVE})(slider, notch);
    const chances = [...document.querySelectorAll(`[data-what-if=${{name}}] td .why`)];
    return {{
        output: slider.closest(".asked").querySelector("output").innerText,
        spoken: slider.getAttribute("aria-valuetext"),
        shown: chances.map((chance) => chance.textContent.trim()),
        why: chances.map((chance) => chance.dataset.why),
    }};
}})"""
"""What is beside a slider at each of its notches."""


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """Return the page of a sheet with every kind of block."""
    return written(sheets.plain(), tmp_path)


def ticked(page: Page, track: str) -> list[bool]:
    """Which boxes of a track are ticked; there must be some boxes."""
    found: list[bool] = page.locator(f"[data-track={track}] input").evaluate_all("all => all.map((box) => box.checked)")
    assert found
    return found


def kept(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("({...localStorage})")
    return found


def test_a_tick_is_kept_until_it_is_cleared(opener: Opener, plain: Path) -> None:
    """By game, character and track: it is there again when the page is, and in another window at once.

    New boxes of a track that has grown are as the file says. There is a button only where something can be cleared.
    """
    page = opener(plain).page
    clear = page.get_by_role("button", name="Clear my ticks: Wounds")
    assert ticked(page, "wounds") == [True] + [False] * 8
    assert kept(page) == {}
    assert not clear.is_visible()
    page.locator("[data-track=wounds] input").nth(3).click()
    again(page)
    assert ticked(page, "wounds") == [True] * 4 + [False] * 5
    assert ticked(page, "ticks") == [True, False]
    assert kept(page) == {"chargen/no-such-game/Ada Quill/wounds": '{"":4}'}
    other = opener(plain).page
    page.locator("[data-track=wounds] input").nth(5).click()
    expect(other.locator("[data-track=wounds] input").nth(5)).to_be_checked()
    other.close()
    page.evaluate("localStorage.setItem('chargen/no-such-game/Ada Quill/wounds', JSON.stringify({'': 3, gone: 2}))")
    again(page)
    assert ticked(page, "wounds") == [True] * 3 + [False] * 6
    clear.click()
    assert ticked(page, "wounds") == [True] + [False] * 8
    assert not clear.is_visible()
    assert kept(page) == {}


def test_a_tick_in_a_line_is_kept(opener: Opener, tmp_path: Path) -> None:
    """A mark is in the row of its skill; of two tracks of one name, each keeps its own."""
    page = opener(written(sheet_of(concept("five-plus")), tmp_path)).page
    row = page.locator(".list-row:has(input)").nth(1)
    row.locator("input").click()
    page.locator("[data-track=damage]").nth(1).locator("input").nth(0).click()
    again(page)
    expect(page.locator(".list-row:has(input)").nth(1).locator("input")).to_be_checked()
    assert sum(ticked(page, "skills")) == 1
    ticks = page.locator("[data-track=damage]").evaluate_all(
        "all => all.map((track) => [...track.querySelectorAll('input')].filter((box) => box.checked).length)"
    )
    assert ticks[:2] == [0, 1]


def test_a_track_behaves_as_a_track(opener: Opener, plain: Path) -> None:
    """A tap ticks the box and all before it; on a ticked box, all after it go; on the last one, that one goes.

    How many are ticked is beside the title. Words with a box each are ticked by themselves.
    """
    page = opener(plain).page
    boxes = page.locator("[data-track=wounds] input")
    summary = page.locator("section:has([data-track=wounds]) .summary")
    for tapped, left in ((6, 7), (2, 3), (2, 2), (8, 9), (0, 1), (0, 0)):
        boxes.nth(tapped).click()
        assert ticked(page, "wounds") == [True] * left + [False] * (9 - left)
        assert summary.inner_text() == f"{left} / 9"
    page.locator("[data-track=ticks] input").nth(1).click()
    assert ticked(page, "ticks") == [True, True]


def test_the_number_at_the_head_follows(opener: Opener, tmp_path: Path) -> None:
    """Ten hit points of fourteen: beside the title, within the frame of that name; as printed while none is lost."""
    page = opener(written(sheet_of(concept("five-by-five")), tmp_path)).page
    number = page.locator(".number").first
    most = number.inner_text()
    boxes = page.locator("[data-track=hit-points] input")
    boxes.nth(3).click()
    assert number.text_content() == f"{int(most) - 4} / {most}"
    frame, words = number.bounding_box(), number.locator(".of").bounding_box()
    assert frame
    assert words
    assert frame["x"] <= words["x"]
    assert words["x"] + words["width"] <= frame["x"] + frame["width"]
    assert words["y"] + words["height"] <= frame["y"] + frame["height"]
    assert page.locator(".changing").inner_text() == f"Hit Points {int(most) - 4}"
    boxes.nth(int(most) + 1).click()
    assert number.text_content() == f"−2 / {most}"
    page.get_by_role("button", name="Clear my ticks: Hit Points").click()
    assert number.inner_text() == most


def test_the_keyboard_is_enough(opener: Opener, plain: Path) -> None:
    """Tab reaches the first box, Space ticks it, and Clear is the next stop after the boxes."""
    page = opener(plain).page
    _tab_to(page, "[data-track=ticks] input")
    page.keyboard.press("Space")
    assert ticked(page, "ticks") == [False, False]
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert ticked(page, "ticks") == [False, True]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert ticked(page, "ticks") == [True, False]
    for before in ([False, True], [False, False], [True, False]):
        assert page.evaluate("document.activeElement.textContent") == "Undo"
        page.keyboard.press("Enter")
        assert ticked(page, "ticks") == before
    assert page.evaluate("document.activeElement.matches('[data-track=ticks] input')")


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"the Tab key never reaches {selector}")


def test_a_chance_is_explained_on_hover_and_focus(opener: Opener, plain: Path) -> None:
    """The exact fraction, and whose it is, below the row; and no longer when the pointer leaves.

    A table is one stop of the Tab key, arrows go on within it, Escape sends the words away.
    """
    page = opener(plain).page
    page.locator("td .why").first.hover()
    words = page.get_by_role("tooltip")
    assert words.inner_text().replace("\u202f", " ") == "Exactly 19 in 36, or 52.78 %. Glue, Chance."
    row, shown = page.locator("tr:has(td .why)").first.bounding_box(), words.bounding_box()
    assert row is not None
    assert shown is not None
    assert shown["y"] > row["y"] + row["height"] / 2
    page.mouse.move(1, 1)
    assert not words.is_visible()
    _tab_to(page, "th[data-why]")
    assert words.inner_text() == "to succeed"
    page.keyboard.press("ArrowDown")
    assert "Glue, Chance" in words.inner_text()
    page.keyboard.press("ArrowDown")
    assert "Thread, Chance" in words.inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert words.inner_text().replace("\u202f", " ") == "Exactly 1 in 3, or 33.33 %. Glue, Hard."
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "why"
    page.keyboard.press("Escape")
    assert not words.is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('td.written')"), "the next stop is a cell to write in"


def test_a_phone_that_keeps_nothing_ticks_and_explains(browser: Browser, plain: Path) -> None:
    """A browser that forbids memory still ticks; what explains comes by a tap, and stays within the window."""
    context = in_a(browser, (390, 844), has_touch=True)
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }})")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(plain.as_uri())
    chances = page.locator("td .why")
    assert chances.count() > 3
    for index in range(chances.count()):
        chances.nth(index).tap()
        box = page.get_by_role("tooltip").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    page.locator("[data-track=wounds] input").nth(1).click()
    assert ticked(page, "wounds")[:2] == [True, True]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert errors == []
    context.close()


@pytest.fixture
def page(opened: Open, sheet: Sheet) -> Page:
    """Return the page of each game in turn, on a desktop, with its sliders where they start."""
    opened.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    for ask in sheet.what_ifs:
        opened.page.get_by_role("slider", name=ask.label).evaluate(MOVE, ask.start)
    return opened.page


@pytest.mark.parametrize("game", ["facade"], indirect=True)
def test_the_parts_of_a_sheet_are_a_tap_away(page: Page) -> None:
    """A link for each of them is at the top wherever one reads, on a phone as well, and the part comes below it."""
    page.set_viewport_size({"width": 390, "height": 844})
    links = page.get_by_role("navigation", name="Parts of this sheet").get_by_role("link")
    assert links.count() > 8
    for index in (5, 2):
        link = links.nth(index)
        link.click()
        heading = page.locator(str(link.get_attribute("href")))
        assert heading.inner_text().casefold().startswith(link.inner_text().casefold())
        box, bar = heading.bounding_box(), page.locator(".parts").bounding_box()
        assert box is not None
        assert bar is not None
        assert bar["y"] == 0
        assert bar["height"] <= box["y"] < 200


@pytest.mark.parametrize("game", ["facade"], indirect=True)
def test_the_slider_stays_above_the_rows_with_an_edge_where_there_is_room(page: Page) -> None:
    """The rows pass below it, on a phone as well; in a low window, as at 200 % zoom, it leaves them the room."""
    asked = page.locator(".asked").first
    for height, place in ((844, "sticky"), (294, "static")):
        page.set_viewport_size({"width": 390, "height": height})
        assert asked.evaluate("asked => getComputedStyle(asked).position") == place
    assert asked.evaluate("asked => getComputedStyle(asked).borderBottomStyle") == "solid"


def test_a_slider_moves_the_chances_of_its_table(page: Page, sheet: Sheet) -> None:
    """In place, with what else it says below each of them; where it starts, all is as it is printed."""
    ask = next(ask for ask in sheet.what_ifs if ask.of)
    table = page.locator(f"[data-table={ask.of}]")
    printed = table.inner_text()
    slider = page.get_by_role("slider", name=ask.label)
    assert not page.locator(f"[data-what-if={ask.name}] table").is_visible()
    notch = ask.start - 1
    slider.evaluate(MOVE, notch)
    if table.locator(".heat").count():
        chances = {row: percent(first[notch]) for row, (first, *_) in ask.rows}
        moved = [text.split() for text in table.locator(".heat").all_inner_texts()]
        assert [below for pool, *below in moved if pool in chances] == [
            [chances[pool], "%"] for pool, *_ in moved if pool in chances
        ]
        assert len(moved) > 5
    else:
        assert [text.strip() for text in table.locator(".percent").all_text_contents()] == [
            percentage(Chance(first[notch], out_of=ask.out_of, bar=True)) for _, (first, *_) in ask.rows
        ]
        last = percentage(Chance(ask.rows[0][1][-1][notch], out_of=ask.out_of))
        assert last in table.locator("tbody tr").first.inner_text()
    assert table.inner_text() != printed
    slider.evaluate(MOVE, ask.start)
    assert table.inner_text() == printed


@pytest.mark.parametrize(
    ("game", "words"), [("gamocles", "against TN {}"), ("facade", "Against {}")], indirect=["game"]
)
def test_a_heading_that_names_the_notch_follows_the_slider(page: Page, sheet: Sheet, words: str) -> None:
    """The title of the matrix, and the heading of the bars, never name another difficulty than that of the chances."""
    ask = next(ask for ask in sheet.what_ifs if ask.of)
    table = page.locator(f"[data-table={ask.of}]")
    for notch in (ask.start, ask.start + 1):
        page.get_by_role("slider", name=ask.label).evaluate(MOVE, notch)
        assert words.format(ask.steps[notch].split()[0]) in table.inner_text()


def test_a_slider_shows_the_exact_chances(page: Page, sheet: Sheet) -> None:
    assert sheet.what_ifs
    for ask in sheet.what_ifs:
        slider = page.get_by_role("slider", name=ask.label)
        assert int(slider.input_value()) == ask.start
        notches = slider.evaluate(AT_EACH_NOTCH, [len(ask.steps), ask.name])
        for notch, (step, seen) in enumerate(zip(ask.steps, notches, strict=True)):
            assert (seen["output"], seen["spoken"]) == (step, step)
            assert seen["shown"] == [
                percentage(Chance(chances[notch], out_of=ask.out_of, bar=column == 0))
                for _, columns in ask.rows
                for column, chances in enumerate(columns)
            ]
            exact = [re.search(r"Exactly (\d+) in (\d+)", why) for why in seen["why"]]
            assert [Fraction(int(match[1]), int(match[2])) for match in exact if match] == [
                chances[notch] for _, columns in ask.rows for chances in columns
            ]


@pytest.mark.parametrize("game", ["five-plus"], indirect=True)
def test_a_range_follows_the_slider(page: Page, sheet: Sheet) -> None:
    """At each notch, the sums that succeed have the chance that is shown beside them."""
    ask = next(ask for ask in sheet.what_ifs if ask.of)
    row = page.locator(f"[data-table={ask.of}] tbody tr").first
    for notch in range(len(ask.steps)):
        page.get_by_role("slider", name=ask.label).evaluate(MOVE, notch)
        low, _, high = row.locator(".range").first.inner_text().replace("none", "0").partition("–")
        throws = sum(int(low) <= a + b <= int(high or low) for a in DIE for b in DIE)
        assert row.locator(".percent").first.inner_text() == percentage(Chance(Fraction(throws, 36), out_of=36))


def test_no_other_script_can_run(opener: Opener, plain: Path) -> None:
    """The page's policy names one script by its hash, and lets nothing be fetched."""
    opened = opener(plain)
    ran = opened.page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.body.append(script);
            const image = document.createElement('img');
            image.setAttribute('onerror', 'window.ran = true');
            image.src = 'https://example.org/x.png';
            document.body.append(image);
            return new Promise((done) => setTimeout(() => done(window.ran === true), 100));
        }"""
    )
    assert ran is False
    assert len([text for text in opened.complaints if "Content Security Policy" in text]) >= 2


def test_hostile_text_does_nothing(opener: Opener, tmp_path: Path) -> None:
    """It is shown, explained and kept as the text that it is."""
    opened = opener(written(sheets.with_each_text(sheets.HOSTILE, sheets.plain()), tmp_path))
    opened.page.on("dialog", lambda dialog: opened.complaints.append(dialog.message))
    opened.page.locator("[data-track] input").first.click()
    opened.page.locator("td .why").first.hover()
    assert "<script>alert(1)</script>" in opened.page.get_by_role("tooltip").inner_text()
    assert opened.complaints == []
    assert len(kept(opened.page)) == 1


def test_a_range_at_the_head_follows_the_damage_and_is_thrown(opener: Opener, tmp_path: Path) -> None:
    """By its own damage, and by the wounds of the other resistances; the bar at the top has them all."""
    page = opener(written(sheet_of(concept("five-plus")), tmp_path)).page
    heads, tracks = page.locator("header .highlight"), page.locator("[data-track=damage]")
    before = heads.all_inner_texts()
    number = heads.first.locator(".number")
    low, high = map(int, number.inner_text().split("–"))
    tracks.first.locator("input").nth(1).click()
    assert number.inner_text() == f"{low}–{high - 2}"
    share = Fraction(sum(low <= a + b <= high - 2 for a in range(1, 7) for b in range(1, 7)), 36)
    assert heads.first.locator(".highlight-below").inner_text() == f"{percent(share, 0)}\u202f%"
    assert page.locator(".changing").inner_text().splitlines()[0].endswith(f"{low}–{high - 2}")
    heads.first.locator(".highlight-below").click()
    assert page.get_by_role("complementary", name="Dice").locator(".thrown-name").inner_text() == "Physical"
    tracks.nth(1).get_by_role("checkbox", name="W, wound 1").click()
    assert heads.nth(1).locator(".number").inner_text() == f"{low}–{high - 3}"
    assert heads.first.inner_text().split()[:2] == ["Wounds", "−1"]
    for track in (tracks.nth(1), tracks.first):
        track.get_by_role("button", name="Clear").click()
    assert heads.all_inner_texts() == before
    page.goto(written(sheet_of(concept("facade")), tmp_path).as_uri())
    page.locator("section:has([data-track=hits-arms]) input").nth(1).click()
    assert page.locator("section:has([data-track=hits-arms]) .aside").inner_text() == "−2"
    page.goto(written(blank(sheet_of(concept("five-by-five"))), tmp_path).as_uri())
    assert page.locator(".summary").count() == 0 < page.locator("[data-track=hit-points]").count()
