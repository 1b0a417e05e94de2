"""A chunk made: its people, their lines and files, and their part of the deck. Runs in worker processes."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from chargen import fileio, registry
from chargen.batch import chunk_result, csv_export, deck, program, ranges
from chargen.batch.chunk_result import ChunkResult, Failure
from chargen.batch.job import Chunk, Work
from chargen.core.diagnostic import Diagnostic, error
from chargen.core.names import slug
from chargen.core.roll import Mean, as_json
from chargen.core.timing import timed
from chargen.gc_tuning import seldom_collected
from chargen.npc.generation import Npc, NpcRejected
from chargen.render.printer import Pages, PrinterUnavailable

T = TypeVar("T")

LINES, ROWS, DECK = "people.jsonl", "rows.jsonl", "deck"
"""Members of a chunk result."""
CONCEPTS = "people/"
"""The folder of concept files, in a chunk result and among the finished files."""


class OtherProgram(Exception):
    """Whoever is to make a chunk is another program than who ordered it; the message says in what."""


@dataclass(frozen=True, slots=True)
class _MadeNpc:
    """Someone who is made, in all that is wanted but the printed page."""

    entry: dict[str, Any]
    """What the manifest says."""
    line: bytes
    row: Mapping[str, str]
    concept: bytes
    """The concept file."""
    drawn: "deck.Drawn | None"
    """What is to be printed."""


@dataclass(slots=True)
class _Chunk:
    """What came of a chunk so far."""

    work: Work
    npcs: list[_MadeNpc] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    pages: int = 0
    """Of its part of the deck."""

    def fail(self, number: int, fault: Exception, name: str = "") -> None:
        """Note that someone could not be made, or not be printed."""
        diagnostics = fault.diagnostics if isinstance(fault, NpcRejected) else (unexpected(fault),)
        self.failures.append(
            Failure(
                number=number,
                seed=self.work.order.seed_of(number),
                name=name or self.work.order.pinned_name(number),
                diagnostics=diagnostics,
            )
        )


def make(work: Work, chunk: Chunk) -> bytes:
    """Make the people of a chunk: the bytes of a `ChunkResult`. What is wrong with one of them stands in it.

    Raises OtherProgram, and PrinterUnavailable where there is no printer.
    """
    if differences := program.differences(work.program, program.parts(*work.order.systems)):
        raise OtherProgram(f"this is not the program that the batch was ordered by: {differences}")
    with timed("npcs", f"chunk {chunk.number}"), seldom_collected():
        so_far = _Chunk(work)
        for number in ranges.numbers(chunk.spans):
            try:
                so_far.npcs.append(_made(work, work.order.npc(number)))
            except PrinterUnavailable:
                raise
            except Exception as fault:
                so_far.fail(number, fault)
        with timed("print", f"chunk {chunk.number}", small=True):
            members, problems = _printed(so_far) if work.printed else ({}, ())
        return _result(so_far, members, problems).to_bytes()


def _made(work: Work, npc: Npc) -> _MadeNpc:
    entry: dict[str, Any] = {"number": npc.number, "seed": npc.seed, "name": npc.name, "status": "made"}
    compact = chunk_result.line(npc.concept)
    entry["sha256"] = hashlib.sha256(compact.rstrip(b"\n")).hexdigest()
    name = stem(npc.number, npc.name, work.digits)
    line, row, concept = b"", {}, b""
    stats = npc.checked.stats() if {"csv", "jsonl"} & set(work.formats) else {}
    own = {"number": npc.number, "seed": npc.seed}
    if "jsonl" in work.formats:
        points = as_json(npc.checked.points())
        line = chunk_result.line({**own, "concept": npc.concept, "stats": as_json(_plain(stats)), "points": points})
    if "csv" in work.formats:
        row = csv_export.cells({**own, **npc.concept}, stats)
    if "yaml" in work.formats and npc.seed:  # what was written by hand stays the only one of its kind
        concept = npc.yaml(work.folder / CONCEPTS).encode()
        entry |= {"concept": f"{CONCEPTS}{name}.yaml", "concept_sha256": hashlib.sha256(concept).hexdigest()}
    if work.printed and work.separate:
        entry["pdf"] = f"{work.form.name}/{name}.pdf"
    return _MadeNpc(entry, line, row, concept, deck.drawn(work, npc) if work.printed else None)


def _plain(stats: Mapping[str, Any]) -> dict[str, Any]:
    """Derived numbers without tables of chances, which would be many times as long as all the rest."""
    return {
        key: _plain(value) if isinstance(value, Mapping) else value
        for key, value in stats.items()
        if not (isinstance(value, Mapping) and _has_chances(value))
    }


def _has_chances(value: Any) -> bool:
    if isinstance(value, (Fraction, Mean)):
        return True
    return isinstance(value, Mapping) and any(map(_has_chances, value.values()))


def _printed(so_far: _Chunk) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The part of the deck, or a file for each; and what the printer remarked. Who cannot be printed is taken out."""
    work = so_far.work
    members = {}
    problems: list[str] = []
    if work.separate:
        printed = _tried(so_far, lambda npc: deck.file(work, _drawn([npc])[0]))
        members = {npc.entry["pdf"]: pdf for npc, (pdf, _) in printed}
        for npc, (pdf, _) in printed:
            npc.entry["pdf_sha256"] = hashlib.sha256(pdf).hexdigest()
        problems = [problem for _, (_, remarks) in printed for problem in remarks]
    elif (part := _part(so_far)) is not None:
        members = {DECK: part.content}
        problems = list(part.problems)
        for npc, start in zip(so_far.npcs, part.starts, strict=True):
            npc.entry["page"] = start + 1
        so_far.pages = part.pages
    return members, tuple(dict.fromkeys(problems))


