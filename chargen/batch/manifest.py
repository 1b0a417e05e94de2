"""Write and read the manifest of a batch: its command, and a line for each NPC to make that NPC again."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chargen import fileio
from chargen.batch import chunk_result, ranges
from chargen.batch.chunk_result import ChunkResult
from chargen.batch.job import Work, compute_fingerprint
from chargen.game.version import VERSION

FILE = fileio.BATCH_MANIFEST
CONCEPT, PDF = "concept", "pdf"
"""The keys of an NPC's separate files in an entry; each has a second key for the digest."""


def first_line(work: Work, made: int, failed: int, files: Mapping[str, str]) -> dict[str, Any]:
    """Return the first line of a manifest; ``files`` are the digests of the files by name."""
    order = work.order
    line: dict[str, Any] = {
        "command": work.command,
        "chargen": VERSION,
        "system": order.system,
        "role": order.role,
        "seed": order.seed,
        "people": ranges.format_spans(work.spans),
        "made": made,
        "failed": failed,
        "formats": list(work.formats),
    }
    if work.printed:
        line |= {
            "as": work.form.name,
            "paper": work.paper.name,
            "theme": work.theme.name,
            "backs": work.backs,
        }
    return line | {"fingerprint": compute_fingerprint(work), "files": files}


def read_entries(results: Iterable[ChunkResult], deck: str = "") -> Iterator[Mapping[str, Any]]:
    """Yield the entry of each NPC, with its page in the deck, from 1, and the name of that deck if it is given."""
    before = 0
    for result in results:
        for entry in result.entries:
            place = {"deck": deck} if deck else {}
            yield {**entry, **place, "page": before + entry["page"]} if "page" in entry else entry
        before += result.pages


@dataclass(frozen=True, slots=True)
class Former:
    """The contents of an existing manifest."""

    command: str = ""
    """The command that made the files; empty without a manifest of chargen."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The digests of the files, by their paths relative to the manifest."""


def read_manifest(path: Path) -> Former:
    """Read a manifest; a file that chargen did not write gives an empty result."""
    command, files = "", {}
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file):
                entry = json.loads(line)
                if number == 0:
                    command, files = str(entry["command"]), dict(entry["files"])
                # The first line has the digests of common files, the others each those of an NPC's own.
                for kind in (CONCEPT, PDF):
                    if isinstance(entry.get(kind), str) and isinstance(digest := entry.get(f"{kind}_sha256"), str):
                        files[entry[kind]] = digest
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    # A manifest may have been edited: its paths are used to delete files, and must stay in the folder.
    return Former(command, {name: digest for name, digest in files.items() if chunk_result.is_plain(name)})
