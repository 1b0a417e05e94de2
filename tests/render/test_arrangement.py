"""Which block stands where."""

import pytest

from chargen.core.sheet import Block, Prose, Sheet, Table
from chargen.render import arrangement, margin
from tests.render import sheets


def _sheet(*blocks: Block) -> Sheet:
    return Sheet(system="x", system_title="X", name="Ada", blocks=blocks)


def _drawn(sheet: Sheet) -> list[Block]:
    found: list[Block] = []
    for band in arrangement.bands(sheet):
        found += [*band.main, *band.side] if band.across is None else [band.across]
    return [*found, *arrangement.foot(sheet), *arrangement.reference(sheet)]


@pytest.mark.parametrize("sheet", [sheets.plain(), sheets.endless()], ids=["plain", "endless"])
def test_every_block_is_drawn_once(sheet: Sheet) -> None:
    """Whatever its place."""
    drawn = [id(block) for block in _drawn(sheet)]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {id(block) for block in sheet.blocks}


def test_neighbours_stand_beside_each_other() -> None:
    """Main and side blocks in a row make two columns."""
    a = Prose(name="a", title="", place="main")
    b = Prose(name="b", title="", place="side")
    c = Prose(name="c", title="", place="main")
    assert arrangement.bands(_sheet(a, b, c)) == (arrangement.Band(main=(a, c), side=(b,)),)


def test_a_column_with_nothing_beside_it_goes_across() -> None:
    """Half a page is not left empty."""
    a = Prose(name="a", title="", place="main")
    assert arrangement.bands(_sheet(a)) == (arrangement.Band(across=a),)


def test_what_is_longer_than_a_page_goes_across() -> None:
    """It would leave the other column empty."""
    a = Prose(name="a", title="", place="main")
    b = Prose(name="b", title="", place="side")
    long = Prose(name="long", title="", place="side", items=(("Thing", "x"),) * 60)
    assert arrangement.bands(_sheet(a, b, long)) == (
        arrangement.Band(main=(a,), side=(b,)),
        arrangement.Band(across=long),
    )


def test_what_fills_the_page_comes_last() -> None:
    """So that there is a rest to fill."""
    notes = Prose(name="notes", title="", fill=True)
    other = Prose(name="other", title="")
    table = Table(name="t", title="", columns=(), rows=(), reference=True)
    assert [band.across for band in arrangement.bands(_sheet(notes, other, table))] == [other, notes]
    assert arrangement.reference(_sheet(notes, table)) == (table,)


def test_a_long_name_is_cut_at_the_head_of_further_pages() -> None:
    """It stands in full on the first."""
    sheet = Sheet(system="x", system_title="X", name="Bartholomew " * 20)
    assert len(margin.head(sheet)) <= margin.HEAD_LETTERS
    assert margin.head(sheet).endswith("…")


def test_a_long_foot_stands_at_the_end() -> None:
    """The foot of each page says so; a short one is there in full."""
    short = Sheet(system="x", system_title="X", name="Ada", foot=("House rules: none",))
    assert margin.foot(short) == "X · House rules: none"
    assert margin.colophon(short) == ()
    long = Sheet(system="x", system_title="X", name="Ada", foot=("Waived: this and that",) * 20)
    assert len(margin.foot(long)) <= margin.FOOT_LETTERS
    assert margin.colophon(long) == ("X", *long.foot)