def _part(so_far: _Chunk) -> Pages | None:
    """The part of the deck; None where nobody is left to print."""
    work = so_far.work
    try:
        if not so_far.npcs:
            return None
        return deck.part(work, _drawn(so_far.npcs), ranges.before(work.spans, so_far.npcs[0].entry["number"]))
    except PrinterUnavailable:
        raise
    except Exception as fault:  # someone's page is at fault; whose, is found by printing each alone
        tried = len(so_far.npcs)
        _tried(so_far, lambda npc: deck.part(work, _drawn([npc])))
        if len(so_far.npcs) == tried:  # nobody's: it is how they go together
            for npc in so_far.npcs:
                so_far.fail(npc.entry["number"], fault, npc.entry["name"])
            so_far.npcs.clear()
        return _part(so_far)


def _drawn(npcs: Sequence[_MadeNpc]) -> list[deck.Drawn]:
    return [npc.drawn for npc in npcs if npc.drawn is not None]


def _tried(so_far: _Chunk, do: Callable[[_MadeNpc], T]) -> list[tuple[_MadeNpc, T]]:
    """What comes of each; those with whom it fails are taken out."""
    done = []
    for npc in tuple(so_far.npcs):
        try:
            done.append((npc, do(npc)))
        except PrinterUnavailable:
            raise
        except Exception as fault:
            so_far.npcs.remove(npc)
            so_far.fail(npc.entry["number"], fault, npc.entry["name"])
    return done


def _result(so_far: _Chunk, members: dict[str, bytes], problems: tuple[str, ...]) -> ChunkResult:
    npcs, formats = so_far.npcs, so_far.work.formats
    if "jsonl" in formats:
        members[LINES] = b"".join(npc.line for npc in npcs)
    if "csv" in formats:
        members[ROWS] = chunk_result.joined(npc.row for npc in npcs)
    if "yaml" in formats:
        members |= {npc.entry["concept"]: npc.concept for npc in npcs if npc.concept}
    failures = sorted(so_far.failures, key=lambda failure: failure.number)
    entries = [npc.entry for npc in npcs] + list(map(entry, failures))
    return ChunkResult(
        people=len(npcs),
        pages=so_far.pages,
        entries=tuple(sorted(entries, key=lambda entry: int(entry["number"]))),
        failures=tuple(failures),
        problems=problems,
        columns=tuple(dict.fromkeys(column for npc in npcs for column in npc.row)),
        members=members,
    )


def entry(failure: Failure) -> dict[str, Any]:
    """What the manifest says of someone who could not be made."""
    why = [f"{finding.code}: {finding.message}" for finding in failure.diagnostics]
    return {"number": failure.number, "seed": failure.seed, "name": failure.name, "status": "failed", "why": why}


def lost(work: Work, chunk: Chunk, why: str) -> bytes:
    """The result of a chunk that could not be made at all."""
    finding = error(why, code="batch/lost", hint="run the command again with --only for these people")
    failures = tuple(
        Failure(number=number, seed=work.order.seed_of(number), diagnostics=(finding,))
        for number in ranges.numbers(chunk.spans)
    )
    return ChunkResult(people=0, entries=tuple(map(entry, failures)), failures=failures).to_bytes()


def unexpected(fault: Exception) -> Diagnostic:
    """A fault of ours or of a game, as a finding."""
    report = "please report it, with the command; the other people are made all the same"
    said, hint = registry.unexpected(fault, report)
    return error(said, code="batch/unexpected", hint=hint)


def stem(number: int, name: str, digits: int) -> str:
    """What a person's own files are called, without the suffix.

    >>> stem(7, "Mara Øst", 3)
    '007-mara-øst'
    """
    return fileio.file_name(f"{number:0{digits}}-{slug(name)}", "")
