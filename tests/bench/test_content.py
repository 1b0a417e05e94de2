"""What rivals are given to print."""

import json

import pytest

from bench import content, html
from chargen import registry
from chargen.core.card import Card
from chargen.render import card_form
from tests.characters import concept, sheet_of


@pytest.mark.parametrize("game", registry.names())
def test_every_block_of_a_sheet_is_handed_over(game: str) -> None:
    """No block, title or name of a sheet is missing from what another typesetter is given."""
    sheet = sheet_of(concept(game))
    given = json.dumps(content.sheets([sheet]), ensure_ascii=False)
    titles = [json.dumps(block.title, ensure_ascii=False)[1:-1] for block in sheet.blocks]
    assert titles
    assert [title for title in titles if title not in given] == []
    assert sheet.name in given


def test_a_browser_is_given_every_sheet() -> None:
    """One document has the pages of all."""
    sheets = [sheet_of(concept(game)) for game in registry.names()]
    joined = html.joined_sheets(sheets)
    assert joined.count('<div class="one">') == len(sheets)
    assert joined.count("<body") == 1


def test_cards_stand_nine_to_a_page() -> None:
    """Ten cards are two pages, each with marks where one cuts."""
    form = card_form.form("cards")
    some = [Card(system="five-by-five", system_title="Five by Five", name=f"Guard {each}") for each in range(10)]
    joined = html.joined_cards(some, form)
    assert joined.count('<div class="paper">') == joined.count('<svg class="cut"') == 2
    assert joined.count('<div class="cell"') == len(content.cards(some, form)["cards"]) == 10


def test_a_path_becomes_steps() -> None:
    """Relative and straight moves become places, which any typesetter can draw."""
    assert content.steps("M1 2h3v-1z") == [["m", 1, 2], ["l", 4, 2], ["l", 4, 1], ["z"]]
    assert content.steps("M0 5H10V8M-2 1l-1 1") == [
        ["m", 0, 5],
        ["l", 10, 5],
        ["l", 10, 8],
        ["m", -2, 1],
        ["l", -3, 2],
    ]
