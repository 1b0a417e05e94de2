"""A batch from its order to its files: with any number of processes and interruptions."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chargen import worker_pool
from chargen.batch import chunk_job, chunk_store, manifest, output, run
from chargen.batch.job import Chunk, Work, cut_chunks
from chargen.batch.run import Result
from chargen.npc import generation
from chargen.worker_pool import Lost
from tests.batch import faulty
from tests.batch.ordering import ALONE, contents, made, read_lines, work

ALL = ("csv", "jsonl", "yaml")


def backwards(wanted: Work, some: Iterable[Chunk]) -> Iterator[Result]:
    """Make the last chunk first, as a cluster may do."""
    yield from run.make_here(wanted, reversed(list(some)), 1)


def test_the_files_are_the_same_however_many_processes_make_them(tmp_path: Path) -> None:
    """One process, two, and chunks that come in in any order: the same bytes."""
    ordered = work(160, formats=ALL)
    assert len(list(cut_chunks(ordered))) > 2
    for name, engine in (("one", ALONE), ("two", partial(run.make_here, jobs=2)), ("any", backwards)):
        made(ordered, tmp_path / name, engine)
    of_one = contents(tmp_path / "one")
    assert len(of_one) == 163
    assert contents(tmp_path / "two") == contents(tmp_path / "any") == of_one


def test_an_interrupted_batch_goes_on_where_it_ended(tmp_path: Path) -> None:
    """What was made is not made again, a chunk that was cut short is; and the files are those of one run."""
    wanted = work(160)
    kept = chunk_store.open_store(tmp_path / "a", wanted)
    for _ in zip(range(2), run.make_missing(wanted, kept, ALONE), strict=False):
        pass
    assert sum(chunk.people for chunk in run.read_kept(wanted, kept)) == 100
    path = kept.path(next(cut_chunks(wanted)))
    path.write_bytes(path.read_bytes()[:-1])
    again = chunk_store.open_store(tmp_path / "a", wanted)
    assert sum(chunk.people for chunk in run.read_kept(wanted, again)) == 50
    asked: list[int] = []

    def engine(some_work: Work, some: Iterable[Chunk]) -> Iterator[Result]:
        for chunk in some:
            asked.append(chunk.number)
            yield chunk, chunk_job.make(some_work, chunk)

    made(wanted, tmp_path / "a", engine)
    assert asked == [1, 3, 4]
    made(wanted, tmp_path / "b", ALONE)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_the_manifest_has_everyone_and_what_makes_them_again(tmp_path: Path) -> None:
    """First the settings, then a line for each: number, seed, name, status and the digest of the concept."""
    made(work(60), tmp_path, ALONE)
    settings, *npcs = read_lines(tmp_path / manifest.FILE)
    assert settings["command"] == work(60).command
    assert (settings["seed"], settings["people"], settings["made"], settings["failed"]) == ("docks", "1-60", 60, 0)
    assert [npc["number"] for npc in npcs] == list(range(1, 61))
    assert {npc["status"] for npc in npcs} == {"made"}
    assert npcs[6]["seed"] == "five-by-five/guard/docks/7"
    records = read_lines(tmp_path / chunk_job.LINES)
    for entry, record in zip(npcs, records, strict=True):
        compact = json.dumps(record["concept"], ensure_ascii=False, separators=(",", ":"))
        assert entry["sha256"] == hashlib.sha256(compact.encode()).hexdigest()


def test_who_cannot_be_made_is_noted_and_the_others_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in one NPC fails that NPC only; the manifest has the reason."""

    made_well = generation.make_npc

    def make_npc(order: generation.Order, number: int) -> generation.Npc:
        if number == 5:
            raise ZeroDivisionError("a bug")
        return made_well(order, number)

    monkeypatch.setattr(generation, "make_npc", make_npc)
    finished = made(work(12, formats=ALL), tmp_path, ALONE)
    assert (finished.made, finished.failed) == (11, 1)
    entry = read_lines(tmp_path / manifest.FILE)[5]
    assert (entry["number"], entry["seed"], entry["status"]) == (5, "five-by-five/guard/docks/5", "failed")
    assert "ZeroDivisionError: a bug" in str(entry["why"])
    assert [line["number"] for line in read_lines(tmp_path / chunk_job.LINES)] == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]


