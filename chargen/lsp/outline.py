"""List the parts of a file, find the part at a place, and the files that it names."""

import os
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from chargen import fileio
from chargen.lsp.document import Document, Text, location
from chargen.npc import roles
from chargen.text.diagnostic import KeyPath, Place
from chargen.text.names import fold
from chargen.text.parts import value_at
from chargen.text.reader import Plain
from chargen.text.source import Source

DEEPEST = 4  # The levels of nested mappings and lists that are listed (house default)


def symbols(source: Source, text: Text) -> list[types.DocumentSymbol]:
    """Return the keys of a file and the entries of its lists, each with what is in it."""
    return list(_symbols(source, text, source.data, ()))


def _symbols(source: Source, text: Text, data: Plain, path: KeyPath) -> Iterator[types.DocumentSymbol]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in entries:
        span = source.spans[(*path, step)]
        first, last = (
            span.key or Place(span.value.line, span.value.column, span.value.line, span.value.column),
            span.value,
        )
        stretch = Place(first.line, first.column, last.end_line, last.end_column)
        if (stretch.line, stretch.column) > (stretch.end_line, stretch.end_column):
            continue  # an alias: its value is written elsewhere
        inner = list(_symbols(source, text, value, (*path, step))) if len(path) + 1 < DEEPEST else []
        is_simple = not isinstance(value, (dict, list))
        yield types.DocumentSymbol(
            name=_name(step, value),
            detail=str(value) if is_simple and isinstance(step, str) and value is not None else None,
            kind=types.SymbolKind.Property if is_simple else types.SymbolKind.Object,
            range=text.range(stretch),
            selection_range=text.range(first),
            children=inner or None,
        )


def _name(step: str | int, value: Plain) -> str:
    if isinstance(step, str):
        return step or '""'
    if isinstance(value, dict):
        named = next((str(inner) for key, inner in value.items() if fold(key) == "name"), "")
        first = ", ".join(f"{key}: {inner}" for key, inner in list(value.items())[:1])
        return named or first or "{}"
    return str(value) if not isinstance(value, list) and str(value) else f"{step + 1}."


def find_path(source: Source, line: int, column: int) -> tuple[KeyPath, bool] | None:
    """Return the path of the innermost part of a file at a place that counts from 0, and whether that is its key."""
    best: tuple[KeyPath, bool] | None = None
    for path, span in source.spans.items():
        for where, is_key in ((span.value, False), (span.key, True)):
            if where is None or not where.contains(line + 1, column + 1):
                continue
            # `>=` prefers the key where it meets its value, as the key is looked at last.
            if best is None or len(path) >= len(best[0]):
                best = path, is_key
    return best


def definition(document: Document, source: Source, line: int, column: int) -> types.Location | None:
    """Return the file that is named at a place: house rules, a portrait, or what an archetype builds on."""
    found = find_path(source, line, column)
    if found is None or not found[0] or not isinstance(source.data, dict):
        return None
    key, value = fold(str(found[0][0])), value_at(source.data, found[0])
    if not isinstance(value, str) or key not in ("campaign", "portrait", "extends"):
        return None
    path = Path(os.path.normpath(document.folder / value))
    if key == "extends" and not value.lower().endswith(fileio.YAML):
        role = roles.find_role(document.game.key, value) if document.game is not None else None
        path = role or document.folder / f"{value}.yaml"
    return location(path) if fileio.is_file(path) else None
