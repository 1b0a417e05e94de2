"""Small batches for the tests of how they are made."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from chargen.batch import chunk_store, output, program, run
from chargen.batch.form import FORMS
from chargen.batch.job import Work
from chargen.batch.output import Finished
from chargen.batch.run import Engine
from chargen.npc import archetype
from chargen.npc.generation import Order

ALONE: Engine = partial(run.make_here, jobs=1)


def order(system: str = "five-by-five", role: str = "guard", seed: str = "docks") -> Order:
    """Return an order of a role that comes with chargen."""
    found = archetype.read_archetype(system, role).archetype
    assert found is not None
    return Order(system=found.system, role=found.role, seed=seed, archetype=found)


def work(last: int = 12, form: str = "cards", **changes: Any) -> Work:
    """Return the work for guards 1 to ``last``, printed only in the formats that are asked for."""
    ours = program.identify_program("five-by-five")
    command = f"chargen batch -n {last}"
    made = Work(command=command, order=order(), spans=((1, last),), form=FORMS[form], formats=("jsonl",), program=ours)
    return replace(made, **changes)


def made(wanted: Work, folder: Path, engine: Engine) -> Finished:
    """Make a batch from its work to its files."""
    kept = chunk_store.open_store(folder, wanted)
    for _ in run.make_missing(wanted, kept, engine):
        pass
    finished = output.write_files(wanted, kept, folder)
    kept.remove()
    return finished


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its path, hidden ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
