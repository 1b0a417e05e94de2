"""Read NPCs from a spreadsheet; its header row names the key that each column fixes."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from chargen import fileio, registry
from chargen.game.contract import AnyGame
from chargen.npc import archetype as archetypes
from chargen.npc.archetype import Archetype
from chargen.npc.fixed import rename_keys
from chargen.npc.generation import ROLE, Pin, Row, fold_path
from chargen.schema.parsing import parse
from chargen.sources.csv_reader import BrokenCsv, Cell, Record, column_letters, decode, read_records
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, error, has_errors
from chargen.text.names import fold
from chargen.text.parts import with_value_at
from chargen.text.reader import CONTROL, Plain, resolve
from chargen.text.source import Source, load

SYSTEM = "system"
LONGEST_TEXT = 40  # The letters of a cell that a message shows
OTHER_GAME = "archetype/another-system"  # The code of the error about a row of another game
_ENTRIES = re.compile(r"[;|]")
_BROKEN_FORMULA = re.compile(r"#[¡¿]?[^\Wa-z]+(/0)?[!?]|#(\w/\w|NV)|(Err\w*|Fehler|Fout)\s?:\d{3}")
"""What Excel and LibreOffice write for an error, in any language: ``#REF!``, ``#ÜBERLAUF!``, ``#NV``, ``Err:502``."""
_WRITTEN = re.compile(r"number|seed|stats\..+|action_\d+_(?:name|dice|chance|harm)")
"""The columns that `chargen batch --to csv` writes beside those of the concept, so that its tables can be read back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreadsheet:
    """A spreadsheet with its valid and invalid rows; invalid rows keep their numbers."""

    source: Source
    rows: tuple[Row, ...] = ()
    """Empty where the header, or the file, cannot be read."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The errors of the header and of the rows; each row has its own as well."""


def read_spreadsheet(
    path: Path, shown: str, archetype: Archetype, numbers: Collection[int] = (), pack: str = ""
) -> Spreadsheet:
    """Read a CSV file whose rows pin values over those of an archetype.

    ``shown`` is the name of the file in diagnostics. ``numbers`` are those of the NPCs that are needed, counted
    from 1; all other rows stay empty. ``pack`` applies to the roles in the file. All errors are
    returned as diagnostics; nothing is raised.
    """
    try:
        content = fileio.read_bytes(path, limits.SPREADSHEET_BYTES)
    except fileio.Unreadable as exc:
        source = fileio.unread(shown, exc)
    else:
        if len(content) <= limits.SPREADSHEET_BYTES:
            return parse_spreadsheet(shown, content, archetype, numbers, pack)
        why = f"the file is larger than {limits.SPREADSHEET_BYTES // 1_000_000} MB and was not read"
        source = fileio.failed(shown, "spreadsheet/too-large", why)
    return Spreadsheet(source=source, diagnostics=source.diagnostics)


def parse_spreadsheet(
    name: str, content: bytes, archetype: Archetype, numbers: Collection[int] = (), pack: str = ""
) -> Spreadsheet:
    """Parse the bytes of a CSV file, called ``name`` in messages; other parameters as in `read_spreadsheet`."""
    text, notes = decode(content)
    diagnostics = [replace(note, file=name) for note in notes]
    rows: tuple[Row, ...] = ()
    all_rows = [] if has_errors(diagnostics) else _all_records(name, text, diagnostics)
    if all_rows and not has_errors(diagnostics):
        table = _Table(name, archetype, all_rows[0], pack, _find_used_columns(all_rows, archetype.game))
        diagnostics += table.errors
    if not has_errors(diagnostics):
        rows = tuple(
            table.parse_row(record)
            # Rows that are not needed are not parsed, yet keep their places, as NPC numbers count them.
            if not numbers or number in numbers
            else Row()
            for number, record in enumerate(all_rows[1:], start=1)
        )
        diagnostics += (diagnostic for row in rows for diagnostic in row.diagnostics)
        if not rows:
            message = "the spreadsheet has a header and no rows"
            diagnostics.append(error(message, code="spreadsheet/empty", hint="write a row for each NPC", file=name))
    return Spreadsheet(source=Source(name, text, content=content), rows=rows, diagnostics=tuple(diagnostics))


def list_systems(records: Iterable[Record]) -> list[str]:
    """Return the text in the column `system` of each row, empty where there is none; the first record is the header."""
    rows = iter(records)
    header = [fold(cell.text) for cell in next(rows, Record(1, ())).cells]
    index = header.index(SYSTEM) if SYSTEM in header else len(header)
    return [row.cells[index].text if SYSTEM in header and index < len(row.cells) else "" for row in rows]


