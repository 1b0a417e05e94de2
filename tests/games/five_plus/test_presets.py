"""The ready characters of this game."""

import re

from chargen import checking
from chargen.core.resources import folder
from chargen.fileio import Input
from chargen.games.five_plus import GAME

PRESETS = sorted((folder("presets") / "concepts" / "five-plus").glob("*.yaml"))


def test_the_presets_check_without_a_diagnostic() -> None:
    """At least five, each with a comment that says what it shows, and notes to play by."""
    assert len(PRESETS) >= 5
    for path in PRESETS:
        checked = checking.check_input(Input(path.name, path))
        assert checked.game is GAME
        assert not [diagnostic for diagnostic in checked.diagnostics if str(diagnostic.severity) != "note"], path.name
        assert path.read_text(encoding="utf-8").startswith("# 5+ system")
        assert checked.character.notes


def test_one_has_grown_and_one_is_an_opponent() -> None:
    """A ledger of doubles, practice and milestones; and a card without skills."""
    characters = [checking.check_input(Input(path.name, path)).character for path in PRESETS]
    grown = [character for character in characters if len(character.ledger) >= 8]
    assert grown
    assert any(rated.finished for character in grown for rated in character.rated)
    assert any(character.opposition and not character.skills for character in characters)


def test_the_prices_written_beside_the_levels_are_right() -> None:
    """Where a preset notes what a level cost, the comments add up to what was spent."""
    noted = 0
    for path in PRESETS:
        prices = re.findall(r": \d +# (\d+)", path.read_text(encoding="utf-8"))
        if prices:
            noted += 1
            spent = checking.check_input(Input(path.name, path)).points()["creation"].spent
            assert sum(map(int, prices)) == spent, path.name
    assert noted >= 2
