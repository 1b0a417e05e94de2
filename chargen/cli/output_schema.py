"""The JSON Schemas of what commands print with ``--format json``: `chargen schema --output COMMAND`.

They are written by hand in ``output_schema.yaml``; the tests hold what commands print against them.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chargen.core.source import load

Schema = Mapping[str, Any]

_SCHEMAS = load("output_schema.yaml", Path(__file__).with_name("output_schema.yaml").read_bytes()).data
DEFINITIONS: Mapping[str, Schema] = _SCHEMAS["definitions"]
"""The parts that several outputs share, by name."""
OUTPUTS: Mapping[str, Schema] = _SCHEMAS["outputs"]
"""By command, what it prints; a command of a group is written with a hyphen."""


def schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command prints with ``--format json``, with the definitions that it uses.

    >>> list(schema("odds")["$defs"])
    ['chance', 'mean', 'odds']
    """
    used: set[str] = set()
    waiting = [OUTPUTS[command]]
    while waiting:
        for name in _references(waiting.pop()) - used:
            used.add(name)
            waiting.append(DEFINITIONS[name])
    definitions = {name: DEFINITIONS[name] for name in DEFINITIONS if name in used}
    title = f"chargen {command.replace('-', ' ')} --format json"
    return {"title": title, **OUTPUTS[command], **({"$defs": definitions} if definitions else {})}


def _references(part: Any) -> set[str]:
    """Return the names of the definitions that a part of a schema names itself."""
    if isinstance(part, Mapping):
        own = {str(part["$ref"]).rpartition("/")[2]} if "$ref" in part else set[str]()
        return own.union(*map(_references, part.values()))
    return set[str]().union(*map(_references, part)) if isinstance(part, list) else set()
