"""What rivals are given to print."""

import json
from html import unescape

import pytest

from bench import content, html
from chargen import registry
from chargen.core.card import Card
from chargen.core.roll import in_percent
from chargen.render import card_form
from chargen.render.deck import one_line
from tests.characters import concept, sheet_of
from tests.render.sample_cards import GAMES


@pytest.mark.parametrize("game", registry.list_games())
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
    sheets = [sheet_of(concept(game)) for game in registry.list_games()]
    joined = html.joined_sheets(sheets)
    assert joined.count('<div class="one">') == len(sheets)
    assert joined.count("<body") == 1


@pytest.mark.parametrize("game", GAMES)
def test_rivals_are_given_what_a_card_shows(game: str) -> None:
    """Its name, numbers, first rolls with their chances, notes, tracks with boxes or their number, and its foot."""
    card, form = GAMES[game], card_form.find_form("cards")
    text = unescape(html.joined_cards([card], form))
    assert card.name in text
    assert card.foot in text
    for number in card.numbers:
        assert f">{number.value}<" in text
    for roll in card.rolls[:3]:
        assert roll.label in text
        assert roll.what in text
        assert in_percent(roll.chance) in text
    for heading, note in card.notes:
        assert f"<b>{one_line(heading)}</b>" in text
        assert one_line(note) in text
    for track in card.tracks:
        assert track.title in text
    written = [track for track in card.tracks if track.boxes > 14 and len(card.tracks) > 2]
    assert text.count("h4v4h-4z") == sum(track.boxes for track in card.tracks if track not in written)
    assert all(f"of {track.boxes}" in text for track in written)
    assert text.count('<div class="mark"') == 1


def test_cards_stand_nine_to_a_page() -> None:
    """Ten cards are two pages, each with marks where one cuts."""
    some = [Card(system="five-by-five", system_title="Five by Five", name=f"Guard {number}") for number in range(10)]
    joined = html.joined_cards(some, card_form.find_form("cards"))
    assert joined.count('<div class="paper">') == joined.count('<svg class="cut"') == 2
    assert joined.count('<div class="card"') == 10


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
