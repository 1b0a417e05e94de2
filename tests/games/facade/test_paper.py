"""What a player of Façade finds on the front of the sheet, and what a blank sheet says about making a character."""

from pathlib import Path
from typing import Any

import pytest

from chargen import checking, registry
from chargen.page.sheet import Prose, Sheet
from chargen.render import pdf
from chargen.render.paper import BOTH
from chargen.render.press import Press
from chargen.render.theme import PLAIN
from chargen.sheets.blank import blank
from chargen.text.source import load
from tests.cli.running import run
from tests.games.facade.concepts import make_average


def test_attacks_are_on_the_front_in_the_heaviest_armour() -> None:
    """Also on the area that A4 and Letter have in common; what armour takes off is said in the line of the number."""
    text = registry.system("facade").new_concept("Kai").replace("leather jacket", "full plate")
    sheet = checking.make_sheet(checking.check_source(load("kai.yaml", text.encode()), None))
    with pdf.printing() as (printer, _):
        headings = pdf._lay_out(printer, sheet, BOTH, PLAIN, Press()).outcome.headings
    pages = [page for page, title, _ in headings if title in ("Attacks", "Defense", "Armor")]
    assert pages == [0, 0, 0]


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


def test_the_reference_page_of_simple_combat_has_its_own_rules(tmp_path: Path) -> None:
    """No blows by location, which are those of dramatic combat; who speaks first, and when harm counts."""
    (tmp_path / "table.yaml").write_text("rules: {facade: {combat: simple}}\n", encoding="utf-8")
    pages = []
    campaign: list[str | Path] = ["--campaign", tmp_path / "table.yaml"]
    for more in ([], campaign):
        out = tmp_path / "page.html"
        assert run("reference", "facade", *more, "--to", "html", "-o", out).code == 0
        pages.append(out.read_text("utf-8"))
    dramatic, simple = pages
    assert "Success levels and blows" in dramatic
    assert "none is less than Full" in dramatic
    assert "Success levels and blows" not in simple
    assert "none is less than Full" not in simple
    assert "The lowest Action says first what it does" in simple
    assert "all harm, at the end of the turn" in simple
