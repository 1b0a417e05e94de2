"""The dice on a sheet: what the script throws has the printed chances, and a tap shows it and keeps it."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from chargen import checking
from chargen.dice import ChanceRule
from chargen.dice.throw import Throwable
from chargen.game.resources import folder
from chargen.page.roll_list import RollList
from chargen.page.sheet import Chance, Label, Sheet, Table, Track
from chargen.text.source import load
from tests.characters import concept, sheet_of
from tests.render.browser.conftest import DESKTOP, Opener, again, in_a, written
from tests.render.browser.test_at_the_table import MOVE
from tests.scale import QUICK, first

THROWS = 1000 if QUICK else 100_000
SEEDED = """
let seed = 5;
// mulberry32, in place of the browser's generator: the same throws in each run
crypto.getRandomValues = (array) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  array[0] = (mixed ^ (mixed >>> 14)) >>> 0;
  return array;
};
"""
THROW_ALL = """([list, times]) => list.rolls.map((_, number) => {
  const roll = readRoll(list, number);
  const counted = {};
  for (let time = 0; time < times; time++) {
    const { outcome } = throwRoll(roll);
    counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return [counted, [...chancesOf(roll)].map(([name, chance]) => [name, ...chance.map(String)])];
})"""


@pytest.fixture(scope="module")
def thrower(browser: Browser) -> Iterator[Page]:
    """Return an empty page with the part of the script that throws, and a generator with a seed."""
    context = in_a(browser, DESKTOP)
    page = context.new_page()
    page.add_script_tag(content=SEEDED + (folder("templates") / "sheet" / "throw.js").read_text(encoding="utf-8"))
    yield page
    context.close()


def rules_of(game: str) -> list[Throwable]:
    """The distinct rolls and damage of a game's first preset, and one of which only the chances are known."""
    path = concept(game)
    checked = checking.check_source(load(path.name, path.read_bytes()), path)
    harms = [
        action.harm.rule for action in checked.actions() if action.harm is not None and action.harm.rule is not None
    ]
    known = ChanceRule(
        "1d20", (("hit", Fraction(1, 4)), ("graze", Fraction(1, 3)), ("miss", Fraction(5, 12))), ("hit",)
    )
    return [*dict.fromkeys([*(roll.rule for roll in checked.rolls()), *harms]), known]


def test_the_script_throws_the_printed_chances(game: str, thrower: Page) -> None:
    """Exactly the chances of Python for every outcome; thrown a thousand times, in a complete run 100,000."""
    rolls = RollList()
    rules = [rule for rule in rules_of(game) if rolls.number(rule) is not None]
    thrown = thrower.evaluate(THROW_ALL, [json.loads(rolls.json()), THROWS])
    for rule, (counted, chances) in zip(rules, thrown, strict=True):
        assert {name: Fraction(int(above), int(below)) for name, above, below in chances} == dict(rule.outcomes)
        expected = {name: float(chance) * THROWS for name, chance in rule.outcomes.items() if chance}
        assert set(counted) <= set(expected)
        common = [name for name, number in expected.items() if number >= 5]
        distance = sum((counted.get(name, 0) - expected[name]) ** 2 / expected[name] for name in common)
        assert distance < len(common) + 5 * (2 * len(common)) ** 0.5, (rule.text, counted, expected)


def test_no_number_is_likelier(thrower: Page) -> None:
    """A draw in the last part of the range, which has no full multiple of the die, is drawn again."""
    drawn = thrower.evaluate(
        """(draws) => {
            crypto.getRandomValues = (array) => { array[0] = draws.shift(); return array; };
            return [randomBelow(10), randomBelow(10), draws.length];
        }""",
        [2**32 - 1, 2**32 - 6, 17, 2**32 - 7],
    )
    assert drawn == [7, 9, 0]


def cells(sheet: Sheet) -> Iterator[tuple[Fraction, Throwable]]:
    """Every chance of a sheet that can be thrown, with its roll, at each notch of its slider."""
    for block in sheet.blocks:
        for cell in [cell for row in block.rows for cell in row] if isinstance(block, Table) else ():
            if isinstance(cell, Chance) and cell.dice is not None:
                yield cell.value, cell.dice
            elif isinstance(cell, Label) and cell.dice is not None and cell.heat is not None:
                yield cell.heat, cell.dice
    for ask in sheet.what_ifs:
        for (_, columns), dice in zip(ask.rows, ask.dice, strict=True):
            yield from zip(columns[0], dice[0], strict=True)


def test_a_tap_throws_what_is_printed(sheet: Sheet) -> None:
    """Each chance that can be tapped is that of its roll, or of the trouble in it."""
    found = list(cells(sheet))
    assert found
    for chance, rule in found:
        trouble = sum(value for name, value in rule.outcomes.items() if name.endswith("with trouble"))
        assert chance in (rule.chance, trouble)


def press(page: Page, row: str) -> str:
    """Tap the chance of a row; return what the throw says, in one line."""
    page.get_by_role("row", name=row).locator("[data-roll] .why").first.click()
    return page.locator(".thrown").inner_text().replace("\u202f", " ").replace("\n", " ")


def test_a_throw_is_shown_and_logged(browser: Browser, tmp_path: Path) -> None:
    """Offline: faces, outcome and its chance; the log is there after a reload, and is copied as text."""
    context = in_a(browser, DESKTOP, permissions=["clipboard-read", "clipboard-write"], offline=True)
    page = context.new_page()
    page.goto(written(sheet_of(concept("five-by-five")), tmp_path).as_uri())
    name = page.locator("[data-table=descriptors] th.row-name").first.evaluate("cell => cell.firstChild.data.trim()")
    shown = press(page, name)
    assert shown.startswith(name)
    assert page.locator(".die").count() == 2
    product = int(shown.partition("= ")[2].split()[0])
    faces = [int(face) for face in page.locator(".die").all_inner_texts()]
    assert product == faces[0] * faces[1]
    row = page.locator("[data-table=actions] tbody tr").first
    row.locator("td").last.get_by_role("button").click()
    weapon, dice = row.locator("th").first.evaluate("cell => cell.firstChild.data.trim()"), "1d6"
    assert page.locator(".thrown-name").inner_text().startswith(f"{weapon}, {dice}")
    assert page.locator(".outcome").inner_text().partition(" damage")[0].split()[0].isdigit()
    again(page)
    page.get_by_role("button", name="Dice").click()
    page.get_by_role("button", name="Log (2)").click()
    page.get_by_role("button", name="Copy the log").click()
    expect(page.locator(".tray .copied")).to_contain_text("copied")
    first, *lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert first.startswith(page.locator("h1").inner_text() + ", ")
    assert len(lines) == 2
    assert f"{name}: {faces[0]} × {faces[1]} = {product}: " in lines[0]
    page.get_by_role("button", name="Empty it").click()
    assert page.evaluate("Object.keys(localStorage)") == []
    context.close()


@pytest.mark.parametrize(
    ("key", "notch", "against"), first([("five-by-five", 0, "shift −2"), ("gamocles", 7, "target number")])
)
def test_the_slider_holds_for_the_throw(opener: Opener, tmp_path: Path, key: str, notch: int, against: str) -> None:
    page = opener(written(sheet_of(concept(key)), tmp_path)).page
    printed = page.locator("[data-roll]").first.get_attribute("data-roll")
    slider = page.locator(".slider").first
    slider.evaluate(MOVE, notch)
    assert page.locator("[data-roll]").first.get_attribute("data-roll") != printed
    page.locator("[data-roll] .why").first.click()
    assert against in page.locator(".thrown-name").inner_text()


def test_the_keyboard_throws(opener: Opener, tmp_path: Path) -> None:
    """Enter and Space on a chance throw it, and the result is announced; Escape closes the dice."""
    page = opener(written(sheet_of(concept("facade")), tmp_path)).page
    page.locator("[data-roll] .why").first.focus()
    for key in ("Enter", "Space"):
        page.keyboard.press(key)
    assert page.get_by_role("status").locator(".outcome").inner_text()
    assert page.get_by_role("button", name="Log (2)").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".thrown").is_visible()


