"""The JSON Schemas of what commands print with ``--format json``, as plain data: `chargen schema --output COMMAND`."""

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]


def _object(properties: Schema, optional: Schema | None = None) -> Schema:
    """Return the schema of an object with these keys, of which some may be left out, and with no others."""
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def _any_key(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _list(items: Schema, length: int | None = None) -> Schema:
    bounds = {} if length is None else {"minItems": length, "maxItems": length}
    return {"type": "array", "items": items, **bounds}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _of(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


_TEXT = {"type": "string"}
_NULLABLE_TEXT = {"type": ["string", "null"]}
_WHOLE = {"type": "integer"}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "number"}
_YES_OR_NO = {"type": "boolean"}
_SCALAR = {"type": ["string", "number", "boolean", "null"]}
_LINE = {"type": "integer", "minimum": 1}
_FRACTION = {"type": "string", "pattern": r"^-?\d+(/[1-9]\d*)?$"}
_PROBABILITY = {"type": "number", "minimum": 0, "maximum": 1}
_SYSTEM = {**_TEXT, "description": "The key of the game."}
_SIDE = {"enum": ["party", "others"]}

_DEFINITIONS: Mapping[str, Schema] = {
    "diagnostic": {
        "description": "A finding. Lines and columns count from 1.",
        **_object(
            {
                "code": {**_TEXT, "pattern": "^[^/]+/[^/]+$"},
                "severity": {"enum": ["error", "warning", "note"]},
                "message": _TEXT,
                "line": _LINE,
                "column": _LINE,
                "hint": _NULLABLE_TEXT,
            },
            {
                "rule": {**_TEXT, "description": "Where the rule stands in the book."},
                "file": {**_TEXT, "description": "The file of the finding, where it is another one."},
                "related": _list(_object({"message": _TEXT, "line": _LINE, "column": _LINE})),
            },
        ),
    },
    "chance": {
        "description": "An exact chance in lowest terms, and the nearest double.",
        **_object({"fraction": _FRACTION, "probability": _PROBABILITY}),
    },
    "difference": {
        "description": "A difference of chances, or of sums of them: it may be negative, or above 1.",
        **_object({"fraction": _FRACTION, "probability": _NUMBER}),
    },
    "mean": {
        "description": "An exact average in lowest terms, and the nearest double.",
        **_object({"fraction": _FRACTION, "mean": _NUMBER}),
    },
    "figure": {
        "description": "A chance or average of a fight: exact, or rounded, or simulated with its standard error.",
        "anyOf": [
            _object({key: schema}, {"fraction": _FRACTION, "standard_error": {"type": "number", "minimum": 0}})
            for key, schema in (("probability", _PROBABILITY), ("mean", _NUMBER))
        ],
    },
    "odds": {
        "description": "Chances and averages by name; those of one kind stand together under the kind's name.",
        **_any_key({"anyOf": [_of("chance"), _of("mean"), _of("odds")]}),
    },
    "value": {
        "description": "A derived number: plain, an average, or several of them by name or in a list.",
        "anyOf": [_SCALAR, _of("mean"), _list(_of("value")), _any_key(_of("value"))],
    },
    "points": {
        "description": "Granted in all, used, and left; null where the text gives no budget.",
        **_object(
            {
                "budget": {"type": ["number", "null"]},
                "spent": _NUMBER,
                "available": {"type": ["number", "null"], "minimum": 0},
            }
        ),
    },
    "roll": {
        "description": "One thing that the character may roll for.",
        **_object(
            {
                "id": {**_TEXT, "description": "The label in lower case with hyphens, unique in the sheet."},
                "label": _TEXT,
                "value": {"type": ["integer", "null"]},
                "roll": {**_TEXT, "description": "What to do with the dice, in words."},
                "odds": _of("odds"),
            },
            {
                "written": {**_TEXT, "description": "The value as its game writes it."},
                "tier": _WHOLE,
                "next": _WHOLE,
                "marked": _YES_OR_NO,
            },
        ),
    },
    "character": _object(
        {
            "system": _NULLABLE_TEXT,
            "name": _NULLABLE_TEXT,
            "ok": _YES_OR_NO,
            "diagnostics": _list(_of("diagnostic")),
            "points": _any_key(_of("points")),
            "stats": _any_key(_of("value")),
            "rolls": _list(_of("roll")),
        }
    ),
    "entry": {
        "description": "A line of the ledger, as it stands in a file.",
        "type": "object",
        "additionalProperties": True,
    },
    "fighter": _object(
        {
            "name": _TEXT,
            "file": _TEXT,
            "stamina": {"type": ["integer", "string"]},
            "taken": {"type": ["integer", "string"]},
            "unit": _TEXT,
            "acts": _COUNT,
            "dodges": _COUNT,
            "first": _or_null(_of("chance")),
            "initiative": {"type": ["integer", "null"]},
        }
    ),
    "attack": _object(
        {
            "side": _SIDE,
            "attacker": _TEXT,
            "target": _TEXT,
            "roll": _NULLABLE_TEXT,
            "exact": _YES_OR_NO,
            "hit": _of("chance"),
            "harm": {"description": "The chance of each harm, by its amount.", **_any_key(_of("chance"))},
            "mean_harm": _of("mean"),
            "hit_undodged": _or_null(_of("chance")),
            "blows_to_drop": _or_null(_of("mean")),
        }
    ),
}

_OUTCOME = _object(
    {
        "method": {"enum": ["exact", "rounded", "simulated"]},
        "wins": _any_key(_of("figure")),
        "drops_first": _any_key(_of("figure")),
        "rounds_to_first": _or_null(_of("figure")),
        "rounds_to_end": _or_null(_of("figure")),
        "down": _object({"party": _list(_of("figure")), "others": _list(_of("figure"))}),
    },
    {"runs": _COUNT, "seed": _TEXT},
)

OUTPUTS: Mapping[str, Schema] = {
    "check": _list(
        _object(
            {
                "file": _TEXT,
                "ok": _YES_OR_NO,
                "system": _NULLABLE_TEXT,
                "name": _NULLABLE_TEXT,
                "diagnostics": _list(_of("diagnostic")),
            }
        )
    ),
    "show": {"anyOf": [_of("character"), _list(_of("character"))]},
    "odds": _object({"system": _SYSTEM, "roll": _TEXT, "odds": _of("odds")}),
    "advance-history": _list(
        _object(
            {
                "number": _LINE,
                "entry": _of("entry"),
                "lines": _list(_object({"what": _TEXT, "change": _NUMBER, "balance": _NUMBER})),
                "rolls": _list(
                    _object({"roll": _TEXT, "before": _or_null(_of("chance")), "after": _or_null(_of("chance"))})
                ),
            }
        )
    ),
    "advance-plan": _object(
        {
            "unspent": {"type": "number", "minimum": 0},
            "purchases": _list(
                _object(
                    {
                        "entry": _of("entry"),
                        "label": _TEXT,
                        "price": _NUMBER,
                        "roll": _NULLABLE_TEXT,
                        "before": _or_null(_of("chance")),
                        "after": _or_null(_of("chance")),
                        "gain_per_point": _or_null(_of("difference")),
                    }
                )
            ),
            "best": _object(
                {
                    "entries": _list(_of("entry")),
                    "price": _NUMBER,
                    "gain": _of("difference"),
                    "exact": {**_YES_OR_NO, "description": "Whether nothing that is lawful gains more."},
                }
            ),
        },
        {"rolls_to_level": _any_key(_of("mean"))},
    ),
    "compare": _object(
        {
            "system": _SYSTEM,
            "names": _list(_NULLABLE_TEXT, 2),
            "stats": _list(_object({"name": _TEXT, "values": _list(_of("value"), 2)})),
            "rolls": _list(
                _object({"roll": _TEXT, "odds": _list({"anyOf": [_of("chance"), _of("mean"), {"type": "null"}]}, 2)})
            ),
        }
    ),
    "encounter": _object(
        {
            "system": _SYSTEM,
            "focus": {"enum": ["first", "weakest", "random"]},
            "order": {"enum": ["in turn", "at once"]},
            "ours": _NULLABLE_TEXT,
            "party": _list(_of("fighter")),
            "others": _list(_of("fighter")),
            "attacks": _list(_of("attack")),
            "outcome": _OUTCOME,
            "notes": _list(_TEXT),
        }
    ),
    "config": _object(
        {
            "file": _NULLABLE_TEXT,
            "settings": _list(
                _object({"command": _TEXT, "option": _TEXT, "value": {}, "source": _TEXT}),
            ),
        }
    ),
}
"""Command to what it prints; a command of a group is written with a hyphen. Each key there is stands here."""


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
            waiting.append(_DEFINITIONS[name])
    definitions = {name: _DEFINITIONS[name] for name in _DEFINITIONS if name in used}
    title = f"chargen {command.replace('-', ' ')} --format json"
    return {"title": title, **OUTPUTS[command], **({"$defs": definitions} if definitions else {})}


def _references(part: Any) -> set[str]:
    """Return the names of the definitions that a part of a schema names itself."""
    if isinstance(part, Mapping):
        own = {str(part["$ref"]).rpartition("/")[2]} if "$ref" in part else set[str]()
        return own.union(*map(_references, part.values()))
    return set[str]().union(*map(_references, part)) if isinstance(part, list) else set()
