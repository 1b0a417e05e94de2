"""Which block is where."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from chargen.page.sheet import Block, Box, Chart, Prose, Sheet, Table, Track
from chargen.render import arrangement, margin
from chargen.render.arrangement import Band, Room
from chargen.render.page import Layout
from chargen.render.paper import A4, A5
from chargen.render.theme import LARGE_PRINT, PLAIN
from tests.characters import preset, sheet_of
from tests.render import sheets


def _sheet(*blocks: Block) -> Sheet:
    return replace(sheets.BARE, blocks=blocks)


def _prose(name: str, place: Any = "across", **more: Any) -> Prose:
    return Prose(name=name, title="", place=place, **more)


def _table(name: str, **more: Any) -> Table:
    return Table(name=name, title="", columns=(), rows=(), reference=True, **more)


@pytest.mark.parametrize("sheet", [sheets.plain(), sheet_of(preset("ash-road-captain"))], ids=["plain", "veteran"])
def test_every_block_is_drawn_once(sheet: Sheet) -> None:
    drawn: list[Block] = [*arrangement.foot(sheet)]
    for band in (*arrangement.bands(sheet), *arrangement.reference(sheet)):
        drawn += [*band.main, *band.side, *band.charts] if band.across is None else [band.across]
    assert sorted(map(id, drawn)) == sorted(map(id, sheet.blocks))


def test_neighbours_are_in_two_columns_and_others_go_across() -> None:
    """Half a page is not left empty: neither beside a column alone, nor beside what is longer than a page."""
    a, b, c = _prose("a", "main"), _prose("b", "side"), _prose("c", "main")
    long = _prose("long", "side", items=(("Thing", "x"),) * 60)
    columns = Band(main=(a, c), side=(b,))
    assert arrangement.bands(_sheet(a, b, c)) == (columns,)
    assert arrangement.bands(_sheet(a)) == (Band(across=a),)
    assert arrangement.bands(_sheet(a, b, c, long)) == (columns, Band(across=long))


def test_what_fills_the_page_comes_last() -> None:
    notes, other, table = _prose("notes", fill=True), _prose("other"), _table("t")
    assert [band.across for band in arrangement.bands(_sheet(notes, other, table))] == [other, notes]
    assert arrangement.reference(_sheet(notes, table)) == (Band(across=table),)


def _list(name: str, number: int, **more: Any) -> Prose:
    return Prose(name=name, title="List", items=tuple((f"Thing {each}", "") for each in range(number)), **more)


ROOMS = arrangement.Rooms(Room(110), Room(70))


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
    heights = [sum(map(room.height, column)) for room, column in ((ROOMS.main, beside.main), (ROOMS.side, beside.side))]
    assert abs(heights[0] - heights[1]) < arrangement.UNEVEN_MM


def test_columns_of_about_one_length_stay_as_they_are() -> None:
    a, b = _list("a", 12, place="main"), _list("b", 13, place="side")
    assert arrangement.bands(_sheet(a, b), rooms=ROOMS) == (Band(main=(a,), side=(b,)),)
    assert arrangement.bands(_sheet(a, b)) == (Band(main=(a,), side=(b,)),)


def _chart(name: str, **more: Any) -> Chart:
    half = Fraction(1, 2)
    return Chart(name=name, title=name, series=(("0", half), ("1", half)), reference=True, **more)


def test_charts_are_in_a_row() -> None:
    """Those that follow each other, across the page or where there is one column only."""
    one, two, table = _chart("one"), _chart("two", place="side"), _table("t")
    strips = Band(charts=(one, two)), Band(across=table)
    assert arrangement.reference(_sheet(one, two, table), one_column=True) == strips


def test_a_chart_is_beside_its_table() -> None:
    """Of what is looked up, each block of the main column starts again with what follows in the side column."""
    (a, b), (c, d) = (_table(n, place="main") for n in "ab"), (_chart(n, place="side") for n in "cd")
    assert arrangement.reference(_sheet(a, c, b, d)) == (Band(main=(a,), side=(c,)), Band(main=(b,), side=(d,)))


def test_a_long_name_is_cut_at_the_head_of_further_pages() -> None:
    sheet = replace(sheets.BARE, name="Bartholomew " * 20)
    for edges in (margin.Edges(A4, LARGE_PRINT), margin.Edges(A5, LARGE_PRINT)):
        cut = margin.head(sheet, edges)
        assert len(cut) > 30
        assert cut.endswith("…")
        assert edges.fits_head(cut)
        assert not edges.fits_head(sheet.name[: len(cut) + 1] + "…")


def test_a_long_foot_is_at_the_end() -> None:
    """The foot of each page names the section; a short one is there in full."""
    short = replace(sheets.BARE, foot=("House rules: none",))
    edges = margin.Edges(A4)
    assert margin.foot(short, edges) == "No Such Game · House rules: none"
    assert margin.colophon(short, edges) == ()
    long = replace(sheets.BARE, foot=("Waived: this and that",) * 20)
    assert edges.fits_foot(margin.foot(long, edges))
    assert margin.foot(long, edges).endswith("see Where this sheet came from")
    assert margin.colophon(long, edges) == ("No Such Game", *long.foot)
    assert edges.fits_foot(margin.foot(replace(sheets.BARE, system_title="X" * 400), edges))


def test_a_small_paper_has_room_for_less_at_its_foot() -> None:
    """Two lines are two lines: what has no room on A5 is at the end there, and on A4 at the foot."""
    sheet = replace(sheets.BARE, foot=("Waived: this and that",) * 9)
    assert margin.colophon(sheet, margin.Edges(A4)) == ()
    assert margin.colophon(sheet, margin.Edges(A5)) != ()
    assert margin.colophon(sheet, margin.Edges(A4, LARGE_PRINT)) != ()


def test_blocks_that_share_the_width_are_in_rows() -> None:
    """Ten fifths are five blocks with five below them; with room for three, each five is three and two.

    Six thirds are three rows in two columns, as that saves a row.
    """
    fifths = tuple(_prose(str(number), "fifth") for number in range(10))
    (band,) = arrangement.bands(_sheet(*fifths))
    rows = [[block.name for block in row.blocks] for row in arrangement.rows(band.row, lambda _: 5)]
    assert rows == [["0", "1", "2", "3", "4"], ["5", "6", "7", "8", "9"]]
    rows = [[block.name for block in row.blocks] for row in arrangement.rows(band.row, lambda _: 3)]
    assert rows == [["0", "1", "2"], ["3", "4"], ["5", "6", "7"], ["8", "9"]]
    thirds = tuple(_prose(str(number), "third") for number in range(6))
    assert [len(row.blocks) for row in arrangement.rows(thirds, lambda _: 2)] == [2, 2, 2]


def test_on_a_narrow_paper_fewer_blocks_are_beside_each_other() -> None:
    """As many as can be read; few boxes need little room."""
    fifth, half = _prose("x", "fifth"), _prose("x", "half")
    hits = Track(name="hits", title="Hits", place="fifth", boxes=(Box(),) * 9, per_row=3)
    assert [Layout(on, PLAIN).columns((fifth, hits)) for on in (A4, A5)] == [5, 3]
    assert Layout(A5, PLAIN).columns((hits,) * 5) == 5
    assert [Layout(A4, look).columns((half,)) for look in (PLAIN, LARGE_PRINT)] == [2, 2]


def test_in_one_column_some_blocks_come_first() -> None:
    """Those that a sheet names, in the order of the names; and what repeats a later page is left out."""
    blocks = [Prose(name=name, title=name) for name in ("boxes", "skills", "fist", "notes")]
    short = replace(blocks[1], name="best", first_page=True)
    sheet = replace(_sheet(*blocks, short), narrow_first=(("fist", "skills"), ()))
    for one_column, names in ((True, "fist skills boxes notes"), (False, "boxes skills fist notes best")):
        bands = arrangement.bands(sheet, one_column=one_column)
        assert " ".join(band.across.name for band in bands if band.across) == names


def test_on_a_wide_page_the_columns_are_beside_what_goes_across() -> None:
    """As many of their blocks below it as keep the columns even; what fills the page comes last in the shorter one."""
    across = Prose(name="across", title="Across", lines=10)
    columns = tuple(Prose(name=str(number), title="Column", place="main", lines=8) for number in range(4))
    notes = Prose(name="notes", title="Notes", fill=True)
    layout = Layout(A4.turned(), PLAIN)
    (band,) = arrangement.bands(_sheet(across, *columns, notes), wide=layout.wide, rooms=layout.rooms())
    assert [block.name for inner in band.wide if (block := inner.across)] == ["across", "0", "notes"]
    assert [block.name for block in band.side] == ["1", "2", "3"]
    assert not Layout(A5.turned(), PLAIN).wide


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


@pytest.mark.parametrize(
    ("layout", "bars", "number"),
    [
        (Layout(A4, PLAIN), 13, 3),
        (Layout(A5, PLAIN), 11, 3),
        (Layout(A5, PLAIN), 13, 2),
        (Layout(A5, PLAIN), 40, 3),
        (Layout(A4, LARGE_PRINT), 11, 2),
    ],
)
def test_as_many_charts_are_beside_each_other_as_their_numbers_allow(layout: Layout, bars: int, number: int) -> None:
    """More bars than can be numbered share a scale at the side, and take less room."""
    chart = Chart(name="chart", title="Chart", series=(("1", Fraction(1, bars)),) * bars)
    assert layout.charts_in_a_row((chart,) * 3) == number


def test_the_shorter_column_has_more_lines_to_write_on() -> None:
    """Where it has any; its neighbour stays as it is."""
    main = Prose(name="main", title="Main", place="main", lines=8)
    side = Prose(name="side", title="Side", place="side", lines=5)
    (band,) = arrangement.bands(_sheet(main, side), rooms=Layout(A4, PLAIN).rooms())
    assert [block.lines for block in (*band.main, *band.side) if isinstance(block, Prose)] == [8, 7]
