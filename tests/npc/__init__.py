"""NPCs drawn around pins, and validated, for tests of any game."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from chargen import checking, registry
from chargen.checking.concept import Checked
from chargen.game.concept import RuleSet
from chargen.game.contract import Game
from chargen.game.npc import Experience, Infeasible, NpcSpec
from chargen.game.shuffle import Shuffle
from chargen.npc import validation
from chargen.npc.fixed import find_not_fixed
from chargen.schema.parsing import parse
from chargen.text.source import Source
from tests.scale import fourth

TRIES = fourth(validation.TRIES)
"""How often an NPC is proposed in tests until the values that are fixed of the character fit."""


def drawn(game: Game[Any, Any, Any], seed: int, rules: RuleSet, spec: NpcSpec[Any]) -> dict[str, Any]:
    """The NPC of a seed. Raises `Infeasible` where the fixed values allow no legal NPC, as a batch does."""
    for diagnostic in find_not_fixed(spec.pins):
        raise Infeasible([diagnostic])
    shuffled = replace(spec, shuffle=Shuffle("tests", seed + 1))
    made: dict[str, Any] = validation.find_legal(game, Random(seed), rules, shuffled, tries=TRIES).source.data
    return made


def made(
    system: str,
    seed: int = 0,
    pins: Mapping[str, Any] | None = None,
    *,
    rules: RuleSet | None = None,
    words: Any = None,
    experience: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the NPC of a seed as plain data; ``rules`` among the pins are in force where none are given."""
    game = registry.system(system)
    settled = {"system": system, "name": "Someone", **(pins or {})}
    pinned = parse(game.concept, settled).value
    assert pinned is not None
    spec = NpcSpec(
        name=settled["name"],
        pins=settled,
        pinned=pinned,
        words=game.words_with(words or {}) if words is None or isinstance(words, Mapping) else words,
        experience=Experience.model_validate(experience) if experience and experience.get("award") else None,
    )
    return drawn(game, seed, rules or game.rules.model_validate(settled.get("rules") or {}), spec)


def check_npc(data: Mapping[str, Any]) -> Checked:
    """Check an NPC as a player's file is checked."""
    return checking.check_source(Source("NPC", "", dict(data)), None)


def check_legal(data: Mapping[str, Any]) -> Checked:
    """Check an NPC as a player's file is checked, and assert that there is neither an error nor a warning."""
    checked = check_npc(data)
    assert [found.message for found in checked.diagnostics if found.severity != "note"] == []
    return checked


def keeps(pin: Any, value: Any) -> bool:
    """Return whether a pin is unchanged in a value.

    Mappings may be completed, a single entry may be given without its list, and an entry by its name alone.
    """
    if isinstance(value, list) and not isinstance(pin, list):
        pin = [pin]
    if isinstance(pin, dict):
        return isinstance(value, dict) and all(key in value and keeps(part, value[key]) for key, part in pin.items())
    if isinstance(pin, list):
        return isinstance(value, list) and len(pin) == len(value) and all(map(keeps, pin, value))
    if isinstance(value, dict):
        value = value.get("name")
    return bool(pin == value) and isinstance(pin, bool) == isinstance(value, bool)
