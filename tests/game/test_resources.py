"""What games bring as files: word lists and starters."""

import re
from pathlib import Path

import pytest
import yaml

from chargen import registry
from chargen.game.concept import Text
from chargen.game.resources import PRESETS, own_words, with_words
from chargen.schema.docstrings import descriptions
from chargen.schema.model import Model, Several

GAMES = registry.list_games()


class Lists(Model):
    """Two lists."""

    trades: Several[Text] = ()
    manners: Several[Text] = ()


def test_word_lists_are_read_from_the_file_of_the_games_key(tmp_path: Path) -> None:
    """A game without one has the defaults; a file that does not fit is refused; only replaced lists count as set."""
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "lanterns.yaml").write_text("trades: [Lamp lighter]\nmanners: [in a hurry]\n")
    own = own_words(Lists, "lanterns", tmp_path)
    replaced = with_words(own, {"manners": "who hums"})
    assert (own.model_fields_set, replaced.model_fields_set) == (set(), {"manners"})
    assert (replaced.trades, replaced.manners) == (("Lamp lighter",), ("who hums",))
    assert own_words(Lists, "candles", tmp_path) == Lists()
    (tmp_path / "words" / "torches.yaml").write_text("trade: [Lamp lighter]\n")
    with pytest.raises(ValueError, match=r"torches.yaml:1: unknown key `trade`"):
        own_words(Lists, "torches", tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_every_list_of_a_game_is_a_key_of_its_file_or_may_be_left_out(game: str) -> None:
    """The description of any other list says what is drawn by default."""
    system = registry.system(game)
    written = yaml.safe_load((PRESETS / "words" / f"{game}.yaml").read_text(encoding="utf-8"))
    empty = set(system.words.model_fields) - set(written)
    assert all(re.search("by default|left out", descriptions(system.words)[name].lower()) for name in empty)


@pytest.mark.parametrize("game", GAMES)
def test_a_starter_takes_any_name(game: str) -> None:
    system = registry.system(game)
    plain = (PRESETS / "starters" / f"{game}.yaml").read_text(encoding="utf-8")
    assert system.new_concept() == plain
    assert system.new_concept("yes: no") == plain.replace("name: Unnamed", 'name: "yes: no"', 1)
