"""Describe the work of a batch, divide it into chunks for several processes, and compute its digest."""

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
"""The approximate number of chunks of a large batch (chargen's default): enough to share, show progress and resume."""
PAPERS_OF_A_CHUNK = 8
"""The sheets of paper in a chunk of cards (chargen's default): few enough to share the work and to take little memory
(two workers take 380 MB; with 16 sheets, 580 MB), and enough that fonts, which each chunk embeds, add little to the
size."""
LARGEST_OF_SHEETS, LARGEST_UNPRINTED = 10, 500
"""The largest number of NPCs of a chunk (chargen's default): for full sheets, and without printing."""
SMALLEST_OF_SHEETS, SMALLEST_UNPRINTED = 4, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Everything that determines the contents of the files of a batch."""

    command: str = ""
    """The command that makes the files again; empty until it is known."""
    order: Order | Mixture
    spans: tuple[Span, ...]
    """The numbers of the NPCs to make."""
    program: Mapping[str, str]
    """The program that started the batch, because other versions of chargen or of printers may give other results."""
    form: Form
    formats: tuple[str, ...] = ("pdf", "jsonl")
    """Some of `FORMATS`."""
    separate: bool = False
    """Whether each NPC is printed to a separate file."""
    paper: Paper = A4
    theme: Theme = PLAIN
    press: Press = field(default_factory=Press)
    marks: bool = True
    """Whether the paper has cut marks."""
    backs: bool = False
    """Whether cards have backs, placed so that they match when the paper is turned over the edge set in ``press``."""
    folder: Path = Path()
    """The folder of the output; paths in concept files are relative to it."""
    apart: bool = False
    """Whether each source of a mixture starts on a new page."""
    single: bool = False
    """Whether each card has its own page of its own size, for print on demand."""

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
    """Some NPCs of a batch that are made together. The same work always has the same chunks."""

    number: int  # The number of the chunk, from 1
    spans: tuple[Span, ...]

    @property
    def people(self) -> int:
        """Return the number of NPCs in the chunk."""
        return ranges.count_numbers(self.spans)


def cut_chunks(work: Work) -> Iterator[Chunk]:
    """Yield the chunks of a batch, in order; each except the last fills complete sheets of paper."""
    # A chunk is on its own pages, so a source that starts on a new page starts a chunk.
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
    # Cards do not depend on the size of the batch: the first of a thousand are on the same sheets as the first of ten.
    return PAPERS_OF_A_CHUNK * on_paper


def select_rows(work: Work, chunk: Chunk) -> Work:
    """Return the work with only the spreadsheet rows that a chunk needs, so that little is sent to a worker."""
    return replace(work, order=work.order.part(chunk.spans[0][0], chunk.spans[-1][1]))


def compute_fingerprint(work: Work) -> str:
    """Return a digest of the command, the program and the contents of the input files, as 64 hexadecimal digits.

    The same seed makes the same NPCs, so nothing else can change the files.
    """
    # repr(press) has the contents of a colour profile, and the date that the environment may fix.
    parts = [work.command, dict(work.program), repr(work.press), _read_inputs(work.order)]
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()


def _read_inputs(order: Order | Mixture) -> list[Any]:
    """Return the contents of all input files of an order, without their paths."""
    if isinstance(order, Mixture):
        written = [place.digest for place in order.places if isinstance(place, Written)]
        return [written, *map(_read_inputs, order.orders)]
    # Rows share the archetypes of their roles: each is written out once, as that takes milliseconds.
    archetypes = {id(row.archetype): row.archetype for row in order.rows if row.archetype is not None}
    contents = [archetype.content() for archetype in (order.archetype, *archetypes.values())]
    rows = [[row.pins, row.archetype.role if row.archetype else "", bool(row.diagnostics)] for row in order.rows]
    return [order.title, contents, rows, order.digests]
