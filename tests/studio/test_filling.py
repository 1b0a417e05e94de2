"""What the form of the studio writes into a text, in every game and from every start: no dead end, and nothing lost."""

from pathlib import Path

import pytest

from chargen.core.parts import find_value
from chargen.studio.studio import Studio
from tests.studio.filling import GAMES, Filling, addition, begin, studio_with_games


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return studio_with_games(tmp_path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("empty", [True, False], ids=["empty", "starter"])
def test_every_list_takes_its_first_entry(studio: Studio, game: str, empty: bool) -> None:
    """Also after its only one was taken away, and what it would do is told before."""
    filling = begin(studio, game, empty=empty)
    lists = [field for field in filling.fields() if field["kind"] == "entries"]
    assert lists
    for field in lists:
        one = Filling(studio, filling.text, filling.file)
        for entry in reversed(field["entries"]):
            one.change({"path": entry["path"], "remove": True})
        for _ in range(2):
            entry = addition(one.field(*field["path"]), "Wooden Duck")
            assert len(one.ask("effects", path=entry["path"], values=[entry["value"]])["effects"]) == 1
            one.change(entry)
            assert find_value(one.source.data, entry["path"]) == entry["value"]
            one.change({"path": entry["path"], "remove": True})
            assert find_value(one.source.data, entry["path"]) is None
