"""A single slip anywhere in a starter is at most one error or warning: what follows from it is not reported."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml

from chargen import checking, registry
from chargen.text.diagnostic import KeyPath, Severity
from chargen.text.source import load
from tests.plain_data import walk
from tests.scale import some

STARTERS = {key: yaml.load(registry.system(key).new_concept("Kai"), yaml.CSafeLoader) for key in registry.list_games()}
TO_KEYS: dict[str, Callable[[str], str]] = {
    "misspelt": lambda key: key[:-1] if len(key) > 3 else f"{key}x",
    "in-no-language": lambda key: "Zzyzx",
}
TO_VALUES: dict[str, Callable[[Any], Any]] = {
    "a-word": lambda value: "many" if isinstance(value, int) else None,
    "a-list": lambda value: [value, value],
    "a-mapping": lambda value: {"a": 1},
}


def list_places(data: Any) -> Iterator[tuple[KeyPath, bool]]:
    """Yield the path of every key (True) and of every single value (False), but those of ``system``."""
    for path, value in walk(data):
        if path and path[0] != "system":
            if isinstance(path[-1], str):
                yield path, True
            if not isinstance(value, dict | list):
                yield path, False


def change(data: Any, path: KeyPath, is_key: bool, slip: Callable[[Any], Any]) -> Any:
    """Return data with the key or the value at a path changed; None where the slip does not apply to it."""
    changed = copy.deepcopy(data)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    new = slip(path[-1] if is_key else holder[path[-1]])
    if new is None:
        return None
    if is_key:
        entries = [(new if key == path[-1] else key, value) for key, value in holder.items()]
        holder.clear()
        holder.update(entries)
    else:
        holder[path[-1]] = new
    return changed


@pytest.mark.parametrize("game", STARTERS)
@pytest.mark.parametrize("slip", [*TO_KEYS, *TO_VALUES])
def test_a_slip_is_reported_once(game: str, slip: str) -> None:
    """Each key misspelt, or each value of another kind."""
    starter = STARTERS[game]
    more: list[tuple[KeyPath, list[str]]] = []
    tried = 0
    for path, is_key in some(list(list_places(starter)), 20):
        changer = (TO_KEYS if is_key else TO_VALUES).get(slip)
        changed = changer and change(starter, path, is_key, changer)
        if not changed:
            continue
        tried += 1
        text = yaml.safe_dump(changed, sort_keys=False, allow_unicode=True)
        found = checking.check_source(load("kai.yaml", text.encode()), None).diagnostics
        problems = [f"{each.code}: {each.message}" for each in found if each.severity is not Severity.NOTE]
        if len(problems) > 1:
            more.append((path, problems))
    assert tried
    assert more == []
