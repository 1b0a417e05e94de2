"""Sheets of several parts in one file: typefaces and common drawings are there once, and nothing looks otherwise."""

from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

from chargen import registry
from chargen.render.paper import A4
from chargen.render.pdf import pdf_of_several
from chargen.render.press import Press
from tests.characters import concept, sheet_of
from tests.render.looking import opened
from tests.render.test_typesetter import joined
from tests.scale import first

NAMES = ("Ada Quill", "Jörg Žižek", "Þóra & Sons, 1890")


@pytest.mark.parametrize("game", first(registry.list_games()[::-1]))
def test_parts_share_typefaces_and_drawings(game: str) -> None:
    """Three parts have no more typefaces than one; every page has the same words and the same dots as before."""
    sheet = sheet_of(concept(game))
    parts = [pdf_of_several([replace(sheet, name=name)], paper=A4).content for name in NAMES]
    complete = joined(parts, Press())
    assert complete == joined(parts, Press())
    with opened(complete) as file:
        programs = [thing for thing in file.objects if isinstance(thing, pikepdf.Stream) and "/Length1" in thing]
        assert len(programs) <= 4
    assert len(complete) < 0.75 * sum(map(len, parts))
    alone = [page for part in parts for page in pypdfium2.PdfDocument(part)]
    together = list(pypdfium2.PdfDocument(complete))
    assert len(alone) == len(together)
    for before, after in zip(alone, together, strict=True):
        assert before.get_textpage().get_text_range() == after.get_textpage().get_text_range()
        assert ImageChops.difference(before.render().to_pil(), after.render().to_pil()).getbbox() is None
