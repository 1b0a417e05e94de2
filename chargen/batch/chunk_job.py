"""Make one chunk of a batch: its NPCs, their lines and files, and their part of the deck. Runs in worker processes."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from chargen import fileio, registry
from chargen.batch import chunk_result, deck, ranges
from chargen.batch.chunk_result import ChunkResult, Failure
from chargen.batch.job import Chunk, Work
from chargen.exports import table
from chargen.game.timing import timed
from chargen.gc_tuning import seldom_collected
from chargen.npc.generation import Npc, NpcRejected
from chargen.page.roll import Mean, as_json
from chargen.render.printer import Printed, PrinterUnavailable
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import slug

T = TypeVar("T")

_OF_THE_MACHINE = (PrinterUnavailable, OSError, MemoryError)
"""Errors that are no NPC's: the next one would have them, too."""
LINES, ROWS, DECK = "people.jsonl", "rows.jsonl", "deck"  # Members of a chunk result
CONCEPTS = "people/"  # The folder of concept files, in a chunk result and among the finished files


@dataclass(frozen=True, slots=True)
class _MadeNpc:
    """The output of an NPC except the printed page."""

    entry: dict[str, Any]  # The line of the manifest
    line: bytes
    row: Mapping[str, str]
    concept: bytes  # The concept file
    drawn: "deck.Drawn | None"  # The card or sheet to print; None if nothing is printed


@dataclass(slots=True)
class _Progress:
    """The state of a chunk that is being made."""

    work: Work
    npcs: list[_MadeNpc] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    pages: int = 0  # The number of pages of its part of the deck
    problems: dict[str, None] = field(default_factory=dict)  # The distinct warnings of the printer

    def fail(self, number: int, exc: Exception, name: str = "") -> None:
        """Record that an NPC could not be made or printed."""
        diagnostics = exc.diagnostics if isinstance(exc, NpcRejected) else (_unexpected(exc),)
        order = self.work.order
        name = name or order.pinned_name(number)
        self.failures.append(Failure(number=number, seed=order.seed_of(number), name=name, diagnostics=diagnostics))

    def for_each(self, do: Callable[[_MadeNpc], T]) -> list[tuple[_MadeNpc, T]]:
        """Call a function with each NPC, and return the results; NPCs for which it fails are removed."""
        done = []
        # A copy, because failed NPCs are removed from the list.
        for npc in tuple(self.npcs):
            try:
                done.append((npc, do(npc)))
            except _OF_THE_MACHINE:
                raise
            except Exception as exc:
                self.npcs.remove(npc)
                self.fail(npc.entry["number"], exc, npc.entry["name"])
        return done


def make(work: Work, chunk: Chunk) -> bytes:
    """Make the NPCs of a chunk, and return the bytes of a `ChunkResult`, which also holds every failure.

    Raises PrinterUnavailable where nothing can be printed on this machine, and OSError or MemoryError where it fails.
    """
    with timed("npcs", f"chunk {chunk.number}"), seldom_collected():
        progress = _Progress(work)
        for number in ranges.iterate_numbers(chunk.spans):
            try:
                progress.npcs.append(_make_npc(work, work.order.npc(number)))
            except _OF_THE_MACHINE:
                raise
            except Exception as exc:
                progress.fail(number, exc)
        with timed("print", f"chunk {chunk.number}", small=True):
            members = _print(progress) if work.printed else {}
        return _result(progress, members).to_bytes()


def _make_npc(work: Work, npc: Npc) -> _MadeNpc:
    """Write an NPC in every requested format."""
    own = {"number": npc.number, "seed": npc.seed}
    compact = chunk_result.to_line(npc.concept).rstrip(b"\n")
    # The digest of the concept shows whether another machine has made the same NPC.
    entry = {**own, "name": npc.name, "status": "made", "sha256": hashlib.sha256(compact).hexdigest()}
    name = file_stem(npc.number, npc.name, work.digits)
    line, row, concept = b"", {}, b""
    # Derived numbers take as long as the NPC itself, so they are computed only if a format needs them.
    stats = npc.checked.stats() if {"csv", "jsonl"} & set(work.formats) else {}
    if "jsonl" in work.formats:
        points = as_json(npc.checked.points())
        numbers = as_json(_without_chances(stats))
        line = chunk_result.to_line({**own, "concept": npc.concept, "stats": numbers, "points": points})
    if "csv" in work.formats:
        row = table.to_cells({**own, **npc.concept}, stats) | table.action_cells(npc.checked.actions())
    # A character from a file has no seed. Its file is not written again.
    if "yaml" in work.formats and npc.seed:
        concept = npc.yaml(work.folder / CONCEPTS).encode()
        entry |= {"concept": f"{CONCEPTS}{name}.yaml", "concept_sha256": hashlib.sha256(concept).hexdigest()}
    if work.printed and work.separate:
        entry["pdf"] = f"{work.form.name}/{name}.pdf"
    return _MadeNpc(entry, line, row, concept, deck.draw(work, npc) if work.printed else None)