def _find_used_columns(records: Sequence[Record], game: AnyGame) -> Collection[int]:
    """Return the columns that the rows of a game need: all, or in a table of several games those that they fill."""
    systems = list(map(fold, list_systems(records)))
    if len(set(systems) - {""}) <= 1:
        return range(len(records[0].cells))
    own = (row for row, system in zip(records[1:], systems, strict=True) if system in ("", fold(game.key)))
    return {index for row in own for index, cell in enumerate(row.cells) if cell.text}


def _all_records(name: str, text: str, diagnostics: list[Diagnostic]) -> list[Record]:
    """Return the header and the rows; if they are unusable, add an error to ``diagnostics``."""
    try:
        # The header, and one row above the limit, which shows that there are too many.
        all_rows = list(islice(read_records(text), limits.SPREADSHEET_ROWS + 2))
    except BrokenCsv as exc:
        message = f"row {exc.row}: {exc}"
        diagnostics.append(error(message, code=exc.code, hint=exc.hint, file=name, place=exc.place))
        return []
    if len(all_rows) > limits.SPREADSHEET_ROWS + 1:
        message = f"there are more than {limits.SPREADSHEET_ROWS:,} rows"
        diagnostics.append(error(message, code="spreadsheet/too-large", file=name))
    elif not all_rows:
        hint = "its first row names the columns, such as `name` and `hit_points`"
        diagnostics.append(error("the spreadsheet is empty", code="spreadsheet/empty", hint=hint, file=name))
    return all_rows


