"""What rivals are given to print."""

import json
from html import unescape

import pytest

from bench import content, html
from chargen import registry
from chargen.page.roll import in_percent
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
