"""Which block is where."""

from dataclasses import replace
from typing import Any

import pytest

from chargen.page.sheet import Block, Box, Prose, Sheet, Table, Track
from chargen.render import arrangement
from chargen.render.arrangement import Room
from chargen.render.page import Layout, make_margins
from chargen.render.paper import A4, A5
from chargen.render.theme import LARGE_PRINT, PLAIN
from tests.characters import preset, sheet_of
from tests.render import sheets


def _sheet(*blocks: Block) -> Sheet:
    return replace(sheets.BARE, blocks=blocks)


@pytest.mark.parametrize("sheet", [sheets.plain(), sheet_of(preset("ash-road-captain"))], ids=["plain", "veteran"])
def test_every_block_is_drawn_once(sheet: Sheet) -> None:
    drawn: list[Block] = [*arrangement.foot(sheet)]
    for band in (*arrangement.bands(sheet), *arrangement.reference(sheet)):
        drawn += [*band.main, *band.side, *band.charts] if band.across is None else [band.across]
    assert sorted(map(id, drawn)) == sorted(map(id, sheet.blocks))


def _list(name: str, number: int, **more: Any) -> Prose:
    return Prose(name=name, title="List", items=tuple((f"Thing {each}", "") for each in range(number)), **more)


ROOMS = Room(110), Room(70)


def test_a_list_longer_than_what_is_beside_it_goes_on_across_the_page() -> None:
    """The other column does not stay empty beside its end, and nothing of it is lost."""
    a = _list("a", 15, place="main")
    long = _list("long", 30, place="side", lines=1)
    beside, below = arrangement.bands(_sheet(a, _list("b", 2, place="side"), long), rooms=ROOMS)
    start, end = beside.side[-1], below.across
    assert isinstance(start, Prose)
    assert isinstance(end, Prose)
    assert end.title == "List, continued"
    assert start.items + end.items == long.items
    assert (start.lines, end.lines) == (0, 1)
    assert not end.text
    heights = [sum(map(room.height, column)) for room, column in zip(ROOMS, (beside.main, beside.side), strict=True)]
    assert abs(heights[0] - heights[1]) < arrangement.UNEVEN_MM


def test_a_long_name_is_cut_at_the_head_of_further_pages() -> None:
    sheet = replace(sheets.BARE, name="Bartholomew " * 20)
    for paper in (A4, A5):
        cut = make_margins(paper, LARGE_PRINT, sheet).head
        assert len(cut) > 30
        assert cut.endswith("…")
        assert make_margins(paper, LARGE_PRINT, replace(sheet, name=cut)).head == cut
        assert make_margins(paper, LARGE_PRINT, replace(sheet, name=sheet.name[: len(cut) + 1] + "…")).head == cut


def test_a_long_foot_is_at_the_end() -> None:
    """The foot of each page names the section; a short one is there in full."""
    short = replace(sheets.BARE, foot=("House rules: none",))
    made = make_margins(A4, PLAIN, short)
    assert (made.foot, made.colophon) == ("No Such Game · House rules: none", ())
    long = replace(sheets.BARE, foot=("Waived: this and that",) * 20)
    made = make_margins(A4, PLAIN, long)
    assert made.foot == "No Such Game · see Where this sheet came from"
    assert made.colophon == ("No Such Game", *long.foot)
    assert len(make_margins(A4, PLAIN, replace(sheets.BARE, system_title="X" * 400)).foot) < 400


@pytest.mark.parametrize(("lines", "beside"), [(2, ["side", "prices"]), (4, ["side"])])
def test_a_table_at_the_end_of_the_longer_column_of_a_wide_page_is_in_the_other_one(
    lines: int, beside: list[str]
) -> None:
    """Where that column stays the shorter one; blocks that share the width count once, with the highest of them."""
    boxes = tuple(
        Track(name=f"track-{number}", title="Track", place="fifth", per_row=5, boxes=(Box(),) * 20)
        for number in range(5)
    )
    prices = Table(name="prices", title="Prices", columns=(), rows=((),) * 5)
    side = Prose(name="side", title="Side", place="side", lines=lines)
    (band,) = arrangement.bands(_sheet(*boxes, prices, side), wide=True, rooms=Layout(A4.turned(), PLAIN).rooms())
    assert [block.name for block in band.side] == beside
