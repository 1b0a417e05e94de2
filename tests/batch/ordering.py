"""Small batches for the tests of how they are made."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from chargen.batch.chunk_job import make_chunk
from chargen.batch.job import Work, cut_chunks
from chargen.batch.write import Written, write_batch
from chargen.npc import archetype
from chargen.npc.generation import Order
from chargen.render.deck import Deck
from chargen.render.paper import A4, Paper
from chargen.render.theme import PLAIN, Theme
from chargen.sources.source_parser import Request
from chargen.worker_pool import ALONE, Workers


def order(system: str = "five-by-five", role: str = "guard", seed: str = "docks") -> Order:
    """Return an order of a role that comes with chargen."""
    found = archetype.read_archetype(system, role).archetype
    assert found is not None
    return Order(seed=seed, archetype=found)


def work(last: int = 12, form: str = "cards", paper: Paper = A4, theme: Theme = PLAIN, **changes: Any) -> Work:
    """Return the work for guards 1 to ``last``, printed only in the formats that are asked for."""
    command, backs = f"chargen batch -n {last}", changes.pop("backs", False)
    deck = Deck(cards=(), size=None, paper=paper, theme=theme, title="Harbour guard: docks", backs=backs)
    asked = requests(changes.pop("numbers", range(1, last + 1)))
    about = {"system": "five-by-five", "role": "guard", "seed": "docks"}
    made = Work(command=command, requests=asked, about=about, form=form, formats=("jsonl",), deck=deck)
    return replace(made, **changes)


def requests(numbers: Iterable[int]) -> list[Request]:
    """Return requests for guards of these numbers."""
    return [Request(order=order(), number=number, place=number) for number in numbers]


def made(wanted: Work, folder: Path, workers: Workers = ALONE) -> Written:
    """Make a batch from its work to its files."""
    return write_batch(wanted, folder, workers.map(make_chunk, cut_chunks(wanted)))


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its path, hidden ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
