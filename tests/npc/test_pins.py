"""Pins in every game: kept by every NPC, or refused at the pin with the reason. The tables are in ``pins/``."""

from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen.game.npc import Infeasible
from chargen.npc import roles, validation
from chargen.npc.generation import Npc
from chargen.sheets.decks import card_of
from chargen.text.diagnostic import Severity
from tests import npc
from tests.npc import check_legal, keeps, made
from tests.npc.archetypes import GAMES, npcs_of
from tests.scale import QUICK, TRIES_MUTANTS, first, fourth, some, tenth

SEEDS = {"facade": 8}
"""How many NPCs are made around each pin; 40 where no number is given."""

ROWS: dict[str, Callable[[Npc], Hashable]] = {
    "facade": lambda npc: (
        tuple(known.path for known in npc.checked.character.skills),
        *(len(npc.concept.get(key, ())) for key in ("weapons", "armor", "modifiers", "backgrounds", "equipment")),
    ),
    "five-plus": lambda npc: (tuple(npc.concept.get("skills", ())), tuple(npc.concept.get("resistances", ()))),
    "roll-when-you-need": lambda npc: len(npc.concept.get("moves", ())),
}
"""By game, what is the same on the sheets of all NPCs of a role."""


@cache
def tables(game: str) -> dict[str, dict[str, Any]]:
    path = Path(__file__).parent / "pins" / f"{game}.yaml"
    data: dict[str, dict[str, Any]] = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return data


def cases(table: str) -> list[Any]:
    """Return the names of one table of every game, as parameters of a test."""
    return [pytest.param(game, what, id=f"{game}: {what}") for game in GAMES for what in tables(game)[table]]


@pytest.mark.parametrize(("game", "what"), cases("kept"))
def test_npcs_are_legal_and_keep_their_pins(game: str, what: str) -> None:
    """An NPC checks without a diagnostic, has every pin unchanged, and is the same the next time."""
    pins = tables(game)["kept"][what]
    for seed in range(1 + TRIES_MUTANTS if QUICK else SEEDS.get(game, 40)):
        data = made(game, seed, pins)
        checked = check_legal(data)
        assert keeps(pins, data), (pins, data)
        assert data == made(game, seed, pins)
        if game == "facade" and "advancement" not in pins:
            assert all(points.available == 0 for points in checked.points().values())


@pytest.mark.parametrize(("game", "what"), some(cases("refused"), 35))
def test_pins_that_no_legal_character_has_are_refused(game: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is at the pin, and gives the reason in the game's words, for any draw."""
    monkeypatch.setattr(npc, "TRIES", tenth(validation.TRIES))
    refused = tables(game)["refused"][what]
    for seed in first(range(2)):
        with pytest.raises(Infeasible) as caught:
            made(game, seed, refused["pins"])
        # In Five by Five, a set of values that cannot be made up has several places where it could be changed.
        errors = caught.value.diagnostics if game == "five-by-five" else caught.value.diagnostics[:1]
        assert any(list(found.path) == refused["path"] and refused["message"] in found.message for found in errors)
        assert not any("{lines}" in found.hint for found in errors)


@pytest.mark.parametrize(("game", "role"), [(game, role) for game in GAMES for role in roles.list_roles(game)])
def test_npcs_of_a_role_are_legal_and_no_two_are_the_same(game: str, role: str) -> None:
    """Each checks without an error or a warning, and has a card with rolls; sheets of a role have the same rows."""
    npcs = npcs_of(game, fourth(tenth(100)), role)
    assert all(found.severity is Severity.NOTE for npc in npcs for found in npc.checked.diagnostics)
    assert all(card_of(npc.checked).rolls for npc in npcs)
    assert len({str(npc.concept) for npc in npcs}) == len(npcs)
    if game in ROWS and role not in ("wanderer", "bystander", "servant"):  # whose trades differ
        assert len({ROWS[game](npc) for npc in npcs}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_six_roles_or_more_with_a_line_about_each(game: str) -> None:
    """One extends another, and some have experience."""
    listed = roles.read_roles(game)
    assert len(listed) >= 6
    assert all(role.title and role.about for role in listed)
    texts = [role.path.read_text(encoding="utf-8") for role in listed]
    assert any("\nextends:" in text for text in texts)
    assert any("\nexperience:" in text for text in texts)
