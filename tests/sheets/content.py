"""What a sheet and its reference page consist of, as text that shows each difference in a line of its own."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from chargen import checking, ready_made, registry
from chargen.checking.rules import make_reference_page
from chargen.page.sheet import Sheet
from chargen.sheets.prepared import prepare_blank
from tests.characters import check

APPROVED = Path(__file__).parent / "approved"
SHOWN = {
    "facade": "salle-widow",
    "five-by-five": "lamp-keepers-widow",
    "five-plus": "ash-orchard-beekeeper",
    "gamocles": "ghost-usher",
    "roll-when-you-need": "salvage-diver",
}
"""The character of each game, the same as in samples/."""

WIDTH = 400
"""What is longer is written on several lines: a row of a table is one."""
LEFT_OUT = ("portrait", "dice")
"""A file with a name of its own."""


SHEETS = (*SHOWN, *(f"{game}-blank" for game in SHOWN))
"""The sheets of these characters, each with the reference page of its game, and the empty sheet of each game."""


def content(name: str) -> str:
    """Return all that a sheet consists of."""
    parts = [prepare_blank(registry.system(name.removesuffix("-blank"))).sheet]
    if name in SHOWN:
        (path,) = (preset.path for preset in ready_made.presets(name) if preset.path.stem == SHOWN[name])
        checked = check(path)
        assert checked.game is not None
        assert checked.rules is not None
        page = make_reference_page(checked.game, checked.rules)
        parts = [with_short_tables(checking.make_sheet(checked)), *([page] if page else [])]
    return "".join(f"{line}\n" for part in parts for line in _lines(part, 0))


def with_short_tables(sheet: Sheet) -> Sheet:
    """Return a sheet with the first row of its what-if tables: all of them would be longer than all the rest."""
    return replace(sheet, what_ifs=tuple(replace(table, rows=table.rows[:1]) for table in sheet.what_ifs))


def _lines(value: Any, depth: int) -> Iterator[str]:
    """Yield a value, what is inside of a long one below it; what has its default is left out."""
    short = _short(value)
    if len(short) < WIDTH or not (is_dataclass(value) or isinstance(value, (tuple, list, dict))):
        yield "  " * depth + short
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield f"{'  ' * depth}{_short(key)}:"
            yield from _lines(inner, depth + 1)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from _lines(inner, depth + 1)
    else:
        yield "  " * depth + type(value).__name__
        for field in _told(value):
            inner = getattr(value, field.name)
            if len(_short(inner)) < WIDTH:
                yield f"{'  ' * depth}  {field.name}: {_short(inner)}"
            else:
                yield f"{'  ' * depth}  {field.name}:"
                yield from _lines(inner, depth + 2)


def _short(value: Any) -> str:
    if is_dataclass(value):
        inner = ", ".join(f"{field.name}={_short(getattr(value, field.name))}" for field in _told(value))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_short(key)}: {_short(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(map(_short, value)) + "]"
    return str(value) if isinstance(value, (int, float, Path)) or hasattr(value, "numerator") else repr(value)


def _told(value: Any) -> list[Field[Any]]:
    """Return the fields of a dataclass that are not as they are by default."""
    return [
        field
        for field in fields(value)
        if field.name not in LEFT_OUT
        and (field.default is MISSING or getattr(value, field.name) != field.default)
        and (field.default_factory is MISSING or getattr(value, field.name) != field.default_factory())
    ]
