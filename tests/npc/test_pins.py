"""Pins in every game: kept by every NPC, or refused at the pin with the reason. The tables are in ``pins/``."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen.core.npc import Infeasible
from tests.npc import Unlawful, check_legal, keeps, made
from tests.npc.archetypes import GAMES
from tests.scale import tenth

SEEDS = {"facade": 8}
"""How many NPCs are made around each pin; 40 where no number is given."""


@cache
def tables(game: str) -> dict[str, dict[str, Any]]:
    """Read the pins of a game."""
    path = Path(__file__).parent / "pins" / f"{game}.yaml"
    data: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return data


def cases(table: str) -> list[Any]:
    """Return the names of one table of every game, as parameters of a test."""
    return [pytest.param(game, what, id=f"{game}: {what}") for game in GAMES for what in tables(game)[table]]


@pytest.mark.parametrize(("game", "what"), cases("kept"))
def test_npcs_are_legal_and_keep_their_pins(game: str, what: str) -> None:
    """An NPC checks without a diagnostic, has every pin unchanged, and is the same the next time."""
    pins = tables(game)["kept"][what]
    for seed in range(tenth(SEEDS.get(game, 40))):
        data = made(game, seed, pins)
        checked = check_legal(data)
        assert keeps(pins, data), (pins, data)
        assert data == made(game, seed, pins)
        if game == "facade" and "advancement" not in pins:
            assert all(points.available == 0 for points in checked.points().values())


@pytest.mark.parametrize(("game", "what"), cases("refused"))
def test_pins_that_no_legal_character_has_are_refused(game: str, what: str) -> None:
    """The refusal is at the pin, and gives the reason in the game's words, whatever is drawn."""
    refused = tables(game)["refused"][what]
    for seed in range(2):
        with pytest.raises(Infeasible) as caught:
            made(game, seed, refused["pins"])
        fault = caught.value
        if game == "five-by-five" and isinstance(fault, Unlawful):
            # A set of values that cannot be made up has several places where it could be changed.
            assert fault.says(tuple(refused["path"]), refused["message"])
            assert not any("{lines}" in found.hint for found in fault.faults)
        else:
            assert list(fault.path) == refused["path"]
            assert refused["message"] in fault.message
