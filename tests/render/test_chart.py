"""Histograms."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
import uharfbuzz

from chargen.page.roll import THIN_SPACE
from chargen.page.sheet import Chart
from chargen.render import chart, fonts
from chargen.render.page import html
from chargen.render.paper import A4
from tests.render import sheets
from tests.render.looking import parse_html

TEXT_MM = 2.6
DICE = Chart(
    name="dice",
    title="Two dice",
    series=tuple((str(total), Fraction(6 - abs(total - 7), 36)) for total in range(2, 13)),
    mean=Fraction(7),
)
MANY = Chart(
    name="many", title="Many", series=tuple((str(n), Fraction(1, 60)) for n in range(3, 63)), mean=Fraction(32)
)
WORDS = Chart(name="words", title="It", series=(("Torn", Fraction(1, 3)), ("Bound", Fraction(2, 3))))


def _bars(drawn: chart.Drawing) -> list[tuple[float, float, float]]:
    """Left end, width and height of each bar."""
    found = re.findall(r"M([\d.]+) \d+v-(\d+)h([\d.]+)V", drawn.bars)
    return [(float(left), float(width), float(height)) for left, height, width in found]


def test_a_bar_is_as_high_as_its_chance() -> None:
    """To a tenth of a millimetre; the highest has the whole height."""
    bars = _bars(chart.draw(DICE, 70, TEXT_MM))
    assert len(bars) == 11
    top = max(height for *_, height in bars)
    for (_, _, height), (_, chance) in zip(bars, DICE.series, strict=True):
        assert height / top == pytest.approx(float(chance * 6), abs=1 / top)


def test_what_cannot_be_has_no_bar_and_what_is_rare_has_one() -> None:
    rare = Chart(
        name="r", title="R", series=(("0", Fraction(0)), ("1", Fraction(1, 9999)), ("2", Fraction(9998, 9999)))
    )
    bars = _bars(chart.draw(rare, 70, TEXT_MM))
    assert len(bars) == 2
    assert bars[0][2] > 0


def test_charts_are_on_one_scale_if_asked() -> None:
    half = Chart(name="h", title="H", series=(("0", Fraction(1, 2)), ("1", Fraction(1, 2))))
    alone, beside = (_bars(chart.draw(half, 70, TEXT_MM, top))[0][2] for top in (None, Fraction(1)))
    assert beside == pytest.approx(alone / 2, abs=1)


@pytest.mark.parametrize("drawn", [DICE, MANY, WORDS], ids=["few", "many", "words"])
@pytest.mark.parametrize("width", [56, 71, 86])
def test_a_chart_keeps_within_its_room(drawn: Chart, width: float) -> None:
    made = chart.draw(drawn, width, TEXT_MM)
    bars = _bars(made)
    assert len(bars) == len(drawn.series)
    assert made.width <= width * 10 + 1
    assert all(left > 0 and left + wide <= made.width for left, wide, _ in bars)
    assert all(one[0] + one[1] <= two[0] for one, two in pairwise(bars))


@pytest.mark.parametrize("drawn", [DICE, MANY], ids=["few", "many"])
def test_each_number_is_under_its_bar(drawn: Chart) -> None:
    """Its middle is the bar's; where there is no room for all, some are left out."""
    made = chart.draw(drawn, 56, TEXT_MM)
    assert made.labels is not None
    middles = {label: left + wide / 2 for (left, wide, _), (label, _) in zip(_bars(made), drawn.series, strict=True)}
    texts = made.labels.text.split(" ")
    assert len(texts) > 3
    widest = max(map(chart._width, texts))
    place = made.labels.start_mm
    for text in texts:
        shown = text.strip("\u2007\u202f")
        assert chart._width(text) == pytest.approx(widest, abs=10)
        assert (place + widest * TEXT_MM / 2000) * 10 == pytest.approx(middles[shown], abs=1)
        place += (widest + chart.BLANK) * TEXT_MM / 1000 + made.labels.spacing_mm
    assert made.labels.spacing_mm > 0


def test_few_bars_have_their_percentage_and_many_a_scale() -> None:
    """A number below each bar, or one line across them that says how much it is."""
    few, many = chart.draw(DICE, 70, TEXT_MM), chart.draw(MANY, 70, TEXT_MM)
    assert few.numbers is not None
    assert [each.strip("\u2007\u202f") for each in few.numbers.text.split(" ")][:3] == ["3", "6", "8"]
    assert few.grid == few.grid_label == ""
    assert many.numbers is None
    assert many.grid_label == "1\u202f%"
    assert many.grid


