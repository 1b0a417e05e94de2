"""Make orders of NPCs from a game, an archetype file or a spreadsheet."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from chargen import fileio, registry
from chargen.checking.rules import TABLE
from chargen.npc import archetype as archetypes
from chargen.npc.archetype import Archetype
from chargen.npc.archetype_file import FULL, LINE
from chargen.npc.generation import Order, Row, find_all_errors, find_errors_beside
from chargen.sources import spreadsheet
from chargen.sources.csv_reader import BrokenCsv, decode, read_records
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, has_errors
from chargen.text.names import fold
from chargen.text.parts import find_texts
from chargen.text.source import Source


@dataclass(frozen=True, slots=True)
class OrderResult:
    """The result of reading an order. ``order`` is None where there is an error."""

    order: Order | None
    diagnostics: Sequence[Diagnostic] = ()
    sources: Sequence[Source] = ()  # The files that diagnostics may point into
    rows: tuple[Row, ...] = ()  # Of a spreadsheet; NPC 1 is made of the first row


def read_order(
    spec: str,
    role: str,
    table_path: Path | None,
    seed: str,
    *,
    pack: str = "",
    detail: str = LINE,
    last: int = 0,
) -> OrderResult:
    """Return the order of a game and a role, or of an archetype file; ``table_path`` adds the rows of a spreadsheet.

    ``pack`` is the name or path of a pack; ``detail`` and ``last`` are fields of `Order`.
    """
    reading = archetypes.read_archetype(spec, role, pack)
    base = reading.archetype
    if base is None:
        return OrderResult(None, find_all_errors(reading), reading.sources)
    if table_path is None:
        return OrderResult(make_order(base, seed, detail=detail, last=last), reading.diagnostics, reading.sources)
    sheet, order = spreadsheet.read_spreadsheet(table_path, str(table_path), base, pack), None
    diagnostics = [*reading.diagnostics, *sheet.diagnostics]
    if sheet.rows:
        order = make_order(base, seed, sheet.rows, table_path.stem, detail=detail, last=len(sheet.rows))
        invalid = [(number, row) for number, row in enumerate(sheet.rows, 1) if row.diagnostics]
        for number, row in invalid[: limits.OPTIONS_REFUSED]:
            diagnostics += find_errors_beside(order, number, row)
    return OrderResult(order, tuple(diagnostics), (*reading.sources, sheet.source), sheet.rows)


def make_order(
    base: Archetype,
    seed: str,
    rows: tuple[Row, ...] = (),
    table: str = "",
    *,
    detail: str = LINE,
    last: int = 0,
) -> Order:
    """Return the order of an archetype; the files that it needs are read here once. ``table`` is a field of `Order`."""
    # Worker processes may have other working directories.
    absolute, house = replace(base, folder=str(Path(base.folder).absolute())), TABLE.get()
    paths = {house.path} if house is not None else set[Path]()
    # Thousands of rows share a few archetypes. The pins of a row are relative to the folder of its archetype.
    archetypes_used = {id(row.archetype): row.archetype for row in rows if row.archetype is not None}
    pinned = [(each.folder, each.pins) for each in (absolute, *archetypes_used.values())]
    pinned += [((row.archetype or absolute).folder, row.pins) for row in rows]
    for folder, pins in pinned if house is None else ():
        # A campaign may be a draw, any text of which may name the file.
        for text, _ in find_texts(pins.get("campaign")):
            with suppress(fileio.Unreadable, ValueError):
                paths.add(fileio.named_in(Path(folder), text))
    files = {}
    for path in paths:
        with suppress(fileio.Unreadable):  # it is reported when an NPC needs the file
            files[str(path)] = fileio.read_bytes(path, limits.CONCEPT_BYTES)
    order = Order(
        seed=seed,
        archetype=absolute,
        table=table,
        files=files,
        detail=detail,
        last=last,
        campaign=str(house.path) if house is not None else "",
    )
    if rows and detail == FULL:
        near = (order.neighbour(number, row) for number, row in enumerate(rows, 1))
        order = replace(order, neighbours=tuple(filter(None, near)))
    return order


def read_games(path: Path) -> list[str]:
    """Return the keys of the games in the column `system` of a spreadsheet; if none is known, the first text in it.

    Raises `fileio.Unreadable` where the file cannot be read.
    """
    text, notes = decode(fileio.read_bytes(path, limits.SPREADSHEET_BYTES))
    if has_errors(notes):
        raise fileio.Unreadable(notes[0].message, notes[0].code, notes[0].hint)
    try:
        systems = list(filter(None, spreadsheet.list_systems(read_records(text))))
    except BrokenCsv:
        # It is reported when the rows are read.
        return []
    known = {fold(key): key for key in registry.list_games()}
    return list(dict.fromkeys(known[fold(system)] for system in systems if fold(system) in known)) or systems[:1]
