"""What belongs together on a sheet of Façade is on one page, on large and on small paper."""

from pathlib import Path
from typing import Any

import pytest

from chargen import checking, fileio, ready_made, registry
from chargen.games.facade import blocks, odds
from chargen.games.facade.character import LOCATIONS
from chargen.games.facade.costs import background_worth
from chargen.games.facade.rules import CATEGORIES, Rules
from chargen.page.sheet import Prose, Sheet
from chargen.render import pdf
from chargen.render.paper import A4, A5, Paper, parse_paper
from chargen.render.press import Press
from chargen.sheets.blank import blank
from chargen.sheets.prepared import prepare_blank
from chargen.text.source import load
from tests.games.facade.concepts import make_average
from tests.scale import first

PRESETS = {preset.path.stem: preset.path for preset in ready_made.presets() if preset.system == "facade"}
WITH_PORTRAIT = "salle-widow"


def sheet_of(path: Path) -> Sheet:
    return checking.make_sheet(checking.check_input(fileio.Input(path.name, path)))


def headings(sheet: Sheet, paper: Paper) -> dict[str, list[int]]:
    """Return the pages, from 0, on which each heading is."""
    found: dict[str, list[int]] = {}
    with pdf.printing() as (printer, _):
        layout = pdf._lay_out(printer, sheet, paper, "plain", Press())
    for page, title, _ in layout.outcome.headings:
        found.setdefault(title, []).append(page)
    return found


@pytest.mark.parametrize("name", first(["rooftop-thief", *sorted(PRESETS)]))
def test_a_small_paper_keeps_together_what_belongs_together(name: str) -> None:
    """The five categories are on the first page, all pools and wounds on one page, all hits on one."""
    found = headings(sheet_of(PRESETS[name]), A5)
    assert {page for category in CATEGORIES for page in found[category.capitalize()][:1]} == {0}
    assert found["Attacks"] == [0]
    boxes = [title for title in found if title.split()[0] in {"Strain", "Exhaustion", "Bruising", "Deadly"}]
    hits = [f"Hits: {location}" for location in LOCATIONS]
    assert len({page for title in (*boxes, *hits, "This turn") for page in found[title]}) == 1
    assert len(found["Skills"]) == 1
    assert "Best skills" not in found


def test_a_portrait_leaves_room_for_the_best_skills() -> None:
    """They are on the first page, and all skills on the second."""
    found = headings(sheet_of(PRESETS[WITH_PORTRAIT]), A4)
    assert (found["Best skills"], found["Skills"]) == ([0], [1])


@pytest.mark.parametrize("paper", [A4, parse_paper("Letter")], ids=str)
def test_attacks_are_on_the_front_in_the_heaviest_armour(paper: Paper) -> None:
    """What it takes off is in brackets, in the line of the number, and said once."""
    text = registry.system("facade").new_concept("Kai").replace("leather jacket", "full plate")
    found = headings(checking.make_sheet(checking.check_source(load("kai.yaml", text.encode()), None)), paper)
    assert (found["Attacks"], found["Defense"], found["Armor"]) == ([0], [0], [0])


def blank_of(**rules: Any) -> Sheet:
    return blank(checking.make_sheet(make_average(rules=rules)))


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({}, ("100 AP", "200 SP", "there are 50", "50 EP: each is 1 AP, 2 SP or 1 BP")),
        ({"skill_points": 120, "extra_points": 7}, ("100 AP", "120 SP", "there are 50", "7 EP")),
        ({"creation": "pool-buy"}, ("90 AP", "20 SP", "there are 0", "100 WP: each is 2 AP, 4 SP or 2 BP")),
    ],
)
def test_a_blank_sheet_says_how_to_make_the_character(rules: dict[str, Any], points: tuple[str, ...]) -> None:
    """Step by step, with the points of its table."""
    steps = blank_of(**rules).block("steps")
    assert isinstance(steps, Prose)
    assert [name[0] for name, _ in steps.items] == list("12345")
    assert all(any(words in text for _, text in steps.items) for words in points)


def test_a_blank_sheet_prints_the_prices() -> None:
    prices: Any = blank_of(skills="cascade").block("prices")
    found = {str(row[0]).replace(",", "").split(" ")[0]: [cell for cell in row[1:] if cell] for row in prices.rows}
    assert found["Attribute"] == ["1", "3", "6", "10", "15", "21"]
    assert (found["Broad"], found["Specialty"]) == (["5", "15", "30", "45"], ["1", "2", "3", "5"])
    for name in ("minor", "simple", "medium", "major", "extreme"):
        backgrounds = [background_worth("standard", name, level, 0, Rules()) for level in range(1, 7)]
        assert found[name.capitalize()] == list(map(str, backgrounds))


def test_a_blank_sheet_has_the_dice_and_the_chance_of_each_trait() -> None:
    skills: Any = blank_of().block("skills")
    assert [row[0] for row in skills.rows] == [str(trait) for trait in range(18, 2, -1)]
    for trait, row in zip(range(18, 2, -1), skills.rows, strict=True):
        assert row[1:3] == (odds.roll_text(trait), blocks.chance_to_reach(trait, 11, bar=True))
        assert row[-1] is None


@pytest.mark.parametrize("small", first([False, True]))
def test_no_table_of_a_blank_sheet_is_divided(small: bool) -> None:
    """Each is on one page with its name; on A4, the steps are on the first one."""
    pages = headings(prepare_blank(registry.system("facade")).sheet, A5 if small else A4)
    assert all(len(pages[name]) == 1 for name in ("Attacks", "Defense", "Armor", "Skills", "Prices", "Notes"))
    assert pages["How to make the character"] == [1 if small else 0]
