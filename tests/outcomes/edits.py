"""What a check reports and computes after a small edit of a valid file, or under another setting of its rules.

Bounds, sums and guards show here: each kind of value is raised, lowered, made large and left out.
"""

import copy
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from chargen import checking, ready_made, registry
from chargen.checking.chances import chances
from chargen.checking.concept import Checked
from chargen.core.model import Choice
from chargen.fileio import Input
from chargen.npc.fixed import Layer
from chargen.npc.generation import NpcRejected, Order, make_npc
from tests.batch.test_every_game import archetypes
from tests.npc.archetypes import order
from tests.sheets.content import LEFT_OUT, _short

KeyPath = tuple[str | int, ...]
EDITS = 100
"""How many edits are tried for each game."""
NPCS = 3
"""How many further NPCs of each role are made."""
REMOVED = "removed"
TESTS = Path(__file__).parents[1]


@cache
def valid_files(game: str) -> dict[Path, Checked]:
    """Return the ready-made characters of a game, and the files that show what is legal, by their paths."""
    good = sorted((TESTS / "games" / game.replace("-", "_") / "good").glob("*.yaml"))
    paths = [*(preset.path for preset in ready_made.presets(game)), *good]
    return {path: checking.check_input(Input(path.name, path)) for path in paths}


def _leaves(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield each value, and each list, with its path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    else:
        yield path, value
        if isinstance(value, list):
            for index, inner in enumerate(value):
                yield from _leaves(inner, (*path, index))


def _kind(path: KeyPath) -> KeyPath:
    """Return a path without the names that a player chose, and without indexes."""
    return tuple(part if isinstance(part, str) and part.islower() else "*" for part in path)


def _others(value: Any) -> Sequence[Any]:
    """Return what a value is replaced by."""
    match value:
        case bool():
            return (not value, REMOVED)
        case int():
            return (value + 1, value - 1, 0, REMOVED, value + 20, -1)
        case list():
            return (value + value[-1:], value[:-1], [])
        case _:
            return (REMOVED,)


def with_edit(data: Mapping[str, Any], path: KeyPath, value: Any) -> dict[str, Any]:
    """Return data with another value at a path, or without it."""
    edited: dict[str, Any] = copy.deepcopy(dict(data))
    inner: Any = edited
    for part in path[:-1]:
        inner = inner[part]
    if value is REMOVED:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return edited


def outcome(checked: Checked) -> str:
    """Return the codes of all that is reported, with the numbers in the messages, and a checksum of what is computed.

    Words of messages are approved elsewhere; so a new wording changes nothing here.
    """
    found = [_numbered(found.code, f"{found.message} {found.hint}") for found in checked.diagnostics]
    if (view := checked.view or checked.draft) is not None:
        parts = dict(view.stats()), chances(view), _short(view.card())
        found.append(_checksum(repr(parts)))
    return "; ".join(dict.fromkeys(found))


def _numbered(name: str, message: str) -> str:
    return " ".join([name, *re.findall(r"\d+", message)])


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def edits(game: str) -> Iterator[str]:
    """Yield the outcome of some edits of each kind of value, from different files."""
    files = valid_files(game)
    places = defaultdict[KeyPath, list[tuple[Path, KeyPath, Any]]](list)
    for file, checked in files.items():
        for path, value in _leaves(checked.source.data):
            places[_kind(path)].append((file, path, value))
    # First one edit of each kind, then a second …, so that a limit takes something from all of them.
    rounds = zip_longest(*(_edits_of(found) for found in places.values()))
    tried = [edit for edits in rounds for edit in edits if edit is not None]
    for file, path, value in tried[:EDITS]:
        data = with_edit(files[file].source.data, path, value)
        edited = checking.check_data(registry.system(game), data, file.parent)
        shown = f"{len(value)} entries" if isinstance(value, list) else value
        yield f"{file.name}: {'.'.join(map(str, path))} = {shown} | {outcome(edited)}"


def _edits_of(found: Sequence[tuple[Path, KeyPath, Any]]) -> Iterator[tuple[Path, KeyPath, Any]]:
    """Yield the edits of one kind of value, each in another file where several have one."""
    for number in range(6):
        file, path, value = found[number * 7 % len(found)]
        others = _others(value)
        if number < len(others):
            yield file, path, others[number]


def settings(game: str) -> Iterator[str]:
    """Yield what another value of each setting does to a character, and to NPCs with nothing else fixed."""
    found = registry.system(game)
    file, checked = next(iter(valid_files(game).items()))
    data = checked.source.data
    for key, info in found.rules.model_fields.items():
        for value in _other_settings(getattr(found.rules(), key), info.metadata):
            rules = {**data.get("rules", {}), key: value}
            edited = checking.check_data(found, {**data, "rules": rules}, file.parent)
            yield f"{key} = {value} | {data['name']} | {outcome(edited)}"
            archetype = replace(archetypes(game)[0], fixed=Layer({"pins": {"rules": {key: value}}}))
            yield f"{key} = {value} | NPC | {_npc(order(archetype, 'outcomes'), 1)}"


def _other_settings(value: Any, metadata: Sequence[Any]) -> Sequence[Any]:
    choices = [name for choice in metadata if isinstance(choice, Choice) for name in choice.names if name != value]
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case None:
            return [0, 30]
        case _:
            return choices


def _npc(of: Order, number: int) -> str:
    try:
        return outcome(make_npc(of, number).checked)
    except NpcRejected as exc:
        return _numbered("rejected", str(exc))


def more_npcs(game: str) -> Iterator[str]:
    """Yield checksums of further NPCs of each role, the first ones of which are approved in full."""
    for archetype in archetypes(game):
        for number in range(4, 4 + NPCS):
            yield f"{archetype.role} | {number} | {_npc(order(archetype, 'outcomes'), number)}"


def sheets(game: str) -> Iterator[str]:
    """Yield checksums of the parts of each sheet, every other one compact; one of each game is approved in full."""
    has_compact = registry.system(game).compact is not None
    for number, checked in enumerate(valid_files(game).values()):
        if checked.view is None:
            continue
        sheet = checking.make_sheet(checked, compact=has_compact and number % 2 == 1)
        for part in fields(sheet):
            inner = getattr(sheet, part.name)
            if part.name not in ("what_ifs", *LEFT_OUT) and inner:
                each = inner if isinstance(inner, tuple) else [inner]
                yield " ".join([checked.source.name, part.name, *(_checksum(_short(one)) for one in each)])
