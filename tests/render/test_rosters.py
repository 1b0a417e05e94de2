"""Rosters as they are printed: ten NPCs and more to a page."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from chargen.page.card import CardTrack
from chargen.page.roll import percent
from chargen.render import deck as plan
from chargen.render.paper import A4, A5, LETTER, Paper
from chargen.render.theme import NAMES, find_theme
from tests.render.pages import Page
from tests.render.printed_cards import assert_in_place, roster
from tests.render.sample_cards import BARE, ENDLESS, FIVE_BY_FIVE, GAMES, HARMFUL
from tests.render.test_cards import called, chances, left_out, shown_tracks
from tests.scale import pairs

PAPERS = [A4, LETTER, A4.turned(), A5]
SMALLEST_PT = 7
NPCS = tuple(replace(card, name=f"Nr{number} {card.name}") for number, card in enumerate([*GAMES.values()] * 8))


def one_page(*arguments: Any, **more: Any) -> Page:
    (page,) = roster(*arguments, **more)
    return page


@pytest.mark.parametrize(("paper", "look"), pairs(PAPERS, NAMES), ids=called)
def test_a_roster_is_one_page_after_another(paper: Paper, look: str) -> None:
    printed = roster(NPCS, paper, find_theme(look))
    blank = plan.Deck(cards=(), size=None, paper=paper, theme=find_theme(look))
    on_page, lying = blank.cells, plan.page_of(blank)
    assert len(printed) == -(-len(NPCS) // on_page)
    for number, page in enumerate(printed):
        assert (page.width, page.height) == pytest.approx((lying.width_mm, lying.height_mm), abs=0.01)
        assert_in_place(page, paper.margin_mm)
        npcs = NPCS[number * on_page :][:on_page]
        tops = [page.line(card.name.split()[0] + " ").top for card in npcs]
        assert tops == sorted(tops)
        for card in npcs:
            assert card.concept.split()[0] in page.text
            assert card.rolls[0].label[:3] in page.text
        assert page.boxes(plan.ROSTER_BOX_MM) >= len(npcs)
        assert min(line.size_pt for line in page.lines) >= (14 if look == "large-print" else SMALLEST_PT)


@pytest.mark.parametrize("look", NAMES)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=called)
def test_at_least_ten_npcs_are_on_a_page(paper: Paper, look: str) -> None:
    """With boxes that a pencil fits into, at any size of text; in large print there are three on a page that lies."""
    number = plan.Deck(cards=(), size=None, paper=paper, theme=find_theme(look)).cells
    assert number >= (3 if look == "large-print" else 10)
    wounded = replace(FIVE_BY_FIVE, tracks=(CardTrack(title="HP", boxes=12),))
    assert one_page((wounded,) * number, paper, find_theme(look)).boxes(4.5) == 12 * number


@pytest.mark.parametrize(("paper", "look"), pairs([A4, LETTER], NAMES), ids=called)
def test_what_to_roll_is_never_cut(paper: Paper, look: str) -> None:
    """Nor is its chance; rolls without room are named in small type, with their chances, or else counted."""
    for card in GAMES.values():
        page = one_page((card,), paper, find_theme(look))
        shown = chances(page)
        assert len(shown) >= 3
        assert shown == [f"{percent(roll.chance)} %" for roll in card.rolls[: len(shown)]]
        for roll in card.rolls[: len(shown)]:
            assert roll.what in page.texts
        named = page.text.partition("Also ")[2].replace(" ", "")
        missing = [roll.label for roll in card.rolls[len(shown) :] if roll.label.replace(" ", "") not in named]
        assert len(missing) == left_out(page, "roll")
        assert shown_tracks(page, card) == len(card.tracks)


@pytest.mark.parametrize(("paper", "standing"), pairs([A4, LETTER, A5], [12, 14, 16, 20]), ids=called)
def test_no_track_is_left_out(paper: Paper, standing: int) -> None:
    """The line to write on makes way for boxes, and boxes for a number, before a track does."""
    tracks = (CardTrack(title="Wind", boxes=standing, zones=()), CardTrack(title="Dying", boxes=9))
    for look in NAMES:
        page = one_page((replace(FIVE_BY_FIVE, tracks=tracks),), paper, find_theme(look))
        assert shown_tracks(page, replace(FIVE_BY_FIVE, tracks=tracks)) == 2
        assert left_out(page, "track") == 0
        assert_in_place(page, paper.margin_mm)
    if paper == A4:
        page = one_page((replace(FIVE_BY_FIVE, tracks=tracks),))
        assert page.boxes(plan.ROSTER_BOX_MM) == standing + 9


def test_the_last_line_to_write_on_is_far_from_the_next() -> None:
    """The line below an NPC is one; others stand at least 6 mm above it."""
    page = one_page((replace(FIVE_BY_FIVE, tracks=()),))
    lines = sorted({round(shape.top, 1) for shape in page.shapes if shape.right - shape.left > 40 and shape.top > 30})
    assert len(lines) >= 3
    assert all(below - above >= 6 for above, below in pairwise(lines))


def test_odd_npcs_do_no_harm() -> None:
    for card, look in pairs((BARE, ENDLESS, HARMFUL), NAMES):
        assert_in_place(one_page((card,), A4, find_theme(look)), A4.margin_mm)
