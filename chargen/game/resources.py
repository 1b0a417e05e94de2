"""Find the files of games: words, starters, roles and ready-made characters."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from chargen.fileio import read_source

if TYPE_CHECKING:
    from chargen.schema.model import Model

W = TypeVar("W", bound="Model")
PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """Return the folder ``templates`` or ``presets``, in a checkout and in an installed package alike."""
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name


PRESETS = folder("presets")  # The folder of the files of chargen's own games
JOINED = ("excludes", "needs", "comes_with")
"""The lists that are added to those of a game, as they are about single words."""


@cache
def own_words(model: Any, key: str, resources: Path = PRESETS) -> Any:
    """Return a game's own word lists, read from ``words/KEY.yaml`` of its resources; the model's defaults without one.

    None of the fields counts as set: what is in ``model_fields_set`` of a copy was put there by an archetype.
    Raises ValueError, with the line of each error, where the file does not fit the model.
    """
    path = resources / "words" / f"{key}.yaml"
    if not path.is_file():
        return model()
    read = read_lists(model, path)
    words = {name: getattr(read, name) for name in model.model_fields}
    return model.model_construct(_fields_set=set(), **words)


def read_lists(model: type[W], path: Path) -> W:
    """Return the lists in a file of a game. Raises ValueError, with the line of each error, where it does not fit."""
    from chargen.schema.parsing import parse  # imported here: finding files does without

    source = read_source(path, str(path))
    parsed = parse(model, source.data)
    errors = source.diagnostics or source.locate(parsed.diagnostics)
    if errors or parsed.value is None:
        places = (f"{path}:{diagnostic.place.line}" if diagnostic.place else str(path) for diagnostic in errors)
        raise ValueError(
            "; ".join(f"{at}: {diagnostic.message}" for at, diagnostic in zip(places, errors, strict=True))
        )
    return parsed.value


def with_words(own: W, replaced: Mapping[str, object]) -> W:
    """Return word lists in which some are replaced; their keys are spelled as the fields are.

    The lists in `JOINED` are about single words, so they are added to the game's own.
    """
    read = type(own).model_validate(dict(replaced))
    words = {name: getattr(read, name) for name in read.model_fields_set}
    return own.model_copy(
        update={name: {**getattr(own, name), **value} if name in JOINED else value for name, value in words.items()}
    )
