"""Numbers set as one line of text."""

from dataclasses import replace
from fractions import Fraction

import pytest
import uharfbuzz

from chargen.core.sheet import Cell, Chance, Column, Table
from chargen.render import fonts, run


def table(*rows: tuple[Cell, ...], reference: bool = True) -> Table:
    """A table of names and numbers."""
    columns = (
        Column(heading="What", width=20),
        *(Column(heading=str(n), align="right") for n in range(1, len(rows[0]))),
    )
    return Table(name="t", title="T", columns=columns, rows=rows, reference=reference)


def test_the_widths_are_those_of_the_typeface() -> None:
    """What is reckoned with is what the regular face has."""
    face = next(each for each in fonts.FACES if each.family == fonts.SANS and each.weight == 400)
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path))))
    for sign, width in {**run.WIDTHS, " ": run.BLANK, run.FIGURE_SPACE: run.DIGIT}.items():
        buffer = uharfbuzz.Buffer()
        buffer.add_str(sign)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
        assert [position.x_advance for position in buffer.glyph_positions] == [width], sign


def test_each_number_ends_under_its_heading() -> None:
    """All texts of a column end at the same place, a column's width after the one before."""
    drawn = table(
        ("a", Chance(Fraction(1, 2)), None, Chance(Fraction(1)), Chance(Fraction(1, 900))),
        ("b", Chance(Fraction(0)), "7", "−12", Chance(Fraction(1, 3))),
    )
    (found,) = run.runs(drawn, 180, 2.8, 2.6)
    assert (found.start, found.length) == (1, 4)
    column = 180 * 10 / 60
    for line in found.rows:
        end = -column
        for number in line.text.split(" "):
            assert len(number) == 3
            end += column
            width = len(number) * run.DIGIT * 2.8 / 1000
            start = end + (line.spacing_mm + run.BLANK * 2.8 / 1000)
            assert start + width == pytest.approx(end + column)


def test_empty_cells_keep_their_place() -> None:
    """They are figure spaces, which no reader of the file takes for a number."""
    (found,) = run.runs(table(("a", "1", None, "3")), 180, 2.8, 2.6)
    assert found.rows[0].text == f"1 {run.FIGURE_SPACE} 3"


@pytest.mark.parametrize(
    "other",
    [
        table(("a", "1", "2")),
        table(("a", "1", "two", "3")),
        table(("a", "1", Chance(Fraction(1, 2), bar=True), "3")),
        replace(table(("a", "1", "2", "3")), columns=tuple(Column(heading=str(n)) for n in range(4))),
        table(("a", "1.0", "2", "3")),
        table(("a", *["1"] * 120)),
    ],
    ids=["too few", "words", "a bar", "not at the right", "not of one kind", "too narrow"],
)
def test_what_does_not_line_up_stays_in_cells(other: Table) -> None:
    """There is no run where one would look different."""
    assert run.runs(other, 180, 2.8, 2.6) == ()


def test_headings_that_are_words_stay_in_cells() -> None:
    """Only the numbers below them are set as text."""
    drawn = table(("a", "1", "2", "3"))
    worded = replace(drawn, columns=(*drawn.columns[:3], replace(drawn.columns[3], heading="3 or more")))
    (found,) = run.runs(worded, 180, 2.8, 2.6)
    assert found.heading is None


def test_columns_that_stand_apart_are_a_run_of_their_own() -> None:
    """White space parts them from those before, and each number still ends under its heading."""
    drawn = table(("a", "1", "2", "3", "4", "5", "6"))
    columns = [*drawn.columns[:4], replace(drawn.columns[4], apart=5), *drawn.columns[5:]]
    found = run.runs(replace(drawn, columns=tuple(columns)), 180, 2.8, 2.6)
    assert [(each.start, each.length) for each in found] == [(1, 3), (4, 3)]
    column = 180 * 10 / (20 + 60 + 5)
    for each in found:
        digit = (run.DIGIT + run.BLANK) * 2.8 / 1000
        assert each.rows[0].spacing_mm + digit == pytest.approx(column)