def test_what_is_marked_and_written_is_kept_and_copied(opener: Opener, tmp_path: Path) -> None:
    """As YAML with what the file notes already, as it spells that; a line of marks can be put into the file as it is.

    A note is on a ruled line, and a second one below the last line.
    """
    path, text = tmp_path / "kai.yaml", concept("five-by-five").read_text()
    path.write_text(f"{text}\nstate: {{Doubles Token: true}}\n")
    own: dict[str, Any] = yaml.safe_load(text)
    page = opener(written(sheet_of(path), tmp_path)).page
    left = int(page.locator(".number").first.inner_text()) - 3
    page.locator("[data-track=hit-points] input").nth(2).click()
    page.get_by_role("button", name="Copy what I marked").click()
    line = f"state: {{Doubles Token: true, hit_points: {left}}}"
    expect(page.locator("section .copied")).to_have_text(f"{line}  copied")
    assert page.evaluate("navigator.clipboard.readText()") == line
    path.write_text(f"{text}\n{line}\n")
    track = sheet_of(path).block("hit-points")
    assert isinstance(track, Track)
    assert [box.filled for box in track.boxes[:4]] == [True, True, True, False]

    lines = page.get_by_role("textbox", name="Notes")
    number = lines.count()
    lines.last.click()
    page.keyboard.type("Owes the ferryman: 3 silver")
    page.keyboard.press("Enter")
    page.keyboard.type("# and a favour")
    again(page)
    assert lines.count() == number + 1
    assert lines.last.inner_text() == "# and a favour"
    page.get_by_role("button", name="Copy what I marked and wrote").click()
    expect(page.locator("section .copied")).to_contain_text("notes")
    copied = yaml.safe_load(page.evaluate("navigator.clipboard.readText()"))
    assert copied["state"] == {"Doubles Token": True, "hit_points": left}
    assert copied["notes"].startswith(own.get("notes", "").strip())
    assert copied["notes"].endswith("Owes the ferryman: 3 silver\n\n# and a favour")
    assert list(copied) == ["state", "notes"]
