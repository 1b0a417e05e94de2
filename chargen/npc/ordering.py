"""Make orders for NPCs of a game, of an archetype file, or of a spreadsheet."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from chargen import fileio
from chargen.core import limits
from chargen.core.diagnostic import Diagnostic
from chargen.core.names import fold
from chargen.core.source import Source
from chargen.npc import archetype as archetypes
from chargen.npc import draws, spreadsheet
from chargen.npc.archetype import Archetype
from chargen.npc.archetype_file import BLOCK, FULL, LINE
from chargen.npc.csv_reader import Overlarge, Unclosed, decoded, records
from chargen.npc.generation import Order


@dataclass(frozen=True, slots=True)
class Ordered:
    """The result of reading an order. ``order`` is None where there is an error."""

    order: Order | None
    diagnostics: Sequence[Diagnostic] = ()
    sources: Sequence[Source] = ()
    """The files that diagnostics may point into."""


def read_order(
    spec: str,
    role: str,
    people: Path | None,
    seed: str,
    spans: Sequence[tuple[int, int]] = (),
    *,
    pack: str = "",
    detail: str = LINE,
    last: int = 0,
) -> Ordered:
    """Return the order of a game and a role, or of an archetype file; ``people`` is a spreadsheet.

    ``spans``: the first and last of those that are asked for, where not all are. ``pack``, ``detail`` and ``last`` are
    those of `Order`.
    """
    reading = archetypes.read_archetype(spec, role, pack)
    base = reading.archetype
    if base is None:
        return Ordered(None, reading.diagnostics, reading.sources)
    if people is None:
        return Ordered(order_of(base, seed, detail=detail, last=last), reading.diagnostics, reading.sources)
    if detail == FULL:  # ties name others, by their rows
        spans = [(first - (first - 1) % BLOCK, last + -last % BLOCK) for first, last in spans]
    sheet = spreadsheet.read_spreadsheet(people, str(people), base, spans, pack)
    order = order_of(base, seed, sheet.rows, people.stem, detail=detail, last=len(sheet.rows)) if sheet.rows else None
    return Ordered(order, (*reading.diagnostics, *sheet.diagnostics), (*reading.sources, sheet.source))


def order_of(
    base: Archetype,
    seed: str,
    rows: tuple[spreadsheet.Row, ...] = (),
    table: str = "",
    *,
    detail: str = LINE,
    last: int = 0,
) -> Order:
    """Return the order of an archetype, with the files that it needs read once; ``table`` as in `Order`."""
    there = replace(base, folder=str(Path(base.folder).absolute()))  # for processes that work elsewhere
    rules = {path: _content(path, limits.CONCEPT_BYTES) for path in _named("campaign", there, rows)}
    portraits = (_content(path, limits.PORTRAIT_BYTES) for path in dict.fromkeys(_named("portrait", there, rows)))
    digests = tuple(hashlib.sha256(content or b"").hexdigest() for content in chain(rules.values(), portraits))
    read = {path: content for path, content in rules.items() if content is not None}
    return Order(
        system=base.system,
        role=base.role,
        seed=seed,
        archetype=there,
        rows=rows,
        table=table,
        files=read,
        digests=digests,
        detail=detail,
        last=last,
    )


def _named(key: str, base: Archetype, rows: tuple[spreadsheet.Row, ...]) -> Iterator[str]:
    """Yield the paths of all files that the NPCs may name under a key, with every option of its draws."""
    of_rows = (row.archetype for row in rows if row.archetype is not None)
    every = {id(archetype): archetype for archetype in (base, *of_rows)}
    for archetype in every.values():
        for variant in draws.variants({name: pin for name, pin in archetype.pins.items() if name == key}):
            yield from _there(archetype.folder, variant.value.get(key))
    for row in rows:
        yield from _there((row.archetype or base).folder, row.pins.get(key))


def _there(folder: str, written: object) -> Iterator[str]:
    if isinstance(written, str) and written:
        with suppress(fileio.Unreadable, ValueError):
            yield str(fileio.named_in(Path(folder), written))


def _content(path: str, most: int) -> bytes | None:
    """Return the content of a file; None where it cannot be read, which is reported when an NPC needs it."""
    with suppress(fileio.Unreadable):
        return fileio.read_bytes(Path(path), most)
    return None


def game_of(path: Path) -> str:
    """Return the first game in the column `system` of a spreadsheet; empty where there is none.

    Raises `fileio.Unreadable` where the file cannot be read.
    """
    text, _ = decoded(fileio.read_bytes(path, limits.SPREADSHEET_BYTES))
    try:
        rows = records(text)
        header = next(rows, None)
        where = [index for index, cell in enumerate(header.cells) if fold(cell.text) == "system"] if header else []
        named = (row.cells[where[0]].text for row in rows if where and len(row.cells) > where[0])
        return next((text for text in named if text), "")
    except (Overlarge, Unclosed):
        return ""
