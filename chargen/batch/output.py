"""The files of a batch, put together from its chunks: one chunk at a time, and each file whole or not at all."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chargen import files
from chargen.batch import deck, making, manifest, parcel, table
from chargen.batch.parcel import Parcel
from chargen.batch.unfinished import Unfinished
from chargen.batch.work import Chunk, Work, chunks

BYTE_ORDER_MARK = "\ufeff".encode()
"""Without it, Excel reads letters beyond English wrongly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What a batch has come to."""

    written: tuple[Path, ...]
    """The files; for a folder of many, the folder."""
    made: int
    failed: int
    problems: tuple[str, ...] = ()
    """What the printer remarked."""
    edited: tuple[Path, ...] = ()
    """Concept files that someone has changed since they were made, and that were left as they are."""


def finish(work: Work, kept: Unfinished, folder: Path, command: str) -> Finished:
    """Put the files together from the chunks, which are all there. Raises OSError as the system does."""
    every = list(chunks(work))
    made = failed = 0
    problems: dict[str, None] = {}
    columns: dict[str, None] = {}
    for each in kept.parcels(every, ()):
        made, failed = made + each.people, failed + len(each.failures)
        problems |= dict.fromkeys(each.problems)
        columns |= dict.fromkeys(each.columns)
    written: list[Path] = []
    starts: tuple[int, ...] = ()
    edited: list[Path] = []
    if made:
        if work.printed:
            path, starts = _deck(work, kept, every, folder)
            written.append(path)
        if "csv" in work.formats:
            written.append(_table(kept, every, folder / "people.csv", table.columns(columns)))
        if "jsonl" in work.formats:
            written.append(_lines(kept, every, folder / making.LINES))
        if "yaml" in work.formats:
            edited = list(_concepts(kept, every, folder))
            written.append(folder / making.CONCEPTS)
    settings = manifest.settings(work, command, made, failed)
    with files.writing(folder / manifest.FILE) as file:
        file.write(parcel.line(settings))
        file.writelines(map(parcel.line, manifest.entries(work, kept.parcels(every, ()), starts)))
    written.append(folder / manifest.FILE)
    return Finished(written=tuple(written), made=made, failed=failed, problems=tuple(problems), edited=tuple(edited))


def _deck(work: Work, kept: Unfinished, every: list[Chunk], folder: Path) -> tuple[Path, tuple[int, ...]]:
    """Write what is printed; the page of the deck that each leaf starts on."""
    if work.separate:
        for name, content in _files(kept, every, f"{work.form.name}/"):
            files.write(folder / name, content)
        return folder / work.form.name, ()
    parts = (each.members[making.DECK] for each in kept.parcels(every, (making.DECK,)) if each.people)
    path = folder / f"{work.form.name}.pdf"
    return path, deck.deck(work, parts, path)


def _table(kept: Unfinished, every: list[Chunk], path: Path, columns: list[str]) -> Path:
    with files.writing(path) as file:
        file.write(BYTE_ORDER_MARK + table.written(columns))
        for each in kept.parcels(every, (making.ROWS,)):
            for line in _of(each, making.ROWS):
                row = json.loads(line)
                file.write(table.written(row.get(column, "") for column in columns))
    return path


def _lines(kept: Unfinished, every: list[Chunk], path: Path) -> Path:
    with files.writing(path) as file:
        for each in kept.parcels(every, (making.LINES,)):
            file.writelines(_of(each, making.LINES))
    return path


def _of(each: Parcel, member: str) -> Iterator[bytes]:
    return parcel.lines(each.members.get(member, b""))


def _concepts(kept: Unfinished, every: list[Chunk], folder: Path) -> Iterator[Path]:
    """Write the concept files, and remove those of a former batch; yields those that someone has changed."""
    former = manifest.concepts(folder / manifest.FILE)
    names = set()
    for name, content in _files(kept, every, making.CONCEPTS):
        path = folder / name
        names.add(path.name)
        there = _digest(path)
        if there == hashlib.sha256(content).hexdigest():
            continue
        if there and there not in former:
            yield path
        else:
            files.write(path, content)
    for path in sorted((folder / making.CONCEPTS).glob("*.yaml")):
        if path.name not in names and _digest(path) in former:
            path.unlink()


def _digest(path: Path) -> str:
    """The digest of a file; empty where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


def _files(kept: Unfinished, every: list[Chunk], start: str) -> Iterator[tuple[str, bytes]]:
    """The members whose names start so, of all chunks."""
    for each in kept.parcels(every):
        yield from ((name, content) for name, content in each.members.items() if name.startswith(start))
