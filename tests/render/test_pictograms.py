"""The small figures of cells: drawn in ink and in outline, and reported in words."""

import re
from dataclasses import replace

import pytest

from chargen.page.sheet import Column, Figure, Label, Masthead, NumberLine, Pips, Sheet, Table
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.pictograms import STROKE, describe_pictogram, pictogram
from chargen.render.press import Press
from tests.render.looking import elements, opened
from tests.render.sheets import BARE


def sheet(*figures: Figure) -> Sheet:
    columns = (Column(heading="What"), Column(heading="Drawn"))
    rows = tuple((f"Row {number}", Label("", figure=figure)) for number, figure in enumerate(figures))
    return replace(BARE, blocks=(Table(name="t", title="T", columns=columns, rows=rows),))


@pytest.mark.parametrize("shape", ["disc", "d10", "die", "square", "bars"])
def test_as_many_shapes_are_inked_and_hollow_as_are_asked_for(shape: str) -> None:
    drawn = pictogram(Pips(3, 2, shape))  # type: ignore[arg-type]
    assert (drawn.inked.count("z"), drawn.outlines.count("z")) == (3, 2)
    assert drawn.inked.count("M") == 3


def test_a_line_of_numbers_picks_out_its_range() -> None:
    """All of them are there; what lies beyond the line is not drawn."""
    drawn = pictogram(NumberLine(10, 15))
    assert [text for _, _, text, _ in drawn.numbers] == [str(number) for number in range(2, 13)]
    assert [text for _, _, text, picked in drawn.numbers if picked] == ["10", "11", "12"]
    assert pictogram(NumberLine(5, 4)).inked == ""


@pytest.mark.parametrize("figure", [Pips(4, 2, "d10"), NumberLine(5, 9)])
def test_a_figure_has_words(figure: Figure) -> None:
    assert f'role="img" aria-label="{describe_pictogram(figure)}"' in html(sheet(figure), paper=A4)
    tagged = opened(pdf(sheet(figure), paper=A4, press=Press(standard="pdf/ua-1")).content)
    assert describe_pictogram(figure) in {str(element.get("/Alt", "")) for element in elements(tagged)}


def test_what_cannot_be_drawn_is_refused() -> None:
    """Fewer than no shapes, a line without length, a colour or a path that is none."""
    for wrong in (
        lambda: Pips(-1),
        lambda: NumberLine(1, 2, start=5, stop=5),
        lambda: Masthead("red", "M0 0h1z"),
        lambda: Masthead("#ff0000", '"/><script>'),
        lambda: Masthead("#ff0000", "M0 0h1z" * 999),
    ):
        with pytest.raises(ValueError, match=r"."):
            wrong()


def test_bars_rise_from_the_ground_and_the_last_fills_the_height() -> None:
    """Each is a rectangle inside the picture: down as far as up, and back as far as across."""
    drawn = pictogram(Pips(2, 3, "bars"))
    half = STROKE / 2
    shape = re.compile(r"M([\d.]+) ([\d.]+)v-([\d.]+)h([\d.]+)v([\d.]+)z")
    bars = [tuple(map(float, bar)) for bar in shape.findall(drawn.inked + drawn.outlines)]
    assert len(bars) == 5
    assert {ground for _, ground, *_ in bars} == {drawn.height - half}
    assert all(up == down for _, _, up, _, down in bars)
    heights = [up for _, _, up, _, _ in bars]
    assert heights == sorted({*heights})
    left, ground, up, across, _ = bars[-1]
    assert ground - up == half
    assert left + across == drawn.width - half
