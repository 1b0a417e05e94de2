"""Sheets to fill in: fields with names, that look the same in every reader."""

import re
from functools import cache

import pypdfium2
import pytest
from PIL import ImageStat

from chargen import checking
from chargen.page.sheet import Track
from chargen.sheets.prepared import with_fields
from tests.characters import concept
from tests.render.looking import opened
from tests.scale import some
from tests.sheets import filling

GAMES = some(("five-by-five", "facade", "five-plus", "roll-when-you-need", "gamocles"), 3)


@cache
def fillable(game: str) -> bytes:
    """Return the fillable sheet of a game's first preset, made once."""
    return filling.fillable(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_tracker_and_every_box_has_a_field(game: str) -> None:
    """A tracker has boxes with a number behind the name, or one field of that very name; no two boxes have one name."""
    checked = filling.checked(concept(game))
    assert checked.game is not None
    blocks = with_fields(checking.make_sheet(checked), checked).blocks
    boxes = [box for block in blocks if isinstance(block, Track) for box in block.boxes]
    names = [box.field for box in boxes]
    fields = filling.fields(fillable(game))
    assert len(set(names)) == len(names)
    assert set(names) <= set(fields)
    assert all(fields[box.field] is box.filled for box in boxes)
    with_boxes = {tracker for box in boxes for tracker in box.shows}
    for tracker in checked.game.trackers(checked.character):
        assert tracker.name in with_boxes or tracker.name in fields, tracker.name


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_its_looks(game: str) -> None:
    """Readers need not make anything up: both states of a box are drawn, and each field has words for it."""
    with opened(fillable(game)) as file:
        assert "/Names" not in file.Root or "/Dests" not in file.Root.Names, "the names of places are left"
        assert not file.Root.AcroForm.NeedAppearances
        fields = list(file.Root.AcroForm.Fields)
        assert len(fields) > 5
        for field in fields:
            assert "/N" in field.AP
            assert str(field.DA).split()[0] in file.Root.AcroForm.DR.Font
            assert " " in str(field.TU) or str(field.TU)[0].isupper()
            assert not re.search(r"[a-z]-\d", str(field.TU)), "code and no words"
            if str(field.FT) == "/Btn":
                assert {"/Yes", "/Off"} == set(field.AP.N.keys())
                assert str(field.AS) == str(field.V)
                assert field.AP.N.Off.read_raw_bytes()


def test_a_tick_is_seen() -> None:
    """A box that is ticked is darker than the same box empty, in a reader that draws fields."""
    content = fillable("five-by-five")
    with opened(content) as file:
        left, bottom, right, top = (
            float(edge) for field in file.Root.AcroForm.Fields if str(field.T) == "hit_points-1" for edge in field.Rect
        )
    shades = []
    for made in (content, filling.filled(content, {"hit_points-1": True})):
        document = pypdfium2.PdfDocument(made)
        document.init_forms()
        height = document[0].get_height()
        box = [int(edge * 4) for edge in (left, height - top, right, height - bottom)]
        picture = document[0].render(scale=4, may_draw_forms=True).to_pil().convert("L")
        shades.append(ImageStat.Stat(picture.crop(tuple(box))).mean[0])
        document.close()
    assert shades[1] < shades[0] - 10


def test_a_fillable_sheet_is_made_the_same_each_time() -> None:
    assert filling.fillable("five-by-five") == fillable("five-by-five")
