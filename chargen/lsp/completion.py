"""Complete at the cursor: keys, names of tables, words of a choice, and names from the file itself."""

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from chargen.game.failure import FaultyGame
from chargen.lsp import cursor, game_file
from chargen.lsp.cursor import Cursor
from chargen.lsp.document import Document
from chargen.npc import names, roles
from chargen.render import theme
from chargen.schema.json_schema import nodes
from chargen.text.diagnostic import KeyPath, Place, Severity
from chargen.text.names import fold
from chargen.text.writing import quoted, scalar


def complete(document: Document | None, position: types.Position) -> types.CompletionList:
    """Return the completions at a position, even in an unfinished file, by what is known of the text so far."""
    at = cursor.find(document.text.lines, *document.text.place(position)) if document is not None else None
    if document is None or at is None:
        return types.CompletionList(is_incomplete=False, items=[])
    row, first = position.line + 1, at.start + 1
    end = first + len(at.typed)
    quote = at.typed[:1] if at.typed[:1] in ("'", '"') else ""
    # By what an editor lists: the text to write, the column where it starts, a line about it, and whether it is a key.
    found: dict[str, tuple[str, int, str, bool]] = {}
    if not at.behind_colon:
        beside = set(map(fold, at.beside))
        for name, about, is_section in _keys(document, at.path):
            if fold(name) not in beside:
                # A section goes on in the next line, and a value behind a space.
                colon = ":" if is_section and not at.in_brackets else ": "
                found.setdefault(name, (quoted(name) + colon, first, about, True))

    if document.is_game_file and (word := re.search(r"\w*$", at.typed)):
        for name in game_file.values_at(document.data, at.path):
            # Of a formula, only its last word is replaced.
            found.setdefault(name, (name, first + word.start(), "", False))

    for value, detail in _values(document, at) if at.path else ():
        label = str(value).lower() if isinstance(value, bool) else str(value)
        written = label
        if isinstance(value, str):
            written = quote + value if quote else scalar(value) if at.in_brackets else quoted(value)
        found.setdefault(label, (written, first, detail, False))

    items = [
        types.CompletionItem(
            label=label,
            kind=types.CompletionItemKind.Property if is_key else types.CompletionItemKind.Value,
            detail=None if is_key else about or None,
            documentation=about or None if is_key else None,
            # Editors compare this with the text that is replaced, which has the quote.
            filter_text=quote + label,
            # Else editors sort by the alphabet, and not by importance.
            sort_text=f"{number:04d}",
            text_edit=types.TextEdit(document.text.range(Place(row, start, row, end)), written),
        )
        for number, (label, (written, start, about, is_key)) in enumerate(found.items())
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def _keys(document: Document, path: KeyPath) -> Iterator[tuple[str, str, bool]]:
    """Yield the keys that a mapping may have, with a line about each, and whether it is that of a section.

    After those of the schema come those that follow from the character: derived numbers under `stated`, trackers under
    `state`, rolls under `bonus`; and the names that NPCs have there.
    """
    schema = document.schema
    for node in nodes(schema, path):
        for name, inner in node.get("properties", {}).items():
            alternatives = nodes({**inner, "$defs": schema.get("$defs", {})}, ())
            is_section = all(other.get("type") in ("object", "array") for other in alternatives)
            yield name, inner.get("description", ""), is_section
        yield from ((name, "", False) for name in node.get("propertyNames", {}).get("enum", ()))

    if document.is_game_file and path and not isinstance(path[-1], int):
        yield from ((name, "", False) for name in game_file.names_at(document.data, path))
    game = document.game
    if game is not None and game.npc is not None and document.text.named[0] == "system":
        with contextlib.suppress(FaultyGame):
            yield from ((name, "", False) for name in game.npc.names(game.words_with(), path))
    sound = document.sound
    if sound is None or sound.view is None or not path:
        return
    section = fold(str(path[0])) if len(path) == 1 else ""
    if fold(str(path[-1])) == "bonus":
        yield from ((roll.label, roll.roll, False) for roll in sound.rolls())
    elif section == "stated":
        yield from ((name, f"{value}", False) for name, value in sound.stats().items())
    elif section == "state":
        yield from ((tracker.name, tracker.title, False) for tracker in sound.view.trackers())


def _values(document: Document, at: Cursor) -> Iterator[tuple[Any, str]]:
    """Yield the values that may stand at the cursor, with a line about each: those of the schema come last."""
    path = at.path
    section, last, game = fold(str(path[0])), fold(str(path[-1])), document.game
    if game is not None and document.text.named[0] == "archetype":
        if section == "extends":
            yield from ((role, "") for role in roles.list_roles(game.key))
        elif section == "names" and last not in ("given", "family", "between"):
            yield from ((name, "") for name in names.list_name_lists(game.resources))
    if document.is_game_file and (at.behind_colon or isinstance(path[-1], int)):
        yield from ((name, "") for name in game_file.names_at(document.data, path))
    if section == "theme":
        yield from ((name, "") for name in theme.NAMES)
    elif section == "waive" and last == "code" and game is not None:
        # The rules that are broken now come first.
        codes = game.codes()
        for found in document.checked.diagnostics if document.checked is not None else ():
            if found.severity is not Severity.NOTE and found.code in codes:
                yield found.code, found.message
        yield from ((code, "") for code in codes)
    elif last == "skill" and document.sound is not None:
        yield from ((roll.label, roll.roll) for roll in document.sound.rolls())

    for node in nodes(document.schema, path):
        about = node.get("enumDescriptions", ())
        for number, name in enumerate(node.get("enum", ())):
            yield name, about[number] if number < len(about) else ""
        if node.get("type") == "boolean":
            yield from ((True, ""), (False, ""))
