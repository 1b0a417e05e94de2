"""Fill in the form of the studio by the requests that its page sends: the changes that its buttons make."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from chargen import registry
from chargen.core.resources import PRESETS
from chargen.core.source import Source, load
from chargen.studio.studio import Studio

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME_FILES = sorted((*EXAMPLES.glob("*/*.game.yaml"), PRESETS / "games" / "starter.game.yaml"))
GAMES = [*registry.list_games(), *(path.name.removesuffix(".game.yaml") for path in GAME_FILES)]
"""The games that come with chargen, and those of the game files among the examples."""
Field: TypeAlias = dict[str, Any]
Change: TypeAlias = dict[str, Any]


class Filling:
    """A character in the page of a studio: its text, which each change makes another."""

    def __init__(self, studio: Studio, text: str, file: str = "kai.yaml") -> None:
        self.studio, self.file, self.text = studio, file, text

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the reply to a request about the text."""
        return self.studio.answer(f"studio/{method}", {"file": self.file, "text": self.text, **params})

    def change(self, *changes: Change) -> None:
        """Change the text as the form does."""
        self.text = self.ask("edit", changes=list(changes))["text"]

    @property
    def source(self) -> Source:
        """Return the text, read again."""
        return load(self.file, self.text.encode())

    def fields(self) -> list[Field]:
        """Return all fields of the form, outer ones first."""
        return list(within(self.ask("form")["fields"]))

    def field(self, *path: str | int) -> Field:
        """Return the field at a path."""
        return next(field for field in self.fields() if field["path"] == list(path))


def studio_with_games(folder: Path) -> Studio:
    """Return a studio over a folder with all game files of the examples."""
    for path in GAME_FILES:
        shutil.copy(path, folder)
    return Studio(folder)


def begin(studio: Studio, game: str, *, empty: bool = False) -> Filling:
    """Create a character as the dialog *New* does: the starter of a game, or a name alone."""
    made = studio.answer("studio/create", {"game": game, "name": "Kai Brenner", "empty": empty})
    return Filling(studio, made["text"], made["file"])


def within(fields: list[Field]) -> Iterator[Field]:
    """Yield fields and all that is in them."""
    for field in fields:
        yield field
        yield from within([*field.get("fields", ()), *field.get("entries", ())])


def addition(field: Field, value: Any) -> Change:
    """Return the change by which a list or a mapping with names of one's own gets an entry."""
    path, blank = field["path"], field["blank"]
    if not field["list"]:
        if isinstance(value, dict):
            name, inner = next(iter(value.items()))
            return {"path": [*path, name], "value": inner, "isNew": True}
        return {"path": [*path, str(value)], "value": blank, "isNew": True}
    entry = {**blank, "name": value} if isinstance(value, str) and isinstance(blank, dict) else value
    if field["single"] is not None:
        return {"path": path, "value": [field["single"], entry]}
    return {"path": [*path, len(field["entries"])], "value": entry}
