"""Make one chunk of a batch: its NPCs, their lines and files, and their part of the deck. Runs in worker processes."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from chargen import checking, fileio, registry
from chargen.batch.job import Work
from chargen.exports import table
from chargen.game.npc import Infeasible
from chargen.game.timing import timed
from chargen.page.card import Card
from chargen.page.roll import Mean, as_json
from chargen.page.sheet import Sheet
from chargen.render.deck import page_of
from chargen.render.printer import Printed, PrinterUnavailable
from chargen.render.typesetter import typeset
from chargen.sheets import decks
from chargen.sheets.print_form import SHEETS, size_of
from chargen.sources.source_parser import Request
from chargen.startup.gc_tuning import seldom_collected
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import slug

T = TypeVar("T")

_OF_THE_MACHINE = (PrinterUnavailable, OSError, MemoryError)
"""Errors that are no NPC's: the next one would have them, too."""
Drawn: TypeAlias = Card | Sheet  # An NPC that is ready to be printed
CONCEPTS = "people"  # The folder of concept files
Failure: TypeAlias = tuple[int, str, tuple[Diagnostic, ...]]
"""The number of an NPC, its name, which is empty where it has none yet, and why it could not be made."""


@dataclass(slots=True)
class ChunkResult:
    """The result of a chunk, which is sent between processes."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    """The line of each NPC in the manifest, by number; pages are counted from 1 within this part of the deck."""
    failures: list[Failure] = field(default_factory=list)
    """The NPCs that could not be made."""
    problems: dict[str, None] = field(default_factory=dict)
    """The distinct warnings of the printer."""
    deck: bytes = b""
    """Its part of the deck, a PDF file; empty where nothing is printed into a common file."""
    pages: int = 0
    """The number of pages of its part of the deck."""
    lines: bytes = b""
    """The lines of people.jsonl."""
    rows: list[Mapping[str, table.Value]] = field(default_factory=list)
    """The cells of people.csv by column."""
    files: dict[str, bytes] = field(default_factory=dict)
    """The files that each NPC has of its own, by path."""


@dataclass(frozen=True, slots=True)
class _MadeNpc:
    """An NPC in every requested format except the printed page."""

    request: Request
    name: str
    stem: str  # The name of its own files, without the suffix
    entry: dict[str, Any]
    line: bytes
    row: Mapping[str, table.Value]
    concept: bytes  # The concept file
    drawn: tuple[Drawn, ...]  # The card or sheet to print; empty where nothing is printed


def make_chunk(work: Work) -> ChunkResult:
    """Make the NPCs of a chunk; the result also holds every failure.

    Raises PrinterUnavailable where nothing can be printed on this machine, and OSError or MemoryError where it fails.
    """
    result, shown = ChunkResult(), f"from {work.requests[0].place}"
    with timed("npcs", shown), seldom_collected():
        npcs = [npc for _, npc in _try_each(result, work.requests, lambda request: _make_npc(work, request))]
        with timed("print", shown, small=True):
            if work.printed and work.separate:
                printed = list(_try_each(result, npcs, lambda npc: print_alone(work, npc.drawn[0])))
                for npc, (pdf, problems) in printed:
                    npc.entry["pdf"] = f"{work.form}/{npc.stem}.pdf"
                    result.files[npc.entry["pdf"]] = pdf
                    result.problems |= dict.fromkeys(problems)
                npcs = [npc for npc, _ in printed]
            elif work.printed:
                npcs = _print_part(work, npcs, result)

        result.lines = b"".join(npc.line for npc in npcs)
        result.rows = [npc.row for npc in npcs if npc.row]
        result.files |= {npc.entry["concept"]: npc.concept for npc in npcs if npc.concept}
        # Failures while printing came after all failures while making.
        result.failures.sort(key=lambda failure: failure[0])
        result.entries += [npc.entry for npc in npcs]
        result.entries.sort(key=lambda entry: int(entry["number"]))
    return result


def _try_each(result: ChunkResult, npcs: Iterable[Any], do: Callable[[Any], T]) -> Iterator[tuple[Any, T]]:
    """Yield each NPC, or request for one, with what a function makes of it; where that fails, it is a failure."""
    for npc in npcs:
        try:
            made = do(npc)
        except _OF_THE_MACHINE:
            raise
        except Exception as exc:
            request, name = (npc.request, npc.name) if isinstance(npc, _MadeNpc) else (npc, npc.pinned_name)
            if isinstance(exc, Infeasible):
                diagnostics = exc.diagnostics
            else:  # a bug of chargen or of a game
                message, hint = registry.unexpected(exc, "please report it, with the command; the other NPCs are made")
                diagnostics = (error(message, code="batch/unexpected", hint=hint),)
            why = [f"{diagnostic.code}: {diagnostic.message}" for diagnostic in diagnostics]
            number, seed = request.place, request.seed
            result.entries.append({"number": number, "seed": seed, "name": name, "status": "failed", "why": why})
            result.failures.append((number, name, diagnostics))
        else:
            yield npc, made


def _make_npc(work: Work, request: Request) -> _MadeNpc:
    npc = request.npc()
    stem = fileio.file_name(f"{npc.number:0{work.digits}}-{slug(npc.name)}", "")
    own = {"number": npc.number, "seed": npc.seed}
    entry = {**own, "name": npc.name, "status": "made"}
    line, row, concept = b"", {}, b""
    # Derived numbers take as long as the NPC itself, so they are computed only if a format needs them.
    stats = npc.checked.stats() if {"csv", "jsonl"} & set(work.formats) else {}
    if "jsonl" in work.formats:
        points = as_json(npc.checked.points())
        numbers = as_json({key: value for key, value in stats.items() if not is_table_of_chances(value)})
        line = to_line({**own, "concept": npc.concept_in(work.folder), "stats": numbers, "points": points})
    if "csv" in work.formats:
        row = table.to_row({**own, **npc.concept_in(work.folder)}, stats, npc.checked.actions())
    # A character from a file has no seed. Its file is not written again.
    if "yaml" in work.formats and npc.seed:
        concept = npc.yaml(work.folder / CONCEPTS).encode()
        entry["concept"] = f"{CONCEPTS}/{stem}.yaml"
    drawn: tuple[Drawn, ...] = ()
    if work.printed:
        drawn = (checking.make_sheet(npc.checked) if work.form == SHEETS else decks.card_of(npc.checked),)
    return _MadeNpc(request, npc.name, stem, entry, line, row, concept, drawn)


def is_table_of_chances(value: Any) -> bool:
    """Return whether a derived number is a table of chances, or has one within: they are much longer than the rest."""
    if not isinstance(value, Mapping):
        return False
    return any(isinstance(each, (Fraction, Mean)) or is_table_of_chances(each) for each in value.values())


def to_line(record: Any) -> bytes:
    """Return a record as a line of compact JSON, without escapes for letters."""
    # A lone surrogate, which a plug-in may make, cannot be encoded; it becomes an escape and not an error of the batch.
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="backslashreplace") + b"\n"


def _print_part(work: Work, npcs: list[_MadeNpc], result: ChunkResult) -> list[_MadeNpc]:
    """Print the part of the deck; return the NPCs that were printed."""
    if not npcs:
        return npcs
    # The place in the whole batch, as cards and rosters are numbered through.
    before = work.deck.before + work.requests.index(npcs[0].request)
    try:
        part = print_part(work, [drawn for npc in npcs for drawn in npc.drawn], before)
    except _OF_THE_MACHINE:
        raise
    except Exception:
        # One NPC's page fails. Printing each alone shows which one.
        sound = [npc for npc, _ in _try_each(result, npcs, lambda npc: print_part(work, npc.drawn))]
        if len(sound) == len(npcs):
            raise
        return _print_part(work, sound, result)
    for npc, start in zip(npcs, part.starts, strict=True):
        npc.entry["page"] = start + 1
    result.deck, result.pages, result.problems = part.content, part.pages, dict.fromkeys(part.problems)
    return npcs


def print_part(work: Work, drawn: Sequence[Drawn], before: int = 0) -> Printed:
    """Print some NPCs on complete sheets of paper. ``before`` is the number of NPCs of the batch before them.

    Raises PrinterUnavailable.
    """
    if work.form == SHEETS:
        from chargen.render.pdf import pdf_of_several  # imported here: cards need no layout of sheets

        sheets = [sheet for sheet in drawn if isinstance(sheet, Sheet)]
        return pdf_of_several(sheets, paper=work.deck.paper, theme=work.deck.theme, press=work.press)
    cards = [card for card in drawn if isinstance(card, Card)]
    size = size_of(work.form, work.deck.paper)
    deck = replace(work.deck, cards=cards, size=size, before=before)
    return typeset(deck, work.press)


def print_alone(work: Work, one: Drawn) -> tuple[bytes, tuple[str, ...]]:
    """Return a PDF file of one NPC, on a page of the size of its form, and the warnings of the printer."""
    # A page of the card's own size, as for print on demand; the sheet of paper is for decks.
    alone = replace(work, deck=replace(work.deck, single=True))
    printed = print_part(alone, [one])
    return join_deck(alone, [printed.content], [(one.name, 0)], one.name), printed.problems


def join_deck(work: Work, parts: Iterable[bytes], bookmarks: Sequence[tuple[str, int]], title: str) -> bytes:
    """Return a deck of its parts; ``bookmarks`` are names with their pages, from 0."""
    from chargen.render.binding import join

    page = work.deck.paper
    if work.form != SHEETS:
        page = page_of(replace(work.deck, size=size_of(work.form, page)))
    return join(parts, title=title, bookmarks=bookmarks, page=page, press=work.press, sides=1 + work.deck.backs)
