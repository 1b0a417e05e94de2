"""Hold a file that is open in an editor: its current text, its diagnostics, and its schema."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from chargen import checking, fileio, registry
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
from chargen.text.source import START, Source, load

LINES_ABOVE_ERROR = 4
"""The lines that are left out, one at a time, until a text can be read as YAML (house default)."""
_ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""The units in which an editor may count, with the codec and the bytes of each unit."""


class Text:
    """Hold one version of a text, its lines as chargen counts them, and its places as an editor counts them."""

    def __init__(self, text: str, encoding: str = "utf-16", version: int | None = None) -> None:
        self.text, self.version = text, version
        self._codec, self._unit = _ENCODINGS[encoding]

    @property
    def content(self) -> bytes:
        """Return the bytes that would be saved."""
        # Editors count in UTF-16 and may send half of a pair of surrogates.
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def lines(self) -> list[str]:
        """Return its lines, without their ends."""
        return LINE_END.split(self.text)

    @cached_property
    def named(self) -> tuple[str, str]:
        """Return the key that names its game, ``system`` or ``archetype``, and the game; else two empty texts."""
        return recognition.named_game(self.lines)

    def position(self, line: int, column: int) -> types.Position:
        """Return a place, which counts letters from 1, as an editor counts it."""
        if line > len(self.lines):
            return types.Position(len(self.lines), 0)
        before = self.lines[line - 1][: column - 1].encode(self._codec, "surrogatepass")
        return types.Position(line - 1, len(before) // self._unit)

    def range(self, place: Place) -> types.Range:
        """Return a range as an editor counts it."""
        return types.Range(self.position(place.line, place.column), self.position(place.end_line, place.end_column))

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return the line and the column, from 0, at which an editor says that something is."""
        if position.line >= len(self.lines):
            return len(self.lines), 0
        line = self.lines[position.line].encode(self._codec, "surrogatepass")
        return position.line, len(line[: position.character * self._unit].decode(self._codec, "replace"))


class Document:
    """Hold a file that is open in an editor, saved or not."""

    def __init__(self, uri: str, text: Text, check: Callable[[fileio.Input], Checked] = check_file.check_any) -> None:
        """Take a text; ``check`` checks a file with it."""
        self.uri = uri
        self._check_file = check
        name = to_fs_path(uri)
        self.path = Path(name) if name else None
        """The path; None where it has not been saved yet."""
        self.name = self.path.name if self.path is not None else "untitled"
        """Its name in diagnostics."""
        self.folder = self.path.parent if self.path is not None else Path()
        """Where the paths in it start from."""
        self.text = text
        self.checked: Checked | None = None
        """The last check, of any version of the text."""
        self.sound: Checked | None = None
        """The last check without errors."""
        self.data: Mapping[str, Any] = {}
        """Its plain data, or what it was when it could be read last."""
        self._is_chargen_file = False
        self._draft: tuple[Text, Checked | None] | None = None
        self._rules: RuleSet | None = None
        self._schema: tuple[str, RuleSet | None, JsonSchema] = "", None, {}

    def check(self, text: Text, contents: Mapping[str, bytes], workspaces: Sequence[Path] = ()) -> Checked:
        """Return the check as if it and ``contents`` were saved; nothing for files that are not chargen's.

        ``workspaces`` are the folders that the editor has open as projects.
        """
        with fileio.kept(contents), fileio.within_workspaces(workspaces), registry.beside(self.folder):
            # For a path, `fileio.kept` serves the text of the editor.
            source = None if self.path is not None else load(self.name, text.content)
            checked = self._check_file(fileio.Input(self.name, self.path, source))
        # A file of chargen stays one while the lines that show it are rewritten.
        self._is_chargen_file = recognition.is_chargen_file(checked) or (
            self._is_chargen_file and recognition.may_be_chargen_file(text.lines)
        )
        # Without the text, so that nothing describes or completes a file of other software.
        return checked if self._is_chargen_file else Checked(source=load(self.name, b"{}"), diagnostics=())

    def draft(
        self, text: Text, checked: Checked, contents: Mapping[str, bytes], workspaces: Sequence[Path] = ()
    ) -> Checked | None:
        """Return a check of a text with errors that has a view: of what can be derived in spite of them.

        Where the text is not YAML, the line of the error is left out. None where nothing can be derived.
        """
        if self._draft is None or self._draft[0] is not text:
            if checked.source.data is None and (source := self._load_readable(text, checked)) is not None:
                with fileio.kept(contents), fileio.within_workspaces(workspaces):
                    checked = checking.check_source(source, self.path)
            self._draft = text, replace(checked, view=checked.draft) if checked.draft is not None else None
        return self._draft[1]

    def _load_readable(self, text: Text, checked: Checked) -> Source | None:
        """Read a text that is not YAML without the line of the error, else without one of a few lines above it.

        An open bracket is noticed only further down. An empty line stays, so that all others keep their places.
        """
        places = [diagnostic.place for diagnostic in checked.diagnostics if diagnostic.place is not None]
        last = min(places[0].line, len(text.lines)) if places else 0
        for line in range(last, max(0, last - LINES_ABOVE_ERROR), -1):
            if text.lines[line - 1].strip():
                rest = "\n".join([*text.lines[: line - 1], "", *text.lines[line:]])
                if (source := load(self.name, rest.encode())).data is not None:
                    return source
        return None

    def note(self, checked: Checked) -> None:
        """Remember a check."""
        self.checked = checked
        data = checked.source.data
        if data is None and not self.data and (source := self._load_readable(self.text, checked)) is not None:
            data = source.data
        self.data = data if isinstance(data, dict) else self.data
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
        """Return its schema, by the rules of its last check."""
        if self.path is not None and find_kind(self.path.name) is FileKind.GAME:
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


def location(path: Path, where: Place = START) -> types.Location:
    """Return a place in a file that is not open, as an editor goes there."""
    position = types.Position(where.line - 1, where.column - 1)
    return types.Location(from_fs_path(str(path)) or "", types.Range(position, position))


@cache
def _other_schema(kind: str) -> JsonSchema:
    """Return the schema of a file that names no game, by its kind; without one, of the keys that may begin a file."""
    if kind == "game":
        return GameFile.model_json_schema()
    if kind == "pack":
        return archetypes.pack_schema(registry.games())
    if kind == "campaign":
        rules = {game.key: game.rules.model_json_schema() for game in registry.games()}
        return with_keys(campaign.Campaign.model_json_schema(), "rules", rules)
    begins = (
        ("system", "A character concept: the game that it is for."),
        ("archetype", "A kind of NPCs: the game that they are for."),
    )
    return {"properties": {key: {"description": about, "enum": registry.list_games()} for key, about in begins}}
