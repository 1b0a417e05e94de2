"""Propose and judge: another NPC is proposed while the check finds errors, and what remains is reported at the pin."""

import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.game.npc import NpcSpec
from chargen.npc import validation
from chargen.npc.validation import ValidatedNpc
from chargen.schema.parsing import parse

GAMOCLES = registry.system("gamocles")


def validated(pins: Mapping[str, Any], game: AnyGame = GAMOCLES, seed: int = 1) -> ValidatedNpc:
    fixed = {"system": game.key, "name": "Bo", **pins}
    pinned = parse(game.concept, fixed).value
    assert pinned is not None
    rules = game.rules.model_validate(pins.get("rules", {}))
    return validation.find_legal(
        game, Random(seed), rules, NpcSpec(name="Bo", pins=fixed, pinned=pinned, words=game.words_with())
    )


def failing(times: int) -> tuple[AnyGame, list[int]]:
    """A game whose first proposals break a rule, and how many proposals were asked for."""
    asked = [0]
    npc = GAMOCLES.npc
    assert npc is not None

    def propose(random: Random, rules: Any, spec: NpcSpec[Any]) -> dict[str, object]:
        asked[0] += 1
        proposal = dict(npc.propose(random, rules, spec))
        return {**proposal, "pools": [{"name": "Jump", "pool": "six"}]} if asked[0] <= times else proposal

    return replace(GAMOCLES, npc=replace(npc, propose=propose)), asked


def test_an_illegal_npc_is_proposed_again() -> None:
    """The game need not get it right at once."""
    game, asked = failing(validation.FEW - 1)
    assert validated({}, game).errors == ()
    assert asked == [validation.FEW]


def test_an_npc_that_stays_illegal_is_reported_with_the_errors() -> None:
    """A game that never gets it right is not asked for ever; nothing that is fixed is to blame."""
    game, asked = failing(10**9)
    (fault,) = validated({}, game).errors
    assert (fault.code, fault.path, asked) == ("gamocles/pools", ("pools", 0, "pool"), [validation.FEW])


@pytest.mark.parametrize(
    ("pins", "path"),
    [
        ({"traits": {"grit": 5}, "rules": {"sheet_tn": 20, "trait_points": 8}}, ("traits",)),
        ({"player": "Kim", "rules": {"sheet_tn": 20, "trait_points": 4}}, ("rules", "trait_points")),
        (
            {"weapon": {"name": "Fork", "rating": -999}, "rules": {"highest_skill": 3, "highest_trait": 3}},
            ("weapon", 0),
        ),
        ({"skills": {"combat": 2, "luck": 3}}, ("skills", "luck")),
    ],
)
def test_what_remains_wrong_is_reported_at_the_pin_that_is_to_blame(
    pins: dict[str, Any], path: tuple[Any, ...]
) -> None:
    """At the pin where the rule finds it, or else at the one without which it would not be found."""
    assert validated(pins).errors[0].path == path


@pytest.mark.parametrize(
    "pins", [{"stated": {"offensive_rating": 999}}, {"state": {"wounds": 999}}, {"rules": {"trait_points": 4}}]
)
def test_what_cannot_be_is_reported_soon(pins: dict[str, Any]) -> None:
    """Well within two seconds, though no NPC is found."""
    before = time.process_time()
    assert validated(pins).errors
    assert time.process_time() - before < 2
