"""Good files with something wrong at one place."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from chargen.checking.concept import Checked, check_data
from chargen.core.diagnostic import KeyPath
from chargen.core.game import AnyGame
from chargen.core.parts import ABSENT, with_value_at
from chargen.core.reader import Plain

_WRONG: tuple[Any, ...] = (ABSENT, None, {"none": {"of": "it"}}, "none of it", -7.5, [["none"], 99])
"""What stands in turn in place of a value: nothing, null, and values of all the sorts that a file may hold."""


def faulty_files(game: AnyGame, characters: Sequence[Checked], folder: Path) -> Iterator[tuple[KeyPath, Checked]]:
    """Yield characters with something else at one place, and that place; each kind of place once.

    ``folder`` is where their files lie.
    """
    schema = game.concept.model_json_schema()
    keys = {key for model in (schema, *schema.get("$defs", {}).values()) for key in model.get("properties", {})}
    seen: set[KeyPath] = set()
    for checked in characters:
        for path in _paths(checked.source.data):
            kind = tuple(step if step in keys else "*" for step in path)
            if kind not in seen and path != ("system",):
                seen.add(kind)
                for value in _WRONG:
                    yield path, check_data(game, with_value_at(checked.source.data, path, value), folder)


def _paths(data: Plain) -> Iterator[KeyPath]:
    """Every place in plain data, but for its top."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (key,)
        yield from ((key, *path) for path in _paths(value))