def test_a_concept_file_that_was_edited_is_left_as_it_is(tmp_path: Path) -> None:
    """One that was not is replaced or removed by a new batch; one that a GM has changed never is."""
    made(work(12, formats=("yaml",)), tmp_path, ALONE)
    first, second, *_ = sorted((tmp_path / "people").iterdir())
    first.write_text(first.read_text(encoding="utf-8") + "notes: Owes the party a favour\n", encoding="utf-8")
    finished = made(work(12, formats=("yaml",)), tmp_path, ALONE)
    assert finished.edited == (first,)
    assert "Owes the party" in first.read_text(encoding="utf-8")
    made(work(spans=((3, 12),), formats=("yaml",)), tmp_path, ALONE)
    names = {path.name for path in (tmp_path / "people").iterdir()}
    assert first.name in names
    assert second.name not in names
    assert len(names) == 11
    first.unlink()
    made(work(12), tmp_path, ALONE)
    assert not first.parent.exists()


def test_a_table_opens_in_a_spreadsheet(tmp_path: Path) -> None:
    """A byte order mark, for Excel; the concept, then numbers and actions; a row for each NPC."""
    made(work(12, formats=("csv",)), tmp_path, ALONE)
    content = (tmp_path / "people.csv").read_bytes()
    assert content.startswith(output.BYTE_ORDER_MARK)
    rows = list(csv.DictReader(content.decode("utf-8-sig").splitlines()))
    assert [row["number"] for row in rows] == [str(number) for number in range(1, 13)]
    assert list(rows[0])[:4] == ["number", "seed", "system", "name"]
    assert all(int(row["stats.hit_points"]) > 0 and 0 < float(row["action_1_chance"]) < 100 for row in rows)


def test_a_killed_process_loses_no_npc(tmp_path: Path) -> None:
    """A worker that is killed in the middle is replaced, and the files are those of an undisturbed run."""
    calm, disturbed = tmp_path / "calm", tmp_path / "disturbed"
    disturbed.mkdir()
    made(work(160), calm, ALONE)
    wanted = work(160, folder=disturbed)
    made(wanted, disturbed, partial(run.make_here, jobs=2, make=faulty.killed_at_second))
    assert (disturbed / "killed").exists()
    (disturbed / "killed").unlink()
    assert contents(disturbed) == contents(calm)


def test_a_process_without_memory_ends_the_run_and_loses_no_npc(tmp_path: Path) -> None:
    """The run reports the lack of memory, no file has its final name, and the next run goes on."""
    wanted = work(60, folder=tmp_path)
    make = partial(run.make_here, jobs=2, make=faulty.out_of_memory_once)
    with pytest.raises(MemoryError):
        made(wanted, tmp_path / "short", make)
    assert not [path for path in (tmp_path / "short").iterdir() if not path.name.startswith(".")]
    made(wanted, tmp_path / "short", make)
    made(wanted, tmp_path / "calm", ALONE)
    assert contents(tmp_path / "short") == contents(tmp_path / "calm")


def test_a_chunk_that_kills_its_process_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its NPCs are listed as failed, with the reason; those of the other chunks are made.

    That a pool gives up what kills its processes is shown with the pool.
    """

    def pool(do: Callable[[Any], bytes], tasks: Iterable[Any], jobs: int) -> Iterator[tuple[Any, bytes | Lost]]:
        for task in tasks:
            yield task, Lost() if task[1].number == 2 else do(task)

    monkeypatch.setattr(worker_pool, "run_tasks", pool)
    finished = made(work(160), tmp_path, partial(run.make_here, jobs=2))
    assert (finished.made, finished.failed) == (110, 50)
    failed = [line for line in read_lines(tmp_path / manifest.FILE)[1:] if line["status"] == "failed"]
    assert [line["number"] for line in failed] == list(range(51, 101))
    assert "died 3 times" in str(failed[0]["why"])