def _without_chances(stats: Mapping[str, Any]) -> dict[str, Any]:
    """Return derived numbers without tables of chances, which are much longer than the rest."""
    return {
        key: _without_chances(value) if isinstance(value, Mapping) else value
        for key, value in stats.items()
        if not (isinstance(value, Mapping) and _has_chances(value))
    }


def _has_chances(value: Any) -> bool:
    if isinstance(value, (Fraction, Mean)):
        return True
    return isinstance(value, Mapping) and any(map(_has_chances, value.values()))


def _print(progress: _Progress) -> dict[str, bytes]:
    """Print the part of the deck, or a file for each NPC; NPCs that cannot be printed are removed."""
    work = progress.work
    if work.separate:
        printed = progress.for_each(lambda npc: deck.print_alone(work, _drawn([npc])[0]))
        for npc, (pdf, problems) in printed:
            npc.entry["pdf_sha256"] = hashlib.sha256(pdf).hexdigest()
            progress.problems |= dict.fromkeys(problems)
        return {npc.entry["pdf"]: pdf for npc, (pdf, _) in printed}
    part = _print_part(progress)
    if part is None:
        return {}
    for npc, start in zip(progress.npcs, part.starts, strict=True):
        npc.entry["page"] = start + 1
    progress.pages = part.pages
    progress.problems |= dict.fromkeys(part.problems)
    return {DECK: part.content}


def _print_part(progress: _Progress) -> Printed | None:
    """Print the part of the deck; None if no NPC is left to print."""
    if not progress.npcs:
        return None
    try:
        return _print_all(progress)
    except _OF_THE_MACHINE:
        raise
    except Exception:
        # One NPC's page fails. Printing each alone shows which one.
        progress.for_each(lambda npc: deck.print_part(progress.work, _drawn([npc])))
        return _print_all(progress) if progress.npcs else None


def _print_all(progress: _Progress) -> Printed:
    # The place in the whole batch, as cards and rosters are numbered through.
    before = ranges.count_before(progress.work.spans, progress.npcs[0].entry["number"])
    return deck.print_part(progress.work, _drawn(progress.npcs), before)


def _drawn(npcs: list[_MadeNpc]) -> list[deck.Drawn]:
    return [npc.drawn for npc in npcs if npc.drawn is not None]


def _result(progress: _Progress, members: dict[str, bytes]) -> ChunkResult:
    npcs, formats = progress.npcs, progress.work.formats
    if "jsonl" in formats:
        members[LINES] = b"".join(npc.line for npc in npcs)
    if "csv" in formats:
        members[ROWS] = b"".join(chunk_result.to_line(npc.row) for npc in npcs)
    if "yaml" in formats:
        members |= {npc.entry["concept"]: npc.concept for npc in npcs if npc.concept}
    # Failures while printing come after all failures while making.
    failures = sorted(progress.failures, key=lambda failure: failure.number)
    entries = [npc.entry for npc in npcs] + list(map(_failed_entry, failures))
    return ChunkResult(
        people=len(npcs),
        pages=progress.pages,
        entries=tuple(sorted(entries, key=lambda entry: int(entry["number"]))),
        failures=tuple(failures),
        problems=tuple(progress.problems),
        columns=tuple(dict.fromkeys(column for npc in npcs for column in npc.row)),
        members=members,
    )


def _failed_entry(failure: Failure) -> dict[str, Any]:
    why = [f"{diagnostic.code}: {diagnostic.message}" for diagnostic in failure.diagnostics]
    return {"number": failure.number, "seed": failure.seed, "name": failure.name, "status": "failed", "why": why}


def lost_result(work: Work, chunk: Chunk, why: str) -> bytes:
    """Return the result of a chunk that could not be made."""
    diagnostic = error(why, code="batch/lost", hint="run the command again with --only and the numbers of these NPCs")
    failures = tuple(
        Failure(number=number, seed=work.order.seed_of(number), diagnostics=(diagnostic,))
        for number in ranges.iterate_numbers(chunk.spans)
    )
    return ChunkResult(people=0, entries=tuple(map(_failed_entry, failures)), failures=failures).to_bytes()


def _unexpected(exc: Exception) -> Diagnostic:
    """Return the diagnostic for a bug of chargen or of a game."""
    report = "please report it, with the command; the other NPCs are made"
    message, hint = registry.unexpected(exc, report)
    return error(message, code="batch/unexpected", hint=hint)


def file_stem(number: int, name: str, digits: int) -> str:
    """Return the name of an NPC's own files, without the suffix.

    >>> file_stem(7, "Mara Øst", 3)
    '007-mara-øst'
    """
    return fileio.file_name(f"{number:0{digits}}-{slug(name)}", "")
