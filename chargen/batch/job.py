"""A batch as work: what to make, in chunks that processes share, and a digest of it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from chargen.batch import ranges
from chargen.batch.form import SHEETS, Form, count_on_paper
from chargen.batch.ranges import Span
from chargen.npc.generation import Order
from chargen.npc.mixture import Mixture, Written
from chargen.render.paper import A4, Paper
from chargen.render.press import Press
from chargen.render.theme import PLAIN, Theme

FORMATS: Mapping[str, str] = {
    "pdf": "the printed deck",
    "csv": "a table for a spreadsheet: people.csv",
    "jsonl": "an NPC a line, with numbers: people.jsonl",
    "yaml": "a concept file each, in people/",
}

CHUNKS = 64
"""Chunks of a large batch, about (chargen's default): enough to share, to show progress, and to resume."""
PAPERS_OF_A_CHUNK = 16
"""Sheets of paper in a chunk of cards (chargen's default): few enough to share the work, and enough that the typefaces,
which each chunk embeds, weigh little."""
LARGEST_OF_SHEETS, LARGEST_UNPRINTED = 10, 500
"""The most NPCs of a chunk (chargen's default): on full sheets, and not printed."""
SMALLEST_OF_SHEETS, SMALLEST_UNPRINTED = 4, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """All that decides the contents of a batch's files, but not who makes them, or where they go."""

    command: str = ""
    """The command that makes the files again; empty until it is known."""
    order: Order | Mixture
    spans: tuple[Span, ...]
    """The numbers of the NPCs to make."""
    program: Mapping[str, str]
    """The program that began it: another chargen, or other printers, might make other NPCs and pages."""
    form: Form
    formats: tuple[str, ...] = ("pdf", "jsonl")
    """Some of `FORMATS`."""
    separate: bool = False
    """Whether each NPC is printed into a file of its own."""
    paper: Paper = A4
    theme: Theme = PLAIN
    press: Press = field(default_factory=Press)
    marks: bool = True
    """Whether there are marks where cards are to be cut."""
    backs: bool = False
    """Whether cards have backs, each behind its front when the paper is turned over the edge that ``press`` names."""
    folder: Path = Path()
    """Where the files go: a concept file names its house rules from there."""
    apart: bool = False
    """Whether each source of a mixture begins on a new page."""
    single: bool = False
    """Whether each card has a page of its own, as large as the card, for those who print on demand."""

    @property
    def people(self) -> int:
        """Return the number of NPCs to make."""
        return ranges.count_numbers(self.spans)

    @property
    def printed(self) -> bool:
        """Return whether anything is printed."""
        return "pdf" in self.formats

    @property
    def digits(self) -> int:
        """Return the number of digits in the name of a file."""
        return max(3, len(str(self.spans[-1][1]))) if self.spans else 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Some NPCs of a batch, which are made together. The same work is always cut in the same way."""

    number: int
    """From 1, in the order of the NPCs."""
    spans: tuple[Span, ...]

    @property
    def people(self) -> int:
        """Return the number of its NPCs."""
        return ranges.count_numbers(self.spans)


def cut_chunks(work: Work) -> Iterator[Chunk]:
    """Yield the chunks of a batch, in order; each but the last fills complete sheets of paper."""
    groups = ranges.split_spans(work.spans, work.order.starts) if work.apart else [work.spans]
    cuts = (spans for group in groups for spans in ranges.cut_spans(group, choose_chunk_size(work)))
    for number, spans in enumerate(cuts, 1):
        yield Chunk(number=number, spans=spans)


def choose_chunk_size(work: Work) -> int:
    """Return the number of NPCs in a chunk: complete sheets of paper, and more of them in a large batch."""
    share = -(-work.people // CHUNKS)
    if not work.printed:
        return max(SMALLEST_UNPRINTED, min(share, LARGEST_UNPRINTED))
    on_paper = count_on_paper(work.form, work.paper, work.theme)
    if work.form.name == SHEETS:
        return max(SMALLEST_OF_SHEETS, min(share, LARGEST_OF_SHEETS))
    return PAPERS_OF_A_CHUNK * on_paper


def select_rows(work: Work, chunk: Chunk) -> Work:
    """Return the same work with only the rows of a spreadsheet that a chunk needs, to send it to a worker."""
    return replace(work, order=work.order.part(chunk.spans[0][0], chunk.spans[-1][1]))


def compute_fingerprint(work: Work) -> str:
    """Return a digest of the command, the program and the contents of the input files, as 64 hexadecimal digits.

    The same seed makes the same NPCs, so nothing else can change the files.
    """
    # repr(press) has the contents of a colour profile, and the date that the environment may fix.
    parts = [work.command, dict(work.program), repr(work.press), _read_inputs(work.order)]
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()


def _read_inputs(order: Order | Mixture) -> list[Any]:
    """Return the contents of all files that an order is read from, without the places where they are."""
    if isinstance(order, Mixture):
        written = [place.digest for place in order.places if isinstance(place, Written)]
        return [written, *map(_read_inputs, order.orders)]
    # Rows share the archetypes of their roles: each is written out once, as that takes milliseconds.
    archetypes = {id(row.archetype): row.archetype for row in order.rows if row.archetype is not None}
    contents = [archetype.content() for archetype in (order.archetype, *archetypes.values())]
    rows = [[row.pins, row.archetype.role if row.archetype else "", bool(row.diagnostics)] for row in order.rows]
    return [order.title, contents, rows, order.digests]
