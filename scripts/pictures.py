"""Draw the pictures of docs/ and write docs/gallery.md around them, from the ready-made characters: `make pictures`.

Each picture is a page of a sheet, made by the very code that users run. Those of screens need Chromium; where there
is none, the ones that are there stay.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image
from playwright.sync_api import Browser

from chargen import checking, ready_made, registry
from chargen.fileio import Input
from chargen.game.resources import PRESETS
from chargen.npc import archetype
from chargen.npc.generation import Order, make_npc
from chargen.page.card import Card
from chargen.page.sheet import Sheet
from chargen.render import card_size
from chargen.render.deck import Deck
from chargen.render.page import html
from chargen.render.paper import PAPERS, Paper, parse_paper
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.render.theme import INKS, THEMES, Theme, find_theme
from chargen.render.typesetter import typeset
from chargen.sheets.decks import card_of
from chargen.site.build import build
from chargen.sources import check_file
from chargen.testing import check_text

README = Path(__file__).resolve().parent.parent / "README.md"
DOCS = README.parent / "docs"
FOLDER = DOCS / "pictures"
SHOWN = {"five-by-five": "night-ferry-detective", "facade": "salle-widow"}
"""By game, the preset that is shown; the first one where none is named."""
IN_THEMES, IN_INKS, ON_PAPERS, ON_SCREENS = "five-by-five", "gamocles", "five-by-five", "five-by-five"
"""The games whose sheets show these."""
NPC = "guard"
"""The role that is shown."""
IN_STUDIO = ("bridge-warden", "airship-cartographer")
"""The presets in the pictures of the studio; the first one is open."""
IN_SITE = "fog-ward.game.yaml"
"""The example game in the picture of a site."""
GAP = 10
"""Between cards that are shown side by side, in dots."""
WHOLE, SMALL = 100, 60
"""Dots per inch of a picture to read, and of one to compare with others."""
LARGEST_BYTES = 120_000
SCREENS = {"desktop": (1200, 900), "phone-light": (390, 844), "phone-dark": (390, 844)}


@dataclass(frozen=True)
class Picture:
    """A picture of the gallery: its file, what it shows, and how one gets it."""

    name: str
    words: str
    line: str = ""


def character(game: str) -> Sheet:
    """Return the sheet of the preset that represents a game."""
    presets = {preset.key: preset for preset in ready_made.presets(game)}
    preset = presets.get(SHOWN.get(game, "")) or min(presets.values(), key=lambda each: each.key)
    return checking.make_sheet(check_file.check_any(Input(preset.key, preset.path)))


def draw(
    name: str,
    sheet: Sheet,
    on: Paper,
    look: Theme,
    *,
    press: Press | None = None,
    page: int = 0,
    dots_per_inch: int = SMALL,
) -> None:
    """Draw a page of a sheet."""
    printed = pdf(sheet, paper=on, theme=look, press=press or Press())
    drawn = pypdfium2.PdfDocument(printed.content)[page].render(scale=dots_per_inch / 72).to_pil()
    save(drawn, name)


def save(drawn: Image.Image, name: str) -> None:
    """Keep a picture in as few colours as make it small enough."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.png"
    for colors in (32, 16, 8):
        drawn.convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size < LARGEST_BYTES:
            return
    raise SystemExit(f"{path} is larger than {LARGEST_BYTES} bytes")


def games() -> Iterator[Picture]:
    """Yield a sheet of each game."""
    for game in registry.list_games():
        if not ready_made.presets(game):
            continue
        sheet = character(game)
        draw(game, sheet, parse_paper("A4"), find_theme("plain"), dots_per_inch=WHOLE)
        yield Picture(game, f"{sheet.system_title}: {sheet.name}")


