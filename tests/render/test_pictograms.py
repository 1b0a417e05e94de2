"""The small figures of cells: drawn in ink and in outline, and reported in words."""

from dataclasses import replace

import pytest

from chargen.page.sheet import Column, Figure, Label, Masthead, NumberLine, Pips, Sheet, Table
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.pictograms import pictogram
from chargen.render.press import Press
from tests.render.looking import elements, opened
from tests.render.sheets import BARE


def sheet(*figures: Figure) -> Sheet:
    columns = (Column(heading="What"), Column(heading="Drawn"))
    rows = tuple((f"Row {number}", Label("", figure=figure)) for number, figure in enumerate(figures))
    return replace(BARE, blocks=(Table(name="t", title="T", columns=columns, rows=rows),))


@pytest.mark.parametrize("figure", [Pips(4, 2, "d10"), NumberLine(5, 9)])
def test_a_figure_has_words(figure: Figure) -> None:
    assert f'role="img" aria-label="{pictogram(figure)["words"]}"' in html(sheet(figure), paper=A4)
    tagged = opened(pdf(sheet(figure), paper=A4, press=Press(standard="pdf/ua-1")).content)
    assert pictogram(figure)["words"] in {str(element.get("/Alt", "")) for element in elements(tagged)}


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
