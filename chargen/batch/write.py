"""Write the files of a batch from the results of its chunks: deck, table, lines, each NPC's own files, manifest."""

import contextlib
import json
import os
import shutil
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

from chargen import fileio
from chargen.batch.chunk_job import CONCEPTS, ChunkResult, join_deck, to_line
from chargen.batch.job import Work, format_numbers
from chargen.exports import table
from chargen.game.version import VERSION
from chargen.text.names import listing

MANIFEST, TABLE, LINES = fileio.BATCH_MANIFEST, "people.csv", "people.jsonl"
AT_ONCE = 16  # The small files that are synced to the disk at a time: it takes hardly longer than one (house default)
BYTE_ORDER_MARK = "\ufeff".encode()  # Without it, Excel misreads non-English letters
Written: TypeAlias = tuple[list[Path], int, list[str]]
"""The files (of a folder with many, the folder), the number of NPCs made, and the warnings of the printer."""


class NotReplaced(Exception):
    """Report files in the folder that this batch did not make; the message names them."""


def list_targets(work: Work) -> list[str]:
    """Return the names of the files of a batch, the manifest last, without the separate files of NPCs."""
    wanted = {
        f"{work.form}.pdf": work.printed and not work.separate,
        TABLE: "csv" in work.formats,
        LINES: "jsonl" in work.formats,
        MANIFEST: True,
    }
    return [name for name, is_wanted in wanted.items() if is_wanted]


def write_batch(work: Work, folder: Path, results: Iterable[ChunkResult], *, force: bool = False) -> Written:
    """Write the files of a batch into a folder from the results of its chunks, in order: all of them, or none.

    ``force``: overwrite files that this batch did not make. Raises NotReplaced, and OSError.
    """
    if not force:
        _refuse_foreign(work, folder, list_targets(work))
    fileio.sweep(folder)
    folder.mkdir(parents=True, exist_ok=True)
    # In the same folder, as a rename works only within a disk; `sweep` knows the name if this process is killed.
    staged = folder / f".batch.{os.urandom(8).hex()}.part"
    try:
        new = staged / "new"
        new.mkdir(parents=True)
        paths, made, problems = _write_files(work, new, staged, results)
        if not force:
            _refuse_foreign(work, folder, (str(path.relative_to(new)) for path in new.rglob("*") if path.is_file()))
        # The manifest first: if this process is killed now, the same command takes the files for its own.
        for path in sorted(new.iterdir(), key=lambda path: path.name != MANIFEST):
            if (folder / path.name).is_dir():
                for file in path.iterdir():
                    file.replace(folder / path.name / file.name)
            else:
                path.replace(folder / path.name)
    except OSError as exc:
        # What is staged has names that the user never saw, and libraries write without one.
        if exc.errno is None or not str(exc.filename or staged).startswith(str(staged)):
            raise
        raise OSError(exc.errno, exc.strerror, str(folder)) from exc
    finally:
        shutil.rmtree(staged, ignore_errors=True)
        with contextlib.suppress(OSError):  # it is not empty
            folder.rmdir()
    return [folder / path for path in paths], made, problems


def _refuse_foreign(work: Work, folder: Path, names: Iterable[str]) -> None:
    """Refuse to overwrite files that another command or program made, or that were changed since."""
    manifest = folder / MANIFEST
    command, made = "", 0
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError), manifest.open(encoding="utf-8") as file:
        command, made = str(json.loads(file.readline())["command"]), manifest.stat().st_mtime_ns
    if command not in ("", work.command):
        raise NotReplaced(f"{folder} has another batch ({command})")
    # The manifest is written last: a file that is newer has been changed since.
    there = [path for name in names if (path := folder / name).exists()]
    if foreign := [path for path in there if not command or path.stat().st_mtime_ns > made]:
        shown = listing([str(path) for path in foreign[:3]] + ["others"] * (len(foreign) > 3))
        what = "is no file that" if len(foreign) == 1 else "are no files that"
        raise NotReplaced(f"{shown} {what} chargen made there, or changed since")


def _write_files(work: Work, new: Path, parts: Path, results: Iterable[ChunkResult]) -> Written:
    """Write the files into the folder ``new``, and parts of them beside it: a large batch takes little memory."""
    made = failed = pages = 0
    problems: dict[str, None] = {}
    columns: dict[str, None] = {}
    bookmarks: list[tuple[str, int]] = []
    decks: list[Path] = []
    rows, entries = parts / "rows", parts / "entries"
    with (
        rows.open("wb") as of_rows,
        entries.open("wb") as of_entries,
        fileio.writing(new / LINES) as lines,
        ThreadPoolExecutor(AT_ONCE) as threads,
    ):
        for number, result in enumerate(results):
            lines.write(result.lines)
            of_rows.writelines(map(to_line, result.rows))
            columns |= dict.fromkeys(column for row in result.rows for column in row)
            for _ in threads.map(fileio.write_file, map(new.joinpath, result.files), result.files.values()):
                pass
            for entry in result.entries:
                if "page" in entry:
                    bookmarks.append((entry["name"], pages + entry["page"] - 1))
                    entry["page"] += pages
                of_entries.write(to_line(entry))
            if result.deck:
                decks.append(parts / str(number))
                decks[-1].write_bytes(result.deck)
            made += len(result.entries) - len(result.failures)
            failed, pages = failed + len(result.failures), pages + result.pages
            problems |= result.problems
            os.utime(parts)  # for `sweep`, it is not abandoned

    if decks:
        content = join_deck(work, (part.read_bytes() for part in decks), bookmarks, work.deck.title)
        fileio.write_file(new / f"{work.form}.pdf", content)
    if "csv" in work.formats and made:
        with fileio.writing(new / TABLE) as file, rows.open("rb") as of_rows:
            names = table.order_columns(columns)
            file.write(BYTE_ORDER_MARK + table.to_csv(names))
            for row in map(json.loads, of_rows):
                file.write(table.to_csv(row.get(column, "") for column in names))
    if not ("jsonl" in work.formats and made):
        (new / LINES).unlink()
    with fileio.writing(new / MANIFEST) as file, entries.open("rb") as of_entries:
        file.write(to_line(_first_line(work, made, failed)))
        shutil.copyfileobj(of_entries, file)
    order = [f"{work.form}.pdf", work.form, TABLE, LINES, CONCEPTS, MANIFEST]
    return [Path(name) for name in order if (new / name).exists()], made, [*problems]


def _first_line(work: Work, made: int, failed: int) -> dict[str, Any]:
    """Return the first line of the manifest: what the batch is, and the command that makes it again."""
    about: dict[str, Any] = {"command": work.command, "chargen": VERSION, **work.about}
    people = format_numbers(request.place for request in work.requests)
    about |= {"people": people, "made": made, "failed": failed}
    printed = {"as": work.form, "paper": work.deck.paper.name, "theme": work.deck.theme.name, "backs": work.deck.backs}
    return about | {"formats": list(work.formats)} | (printed if work.printed else {})
