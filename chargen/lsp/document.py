"""Hold a file that is open in an editor: its current text, its diagnostics, and its schema."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path

from chargen import fileio, registry
from chargen.checking import campaign
from chargen.checking.concept import Checked
from chargen.file_kind import FileKind, find_kind
from chargen.game.concept import RuleSet
from chargen.game.contract import AnyGame
from chargen.gamefile.format import GameFile
from chargen.npc import recognition
from chargen.npc import schema as archetypes
from chargen.schema.json_schema import JsonSchema, with_keys
from chargen.sources import check_file
from chargen.text.diagnostic import Place
from chargen.text.reader import LINE_END
from chargen.text.source import load

_ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""The units in which an editor may count, with the codec and the bytes of each unit."""


class Text:
    """Hold one version of a text, its lines as chargen counts them, and its places as an editor counts them."""

    def __init__(self, text: str, encoding: str = "utf-16", version: int | None = None) -> None:
        self.text, self.version = text, version
        self.lines = LINE_END.split(text)
        """Its lines, without their ends."""
        self.content = text.encode("utf-8", "surrogatepass")
        """The bytes that would be saved. Editors count in UTF-16 and may send half of a pair of surrogates."""
        self.named = recognition.named_game(self.lines)
        """The key that names its game, ``system`` or ``archetype``, and the game; else two empty texts."""
        self._codec, self._unit = _ENCODINGS[encoding]

    def range(self, place: Place) -> types.Range:
        """Return a range, which counts letters from 1, as an editor counts it."""
        ends = []
        for line, column in ((place.line, place.column), (place.end_line, place.end_column)):
            if line > len(self.lines):
                ends.append(types.Position(len(self.lines), 0))
            else:
                before = self.lines[line - 1][: column - 1].encode(self._codec, "surrogatepass")
                ends.append(types.Position(line - 1, len(before) // self._unit))
        return types.Range(*ends)

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return the line and the column, from 0, at which an editor says that something is."""
        if position.line >= len(self.lines):
            return len(self.lines), 0
        line = self.lines[position.line].encode(self._codec, "surrogatepass")
        return position.line, len(line[: position.character * self._unit].decode(self._codec, "replace"))


class Document:
    """Hold a file that is open in an editor, saved or not, with the running or finished check of its text."""

    def __init__(self, uri: str, text: Text, check: Callable[[fileio.Input], Checked] = check_file.check_any) -> None:
        """Take a text; ``check`` checks a file with it."""
        self.uri = uri
        self.text = text
        name = to_fs_path(uri)
        self.path = Path(name) if name else None  # The path; None where it has not been saved yet
        self.folder = self.path.parent if self.path is not None else Path()
        """Where the paths in it start from."""
        self.is_game_file = self.path is not None and find_kind(self.path.name) is FileKind.GAME
        self.checking: asyncio.Future[Checked] | None = None
        """The check of its text, which several requests may wait for."""
        self.showing: asyncio.Task[None] | None = None  # The task that will show what that check finds
        self.checked: Checked | None = None  # The last check, of any version of the text
        self.sound: Checked | None = None
        """The last check without errors: a file is rarely valid while it is typed."""
        self.data: Mapping[str, Any] = {}  # Its plain data, or what it was when it could be read last
        self._check_file = check
        self._is_chargen_file = False
        self._rules: RuleSet | None = None
        self._schema: tuple[str, RuleSet | None, JsonSchema] = "", None, {}

    def forget(self) -> None:
        """Discard the check and the pending display, so that the document is checked again."""
        for waiting in (self.showing, self.checking):
            if waiting is not None:
                waiting.cancel()
        self.checking = self.showing = None

    def check(self, text: Text, contents: Mapping[str, bytes], workspaces: Sequence[Path] = ()) -> Checked:
        """Return the check as if it and ``contents`` were saved; nothing for files that are not chargen's.

        ``workspaces`` are the folders that the editor has open as projects.
        """
        name = self.path.name if self.path is not None else "untitled"
        with fileio.kept(contents, workspaces), registry.beside(self.folder):
            # For a path, `fileio.kept` serves the text of the editor.
            source = None if self.path is not None else load(name, text.content)
            checked = self._check_file(fileio.Input(name, self.path, source))
        # A file of chargen stays one while the lines that show it are rewritten.
        self._is_chargen_file = recognition.is_chargen_file(checked) or (
            self._is_chargen_file and recognition.may_be_chargen_file(text.lines)
        )
        # Without the text, so that nothing describes or completes a file of other software.
        return checked if self._is_chargen_file else Checked(source=load(name, b"{}"), diagnostics=())

    def note(self, checked: Checked) -> None:
        """Remember a check."""
        self.checked = checked
        self.data = checked.source.data if isinstance(checked.source.data, dict) else self.data
        self.sound = checked if checked.view is not None else self.sound
        self._rules = checked.rules or self._rules

    @property
    def game(self) -> AnyGame | None:
        """Return the game that it names, however much of the rest can be read."""
        try:
            with registry.beside(self.folder):
                return registry.system(self.text.named[1])
        except registry.Unavailable:
            return None

    @property
    def schema(self) -> JsonSchema:
        """Return its schema, by the rules of its last check; of a file that names no game, by its kind."""
        if self.is_game_file:
            return _other_schema("game")
        game, kind = self.game, self.text.named[0]
        if game is None:
            is_pack = self.checked is not None and self.checked.kind is FileKind.PACK
            return _other_schema("pack" if is_pack else "campaign" if self._is_chargen_file and not kind else "")
        # `system` may have changed since the last check, whose rules are then those of another game.
        rules = self._rules if isinstance(self._rules, game.rules) else None
        chosen = {rule.by[0]: self.data.get(rule.by[0]) for rule in game.creation if hasattr(rule, "by")}
        what = f"{kind}/{game.key}/{chosen}"
        if self._schema[:2] != (what, rules):
            schema = archetypes.archetype_schema(game) if kind == "archetype" else game.schema(rules, self.data)
            self._schema = what, rules, schema
        return self._schema[2]


@cache
def _other_schema(kind: str) -> JsonSchema:
    """Return the schema of a kind of files that name no game; without one, of the keys that may begin a file."""
    if kind == "game":
        return GameFile.model_json_schema()
    if kind == "pack":
        return archetypes.pack_schema()
    if kind == "campaign":
        rules = {game.key: game.rules.model_json_schema() for game in registry.games()}
        return with_keys(campaign.Campaign.model_json_schema(), "rules", rules)
    begins = (
        ("system", "A character concept: the game that it is for."),
        ("archetype", "A kind of NPCs: the game that they are for."),
    )
    return {"properties": {key: {"description": about, "enum": registry.list_games()} for key, about in begins}}
