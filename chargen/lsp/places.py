"""Find the part of a file at a place, and the file that it names."""

import os
from pathlib import Path

from lsprotocol import types

from chargen import fileio
from chargen.lsp.document import Document, location
from chargen.npc import roles
from chargen.text.diagnostic import KeyPath
from chargen.text.names import fold
from chargen.text.parts import value_at
from chargen.text.source import Source


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
