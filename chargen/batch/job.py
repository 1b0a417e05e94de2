"""Describe the work of a batch and the numbers of its NPCs, and divide it into chunks for several processes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from chargen.render.deck import Deck
from chargen.render.press import Press
from chargen.sheets.print_form import SHEETS, count_on_paper
from chargen.sources.source_parser import Request

FORMATS = ("pdf", "csv", "jsonl", "yaml")  # The deck; people.csv; people.jsonl, with numbers; concept files in people/
PAPERS_OF_A_CHUNK = 8
"""The sheets of paper in a chunk of cards (chargen's default): few enough to share the work and to take little memory
(two workers take 380 MB; with 16 sheets, 580 MB), and enough that fonts, which each chunk embeds, add little to the
size."""
LARGEST_NUMBER = 1_000_000  # The highest possible number (chargen's default)
_SPAN = re.compile(r"(\d{1,9})(?: ?[-–] ?(\d{1,9}))?")
SHEETS_OF_A_CHUNK, UNPRINTED_OF_A_CHUNK = 4, 50
"""The NPCs of a chunk that are printed as full sheets, or not printed (chargen's default)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Everything that determines the contents of the files of a batch."""

    command: str = ""
    """The command that makes the files again; empty until it is known."""
    requests: Sequence[Request]
    """The NPCs to make, in order."""
    digits: int = 0
    """The digits of numbers in the names of files, as `cut_chunks` finds them."""
    about: Mapping[str, str] = field(default_factory=dict)
    """The games, the role and the seed of the batch, for its manifest."""
    form: str
    """How they are printed, one of `FORMS`."""
    formats: tuple[str, ...] = ("pdf", "jsonl")
    """Some of `FORMATS`."""
    separate: bool = False
    """Whether each NPC is printed to a separate file."""
    deck: Deck
    """The deck, still without its cards and their size; its paper and theme are those of full sheets, too."""
    press: Press = field(default_factory=Press)
    folder: Path = Path()
    """The folder of the output; paths in concept files are relative to it."""

    @property
    def printed(self) -> bool:
        """Return whether anything is printed."""
        return "pdf" in self.formats


def cut_chunks(work: Work) -> Iterator[Work]:
    """Yield the work of each chunk, in order; each but the last fills complete sheets of paper.

    The same work always has the same chunks.
    """
    # It does not depend on the size of the batch: the first cards of a thousand are on the same sheets as those of ten.
    size = UNPRINTED_OF_A_CHUNK
    if work.printed:
        on_paper = count_on_paper(work.form, work.deck.paper, work.deck.theme)
        size = SHEETS_OF_A_CHUNK if work.form == SHEETS else PAPERS_OF_A_CHUNK * on_paper
    digits = max(3, len(str(work.requests[-1].place)))
    for before in range(0, len(work.requests), size):
        deck = replace(work.deck, before=before, total=len(work.requests))
        yield replace(work, requests=work.requests[before : before + size], digits=digits, deck=deck)


def parse_numbers(text: str) -> Sequence[int]:
    """Parse numbers and spans of them, and return the distinct numbers in order.

    >>> parse_numbers("7, 12-14"), parse_numbers("3,1-2,5,4-9")
    ((7, 12, 13, 14), range(1, 10))
    >>> parse_numbers("9-4")
    Traceback (most recent call last):
    ValueError: 9-4 goes backwards; write 4-9
    """
    found: set[int] = set()
    for word in map(str.strip, text.split(",")):
        match = _SPAN.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no number of an NPC; write numbers and spans, such as 7,12-20")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise ValueError(f"{first}-{last} goes backwards; write {last}-{first}")
        if first < 1 or last > LARGEST_NUMBER:
            raise ValueError(f"NPCs are numbered from 1 to {LARGEST_NUMBER:,}; found {word}")
        found.update(range(first, last + 1))
    # Most are a single span, which takes little memory.
    span = range(min(found), max(found) + 1)
    return span if len(span) == len(found) else tuple(sorted(found))


def format_numbers(numbers: Iterable[int]) -> str:
    """Return numbers in order as text that `parse_numbers` reads.

    >>> format_numbers([7, 12, 13, 14])
    '7,12-14'
    """
    # Numbers of one span are as far from their places in the list.
    runs = groupby(enumerate(numbers), lambda placed: placed[1] - placed[0])
    spans = ([number for _, number in run] for _, run in runs)
    return ",".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
