"""Write the files of a batch from its chunks, one chunk at a time and atomically."""

import contextlib
import gc
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chargen import fileio
from chargen.batch import chunk_job, chunk_result, deck, manifest, ranges
from chargen.batch.chunk_store import ChunkStore
from chargen.batch.job import Chunk, Work, cut_chunks
from chargen.batch.manifest import Former
from chargen.exports import table

TABLE = "people.csv"
MOST_IN_A_DECK = 10_000
"""The most NPCs in one printed file (house default). Joining holds all of it in memory: about 8 KB for each card."""
BYTE_ORDER_MARK = "\ufeff".encode()  # A byte order mark; without it, Excel misreads non-English letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The result of a batch."""

    written: tuple[Path, ...]
    """The files; for a folder with many files, the folder."""
    made: int
    failed: int
    problems: tuple[str, ...] = ()
    """The warnings of the printer."""
    edited: tuple[Path, ...] = ()
    """Existing files that were changed, or that no batch made, and that were not replaced."""


def list_targets(work: Work) -> list[str]:
    """Return the names of the files of a batch, without the separate files of NPCs."""
    names = list_decks(work) if work.printed and not work.separate else []
    names += [name for kind, name in (("csv", TABLE), ("jsonl", chunk_job.LINES)) if kind in work.formats]
    return [*names, manifest.FILE]


def _cut_decks(work: Work) -> dict[str, list[Chunk]]:
    """Return the chunks of each deck by the name of its file; a deck has at most `MOST_IN_A_DECK` NPCs."""
    # Chunks are never divided, so every deck begins on a new sheet of paper.
    decks: list[list[Chunk]] = [[]]
    room = MOST_IN_A_DECK
    for chunk in cut_chunks(work):
        if chunk.people > room and decks[-1]:
            decks.append([])
            room = MOST_IN_A_DECK
        decks[-1].append(chunk)
        room -= chunk.people
    if len(decks) == 1:
        return {f"{work.form.name}.pdf": decks[0]}
    return {f"{work.form.name}-{number}.pdf": chunks for number, chunks in enumerate(decks, 1)}


def list_decks(work: Work) -> list[str]:
    """Return the names of the printed files, and of their index where there are several."""
    names = [*_cut_decks(work)]
    return names if len(names) == 1 else [*names, f"{work.form.name}-index.pdf"]


def sweep_parts(work: Work, folder: Path) -> None:
    """Remove partial files of killed runs. No other process may use the folder at the same time."""
    fileio.sweep(folder, names=list_targets(work), seconds=0)
    for name in (chunk_job.CONCEPTS, work.form.name):
        fileio.sweep(folder / name)


def find_foreign(work: Work, store: ChunkStore, folder: Path) -> list[Path]:
    """Return existing files at the paths of this batch that no batch made, or that were changed."""
    # A run that was interrupted in `write_files` has checked this already, and has written some of its files.
    if store.former.exists():
        return []
    former = manifest.read_manifest(folder / manifest.FILE)
    *names, _ = list_targets(work)
    paths = [folder / name for name in names if _digest(folder / name) not in ("", former.files.get(name))]
    if not former.command and (folder / manifest.FILE).exists():
        paths.append(folder / manifest.FILE)
    return paths


def find_other_batch(work: Work, store: ChunkStore, folder: Path) -> str:
    """Return the command of another finished batch in the folder; empty if there is none."""
    former = "" if store.former.exists() else manifest.read_manifest(folder / manifest.FILE).command
    return former if former != work.command else ""


def write_files(work: Work, store: ChunkStore, folder: Path) -> Finished:
    """Write the files from the chunks, which must be complete. Raises OSError."""
    every = list(cut_chunks(work))
    made = failed = 0
    problems: dict[str, None] = {}
    columns: dict[str, None] = {}
    for result in store.results(every):
        made, failed = made + result.people, failed + len(result.failures)
        problems |= dict.fromkeys(result.problems)
        columns |= dict.fromkeys(result.columns)

    # The former manifest is moved away first, and the new one is written last. So a manifest always matches the files
    # beside it, even after an interruption.
    former = _move_former(store, folder)
    written: list[Path] = []
    edited: list[Path] = []
    if made:
        if work.separate and work.printed:
            edited += _write_own_files(store, every, folder, work.form.name, former)
            written.append(folder / work.form.name)
        elif work.printed:
            written += _write_decks(work, store, folder)
        if "csv" in work.formats:
            written.append(_write_table(store, every, folder / TABLE, table.order_columns(columns)))
        if "jsonl" in work.formats:
            written.append(_write_lines(store, every, folder / chunk_job.LINES))
        if "yaml" in work.formats:
            edited += _write_own_files(store, every, folder, chunk_job.CONCEPTS.rstrip("/"), former)
            written.append(folder / chunk_job.CONCEPTS)

    path = folder / manifest.FILE
    digests = {path.name: _digest(path) for path in written if path.is_file()}
    with fileio.writing(path) as file:
        file.write(chunk_result.to_line(manifest.first_line(work, made, failed, digests)))
        for name, chunks in _cut_decks(work).items():
            deck = name if len(chunks) < len(every) else ""
            file.writelines(map(chunk_result.to_line, manifest.read_entries(store.results(chunks), deck)))
    # Only after the new manifest: until then the former files are all that there is.
    edited += _remove_former(former, manifest.read_manifest(path), folder)
    return Finished(written=(*written, path), made=made, failed=failed, problems=tuple(problems), edited=tuple(edited))


