"""Describe the work of a batch, and divide it into chunks for several processes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from chargen.npc.generation import Order
from chargen.render.paper import A4, Paper
from chargen.render.press import Press
from chargen.render.theme import PLAIN, Theme
from chargen.sheets.print_form import SHEETS, count_on_paper
from chargen.sources.mixture import Mixture

FORMATS = ("pdf", "csv", "jsonl", "yaml")  # The deck; people.csv; people.jsonl, with numbers; concept files in people/
PAPERS_OF_A_CHUNK = 8
"""The sheets of paper in a chunk of cards (chargen's default): few enough to share the work and to take little memory
(two workers take 380 MB; with 16 sheets, 580 MB), and enough that fonts, which each chunk embeds, add little to the
size."""
SHEETS_OF_A_CHUNK, UNPRINTED_OF_A_CHUNK = 4, 50
"""The NPCs of a chunk that are printed as full sheets, or not printed (chargen's default)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Everything that determines the contents of the files of a batch."""

    command: str = ""
    """The command that makes the files again; empty until it is known."""
    order: Order | Mixture
    numbers: Sequence[int]
    """The numbers of the NPCs to make, in order."""
    form: str
    """How they are printed, one of `FORMS`."""
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
    single: bool = False
    """Whether each card has its own page of its own size, for print on demand."""


def cut_chunks(work: Work) -> Iterator[tuple[Work, Sequence[int]]]:
    """Yield the numbers of the NPCs of each chunk, in order; each but the last fills complete sheets of paper.

    The same work always has the same chunks. With each comes the work with only the rows of the spreadsheet that it
    needs, so that little is sent to a worker.
    """
    # It does not depend on the size of the batch: the first cards of a thousand are on the same sheets as those of ten.
    size = UNPRINTED_OF_A_CHUNK
    if "pdf" in work.formats:
        on_paper = count_on_paper(work.form, work.paper, work.theme)
        size = SHEETS_OF_A_CHUNK if work.form == SHEETS else PAPERS_OF_A_CHUNK * on_paper
    for first in range(0, len(work.numbers), size):
        chunk = work.numbers[first : first + size]
        yield replace(work, order=work.order.part(chunk[0], chunk[-1])), chunk
