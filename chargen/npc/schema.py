"""Make JSON Schemas of archetypes and packs, for editors."""

import json
from pathlib import Path
from typing import Any

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.game.npc import Experience
from chargen.npc.archetype_file import ArchetypeFile
from chargen.npc.packs import Pack
from chargen.schema.json_schema import JsonSchema, with_keys
from chargen.text.reader import Plain

_DRAW = {"$ref": "#/$defs/Draw"}
DRAW: dict[str, Any] = json.loads(Path(__file__).with_name("draw.schema.json").read_text("utf-8"))


def archetype_schema(game: AnyGame) -> dict[str, Any]:
    """Return the schema of a game's archetypes, in which every value may be a draw."""
    document = ArchetypeFile.model_json_schema()
    definitions = {**document.pop("$defs", {}), "Draw": DRAW}
    inners = (("pins", game.schema()), ("experience", Experience.model_json_schema()), ("words", _words(game)))
    for key, inner in inners:
        models = inner.pop("$defs", {})
        # Words are the options themselves, so no draw is possible among them.
        if key != "words":
            inner, models = _drawable(inner), {name: _drawable(definition) for name, definition in models.items()}
        definitions = {**models, **definitions}  # the concept's definitions win: they have suggestions
        description = document["properties"][key]["description"]
        document["properties"][key] = {**inner, "description": description}
    return {**document, "title": f"{game.title}: an archetype", "$defs": definitions}


def pack_schema() -> JsonSchema:
    """Return the schema of packs, with the words of each game under its key."""
    document = with_keys(Pack.model_json_schema(), "words", {game.key: _words(game) for game in registry.games()})
    return {**document, "title": "A pack of words for NPCs"}


def _words(game: AnyGame) -> JsonSchema:
    """Return the schema of a game's lists of words, with its own lists as defaults."""
    schema = game.words.model_json_schema()
    for name, default in game.words_with().model_dump(mode="json", by_alias=True).items():
        schema["properties"][name]["default"] = default
    return schema


def _drawable(schema: Plain) -> Plain:
    """Return a schema in which every value may be a draw and no key is required."""
    if isinstance(schema, list):
        return [_drawable(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    # Values that are not pinned are drawn, so no key of a concept is required here.
    changed = {key: _drawable(value) for key, value in schema.items() if key != "required"}
    if "properties" in schema:
        # From the original: the values in `changed` are converted already, and would allow a draw twice.
        changed["properties"] = {name: _or_drawn(value) for name, value in schema["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            changed[key] = _or_drawn(schema[key])
    return changed


def _or_drawn(schema: dict[str, Any]) -> dict[str, Any]:
    description = {key: schema[key] for key in ("description",) if key in schema}
    return {**description, "anyOf": [_drawable(schema), _DRAW]}