def _move_former(store: ChunkStore, folder: Path) -> Former:
    """Move the manifest of the batch that is being replaced to the chunks, and return its contents."""
    if not store.former.exists():
        try:
            (folder / manifest.FILE).replace(store.former)
        except FileNotFoundError:
            # An empty file marks that writing has begun, where there was no manifest before.
            fileio.write_file(store.former, b"")
    return manifest.read_manifest(store.former)


def _remove_former(former: Former, new: Former, folder: Path) -> Iterator[Path]:
    """Remove files of the former batch that this batch does not have; yield changed files, which stay."""
    for name, digest in former.files.items():
        if name in new.files or not (present := _digest(folder / name)):
            continue
        if present == digest:
            (folder / name).unlink()
            with contextlib.suppress(OSError):  # the folder has other files
                (folder / name).parent.rmdir()
        else:
            yield folder / name


def _write_decks(work: Work, store: ChunkStore, folder: Path) -> list[Path]:
    """Write the printed files, and their index where there are several; return their paths."""
    decks = _cut_decks(work)
    rows = []
    for number, (name, chunks) in enumerate(decks.items(), 1):
        entries = manifest.read_entries(store.results(chunks))
        bookmarks = [(str(entry["name"]), int(entry["page"]) - 1) for entry in entries if "page" in entry]
        parts = (result.members[chunk_job.DECK] for result in store.results(chunks) if result.people)
        part = f" ({number} of {len(decks)})" if len(decks) > 1 else ""
        deck.write_deck(work, parts, folder / name, bookmarks, part)
        gc.collect()  # the parts of a deck are in circles of references: ten decks of 10,000 cards would take 600 MB
        numbers = ranges.format_spans(ranges.merge_spans(span for chunk in chunks for span in chunk.spans))
        pages = sum(result.pages for result in store.results(chunks))
        first, last = (bookmarks[0][0], bookmarks[-1][0]) if bookmarks else ("", "")
        rows.append((name, numbers, first, last, str(pages)))
    *names, index = list_decks(work) if len(decks) > 1 else [*decks, ""]
    if index:
        deck.write_index(work, rows, folder / index)
    return [folder / name for name in (*names, index) if name]


def _write_table(store: ChunkStore, every: list[Chunk], path: Path, columns: list[str]) -> Path:
    with fileio.writing(path) as file:
        file.write(BYTE_ORDER_MARK + table.to_csv(columns))
        for line in _lines(store, every, chunk_job.ROWS):
            row = json.loads(line)
            file.write(table.to_csv(row.get(column, "") for column in columns))
    return path


def _write_lines(store: ChunkStore, every: list[Chunk], path: Path) -> Path:
    with fileio.writing(path) as file:
        file.writelines(_lines(store, every, chunk_job.LINES))
    return path


def _lines(store: ChunkStore, every: list[Chunk], member: str) -> Iterator[bytes]:
    for result in store.results(every):
        yield from result.members[member].splitlines(keepends=True) if result.people else ()


def _write_own_files(store: ChunkStore, every: list[Chunk], folder: Path, name: str, former: Former) -> list[Path]:
    """Write a folder with a file for each NPC; return changed files at these paths, which stay."""
    digests = frozenset(former.files.values())
    edited = []

    def new() -> Iterator[tuple[Path, bytes]]:
        members = (member for result in store.results(every) for member in result.members.items())
        for member, content in members:
            if not member.startswith(f"{name}/"):
                continue
            path = folder / member
            present = _digest(path)
            if present == hashlib.sha256(content).hexdigest():
                continue
            # By content and not by path: with another seed, NPC 7 has another name and its file another path.
            if present and present not in digests:
                edited.append(path)
            else:
                yield path, content

    fileio.write_several(new())
    return edited


def _digest(path: Path) -> str:
    """Return the digest of a file; empty if there is no file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return ""
