"""What comes of several edits at once: of a character, of what is fixed of an NPC, and of who fights whom.

Each is drawn from a seed of its own, so that rules meet each other in ways that no single edit shows.
"""

import copy
from collections.abc import Iterator, Mapping, Set
from random import Random
from typing import Any

from chargen import checking, registry
from chargen.checking.concept import Checked
from chargen.game.concept import Concept
from chargen.game.contract import AnyGame, View
from chargen.game.fight import Combatant, Fight, State
from chargen.game.npc import Infeasible
from chargen.npc.completion import complete
from chargen.npc.fixed import NOT_FIXED
from chargen.npc.generation import make_npc
from chargen.schema.model import keys
from chargen.schema.parsing import parse
from tests.batch.test_every_game import archetypes
from tests.npc.archetypes import order
from tests.outcomes.edits import (
    REMOVED,
    _checksum,
    _kind,
    _leaves,
    _numbered,
    _other_settings,
    outcome,
    valid_files,
    with_edit,
)
from tests.sheets.content import _short, with_short_tables

COMBINED, REQUESTS, DUELS = 100, 270, 300
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
    """Return data with some changes: a key of another file, another number or text, or something left out."""
    for _ in range(number):
        places = [(path, value) for path, value in _leaves({key: data[key] for key in others if key in data})]
        numbers = [(path, value) for path, value in places if type(value) is int]
        texts = [(path, value) for path, value in places if isinstance(value, str)]
        match random.randrange(5):
            case 0:
                key = random.choice(list(others))
                data = {**data, key: copy.deepcopy(random.choice(others[key]))}
            case 1 if places:
                data = with_edit(data, random.choice(places)[0], REMOVED)
            case 2 if texts:
                path, text = random.choice(texts)
                data = with_edit(data, path, random.choice((text.upper(), f"{text} > ", f"{text} > {text}", "", 3)))
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
    """Yield the outcome of several edits of a character at once: also in words, with all rules waived, and in print."""
    own = _values(registry.system(game), set())
    for found, random in _drawn(game, "edits", COMBINED):
        file = random.choice(list(valid_files(game)))
        data = _changed(random, dict(valid_files(game)[file].source.data), own, random.randint(1, 3))
        data = _with_settings(random, found, {**data, "state": _state(random, valid_files(game)[file])})
        checked = checking.check_data(found, data, file.parent)
        waived = {**data, "waive": [{"code": code, "why": "agreed"} for code in _codes(checked)]}
        words = _checksum(repr([(one.message, one.hint, one.path) for one in checked.diagnostics]))
        without = outcome(checking.check_data(found, waived, file.parent)) if _codes(checked) else ""
        view = checked.derived
        yield f"{file.name} | {outcome(checked)} | {words} | {without} | {_shown(view) if view is not None else ''}"


def _state(random: Random, checked: Checked) -> dict[str, Any]:
    """Return a state in play: up to four of what can be marked."""
    trackers = checked.view.trackers() if checked.view is not None else []
    chosen = random.sample(trackers, min(random.randrange(5), len(trackers)))
    return {one.name: True if one.yes_or_no else random.randint(one.low, one.high) for one in chosen}


def _codes(checked: Checked) -> list[str]:
    return sorted({one.code for one in checked.diagnostics})


def _shown(view: View) -> str:
    """Return checksums of a character in print, and of who fights it."""
    compact = view.game.compact is not None and len(view.character.name) % 2 == 0
    fight = view.game.fight
    assert fight is not None
    fighter = fight.fighter(view.character)
    blow = fight.blow(*[fight.combatant(view.character)] * 2)
    parts = view.rolls(), view.actions(), view.trackers(), with_short_tables(view.sheet(compact=compact))
    return " ".join(
        _checksum(_short(part)) for part in (*parts, [fighter.stamina, fighter.state, fighter.remark, blow])
    )


