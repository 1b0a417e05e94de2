"""The files of a batch, put together from its chunks: one chunk at a time, and each file whole or not at all."""

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chargen import fileio
from chargen.batch import chunk_job, chunk_result, csv_export, deck, manifest
from chargen.batch.chunk_result import ChunkResult
from chargen.batch.chunk_store import ChunkStore
from chargen.batch.job import Chunk, Work, chunks
from chargen.batch.manifest import Former

TABLE = "people.csv"
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
    """Files that someone has changed since they were made, or that were never a batch's; they were left as they are."""


def targets(work: Work) -> list[str]:
    """The files of a batch but for those that are a person's own, from its folder."""
    names = [f"{work.form.name}.pdf"] if work.printed and not work.separate else []
    names += [name for kind, name in (("csv", TABLE), ("jsonl", chunk_job.LINES)) if kind in work.formats]
    return [*names, manifest.FILE]


def sweep(work: Work, folder: Path) -> None:
    """Remove what killed runs have left half-written. The folder must be ours alone."""
    fileio.sweep(folder, names=targets(work), seconds=0)
    for name in (chunk_job.CONCEPTS, work.form.name):
        fileio.sweep(folder / name)


def in_the_way(work: Work, kept: ChunkStore, folder: Path) -> list[Path]:
    """Files that no batch has made, or that someone has changed since, where those of this one should go."""
    if kept.former.exists():  # it was interrupted while its files were put together
        return []
    former = manifest.read(folder / manifest.FILE)
    *names, _ = targets(work)
    paths = [folder / name for name in names if _digest(folder / name) not in ("", former.files.get(name))]
    if not former.command and (folder / manifest.FILE).exists():
        paths.append(folder / manifest.FILE)
    return paths


def replaced(kept: ChunkStore, folder: Path, command: str) -> str:
    """The command of another batch that is finished in the folder; empty where there is none."""
    former = "" if kept.former.exists() else manifest.read(folder / manifest.FILE).command
    return former if former != command else ""


def finish(work: Work, kept: ChunkStore, folder: Path, command: str) -> Finished:
    """Put the files together from the chunks, which are all there. Raises OSError as the system does.

    Until all are there, no manifest lies beside them, and that of the batch they replace is kept among the chunks.
    """
    every = list(chunks(work))
    made = failed = 0
    problems: dict[str, None] = {}
    columns: dict[str, None] = {}
    for result in kept.results(every):
        made, failed = made + result.people, failed + len(result.failures)
        problems |= dict.fromkeys(result.problems)
        columns |= dict.fromkeys(result.columns)
    former = _former(kept, folder)
    written: list[Path] = []
    edited: list[Path] = []
    if made:
        if work.separate and work.printed:
            edited += _own_files(kept, every, folder, work.form.name, former)
            written.append(folder / work.form.name)
        elif work.printed:
            written.append(_deck(work, kept, every, folder))
        if "csv" in work.formats:
            written.append(_table(kept, every, folder / TABLE, csv_export.columns(columns)))
        if "jsonl" in work.formats:
            written.append(_lines(kept, every, folder / chunk_job.LINES))
        if "yaml" in work.formats:
            edited += _own_files(kept, every, folder, chunk_job.CONCEPTS.rstrip("/"), former)
            written.append(folder / chunk_job.CONCEPTS)
    single = {path.name: _digest(path) for path in written if path.is_file()}
    settings = manifest.settings(work, command, made, failed, single)
    with fileio.writing(folder / manifest.FILE) as file:
        file.write(chunk_result.line(settings))
        file.writelines(map(chunk_result.line, manifest.entries(kept.results(every))))
    written.append(folder / manifest.FILE)
    edited += _forget(former, manifest.read(folder / manifest.FILE), folder)
    return Finished(written=tuple(written), made=made, failed=failed, problems=tuple(problems), edited=tuple(edited))


def _former(kept: ChunkStore, folder: Path) -> Former:
    """What the manifest of a finished batch says that is being replaced; it is taken from beside the files."""
    if not kept.former.exists():
        try:
            (folder / manifest.FILE).replace(kept.former)
        except FileNotFoundError:
            fileio.write(kept.former, b"")
    return manifest.read(kept.former)


def _forget(former: Former, new: Former, folder: Path) -> Iterator[Path]:
    """Remove the files of a former batch that this one has not; yields those that someone has changed."""
    for name, digest in former.files.items():
        if name in new.files or not (there := _digest(folder / name)):
            continue
        if there == digest:
            (folder / name).unlink()
            with contextlib.suppress(OSError):
                (folder / name).parent.rmdir()
        else:
            yield folder / name


def _deck(work: Work, kept: ChunkStore, every: list[Chunk], folder: Path) -> Path:
    """Write what is printed."""
    entries = manifest.entries(kept.results(every))
    bookmarks = [(str(entry["name"]), int(entry["page"]) - 1) for entry in entries if "page" in entry]
    parts = (result.members[chunk_job.DECK] for result in kept.results(every) if result.people)
    path = folder / f"{work.form.name}.pdf"
    deck.write(work, parts, path, bookmarks)
    return path


def _table(kept: ChunkStore, every: list[Chunk], path: Path, columns: list[str]) -> Path:
    with fileio.writing(path) as file:
        file.write(BYTE_ORDER_MARK + csv_export.written(columns))
        for result in kept.results(every):
            for line in _of(result, chunk_job.ROWS):
                row = json.loads(line)
                file.write(csv_export.written(row.get(column, "") for column in columns))
    return path


def _lines(kept: ChunkStore, every: list[Chunk], path: Path) -> Path:
    with fileio.writing(path) as file:
        for result in kept.results(every):
            file.writelines(_of(result, chunk_job.LINES))
    return path


def _of(chunk: ChunkResult, member: str) -> Iterator[bytes]:
    return iter(chunk.members[member].splitlines(keepends=True) if chunk.people else ())


def _own_files(kept: ChunkStore, every: list[Chunk], folder: Path, name: str, former: Former) -> list[Path]:
    """Write a folder of files, one for each person; gives back those that are somebody else's, or changed."""
    digests = frozenset(former.files.values())
    others = []

    def changed() -> Iterator[tuple[Path, bytes]]:
        for member, content in _files(kept, every, f"{name}/"):
            path = folder / member
            there = _digest(path)
            if there == hashlib.sha256(content).hexdigest():
                continue
            if there and there not in digests:
                others.append(path)
            else:
                yield path, content

    fileio.write_several(changed())
    return others


def _digest(path: Path) -> str:
    """The digest of a file; empty where there is none."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def _files(kept: ChunkStore, every: list[Chunk], start: str) -> Iterator[tuple[str, bytes]]:
    """The members whose names start so, of all chunks."""
    for result in kept.results(every):
        yield from ((name, content) for name, content in result.members.items() if name.startswith(start))