@dataclass
class _Column:
    """A column and the key that it fixes."""

    letter: str
    heading: str
    cell: Cell
    path: KeyPath  # Empty for a column without a heading, one that starts with #, or one of what chargen computes
    # Thousands of rows repeat few texts, and each parse is a run of pydantic.
    values: dict[str, tuple[Plain, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    """A cache of the parsed value of each text."""


class _Table:
    def __init__(self, file: str, archetype: Archetype, header: Record, pack: str, used: Collection[int]) -> None:
        self.file = file
        self.pack = pack
        self.game: AnyGame = archetype.game
        # A game may have a key of that name, which the column then fixes.
        self.has_roles = ROLE not in self.game.concept.model_fields
        self.columns = [self._column(index, cell, used) for index, cell in enumerate(header.cells)]
        self.errors = [replace(diagnostic, file=file) for diagnostic in self._header_errors()]
        self.roles: dict[str, archetypes.Reading] = {}

    def _column(self, index: int, cell: Cell, used: Collection[int]) -> _Column:
        heading = cell.text
        is_key = heading and not heading.startswith("#") and index in used
        steps = tuple(step.strip() for step in heading.split(".")) if is_key else ()
        if steps and _WRITTEN.fullmatch(heading) and steps[0] not in self.game.concept.model_fields:
            steps = ()
        # Only alone: `role.rank` would be a key of a concept.
        elif self.has_roles and steps and fold(steps[0]) == ROLE and len(steps) == 1:
            steps = (ROLE,)
        elif steps:
            steps = (next(iter(rename_keys(self.game.concept, {steps[0]: None}))), *steps[1:])
        return _Column(column_letters(index), heading, cell, steps)

    def _header_errors(self) -> Iterator[Diagnostic]:
        seen: dict[KeyPath, _Column] = {}
        for later in self.columns:
            if not later.path:
                continue
            where = f"column {later.letter}"
            steps = fold_path(later.path)
            for other, earlier in seen.items():
                if steps == other:
                    yield _error(later, f"{where} sets `{later.heading}`, which column {earlier.letter} sets already")
                # `skills` and `skills.Sword`: the one would replace the other, depending on the order of columns.
                elif steps[: len(other)] == other or other[: len(steps)] == steps:
                    hint = "give each value of it a column of its own"
                    message = f"{where}, `{later.heading}`, and column {earlier.letter}, `{earlier.heading}`, overlap"
                    yield _error(later, message, hint)
            seen[steps] = later
            if "" in later.path:
                yield _error(later, f"{where}: `{later.heading}` has nothing before or after a dot")
            elif not self._is_role(later) and (diagnostic := self._unknown_key(later)) is not None:
                message = f"{where}, `{later.heading}`: {diagnostic.message}"
                yield _error(later, message, diagnostic.hint, code="spreadsheet/unknown-column")

    def _is_role(self, column: _Column) -> bool:
        return self.has_roles and column.path == (ROLE,)

    def _unknown_key(self, column: _Column) -> Diagnostic | None:
        """Return the error for a heading that names no key; None for a valid heading."""
        # Any value does, as the question is only whether the key is known; errors about the value itself are ignored.
        for diagnostic in parse(self.game.concept, with_value_at({}, column.path, None), partial=True).diagnostics:
            depth = len(diagnostic.path)
            if diagnostic.code == "concept/unknown-key" and diagnostic.path == column.path[:depth]:
                return diagnostic
            # An error above the end of the path: the schema has a single value where the heading goes further down.
            if depth < len(column.path) and diagnostic.path == column.path[:depth]:
                return replace(diagnostic, message=f"`{diagnostic.path[-1]}` has no parts with names", hint="")
        return None

    def parse_row(self, record: Record) -> Row:
        """Parse the pins of a row; one of another game has no pins, and one error."""
        if (other := self._find_other_game(record)) is not None:
            return Row(diagnostics=(other,))
        pins: dict[str, Plain] = {}
        cells: dict[KeyPath, Pin] = {}
        errors: list[Diagnostic] = []
        role: Archetype | None = None
        for index, cell in enumerate(record.cells):
            if not cell.text:
                continue
            column = self.columns[index] if index < len(self.columns) else None
            diagnostics: Sequence[Diagnostic] = ()
            if column is None:
                message = "there is no heading over this cell"
                diagnostics = [error(message, code="spreadsheet/no-heading", hint=_DELIMITER_HINT)]
            # YAML does not allow control characters, so the NPC could not be written as a file.
            elif CONTROL.search(cell.text) is not None:
                diagnostics = [error("the cell holds a control character", code="yaml/control-character")]
            elif _BROKEN_FORMULA.fullmatch(cell.text):
                message, code = "a formula of the spreadsheet is broken here", "spreadsheet/broken-formula"
                hint = "write the value itself into the cell, and export the table again"
                diagnostics = [error(message, code=code, hint=hint)]
            elif self._is_role(column):
                role, diagnostics = self._role(cell.text)
            elif column.path:
                if cell.text not in column.values:
                    column.values[cell.text] = self._parse_value(column.path, cell.text)
                value, diagnostics = column.values[cell.text]
                pins = with_value_at(pins, column.path, value)
                cells[fold_path(column.path)] = self._make_pin(record, index)
            if diagnostics:
                errors += map(self._make_pin(record, index).located, diagnostics)
        return Row(pins=pins, archetype=role, cells=cells, diagnostics=tuple(errors))

    def _make_pin(self, record: Record, index: int) -> Pin:
        cell = record.cells[index]
        heading = f" (`{self.columns[index].heading}`)" if index < len(self.columns) else ""
        flat = " ".join(cell.text.split())
        text = flat if len(flat) <= LONGEST_TEXT else f"{flat[: LONGEST_TEXT - 1]}…"
        return Pin(self.file, cell.place, f'row {record.number}, column {column_letters(index)}{heading}, "{text}"')

    def _find_other_game(self, record: Record) -> Diagnostic | None:
        for index, (column, cell) in enumerate(zip(self.columns, record.cells, strict=False)):
            if fold(column.heading) == SYSTEM and cell.text and fold(cell.text) != fold(self.game.key):
                hint = f"`chargen batch {self.file}` makes the NPCs of all games in it"
                found = error(f"this batch is for {self.game.title}", code=OTHER_GAME, hint=hint)
                try:
                    registry.system(cell.text)
                except registry.UnknownGame as exc:
                    found = error(str(exc), code=exc.code, hint=exc.hint)
                except registry.BrokenGame:
                    pass
                return self._make_pin(record, index).located(found)
        return None

    def _role(self, name: str) -> tuple[Archetype | None, tuple[Diagnostic, ...]]:
        if name not in self.roles:
            self.roles[name] = archetypes.read_archetype(self.game.key, name, self.pack)
        reading = self.roles[name]
        return reading.archetype, () if reading.archetype is not None else reading.diagnostics

    def _parse_value(self, path: KeyPath, text: str) -> tuple[Plain, tuple[Diagnostic, ...]]:
        """Parse a text as YAML in brackets, a list, a scalar or a text: the first value that fits the schema."""
        candidates: list[Plain] = []
        if text.startswith(("{", "[")) and not (nested := load(self.file, text.encode())).diagnostics:
            candidates.append(nested.data)
        entries = [resolve(part.strip()) for part in _ENTRIES.split(text) if part.strip()]
        # A list first, because most keys for lists would also take the cell as one text; then 12 as a number.
        candidates += [entries] if _ENTRIES.search(text) else []
        candidates += [resolve(text), text]
        errors_of_each = [
            parse(self.game.concept, with_value_at({}, path, value), partial=True).diagnostics for value in candidates
        ]
        for value, errors in zip(candidates, errors_of_each, strict=True):
            if not errors:
                return value, ()
        # None fits: report the scalar, which is what the user most likely meant; a list would cause several errors.
        return candidates[-2], errors_of_each[-2]


_DELIMITER_HINT = "if a cell was torn apart, put it in quotes; a header row names every column"


def _error(column: _Column, message: str, hint: str = "", code: str = "spreadsheet/header") -> Diagnostic:
    return error(message, code=code, hint=hint, place=column.cell.place)
