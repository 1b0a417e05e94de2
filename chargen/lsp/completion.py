"""Complete at the cursor: keys, names of tables, words of a choice, and names from the file itself."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lsprotocol import types

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.experience.market import Market
from chargen.experience.moves import NoLedger
from chargen.file_kind import FileKind, find_kind
from chargen.game.failure import FaultyGame
from chargen.lsp import cursor, game_file
from chargen.lsp.cursor import Cursor
from chargen.lsp.document import Document, Text
from chargen.lsp.hover import measured
from chargen.npc import names, roles
from chargen.render import theme
from chargen.schema.json_schema import JsonSchema, nodes
from chargen.text.diagnostic import KeyPath, Place, Severity
from chargen.text.names import fold
from chargen.text.writing import quoted, scalar

_FILES = {
    "campaign": fileio.YAML,
    "extends": fileio.YAML,
    "portrait": (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg"),
}
"""The endings of the files that a key names."""
MOST_FILES = 500  # The files of a folder that are searched (house default)
ENOUGH_POINTS = 9999
"""The points with which purchases are listed, so that unaffordable ones appear too (house default)."""


def complete(
    document: Document, text: Text, position: types.Position, draft: Checked | None = None
) -> list[types.CompletionItem]:
    """Return the completions at a position, even in an unfinished file.

    ``draft`` is what could be derived of a file that has had errors since it was opened.
    """
    # The last valid version first: a file is rarely valid while it is typed.
    valid = document.sound or draft
    at = cursor.find(text.lines, *text.place(position))
    if at is None:
        return []
    row, first = position.line + 1, at.start + 1
    unfinished = _Items(at, text.range(Place(row, first, row, first + len(at.typed))))
    schema = document.schema
    alternatives = nodes(schema, at.path)
    if not at.behind_colon:
        for node in alternatives:
            unfinished.keys(schema, node)
        for name, about in _own_keys(document, valid, at.path):
            unfinished.key(name, about, is_section=False)
    if document.path is not None and find_kind(document.path.name) is FileKind.GAME:
        for name in game_file.names_at(document.data, at.path):
            if at.behind_colon or isinstance(at.path[-1], int):
                unfinished.value(name, "")
            else:
                unfinished.key(name, "", is_section=False)
        # Of a formula, only its last word is replaced.
        word = re.search(r"\w*$", at.typed)
        assert word is not None
        last = _Items(at, text.range(Place(row, first + word.start(), row, first + len(at.typed))))
        for name in game_file.values_at(document.data, at.path):
            last.value(name, "")
        unfinished.items |= last.items
    elif at.path:
        for value, about in _own_values(document, valid, at.path):
            unfinished.value(value, about)
    for node in alternatives if at.path else ():
        unfinished.values(node)
    return list(unfinished.items.values())


class _Items:
    """Collect the list that an editor shows, without duplicates."""

    def __init__(self, at: Cursor, stretch: types.Range) -> None:
        self.at, self.stretch = at, stretch
        self.items: dict[str, types.CompletionItem] = {}
        self._beside = set(map(fold, at.beside))
        self._quote = at.typed[:1] if at.typed[:1] in ("'", '"') else ""

    def keys(self, schema: JsonSchema, node: JsonSchema) -> None:
        """Add the keys of a mapping."""
        for name, inner in node.get("properties", {}).items():
            alternatives = nodes({**inner, "$defs": schema.get("$defs", {})}, ())
            is_section = all(other.get("type") in ("object", "array") for other in alternatives)
            self.key(name, inner.get("description", ""), is_section=is_section)
        for name in node.get("propertyNames", {}).get("enum", ()):
            self.key(name, "", is_section=False)

    def key(self, name: str, about: str, *, is_section: bool) -> None:
        """Add a key that the mapping has not yet."""
        if fold(name) not in self._beside:
            # A section goes on in the next line, and a value behind a space.
            colon = ":" if is_section and not self.at.in_brackets else ": "
            self._add(name, quoted(name) + colon, types.CompletionItemKind.Property, documentation=about)

    def values(self, node: JsonSchema) -> None:
        """Add the words and numbers that a schema names."""
        about = node.get("enumDescriptions", ())
        for number, name in enumerate(node.get("enum", ())):
            self.value(name, about[number] if number < len(about) else "")
        if node.get("type") == "boolean":
            self.value(True, "")
            self.value(False, "")

    def value(self, name: object, about: str) -> None:
        """Add a value, with a line about it."""
        label = str(name).lower() if isinstance(name, bool) else str(name)
        written = label
        if isinstance(name, str):
            written = self._quote + name if self._quote else scalar(name) if self.at.in_brackets else quoted(name)
        self._add(label, written, types.CompletionItemKind.Value, about)

    def _add(
        self, label: str, written: str, kind: types.CompletionItemKind, detail: str = "", documentation: str = ""
    ) -> None:
        self.items.setdefault(
            label,
            types.CompletionItem(
                label=label,
                kind=kind,
                detail=detail or None,
                documentation=documentation or None,
                # Editors compare this with the text that is replaced, which has the quote.
                filter_text=self._quote + label,
                # Else editors sort by the alphabet, and not by importance.
                sort_text=f"{len(self.items):04d}",
                text_edit=types.TextEdit(self.stretch, written),
            ),
        )


def _own_keys(document: Document, valid: Checked | None, path: KeyPath) -> Iterator[tuple[str, str]]:
    """Yield the keys that follow from the character, and the names that NPCs have there.

    Of the character these are derived numbers under `stated`, trackers under `state`, and rolls under `bonus`.
    """
    game = document.game
    if game is not None and game.npc is not None and document.text.named[0] == "system":
        with contextlib.suppress(FaultyGame):
            yield from ((name, "") for name in game.npc.names(game.words_with(), path))
    if valid is not None and valid.view is not None and path and fold(str(path[-1])) == "bonus":
        yield from ((roll.label, measured(roll)) for roll in valid.rolls())
    if valid is None or valid.view is None or len(path) != 1:
        return
    if fold(str(path[0])) == "stated":
        yield from ((name, f"{value}") for name, value in valid.stats().items())
    elif fold(str(path[0])) == "state":
        yield from ((tracker.name, tracker.title) for tracker in valid.view.trackers())


def _own_values(document: Document, valid: Checked | None, path: KeyPath) -> Iterator[tuple[object, str]]:
    """Yield the values that follow from the file, its folder, and chargen's own files."""
    section, last = fold(str(path[0])), fold(str(path[-1]))
    game = document.game
    if game is not None and document.text.named[0] == "archetype":
        if section == "extends":
            yield from ((role, "") for role in roles.list_roles(game.key))
        elif section == "names" and last not in ("given", "family", "between"):
            yield from ((name, "") for name in names.list_name_lists(game.resources))
    if section in _FILES:
        yield from ((file, "") for file in _files(document, _FILES[section]))
    elif section == "theme":
        yield from ((name, "") for name in theme.NAMES)
    elif section == "waive" and last == "code" and game is not None:
        # The rules that are broken now come first.
        codes = game.codes()
        for diagnostic in document.checked.diagnostics if document.checked is not None else ():
            if diagnostic.severity is not Severity.NOTE and diagnostic.code in codes:
                yield diagnostic.code, diagnostic.message
        yield from ((code, "") for code in codes)
    elif section == "advancement" and len(path) > 1 and last not in ("why", "date"):
        yield from _purchases(valid, last)
    elif last == "skill" and valid is not None:
        yield from ((roll.label, measured(roll)) for roll in valid.rolls())


def _files(document: Document, endings: tuple[str, ...]) -> Iterator[str]:
    """Yield the files beside the document and one folder below, as it would name them."""
    if document.path is None:
        return
    number = 0
    for pattern in ("*", "*/*"):
        for path in sorted(document.folder.glob(pattern)):
            number += 1
            if number > MOST_FILES:
                return
            if path.suffix.lower() in endings and path != document.path and not path.name.startswith("."):
                yield path.relative_to(document.folder).as_posix()


def _purchases(valid: Checked | None, verb: str) -> Iterator[tuple[object, str]]:
    """Yield what a line of the ledger can name after a verb, with its effect and cost."""
    if valid is None or valid.game is None:
        return
    try:
        # A game may not expect what a draft lacks.
        with valid.game.contained("its purchases"):
            market = Market(valid)
            points = market.account_with(ENOUGH_POINTS)
            offers = [offer for offer, _ in market.ledger.purchases(market.state, points, market.rules, market.words)]
    except (NoLedger, FaultyGame):
        return
    for offer in offers:
        entry: Mapping[str, Any] = {fold(key): value for key, value in offer.entry.items()}
        if isinstance(name := entry.get(verb), str):
            yield name, f"{offer.label}, costs {offer.price}"
