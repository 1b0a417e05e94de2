"""Histograms."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
import uharfbuzz

from chargen.page.roll import THIN_SPACE
from chargen.page.sheet import Chart
from chargen.render import chart, fonts
from chargen.render.page import html
from chargen.render.paper import A4
from tests.render import sheets

TEXT_MM = 2.6
DICE = Chart(
    name="dice",
    title="Two dice",
    series=tuple((str(total), Fraction(6 - abs(total - 7), 36)) for total in range(2, 13)),
    mean=Fraction(7),
)


def _bars(bars: str) -> list[tuple[float, float, float]]:
    """Left end, width and height of each bar."""
    found = re.findall(r"M([\d.]+) \d+v-(\d+)h([\d.]+)V", bars)
    return [(float(left), float(width), float(height)) for left, height, width in found]


def test_what_cannot_be_has_no_bar_and_what_is_rare_has_one() -> None:
    rare = Chart(
        name="r", title="R", series=(("0", Fraction(0)), ("1", Fraction(1, 9999)), ("2", Fraction(9998, 9999)))
    )
    bars = _bars(chart.draw(rare, 70, TEXT_MM)["bars"])
    assert len(bars) == 2
    assert bars[0][2] > 0


def test_words_without_room_are_left_out() -> None:
    """Rather than printed over each other; the table for those who hear it has them all."""
    labels = [f"a long outcome {letter}" for letter in "abcdefgh"]
    many_labels = Chart(name="c", title="C", series=tuple((label, Fraction(1, 8)) for label in labels))
    shown = [word for *_, word in chart.draw(many_labels, 40, TEXT_MM)["words"]]
    assert labels[0] in shown
    assert 0 < len(shown) < len(labels)


def test_a_chart_is_described_in_a_sentence() -> None:
    """From where to where, what is likeliest, and the average."""
    words = chart.describe_chart(DICE).replace("\u202f", " ")
    assert words == "Two dice, from 2 to 12: most likely 7, at 17 %; on average 7.0."
    assert chart.describe_chart(Chart(name="n", title="None", series=())) == "None: nothing."


def test_an_empty_chart_is_no_error() -> None:
    empty = replace(sheets.BARE, blocks=(Chart(name="e", title="Nothing yet", series=()),))
    assert "Nothing yet" in html(empty, paper=A4)


def test_the_widths_of_numbers_are_those_of_the_typeface() -> None:
    """Numbers line up under bars only if the regular face has these widths."""
    font = fonts.loaded(fonts.REGULAR)
    fixed = {" ": chart.BLANK, chart.FIGURE_SPACE: chart.DIGIT, THIN_SPACE: chart.DIGIT / chart.QUARTER}
    measured = {sign: 1000 * fonts.text_width(sign) for sign in "0123456789<>+−.%"}
    for sign, width in (fixed | measured).items():
        buffer = uharfbuzz.Buffer()
        buffer.add_str(sign)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
        assert [position.x_advance for position in buffer.glyph_positions] == [pytest.approx(width, abs=1)], sign
