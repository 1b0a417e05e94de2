"""Bars and boxes of cards."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.core.card import CardTrack
from chargen.render import card_drawing as drawing
from chargen.render.theme import INKS, theme

ZONED = CardTrack(title="HP", boxes=25, filled=3, zones=(("standing", 14), ("out", 1), ("dying", 9), ("dead", 1)))


@given(st.integers(1, 80), st.integers(0, 80), st.integers(200, 1200))
def test_every_box_is_drawn_once_within_its_room(boxes: int, filled: int, width: int) -> None:
    """None on another, none beyond the edge; as many are filled as should be."""
    drawn = drawing.squares(CardTrack(title="HP", boxes=boxes, filled=filled), width, 40)
    assert len(drawn) == boxes
    assert sum(each.filled for each in drawn) == min(filled, boxes)
    assert all(each.x + each.width <= width + 1e-6 for each in drawn)
    places = [(each.row, each.x) for each in drawn]
    assert places == sorted(set(places))
    assert drawing.extent(drawn)[1] == drawn[-1].row + 1


def test_boxes_stand_in_groups_of_five() -> None:
    """With more room between groups than within them."""
    drawn = drawing.squares(CardTrack(title="HP", boxes=12), 900, 40)
    gaps = [right.x - left.x - 40 for left, right in pairwise(drawn)]
    assert len(drawn) == 12
    assert {index for index, gap in enumerate(gaps, start=1) if gap > 2 * min(gaps)} == {5, 10}


def test_zones_are_told_by_their_frames() -> None:
    """Not by colour; boxes that no zone names come last."""
    frames = [square.frame for square in drawing.squares(ZONED, 600, 34)]
    assert frames == ["solid"] * 14 + ["double"] + ["dashed"] * 9 + ["heavy"]
    longer = CardTrack(title="HP", boxes=5, zones=(("light", 2),))
    assert [square.frame for square in drawing.squares(longer, 600, 34)] == ["solid"] * 2 + ["double"] * 3


def test_a_track_without_boxes_draws_none() -> None:
    """And nobody stumbles over it."""
    assert drawing.squares(CardTrack(title="HP", boxes=0), 600, 34) == ()


@pytest.mark.parametrize("ink", INKS)
def test_a_bar_is_as_long_as_its_chance(ink: str) -> None:
    """With a mark at one half; none for no chance at all."""
    look = theme("plain", ink)
    for chance, end in ((Fraction(1, 4), 50), (Fraction(1), 200), (Fraction(1, 2), 100)):
        (filled,) = re.findall(rf'fill="{look.accent}" d="M0 \d+H(\d+)V', drawing.bar(chance, 200, look))
        assert int(filled) == end
    assert f'fill="{look.accent}"' not in drawing.bar(Fraction(0), 200, look)
    assert "M100 " in drawing.bar(Fraction(0), 200, look)


def test_lines_to_write_on_start_below_what_is_printed() -> None:
    """And end above the lower edge; none where there is no room."""
    look = theme("plain")
    heights = [float(y) for y in re.findall(r"M0 ([\d.]+)H", drawing.ruled(100, 70, 500, 400, look))]
    assert heights == [170, 240, 310, 380]
    assert drawing.ruled(390, 70, 500, 400, look) == ""