def front() -> None:
    """Yield the pictures of README: the first pages of all games side by side, and the page that its own lines make."""
    drawn = [first_page(character(game), 34) for game in registry.list_games()]
    save(side_by_side(drawn), "strip")
    (lines,) = re.findall(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    save(first_page(checking.make_sheet(check_text(lines)), 50), "kai")


def first_page(sheet: Sheet, dots_per_inch: int) -> Image.Image:
    """Draw the first page on A4."""
    printed = pdf(sheet, paper=parse_paper("A4"), theme=find_theme("plain"), press=Press())
    drawn: Image.Image = pypdfium2.PdfDocument(printed.content)[0].render(scale=dots_per_inch / 72).to_pil()
    return drawn


def side_by_side(drawn: list[Image.Image]) -> Image.Image:
    """Pictures of one height in a row."""
    row = Image.new("RGB", (sum(one.width + GAP for one in drawn) - GAP, drawn[0].height), "#b8b2a8")
    for number, one in enumerate(drawn):
        row.paste(one, (number * (one.width + GAP), 0))
    return row


def themes() -> Iterator[Picture]:
    """One sheet in every theme."""
    for each in THEMES:
        draw(f"theme-{each.name}", character(IN_THEMES), parse_paper("A4"), each)
        yield Picture(f"theme-{each.name}", f"**{each.name}**: {each.about}", f"--theme {each.name}")


def inks() -> Iterator[Picture]:
    """One sheet with every amount of ink."""
    for ink, about in INKS.items():
        draw(f"ink-{ink}", character(IN_INKS), parse_paper("A4"), find_theme("plain", ink))
        yield Picture(f"ink-{ink}", f"**{ink}**: {about}", f"--ink {ink}")


def papers() -> Iterator[Picture]:
    """One sheet on every paper, all on one scale."""
    sheet = character(ON_PAPERS)
    for each in PAPERS:
        name = f"paper-{each.name.lower()}"
        draw(name, sheet, each, find_theme("plain"), dots_per_inch=40)
        size = f"{each.width_mm:g} × {each.height_mm:g} mm"
        yield Picture(name, f"**{each.name}**, {size}", f"--paper {each.name}")
    draw("paper-a4-landscape", sheet, parse_paper("A4").turned(), find_theme("plain"), dots_per_inch=40)
    yield Picture("paper-a4-landscape", "**A4**, landscape", "--landscape")


def presses() -> Iterator[Picture]:
    """Yield pictures for print shops."""
    sheet = character(ON_PAPERS)
    draw("press-marks", sheet, parse_paper("A5"), find_theme("plain"), press=Press(bleed_mm=3, marks=("crop", "cross")))
    yield Picture("press-marks", "**Bleed and marks** around A5", "--paper A5 --bleed 3mm --marks crop,cross")


def people(game: str, number: int) -> list[Card]:
    """Return the cards of the first guards of a game."""
    found = archetype.read_archetype(game, NPC).archetype
    if found is None:
        raise SystemExit(f"{game} has no {NPC}")
    order = Order(seed="docks", archetype=found)
    return [card_of(make_npc(order, each).checked) for each in range(1, number + 1)]


def page_of(cards: list[Card], size: card_size.CardSize | None, dots_per_inch: int) -> Image.Image:
    """Draw a card, or a page of a roster."""
    deck = Deck(
        cards=cards, size=size, paper=parse_paper("A4"), theme=find_theme("plain"), title="", single=size is not None
    )
    content = typeset(deck, Press()).content
    drawn: Image.Image = pypdfium2.PdfDocument(content)[0].render(scale=dots_per_inch / 72).to_pil()
    return drawn


def npcs() -> Iterator[Picture]:
    """Yield the pictures of cards and rosters."""
    size = card_size.find_size("cards")
    drawn = [page_of(people(game, 1), size, 110) for game in registry.list_games()]
    save(side_by_side(drawn), "cards")
    yield Picture("cards", "**Cards**, 63.5 by 88.9 mm: a guard of each game", "chargen batch SYSTEM --role guard")
    for name, title in (("index-cards", "Index cards"), ("half", "Half pages")):
        size = card_size.find_size(name)
        save(page_of(people("five-by-five", 1), size, 80), f"form-{name}")
        yield Picture(f"form-{name}", f"**{title}**", f"chargen batch five-by-five --role guard --as {name}")
    save(page_of(people("facade", 10), None, SMALL), "form-roster")
    yield Picture("form-roster", "**A roster**", "chargen batch facade --role guard --as roster")


def screens() -> Iterator[Picture]:
    """Yield the pictures of the page in a browser."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if chromium:
        photograph(chromium)
    yield Picture("screen-desktop", "**A desktop**, in light mode: the slider asks what a shift would change")
    yield Picture("screen-phone-light", "**A phone**, in light mode: two boxes are ticked")
    yield Picture("screen-phone-dark", "**A phone**, in dark mode: a chance is explained")


def photograph(chromium: str) -> None:
    """Take pictures of the page as a player sees it, some boxes ticked."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        path = Path(folder) / "sheet.html"
        path.write_text(html(character(ON_SCREENS), paper=parse_paper("A4")), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (width, height) in SCREENS.items():
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme="dark" if name == "phone-dark" else "light"
            )
            page.goto(path.as_uri())
            if name == "phone-dark":
                page.locator("td .why").nth(1).focus()
            elif name == "phone-light":
                for number in range(2):
                    page.locator("[data-track] input").nth(number).click()
                page.evaluate("window.scrollBy(0, 300)")
            elif name == "desktop":
                page.locator(".slider").focus()
                page.keyboard.press("ArrowRight")
                page.locator(".asked").scroll_into_view_if_needed()
            taken = Path(folder) / "taken.png"
            page.screenshot(path=taken)
            with Image.open(taken) as opened:
                save(
                    opened.resize((opened.width * 3 // 4, opened.height * 3 // 4), Image.Resampling.LANCZOS),
                    f"screen-{name}",
                )
            page.close()
        photograph_studio(browser, Path(folder))
        photograph_site(browser, Path(folder) / "site")
        browser.close()


def photograph_studio(browser: Browser, folder: Path) -> None:
    """Take pictures of the studio: the form of a character with its sheet, and the fight board."""
    folder /= "party"
    folder.mkdir()
    for name in IN_STUDIO:
        shutil.copy(PRESETS / "concepts" / ON_SCREENS / f"{name}.yaml", folder)
    command = [sys.executable, "-m", "chargen", "studio", str(folder), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        try:
            _photograph(browser, running.stdout.readline().strip(), folder)
        finally:
            running.terminate()
    for name in ("studio", "studio-fight"):
        with Image.open(folder / f"{name}.png") as opened:
            save(opened, name)


def _photograph(browser: Browser, address: str, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.add_init_script("Math.random = () => 0.5")  # the seed of the NPCs
    page.goto(address)
    page.locator(".form .section").first.wait_for()
    page.frame_locator("iframe:not(.loading)").locator("h1").wait_for()
    page.screenshot(path=folder / "studio.png")
    page.get_by_role("button", name="Fight", exact=True).click()
    for name in IN_STUDIO:
        page.get_by_role("button", name=f"{name} to the party").click()
    page.get_by_label("A role to draw an NPC from").select_option(f"r{NPC}")
    for _ in range(2):
        page.get_by_role("button", name="To the other side", exact=True).click()
    page.locator(".wins").wait_for()
    page.get_by_role("button", name="Hit points, box 5", exact=True).last.click()
    for is_busy in ("true", "false"):
        page.locator(f".odds[aria-busy={is_busy}]").wait_for()
    page.locator(".right").screenshot(path=folder / "studio-fight.png")
    page.close()


def photograph_site(browser: Browser, folder: Path) -> None:
    """Take a picture of a site with one of the example games. `make build/runtime` prepares what it needs."""
    game = README.parent / "examples" / "games" / IN_SITE
    build(folder, "Fog Ward", [], README.parent / "build" / "runtime", [game])
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "-d", str(folder), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8") as running:
        assert running.stdout is not None
        try:
            (address,) = re.findall(r"http://\S+/", running.stdout.readline())
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            page.goto(address)
            page.get_by_role("dialog").wait_for(timeout=60_000)
            page.keyboard.press("Escape")  # closes the list of examples
            page.get_by_role("button", name="New …").click()
            page.get_by_role("dialog").get_by_label("Name").fill("Kai Brenner")
            page.get_by_role("dialog").get_by_role("button", name="Create").click()
            page.frame_locator("iframe:not(.loading)").locator("h1").wait_for()
            page.screenshot(path=folder / "site.png")
            page.close()
        finally:
            running.terminate()
    with Image.open(folder / "site.png") as opened:
        save(opened, "site")


def gallery() -> str:
    """Draw all pictures, and return the page that shows them."""
    return "\n".join(
        [
            "# Gallery",
            "",
            "Every picture is made by `make pictures`, from characters that come with chargen (`chargen presets`).",
            "",
            "## A sheet of each game",
            "",
            *blocks(games()),
            *section(
                "Themes", "`chargen render kai.yaml --theme NAME`; a campaign file may name one for all.", themes()
            ),
            *section("Ink", "Nothing is shown by colour alone, so each of these says the same things.", inks()),
            *section("Papers", "All to one scale.", papers()),
            *section("For the print shop, and to fold", "", presses()),
            *section("For the GM", "Legal NPCs, drawn from a seed; see [For GMs](run-a-game.md).", npcs()),
            *section(
                "On a screen",
                "The HTML file needs nothing but itself. A tap ticks a box and all before it; ticks are kept in the "
                "browser, and can be copied into the file. A chance says what to roll and the exact fraction, when you "
                "point at it or reach it by Tab and the arrow keys. A slider moves the chances of its table, in every "
                "game. Printed from the browser, it is the sheet on paper, ticks and all.",
                screens(),
            ),
        ]
    )


def blocks(pictures: Iterable[Picture]) -> Iterator[str]:
    """Pictures one below the other."""
    for picture in pictures:
        yield from (f"### {picture.words}", "", f"![{plain(picture)}](pictures/{picture.name}.png)", "")


def section(title: str, about: str, pictures: Iterable[Picture]) -> Iterator[str]:
    """Pictures in a table, two in a row."""
    yield from (f"## {title}", "")
    if about:
        yield from (about, "")
    found = list(pictures)
    yield from ("| | |", "|---|---|")
    for start in range(0, len(found), 2):
        yield (
            "| "
            + " | ".join(cell(each) for each in found[start : start + 2])
            + (" | |" if start + 1 == len(found) else " |")
        )
    yield ""


def cell(picture: Picture) -> str:
    """Return a picture with its caption."""
    line = f"<br>`{picture.line}`" if picture.line else ""
    return f"![{plain(picture)}](pictures/{picture.name}.png)<br>{picture.words}{line}"


def plain(picture: Picture) -> str:
    """Return the caption of a picture, without emphasis."""
    return picture.words.replace("**", "")


if __name__ == "__main__":
    front()
    (DOCS / "gallery.md").write_text(gallery().rstrip() + "\n", encoding="utf-8")
    print(DOCS / "gallery.md")
