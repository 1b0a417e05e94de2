"""Sheets look as they did when someone looked at them."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from chargen import registry
from chargen.core.sheet import Sheet
from tests.characters import concept, sheet_of
from tests.render import sheets
from tests.render.sample_cards import GAMES
from tests.render.visual.looks import APPROVED, apart, approve, card_picture, compare, picture
from tests.scale import some


@pytest.mark.parametrize("game", some(registry.list_games()[::-1], 4))
def test_a_sheet_looks_as_approved(game: str) -> None:
    """Within what another version of the text engine may change."""
    differs = compare(game, picture(sheet_of(concept(game))))
    assert not differs, differs


@pytest.mark.parametrize("game", GAMES)
def test_a_card_looks_as_approved(game: str) -> None:
    """The samples of the games' cards, through the deck."""
    differs = compare(f"card-{game}", card_picture(GAMES[game]))
    assert not differs, differs


def test_every_approved_look_is_one_of_a_game() -> None:
    """None is left over, and none is large."""
    found = list(APPROVED.glob("*.png"))
    assert {each.stem for each in found} == {*registry.list_games(), *(f"card-{game}" for game in GAMES)}
    assert max(each.stat().st_size for each in found) < 30_000


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """Return a sheet to change."""
    return sheets.plain()


@pytest.fixture(scope="module")
def now(sheet: Sheet) -> Image.Image:
    """How it looks."""
    return picture(sheet)


def test_half_a_dot_is_not_seen(now: Image.Image) -> None:
    """What a text engine may set a little further, and a little darker, is still the same look."""
    moved = ImageChops.blend(now, ImageChops.offset(now, 1, 0), 0.5)
    assert apart(now, now).mean == 0
    assert apart(now, moved).is_close
    assert apart(now, now.point(lambda dot: max(0, dot - 1))).is_close


def test_what_a_player_would_see_is_seen(sheet: Sheet, now: Image.Image) -> None:
    """A block that is gone, a name that is another, a page that begins lower."""
    (first, *others) = sheet.blocks
    assert others
    assert not apart(now, picture(replace(sheet, blocks=tuple(others)))).is_close
    assert not apart(now, picture(replace(sheet, name="Somebody Else Entirely"))).is_close
    assert not apart(now, picture(replace(sheet, blocks=(first, *others[1:])))).is_close
    assert not apart(now, ImageChops.offset(now, 0, 6)).is_close
    assert not apart(now, now.resize((now.width, now.height + 1))).is_close


def test_a_difference_is_reported_and_shown(sheet: Sheet, now: Image.Image, tmp_path: Path) -> None:
    """Three pictures side by side, and where they are."""
    assert "make approve" in compare("x", now, approved=tmp_path, shown=tmp_path)
    assert approve("x", now, approved=tmp_path)
    assert compare("x", now, approved=tmp_path, shown=tmp_path / "shown") == ""
    assert not (tmp_path / "shown").exists()
    messages = compare(
        "x", picture(replace(sheet, blocks=sheet.blocks[2:])), approved=tmp_path, shown=tmp_path / "shown"
    )
    assert "x looks different" in messages
    three = tmp_path / "shown" / "x.png"
    assert str(three) in messages
    assert str(tmp_path / "x.png") in messages
    with Image.open(three) as shown:
        assert shown.width > 3 * now.width


def test_approving_what_is_close_changes_nothing(now: Image.Image, tmp_path: Path) -> None:
    """So that pictures are renewed only where something is to be seen."""
    assert approve("x", now, approved=tmp_path)
    before = (tmp_path / "x.png").read_bytes()
    assert not approve("x", ImageChops.blend(now, ImageChops.offset(now, 1, 0), 0.5), approved=tmp_path)
    assert (tmp_path / "x.png").read_bytes() == before
