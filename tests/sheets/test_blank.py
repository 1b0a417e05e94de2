"""Empty sheets: what is the game's is there, and nothing of any character."""

import re
from dataclasses import replace
from functools import cache

import pytest
import yaml

from chargen import registry
from chargen.page.sheet import Sheet, Table, Track
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


def table(game: str, name: str) -> Table:
    found = empty(game).block(name)
    assert isinstance(found, Table)
    return found


def written(game: str) -> str:
    return markup(empty(game), Layout(A5, PLAIN))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_character_is_left(game: str) -> None:
    """No name, no chance, no number in a cell, no ticked box, no note."""
    sheet = empty(game)
    assert sheet.blank
    assert (sheet.player, sheet.concept, sheet.portrait) == ("", "", None)
    assert sheet.blocks
    assert [number for _, number, _ in sheet.highlights] == [""] * len(sheet.highlights)
    tables = [block for block in sheet.blocks if isinstance(block, Table) and not block.reference]
    assert tables
    for table in [table for table in tables if not table.game]:
        for row in table.rows:
            assert all(cell is None or (isinstance(cell, str) and not any(map(str.isdigit, cell))) for cell in row[1:])
    boxes = [box for block in sheet.blocks if isinstance(block, Track) for box in block.boxes]
    assert not any(box.filled for box in boxes)
    assert not any("House rules" in line for line in sheet.foot)


@pytest.mark.parametrize("game", GAMES)
def test_lines_to_write_on_are_together_with_their_title(game: str) -> None:
    """On a page of their own nothing says what they are for."""
    lists = re.findall(
        r'<section class="block prose-block([^"]*)">(?:(?!</section>).)*<div class="line"', written(game)
    )
    assert lists
    assert all("together" in classes for classes in lists if "filler" not in classes)


def words(value: object) -> set[str]:
    """Every word and number of five letters or more, or with a digit, that is in a value of any shape.

    What says how a layout is, such as ``lines=2``, and the numbers of boxes and of lines are none of them.
    """
    printed = re.sub(r"(align|place|label)='\w+'|zone='\d+'|=\d+", "", repr(value))
    return {word for word in re.findall(r"\w+", printed) if len(word) >= 5 or any(map(str.isdigit, word))}


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_sheet_does_not_depend_on_other_characters(game: str) -> None:
    """A game that makes no NPCs has the very same one."""
    assert prepare_blank(replace(registry.system(game), npc=None)).sheet == empty(game)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_starter_is_left(game: str) -> None:
    """None of the words and numbers of its concept, gear and notes, but for those that are the game's own as well."""
    sheet = empty(game)
    starter = yaml.safe_load(registry.system(game).new_concept("Starter"))
    its_own = words([starter.get(key) for key in ("concept", "equipment", "notes", "weapons", "variations")])
    assert its_own
    games = words([block for block in sheet.blocks if block.game])
    left = words([block for block in sheet.blocks if not block.game]) | words(sheet.foot)
    assert not (left - games) & its_own


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
