"""Read JSON Schemas for what is allowed at a path of a file, and add suggestions from a book's tables."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold

JsonSchema: TypeAlias = dict[str, Any]


def nodes(schema: JsonSchema, path: KeyPath) -> list[JsonSchema]:
    """Return the schemas of what is allowed at a path, one for each alternative; empty where nothing is allowed.

    Keys may be spelled in any way, and an entry may be written without its list.

    >>> schema = {"properties": {"bag": {"anyOf": [{"$ref": "#/$defs/Item"}, {"items": {"$ref": "#/$defs/Item"}}]}},
    ...           "$defs": {"Item": {"anyOf": [{"type": "string"}, {"properties": {"name": {"type": "string"}}}]}}}
    >>> nodes(schema, ("Bag", 0, "name")), nodes(schema, ("bag", "name"))
    ([{'type': 'string'}], [{'type': 'string'}])
    """
    alternatives = list(_alternatives(schema, schema))
    for step in path:
        alternatives = [
            inner for node in alternatives for child in _children(node, step) for inner in _alternatives(schema, child)
        ]
    return alternatives


def of_key(schema: JsonSchema, path: KeyPath, what: str) -> Any:
    """Return the ``description`` or the ``default`` of the key at the end of a path; None where there is none.

    >>> of_key({"properties": {"age": {"type": "integer", "description": "In years."}}}, ("age",), "description")
    'In years.'
    """
    children = (child for node in nodes(schema, path[:-1]) for child in _children(node, path[-1]))
    return next((child[what] for child in children if what in child), None)


def _alternatives(schema: JsonSchema, node: JsonSchema) -> Iterator[JsonSchema]:
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    if "anyOf" not in node:
        yield node
    for inner in node.get("anyOf", ()):
        yield from _alternatives(schema, inner)


def _children(node: JsonSchema, step: str | int) -> Iterator[JsonSchema]:
    """Yield the schemas in a node for a key, for an entry of a list, or with ``*`` for all of them."""
    if isinstance(step, int) or step == "*":
        yield from filter(None, (node.get("items"),))
    if isinstance(step, int):
        return
    properties = node.get("properties", {})
    key = step if step in properties else next((name for name in properties if fold(name) == fold(step)), None)
    if key is not None:
        yield properties[key]
    elif isinstance(others := node.get("additionalProperties"), dict):
        yield others
    else:
        yield from (inner for pattern, inner in node.get("patternProperties", {}).items() if re.search(pattern, step))


def with_tables(schema: JsonSchema, tables: Mapping[str, Mapping[str | int, str]]) -> JsonSchema:
    """Return a schema that suggests names at some paths, such as ``weapons.*.name``, with a description of each.

    It accepts all that it accepted before. The schema itself is changed.

    >>> arms = {"properties": {"weapon": {"type": "string"}}}
    >>> with_tables(arms, {"weapon": {"Rapier": "damage 2D"}})["properties"]["weapon"]["anyOf"]
    [{'enum': ['Rapier'], 'enumDescriptions': ['damage 2D']}, {'type': 'string'}]
    """
    for at, rows in tables.items():
        # The schemas of texts or numbers there, and of those allowed in place of the surrounding mapping.
        path, types = tuple(at.split(".")), {_TYPES[type(name)] for name in rows}
        values = [node for node in nodes(schema, path) if node.get("type") in types]
        alike = [{**node, "default": None} for node in values]
        values += [node for node in nodes(schema, path[:-1]) if {**node, "default": None} in alike]
        # By identity: nodes are changed in place, and one that is shared must be changed once.
        for node in {id(node): node for node in values}.values():
            plain = {key: node.pop(key) for key in list(node) if key not in _ABOUT}
            node["anyOf"] = [{"enum": list(rows), "enumDescriptions": list(rows.values())}, plain]
    return schema


_ABOUT = ("title", "description", "default")
_TYPES = {str: "string", int: "integer"}


def with_keys(schema: JsonSchema, at: str, inner: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return a schema in which a mapping has some keys, each with a schema of its own. The schema itself is changed.

    >>> whole = {"properties": {"rules": {"type": "object"}}}
    >>> inner = {"chess": {"$ref": "#/$defs/Piece", "$defs": {"Piece": {"type": "string"}}}}
    >>> with_keys(whole, "rules", inner)["properties"]["rules"]["properties"]
    {'chess': {'$ref': '#/$defs/chess.Piece'}}
    """
    definitions: JsonSchema = schema.setdefault("$defs", {})
    keyed = schema["properties"][at].setdefault("properties", {})
    for key, own in inner.items():
        # Two games may have definitions of the same name.
        renamed = {name: f"{key}.{name}" for name in own.get("$defs", {})}
        definitions |= {renamed[name]: _renamed(node, renamed) for name, node in own.get("$defs", {}).items()}
        keyed[key] = _renamed({name: node for name, node in own.items() if name != "$defs"}, renamed)
    return schema


def _renamed(schema: Any, renamed: Mapping[str, str]) -> Any:
    if isinstance(schema, dict):
        return {
            key: f"#/$defs/{renamed[value.rpartition('/')[2]]}" if key == "$ref" else _renamed(value, renamed)
            for key, value in schema.items()
        }
    return [_renamed(item, renamed) for item in schema] if isinstance(schema, list) else schema
