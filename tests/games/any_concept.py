"""Concepts, ledgers and house rules of any game, drawn from the JSON Schema of its model.

Where the schema wants a name, it is mostly one that a good file of the game has, so that bonuses, ledgers and play
state are about something that the character has.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from chargen import registry
from chargen.kit.ledger import Ledger
from chargen.testing.trial import Trial

GAMES = ("facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need")
TEXT = st.text(st.characters(blacklist_categories=["Cs"]), max_size=10)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
MOST_KEYS = 6
"""The optional keys that a mapping has: with all of them, nearly every concept would have an odd value somewhere."""
FILES = ("campaign", "portrait")
"""The keys that name a file, which is not there."""


@cache
def trial(key: str) -> Trial:
    """Return a game with its good and bad files."""
    return Trial(registry.system(key), Path(__file__).parent / key.replace("-", "_"))


@cache
def concepts(key: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return concepts of a game that fit its schema, legal or not."""
    schema = registry.system(key).concept.model_json_schema()
    properties = {name: value for name, value in schema["properties"].items() if name not in FILES}
    fixed = {"system": {"const": key}, "name": {"const": "Anyone"}}
    return Strategies(schema, key).of({**schema, "properties": {**properties, **fixed}})


@cache
def lines(key: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return awards of a game's ledger, and lines of each verb with the keys that it needs."""
    ledger = registry.system(key).ledger
    assert isinstance(ledger, Ledger)
    schema = ledger.entry.model_json_schema()
    build = Strategies(schema, key).of
    verbs: list[st.SearchStrategy[dict[str, Any]]] = [
        build({"required": [verb.key, *verb.needs], "properties": schema["properties"], "keys": verb.takes})
        for verb in ledger.verbs
    ]
    return st.one_of(st.fixed_dictionaries({"award": st.integers(0, 20)}), *verbs)


class Strategies:
    """Make strategies of the parts of a JSON Schema."""

    def __init__(self, schema: Mapping[str, Any], key: str) -> None:
        self._defs = schema.get("$defs", {})
        self._names = st.sampled_from(_names(key))
        self._made: dict[str, st.SearchStrategy[Any]] = {}

    def of(self, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        """Return the values that fit a schema."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            # Deferred, as a schema may refer to itself.
            if name not in self._made:
                self._made[name] = st.deferred(lambda: self.of(self._defs[name]))
            return self._made[name]
        if "anyOf" in schema:
            return st.one_of([self.of(one) for one in schema["anyOf"]])
        if "enum" in schema or "const" in schema:
            return st.sampled_from(schema.get("enum") or [schema["const"]])
        match schema.get("type", "object" if "properties" in schema else None):
            case "boolean":
                return st.booleans()
            case "integer" | "number" as kind:
                low, high = schema.get("minimum", -9999), schema.get("maximum", 9999)
                whole = st.integers(max(low, -9), min(high, 12)) | st.integers(low, high)
                return whole if kind == "integer" else whole | st.sampled_from([0.5, 2.5, 3.0])
            case "string":
                pattern = schema.get("pattern", r"\S")
                if pattern == r"\S":
                    return self._names | TEXT.filter(str.strip)
                return st.from_regex(pattern, fullmatch=True, alphabet=st.characters(codec="ascii"))
            case "array":
                return st.lists(self.of(schema.get("items", {})), max_size=4)
            case "object":
                return self._mapping(schema)
            case _:
                return ANYTHING

    def _mapping(self, schema: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
        """Return mappings with the required keys, some of the optional ones, and further ones where any may be."""
        known = {name: self.of(value) for name, value in schema.get("properties", {}).items()}
        required = {name: known[name] for name in schema.get("required", ())}
        optional = [name for name in schema.get("keys", known) if name not in required]
        parts = st.lists(st.sampled_from(optional), unique=True, max_size=MOST_KEYS) if optional else st.just([])
        named = parts.flatmap(
            lambda names: st.fixed_dictionaries({**required, **{name: known[name] for name in names}})
        )
        others = schema.get("additionalProperties", not known)
        if not others:
            return named
        values = self.of(others) if isinstance(others, Mapping) else st.integers(-3, 30) | st.booleans()
        return st.builds(lambda more, known: {**more, **known}, st.dictionaries(self._names, values, max_size=4), named)


@cache
def _names(key: str) -> list[str]:
    """Return the names in the good files of a game, and those of the characters' trackers and numbers."""
    found: set[str] = set()
    for checked in trial(key).characters:
        assert checked.view is not None
        found |= {name for name in _strings(checked.source.data) if len(name) < 25}
        found |= {*checked.view.stats(), *(tracker.name for tracker in checked.view.trackers())}
    return sorted(found)


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from map(str, data)
        data = list(data.values())
    if isinstance(data, (list, tuple)):
        for value in data:
            yield from _strings(value)
