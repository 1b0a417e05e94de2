"""The words of an archetype: NPCs are made of them, in place of those of the game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.npc import check_legal, made
from tests.scale import tenth

WORDS: dict[str, Any] = yaml.load(Path(__file__).with_name("words.yaml").read_text("utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize("game", WORDS)
def test_npcs_are_made_of_the_words_of_their_archetype(game: str) -> None:
    """Each list that is given is the only one that is drawn from, and all NPCs are legal."""
    words, concept, listed = WORDS[game].values()
    for seed in range(tenth(20)):
        data = made(game, seed, words=words)
        check_legal(data)
        assert data["concept"] == concept
        for key, allowed in listed.items():
            things = data.get(key, ())
            things = [things] if isinstance(things, str) else things
            assert {thing["name"] if isinstance(thing, Mapping) else thing for thing in things} <= {*allowed}, data
