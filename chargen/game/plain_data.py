"""Convert values to plain data, as a YAML or JSON file holds them, and into words."""

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from chargen.schema.model import Model, keys


def as_plain(value: Any, *, complete: bool = False, short: bool = True) -> Any:
    """Return a value as mappings, lists and scalars. Raises TypeError for what no file could hold.

    A model becomes a mapping of its keys as a file spells them; those at their defaults are left out, unless
    ``complete``. With ``short``, a model of which only its shorthand key is left becomes the value of that key.
    Models within a model are never short, and within a list never complete.

    >>> from chargen.game.concept import Item
    >>> as_plain({"sizes": (1, 2), "things": [Item(name="rope"), Item(name="lamp", effect="lights")]})
    {'sizes': [1, 2], 'things': ['rope', {'name': 'lamp', 'effect': 'lights'}]}
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Model):
        fields = zip(keys(type(value)), type(value).model_fields.items(), strict=True)
        stated = ((key, getattr(value, name), field.default) for key, (name, field) in fields)
        data = {
            key: as_plain(inner, complete=complete, short=False)
            for key, inner, default in stated
            if complete or inner != default
        }
        # Names that are keys, such as those of a tree of skills.
        data |= {key: as_plain(inner, short=False) for key, inner in (value.model_extra or {}).items()}
        shorthand = value.shorthand
        return data[shorthand] if short and shorthand is not None and data.keys() == {shorthand} else data
    if isinstance(value, (list, tuple)):
        return [as_plain(inner, short=short) for inner in value]
    # Most are `dict`, and to ask whether a value is any `Mapping` takes much longer.
    if isinstance(value, (dict, Mapping)):
        return {str(key): as_plain(inner, complete=complete, short=short) for key, inner in value.items()}
    if isinstance(value, (date, time)):
        return value.isoformat()
    raise TypeError(f"a concept holds texts, numbers, yes and no, lists and mappings; found {value!r}")


def in_words(key: str, value: Any, shorthand: str | None = None) -> str:
    """Return the value that a row has under a key, or a list of values, in words; under its shorthand, the value alone.

    >>> in_words("covers", ["torso", "arms"]), in_words("bow", True), in_words("damage", "2D")
    ('covers: torso, arms', 'bow', 'damage: 2D')
    """
    name = key.replace("_", " ")
    if value is True:
        return name
    if key == shorthand:
        return str(value)
    if isinstance(value, dict):
        value = [f"{inner} {number}" for inner, number in value.items()]
    return f"{name}: {', '.join(map(str, value)) if isinstance(value, list) else value}"