def test_the_average_is_marked_where_it_lies() -> None:
    """Between the bars that it is between, and nowhere where outcomes are words."""
    made = chart.draw(DICE, 70, TEXT_MM)
    seven = _bars(made)[5]
    assert float(re.findall(r"M([\d.]+)", made.mean)[0]) == pytest.approx(seven[0] + seven[1] / 2, abs=0.2)
    worded = chart.draw(Chart(name="w", title="W", series=WORDS.series, mean=Fraction(1)), 70, TEXT_MM)
    assert worded.mean == ""
    assert [word for *_, word in worded.words] == ["Torn", "Bound"]
    assert worded.labels is None


@pytest.mark.parametrize("text_mm", [TEXT_MM, 1.35 * TEXT_MM], ids=["usual", "large print"])
def test_words_are_below_the_axis_and_apart(text_mm: float) -> None:
    """Their ascenders do not touch it, their descenders stay in the drawing, and no word runs into the next."""
    labels = ("fails", "near", *map(str, range(9)))
    many_labels = Chart(name="c", title="C", series=tuple((label, Fraction(1, 11)) for label in labels))
    for drawn in (chart.draw(many_labels, 65, text_mm), chart.draw(WORDS, 65, text_mm)):
        size = drawn.text
        assert size == pytest.approx(text_mm * 10)
        for _, y, _ in drawn.words:
            assert y - 0.75 * size > chart.HEIGHT
            assert y + 0.2 * size <= drawn.height
        for (x, y, word), (next_x, next_y, following) in pairwise(drawn.words):
            if y == next_y:
                assert next_x - x > 0.45 * size * (len(word) + len(following)) / 2
    assert [word for *_, word in chart.draw(many_labels, 65, text_mm).words] == list(labels)


def test_words_without_room_are_left_out() -> None:
    """Rather than printed over each other; the table for those who hear it has them all."""
    labels = [f"a long outcome {letter}" for letter in "abcdefgh"]
    many_labels = Chart(name="c", title="C", series=tuple((label, Fraction(1, 8)) for label in labels))
    shown = [word for *_, word in chart.draw(many_labels, 40, TEXT_MM).words]
    assert labels[0] in shown
    assert 0 < len(shown) < len(labels)


def test_a_chart_is_described_in_a_sentence() -> None:
    """From where to where, what is likeliest, and the average."""
    words = chart.describe_chart(DICE).replace("\u202f", " ")
    assert words == "Two dice, from 2 to 12: most likely 7, at 17 %; on average 7.0."
    assert chart.describe_chart(Chart(name="n", title="None", series=())) == "None: nothing."


def test_a_page_has_the_same_as_a_table() -> None:
    """For those who hear it: the sentence as the picture's name, and every outcome with its chance."""
    page = parse_html(html(sheets.plain(), paper=A4))
    assert ["most likely" in chart.get("aria-label", "") for chart in page.iterfind(".//*[@class='chart']")] == [
        True
    ] * 2
    assert len(page.findall(".//table[@class='spoken']")) == 2
    assert {"33.33\u202f%", "66.67\u202f%"} <= {*page.itertext()}


def test_an_empty_chart_is_no_error() -> None:
    empty = replace(sheets.BARE, blocks=(Chart(name="e", title="Nothing yet", series=()),))
    assert "Nothing yet" in html(empty, paper=A4)


def test_the_widths_of_numbers_are_those_of_the_typeface() -> None:
    """Numbers line up under bars only if the regular face has these widths."""
    font = uharfbuzz.Font(fonts.loaded(fonts.REGULAR))
    fixed = {" ": chart.BLANK, chart.FIGURE_SPACE: chart.DIGIT, THIN_SPACE: chart.DIGIT / chart.QUARTER}
    measured = {sign: 1000 * fonts.text_width(sign) for sign in "0123456789<>+−.%"}
    for sign, width in (fixed | measured).items():
        buffer = uharfbuzz.Buffer()
        buffer.add_str(sign)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
        assert [position.x_advance for position in buffer.glyph_positions] == [pytest.approx(width, abs=1)], sign
