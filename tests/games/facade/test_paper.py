"""What belongs together on a sheet of Façade is on one page, on large and on small paper."""

from dataclasses import replace
from pathlib import Path

import pytest

from chargen import checking, fileio, ready_made
from chargen.core.sheet import Sheet, Table
from chargen.games.facade.character import LOCATIONS
from chargen.games.facade.rules import CATEGORIES
from chargen.render import pdf
from chargen.render.paper import A4, A5
from chargen.render.press import Press
from tests.scale import first

PRESETS = {preset.path.stem: preset.path for preset in ready_made.presets() if preset.system == "facade"}
WITH_PORTRAIT = "salle-widow"


def sheet_of(path: Path) -> Sheet:
    """Return the sheet of a character file."""
    return checking.make_sheet(checking.check_input(fileio.Input(path.name, path)))


def headings(sheet: Sheet, *, small: bool) -> dict[str, list[int]]:
    """Return the pages, from 0, on which each heading is."""
    found: dict[str, list[int]] = {}
    with pdf.printing() as (printer, _):
        layout = pdf._lay_out(printer, sheet, A5 if small else A4, "plain", Press())
    for page, title, _ in layout.outcome.headings:
        found.setdefault(title, []).append(page)
    return found


@pytest.mark.parametrize("name", first(["rooftop-thief", *sorted(PRESETS)]))
def test_a_small_paper_keeps_together_what_belongs_together(name: str) -> None:
    """The five categories are on the first page, all pools and wounds on one page, all hits on one."""
    found = headings(sheet_of(PRESETS[name]), small=True)
    assert {page for category in CATEGORIES for page in found[category.capitalize()][:1]} == {0}
    assert found["Attacks"] == [0]
    boxes = [title for title in found if title.split()[0] in {"Strain", "Exhaustion", "Bruising", "Deadly"}]
    hits = [f"Hits: {location}" for location in LOCATIONS]
    assert len({page for title in (*boxes, *hits, "This turn") for page in found[title]}) == 1
    assert len(found["Skills"]) == 1
    assert "Best skills" not in found


def test_best_skills_are_on_the_first_page_or_left_out() -> None:
    """Beside a portrait, too; where longer tables take their room, the skills follow and are not repeated."""
    pictured = sheet_of(PRESETS[WITH_PORTRAIT])
    found = headings(pictured, small=False)
    assert (found["Best skills"], found["Skills"]) == ([0], [1])
    attacks = pictured.block("weapons")
    assert isinstance(attacks, Table)
    longer = tuple(replace(block, rows=attacks.rows * 4) if block is attacks else block for block in pictured.blocks)
    assert "Best skills" not in headings(replace(pictured, blocks=longer), small=False)
