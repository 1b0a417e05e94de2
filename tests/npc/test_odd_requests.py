"""Odd requests that some legal character meets: parts of legal characters, pinned. Nearly all are made."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chargen import registry
from chargen.game.npc import Infeasible
from chargen.npc.archetype import check_archetype
from chargen.npc.fixed import NOT_FIXED, rename_keys
from chargen.npc.generation import find_all_errors
from tests.npc import made
from tests.npc.archetypes import GAMES, npcs_of
from tests.outcomes.edits import valid_files
from tests.scale import tenth

REQUESTS = tenth(400)
MOST_REFUSED = 0.03
NAMED = ("traits", "skills", "attributes", "abilities", "descriptors", "resistances")
"""Keys whose value is names with numbers, of which a part may be pinned; a part of a weapon would be no weapon."""


def characters(game: str) -> list[Mapping[str, Any]]:
    """Return legal characters as they were created: of files without waivers and house rules of their own, and NPCs."""
    found = []
    for checked in valid_files(game).values():
        data = rename_keys(registry.system(game).concept, checked.source.data)
        # What depends on a ledger is not there without it.
        is_plain = data.keys().isdisjoint(("waive", "campaign", "portrait", "advancement"))
        if is_plain and all(diagnostic.severity == "note" for diagnostic in checked.diagnostics):
            found.append(data)
    return [*found, *(npc.concept for npc in npcs_of(game, 20) if "advancement" not in npc.concept)]


def request(random: Random, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return one to four values of a character, with the rules that it was made by."""
    keys = [key for key in data if key not in ("system", "name", "rules", *NOT_FIXED)]
    chosen = random.sample(keys, min(len(keys), random.randint(1, 4)))
    # What names a skill is nothing without that skill.
    named = json.dumps([data[key] for key in chosen if key not in NAMED], default=str)
    refers = any(word in named for word in ('"skill"', '"bonus"', '"modifies"', '"cost": {'))
    pins = {key: data[key] for key in data if key in chosen or key == "rules" or (refers and key in NAMED)}
    for key in filter(pins.__contains__, NAMED):
        if not refers and isinstance(pins[key], dict) and random.randrange(2):
            names = random.sample(list(pins[key]), random.randint(1, len(pins[key])))
            pins[key] = {name: value for name, value in pins[key].items() if name in names}
    return pins


@pytest.mark.parametrize("game", GAMES)
def test_of_a_hundred_odd_requests_three_are_refused_at_most(game: str) -> None:
    """Each can be met, as the character that it was taken from shows."""
    random, legal = Random(f"odd {game}"), characters(game)
    refused = []
    for seed in range(REQUESTS):
        pins = request(random, random.choice(legal))
        try:
            made(game, seed, pins)
        except Infeasible as exc:
            refused.append(f"{exc}: {pins}")
    assert len(refused) <= MOST_REFUSED * REQUESTS, "\n".join(refused)


@pytest.mark.parametrize("experience", ["", "award: 0, ", "award: six, ", "award: -3, keep: 3, ", "awrd: 6, "])
def test_a_preference_is_judged_whatever_the_award_is(experience: str, tmp_path: Path) -> None:
    path = tmp_path / "guard.yaml"
    path.write_text(f"archetype: gamocles\nexperience: {{{experience}prefer: [bogus]}}\n", encoding="utf-8")
    found = [each.message for each in find_all_errors(check_archetype(path, "guard.yaml"))]
    assert "there is no `bogus` to spend experience on" in found
