"""Read NPCs from a spreadsheet; its header row names the key that each column fixes."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from chargen import fileio, registry
from chargen.npc import archetype as archetypes
from chargen.npc.archetype import Archetype
from chargen.npc.fixed import rename_keys
from chargen.npc.generation import ROLE, Pin, Row, fold_path
from chargen.schema.parsing import parse
from chargen.sources.csv_reader import BrokenCsv, Record, column_letters, decode, read_records
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


def read_spreadsheet(path: Path, shown: str, archetype: Archetype, pack: str = "") -> Spreadsheet:
    """Read a CSV file whose rows pin values over those of an archetype.

    ``shown`` is the name of the file in diagnostics. ``pack`` applies to the roles in the file. All errors are returned
    as diagnostics; nothing is raised.
    """
    try:
        content = fileio.read_bytes(path, limits.SPREADSHEET_BYTES)
    except fileio.Unreadable as exc:
        source = fileio.unread(shown, exc)
    else:
        if len(content) <= limits.SPREADSHEET_BYTES:
            return parse_spreadsheet(shown, content, archetype, pack)
        why = f"the file is larger than {limits.SPREADSHEET_BYTES // 1_000_000} MB and was not read"
        source = fileio.unread(shown, fileio.Unreadable(why, "spreadsheet/too-large"))
    return Spreadsheet(source=source, diagnostics=source.diagnostics)


def parse_spreadsheet(name: str, content: bytes, archetype: Archetype, pack: str = "") -> Spreadsheet:
    """Parse the bytes of a CSV file, called ``name`` in messages; other parameters as in `read_spreadsheet`."""
    text, notes = decode(content)
    diagnostics = [replace(note, file=name) for note in notes]
    rows: tuple[Row, ...] = ()
    all_rows = [] if has_errors(diagnostics) else _all_records(name, text, diagnostics)
    if all_rows and not has_errors(diagnostics):
        used: Collection[int] = range(len(all_rows[0].cells))
        systems = list(map(fold, list_systems(all_rows)))
        if len(set(systems) - {""}) > 1:
            # In a table of several games, the rows of one need only the columns that they fill.
            own = (
                row for row, system in zip(all_rows[1:], systems, strict=True) if system in ("", fold(archetype.system))
            )
            used = {index for row in own for index, cell in enumerate(row.cells) if cell.text}
        table = _Table(name, archetype, all_rows[0], pack, used)
        parsed = tuple(map(table.parse_row, all_rows[1:]))
        # The cells of the other columns are judged, but nothing is made while a column has an error.
        rows = () if table.errors else parsed
        diagnostics += chain(table.errors, *(row.diagnostics for row in parsed))
        if not parsed:
            message = "the spreadsheet has a header and no rows"
            diagnostics.append(error(message, code="spreadsheet/empty", hint="write a row for each NPC", file=name))
    return Spreadsheet(source=Source(name, text, content=content), rows=rows, diagnostics=tuple(diagnostics))


def list_systems(records: Iterable[Record]) -> list[str]:
    """Return the text in the column `system` of each row, empty where there is none; the first record is the header."""
    rows = iter(records)
    header = [fold(cell.text) for cell in next(rows, Record(1, ())).cells]
    index = header.index(SYSTEM) if SYSTEM in header else len(header)
    return [row.cells[index].text if SYSTEM in header and index < len(row.cells) else "" for row in rows]


def _all_records(name: str, text: str, diagnostics: list[Diagnostic]) -> list[Record]:
    """Return the header and the rows; if they are unusable, add an error to ``diagnostics``."""
    try:
        # The header, and one row above the limit, which shows that there are too many.
        all_rows = list(islice(read_records(text), limits.SPREADSHEET_ROWS + 2))
    except BrokenCsv as exc:
        diagnostics.append(replace(exc.diagnostic, file=name))
        return []
    if len(all_rows) > limits.SPREADSHEET_ROWS + 1:
        message = f"there are more than {limits.SPREADSHEET_ROWS:,} rows"
        diagnostics.append(error(message, code="spreadsheet/too-large", file=name))
    elif not all_rows:
        hint = "its first row names the columns, such as `name` and `hit_points`"
        diagnostics.append(error("the spreadsheet is empty", code="spreadsheet/empty", hint=hint, file=name))
    return all_rows


class _Table:
    def __init__(self, file: str, archetype: Archetype, header: Record, pack: str, used: Collection[int]) -> None:
        self.file, self.pack, self.game, self.header = file, pack, archetype.game, header.cells
        self.paths: list[KeyPath] = []
        """The key that each column fixes; empty for one without a heading, a note, or what chargen computes."""
        self.role: int | None = None
        """The column of roles."""
        self.errors: list[Diagnostic] = []
        # Thousands of rows repeat few texts, and each parse is a run of pydantic.
        self.values: dict[tuple[KeyPath, str], tuple[Plain, tuple[Diagnostic, ...]]] = {}
        self.roles: dict[str, archetypes.Reading] = {}
        own_keys = self.game.concept.model_fields
        for index, cell in enumerate(header.cells):
            steps = tuple(step.strip() for step in cell.text.split("."))
            is_computed = _WRITTEN.fullmatch(cell.text) is not None and steps[0] not in own_keys
            # A game may have a key `role`, which the column then fixes; and `role.rank` would be one of a concept.
            is_role = fold(cell.text) == ROLE and ROLE not in own_keys
            if not cell.text or cell.text.startswith("#") or index not in used or is_computed:
                steps = ()
            elif is_role:
                steps, self.role = (ROLE,), index
            else:
                steps = (next(iter(rename_keys(self.game.concept, {steps[0]: None}))), *steps[1:])
            # What is below a heading with an error fixes nothing.
            self.paths.append(steps if steps and self._is_right_heading(index, steps) else ())

    def _is_right_heading(self, index: int, steps: KeyPath) -> bool:
        """Return whether a heading names a key of the game, or else report why not."""
        before = len(self.errors)
        cell = self.header[index]
        where = f"column {column_letters(index)}, `{cell.text}`"

        def report(message: str, hint: str = "", code: str = "spreadsheet/header") -> None:
            self.errors.append(error(message, code=code, hint=hint, place=cell.place, file=self.file))

        folded = fold_path(steps)
        for other, path in enumerate(map(fold_path, self.paths)):
            # `skills` and `skills.Sword`: the one would replace the other, depending on the order of columns.
            if path and (folded[: len(path)] == path or path[: len(folded)] == folded):
                same = f"column {column_letters(other)}, `{self.header[other].text}`"
                report(f"{where}, and {same}, fix the same value", "give each value a column of its own")
        if "" in steps:
            report(f"{where} has nothing before or after a dot")
        elif index != self.role:
            # Any value does, as the question is only whether the key is known; errors about the value are ignored.
            for found in parse(self.game.concept, with_value_at({}, steps, None), partial=True).diagnostics:
                depth, message, hint = len(found.path), found.message, found.hint
                if found.path != steps[:depth]:
                    continue
                is_unknown = found.code == "concept/unknown-key"
                # An error above the end of the path: the schema has a single value where the heading goes further down.
                if not is_unknown and depth < len(steps):
                    message, hint = f"`{found.path[-1]}` has no parts with names", ""
                if is_unknown or depth < len(steps):
                    report(f"{where}: {message}", hint, "spreadsheet/unknown-column")
                    break
        return len(self.errors) == before

    def parse_row(self, record: Record) -> Row:
        """Parse the pins of a row; one of another game has no pins, and one error."""
        pins: dict[str, Plain] = {}
        cells: dict[KeyPath, Pin] = {}
        errors: list[Diagnostic] = []
        role: Archetype | None = None
        for index, cell in enumerate(record.cells):
            if not cell.text:
                continue
            heading = self.header[index].text if index < len(self.header) else None
            if heading is not None and fold(heading) == SYSTEM and fold(cell.text) != fold(self.game.key):
                hint = f"`chargen batch {self.file}` makes the NPCs of all games in it"
                found = error(f"this batch is for {self.game.title}", code=OTHER_GAME, hint=hint)
                try:
                    registry.system(cell.text)
                except registry.UnknownGame as exc:
                    found = error(str(exc), code=exc.code, hint=exc.hint)
                except registry.BrokenGame:
                    pass
                return Row(diagnostics=(self._make_pin(record, index).located(found),))
            diagnostics: Sequence[Diagnostic] = ()
            if heading is None:
                hint = "if a cell was torn apart, put it in quotes; a header row names every column"
                message = "there is no heading over this cell"
                diagnostics = [error(message, code="spreadsheet/no-heading", hint=hint)]
            # YAML does not allow control characters, so the NPC could not be written as a file.
            elif CONTROL.search(cell.text) is not None:
                diagnostics = [error("the cell holds a control character", code="yaml/control-character")]
            elif _BROKEN_FORMULA.fullmatch(cell.text):
                message, code = "a formula of the spreadsheet is broken here", "spreadsheet/broken-formula"
                hint = "write the value itself into the cell, and export the table again"
                diagnostics = [error(message, code=code, hint=hint)]
            elif index == self.role:
                if cell.text not in self.roles:
                    self.roles[cell.text] = archetypes.read_archetype(self.game.key, cell.text, self.pack)
                reading = self.roles[cell.text]
                role, diagnostics = reading.archetype, reading.diagnostics if reading.archetype is None else ()
            elif path := self.paths[index]:
                if (path, cell.text) not in self.values:
                    self.values[path, cell.text] = self._parse_value(path, cell.text)
                value, diagnostics = self.values[path, cell.text]
                if not diagnostics:
                    pins = with_value_at(pins, path, value)
                    cells[fold_path(path)] = self._make_pin(record, index)
            if diagnostics:
                errors += map(self._make_pin(record, index).located, diagnostics)
        return Row(pins=pins, archetype=role, cells=cells, diagnostics=tuple(errors))

    def _make_pin(self, record: Record, index: int) -> Pin:
        heading = f" (`{self.header[index].text}`)" if index < len(self.header) else ""
        flat = " ".join(record.cells[index].text.split())
        text = flat if len(flat) <= LONGEST_TEXT else f"{flat[: LONGEST_TEXT - 1]}…"
        where = f'row {record.number}, column {column_letters(index)}{heading}, "{text}"'
        return Pin(self.file, record.cells[index].place, where)

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
