"""The manifest: what a batch was made from, and a line for each of its people, with which any one can be made again."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from chargen.batch import deck, numbers
from chargen.batch.parcel import Parcel
from chargen.batch.work import Work, fingerprint

FILE = "manifest.jsonl"


def settings(work: Work, command: str, made: int, failed: int) -> dict[str, Any]:
    """The first line: all that decides what the files hold. ``command`` makes them again."""
    order = work.order
    found: dict[str, Any] = {
        "command": command,
        "chargen": work.version,
        "system": order.system,
        "role": order.role,
        "seed": order.seed,
        "people": numbers.shown(work.spans),
        "made": made,
        "failed": failed,
        "formats": list(work.formats),
    }
    if work.printed:
        found |= {
            "as": work.form.name,
            "paper": work.paper.name,
            "theme": work.theme.name,
            "layout": work.layout,
            "backs": work.backs,
        }
    return found | {"fingerprint": fingerprint(work)}


def entries(work: Work, parcels: Iterable[Parcel], starts: Sequence[int]) -> Iterator[Mapping[str, Any]]:
    """A line for each person; ``starts``: the page of the deck that each leaf starts on, none without a deck."""
    positions = deck.Positions(work, starts) if starts else None
    for parcel in parcels:
        for each in parcel.entries:
            if positions is None or each["status"] != "made":
                yield each
            else:
                yield {**each, "page": positions.next()}
        if positions is not None:
            positions.end_of_part()


def concepts(path: Path) -> frozenset[str]:
    """The digests of the concept files that a manifest names; none where there is no manifest."""
    found = set()
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                if isinstance(entry, dict) and isinstance(entry.get("concept_sha256"), str):
                    found.add(entry["concept_sha256"])
    except (OSError, ValueError):
        return frozenset(found)
    return frozenset(found)
