"""`chargen render --theme --ink`, and the theme that a campaign asks for."""

from pathlib import Path

import pytest

from chargen.games.five_by_five import GAME
from chargen.render.theme import INKS, THEMES, apply_game_colour, find_theme
from tests.cli.running import LARRY, run


def _campaign(folder: Path, look: str, text: str = LARRY) -> None:
    (folder / "house.yaml").write_text(f"rules: {{five-by-five: {{}}}}\ntheme: {look}\n")
    (folder / "larry.yaml").write_text(text + "campaign: house.yaml\n")


def _html(folder: Path) -> str:
    return (folder / "output/larry-vance.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("look", [each for each in THEMES if each.name != "plain"], ids=lambda each: each.name)
def test_a_campaign_says_what_its_sheets_look_like(folder: Path, larry: Path, look: object) -> None:
    name = getattr(look, "name", "")
    _campaign(folder, name)
    assert run("render", "larry.yaml", "--to", "html").code == 0
    in_its_look = _html(folder)
    assert run("render", "larry.yaml", "--to", "html", "--theme", "plain").code == 0
    plain = _html(folder)
    assert run("render", "larry.yaml", "--to", "html", "--theme", name).code == 0
    assert in_its_look == _html(folder)
    assert in_its_look != plain


@pytest.mark.parametrize("ink", INKS)
def test_a_sheet_takes_as_much_ink_as_is_wanted(folder: Path, larry: Path, ink: str) -> None:
    """The accent is in full and light ink, and its tints in full only."""
    assert run("render", "larry.yaml", "--ink", ink.upper(), "--to", "html").code == 0
    plain = apply_game_colour(find_theme("plain"), GAME.masthead)
    assert (plain.accent in _html(folder)) is (ink != "mono")
    assert (plain.tint in _html(folder)) is (ink == "full")
