"""Fill in the form of the studio by the requests that its page sends: the changes that its buttons make."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from chargen import registry
from chargen.game.resources import PRESETS
from chargen.studio.studio import Studio
from chargen.text.reader import LINE_END
from chargen.text.source import Source, load

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
    if isinstance(value, str) and isinstance(blank, dict):
        entry: Any = {**blank, field["named"] or "name": value}
    elif blank is None and isinstance(value, str):
        entry = int(value) if value.isdecimal() else value
    else:
        entry = [value] if isinstance(blank, list) else value
    number = len(field["entries"])
    return {"path": [*path, number], "value": entry, "isNew": True}


# ---------------------------------------------------------------- texts with everything that must stay


def comments_of(text: str) -> list[str]:
    """Return the comments of a text, in order: every ``#`` that is in no value."""
    left = [*text]
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        if isinstance(token, yaml.ScalarToken):
            start, end = token.start_mark.index, token.end_mark.index
            if token.style in ("|", ">"):  # its first line may have a comment
                start = LINE_END.search(text, start).start()  # type: ignore[union-attr]
            left[start:end] = "\n" * (end - start)
    return [found.rstrip() for found in re.findall(r"#[^\r\n]*", "".join(left))]


def with_comments(text: str) -> str:
    """Return a text with a comment above and behind each line where that changes no value."""
    data, lines = load("", text.encode()).data, text.split("\n")
    made: list[str] = []
    for number, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        for above in ([f"{indent}# above {number}"], []):
            for behind in (f"{line}  # behind {number}" if line and "#" not in line else line, line):
                tried = [*made, *above, behind]
                if load("", "\n".join([*tried, *lines[number + 1 :]]).encode()).data == data:
                    break
            else:
                continue
            made = tried
            break
    return "\n".join(made)


LAYOUTS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "without a last line end": lambda text: text.rstrip("\n"),
    "of Windows": lambda text: text.replace("\n", "\r\n"),
    "of an old Mac, without a last line end": lambda text: text.rstrip("\n").replace("\n", "\r"),
    "with a mark": lambda text: f"\ufeff{text}",
    "with comments": with_comments,
    "with comments, of an old Mac": lambda text: with_comments(text).replace("\n", "\r"),
}
"""What is made of a text with ordinary lines."""


def check_kept(before: str, after: str) -> None:
    """Check that a change left a text's mark, its line ends and the end of its last line as they were."""
    assert after.startswith("\ufeff") == before.startswith("\ufeff")
    has_end, had_end = after.endswith(("\n", "\r")), before.endswith(("\n", "\r"))
    # Where a text of several lines becomes the last value, the end of its last line is a part of it.
    assert has_end == had_end or (has_end and re.search(r": \|.*[\r\n]", after))
    assert {*LINE_END.findall(after)} <= ({*LINE_END.findall(before)} or {"\n"})
