"""Sheets and cards look as they did when they were approved."""

from dataclasses import replace

import pytest
from PIL import ImageChops

from tests.render import sheets
from tests.render.visual.looks import APPROVED, NAMES, apart, compare, picture_of
from tests.scale import some


@pytest.mark.parametrize("name", some(NAMES[::-1], 8))
def test_it_looks_as_approved(name: str) -> None:
    """Within what another version of the text engine may change."""
    differs = compare(name)
    assert not differs, differs


def test_every_approved_look_is_one_of_a_game() -> None:
    """None is left over, and none is large."""
    found = list(APPROVED.glob("*.png"))
    assert {each.stem for each in found} == {*NAMES}
    assert max(each.stat().st_size for each in found) < 30_000


def test_what_a_player_would_see_is_seen() -> None:
    """A block that is gone, another name, a page that begins lower; not half a dot, nor a little more grey."""
    sheet = sheets.plain()
    now = picture_of(sheet)
    assert apart(now, now).mean == 0
    assert apart(now, ImageChops.blend(now, ImageChops.offset(now, 1, 0), 0.5)).is_close
    assert apart(now, now.point(lambda dot: max(0, dot - 1))).is_close
    assert not apart(now, picture_of(replace(sheet, blocks=sheet.blocks[1:]))).is_close
    assert not apart(now, picture_of(replace(sheet, name="Somebody Else Entirely"))).is_close
    assert not apart(now, ImageChops.offset(now, 0, 6)).is_close
    assert not apart(now, now.resize((now.width, now.height + 1))).is_close
