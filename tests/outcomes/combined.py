"""What comes of several edits at once: of a character, of what is fixed of an NPC, and of who fights whom.

Each is drawn from a seed of its own, so that rules meet each other in ways that no single edit shows.
"""

import copy
from collections.abc import Iterator, Mapping, Set
from random import Random
from typing import Any

from chargen import checking, registry
from chargen.core.concept import Concept
from chargen.core.fight import Combatant, Fight, State
from chargen.core.game import AnyGame, View
from chargen.core.model import keys
from chargen.npc.completion import NotCompletable, complete
from chargen.npc.generation import make_npc
from tests.batch.test_every_game import archetypes
from tests.npc.archetypes import order
from tests.outcomes.edits import (
    REMOVED,
    _checksum,
    _leaves,
    _numbered,
    _other_settings,
    outcome,
    valid_files,
    with_edit,
)
from tests.sheets.content import _short, with_short_tables

COMBINED, REQUESTS, DUELS = 120, 240, 150
"""How many of each are drawn for each game."""
STEPS = (-5, -2, -1, 1, 1, 2, 5)
"""By how much a number is changed."""


def _drawn(game: str, what: str, number: int) -> Iterator[tuple[AnyGame, Random]]:
    found = registry.system(game)
    for index in range(number):
        yield found, Random(f"{game} {what} {index}")


def _values(game: AnyGame, shared: Set[str]) -> dict[str, list[Any]]:
    """Return the values that files have for each key of the game, and for some of those that all games share."""
    every = [checked.source.data for checked in valid_files(game.key).values()]
    chosen = [key for key in game.concept.model_fields if key in shared or key not in keys(Concept)]
    return {key: found for key in chosen if (found := [data[key] for data in every if key in data])}


def _changed(random: Random, data: dict[str, Any], others: Mapping[str, list[Any]], number: int) -> dict[str, Any]:
    """Return data with so many changes: a key of another file, another number, or something left out."""
    for _ in range(number):
        places = [(path, value) for path, value in _leaves({key: data[key] for key in others if key in data})]
        numbers = [(path, value) for path, value in places if type(value) is int]
        match random.randrange(4):
            case 0:
                key = random.choice(list(others))
                data = {**data, key: copy.deepcopy(random.choice(others[key]))}
            case 1 if places:
                data = with_edit(data, random.choice(places)[0], REMOVED)
            case _ if numbers:
                path, value = random.choice(numbers)
                data = with_edit(data, path, value + random.choice(STEPS))
    return data


def _with_settings(random: Random, game: AnyGame, data: dict[str, Any]) -> dict[str, Any]:
    """Return data with other values of up to two settings."""
    settings = dict(data.get("rules") or {})
    for key in random.sample(sorted(game.rules.model_fields), random.randrange(3)):
        values = _other_settings(getattr(game.rules(), key), game.rules.model_fields[key].metadata)
        settings |= {key: random.choice(values)} if values else {}
    return {**data, "rules": settings} if settings else data


def combined(game: str) -> Iterator[str]:
    """Yield the outcome of several edits of a character at once, with its sheet and what it can do."""
    own = _values(registry.system(game), set())
    for found, random in _drawn(game, "edits", COMBINED):
        file = random.choice(list(valid_files(game)))
        data = _changed(random, dict(valid_files(game)[file].source.data), own, random.randint(1, 3))
        checked = checking.check_data(found, _with_settings(random, found, data), file.parent)
        view = checked.view or checked.draft
        yield f"{file.name} | {outcome(checked)} | {_shown(view) if view is not None else ''}"


def _shown(view: View) -> str:
    compact = view.game.compact is not None and len(view.character.name) % 2 == 0
    parts = view.rolls(), view.actions(), view.trackers(), with_short_tables(view.sheet(compact=compact))
    return " ".join(_checksum(_short(part)) for part in parts)


def requests(game: str) -> Iterator[str]:
    """Yield checksums of NPCs with several keys fixed, under other settings, or why there are none."""
    found = registry.system(game)
    stats = [view.stats() for checked in valid_files(game).values() if (view := checked.view) is not None]
    plain = [{key: value} for of_one in stats for key, value in of_one.items() if isinstance(value, (int, str))]
    own = _values(found, set())
    others = {**_values(found, {"equipment", "state"}), "stated": plain}
    for _, random in _drawn(game, "requests", REQUESTS):
        chosen = random.sample(sorted(others), random.randint(0, 3))
        fixed = {key: copy.deepcopy(random.choice(others[key])) for key in chosen}
        fixed = _with_settings(random, found, _changed(random, fixed, own, random.randrange(2)))
        try:
            yield f"{', '.join(fixed)} | {_checksum(_short(complete(found, fixed, str(random.random()))))}"
        except NotCompletable as exc:
            yield f"{', '.join(fixed)} | {_numbered('refused', str(exc))}"


def duels(game: str) -> Iterator[str]:
    """Yield checksums of what one fighter does to another, with an attack of their choice, after some blows."""
    npcs = [make_npc(order(archetype, "duels"), 1).checked for archetype in archetypes(game)]
    views = [checked.view for checked in (*valid_files(game).values(), *npcs) if checked.view is not None]
    for found, random in _drawn(game, "duels", DUELS):
        assert found.fight is not None
        one, other = random.sample(views, 2)
        strike = random.choice([None, *(action.strike for action in one.actions())])
        states = [_worn_down(random, found.fight, view) for view in (one, other)]
        pair = Combatant(one.character, states[0].form, strike), Combatant(other.character, states[1].form)
        blow = found.fight.blow(*pair)
        contest = found.fight.contest(*pair) if found.fight.contest is not None else None
        names = f"{one.character.name} | {other.character.name} | {blow.what if blow is not None else ''}"
        yield f"{names} | {_checksum(_short([states, blow, contest]))}"


def _worn_down(random: Random, fight: Fight[Any], view: View) -> State:
    """Return the state of a fighter after up to three blows of their own."""
    fighter = fight.fighter(view.character)
    state = fighter.state
    if (blow := fight.blow(fight.combatant(view.character), fight.combatant(view.character))) is not None:
        for _ in range(random.randrange(4)):
            state = fighter.suffer(state, random.choice(list(blow.dealt)))
    return state
