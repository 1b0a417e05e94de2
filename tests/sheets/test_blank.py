"""Empty sheets: what is the game's is there, and nothing of any character."""

import re
from dataclasses import replace
from functools import cache

import pytest

from chargen import registry
from chargen.page.sheet import Sheet
from chargen.render.page import Layout, markup
from chargen.render.paper import A4, A5
from chargen.render.pdf import pdf
from chargen.render.theme import PLAIN
from chargen.sheets.blank import blank
from chargen.sheets.prepared import prepare_blank
from tests.render import sheets as examples
from tests.sheets import filling

GAMES = registry.list_games()


@cache
def empty(game: str) -> Sheet:
    return prepare_blank(registry.system(game)).sheet


def written(game: str) -> str:
    return markup(empty(game), Layout(A5, PLAIN))


@pytest.mark.parametrize("game", GAMES)
def test_lines_to_write_on_are_together_with_their_title(game: str) -> None:
    """On a page of their own nothing says what they are for."""
    lists = re.findall(
        r'<section class="block prose-block([^"]*)">(?:(?!</section>).)*<div class="line"', written(game)
    )
    assert lists
    assert all("together" in classes for classes in lists if "filler" not in classes)


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_sheet_does_not_depend_on_other_characters(game: str) -> None:
    """A game that makes no NPCs has the very same one."""
    assert prepare_blank(replace(registry.system(game), npc=None)).sheet == empty(game)


def test_a_game_without_a_template_of_its_own_has_an_empty_sheet() -> None:
    """The blocks of a stranger's game say enough."""
    sheet = blank(examples.plain())
    assert sheet.blank
    assert len(sheet.blocks) > 5
    assert pdf(sheet, paper=A4).problems == ()


def test_a_blank_sheet_can_be_filled_in() -> None:
    """Lines, boxes and cells are fields."""
    made = prepare_blank(registry.system("five-by-five"), fillable=True)
    assert made.fillable is not None
    fields = filling.fields(pdf(made.fillable, paper=A4, press=filling.FILLABLE).content)
    assert {"name", "player", "concept", "notes", "wants", "descriptors-2-1", "descriptors-2-2"} <= set(fields)
    assert not any(fields.values())