def lacking(game: str) -> Iterator[str]:
    """Yield the outcome where a value is left out, one of each kind, and the character in print."""
    found = registry.system(game)
    places = {
        _kind(path): (file, path)
        for file, checked in valid_files(game).items()
        for path, _ in _leaves(checked.source.data)
        if path[0] not in keys(Concept) or path[0] in ("equipment", "state")
    }
    for file, path in places.values():
        checked = checking.check_data(found, with_edit(valid_files(game)[file].source.data, path, REMOVED), file.parent)
        view = checked.derived
        shown = _shown(view) if view is not None else ""
        yield f"{file.name}: {'.'.join(map(str, path))} | {outcome(checked)} | {shown}"


def requests(game: str) -> Iterator[str]:
    """Yield checksums of NPCs with several keys fixed, under other settings, or why there are none."""
    found = registry.system(game)
    every = valid_files(game).values()
    others = {key: values for key, values in _values(found, {"equipment"}).items() if key not in NOT_FIXED}
    files = [{key: checked.source.data[key] for key in others if key in checked.source.data} for checked in every]
    for number, (_, random) in enumerate(_drawn(game, "requests", REQUESTS)):
        # In every second one all values are of one file, so that an item has the skill that it names.
        known = {key: [value] for key, value in random.choice(files).items()} if number % 2 else others
        chosen = random.sample(sorted(known), random.randint(0, min(3, len(known))))
        fixed = {key: _part(random, copy.deepcopy(random.choice(known[key]))) for key in chosen}
        fixed = _with_settings(random, found, _changed(random, fixed, others, random.randrange(2)))
        try:
            yield f"{', '.join(fixed)} | {_checksum(_short(complete(found, fixed, str(random.random()))))}"
        except Infeasible as exc:
            yield f"{', '.join(fixed)} | {_numbered('refused', exc.diagnostics[0].message)}"


def _part(random: Random, value: Any) -> Any:
    """Return one entry of a list or a mapping, in half of the cases; else all of it."""
    if random.randrange(2) and value and isinstance(value, list):
        return [random.choice(value)]
    if random.randrange(2) and value and isinstance(value, dict):
        return dict([random.choice(list(value.items()))])
    return value


def words(game: str) -> Iterator[str]:
    """Yield the names that are proposed for each key of a file, and for the keys inside."""
    found = registry.system(game)
    assert found.npc is not None
    for key in ("", *found.concept.model_fields):
        tops = list(found.npc.names(found.words_with(), (key,) if key else ()))
        yield f"{key}: {', '.join(map(str, tops))}"
        for top in tops:
            inner = list(found.npc.names(found.words_with(), (key, str(top))))
            deeper = [list(found.npc.names(found.words_with(), (key, str(top), str(name)))) for name in inner]
            yield f"{key}.{top}: {len(inner)} {_checksum(repr([inner, deeper]))}"


def wrong_words(game: str) -> Iterator[str]:
    """Yield what is reported of a word that is in no table, in each list of words of an archetype."""
    found = registry.system(game)
    assert found.npc is not None
    of = type(found.words_with())
    wrong = "Nonsense"
    values = (wrong, [wrong], [{"name": wrong}], *({wrong: value} for value in (wrong, [wrong], {"name": wrong}, 3)))
    for key in of.model_fields:
        for value in values:
            parsed = parse(of, {key: value})
            if parsed.value is not None and not parsed.diagnostics:
                errors = found.npc.word_errors(parsed.value, found.rules()) if found.npc.word_errors is not None else ()
                yield f"{key} {value} | {'; '.join(f'{one.path} {one.message}: {one.hint}' for one in errors)}"


def duels(game: str) -> Iterator[str]:
    """Yield checksums of what one fighter does to another, with an attack of their choice, after some blows."""
    npcs = [make_npc(order(archetype, "duels"), 1).checked for archetype in archetypes(game)]
    changed = [
        checking.check_data(found, _with_settings(random, found, dict(checked.source.data)), file.parent)
        for found, random in _drawn(game, "settings", 3)
        for file, checked in valid_files(game).items()
    ]
    every = (*valid_files(game).values(), *npcs, *changed)
    views = [view for checked in every if (view := checked.derived) is not None]
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
