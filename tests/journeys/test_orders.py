"""From one character to another, of any games in any order: nothing of one is seen in another."""

from itertools import permutations
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.journeys.conftest import GAMES
from tests.journeys.window import Window
from tests.scale import QUICK

SHEET = """
page => ({
  name: page.querySelector("h1")?.innerText,
  sliders: [...page.querySelectorAll('input[type="range"]')].map((slider) => slider.ariaValueText),
  open: [...page.querySelectorAll("details")].map((part) => part.open),
  dice: [...page.querySelectorAll('[aria-label="Dice"]')].map((tray) => tray.innerText),
  scrolled: page.ownerDocument.defaultView.scrollY,
})
"""
"""What a user sees of a sheet and can change there without a change of the character."""
SCROLLED = "region => [...region.querySelectorAll('*')].find((node) => node.scrollTop)?.scrollTop ?? 0"
BEGUN = [("5+ system", "starter"), ("Five by Five", "starter"), ("Gamocles", "empty")]
BEGUN += [(game, "starter") for game in GAMES if (game, "starter") not in BEGUN]


def in_every_order(files: list[str]) -> list[str]:
    """Return a walk from file to file in which every order of three of them is found, and of two and back."""
    left = {(*two, third) for two in permutations(files, 2) for third in files if third != two[1]}
    walk = files[:2]
    while left:
        ahead = [file for file in files if (*walk[-2:], file) in left] or [file for file in files if file != walk[-1]]
        walk.append(max(ahead, key=lambda file: sum(order[:2] == (walk[-1], file) for order in left)))
        left.discard((walk[-3], walk[-2], walk[-1]))
    return walk


def test_nothing_of_one_character_is_seen_in_another(window: Window) -> None:
    """Neither sheet, slider, dice, places scrolled to nor parts opened; each is as new, or as it was left."""
    fresh: dict[str, dict[str, Any]] = {}
    left: dict[str, dict[str, Any]] = {}
    window.page.reload()  # nothing is moved, thrown or scrolled yet
    for game, how in BEGUN[: 2 if QUICK else None]:
        window.begin(game, how, f"{game} {how}")
        fresh[window.file] = seen(window, f"{game} {how}")
    files = [*fresh]
    walk = [*files, files[0]] if QUICK else in_every_order(files)
    for number, file in enumerate(walk):
        window.choose(file)
        for key, value in seen(window, fresh[file]["name"]).items():
            assert value in (fresh[file][key], left.get(file, fresh[file])[key]), (file, key)
        if file in walk[number + 1 :]:
            disturb(window)
            left[file] = seen(window, fresh[file]["name"])


def test_a_game_stays_chosen_while_the_folder_changes(window: Window, folder: Path) -> None:
    """In the dialog for a new character, while another program saves a file."""
    window.begin("Gamocles", "empty", "Kai")
    window.page.get_by_role("button", name="New …").click()
    dialog = window.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(label="Façade")
    (folder / "another.yaml").write_text("system: five-plus\nname: Another\n", encoding="utf-8")
    expect(window.page.get_by_role("option", name="Another")).to_be_attached()
    dialog.get_by_label("Name").fill("Wren")
    dialog.get_by_role("button", name="Empty").click()
    expect(window.field("Name")).to_have_value("Wren")
    assert b"system: facade" in window.saved()


def seen(window: Window, name: str) -> dict[str, Any]:
    """Return what is seen once the form and the sheet of a character are there."""
    expect(window.field("Name")).to_have_value(name)
    expect(window.sheet.locator("h1")).to_have_text(name)
    return {**window.sheet.locator("body").evaluate(SHEET), "form": window.region.evaluate(SCROLLED)}


def disturb(window: Window) -> None:
    """Move the slider, throw dice, and scroll to the end of the sheet and of the form."""
    slider = window.sheet.get_by_role("slider")
    if slider.count():
        slider.first.press("Home")
        slider.first.press("ArrowRight")
    chances = window.sheet.get_by_role("button").filter(has_text="%").filter(visible=True)
    if chances.count():
        chances.last.click()
    window.sheet.locator("body").press("End")
    window.region.get_by_role("textbox", name="Notes").scroll_into_view_if_needed()
