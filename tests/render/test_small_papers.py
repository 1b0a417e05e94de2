"""Small papers: words and ranges stay complete, bars stay visible, and no page is printed for nothing."""

import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from PIL import Image

from chargen.page.sheet import Column, Label, Prose, Sheet, Table
from chargen.render.finishing import png
from chargen.render.page import Layout, markup
from chargen.render.paper import A4, A5, Paper, parse_paper
from chargen.render.pdf import pdf, printing
from chargen.render.press import Press
from chargen.render.theme import LARGE_PRINT, PLAIN, Theme
from tests.render.looking import texts
from tests.render.pages import pages
from tests.render.sheets import BARE
from tests.scale import pairs

NARROW = tuple(Column(heading=heading, width=10) for heading in ("", *"ABCDEFG"))


def table(*cells: str) -> Sheet:
    row = ("Perception", *cells, *[None] * (len(NARROW) - 1 - len(cells)))
    return replace(BARE, blocks=(Table(name="t", title="", columns=NARROW, rows=(row,)),))


def test_a_word_is_parted_at_a_syllable() -> None:
    """And with a hyphen, where it is wider than its column."""
    (text,) = texts(pdf(table("Intimidation 3", "Swordsmanship"), paper=A5).content)
    complete = re.sub("[-\ufffe\u00ad] ?", "", text)
    assert {"Perception", "Intimidation", "Swordsmanship"} <= set(complete.split())
    for part in ("Perceptio ", "Intimidatio ", " n 3"):
        assert part not in text


LOOKS = [(paper, theme) for paper in (A4, A5) for theme in (PLAIN, LARGE_PRINT)]


@pytest.mark.parametrize(("name", "look"), pairs(["Truncheon", "Blunderbuss", "Elephant gun", "Fists"], LOOKS))
def test_no_word_is_broken_beside_white_space(name: str, look: tuple[Paper, Theme]) -> None:
    """A column that is too narrow for its longest word takes what its neighbours can spare."""
    paper, theme = look
    headings = {"": 24, "Skill": 25, "Damage": 20, "Reach": 16, "Chance": 15}
    weapons = Table(
        name="weapons",
        title="Weapons",
        place="side",
        columns=tuple(Column(heading=heading, width=width) for heading, width in headings.items()),
        rows=((name, "Brawling", "1d6", "arm", "75 %"), ("Fists", "Brawling", "1d3", "arm", "75 %")),
    )
    notes = Prose(name="notes", title="Notes", place="main", text="Word.")
    (page,) = pages(pdf(replace(BARE, blocks=(notes, weapons)), paper=paper, theme=theme).content)
    words = {word for text in page.texts for word in text.split()}
    assert {*headings, *name.split(), "Brawling", "Weapons"} - {""} <= words


def test_a_range_is_on_one_line() -> None:
    (page,) = pages(pdf(table("10–12", "1000–12000"), paper=parse_paper("128x180mm")).content)
    assert {"10–12", "1000–12000"} <= {*page.texts}


def test_a_rule_without_room_carries_no_lines_over() -> None:
    """Where the last line to write on has room but for its rule, no page of nothing but lines follows."""
    notes = Prose(name="notes", title="Notes", text="Word.\n" * 33, fill=True)
    text = markup(replace(BARE, blocks=(notes,)), Layout(A4, PLAIN))
    with printing() as (printer, _):
        assert len(printer.lay_out(text, Layout(A4, PLAIN)).pages) == 1


def heat(*, tight: bool) -> int:
    """How many dots the bar of a full cell of a matrix has, on a sheet with more or with less white space."""
    columns = (Column(heading=""), Column(heading="Arc"))
    rows = ((("Grit"), Label("5k2", "90 %", heat=Fraction(1))),)
    sheet = replace(BARE, blocks=(Table(name="t", title="T", columns=columns, rows=rows),))
    text = markup(sheet, Layout(A4, PLAIN))
    with printing() as (printer, _):
        content = printer.write([printer.lay_out(text, Layout(A4, PLAIN, tight=tight))], Press())
    picture = Image.open(io.BytesIO(next(iter(png(content, 150))))).convert("RGB")
    red = int(PLAIN.accent[1:3], 16)
    return picture.getchannel("R").histogram()[red]


def test_bars_of_a_matrix_stay_where_a_sheet_is_set_tight() -> None:
    """White space goes; the bar below a chance does not, on which black and white ink depends."""
    assert heat(tight=True) > 0.9 * heat(tight=False) > 500
